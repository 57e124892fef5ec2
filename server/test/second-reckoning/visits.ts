import {
  by,
  dayOf,
  known,
  minutesBetween,
  once,
  rate,
  rows,
  sourceOf,
  whoIs,
  within,
  type Fact,
  type Reckonings,
} from './kit.ts'
import type { RowOf, World } from './world.ts'

type Appointment = RowOf<'appointment'>
type Registration = RowOf<'registration'>

/** Times that are only held or parked are no appointments. */
const isOne = ({ held_until, parked_at }: Appointment) => held_until === null && parked_at === null

const ofAppointment = (world: World, row: Appointment, day: string): Fact => ({
  value: 1,
  day,
  clinic: row.clinic_id,
  doctor: row.doctor_id,
  nurse: row.nurse_id,
  consultant: row.consultant_id,
  desk: row.created_by,
  dept: known(world).deptOf(row.doctor_id, row.clinic_id),
  source: sourceOf(world, row.patient_id),
})
/** V1–V4: appointments by their start, in some states. */
const appointments = (...states: number[]) =>
  rows((world, span) =>
    world.appointment.flatMap((row) => {
      const day = dayOf(row.starts_at)
      return within(span, day) && isOne(row) && states.includes(row.status) ? [ofAppointment(world, row, day)] : []
    }),
  )
/** G1, G2: the same by the day on which they were made. */
const made = (...states: number[]) =>
  rows((world, span) =>
    world.appointment.flatMap((row) => {
      const day = dayOf(row.created_at)
      return within(span, day) && isOne(row) && states.includes(row.status) ? [ofAppointment(world, row, day)] : []
    }),
  )

/** Cancelled (7) and handed on (8) are no visits. */
export const came = ({ status }: Pick<Registration, 'status'>): boolean => status !== 7 && status !== 8

/** Before or after another: by the moment, then by the id. */
const isBefore = (a: Registration, b: Registration) =>
  Date.parse(a.reg_time) !== Date.parse(b.reg_time) ? Date.parse(a.reg_time) < Date.parse(b.reg_time) : a.id < b.id

/** The visits of each patient, the first one first. */
export const visitsOf = once((world: World) => {
  const found = by(world.registration.filter(came), ({ patient_id }) => patient_id)
  for (const list of found.values()) list.sort((a, b) => (isBefore(a, b) ? -1 : 1))
  return found
})
export const isFirstEver = (world: World, row: Registration): boolean =>
  visitsOf(world).get(row.patient_id)?.[0]?.id === row.id

export const ofVisit = (world: World, row: Registration, value = 1): Fact => {
  const { appointments: all, deptOf } = known(world)
  return {
    value,
    day: row.reg_date,
    clinic: row.clinic_id,
    ...whoIs(world, row.patient_id, row.reg_date),
    doctor: row.doctor_id,
    nurse: all.get(row.appointment_id ?? '')?.nurse_id ?? null,
    consultant: row.consultant_id,
    desk: row.created_by,
    dept: row.dept_id ?? deptOf(row.doctor_id, row.clinic_id),
  }
}
/** Visits by the day of their registration: those of which a function says how much each adds; null adds nothing. */
export const visits = (of: (row: Registration, world: World) => number | null) =>
  rows((world, span) =>
    world.registration.flatMap((row) => {
      const value = within(span, row.reg_date) && came(row) ? of(row, world) : null
      return value === null ? [] : [ofVisit(world, row, value)]
    }),
  )
/** A file, on the day on which it was opened. */
export const ofFile = (world: World, row: RowOf<'patient'>): Fact => {
  const day = dayOf(row.created_at)
  return {
    value: 1,
    day,
    clinic: row.home_clinic_id,
    ...whoIs(world, row.id, day),
    doctor: row.resp_doctor_id,
    dept: known(world).deptOf(row.resp_doctor_id, row.home_clinic_id),
    consultant: row.consultant_id,
  }
}
const begun = ({ start_time }: Registration) => (start_time === null ? null : 1)

export const visitReckonings: Reckonings = {
  V1: appointments(1, 2, 3, 4, 5, 6, 7, 9),
  V2: appointments(6),
  V3: appointments(3, 4, 5, 7),
  V4: appointments(9),
  // Agreed to, and neither here nor given up.
  V0: appointments(1, 2),
  V5: rate('V3', 'V1 - V2 - V0', 10_000),
  V6: rate('V4', 'V1 - V2 - V0', 10_000),
  V7: visits(() => 1),
  V8: visits(({ treat_type }) => (treat_type === 1 ? 1 : null)),
  V9: visits(({ treat_type }) => (treat_type === 2 ? 1 : null)),
  V10: visits(({ treat_type }) => (treat_type === 3 ? 1 : null)),
  V11m: visits(({ reg_time, start_time }) => (start_time === null ? null : minutesBetween(reg_time, start_time))),
  V11: rate('V11m', 'S1', 1),
  V12: visits(({ start_time, end_time }) =>
    start_time === null || end_time === null ? null : minutesBetween(start_time, end_time),
  ),
  V14: rows((world) =>
    world.patient.flatMap((row) => {
      // A file that was merged into another is no file of its own.
      return row.status === 2 ? [] : [ofFile(world, row)]
    }),
  ),
  V15: visits((row, world) => (isFirstEver(world, row) ? 1 : null)),
  S1: visits(begun),
  G1: made(1, 2, 3, 4, 5, 6, 7, 9),
  G2: made(9),
}
