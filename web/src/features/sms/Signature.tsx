import { sms, smsAuditNames, smsAuditStates } from '@dentin/contract/sms'
import { smsText } from '@dentin/kit'
import { useCallForm } from '../../lib/form.ts'
import { useCan } from '../../lib/permission.ts'
import { Button, confirm, ErrorLine, Field, Notice, SkeletonRows, Tag, TextField, toast } from '../../ui/index.ts'
import { useAccount, useSaveSignature, useWithdrawSignature, type Account } from './hooks.ts'
import { auditTones } from './words.ts'
import s from './sms.module.css'

/** The signature with which the clinic's messages begin, and how far its review is. */
export function Signature() {
  const found = useAccount()
  if (found.error && !found.data)
    return <ErrorLine onRetry={() => void found.refetch()}>签名没有读到：{found.error.message}</ErrorLine>
  if (!found.data)
    return (
      <div className={s.column}>
        <SkeletonRows rows={5} />
      </div>
    )
  const account = found.data
  return (
    <div className={`${s.column} ${s.narrow}`}>
      <div className={s.panel}>
        <div className={s.panelHead}>
          <span className="t-14 bold">现在的签名</span>
          {account.approvedSignature !== '' && <Tag tone="done">使用中</Tag>}
        </div>
        {account.approvedSignature ? (
          <p className={s.phone}>{smsText(account.approvedSignature, '张女士您好，提醒您明天 09:30 就诊。')}</p>
        ) : (
          <span className="t-14 secondary">还没有通过审核的签名，短信发不出去。</span>
        )}
      </div>
      {smsAuditStates.is(account.signatureStatus, 'inReview') ? (
        <Waiting account={account} />
      ) : (
        <Change account={account} />
      )}
    </div>
  )
}

function Waiting({ account }: { account: Account }) {
  const can = useCan()
  const withdraw = useWithdrawSignature()
  const takeBack = async () => {
    const yes = await confirm({ title: `撤回签名“${account.signature}”？`, okText: '撤回', danger: true })
    if (!yes) return
    withdraw.mutate({}, { onSuccess: () => toast.success('已撤回'), onError: (error) => toast.error(error.message) })
  }
  return (
    <div className={s.panel}>
      <div className={s.panelHead}>
        <span className="t-14 bold">提交的签名</span>
        <Tag tone={auditTones[1] ?? 'wait'}>{smsAuditNames[1]}</Tag>
        {can('/SMSmanagement:edit') && (
          <span className={s.push}>
            <Button size="sm" busy={withdraw.isPending} onClick={() => void takeBack()}>
              撤回
            </Button>
          </span>
        )}
      </div>
      <p className={s.phone}>【{account.signature}】</p>
      <span className="t-13 secondary">平台审核后会给机构管理员发消息。审核期间沿用现在的签名。</span>
    </div>
  )
}

function Change({ account }: { account: Account }) {
  const can = useCan()
  const save = useSaveSignature()
  const form = useCallForm(sms.saveSignature, {
    defaultValues: { signature: smsAuditStates.is(account.signatureStatus, 'refused') ? account.signature : '' },
  })
  const submit = form.save(save.mutateAsync, () => toast.success('提交成功'))
  return (
    <>
      {smsAuditStates.is(account.signatureStatus, 'refused') && (
        <Notice tone="danger" icon="x-circle">
          “{account.signature}”未通过审核：{account.refuseReason}
        </Notice>
      )}
      {can('/SMSmanagement:edit') && (
        <form className={s.panel} onSubmit={(event) => void submit(event)} noValidate>
          <span className="t-14 bold">{account.approvedSignature ? '更换签名' : '提交签名'}</span>
          <Field
            label="签名"
            required
            error={form.errorOf('signature')}
            help="2–12 个字，用门诊或机构在营业执照上的名称或简称，不写【】"
          >
            <TextField maxLength={12} placeholder="如 牙本口腔" {...form.register('signature')} />
          </Field>
          {form.failure && <ErrorLine>{form.failure}</ErrorLine>}
          <div className={s.due}>
            <Button type="submit" variant="primary" busy={form.sending}>
              提交审核
            </Button>
            <span className="t-13 secondary">审核通过后立即使用</span>
          </div>
        </form>
      )}
    </>
  )
}
