import { waitlistStates } from '@dentin/contract/waitlist'
import { appointmentStates, confirmStates } from '@dentin/contract/core/status'
import { formatDate, formatTime, today, uuidv7, type LocalDate } from '@dentin/kit'
import { sql, type Selectable } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import type { DB } from '../../../platform/database/builder.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import { columns, select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { clinicSettings } from '../../clinic/index.ts'
import { notify } from '../../messaging/index.ts'
import { mustReachPatient, treatTypeOf } from '../../patient/index.ts'
import { writePatient } from '../../sms/index.ts'
import { outOfReach, reachOf, wholeClinic, type Reach, clinicContact, doctorOfClinic } from '../../staff/index.ts'
import { mustReach, mustReachDoctor, systemDesk, type Desk } from '../access.ts'
import { itemsByIds } from '../queries.ts'
import { busyOf, concerned, lockOpening, offeredTo, waitingEntries, type WaitingEntry } from '../waitlist-queries.ts'
import { candidatesFor, holdUntil, type Stretch } from '../waitlist-rules.ts'
import { bufferColumns, insert, logMove } from './book.ts'
import { noteOpening } from './openings.ts'
import { findPlace, lockPatient } from './place.ts'
import { lockAppointment, setStatus, type AppointmentRow } from './status.ts'

const EDIT = '/myAppointmentBoard:edit'
/** What lets somebody keep the list. */
const WORK = ['/myAppointmentBoard:add', EDIT] as const
const DEFAULT_MINUTES = 30
type Entry = Selectable<DB['waitlist']>
type Offer = Selectable<DB['waitlist_offer']>
type Opening = NonNullable<Awaited<ReturnType<typeof lockOpening>>>

/** One entry, locked until the transaction ends. */
async function lockEntry(tx: TenantTx, id: string): Promise<Entry> {
  return tx.need<Entry>(keptSql`select w.* from waitlist w where ${tx.own('w')} and w.id = ${id} for no key update`)
}

/** Refuses an entry of the list beyond the reach of whoever works on it. */
async function mustReachEntry(context: ClinicContext, id: string): Promise<void> {
  const { tx } = context
  const found = await tx.row(
    keptSql`select w.id from waitlist w where ${tx.own('w')} and w.id = ${id} and ${concerned(reachOf(context, ...WORK))}`,
  )
  if (!found) throw outOfReach()
}

interface Wanted {
  id?: string | null | undefined
  version?: number | undefined
  patientId: string
  doctorIds: string[]
  itemIds: string[]
  duration?: number | null | undefined
  dateFrom?: LocalDate | null | undefined
  dateTo?: LocalDate | null | undefined
  weekdays: number[]
  bands: number[]
  fromMin?: number | null | undefined
  toMin?: number | null | undefined
  priority: number
  reason: string
  currentAppointmentId?: string | null | undefined
}

