import { clockOf, type LocalDate } from '@dentin/kit'
import type { ClinicContext } from '../../platform/http/context.ts'
import { fieldError } from '../../platform/errors.ts'
import { wholeClinic } from '../staff/index.ts'
import { mustReachOne } from './access.ts'
import { freeStarts } from './free.ts'
import { doctorsOf, itemsByIds } from './queries.ts'
import { buffersOf } from './rules.ts'

/** Where a doctor is free for a visit: day by day, or why not. */
export async function freePlaces(
  context: ClinicContext,
  input: {
    doctorId: string
    chairId?: string | null | undefined
    from: LocalDate
    days: number
    minutes: number
    itemIds: string[]
    exceptId?: string | null | undefined
  },
) {
  const { tx, clinicId } = context
  await mustReachOne(context, ['/myAppointmentBoard:add', '/myAppointmentBoard:edit'], input.doctorId)
  const [doctor] = await doctorsOf(tx, clinicId, wholeClinic(context), { doctorIds: [input.doctorId] })
  if (!doctor || doctor.suspended) throw fieldError('APPOINTMENT_DOCTOR_UNKNOWN', 'doctorId')
  const found = await freeStarts(tx, clinicId, {
    doctorIds: [input.doctorId],
    from: input.from,
    days: input.days,
    minutes: input.minutes,
    buffers: buffersOf(await itemsByIds(tx, clinicId, input.itemIds)),
    chairId: input.chairId ?? null,
    except: input.exceptId ?? null,
  })
  return found.map(({ date, off, starts }) => ({ date, off, starts: starts.map(clockOf) }))
}
