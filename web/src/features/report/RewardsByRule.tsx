import { rewardWays } from '@dentin/contract/company-rule'
import { dataRecord, rewardStates } from '@dentin/contract/data-record'
import type { WireOutput } from '@dentin/contract/core/call'
import { report } from '@dentin/contract/report'
import { useState } from 'react'
import { newRequestId } from '../../lib/client.ts'
import { useSend } from '../../lib/query.ts'
import { shortMoment } from '../../lib/when.ts'
import { Dialog, Select } from '../../ui/heavy.ts'
import { Button, Checkbox, ErrorLine, Field, LinkButton, Tag, TextField, toast } from '../../ui/index.ts'
import s from './rewards-by-rule.module.css'

type Reward = WireOutput<typeof dataRecord.reward>
type Row = Reward['byRule'][number]
/** What is done about a reward: it is given, or what was given too much comes back. */
interface Doing {
  row: Row
  what: 'give' | 'takeBack'
}

const refresh = [report.run, dataRecord.reward]
const levels: Readonly<Record<number, string>> = { 1: '介绍人', 2: '上一级介绍人' }
const unit: Readonly<Record<Row['way'], string>> = { none: '', points: ' 积分', coupon: ' 张', cash: ' 元' }
const amountOf = (row: Row, value: string) => `${value}${unit[row.way]}`
const tones = { due: 'booked', given: 'done', over: 'danger', takenBack: 'muted', none: 'muted' } as const

/** What the rule of the company gives for an introduction: each level with its bill, its state and what is to be done. */
export function RewardsByRule({ reward, onClose }: { reward: Reward; onClose: () => void }) {
  const [doing, setDoing] = useState<Doing | null>(null)
  if (doing) return <MoveDialog doing={doing} methods={reward.methods} onClose={() => setDoing(null)} />
  return (
    <Dialog open title="介绍奖励" onClose={onClose}>
      <p className="t-13 secondary">
        {reward.referrerName} 介绍 {reward.patientName} · 按机构规则
      </p>
      <ul className={s.list}>
        {reward.byRule.map((row) => (
          <li key={row.id}>
            <div className={s.head}>
              <b>
                {levels[row.level]} {row.referrerName}
              </b>
              <Tag tone={tones[row.state]}>{rewardStates[row.state]}</Tag>
              {reward.canReward && row.isHere && row.state === 'due' && (
                <Button size="sm" variant="primary" onClick={() => setDoing({ row, what: 'give' })}>
                  发放
                </Button>
              )}
              {reward.canReward && row.isHere && row.state === 'over' && (
                <Button size="sm" onClick={() => setDoing({ row, what: 'takeBack' })}>
                  收回
                </Button>
              )}
            </div>
            <p className="t-13">
              {rewardWays[row.way]}
              {row.couponName && `「${row.couponName}」`}：应得 {amountOf(row, row.earned)}，已发{' '}
              {amountOf(row, row.given)}
            </p>
            <p className="t-13 secondary">
              {row.clinicName} ·{' '}
              <LinkButton to={`/orderSet?billId=${row.billId}`} size="sm">
                {row.billNo}
              </LinkButton>{' '}
              · {shortMoment(row.arisenAt)}
              {!row.isHere && ' · 在消费的门诊办理'}
              {row.forgoneReason && ` · 不再收回：${row.forgoneReason}`}
            </p>
            {row.moves.map((move) => (
              <p key={`${move.at}${move.amount}`} className="t-13 tertiary">
                {shortMoment(move.at)} {move.amount.startsWith('-') ? '收回' : '发放'}{' '}
                {amountOf(row, move.amount.replace('-', ''))} {move.methodName} {move.actorName} {move.reason}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Gives a reward, or takes back what of it was given too much. */
function MoveDialog({
  doing: { row, what },
  methods,
  onClose,
}: {
  doing: Doing
  methods: Reward['methods']
  onClose: () => void
}) {
  const give = useSend(dataRecord.giveByRule, { refresh })
  const takeBack = useSend(dataRecord.takeBackByRule, { refresh })
  const [payMethodId, setMethod] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [forgo, setForgo] = useState(false)
  const [requestId] = useState(newRequestId)
  const failed = give.error ?? takeBack.error
  const problemOf = (field: string) => failed?.fields?.find((one) => one.field === field)?.message
  const isGiving = what === 'give'
  const ended = (text: string) => ({
    onSuccess: () => {
      toast.success(text)
      onClose()
    },
    onError: () => undefined,
  })
  const submit = () => {
    const { id, version } = row
    if (isGiving) give.mutate({ id, version, payMethodId, requestId }, ended('已发给介绍人'))
    else takeBack.mutate({ id, version, payMethodId, forgo, reason, requestId }, ended(forgo ? '不再收回' : '已收回'))
  }
  const difference = Math.abs(Number(row.earned) - Number(row.given))
  const amount = amountOf(row, row.way === 'cash' ? difference.toFixed(2) : String(difference))
  return (
    <Dialog
      open
      danger={!isGiving}
      title={isGiving ? '发放介绍奖励' : '收回介绍奖励'}
      submitText={isGiving ? '发放' : forgo ? '不再收回' : '收回'}
      busy={give.isPending || takeBack.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className={s.fields}>
        <p>
          {row.referrerName}：{rewardWays[row.way]} <b>{amount}</b>
        </p>
        {!isGiving && (
          <Checkbox checked={forgo} onChange={({ target }) => setForgo(target.checked)}>
            收不回，不再收
          </Checkbox>
        )}
        {row.way === 'cash' && !forgo && (
          <Field label={isGiving ? '付款方式' : '收款方式'} group required error={problemOf('payMethodId')}>
            <Select
              label={isGiving ? '付款方式' : '收款方式'}
              options={methods
                .filter(({ givesOut }) => !isGiving || givesOut)
                .map(({ id, name }) => ({ value: id, label: name }))}
              value={payMethodId}
              onChange={setMethod}
            />
          </Field>
        )}
        {!isGiving && (
          <Field label="原因" required error={problemOf('reason')}>
            <TextField maxLength={50} value={reason} onChange={({ target }) => setReason(target.value)} />
          </Field>
        )}
        {failed && !failed.fields?.some(({ field }) => field === 'payMethodId' || field === 'reason') && (
          <ErrorLine>{failed.message}</ErrorLine>
        )}
      </div>
    </Dialog>
  )
}
