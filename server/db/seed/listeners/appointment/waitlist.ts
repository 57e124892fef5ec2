import { appointmentStates } from '@dentin/contract/core/status'
import type { Company } from '../../organisation.ts'
import type { Doc, Row, World } from '../../world.ts'

interface Wish {
  item: string
  minutes: number
  priority: 1 | 2 | 3
  /** Days and minutes of the day since they asked. */
  days: number
  at: number
  weekdays: number[]
  bands: number[]
  /** Only this clinic's first doctors, by number. */
  doctor: number | null
  reason: string
}

const WISHES: readonly Wish[] = [
  {
    item: '补牙',
    minutes: 30,
    priority: 3,
    days: 2,
    at: 575,
    weekdays: [],
    bands: [],
    doctor: null,
    reason: '冷热敏感，希望尽快',
  },
  {
    item: '正畸复诊',
    minutes: 30,
    priority: 2,
    days: 5,
    at: 860,
    weekdays: [],
    bands: [2],
    doctor: 1,
    reason: '月底出国前复诊一次',
  },
  { item: '洁治', minutes: 45, priority: 1, days: 6, at: 1010, weekdays: [0, 6], bands: [], doctor: null, reason: '' },
  { item: '拔牙', minutes: 30, priority: 1, days: 8, at: 640, weekdays: [], bands: [1], doctor: null, reason: '' },
  {
    item: '复查',
    minutes: 20,
    priority: 1,
    days: 9,
    at: 930,
    weekdays: [1, 2, 3, 4, 5],
    bands: [1, 2],
    doctor: 0,
    reason: '',
  },
]
/** Days from today on which a booked appointment is given back, so that there is something to offer. */
const FREED_DAYS = [1, 3]
/** Days from today on which somebody could not keep the appointment and names another time later. */
const PARKED_DAYS = [4, 6]

/** Who waits for an earlier place in the first clinic, and two places that fell free. */
export function makeWaitlist(world: World, companies: readonly Company[]): void {
  const clinic = companies[0]?.clinics[0]
  if (!clinic) return
  const { tenantId, items } = clinic.company
  const desk = clinic.reception[0] as (typeof clinic.reception)[number]
  const upcoming = world
    .rows('appointment')
    .filter(
      (row) =>
        row.clinic_id === clinic.id &&
        (row.starts_at as Date) > world.now &&
        appointmentStates.is(row.status as number, 'holding'),
    )
  const booked = new Set(upcoming.map((row) => row.patient_id))
  const people = world
    .rows('patient')
    .filter((row) => row.home_clinic_id === clinic.id && row.status === 0 && !booked.has(row.id) && row.mobile)
  for (const [n, wish] of WISHES.entries()) {
    const patient = people[n * 17 + 5]
    if (!patient) continue
    const at = world.at(-wish.days, wish.at)
    const doctor = wish.doctor === null ? null : clinic.doctors[wish.doctor]
    const doc = world.create(
      'waitlist',
      {
        tenant_id: tenantId,
        id: world.r.uuid(at),
        clinic_id: clinic.id,
        patient_id: patient.id,
        doctor_ids: doctor ? [doctor.id] : [],
        item_ids: [items.get(wish.item)?.id].filter((id) => id !== undefined),
        title: wish.item,
        duration_min: wish.minutes,
        weekdays: wish.weekdays,
        bands: wish.bands,
        priority: wish.priority,
        reason: wish.reason,
        status: 0,
        created_by: desk.id,
        created_name: desk.name,
        created_at: at,
        updated_at: at,
      },
      desk,
      at,
      patient.id,
    )
    world.step('waitlist', doc.row as Key, null, 0, desk, at)
  }
  for (const day of FREED_DAYS) free(world, day, upcoming, desk)
  for (const [n, day] of PARKED_DAYS.entries()) park(world, day, 95 - n * 40, upcoming, desk)
}

type Key = { tenant_id: string; clinic_id: string; id: string }

type Desk = { id: string; accountId: string; name: string }

/** An ordinary appointment of a day that is long enough for somebody else. */
function ordinaryOn(
  world: World,
  day: number,
  upcoming: readonly Row<'appointment'>[],
): Doc<'appointment'> | undefined {
  const [from, to] = [world.at(day, 0), world.at(day + 1, 0)]
  const row = upcoming.find(
    (each) =>
      (each.starts_at as Date) >= from &&
      (each.starts_at as Date) < to &&
      each.status === 1 &&
      !each.is_overbook &&
      (each.ends_at as Date).getTime() - (each.starts_at as Date).getTime() >= 30 * 60_000,
  )
  return row && { table: 'appointment', row, first: {}, patientId: row.patient_id as string }
}

/** One appointment of a day is given back this morning. */
function free(world: World, day: number, upcoming: readonly Row<'appointment'>[], desk: Desk): void {
  const doc = ordinaryOn(world, day, upcoming)
  if (!doc) return
  const at = new Date(world.now.getTime() - 35 * 60_000)
  const reason = '患者原因：临时出差'
  world.change(doc, { status: 6, cancel_reason: reason, cancelled_by: desk.id, cancelled_at: at }, desk, at, { reason })
  world.step('appointment', doc.row as Key, 1, 6, desk, at, reason)
  open(world, doc.row, 1, at)
}

/** One appointment of a day is put aside until the patient names another time. */
function park(
  world: World,
  day: number,
  minutesAgo: number,
  upcoming: readonly Row<'appointment'>[],
  desk: Desk,
): void {
  const doc = ordinaryOn(world, day, upcoming)
  if (!doc) return
  const at = new Date(world.now.getTime() - minutesAgo * 60_000)
  world.change(doc, { parked_at: at, parked_name: desk.name }, desk, at, { reason: '放入待安排' })
  open(world, doc.row, 2, at)
}

/** The place that an appointment gave back. */
function open(world: World, row: Row<'appointment'>, cause: 1 | 2, at: Date): void {
  world.put('slot_opening', {
    tenant_id: row.tenant_id,
    id: world.r.uuid(at),
    clinic_id: row.clinic_id,
    doctor_id: row.doctor_id,
    chair_id: row.chair_id,
    starts_at: row.starts_at,
    ends_at: row.ends_at,
    cause,
    appointment_id: row.id,
    created_at: at,
  })
}
