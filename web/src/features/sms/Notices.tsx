import { smsAuditStates } from '@dentin/contract/sms'
import { LinkButton, Notice } from '../../ui/index.ts'
import { useAccount } from './hooks.ts'
import s from './sms.module.css'

/** What stands in the way of sending: no provider, no signature, no balance. */
export function SmsNotices({ recharge = true }: { recharge?: boolean }) {
  const account = useAccount().data
  if (!account) return null
  const notice = !account.ready ? (
    <Notice tone="danger" icon="alert">
      系统没有接入短信通道，短信发不出去。请联系系统管理员。
    </Notice>
  ) : account.approvedSignature === '' ? (
    <Notice
      tone="wait"
      icon="info"
      action={
        smsAuditStates.is(account.signatureStatus, 'inReview') ? undefined : (
          <LinkButton size="sm" to="/SMSmanagement/signatureSetting">
            设置签名
          </LinkButton>
        )
      }
    >
      {smsAuditStates.is(account.signatureStatus, 'inReview')
        ? '短信签名正在审核，通过后才能发送短信。'
        : '还没有短信签名，审核通过后才能发送短信。'}
    </Notice>
  ) : account.low && recharge ? (
    <Notice
      tone="wait"
      icon="alert"
      action={
        <LinkButton size="sm" to="/SMSmanagement/recharge">
          去充值
        </LinkButton>
      }
    >
      短信只剩 {account.balance} 条，已降到预警线 {account.warnThreshold} 条，用完后提醒就发不出去了。
    </Notice>
  ) : account.local ? (
    <Notice tone="muted">演示环境没有接入短信通道：短信照常扣条、留在发送记录里，不会发到手机上。</Notice>
  ) : null
  return notice && <div className={s.notice}>{notice}</div>
}
