import { appointmentStates, fileStates, confirmStates } from '@dentin/contract/core/status'
import { workStates } from '@dentin/contract/staff'
import { addDays, clockOf, formatDate, minutesOfDay, uuidv7, type LocalDate } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { amounts, columns, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { appointItemsOf, clinicSettings, type OnlineRules } from '../clinic/index.ts'
import { treatTypeOf } from '../patient/index.ts'
import { writePatient } from '../sms/index.ts'
import type { Desk } from './access.ts'
import { bufferColumns, insert, logMove } from './commands/book.ts'
import { noteOpening } from './commands/openings.ts'
import { findPlace } from './commands/place.ts'
import { lockAppointment, setStatus, type AppointmentRow } from './commands/status.ts'
import { OFFER_MINUTES, timeOf } from './free.ts'
import { itemBuffers } from './queries.ts'
import { padded, partOfDay, startsOf, type Buffers } from './rules.ts'

/** Booked by the patient on the clinic's page. */
const ONLINE = 9

const doctorList = select(
  columns('employee', 'e', 'id', 'name'),
  named('employee', 'e', { title: 'title_post' }),
  columns('employee_clinic', 'ec', 'chair_id'),
  { dept: sql<string>`coalesce(d.name, '')` },
)
/** A doctor whom patients may choose. */
export type OnlineDoctor = RowIn<typeof doctorList>

/** The clinic's doctors who let patients book, in their order; who has stopped receiving has no places that day. */
export async function onlineDoctors(tx: TenantTx, clinicId: string): Promise<OnlineDoctor[]> {
  return tx.rows(
    doctorList.keptFrom`employee_clinic ec
        join employee e on ${tx.own('e')} and e.id = ec.employee_id
        left join dept d on ${tx.own('d')} and d.id = ec.dept_id
        where ${tx.own('ec')} and ec.clinic_id = ${clinicId} and ec.active and ec.is_open_entry
          and e.is_doctor and e.work_status in ${codes(workStates, 'working')}
        order by ec.sort_no, e.sort_no, e.name, e.id`,
  )
}

const itemList = select(
  columns('appoint_item', 'i', 'id', 'first_visit_only'),
  named('appoint_item', 'i', { duration: 'duration_min' }),
  amounts('appoint_item', 'i', 'price'),
  itemBuffers,
  { name: sql<string>`coalesce(nullif(i.online_name, ''), i.name)` },
)
/** Something that patients may book. */
export type OnlineItem = RowIn<typeof itemList>

/** What patients may book, called as they would call it. */
export async function onlineItems(tx: TenantTx, clinicId: string): Promise<OnlineItem[]> {
  return tx.rows(
    itemList.from`${appointItemsOf(tx, clinicId)} i where i.enabled and i.allow_online order by i.sort_no, i.name`,
  )
}

/**
 * The free beginnings of a day for each doctor: published shifts less what is blocked, booked and held with its buffers,
 * within the limits.
 */
export async function onlineSlots(
  tx: TenantTx,
  clinicId: string,
  ask: {
    date: LocalDate
    item: Pick<OnlineItem, 'duration' | keyof Buffers>
    doctorIds: readonly string[]
    except?: string | null
  },
  rules: OnlineRules,
): Promise<Map<string, number[]>> {
  const today = formatDate(tx.now)
  if (ask.date < today || ask.date > addDays(today, rules.daysAhead) || ask.doctorIds.length === 0) return new Map()
  const earliest = new Date(tx.now.getTime() + rules.leadHours * 3_600_000)
  const notBefore =
    formatDate(earliest) > ask.date ? 1440 : formatDate(earliest) < ask.date ? 0 : minutesOfDay(earliest)
  const { date, item, doctorIds, except } = ask
  const times = await timeOf(tx, clinicId, { doctorIds, from: date, days: 1, except: except ?? null })
  return new Map(
    times.map(({ doctorId, day, taken }) => {
      const full = (minute: number) =>
        taken.filter((each) => each.source === ONLINE && partOfDay(each.startsMin) === partOfDay(minute)).length >=
        rules.slotLimit
      // Only published shifts are open to patients: without any, the clinic's hours are no offer.
      const published = { ...day, weekPlanned: true }
      const wanted = { minutes: item.duration, step: OFFER_MINUTES, notBefore, round: true }
      const starts = startsOf(published, padded(taken, item), wanted)
      return [doctorId, starts.filter((minute) => !full(minute))] as const
    }),
  )
}

/** The doctors of a clinic who may be booked from outside; none while the clinic is not open for it. */
export async function openForBooking(tx: TenantTx, clinicId: string): Promise<string[]> {
  if (!(await clinicSettings(tx, clinicId)).isOpenEntry) return []
  return (await onlineDoctors(tx, clinicId)).map(({ id }) => id)
}

/** A place that a patient chose: free by the rules of the page, and held until the transaction ends. */
async function claim(
  desk: Desk,
  wanted: { doctorId: string; item: OnlineItem; start: Date; patientId: string | null; former: AppointmentRow | null },
  rules: OnlineRules,
): Promise<{ doctor: OnlineDoctor; end: Date }> {
  const { tx, clinicId } = desk
  const doctor = (await onlineDoctors(tx, clinicId)).find((each) => each.id === wanted.doctorId)
  if (!doctor) throw new AppError('BOOKING_TAKEN', { message: '该医生暂不接受网上预约，请另选' })
  const end = new Date(wanted.start.getTime() + wanted.item.duration * 60_000)
  await findPlace(
    desk,
    {
      doctorId: doctor.id,
      chairId: null,
      patientId: wanted.patientId,
      start: wanted.start,
      end,
      except: wanted.former?.id ?? null,
      buffers: wanted.item,
      ...(wanted.former
        ? {
            former: {
              doctorId: wanted.former.doctor_id,
              chairId: wanted.former.chair_id,
              start: wanted.former.starts_at,
            },
          }
        : {}),
    },
    { overbook: false, acceptWarnings: true },
  )
  // The doctor's row is locked by now: what is counted here stays so.
  const slots = await onlineSlots(
    tx,
    clinicId,
    {
      date: formatDate(wanted.start),
      item: wanted.item,
      doctorIds: [doctor.id],
      except: wanted.former?.id ?? null,
    },
    rules,
  )
  if (!slots.get(doctor.id)?.includes(minutesOfDay(wanted.start))) throw new AppError('BOOKING_TAKEN')
  return { doctor, end }
}

/** The file of the person, when exactly one of the clinic's company has this name and number. The page is never told. */
async function fileOf(tx: TenantTx, name: string, mobile: string): Promise<string | null> {
  const rows = await tx.rows(
    select(columns('patient', 'p', 'id'))
      .from`patient p where ${tx.own('p')} and p.mobile = ${mobile} and p.name = ${name} and p.status in ${codes(fileStates, 'kept')}
        order by p.id limit 2`,
  )
  return rows.length === 1 ? (rows[0]?.id ?? null) : null
}

/** Books what a patient chose on the page. @throws AppError BOOKING_TAKEN and the refusals of a place */
export async function bookOnline(
  desk: Desk,
  input: { doctorId: string; item: OnlineItem; start: Date; name: string; mobile: string; note: string },
  rules: OnlineRules,
): Promise<AppointmentRow> {
  const { tx, clinicId } = desk
  const patientId = await fileOf(tx, input.name, input.mobile)
  const { revisitDays } = await clinicSettings(tx, clinicId)
  const treatType = patientId ? await treatTypeOf(tx, patientId, input.start, revisitDays) : 1
  if (input.item.firstVisitOnly && treatType !== 1) throw new AppError('BOOKING_FIRST_ONLY')
  const { end } = await claim(desk, { ...input, patientId, former: null }, rules)
  return insert(desk, {
    patient_id: patientId,
    temp_name: patientId ? null : input.name,
    temp_mobile: patientId ? null : input.mobile,
    doctor_id: input.doctorId,
    chair_id: null,
    starts_at: input.start,
    ends_at: end,
    ...bufferColumns(input.item),
    item_ids: [input.item.id],
    title: input.item.name,
    teeth: '',
    treat_type: treatType,
    source: ONLINE,
    status: rules.needsReview ? appointmentStates.code.requested : appointmentStates.code.booked,
    is_urgent: false,
    is_overbook: false,
    off_shift: false,
    remark: input.note,
    visible_remark: '',
  })
}

/** Another time that the patient chose, free by the rules of the page: what was accepted stays accepted. */
export async function moveOnline(
  desk: Desk,
  row: AppointmentRow,
  input: { doctorId: string; item: OnlineItem; start: Date },
  rules: OnlineRules,
): Promise<AppointmentRow> {
  const { tx } = desk
  const { end } = await claim(desk, { ...input, patientId: row.patient_id, former: row }, rules)
  const moved = await tx.update(
    'appointment',
    { id: row.id },
    {
      doctor_id: input.doctorId,
      chair_id: null,
      starts_at: input.start,
      ends_at: end,
      ...bufferColumns(input.item),
      // It is the patient who says when.
      confirm_status: appointmentStates.is(row.status, 'confirmed')
        ? confirmStates.code.confirmed
        : confirmStates.code.open,
      parked_at: null,
      parked_name: null,
    },
    { action: 'move', patientId: row.patient_id, reason: '患者网上改期' },
  )
  await logMove(desk, row, moved, '患者网上改期')
  await noteOpening(tx, row, 2)
  tx.publish('appointment', row.id)
  return moved
}

/** The patient does not come. */
export async function cancelOnline(desk: Desk, row: AppointmentRow): Promise<AppointmentRow> {
  const { tx, now } = desk
  const reason = '患者网上取消'
  const gone = await setStatus(
    tx,
    row,
    appointmentStates.is(row.status, 'requested') ? appointmentStates.code.refused : appointmentStates.code.cancelled,
    {
      reason,
      patch: { cancel_reason: reason, cancelled_at: now, parked_at: null, parked_name: null },
    },
  )
  await noteOpening(tx, row, 1)
  return gone
}

/** The patient agrees to what the clinic proposed. */
export async function agreeOnline(desk: Desk, row: AppointmentRow): Promise<AppointmentRow> {
  return setStatus(desk.tx, row, appointmentStates.code.booked, {
    reason: '患者同意建议的时间',
    patch: { confirm_status: confirmStates.code.confirmed },
  })
}

const bookedAs = select(columns('online_request', 'q', 'appointment_id'))

/** An appointment that was booked on the page under this number, locked; undefined when there is none. */
export async function lockOnline(
  tx: TenantTx,
  clinicId: string,
  id: string,
  mobile: string,
): Promise<AppointmentRow | undefined> {
  const found = await tx.row(
    bookedAs.keptFrom`online_request q
        where ${tx.own('q')} and q.clinic_id = ${clinicId} and q.appointment_id = ${id} and q.mobile = ${mobile}`,
  )
  return found ? lockAppointment(tx, found.appointmentId) : undefined
}

/** Tells the patient who booked on the page what became of it. @returns false: it was not booked there */
export async function tellOnline(
  tx: TenantTx,
  services: Desk['services'],
  row: AppointmentRow,
  scene: 'booking.accepted' | 'booking.refused' | 'booking.proposed',
  words: (at: string) => string,
): Promise<boolean> {
  const person = await tx.row(
    select(columns('online_request', 'q', 'mobile', 'name'))
      .keptFrom`online_request q where ${tx.own('q')} and q.appointment_id = ${row.id}`,
  )
  if (!person) return false
  const date = formatDate(row.starts_at)
  const at = `${Number(date.slice(5, 7))}月${Number(date.slice(8, 10))}日 ${clockOf(minutesOfDay(row.starts_at))}`
  await writePatient(tx, services, {
    clinicId: row.clinic_id,
    patientId: row.patient_id,
    person,
    scene,
    content: `${person.name}您好，${words(at)}`,
  })
  return true
}

/** Notes what was asked for on the page: by whom, under which number, and the time that was wished. */
export async function keepRequest(
  tx: TenantTx,
  row: AppointmentRow,
  asked: { mobile: string; name: string; note: string; start: Date; doctorId: string },
): Promise<void> {
  await tx.rows(
    keptSql`insert into online_request (tenant_id, id, clinic_id, appointment_id, mobile, name, note, asked_starts_at, asked_doctor_id, created_at)
        values (${tx.tenantId}, ${uuidv7()}, ${row.clinic_id}, ${row.id}, ${asked.mobile}, ${asked.name}, ${asked.note}, ${asked.start},
          ${asked.doctorId}, ${tx.now}) returning id`,
  )
}

/** The clinic proposes another time, and waits for the patient's word on it. */
export async function noteProposal(tx: TenantTx, appointmentId: string, byName: string): Promise<void> {
  await tx.rows(
    keptSql`update online_request set proposed_at = ${tx.now}, proposed_name = ${byName}
        where tenant_id = ${tx.tenantId} and appointment_id = ${appointmentId} returning id`,
  )
}

/** The clinic waits no longer for the patient's word on another time. */
export async function settleRequest(tx: TenantTx, appointmentId: string): Promise<void> {
  await tx.rows(
    keptSql`update online_request set proposed_at = null, proposed_name = null
        where tenant_id = ${tx.tenantId} and appointment_id = ${appointmentId} and proposed_at is not null returning id`,
  )
}
