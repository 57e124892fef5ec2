import { waitlistStates } from '@dentin/contract/waitlist'
import { appointmentStates } from '@dentin/contract/core/status'
import { MOST_BUFFER_MINUTES } from '@dentin/contract/appoint-item-fields'
import { formatDate, today, type LocalDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { appointItemsOf } from '../clinic/index.ts'
import { foundBy, patientsIn } from '../patient/index.ts'
import { doctorsWithin, isWide, peopleOf, rowsWithin, type Reach } from '../staff/index.ts'
import { HOLDING, NO_BUFFERS } from './rules.ts'
import { candidatesFor, freeStretch, withGaps, type Busy, type Waiting } from './waitlist-rules.ts'

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

/** An entry that waits, with what its order and its notice need. */
export interface WaitingEntry extends Waiting {
  version: number
  patientId: string
  name: string
  mobile: string
  title: string
  currentId: string | null
}

/** Everybody who waits and has no place held, the first to be asked first. */
export async function waitingEntries(tx: TenantTx, clinicId: string, reach: Reach): Promise<WaitingEntry[]> {
  return tx.rows<WaitingEntry>(
    sql`select w.id, w.version, w.patient_id as "patientId", p.name, coalesce(p.mobile, '') as mobile, w.title,
          w.duration_min as duration, w.doctor_ids as "doctorIds", w.date_from as "dateFrom", w.date_to as "dateTo", w.weekdays, w.bands,
          w.from_min as "fromMin", w.to_min as "toMin", w.priority, w.created_at as since, w.current_appointment_id as "currentId",
          c.starts_at as "currentStart", b.before as "bufferBefore", b.after as "bufferAfter"
        from waitlist w
        join patient p on p.tenant_id = ${tx.tenantId} and p.id = w.patient_id
        left join appointment c on c.tenant_id = ${tx.tenantId} and c.id = w.current_appointment_id and c.status in ${codes(appointmentStates, 'agreed')}
        cross join lateral (select coalesce(max(i.buffer_before_min), 0) as before, coalesce(max(i.buffer_after_min), 0) as after
          from ${appointItemsOf(tx, clinicId)} i where i.id = any(w.item_ids)) b
        where w.tenant_id = ${tx.tenantId} and w.clinic_id = ${clinicId} and w.status in ${codes(waitlistStates, 'waiting')} and ${concerned(reach)}
        order by w.priority desc, w.created_at, w.id limit ${MOST_WAITING}`,
  )
}

interface OpeningRow {
  id: string
  doctorId: string
  doctorName: string
  chairId: string | null
  startsAt: Date
  endsAt: Date
  cause: number
  fromName: string
  fromPatientId: string | null
}

const openingColumns = sql`o.id, o.doctor_id as "doctorId", d.name as "doctorName", o.chair_id as "chairId", o.starts_at as "startsAt",
  o.ends_at as "endsAt", o.cause, coalesce(p.name, a.temp_name, '') as "fromName", a.patient_id as "fromPatientId"`

/** One opening, locked: whoever offers it stands in line. undefined when it was dismissed. */
export async function lockOpening(tx: TenantTx, clinicId: string, id: string): Promise<OpeningRow | undefined> {
  return tx.row<OpeningRow>(
    keptSql`select ${openingColumns}
        from slot_opening o
        join employee d on d.tenant_id = ${tx.tenantId} and d.id = o.doctor_id
        join appointment a on a.tenant_id = ${tx.tenantId} and a.id = o.appointment_id
        left join patient p on p.tenant_id = ${tx.tenantId} and p.id = a.patient_id
        where o.tenant_id = ${tx.tenantId} and o.clinic_id = ${clinicId} and o.id = ${id} and o.dismissed_at is null
        for no key update of o`,
  )
}

/** What of a doctor's time in openings, and so near that a buffer may reach into it, is taken. */
async function busyIn(tx: TenantTx, clinicId: string, openingIds: readonly string[]): Promise<Map<string, Busy[]>> {
  const rows = await tx.rows<Busy & { openingId: string }>(
    keptSql`select o.id as "openingId", a.starts_at as start, a.ends_at as "end",
          a.buffer_before_min as "bufferBefore", a.buffer_after_min as "bufferAfter"
        from slot_opening o
        join appointment a on a.tenant_id = ${tx.tenantId} and a.clinic_id = ${clinicId} and a.doctor_id = o.doctor_id
          and a.starts_at > o.starts_at - ${`${LONGEST_MS / 60_000 + MOST_BUFFER_MINUTES} minutes`}::interval
          and a.starts_at < o.ends_at + ${`${MOST_BUFFER_MINUTES} minutes`}::interval
          and a.ends_at > o.starts_at - ${`${MOST_BUFFER_MINUTES} minutes`}::interval
          and a.status = any(${HOLDING}::int[]) and not a.is_overbook and a.parked_at is null
        where o.tenant_id = ${tx.tenantId} and o.clinic_id = ${clinicId} and o.id = any(${openingIds}::uuid[])`,
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
  const rows = await tx.rows<{ id: string }>(
    keptSql`select f.waitlist_id as id from waitlist_offer f where f.tenant_id = ${tx.tenantId} and f.opening_id = ${openingId}`,
  )
  return new Set(rows.map((row) => row.id))
}

/** Every opening with what is free of it, for whom it is held and who would fit, in four statements. */
export async function openings(tx: TenantTx, clinicId: string, reach: Reach) {
  const rows = await tx.rows<OpeningRow>(
    sql`select ${openingColumns}
        from slot_opening o
        join employee d on d.tenant_id = ${tx.tenantId} and d.id = o.doctor_id
        join appointment a on a.tenant_id = ${tx.tenantId} and a.id = o.appointment_id
        left join patient p on p.tenant_id = ${tx.tenantId} and p.id = a.patient_id
        where o.tenant_id = ${tx.tenantId} and o.clinic_id = ${clinicId} and o.dismissed_at is null and o.ends_at > ${tx.now}
          and o.ends_at < ${new Date(tx.now.getTime() + AHEAD_MS)} and ${doctorsWithin(reach, sql`o.doctor_id`)}
        order by o.ends_at, o.id limit ${MOST_OPENINGS}`,
  )
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const busy = await busyIn(tx, clinicId, ids)
  const offers = await tx.rows<{
    openingId: string
    offerId: string
    waitlistId: string
    outcome: number
    patientId: string
    name: string
    mobile: string
    startTime: Date
    endTime: Date
    holdUntil: Date
  }>(
    keptSql`select f.opening_id as "openingId", f.id as "offerId", f.waitlist_id as "waitlistId", f.outcome, w.patient_id as "patientId", p.name,
          coalesce(p.mobile, '') as mobile, f.starts_at as "startTime", f.ends_at as "endTime", f.hold_until as "holdUntil"
        from waitlist_offer f
        join waitlist w on w.tenant_id = ${tx.tenantId} and w.id = f.waitlist_id
        join patient p on p.tenant_id = ${tx.tenantId} and p.id = w.patient_id
        where f.tenant_id = ${tx.tenantId} and f.opening_id = any(${ids}::uuid[])`,
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
  const where = sql`w.tenant_id = ${tx.tenantId} and w.clinic_id = ${clinicId} and ${concerned(reach)}
    and w.status = any(${statuses}::int[]) ${open ? sql`and w.status in ${codes(waitlistStates, 'open')}` : sql``}
    ${
      input.keyword
        ? sql`and w.patient_id = any(array(select f.id from ${foundBy(tx, input.keyword, 500, digits)} f))`
        : sql``
    }`
  const { total } = await tx.need<{ total: number }>(sql`select count(*)::int as total from waitlist w where ${where}`)
  const rows = await tx.rows<{
    id: string
    version: number
    patientId: string
    name: string
    gender: number
    birthDay: LocalDate | null
    mobile: string
    hasAllergy: boolean
    doctorIds: string[]
    doctorNames: string[]
    itemIds: string[]
    title: string
    duration: number
    dateFrom: LocalDate | null
    dateTo: LocalDate | null
    weekdays: number[]
    bands: number[]
    fromMin: number | null
    toMin: number | null
    priority: number
    reason: string
    status: number
    createdName: string
    createdTime: Date
    missed: number
    offerId: string | null
    heldId: string | null
    offerDoctor: string | null
    offerStart: Date | null
    offerEnd: Date | null
    offerUntil: Date | null
    currentId: string | null
    currentDoctor: string | null
    currentStart: Date | null
    madeAppointmentId: string | null
  }>(
    sql`select w.id, w.version, w.patient_id as "patientId", p.name, p.gender, p.birth_day as "birthDay", coalesce(p.mobile, '') as mobile,
          p.allergy_flag = 1 as "hasAllergy", w.doctor_ids as "doctorIds",
          array(select e.name from employee e where e.tenant_id = ${tx.tenantId} and e.id = any(w.doctor_ids) order by e.sort_no, e.id) as "doctorNames",
          w.item_ids as "itemIds", w.title, w.duration_min as duration, w.date_from as "dateFrom", w.date_to as "dateTo", w.weekdays, w.bands,
          w.from_min as "fromMin", w.to_min as "toMin", w.priority, w.reason, w.status, w.created_name as "createdName",
          w.created_at as "createdTime",
          (select count(*)::int from waitlist_offer m where m.tenant_id = ${tx.tenantId} and m.waitlist_id = w.id and m.outcome = 3) as missed,
          f.id as "offerId", f.appointment_id as "heldId", fd.name as "offerDoctor", f.starts_at as "offerStart", f.ends_at as "offerEnd", f.hold_until as "offerUntil",
          c.id as "currentId", cd.name as "currentDoctor", c.starts_at as "currentStart", w.made_appointment_id as "madeAppointmentId"
        from waitlist w
        join patient p on p.tenant_id = ${tx.tenantId} and p.id = w.patient_id
        left join waitlist_offer f on f.tenant_id = ${tx.tenantId} and f.waitlist_id = w.id and f.outcome = 0
        left join employee fd on fd.tenant_id = ${tx.tenantId} and fd.id = f.doctor_id
        left join appointment c on c.tenant_id = ${tx.tenantId} and c.id = w.current_appointment_id
        left join employee cd on cd.tenant_id = ${tx.tenantId} and cd.id = c.doctor_id
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
