import { AppError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { createAppointment, type NewAppointment } from './book.ts'

const WEEK_MS = 7 * 86_400_000
/** Refusals of one place: the others may still be had. */
const PLACE = /^APPOINTMENT_(SLOT|CHAIR|OVERBOOK|OFF)/

/** Undoes what was tried; never leaves this file. */
class Undone extends Error {}

/** What became of a series. Not saved: nothing was booked, the conflicts and warnings have to be read first. */
interface Series {
  saved: boolean
  made: { id: string; startTime: Date }[]
  conflicts: { startTime: Date; reason: string }[]
  warnings: { startTime: Date; text: string }[]
}

/** Books the same every so many weeks: all of it, or what is free once the conflicts and warnings were seen. */
export async function repeatAppointment(
  context: ClinicContext,
  input: Omit<NewAppointment, 'backfill' | 'overbook' | 'acceptWarnings'> & {
    everyWeeks: number
    times: number
    skipConflicts: boolean
  },
): Promise<Series> {
  const { tx } = context
  const { everyWeeks, times, skipConflicts, ...wanted } = input
  const made: Series['made'] = []
  const conflicts: Series['conflicts'] = []
  const warnings: Series['warnings'] = []
  try {
    await tx.attempt(async () => {
      for (let n = 0; n < times; n++) {
        const shift = n * everyWeeks * WEEK_MS
        const startTime = new Date(wanted.startTime.getTime() + shift)
        const endTime = wanted.endTime ? new Date(wanted.endTime.getTime() + shift) : null
        try {
          const answer = await tx.attempt(() =>
            createAppointment(context, {
              ...wanted,
              startTime,
              endTime,
              backfill: false,
              overbook: false,
              acceptWarnings: true,
              keepBuffers: true,
            }),
          )
          made.push({ id: answer.id as string, startTime })
          warnings.push(...answer.warnings.map(({ text }) => ({ startTime, text })))
        } catch (error) {
          if (!(error instanceof AppError) || !PLACE.test(error.refusal)) throw error
          conflicts.push({ startTime, reason: error.message })
        }
      }
      if (conflicts.length + warnings.length > 0 && !skipConflicts) throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
    return { saved: false, made: [], conflicts, warnings }
  }
  return { saved: made.length > 0, made, conflicts, warnings }
}
