import { sms, smsAuditNames, smsSceneName, smsAuditStates } from '@dentin/contract/sms'
import { addDays } from '@dentin/kit'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCallForm } from '../../lib/form.ts'
import { useCan } from '../../lib/permission.ts'
import {
  Button,
  cx,
  EmptyState,
  ErrorLine,
  LinkButton,
  Meter,
  NumberField,
  Segmented,
  SkeletonRows,
  Tag,
  toast,
} from '../../ui/index.ts'
import { FormDialog, Picked } from '../../ui/heavy.ts'
import { useAccount, useSaveThreshold, useUsage, type Account } from './hooks.ts'
import { auditTones } from './words.ts'
import s from './sms.module.css'
import { presentDay } from '../../lib/present.ts'

/** How many messages are left, what was used, and what needs somebody. */
export function Overview() {
  const found = useAccount()
  const can = useCan()
  const [warning, setWarning] = useState(false)
  if (found.error && !found.data)
    return <ErrorLine onRetry={() => void found.refetch()}>短信账户没有读到：{found.error.message}</ErrorLine>
  if (!found.data)
    return (
      <div className={s.column}>
        <SkeletonRows rows={6} />
      </div>
    )
  const account = found.data
  return (
    <div className={s.column}>
      <div className={s.figures}>
        <div className={cx(s.figure, account.low && s.figureLow)}>
          <span className="t-13 secondary">剩余短信</span>
          <Figure value={account.balance} />
          <span className="t-12 tertiary">低于 {account.warnThreshold} 条时提醒</span>
        </div>
        <div className={s.figure}>
          <span className="t-13 secondary">今天已用</span>
          <Figure value={account.today} />
          <span className="t-12 tertiary">本月 {account.month} 条</span>
        </div>
        <Link className={s.figure} to="/SMSmanagement/sendRecord?status=0">
          <span className="t-13 secondary">待发</span>
          <Figure value={account.waiting} />
          <span className="t-12 tertiary">营销短信夜间保留到 8:00</span>
        </Link>
        <Link className={cx(s.figure, account.failed > 0 && s.figureLow)} to="/SMSmanagement/sendRecord?status=3">
          <span className="t-13 secondary">近 7 天失败</span>
          <Figure value={account.failed} />
          <span className="t-12 tertiary">可以再发一次</span>
        </Link>
      </div>
      <Usage />
      <div className={s.panel}>
        <div className={s.panelHead}>
          <span className="t-14 bold">签名与预警</span>
          <span className={cx(s.inline, s.push)}>
            {can('/SMSmanagement:edit') && (
              <Button size="sm" icon="bell" onClick={() => setWarning(true)}>
                余额预警
              </Button>
            )}
            {can('/SMSmanagement:recharge') && (
              <LinkButton size="sm" variant="primary" to="/SMSmanagement/recharge">
                充值
              </LinkButton>
            )}
          </span>
        </div>
        <dl className={s.facts}>
          <dt>短信签名</dt>
          <dd className={s.inline}>
            {account.approvedSignature ? `【${account.approvedSignature}】` : '未设置'}
            {!smsAuditStates.is(account.signatureStatus, 'passed', 'none') && (
              <Tag tone={auditTones[account.signatureStatus] ?? 'muted'}>
                {account.signature} {smsAuditNames[account.signatureStatus]}
              </Tag>
            )}
          </dd>
          <dt>余额预警</dt>
          <dd>{account.warnThreshold} 条，降到时告知机构管理员</dd>
        </dl>
      </div>
      {warning && <ThresholdDialog account={account} onClose={() => setWarning(false)} />}
    </div>
  )
}

function Figure({ value }: { value: number }) {
  return (
    <span className={cx(s.number, 'num')}>
      {value.toLocaleString('zh-CN')}
      <span className={s.unit}>条</span>
    </span>
  )
}

const SPANS = [
  { value: '7', label: '7 天' },
  { value: '30', label: '30 天' },
  { value: '90', label: '90 天' },
] as const

/** The usage of the last days as columns, and by scene. */
function Usage() {
  const [days, setDays] = useState<'7' | '30' | '90'>('30')
  const [to] = useState(presentDay)
  const found = useUsage(addDays(to, 1 - Number(days)), to)
  const list = found.data?.days ?? []
  const most = Math.max(1, ...list.map((each) => each.count))
  const total = list.reduce((sum, each) => sum + each.count, 0)
  const ofScenes = Math.max(1, ...(found.data?.scenes ?? []).map((each) => each.count))
  return (
    <div className={s.panel}>
      <div className={s.panelHead}>
        <span className="t-14 bold">用量</span>
        <span className="t-13 secondary num">共 {total.toLocaleString('zh-CN')} 条</span>
        <span className={s.push}>
          <Segmented size="sm" label="时间" options={[...SPANS]} value={days} onChange={setDays} />
        </span>
      </div>
      {found.error && !found.data ? (
        <ErrorLine onRetry={() => void found.refetch()}>用量没有读到：{found.error.message}</ErrorLine>
      ) : !found.data ? (
        <SkeletonRows rows={4} />
      ) : total === 0 ? (
        <EmptyState layout="stack" icon="message" title="这段时间没有发过短信" />
      ) : (
        <>
          <div
            className={s.chart}
            role="img"
            aria-label={`${list[0]?.date} 至 ${to} 共 ${total} 条，最多的一天 ${most} 条`}
          >
            {list.map((each) => (
              <span key={each.date} className={s.bar} title={`${each.date}　${each.count} 条`}>
                <span className={s.fill} style={{ height: `${(each.count / most) * 100}%` }} />
              </span>
            ))}
          </div>
          <div className={cx(s.axis, 'num')}>
            <span>{list[0]?.date.slice(5)}</span>
            <span>最多 {most} 条</span>
            <span>{to.slice(5)}</span>
          </div>
          {found.data.scenes.map((each) => (
            <div key={each.scene} className={s.share}>
              <span>{smsSceneName(each.scene)}</span>
              <Meter label={smsSceneName(each.scene)} value={each.count / ofScenes} height={6} />
              <span className="num secondary">{each.count} 条</span>
            </div>
          ))}
        </>
      )}
    </div>
  )
}
function ThresholdDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const save = useSaveThreshold()
  const form = useCallForm(sms.saveThreshold, { defaultValues: { warnThreshold: account.warnThreshold } })
  const submit = form.save(save.mutateAsync, () => {
    toast.success('更新成功')
    onClose()
  })
  return (
    <FormDialog form={form} title="余额预警" width={400} onClose={onClose} onSubmit={submit} submitText="保存">
      <Picked
        form={form}
        name="warnThreshold"
        label="预警条数"
        required
        help="余额降到这个条数时，给机构管理员发一次消息"
      >
        {(field) => <NumberField min={0} max={100_000} unit="条" {...field} />}
      </Picked>
    </FormDialog>
  )
}
