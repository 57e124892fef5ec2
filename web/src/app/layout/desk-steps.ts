import { visit } from '@dentin/contract/visit'
import type { DeskStep } from '../../features/reporting/index.ts'
import { newRequestId, send } from '../../lib/client.ts'
import { can } from '../../lib/permission.ts'

/** What became of a step, and the way back where there is one. */
export interface StepDone {
  words: string
  undo?: () => Promise<unknown>
}
/** Steps that are taken on the spot; the others lead to a page. */
export type InPlace = 'checkIn' | 'callIn' | 'leave'

/** Takes a step that needs no page. */
export async function takeStep(kind: InPlace, entry: NonNullable<DeskStep['entry']>): Promise<StepDone> {
  const id = entry.registrationId ?? ''
  switch (kind) {
    case 'checkIn': {
      const made = await send(visit.checkIn, { requestId: newRequestId(), appointmentId: entry.appointmentId ?? '' })
      return {
        words: `已签到，${made.queueNo} 号`,
        ...(can('/inTreatment:cancel') ? { undo: () => send(visit.cancel, { id: made.id, reason: '撤销签到' }) } : {}),
      }
    }
    case 'callIn':
      await send(visit.callIn, { id })
      return { words: '已叫号', undo: () => send(visit.requeue, { id }) }
    case 'leave':
      await send(visit.leave, { id })
      return { words: '已离开' }
  }
}
