import { waitlistStates } from '@dentin/contract/waitlist'
import { appointmentStates } from '@dentin/contract/core/status'
import { MOST_BUFFER_MINUTES } from '@dentin/contract/appoint-item-fields'
import { formatDate, today } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, counted, named, perhaps, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { appointItemsOf } from '../clinic/index.ts'
import { foundBy, patientsIn } from '../patient/index.ts'
import { doctorsWithin, isWide, peopleOf, rowsWithin, type Reach } from '../staff/index.ts'
import { ownBuffers } from './queries.ts'
import { HOLDING, NO_BUFFERS } from './rules.ts'
import { candidatesFor, freeStretch, withGaps, type Busy } from './waitlist-rules.ts'

/** How far ahead openings are looked at, and how many at once. */
const AHEAD_MS = 90 * 86_400_000
const MOST_OPENINGS = 60
const MOST_WAITING = 500
const DAY_MS = 86_400_000
const LONGEST_MS = 600 * 60_000

/** Whole days that somebody has waited, by the calendar. */
const waitDays = (since: Date, now: Date): number =>
  Math.round(
    (new Date(`${today(now)}T00:00:00Z`).getTime() - new Date(`${formatDate(since)}T00:00:00Z`).getTime()) / DAY_MS,
  )

/** Whom of the list `w` a reach shows: those who want one of its doctors, whom the person put there, and its patients. */
export const concerned = (reach: Reach): RawBuilder<boolean> =>
  rowsWithin(reach, {
    clinic: sql`w.clinic_id`,
    doctors: [],
    others: [sql`w.created_by`],
    ...(isWide(reach)
      ? {}
      : { mine: sql<boolean>`(w.doctor_ids && ${peopleOf(reach)} or ${patientsIn(reach, sql`w.patient_id`)})` }),
  })

/** What a place `w` on the list says of the wish. */
const ofWish = [
  columns(
    'waitlist',
    'w',
    'id',
    'version',
    'patient_id',
    'title',
    'doctor_ids',
    'date_from',
    'date_to',
    'weekdays',
    'bands',
    'from_min',
    'to_min',
    'priority',
  ),
  named('waitlist', 'w', { duration: 'duration_min' }),
  columns('patient', 'p', 'name'),
  { mobile: sql<string>`coalesce(p.mobile, '')` },
] as const
const entryList = select(
  ...ofWish,
  named('waitlist', 'w', { since: 'created_at', currentId: 'current_appointment_id' }),
  perhaps(named('appointment', 'c', { currentStart: 'starts_at' })),
  { bufferBefore: sql<number>`b.before`, bufferAfter: sql<number>`b.after` },
)
/** An entry that waits, with what its order and its notice need. */
export type WaitingEntry = RowIn<typeof entryList>

/** Everybody who waits and has no place held, the first to be asked first. */
export async function waitingEntries(tx: TenantTx, clinicId: string, reach: Reach): Promise<WaitingEntry[]> {
  return tx.rows(
    entryList.from`waitlist w
        join patient p on ${tx.own('p')} and p.id = w.patient_id
        left join appointment c on ${tx.own('c')} and c.id = w.current_appointment_id and c.status in ${codes(appointmentStates, 'agreed')}
        cross join lateral (select coalesce(max(i.buffer_before_min), 0) as before, coalesce(max(i.buffer_after_min), 0) as after
          from ${appointItemsOf(tx, clinicId)} i where i.id = any(w.item_ids)) b
        where ${tx.own('w')} and w.clinic_id = ${clinicId} and w.status in ${codes(waitlistStates, 'waiting')} and ${concerned(reach)}
        order by w.priority desc, w.created_at, w.id limit ${MOST_WAITING}`,
  )
}

const openingList = select(
  columns('slot_opening', 'o', 'id', 'doctor_id', 'chair_id', 'starts_at', 'ends_at', 'cause'),
  named('employee', 'd', { doctorName: 'name' }),
  named('appointment', 'a', { fromPatientId: 'patient_id' }),
  { fromName: sql<string>`coalesce(p.name, a.temp_name, '')` },
)
type OpeningRow = RowIn<typeof openingList>

/** One opening, locked: whoever offers it stands in line. undefined when it was dismissed. */
export async function lockOpening(tx: TenantTx, clinicId: string, id: string): Promise<OpeningRow | undefined> {
  return tx.row(
    openingList.keptFrom`slot_opening o
        join employee d on ${tx.own('d')} and d.id = o.doctor_id
        join appointment a on ${tx.own('a')} and a.id = o.appointment_id
        left join patient p on ${tx.own('p')} and p.id = a.patient_id
        where ${tx.own('o')} and o.clinic_id = ${clinicId} and o.id = ${id} and o.dismissed_at is null
        for no key update of o`,
  )
}

