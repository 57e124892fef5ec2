import { workStates } from '@dentin/contract/staff'
import { appointmentStates, registrationStates, treatmentStates } from '@dentin/contract/core/status'
import type { contract, HandlerOutput } from '@dentin/contract'
import type { RegistrationCard } from '@dentin/contract/visit'
import { dayRange, formatDate, today, yuanToFen, type Fen, type LocalDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { amountIf, fenIfAny } from '../../platform/database/amount.ts'
import { answerOf } from '../../platform/wiring.ts'
import { consultantsOf, onDuty } from '../appointment/index.ts'
import { recordsWithin } from '../patient/index.ts'
import { reachOf, type Reach, receptionToday } from '../staff/index.ts'
import { registrationsWithin, treatmentsWithin } from './access.ts'
import { isLate, type AlertFacts } from './rules.ts'

/** How long a visit may be without a record before the doctor is reminded. */
const RECORDS = '/patientMedicalRecord:view'
const UNWRITTEN_MS = 24 * 3_600_000

/** What was written of a treatment, as the module of the records knows it. */
const recordOf = (tx: TenantTx, treatmentId: RawBuilder<unknown>) =>
  answerOf(tx, 'visit', ({ recordOf: of }) => of)(tx, treatmentId)

/** What was charged for visits, as the module of the bills knows it. */
const chargesIn = (tx: TenantTx) => answerOf(tx, 'visit', ({ charges }) => charges)

/**
 * Is anything of this visit still to be charged? A bill that was agreed to be owed (part paid with arrears) is settled; a fee
 * never billed is not.
 */
export async function openCharges(tx: TenantTx, registrationId: string): Promise<boolean> {
  const { unsettled, feeCharged } = chargesIn(tx)
  const visit = sql`${registrationId}::uuid`
  const row = await tx.need<{ open: boolean }>(
    keptSql`select ${unsettled(tx, visit)}
          or exists (select 1 from registration r where r.tenant_id = ${tx.tenantId} and r.id = ${registrationId} and r.reg_fee > 0
            and not ${feeCharged(tx, visit)}) as open`,
  )
  return row.open
}

/** Has the registration fee been paid and not been given back? */
export async function paidRegistrationFee(tx: TenantTx, registrationId: string): Promise<boolean> {
  const { kept } = await tx.need<{ kept: boolean }>(
    sql`select ${chargesIn(tx).feeKept(tx, sql`${registrationId}::uuid`)} as kept`,
  )
  return kept
}

/** A registration fee that nobody has taken. */
export interface UnpaidFee {
  registrationId: string
  amount: Fen
  date: LocalDate
  doctorName: string
  queueNo: number
}

const seen = select(
  named('registration', 'r', { registrationId: 'id' }),
  columns('registration', 'r', 'doctor_id', 'consultant_id'),
  columns('appointment', 'a', 'nurse_id'),
  named('employee', 'e', { doctorName: 'name' }),
)

/** The visit of a patient in a clinic on the day, the newest of several; undefined: there is none. */
export const visitOfToday = (
  tx: TenantTx,
  clinicId: string,
  patientId: string,
): Promise<RowIn<typeof seen> | undefined> =>
  tx.row(
    seen.keptFrom`registration r join employee e on ${tx.own('e')} and e.id = r.doctor_id
      left join appointment a on ${tx.own('a')} and a.id = r.appointment_id
      where ${tx.own('r')} and r.clinic_id = ${clinicId} and r.patient_id = ${patientId} and r.reg_date = ${today(tx.now)}::date
        and r.status not in ${codes(registrationStates, 'off')} order by r.reg_time desc, r.id desc limit 1`,
  )

/** Fees of a patient's registrations in this clinic that have no bill yet; one that was opened stands among the bills. */
export async function unpaidFees(tx: TenantTx, clinicId: string, patientId: string): Promise<UnpaidFee[]> {
  const rows = await tx.rows<Omit<UnpaidFee, 'amount'> & { amount: string }>(
    keptSql`select r.id as "registrationId", r.reg_fee::text as amount, r.reg_date as date, e.name as "doctorName", r.queue_no as "queueNo"
        from registration r join employee e on e.tenant_id = ${tx.tenantId} and e.id = r.doctor_id
        where r.tenant_id = ${tx.tenantId} and r.clinic_id = ${clinicId} and r.patient_id = ${patientId}
          and r.reg_fee > 0 and r.status not in ${codes(registrationStates, 'off')}
          and not ${chargesIn(tx).feeBilled(tx, sql`r.id`)}
        order by r.reg_time`,
  )
  return rows.map((row) => ({ ...row, amount: yuanToFen(row.amount) }))
}

/** What was noted with a registration that the reach covers. NOT_FOUND otherwise. */
export async function registrationNotes(tx: TenantTx, id: string, reach: Reach) {
  const row = await tx.need<{
    id: string
    version: number
    status: number
    deptName: string
    consultantName: string
    source: number
    isMedicare: boolean
    medicareNo: string
    regFee: string
    feePaid: boolean | null
  }>(
    keptSql`select r.id, r.version, r.status, coalesce(g.name, '') as "deptName", coalesce(k.name, '') as "consultantName", r.source,
          r.is_medicare as "isMedicare", r.medicare_no as "medicareNo", r.reg_fee::text as "regFee", ${feePaid(tx)} as "feePaid"
        from registration r
        left join dept g on g.tenant_id = ${tx.tenantId} and g.id = r.dept_id
        left join employee k on k.tenant_id = ${tx.tenantId} and k.id = r.consultant_id
        where r.tenant_id = ${tx.tenantId} and r.id = ${id} and ${registrationsWithin(reach)}`,
  )
  return { ...row, regFee: yuanToFen(row.regFee) }
}

type CardRow = Omit<RegistrationCard, 'arrears' | 'isLate'> & { arrears: string | null }

/** Has the fee of the registration `r` been paid? null: there is none. A read of the bills, as above. */
const feePaid = (tx: TenantTx) => sql`case when r.reg_fee > 0 then ${chargesIn(tx).feeKept(tx, sql`r.id`)} end`

const cardColumns = (
  tx: TenantTx,
  amounts: boolean,
) => sql`r.id, r.version, r.reg_no as "regNo", r.queue_no as "queueNo", r.patient_id as "patientId", p.name, p.gender,
  p.birth_day as "birthDay", p.medical_number as "medicalNumber", p.allergy_flag = 1 as "hasAllergy", p.patient_type as "patientType",
  ${amountIf(amounts, sql`coalesce(s.arrears_amount, 0)`)} as arrears, r.appointment_id as "appointmentId", r.doctor_id as "doctorId",
  d.name as "doctorName", coalesce(c.name, '') as "chairName", r.reg_type as "regType", r.treat_type as "treatType", r.title, r.teeth,
  r.chief_complaint as "chiefComplaint", r.appointed_at as "appointTime", r.reg_time as "regTime", r.call_time as "callTime",
  r.start_time as "startTime", r.end_time as "endTime", r.charge_time as "chargeTime", r.leave_time as "leaveTime",
  r.pinned_reason as "pinnedReason", t.id as "treatmentId", ${feePaid(tx)} as "feePaid", r.status`

/** Which registrations of one day. */
export interface DayFilter {
  clinicId: string
  date: LocalDate
  doctorId: string | null
  statuses?: readonly number[]
  reach: Reach
  /** With what each patient owes. */
  amounts: boolean
}

/** The registrations of a day with what their cards show; in order of arrival. */
export async function registrationsOfDay(
  tx: TenantTx,
  filter: DayFilter,
  lateMinutes: number,
): Promise<RegistrationCard[]> {
  const rows = await tx.rows<CardRow>(
    keptSql`select ${cardColumns(tx, filter.amounts)}
        from registration r
        join patient p on p.tenant_id = ${tx.tenantId} and p.id = r.patient_id
        join employee d on d.tenant_id = ${tx.tenantId} and d.id = r.doctor_id
        left join patient_clinic s on s.tenant_id = ${tx.tenantId} and s.patient_id = r.patient_id and s.reached_clinic_id = r.clinic_id
        left join treatment t on t.tenant_id = ${tx.tenantId} and t.registration_id = r.id
        left join chair c on c.tenant_id = ${tx.tenantId} and c.id = t.chair_id
        where r.tenant_id = ${tx.tenantId} and r.clinic_id = ${filter.clinicId} and r.reg_date = ${filter.date}
          and (${filter.doctorId}::uuid is null or r.doctor_id = ${filter.doctorId}::uuid)
          and (${filter.statuses ? [...filter.statuses] : null}::int[] is null or r.status = any(${filter.statuses ? [...filter.statuses] : null}::int[]))
          and ${registrationsWithin(filter.reach)}
        order by r.reg_time, r.id`,
  )
  return rows.map((row) => ({ ...row, arrears: fenIfAny(row.arrears), isLate: isLate(row, lateMinutes) }))
}

type Counts = HandlerOutput<typeof contract.visit.count>

/** How many are where today, and how many visits of the last month have no record yet. */
export async function countOfDay(
  tx: TenantTx,
  filter: { clinicId: string; doctorId: string | null; reach: Reach },
): Promise<Counts> {
  const since = new Date(tx.now.getTime() - 31 * 86_400_000)
  return tx.need<Counts>(
    sql`select (count(*) filter (where r.status in ${codes(registrationStates, 'waiting')}))::int as waiting, (count(*) filter (where r.status in ${codes(registrationStates, 'called')}))::int as called,
          (count(*) filter (where r.status in ${codes(registrationStates, 'inTreatment')}))::int as "inChair", (count(*) filter (where r.status in ${codes(registrationStates, 'toCharge')}))::int as "toCharge",
          (count(*) filter (where r.status in ${codes(registrationStates, 'charged')}))::int as charged, (count(*) filter (where r.status in ${codes(registrationStates, 'left')}))::int as left,
          (count(*) filter (where r.status not in ${codes(registrationStates, 'cancelled', 'transferred')}))::int as total,
          (select count(*)::int from treatment t where t.tenant_id = ${tx.tenantId} and t.clinic_id = ${filter.clinicId}
            and t.status in ${codes(treatmentStates, 'ended')} and not t.emr_completed and t.start_time >= ${since}
            and (${filter.doctorId}::uuid is null or t.doctor_id = ${filter.doctorId}::uuid)
            and ${treatmentsWithin(filter.reach)}) as unwritten
        from registration r
        where r.tenant_id = ${tx.tenantId} and r.clinic_id = ${filter.clinicId} and r.reg_date = ${today(tx.now)}
          and (${filter.doctorId}::uuid is null or r.doctor_id = ${filter.doctorId}::uuid)
          and ${registrationsWithin(filter.reach)}`,
  )
}

/** How many of a day came for the first time, again, and first again. */
export async function countTreatTypes(
  tx: TenantTx,
  filter: { clinicId: string; date: LocalDate; doctorId: string | null; reach: Reach },
): Promise<{ first: number; followUp: number; firstAgain: number }> {
  return tx.need(
    keptSql`select (count(*) filter (where r.treat_type = 1))::int as first, (count(*) filter (where r.treat_type = 2))::int as "followUp",
          (count(*) filter (where r.treat_type = 3))::int as "firstAgain"
        from registration r
        where r.tenant_id = ${tx.tenantId} and r.clinic_id = ${filter.clinicId} and r.reg_date = ${filter.date} and r.status not in ${codes(registrationStates, 'cancelled', 'transferred')}
          and (${filter.doctorId}::uuid is null or r.doctor_id = ${filter.doctorId}::uuid)
          and ${registrationsWithin(filter.reach)}`,
  )
}

/** One registration that the reach covers. NOT_FOUND otherwise. */
export async function registrationWithin(tx: TenantTx, id: string, reach: Reach) {
  return tx.need<{
    id: string
    patientId: string
    clinicId: string
    doctorId: string
    regFee: string
    status: number
    appointTime: Date | null
    regTime: Date
    callTime: Date | null
    startTime: Date | null
    endTime: Date | null
    chargeTime: Date | null
    leaveTime: Date | null
    doctorStopped: boolean
  }>(
    keptSql`select r.id, r.patient_id as "patientId", r.clinic_id as "clinicId", r.doctor_id as "doctorId", r.reg_fee::text as "regFee",
          r.status, r.appointed_at as "appointTime", r.reg_time as "regTime", r.call_time as "callTime", r.start_time as "startTime",
          r.end_time as "endTime", r.charge_time as "chargeTime", r.leave_time as "leaveTime",
          coalesce(${receptionToday(tx, 'e')}, 0) = 1 as "doctorStopped"
        from registration r
        left join employee_clinic e on e.tenant_id = ${tx.tenantId} and e.clinic_id = r.clinic_id and e.employee_id = r.doctor_id
        where r.tenant_id = ${tx.tenantId} and r.id = ${id} and ${registrationsWithin(reach)}`,
  )
}

type Averages = HandlerOutput<typeof contract.visit.averages>

/** How long patients waited, were treated and stood at the desk, on average; from the stamps that are there. */
export async function averagesOf(
  tx: TenantTx,
  filter: { clinicId: string; dateFrom: LocalDate; dateTo: LocalDate; doctorId: string | null; reach: Reach },
): Promise<Averages> {
  const rows = await tx.rows<Averages['doctors'][number] & { isTotal: boolean }>(
    sql`select grouping(r.doctor_id) = 1 as "isTotal", coalesce(r.doctor_id::text, '') as "doctorId", coalesce(min(d.name), '') as "doctorName",
          (count(*) filter (where r.start_time is not null))::int as visits,
          round(avg(floor(extract(epoch from r.start_time - r.reg_time) / 60)))::int as "waitMinutes",
          round(avg(floor(extract(epoch from r.end_time - r.start_time) / 60)))::int as "treatMinutes",
          round(avg(floor(extract(epoch from r.charge_time - r.end_time) / 60)))::int as "chargeMinutes"
        from registration r
        join employee d on d.tenant_id = ${tx.tenantId} and d.id = r.doctor_id
        where r.tenant_id = ${tx.tenantId} and r.clinic_id = ${filter.clinicId}
          and r.reg_date between ${filter.dateFrom}::date and ${filter.dateTo}::date and r.status not in ${codes(registrationStates, 'off')}
          and (${filter.doctorId}::uuid is null or r.doctor_id = ${filter.doctorId}::uuid)
          and ${registrationsWithin(filter.reach)}
        group by grouping sets ((), (r.doctor_id))
        order by 1 desc, 3`,
  )
  const total = rows.find((row) => row.isTotal)
  return {
    visits: total?.visits ?? 0,
    waitMinutes: total?.waitMinutes ?? null,
    treatMinutes: total?.treatMinutes ?? null,
    chargeMinutes: total?.chargeMinutes ?? null,
    doctors: rows.filter((row) => !row.isTotal).map(({ isTotal: _isTotal, ...row }) => row),
  }
}

type TreatmentRow = HandlerOutput<typeof contract.visit.list>['list'][number]

/** Which treatments. */
export interface TreatmentFilter {
  /** null: every clinic that the transaction reaches */
  clinicId: string | null
  from?: Date | null
  to?: Date | null
  doctorId?: string | null
  patientId?: string | null
  status?: number | null
  emrCompleted?: boolean | null
  reach: Reach
  pageNum: number
  pageSize: number
}

/** Treatments, newest first, with the state of their record. Records lie to the right of this module: read for display only. */
export async function treatmentPage(
  context: ClinicContext,
  filter: TreatmentFilter,
): Promise<{ list: TreatmentRow[]; total: number; pageNum: number; pageSize: number }> {
  const { tx } = context
  const where = sql`t.tenant_id = ${tx.tenantId}
    and (${filter.clinicId}::uuid is null or t.clinic_id = ${filter.clinicId}::uuid)
    and (${filter.from ?? null}::timestamptz is null or t.start_time >= ${filter.from ?? null}::timestamptz)
    and (${filter.to ?? null}::timestamptz is null or t.start_time < ${filter.to ?? null}::timestamptz)
    and (${filter.doctorId ?? null}::uuid is null or t.doctor_id = ${filter.doctorId ?? null}::uuid)
    and (${filter.patientId ?? null}::uuid is null or t.patient_id = ${filter.patientId ?? null}::uuid)
    and (${filter.status ?? null}::int is null or t.status = ${filter.status ?? null}::int)
    and (${filter.emrCompleted ?? null}::boolean is null or t.emr_completed = ${filter.emrCompleted ?? null}::boolean)
    and ${treatmentsWithin(filter.reach)}`
  const list = await tx.rows<TreatmentRow>(treatmentRows(tx, where, recordsSeen(context), filter))
  const { total } = await tx.need<{ total: number }>(sql`select count(*)::int as total from treatment t where ${where}`)
  return { list, total, pageNum: filter.pageNum, pageSize: filter.pageSize }
}

/** The visits `r` whose records the person may read: what was found and is planned is shown for these only. */
const recordsSeen = (context: ClinicContext): RawBuilder<boolean> =>
  context.can(RECORDS) ? recordsWithin(reachOf(context, RECORDS), 'r') : sql<boolean>`false`

function treatmentRows(
  tx: TenantTx,
  where: RawBuilder<unknown>,
  seen: RawBuilder<boolean>,
  page: { pageNum: number; pageSize: number },
) {
  return sql<TreatmentRow>`
    select t.id, t.registration_id as "registrationId", t.patient_id as "patientId", p.name, p.gender, p.birth_day as "birthDay",
      p.medical_number as "medicalNumber", t.doctor_id as "doctorId", d.name as "doctorName", coalesce(c.name, '') as "chairName",
      r.treat_type as "treatType", r.title, case when ${seen} then r.teeth else '' end as teeth, t.start_time as "startTime",
      t.end_time as "endTime", t.status, case when ${seen} then t.next_plan else '' end as "nextPlan", t.emr_completed as "emrCompleted", m.id as "recordId", m.status as "recordStatus"
    from treatment t
    join registration r on r.tenant_id = ${tx.tenantId} and r.id = t.registration_id
    join patient p on p.tenant_id = ${tx.tenantId} and p.id = t.patient_id
    join employee d on d.tenant_id = ${tx.tenantId} and d.id = t.doctor_id
    left join chair c on c.tenant_id = ${tx.tenantId} and c.id = t.chair_id
    left join lateral (${recordOf(tx, sql`t.id`)}) m on ${seen}
    where ${where}
    order by t.start_time desc, t.id desc
    limit ${page.pageSize} offset ${(page.pageNum - 1) * page.pageSize}`
}

/** Is a visit without a record old enough to be pointed out? */
export const isOverdue = (row: { emrCompleted: boolean; startTime: Date }, now: Date): boolean =>
  !row.emrCompleted && now.getTime() - row.startTime.getTime() > UNWRITTEN_MS

/** A span of days as moments; open at either end. */
export function daySpan(from: LocalDate | null | undefined, to: LocalDate | null | undefined) {
  return { from: from ? dayRange(from).from : null, to: to ? dayRange(to).to : null }
}

/** What the last visits left behind: a plan for this one, a record not yet signed (a read of the records, for display). */
export async function leftBehind(
  context: ClinicContext,
  patientId: string,
  exceptRegistrationId: string,
): Promise<Pick<AlertFacts, 'lastPlan' | 'unsigned'>> {
  const { tx } = context
  if (!context.can(RECORDS)) return { lastPlan: '', unsigned: null }
  const records = reachOf(context, RECORDS)
  const rows = await tx.rows<{ plan: string; startTime: Date; doctorName: string; open: boolean }>(
    sql`select t.next_plan as plan, t.start_time as "startTime", d.name as "doctorName",
          coalesce(m.status, 0) in (0, 1, 4) as open
        from treatment t
        join registration r on r.tenant_id = ${tx.tenantId} and r.id = t.registration_id and ${recordsWithin(records, 'r')}
        join employee d on d.tenant_id = ${tx.tenantId} and d.id = t.doctor_id
        left join lateral (${recordOf(tx, sql`t.id`)}) m on true
        where t.tenant_id = ${tx.tenantId} and t.patient_id = ${patientId} and t.registration_id <> ${exceptRegistrationId} and t.status in ${codes(treatmentStates, 'ended')}
        order by t.start_time desc limit 5`,
  )
  const open = rows.find((row) => row.open)
  return {
    lastPlan: rows[0]?.plan ?? '',
    unsigned: open ? { date: formatDate(open.startTime), doctorName: open.doctorName } : null,
  }
}

type Options = HandlerOutput<typeof contract.visit.options>

/**
 * Doctors who take patients now, with how many wait for them; chairs and consultants. Who has the day off and nobody to
 * see is not among them, unless everybody has.
 */
export async function receptionOptions(tx: TenantTx, clinicId: string): Promise<Omit<Options, 'regFee'>> {
  const { from, to } = dayRange(today(tx.now))
  const doctors = await tx.rows<Options['doctors'][number] & { hasToday: boolean }>(
    sql`select e.id, e.name, coalesce(g.name, '') as "deptName", ec.chair_id as "chairId", coalesce(c.name, '') as "chairName",
          ${receptionToday(tx)} = 2 as limited,
          (select count(*)::int from registration r where r.tenant_id = ${tx.tenantId} and r.clinic_id = ${clinicId}
            and r.doctor_id = e.id and r.reg_date = ${today(tx.now)} and r.status in ${codes(registrationStates, 'toCome')}) as waiting,
          exists (select 1 from appointment a where a.tenant_id = ${tx.tenantId} and a.clinic_id = ${clinicId} and a.doctor_id = e.id
            and a.starts_at >= ${from} and a.starts_at < ${to} and a.status in ${codes(appointmentStates, 'agreed', 'arrived', 'inTreatment')} and a.parked_at is null)
          or exists (select 1 from registration g where g.tenant_id = ${tx.tenantId} and g.clinic_id = ${clinicId}
            and g.doctor_id = e.id and g.reg_date = ${today(tx.now)} and g.status in ${codes(registrationStates, 'inHouse')}) as "hasToday"
        from employee e
        join employee_clinic ec on ec.tenant_id = ${tx.tenantId} and ec.employee_id = e.id and ec.clinic_id = ${clinicId}
        left join dept g on g.tenant_id = ${tx.tenantId} and g.id = ec.dept_id
        left join chair c on c.tenant_id = ${tx.tenantId} and c.id = ec.chair_id
        where e.tenant_id = ${tx.tenantId} and e.is_doctor and e.work_status in ${codes(workStates, 'working')} and ec.active and ${receptionToday(tx)} <> 1
        order by ec.sort_no, e.sort_no, e.name collate "zh-x-icu"`,
  )
  const others = await tx.need<Pick<Options, 'chairs' | 'consultants'>>(
    keptSql`select coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.sort_no, c.name) from chair c
          where c.tenant_id = ${tx.tenantId} and c.clinic_id = ${clinicId} and c.enabled), '[]') as chairs,
        ${consultantsOf(tx, clinicId)} as consultants`,
  )
  const there = await onDuty(
    tx,
    clinicId,
    doctors.map((each) => each.id),
    today(tx.now),
  )
  const offered = doctors.filter(({ id, hasToday }) => hasToday || there.has(id))
  const list = offered.length > 0 ? offered : doctors
  return { doctors: list.map(({ hasToday: _hasToday, ...doctor }) => doctor), ...others }
}