/** Puts somebody on the waiting list, or changes what a waiting one wants. */
export async function saveWaitlist(context: ClinicContext, input: Wanted): Promise<{ id: string; version: number }> {
  const { tx, clinicId, employeeId, actorName, now } = context
  if (input.dateFrom && input.dateTo && input.dateFrom > input.dateTo)
    throw fieldError('BAD_INPUT', 'dateTo', '结束日期应不早于开始日期')
  if (input.dateTo && input.dateTo < today(now)) throw fieldError('BAD_INPUT', 'dateTo', '结束日期已过')
  if ((input.fromMin ?? null) === null ? (input.toMin ?? null) !== null : (input.toMin ?? null) === null)
    throw fieldError('BAD_INPUT', 'toMin', '请填写最早和最晚时间')
  if (typeof input.fromMin === 'number' && typeof input.toMin === 'number' && input.fromMin >= input.toMin)
    throw fieldError('BAD_INPUT', 'toMin', '最晚时间应晚于最早时间')
  for (const id of input.doctorIds) await doctorOfClinic(tx, clinicId, id)
  const items = await itemsByIds(tx, clinicId, input.itemIds)
  if (items.length !== new Set(input.itemIds).size) throw fieldError('APPOINTMENT_ITEM_UNKNOWN', 'itemIds')
  const duration = input.duration ?? (items.reduce((total, each) => total + each.duration, 0) || DEFAULT_MINUTES)
  if (duration % 5 !== 0 || duration > 600)
    throw fieldError('BAD_INPUT', 'duration', '时长须为 5 分钟的整数倍，最长 600 分钟')
  await mustReachPatient(context, input.patientId, 'patientId')
  await lockPatient(tx, input.patientId)
  const currentId = input.currentAppointmentId ?? null
  if (currentId) {
    const current = await tx.row<Pick<AppointmentRow, 'clinic_id' | 'doctor_id' | 'nurse_id' | 'consultant_id'>>(
      sql`select a.clinic_id, a.doctor_id, a.nurse_id, a.consultant_id from appointment a where ${tx.own('a')} and a.clinic_id = ${clinicId}
          and a.id = ${currentId} and a.patient_id = ${input.patientId} and a.status in ${codes(appointmentStates, 'agreed')} and a.starts_at > ${now}`,
    )
    if (!current) throw fieldError('WAITLIST_CURRENT', 'currentAppointmentId')
    await mustReach(context, EDIT, current)
  }
  const row = {
    patient_id: input.patientId,
    doctor_ids: [...new Set(input.doctorIds)],
    item_ids: input.itemIds,
    title: items.map((each) => each.name).join('、'),
    duration_min: duration,
    date_from: input.dateFrom ?? null,
    date_to: input.dateTo ?? null,
    weekdays: [...new Set(input.weekdays)].sort((a, b) => a - b),
    bands: [...new Set(input.bands)].sort((a, b) => a - b),
    from_min: input.fromMin ?? null,
    to_min: input.toMin ?? null,
    priority: input.priority,
    reason: input.reason,
    current_appointment_id: currentId,
  }
  const note = { patientId: input.patientId }
  if (input.id) {
    await mustReachEntry(context, input.id)
    const before = await lockEntry(tx, input.id)
    if (!waitlistStates.may('edit', before.status)) throw new AppError('WAITLIST_SETTLED')
    const changed = await tx.update('waitlist', { id: input.id, version: input.version ?? 0 }, row, note)
    tx.publish('appointment', null)
    return { id: changed.id, version: changed.version }
  }
  const id = uuidv7()
  await tx.insert(
    'waitlist',
    {
      id,
      clinic_id: clinicId,
      ...row,
      status: waitlistStates.code.waiting,
      created_by: employeeId,
      created_name: actorName,
      created_at: now,
      updated_at: now,
    },
    note,
  )
  await tx.logStatus('waitlist', id, clinicId, null, waitlistStates.code.waiting)
  tx.publish('appointment', null)
  return { id, version: 1 }
}

/** Takes somebody off the list who waits no longer. Whoever has a place held answers for that first. */
export async function leaveWaitlist(context: ClinicContext, input: { id: string; version: number }): Promise<null> {
  const { tx } = context
  await mustReachEntry(context, input.id)
  const entry = await lockEntry(tx, input.id)
  if (!waitlistStates.may('leave', entry.status)) throw new AppError('WAITLIST_SETTLED')
  await setEntry(tx, entry, waitlistStates.code.givenUp, {}, input.version)
  return null
}

async function setEntry(
  tx: TenantTx,
  entry: Entry,
  to: number,
  patch: Partial<Pick<Entry, 'notified_at' | 'hold_until' | 'made_appointment_id'>> = {},
  version?: number,
): Promise<Entry> {
  const changed = await tx.update(
    'waitlist',
    { id: entry.id, ...(version === undefined ? {} : { version }) },
    { ...patch, status: to },
    { patientId: entry.patient_id },
  )
  await tx.logStatus('waitlist', entry.id, entry.clinic_id, entry.status, to)
  tx.publish('appointment', null, entry.clinic_id)
  return changed
}

/** What an offer came to. */
interface Offered {
  offerId: string
  name: string
  holdUntil: Date
  /** A message went out; without a phone number the desk has to call. */
  noticed: boolean
}

/** Offers what fell free to one of the list, or to the first who fits: the place is held and a message goes out. */
export async function offerOpening(
  context: ClinicContext,
  input: { openingId: string; waitlistId?: string | null | undefined },
): Promise<Offered> {
  const { tx, clinicId } = context
  const opening = await lockOpening(tx, clinicId, input.openingId)
  if (!opening) throw new AppError('WAITLIST_GONE')
  await mustReachDoctor(context, EDIT, opening.doctorId)
  if (await isHeld(tx, opening.id)) throw new AppError('WAITLIST_HELD')
  const found = await fitting(context, opening, reachOf(context, EDIT))
  if (input.waitlistId) {
    const wanted = found.find(({ entry }) => entry.id === input.waitlistId)
    if (!wanted) throw new AppError('WAITLIST_SETTLED', { message: '这位候补已不能放入该时段，请刷新' })
    return offerTo(context, opening, wanted.entry, wanted.place)
  }
  const first = found[0]
  if (!first) throw new AppError('WAITLIST_NONE')
  return offerTo(context, opening, first.entry, first.place)
}

