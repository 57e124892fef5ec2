import { coupon } from '@dentin/contract/coupon'
import { dataRecord, rewardStates } from '@dentin/contract/data-record'
import { report } from '@dentin/contract/report'
import { useState } from 'react'
import { newRequestId } from '../../lib/client.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { Dialog, Select } from '../../ui/heavy.ts'
import { ErrorLine, Field, SkeletonRows, TextField, toast } from '../../ui/index.ts'
import { RewardsByRule } from './RewardsByRule.tsx'

const refresh = [report.run, dataRecord.reward]

/** The reward for introducing a patient: a coupon is given, or taken back. */
export function RewardDialog({ patientId, onClose }: { patientId: string; onClose: () => void }) {
  const { data, error, refetch } = useCall(dataRecord.reward, { patientId }, { keep: false, staleTime: 0 })
  const types = useCall(coupon.forIssue, {}, { enabled: data?.canReward === true && data.state !== 'given' }).data ?? []
  const give = useSend(dataRecord.giveReward, { refresh })
  const takeBack = useSend(dataRecord.takeBackReward, { refresh })
  const [typeId, setTypeId] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [requestId] = useState(newRequestId)
  if (!data)
    return (
      <Dialog open title="介绍奖励" onClose={onClose}>
        {error ? <ErrorLine onRetry={() => void refetch()}>{error.message}</ErrorLine> : <SkeletonRows rows={3} />}
      </Dialog>
    )
  if (data.byRule.length > 0) return <RewardsByRule reward={data} onClose={onClose} />
  const said = `${data.referrerName} 介绍 ${data.patientName} · ${rewardStates[data.state]}${data.couponName ? `「${data.couponName}」` : ''}`
  const failed = give.error ?? takeBack.error
  const problemOf = (field: string) => failed?.fields?.find((one) => one.field === field)?.message
  const ended = (text: string) => () => {
    toast.success(text)
    onClose()
  }
  const shown = <p className="t-13 secondary">{said}</p>
  const whole = failed && !failed.fields?.some(({ field }) => field === 'typeId' || field === 'reason') && (
    <ErrorLine>{failed.message}</ErrorLine>
  )
  if (!data.canReward || data.state === 'none')
    return (
      <Dialog open title="介绍奖励" onClose={onClose}>
        {shown}
        {data.state === 'none' && (
          <p className="t-13 tertiary">介绍人是患者、被介绍人消费以后，可以给介绍人发一张优惠券。</p>
        )}
      </Dialog>
    )
  if (data.state === 'given')
    return (
      <Dialog
        open
        danger
        title="收回介绍奖励"
        submitText="收回"
        busy={takeBack.isPending}
        onClose={onClose}
        onSubmit={() =>
          takeBack.mutate({ patientId, reason, requestId }, { onSuccess: ended('已收回'), onError: () => undefined })
        }
      >
        {shown}
        <Field label="收回原因" required error={problemOf('reason')}>
          <TextField autoFocus maxLength={50} value={reason} onChange={({ target }) => setReason(target.value)} />
        </Field>
        {whole}
      </Dialog>
    )
  return (
    <Dialog
      open
      title="发介绍奖励"
      submitText="发给介绍人"
      submitDisabled={typeId === null}
      busy={give.isPending}
      onClose={onClose}
      onSubmit={() => {
        if (typeId)
          give.mutate({ patientId, typeId, requestId }, { onSuccess: ended('已发给介绍人'), onError: () => undefined })
      }}
    >
      {shown}
      <Field label="优惠券" group required error={problemOf('typeId')}>
        <Select
          label="优惠券"
          options={types.map(({ id, name }) => ({ value: id, label: name }))}
          value={typeId}
          onChange={setTypeId}
        />
      </Field>
      {whole}
    </Dialog>
  )
}
