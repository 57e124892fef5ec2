import { workStates } from '@dentin/contract/staff'
import {
  appointmentStates,
  billStates,
  registrationStates,
  scheduleStates,
  treatmentStates,
} from '@dentin/contract/core/status'
import type { contract, HandlerOutput } from '@dentin/contract'
import type { DayAppointmentCard } from '@dentin/contract/reporting'
import { addDays, dayRange, today, yuanToFen, type Fen } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { lent } from '../../platform/database/lent.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { amountIf, fenIfAny } from '../../platform/database/amount.ts'
import { inFileOf } from '../patient/index.ts'
import { doctorsWithin, rowsWithin, type Reach, receptionToday } from '../staff/index.ts'
import { registrationsWithin, treatmentsWithin } from '../visit/index.ts'

/** Whose day is looked at. */
export interface DayScope {
  clinicId: string
  doctorId: string | null
  reach: Reach
  /** With what each patient owes. */
  amounts: boolean
}

const appointmentsWithin = (reach: Reach): RawBuilder<boolean> =>
  rowsWithin(reach, {
    clinic: sql`a.clinic_id`,
    doctors: [sql`a.doctor_id`],
    others: [sql`a.consultant_id`, sql`a.nurse_id`],
  })

/** How far back no-shows that nobody dealt with are listed, and unwritten records counted. */
const BACK_DAYS = 31

export type DayAppointmentRow = DayAppointmentCard & { noShowHandled: number | null; isToday: boolean }

/** Every appointment of the day in any status, and the no-shows of the last month that nobody has dealt with. */
export async function dayAppointments(tx: TenantTx, scope: DayScope): Promise<DayAppointmentRow[]> {
  const { from, to } = dayRange(today(tx.now))
  const rows = await tx.rows<Omit<DayAppointmentRow, 'arrears'> & { arrears: string | null }>(
    sql`select a.id, a.version, a.patient_id as "patientId", coalesce(p.name, a.temp_name) as name, p.gender, p.birth_day as "birthDay",
          coalesce(p.allergy_flag = 1, false) as "hasAllergy", p.patient_type as "patientType",
          ${amountIf(scope.amounts, sql`coalesce(s.arrears_amount, 0)`)} as arrears, a.doctor_id as "doctorId", d.name as "doctorName",
          a.starts_at as "startTime", a.ends_at as "endTime", a.title, a.teeth, a.treat_type as "treatType", a.status,
          a.confirm_status as "confirmStatus", a.is_urgent as "isUrgent", a.no_show_handled as "noShowHandled",
          a.starts_at >= ${from} as "isToday"
        from appointment a
        join employee d on d.tenant_id = ${tx.tenantId} and d.id = a.doctor_id
        left join patient p on p.tenant_id = ${tx.tenantId} and p.id = a.patient_id
        left join patient_clinic s on s.tenant_id = ${tx.tenantId} and s.patient_id = a.patient_id and s.reached_clinic_id = a.clinic_id
        where a.tenant_id = ${tx.tenantId} and a.clinic_id = ${scope.clinicId}
          and a.starts_at >= ${new Date(from.getTime() - BACK_DAYS * 86_400_000)} and a.starts_at < ${to}
          and (a.starts_at >= ${from} or (a.status in ${codes(appointmentStates, 'missed')} and a.no_show_handled is null)) and a.held_until is null
          and a.parked_at is null and (${scope.doctorId}::uuid is null or a.doctor_id = ${scope.doctorId}::uuid)
          and ${appointmentsWithin(scope.reach)}
        order by a.starts_at, a.id`,
  )
  return rows.map((row) => ({ ...row, arrears: fenIfAny(row.arrears) }))
}

/** A doctor of the strip. */
export interface DayDoctor {
  id: string
  name: string
  room: string
  stopped: boolean
}

/** Doctors who work today, or have somebody today although no shift says so. */
export async function dayDoctors(tx: TenantTx, scope: DayScope): Promise<DayDoctor[]> {
  const date = today(tx.now)
  const { from, to } = dayRange(date)
  return tx.rows<DayDoctor>(
    sql`select e.id, e.name, coalesce(c.name, '') as room, ${receptionToday(tx)} = 1 as stopped
        from employee e
        join employee_clinic ec on ec.tenant_id = ${tx.tenantId} and ec.employee_id = e.id and ec.clinic_id = ${scope.clinicId}
        left join chair c on c.tenant_id = ${tx.tenantId} and c.id = ec.chair_id
        where e.tenant_id = ${tx.tenantId} and e.is_doctor and ${doctorsWithin(scope.reach, sql`e.id`)}
          and (exists (select 1 from schedule h where h.tenant_id = ${tx.tenantId} and h.clinic_id = ${scope.clinicId}
                and h.employee_id = e.id and h.date = ${date} and h.kind = 1 and h.status in ${codes(scheduleStates, 'published')} and ec.active and e.work_status in ${codes(workStates, 'working')})
            or exists (select 1 from appointment a where a.tenant_id = ${tx.tenantId} and a.clinic_id = ${scope.clinicId}
                and a.doctor_id = e.id and a.starts_at >= ${from} and a.starts_at < ${to} and a.status in ${codes(appointmentStates, 'booked', 'confirmed', 'arrived', 'inTreatment', 'completed')}
                and a.parked_at is null)
            or exists (select 1 from registration r where r.tenant_id = ${tx.tenantId} and r.clinic_id = ${scope.clinicId}
                and r.doctor_id = e.id and r.reg_date = ${date} and r.status in ${codes(registrationStates, 'live')}))
        order by ec.sort_no, e.sort_no, e.name collate "zh-x-icu"`,
  )
}

