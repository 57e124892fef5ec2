import { consentStates } from '@dentin/contract/consent'
import { Notice } from '../../ui/index.ts'
import type { ConsentDetail } from './hooks.ts'

/** Why a head of the clinic was asked in the patient's place, and what was answered. */
export function EmergencyNotice({
  status,
  emergency,
}: {
  status: number
  emergency: NonNullable<ConsentDetail['emergency']>
}) {
  const { reason, at, askedName, askedAt, approvedName, approvedAt, refusedReason } = emergency
  const why = `紧急时间 ${at.slice(0, 16)}，不能取得患者或近亲属意见：${reason}`
  if (consentStates.is(status, 'asked'))
    return (
      <Notice tone="wait" icon="alert">
        {askedName} 于 {askedAt.slice(5, 16)} 申请负责人批准。{why}
      </Notice>
    )
  if (approvedAt)
    return (
      <Notice tone={consentStates.is(status, 'approved') ? 'wait' : 'muted'} icon="check-circle">
        负责人 {approvedName} 于 {approvedAt.slice(0, 16)} 批准。{why}
        {consentStates.is(status, 'approved') && '。处置可以进行；患者清醒或近亲属到场后请补签'}
      </Notice>
    )
  if (refusedReason !== '' && consentStates.is(status, 'toSign'))
    return (
      <Notice tone="danger" icon="ban">
        负责人没有批准：{refusedReason}
      </Notice>
    )
  return null
}
