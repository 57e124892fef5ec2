import { MOST_ON_PLAN, planImage } from '@dentin/contract/plan-image'
import { MOST_ON_RECORD, recordImage } from '@dentin/contract/record-image'
import { useLive } from '../../lib/live.ts'
import { useCall, useSend } from '../../lib/query.ts'

/** What pictures hang on. */
export type HungOn = { recordId: string } | { planId: string }

/** How many pictures it takes. */
export const mostOn = (of: HungOn): number => ('planId' in of ? MOST_ON_PLAN : MOST_ON_RECORD)

/** The pictures that hang on a record or a treatment plan. */
export function useHung(of: HungOn) {
  const onPlan = 'planId' in of
  useLive(onPlan ? ['treatmentPlan', 'picture'] : ['record', 'picture'], [
    onPlan ? planImage.ofPlan : recordImage.ofRecord,
  ])
  const record = useCall(recordImage.ofRecord, { id: onPlan ? '' : of.recordId }, { keep: false, enabled: !onPlan })
  const plan = useCall(planImage.ofPlan, { id: onPlan ? of.planId : '' }, { keep: false, enabled: onPlan })
  return onPlan ? plan : record
}

/** Hangs pictures on it. */
export function useHang(of: HungOn) {
  const onRecord = useSend(recordImage.attach, { refresh: [recordImage.ofRecord] })
  const onPlan = useSend(planImage.attach, { refresh: [planImage.ofPlan] })
  const isPlan = 'planId' in of
  return {
    /** What the dialog goes by. */
    sending: isPlan ? onPlan : onRecord,
    hang: (imageIds: readonly string[], onDone: () => void = () => undefined) => {
      const then = { onSuccess: onDone, onError: () => undefined }
      if ('planId' in of) onPlan.mutate({ planId: of.planId, imageIds: [...imageIds] }, then)
      else onRecord.mutate({ recordId: of.recordId, imageIds: [...imageIds] }, then)
    },
  }
}

/** Takes a picture off it. */
export function useTakeOff(of: HungOn) {
  const offRecord = useSend(recordImage.detach, { refresh: [recordImage.ofRecord] })
  const offPlan = useSend(planImage.detach, { refresh: [planImage.ofPlan] })
  const { isPending, error } = 'planId' in of ? offPlan : offRecord
  return {
    isPending,
    error,
    takeOff: (imageId: string) => {
      const then = { onError: () => undefined }
      if ('planId' in of) offPlan.mutate({ planId: of.planId, imageId }, then)
      else offRecord.mutate({ recordId: of.recordId, imageId }, then)
    },
  }
}