/** What the visit `r` still owes, beside `billsOfVisit`: a fee that has no bill yet counts. */
const DUE = sql`(coalesce(b.due, 0) + case when coalesce(b.fees, 0) = 0 then r.reg_fee else 0 end)::numeric(14, 2)`

/** The bills of the visit `r`, summed as `b`. */
const billsOfVisit = (tx: TenantTx) => sql`left join lateral (
          select sum(b.receivable_amount - b.paid_amount) filter (where b.status in ${codes(billStates, 'due', 'paying')} or (b.status in ${codes(billStates, 'partPaid')} and b.arrears_amount = 0)) as due,
            sum(b.paid_amount - b.refunded_amount) filter (where b.status in ${codes(billStates, 'received')}) as paid,
            count(*) filter (where b.bill_type = 3) as fees
          from bill b
          where b.tenant_id = ${tx.tenantId} and b.patient_id = r.patient_id and b.registration_id = r.id and b.status not in ${codes(billStates, 'returned', 'void')}) b on true`

/** Money of the day's visits and what is left to do. */
export interface DayMoney {
  bills: Map<string, { due: Fen | null; paid: Fen | null }>
  received: Fen | null
  unwritten: number
  unconfirmedTomorrow: number
  toAccept: number
  /** Promises to pay whose day has gone; null where nobody asked. */
  promises: number | null
}

/**
 * What each visit of the day still owes and has paid (a registration fee that has no bill yet counts as due; null outside
 * `bills`, a condition on the registration `r`), what came in today by cash-like ways less what was revoked, and the counts of the to-do list: one statement.
 * What `sees` denies is not asked for.
 */
