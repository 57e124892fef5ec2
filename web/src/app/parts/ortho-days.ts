import { caseDays } from '@dentin/clinical/orthodontics/picture-set'
import { addDays } from '@dentin/kit/datetime'
import { presentDay } from '../../lib/present.ts'

/** Between which days the pictures of start and end of a case were taken; the end is open while the appliance is worn. */
export function startAndEnd({
  beganOn,
  startDate,
  debondDate,
}: {
  beganOn: string
  startDate: string | null
  debondDate: string | null
}): { since: string; until: string; from: string | null } {
  const { beforeFirst, around } = caseDays
  return {
    since: addDays(beganOn, -beforeFirst),
    until: addDays(startDate ?? presentDay(), around),
    from: debondDate === null ? null : addDays(debondDate, -around),
  }
}