async function isHeld(tx: TenantTx, openingId: string): Promise<boolean> {
  const row = await tx.row(
    keptSql`select 1 from waitlist_offer f where ${tx.own('f')} and f.opening_id = ${openingId} and f.outcome = 0`,
  )
  return row !== undefined
}

/** Who fits what is free of an opening and was not asked before, the first first. */
async function fitting(desk: Desk, opening: Opening, reach: Reach): Promise<{ entry: WaitingEntry; place: Stretch }[]> {
  const { tx, clinicId } = desk
  const busy = await busyOf(tx, clinicId, opening)
  const asked = await offeredTo(tx, opening.id)
  const entries = await waitingEntries(tx, clinicId, reach)
  return candidatesFor(
    entries.filter((each) => !asked.has(each.id) && each.patientId !== opening.fromPatientId),
    opening.doctorId,
    { span: { start: opening.startsAt, end: opening.endsAt }, busy, now: tx.now },
  )
}

async function offerTo(desk: Desk, opening: Opening, waiting: WaitingEntry, place: Stretch): Promise<Offered> {
  const { tx, clinicId, now, services } = desk
  const entry = await lockEntry(tx, waiting.id)
  if (!waitlistStates.may('tell', entry.status)) throw new AppError('WAITLIST_SETTLED')
  const found = await findPlace(
    desk,
    {
      doctorId: opening.doctorId,
      chairId: opening.chairId,
      patientId: entry.patient_id,
      start: place.start,
      end: place.end,
      except: null,
      buffers: waiting,
    },
    { overbook: false, acceptWarnings: true, keepBuffers: true, fitsGap: true },
  )
  const elsewhere = await tx.row(
    sql`select 1 from appointment a where ${tx.own('a')} and a.patient_id = ${entry.patient_id}
        and a.status in ${codes(appointmentStates, 'coming', 'arrived', 'inTreatment')} and a.parked_at is null and a.starts_at < ${place.end} and a.ends_at > ${place.start}
        and a.id is distinct from ${entry.current_appointment_id}::uuid`,
  )
  if (elsewhere) throw new AppError('APPOINTMENT_SLOT_TAKEN', { message: `${waiting.name} 同时段另有预约` })
  // Who was to assist at the one that is given up comes along.
  const former = entry.current_appointment_id
    ? await tx.row<Pick<AppointmentRow, 'nurse_id' | 'consultant_id'>>(
        keptSql`select a.nurse_id, a.consultant_id from appointment a where ${tx.own('a')} and a.id = ${entry.current_appointment_id}`,
      )
    : undefined
  const settings = await clinicSettings(tx, clinicId)
  const until = holdUntil(now, settings.holdMinutes, place.start)
  const held = await insert(desk, {
    patient_id: entry.patient_id,
    temp_name: null,
    temp_mobile: null,
    doctor_id: opening.doctorId,
    chair_id: opening.chairId,
    starts_at: place.start,
    ends_at: place.end,
    ...bufferColumns(waiting),
    item_ids: entry.item_ids,
    title: entry.title,
    teeth: '',
    treat_type: await treatTypeOf(tx, entry.patient_id, place.start, settings.revisitDays),
    source: 1,
    status: appointmentStates.code.requested,
    held_until: until,
    nurse_id: former?.nurse_id ?? null,
    consultant_id: former?.consultant_id ?? null,
    is_urgent: entry.priority === 3,
    is_overbook: found.isOverbook,
    off_shift: found.offShift,
    remark: entry.reason,
    visible_remark: '',
  })
  const offerId = uuidv7()
  await tx.rows(
    keptSql`insert into waitlist_offer (tenant_id, id, clinic_id, opening_id, waitlist_id, appointment_id, doctor_id, starts_at, ends_at,
          hold_until, offered_by, offered_name, created_at)
        values (${tx.tenantId}, ${offerId}, ${clinicId}, ${opening.id}, ${entry.id}, ${held.id}, ${opening.doctorId}, ${place.start},
          ${place.end}, ${until}, ${desk.employeeId}, ${desk.actorName}, ${now}) returning id`,
  )
  await setEntry(tx, entry, waitlistStates.code.told, { notified_at: now, hold_until: until })
  const { phone } = await clinicContact(tx, clinicId)
  const noticed =
    (await writePatient(tx, services, {
      clinicId,
      patientId: entry.patient_id,
      scene: 'waitlist.offer',
      content: `${waiting.name}您好，您候补的${entry.title || '就诊'}有空位：${dayWords(place.start)} ${formatTime(place.start)}，${opening.doctorName}医生，为您保留到 ${formatTime(until)}。${phone ? `请在此之前致电 ${phone} 确认。` : '请在此之前与门诊确认。'}`,
    })) === 'queued'
  return { offerId, name: waiting.name, holdUntil: until, noticed }
}