export async function dayMoney(
  tx: TenantTx,
  scope: DayScope,
  bills: RawBuilder<boolean>,
  sees: { bills: boolean; received: boolean },
  brokenPromises: RawBuilder<number> | null,
): Promise<DayMoney> {
  const date = today(tx.now)
  const day = dayRange(date)
  const tomorrow = dayRange(addDays(date, 1))
  const doctor = scope.doctorId
  // What came in and went out for cards and prepayments (through a gateway too), and what units paid: of no bill, and of no doctor.
  const stored = sql`select sum(p.amount) from ledger_posting p where p.tenant_id = ${tx.tenantId} and p.clinic_id = ${scope.clinicId}
    and p.business_date = ${date} and p.account in ('cash', 'clearing', 'suspense') and p.bill_id is null and (p.card_id is not null or p.prepay_id is not null
      or exists (select 1 from ledger_entry e where e.tenant_id = ${tx.tenantId} and e.id = p.entry_id and e.document = 'unitSettlement'))
    and ${doctor}::uuid is null and ${rowsWithin(scope.reach, { clinic: sql`p.clinic_id`, doctors: [sql`null::uuid`] })}`
  const row = await tx.need<{
    bills: { id: string; due: string; paid: string; seen: boolean | null }[]
    received: string | null
    unwritten: number
    unconfirmedTomorrow: number
    toAccept: number
    promises: number | null
  }>(
    sql`select ${brokenPromises ?? sql`null::int`} as promises,
      (select coalesce(json_agg(json_build_object('id', x.id, 'due', x.due::text, 'paid', x.paid::text, 'seen', x.seen)), '[]'::json) from (
        select r.id,
          ${DUE} as due,
          coalesce(b.paid, 0)::numeric(14, 2) as paid, ${bills} as seen
        from registration r
        ${billsOfVisit(tx)}
        where r.tenant_id = ${tx.tenantId} and r.clinic_id = ${scope.clinicId} and r.reg_date = ${date} and r.status in ${codes(registrationStates, 'begun')} and ${sees.bills}::boolean) x) as bills,
      (select ${amountIf(sees.received, sql`coalesce(sum(m.amount), 0) + coalesce((${stored}), 0)`)} from bill_payment m
        join pay_method w on w.tenant_id = ${tx.tenantId} and w.id = m.pay_method_id and w.type in (1, 4, 6)
        join bill b on b.tenant_id = ${tx.tenantId} and b.id = m.bill_id
        where m.tenant_id = ${tx.tenantId} and m.clinic_id = ${scope.clinicId} and m.pay_date = ${date} and ${sees.received}::boolean
          and (${doctor}::uuid is null or b.doctor_id = ${doctor}::uuid) and ${rowsWithin(scope.reach, { clinic: sql`b.clinic_id`, doctors: [sql`b.doctor_id`] })}) as received,
      (select count(*)::int from treatment t
        where t.tenant_id = ${tx.tenantId} and t.clinic_id = ${scope.clinicId} and t.status in ${codes(treatmentStates, 'ended')} and not t.emr_completed
          and t.start_time < ${day.from} and t.start_time >= ${new Date(day.from.getTime() - BACK_DAYS * 86_400_000)}
          and (${doctor}::uuid is null or t.doctor_id = ${doctor}::uuid) and ${treatmentsWithin(scope.reach)}) as unwritten,
      (select count(*)::int from appointment a
        where a.tenant_id = ${tx.tenantId} and a.clinic_id = ${scope.clinicId} and a.status in ${codes(appointmentStates, 'booked')}
          and a.parked_at is null and a.starts_at >= ${tomorrow.from} and a.starts_at < ${tomorrow.to}
          and (${doctor}::uuid is null or a.doctor_id = ${doctor}::uuid) and ${appointmentsWithin(scope.reach)}) as "unconfirmedTomorrow",
      (select count(*)::int from appointment a
        where a.tenant_id = ${tx.tenantId} and a.clinic_id = ${scope.clinicId} and a.status in ${codes(appointmentStates, 'requested')} and a.held_until is null and a.starts_at >= ${tx.now}
          and (${doctor}::uuid is null or a.doctor_id = ${doctor}::uuid) and ${appointmentsWithin(scope.reach)}) as "toAccept"`,
  )
  return {
    ...row,
    bills: new Map(
      row.bills.map(({ id, due, paid, seen }) => [
        id,
        seen ? { due: yuanToFen(due), paid: yuanToFen(paid) } : { due: null, paid: null },
      ]),
    ),
    received: fenIfAny(row.received),
  }
}

/** Whom a clinic expects or has had today, as a query of ids. */
export function comingToday(tx: TenantTx, clinicId: string): RawBuilder<unknown> {
  const date = today(tx.now)
  const { from, to } = dayRange(date)
  return lent(sql`select a.patient_id as id from appointment a where a.tenant_id = ${tx.tenantId} and a.clinic_id = ${clinicId}
      and a.starts_at >= ${from} and a.starts_at < ${to} and a.status in ${codes(appointmentStates, 'holding', 'missed')} and a.patient_id is not null
    union select r.patient_id from registration r where r.tenant_id = ${tx.tenantId} and r.clinic_id = ${clinicId} and r.reg_date = ${date}
      and r.status not in ${codes(registrationStates, 'cancelled', 'transferred')}`)
}

/** Who asks how patients stand today. */
export interface Asker {
  clinicId: string
  /** Whose files are opened: their appointments and visits stand there, too. */
  files: Reach
  /** What is worked with: its next step is offered. */
  work: Reach
  /** Teeth are said to whom records are open. */
  records: boolean
  /** The visits `r` whose amounts are shown. */
  bills: RawBuilder<boolean>
}
type Standing = HandlerOutput<typeof contract.reporting.find>[number]
type Entry = Standing['today'][number]