const busyList = select(
  named('slot_opening', 'o', { openingId: 'id' }),
  named('appointment', 'a', { start: 'starts_at', end: 'ends_at' }),
  ownBuffers,
)

/** What of a doctor's time in openings, and so near that a buffer may reach into it, is taken. */
async function busyIn(tx: TenantTx, clinicId: string, openingIds: readonly string[]): Promise<Map<string, Busy[]>> {
  const rows = await tx.rows(
    busyList.keptFrom`slot_opening o
        join appointment a on ${tx.own('a')} and a.clinic_id = ${clinicId} and a.doctor_id = o.doctor_id
          and a.starts_at > o.starts_at - ${`${LONGEST_MS / 60_000 + MOST_BUFFER_MINUTES} minutes`}::interval
          and a.starts_at < o.ends_at + ${`${MOST_BUFFER_MINUTES} minutes`}::interval
          and a.ends_at > o.starts_at - ${`${MOST_BUFFER_MINUTES} minutes`}::interval
          and a.status = any(${HOLDING}::int[]) and not a.is_overbook and a.parked_at is null
        where ${tx.own('o')} and o.clinic_id = ${clinicId} and o.id = any(${openingIds}::uuid[])`,
  )
  const map = new Map<string, Busy[]>()
  for (const { openingId, ...stretch } of rows) map.set(openingId, [...(map.get(openingId) ?? []), stretch])
  return map
}

/** What of one opening's time is taken now. */
export async function busyOf(tx: TenantTx, clinicId: string, opening: OpeningRow): Promise<Busy[]> {
  return (await busyIn(tx, clinicId, [opening.id])).get(opening.id) ?? []
}

/** Who was offered an opening before. */
export async function offeredTo(tx: TenantTx, openingId: string): Promise<Set<string>> {
  const rows = await tx.rows(
    select(columns('waitlist_offer', 'f', 'waitlist_id'))
      .keptFrom`waitlist_offer f where ${tx.own('f')} and f.opening_id = ${openingId}`,
  )
  return new Set(rows.map((row) => row.waitlistId))
}

const offerList = select(
  columns('waitlist_offer', 'f', 'opening_id', 'waitlist_id', 'outcome', 'hold_until'),
  named('waitlist_offer', 'f', { offerId: 'id', startTime: 'starts_at', endTime: 'ends_at' }),
  columns('waitlist', 'w', 'patient_id'),
  columns('patient', 'p', 'name'),
  { mobile: sql<string>`coalesce(p.mobile, '')` },
)

/** Every opening with what is free of it, for whom it is held and who would fit, in four statements. */
export async function openings(tx: TenantTx, clinicId: string, reach: Reach) {
  const rows = await tx.rows(
    openingList.from`slot_opening o
        join employee d on ${tx.own('d')} and d.id = o.doctor_id
        join appointment a on ${tx.own('a')} and a.id = o.appointment_id
        left join patient p on ${tx.own('p')} and p.id = a.patient_id
        where ${tx.own('o')} and o.clinic_id = ${clinicId} and o.dismissed_at is null and o.ends_at > ${tx.now}
          and o.ends_at < ${new Date(tx.now.getTime() + AHEAD_MS)} and ${doctorsWithin(reach, sql`o.doctor_id`)}
        order by o.ends_at, o.id limit ${MOST_OPENINGS}`,
  )
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const busy = await busyIn(tx, clinicId, ids)
  const offers = await tx.rows(
    offerList.keptFrom`waitlist_offer f
        join waitlist w on ${tx.own('w')} and w.id = f.waitlist_id
        join patient p on ${tx.own('p')} and p.id = w.patient_id
        where ${tx.own('f')} and f.opening_id = any(${ids}::uuid[])`,
  )
  const waiting = await waitingEntries(tx, clinicId, reach)
  return rows.flatMap((row) => {
    const mine = offers.filter((each) => each.openingId === row.id)
    const open = mine.find((each) => each.outcome === 0)
    const time = { span: { start: row.startsAt, end: row.endsAt }, busy: busy.get(row.id) ?? [], now: tx.now }
    const free = freeStretch(time.span, withGaps(time.busy, NO_BUFFERS), tx.now)
    const held = open
      ? {
          offerId: open.offerId,
          waitlistId: open.waitlistId,
          patientId: open.patientId,
          name: open.name,
          mobile: open.mobile,
          startTime: open.startTime,
          endTime: open.endTime,
          holdUntil: open.holdUntil,
        }
      : null
    const shown = held ? { start: held.startTime, end: held.endTime } : free
    if (!shown) return []
    const asked = new Set(mine.map((each) => each.waitlistId))
    const able = waiting.filter((each) => !asked.has(each.id) && each.patientId !== row.fromPatientId)
    const candidates = free && !held ? candidatesFor(able, row.doctorId, time) : []
    return [
      {
        id: row.id,
        doctorId: row.doctorId,
        doctorName: row.doctorName,
        cause: row.cause,
        fromName: row.fromName,
        startTime: shown.start,
        endTime: shown.end,
        held,
        candidates: candidates.map(({ entry, place }) => ({
          waitlistId: entry.id,
          name: entry.name,
          priority: entry.priority,
          title: entry.title,
          duration: entry.duration,
          startTime: place.start,
          endTime: place.end,
          waitDays: waitDays(entry.since, tx.now),
        })),
      },
    ]
  })
}