const dayWords = (at: Date): string => {
  const date = formatDate(at)
  return `${Number(date.slice(5, 7))}月${Number(date.slice(8, 10))}日`
}

const offered = select(columns('waitlist_offer', 'f', 'id', 'opening_id'))

/** An offer with its opening, both locked: the opening first, as everybody does who offers. */
async function lockOffer(tx: TenantTx, clinicId: string, id: string): Promise<Offer> {
  const { openingId } = await tx.need(
    offered.keptFrom`waitlist_offer f
        where ${tx.own('f')} and f.clinic_id = ${clinicId} and f.id = ${id}`,
  )
  await tx.rows(keptSql`select o.id from slot_opening o where ${tx.own('o')} and o.id = ${openingId} for no key update`)
  return tx.need<Offer>(
    keptSql`select f.* from waitlist_offer f where ${tx.own('f')} and f.id = ${id} for no key update`,
  )
}

/** What the person of the list said. The first answer holds; a place that was not taken goes on to the next. */
export async function answerOffer(
  context: ClinicContext,
  input: { offerId: string; answer: 'accept' | 'decline' | 'giveUp' | 'withdraw' },
): Promise<{ appointmentId: string | null; passedTo: string | null }> {
  const { tx, clinicId, now } = context
  const offer = await lockOffer(tx, clinicId, input.offerId)
  await mustReachDoctor(context, EDIT, offer.doctor_id)
  // Giving up ends what somebody waits for, not only this offer.
  if (input.answer === 'giveUp') await mustReachEntry(context, offer.waitlist_id)
  if (offer.outcome === 3) throw new AppError('WAITLIST_LAPSED')
  if (offer.outcome !== 0) throw new AppError('WAITLIST_SETTLED')
  if (input.answer === 'accept') {
    if (offer.hold_until <= now) throw new AppError('WAITLIST_LAPSED')
    return { appointmentId: await take(context, offer), passedTo: null }
  }
  await release(
    tx,
    offer,
    input.answer === 'withdraw' ? 4 : 2,
    input.answer === 'giveUp' ? waitlistStates.code.givenUp : waitlistStates.code.waiting,
  )
  if (input.answer === 'withdraw') {
    await tx.rows(
      keptSql`update slot_opening set dismissed_at = ${now} where tenant_id = ${tx.tenantId} and id = ${offer.opening_id} returning id`,
    )
    return { appointmentId: null, passedTo: null }
  }
  return { appointmentId: null, passedTo: (await passOn(context, offer.opening_id))?.name ?? null }
}

/** The held place becomes the appointment; the one it was to replace is cancelled and names it. */
async function take(context: ClinicContext, offer: Offer): Promise<string> {
  const { tx, employeeId, now } = context
  const entry = await lockEntry(tx, offer.waitlist_id)
  const held = await lockAppointment(tx, offer.appointment_id as string)
  const made = await setStatus(tx, held, appointmentStates.code.booked, {
    reason: '候补接受',
    patch: { held_until: null, confirm_status: confirmStates.code.confirmed },
  })
  await tx.rows(
    keptSql`update waitlist_offer set outcome = 1, settled_at = ${now} where tenant_id = ${tx.tenantId} and id = ${offer.id} returning id`,
  )
  await setEntry(tx, entry, waitlistStates.code.accepted, { hold_until: null, made_appointment_id: made.id })
  if (entry.current_appointment_id) {
    const current = await lockAppointment(tx, entry.current_appointment_id)
    if (appointmentStates.is(current.status, 'agreed')) {
      const reason = '候补提前，改约'
      await setStatus(tx, current, appointmentStates.code.cancelled, {
        reason,
        patch: {
          cancel_reason: reason,
          cancelled_by: employeeId,
          cancelled_at: now,
          rebooked_to_id: made.id,
          parked_at: null,
          parked_name: null,
        },
      })
      await logMove(context, current, made, reason)
      await noteOpening(tx, current, 2)
    }
  }
  return made.id
}