/** What stands for these patients today, in the order of the day: each visit, and each appointment that none has come of. */
export async function todayOf(tx: TenantTx, ids: readonly string[], asker: Asker): Promise<Map<string, Entry[]>> {
  const { from, to } = dayRange(today(tx.now))
  const here = sql`x.clinic_id = ${asker.clinicId}`
  const rows = await tx.rows<Omit<Entry, 'due'> & { patientId: string; due: string | null }>(
    sql`select x.patient_id as "patientId", x.appointment_id as "appointmentId", x.registration_id as "registrationId",
          t.id as "treatmentId", c.short_name as "clinicName", (${here} and x.worked) as "within", x.doctor_id as "doctorId",
          d.name as "doctorName", coalesce(h.name, '') as room, x.title,
          case when ${asker.records}::boolean then x.teeth else '' end as teeth, x.starts_at as "startTime", x.ends_at as "endTime",
          x.reg_time as "regTime", x.start_time as "beganAt", x.end_time as "endedAt", x.queue_no as "queueNo", x.status, x.due::text as due
        from (
          select r.tenant_id, r.clinic_id, r.patient_id, r.appointment_id, r.id as registration_id, r.doctor_id, r.title, r.teeth,
            coalesce(a.starts_at, r.appointed_at) as starts_at, a.ends_at, r.reg_time, r.start_time, r.end_time, r.queue_no, r.status,
            case when r.status in ${codes(registrationStates, 'begun')} and ${asker.bills} then ${DUE} end as due, ${registrationsWithin(asker.work)} as worked
          from registration r
          left join appointment a on a.tenant_id = ${tx.tenantId} and a.id = r.appointment_id
          ${billsOfVisit(tx)}
          where r.tenant_id = ${tx.tenantId} and r.patient_id = any(${ids}::uuid[]) and r.reg_time >= ${from} and r.reg_time < ${to}
            and r.status not in ${codes(registrationStates, 'cancelled', 'transferred')} and ${inFileOf(asker.files, sql`r.clinic_id`, sql`r.patient_id`)}
          union all
          select a.tenant_id, a.clinic_id, a.patient_id, a.id, null, a.doctor_id, a.title, a.teeth, a.starts_at, a.ends_at,
            null, null, null, 0, a.status, null, ${appointmentsWithin(asker.work)}
          from appointment a
          where a.tenant_id = ${tx.tenantId} and a.patient_id = any(${ids}::uuid[]) and a.starts_at >= ${from} and a.starts_at < ${to}
            and a.status in ${codes(appointmentStates, 'coming', 'missed')} and a.held_until is null and a.parked_at is null
            and ${inFileOf(asker.files, sql`a.clinic_id`, sql`a.patient_id`)}) x
        join clinic c on c.tenant_id = ${tx.tenantId} and c.id = x.clinic_id
        join employee d on d.tenant_id = ${tx.tenantId} and d.id = x.doctor_id
        left join treatment t on t.tenant_id = ${tx.tenantId} and t.registration_id = x.registration_id
        left join employee_clinic ec on ec.tenant_id = ${tx.tenantId} and ec.employee_id = x.doctor_id and ec.clinic_id = x.clinic_id
        left join chair h on h.tenant_id = ${tx.tenantId} and h.id = coalesce(t.chair_id, ec.chair_id)
        order by coalesce(x.starts_at, x.reg_time), x.registration_id`,
  )
  const found = new Map<string, Entry[]>(ids.map((id) => [id, []]))
  for (const { patientId, due, ...entry } of rows) found.get(patientId)?.push({ ...entry, due: fenIfAny(due) })
  return found
}

type Around = Pick<Standing, 'next' | 'last'>

/** The next appointment after today and the last visit before it. */
export async function aroundToday(tx: TenantTx, ids: readonly string[], asker: Asker): Promise<Map<string, Around>> {
  const { from, to } = dayRange(today(tx.now))
  const rows = await tx.rows<{
    patientId: string
    id: string | null
    clinicName: string
    within: boolean
    at: Date
    title: string
    doctorName: string
  }>(
    sql`select p.id as "patientId", x.id, c.short_name as "clinicName", x.clinic_id = ${asker.clinicId} and x.worked as within,
          x.at, x.title, coalesce(d.name, '') as "doctorName"
        from unnest(${ids}::uuid[]) p (id)
        cross join lateral (
          (select a.id, a.clinic_id, a.starts_at as at, a.title, a.doctor_id, ${appointmentsWithin(asker.work)} as worked
           from appointment a
           where a.tenant_id = ${tx.tenantId} and a.patient_id = p.id and a.starts_at >= ${to} and a.status in ${codes(appointmentStates, 'coming')}
             and a.held_until is null and a.parked_at is null and ${inFileOf(asker.files, sql`a.clinic_id`, sql`a.patient_id`)}
           order by a.starts_at limit 1)
          union all
          (select null, r.clinic_id, r.reg_time, r.title, r.doctor_id, false
           from registration r
           where r.tenant_id = ${tx.tenantId} and r.patient_id = p.id and r.reg_time < ${from} and r.status not in ${codes(registrationStates, 'off')}
             and ${inFileOf(asker.files, sql`r.clinic_id`, sql`r.patient_id`)}
           order by r.reg_time desc limit 1)) x
        join clinic c on c.tenant_id = ${tx.tenantId} and c.id = x.clinic_id
        left join employee d on d.tenant_id = ${tx.tenantId} and d.id = x.doctor_id`,
  )
  const found = new Map<string, Around>(ids.map((id) => [id, { next: null, last: null }]))
  for (const { patientId, id, clinicName, within, at, title, doctorName } of rows) {
    const around = found.get(patientId)
    if (around && id !== null) around.next = { id, clinicName, within, startTime: at, title, doctorName }
    else if (around) around.last = { visitTime: at, title, doctorName }
  }
  return found
}