const ofListed = [
  ...ofWish,
  columns('waitlist', 'w', 'item_ids', 'reason', 'status', 'created_name', 'made_appointment_id'),
  named('waitlist', 'w', { createdTime: 'created_at' }),
  columns('patient', 'p', 'gender', 'birth_day'),
  { hasAllergy: sql<boolean>`p.allergy_flag = 1` },
  perhaps(
    named('waitlist_offer', 'f', {
      offerId: 'id',
      heldId: 'appointment_id',
      offerStart: 'starts_at',
      offerEnd: 'ends_at',
      offerUntil: 'hold_until',
    }),
  ),
  perhaps(named('employee', 'fd', { offerDoctor: 'name' })),
  perhaps(named('appointment', 'c', { currentId: 'id', currentStart: 'starts_at' })),
  perhaps(named('employee', 'cd', { currentDoctor: 'name' })),
] as const

/** One page of the list, in two statements: those who still wait in the order they are asked, others the latest first. */
export async function waitlistPage(
  tx: TenantTx,
  clinicId: string,
  reach: Reach,
  input: { statuses: readonly number[]; keyword: string; pageNum: number; pageSize: number },
  digits: boolean,
) {
  const statuses = input.statuses.length > 0 ? input.statuses : [0, 1]
  const open = statuses.every((each) => each <= 1)
  const where = sql`${tx.own('w')} and w.clinic_id = ${clinicId} and ${concerned(reach)}
    and w.status = any(${statuses}::int[]) ${open ? sql`and w.status in ${codes(waitlistStates, 'open')}` : sql``}
    ${
      input.keyword
        ? sql`and w.patient_id = any(array(select f.id from ${foundBy(tx, input.keyword, 500, digits)} f))`
        : sql``
    }`
  const { total } = await tx.need(counted.from`waitlist w where ${where}`)
  const shown = select(...ofListed, {
    doctorNames: sql<string[]>`
            array(select e.name from employee e where ${tx.own('e')} and e.id = any(w.doctor_ids) order by e.sort_no, e.id)`,
    missed: sql<number>`(select count(*)::int from waitlist_offer m where ${tx.own('m')} and m.waitlist_id = w.id and m.outcome = 3)`,
  })
  const rows = await tx.rows(
    shown.from`waitlist w
        join patient p on ${tx.own('p')} and p.id = w.patient_id
        left join waitlist_offer f on ${tx.own('f')} and f.waitlist_id = w.id and f.outcome = 0
        left join employee fd on ${tx.own('fd')} and fd.id = f.doctor_id
        left join appointment c on ${tx.own('c')} and c.id = w.current_appointment_id
        left join employee cd on ${tx.own('cd')} and cd.id = c.doctor_id
        where ${where}
        order by ${open ? sql`w.priority desc, w.created_at, w.id` : sql`w.created_at desc, w.id desc`}
        limit ${input.pageSize} offset ${(input.pageNum - 1) * input.pageSize}`,
  )
  const list = rows.map(
    ({
      offerId,
      heldId,
      offerDoctor,
      offerStart,
      offerEnd,
      offerUntil,
      currentId,
      currentDoctor,
      currentStart,
      ...row
    }) => ({
      ...row,
      waitDays: waitDays(row.createdTime, tx.now),
      offer:
        offerId && heldId && offerStart && offerEnd && offerUntil
          ? {
              id: offerId,
              appointmentId: heldId,
              doctorName: offerDoctor ?? '',
              startTime: offerStart,
              endTime: offerEnd,
              holdUntil: offerUntil,
            }
          : null,
      current:
        currentId && currentStart ? { id: currentId, doctorName: currentDoctor ?? '', startTime: currentStart } : null,
    }),
  )
  return { list, total, pageNum: input.pageNum, pageSize: input.pageSize }
}