/** Gives a held place back. */
async function release(tx: TenantTx, offer: Offer, outcome: 2 | 3 | 4, entryTo: number): Promise<Entry> {
  const entry = await lockEntry(tx, offer.waitlist_id)
  const heldId = offer.appointment_id as string
  await tx.rows(
    keptSql`update waitlist_offer set outcome = ${outcome}, settled_at = ${tx.now}, appointment_id = null
        where tenant_id = ${tx.tenantId} and id = ${offer.id} returning id`,
  )
  await tx.remove('appointment', { id: heldId }, { patientId: entry.patient_id, reason: '候补保留释放' })
  tx.publish('appointment', heldId, offer.clinic_id)
  return setEntry(tx, entry, entryTo, { hold_until: null })
}

/** Offers an opening to the next who fits; whoever cannot be placed after all is passed over. null: nobody is left. */
async function passOn(desk: Desk, openingId: string): Promise<Offered | null> {
  const { tx, clinicId } = desk
  const opening = await lockOpening(tx, clinicId, openingId)
  if (!opening) return null
  for (const { entry, place } of await fitting(desk, opening, wholeClinic(desk))) {
    try {
      return await tx.attempt(() => offerTo(desk, opening, entry, place))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  return null
}

/** Lets the list alone with what fell free. */
export async function dismissOpening(context: ClinicContext, { openingId }: { openingId: string }): Promise<null> {
  const { tx, clinicId, now } = context
  const opening = await lockOpening(tx, clinicId, openingId)
  if (!opening) {
    // One that is gone already is as it was wished; one that never was of this clinic is not there.
    await tx.need(keptSql`select o.id from slot_opening o where ${tx.own('o')} and o.id = ${openingId}`)
    return null
  }
  await mustReachDoctor(context, EDIT, opening.doctorId)
  if (await isHeld(tx, openingId)) throw new AppError('WAITLIST_HELD')
  await tx.rows(
    keptSql`update slot_opening set dismissed_at = ${now} where tenant_id = ${tx.tenantId} and id = ${openingId} returning id`,
  )
  tx.publish('appointment', null)
  return null
}

/**
 * Passes on every held place of a clinic whose time is over, and takes off the list whose last day has passed. Runs every
 * minute; a second run changes nothing. @returns how many places were passed on or freed
 */
export async function lapseHolds(
  tx: TenantTx,
  services: Desk['services'],
  clinicId: string,
  now: Date,
): Promise<number> {
  const due = await tx.rows(
    offered.from`waitlist_offer f
        where ${tx.own('f')} and f.clinic_id = ${clinicId} and f.outcome = 0 and f.hold_until <= ${now}
        order by f.hold_until, f.id limit 100`,
  )
  const desk = systemDesk(tx, clinicId, services)
  for (const each of due) {
    const offer = await lockOffer(tx, clinicId, each.id)
    if (offer.outcome !== 0) continue
    await release(tx, offer, 3, waitlistStates.code.waiting)
    const next = await passOn(desk, each.openingId)
    if (offer.offered_by) {
      const { name } = await tx.need<{ name: string }>(
        keptSql`select p.name from waitlist w join patient p on ${tx.own('p')} and p.id = w.patient_id
            where ${tx.own('w')} and w.id = ${offer.waitlist_id}`,
      )
      const when = `${dayWords(offer.starts_at)} ${formatTime(offer.starts_at)}`
      await notify(tx, {
        clinicId,
        employeeIds: [offer.offered_by],
        category: 'appointment',
        title: '候补保留已到期',
        body: next
          ? `${name} 没有答复 ${when} 的空位，已转给 ${next.name}，保留到 ${formatTime(next.holdUntil)}${next.noticed ? '' : '（没有发出短信，请联系）'}`
          : `${name} 没有答复 ${when} 的空位，没有下一位候补，时段已释放`,
        link: `/myAppointmentBoard?date=${formatDate(offer.starts_at)}`,
        key: `waitlist-lapsed-${offer.id}`,
      })
    }
  }
  const over = await tx.rows<Entry>(
    sql`select w.* from waitlist w where ${tx.own('w')} and w.clinic_id = ${clinicId} and w.status in ${codes(waitlistStates, 'waiting')}
        and w.date_to < ${today(now)}::date order by w.id limit 200 for no key update skip locked`,
  )
  for (const entry of over) await setEntry(tx, entry, waitlistStates.code.expired)
  return due.length
}
