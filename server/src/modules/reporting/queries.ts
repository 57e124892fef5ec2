import type { DayAppointmentCard } from '@dentin/contract/reporting'
import { addDays, dayRange, today, yuanToFen, type Fen } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import type { TenantTx } from '../../platform/database/tx.ts'
import { amountIf, fenIfAny } from '../../platform/database/amount.ts'
import { receptionToday } from '../clinic/index.ts'
import { doctorsWithin, rowsWithin, type Reach } from '../staff/index.ts'
import { treatmentsWithin } from '../visit/index.ts'

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
          and (a.starts_at >= ${from} or (a.status = 9 and a.no_show_handled is null)) and a.held_until is null
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
                and h.employee_id = e.id and h.date = ${date} and h.kind = 1 and h.status = 1 and ec.active and e.work_status = 1)
            or exists (select 1 from appointment a where a.tenant_id = ${tx.tenantId} and a.clinic_id = ${scope.clinicId}
                and a.doctor_id = e.id and a.starts_at >= ${from} and a.starts_at < ${to} and a.status in (1, 2, 3, 4, 5)
                and a.parked_at is null)
            or exists (select 1 from registration r where r.tenant_id = ${tx.tenantId} and r.clinic_id = ${scope.clinicId}
                and r.doctor_id = e.id and r.reg_date = ${date} and r.status in (1, 2, 3, 4, 5, 6)))
        order by ec.sort_no, e.sort_no, e.name collate "zh-x-icu"`,
  )
}

/** Money of the day's visits and what is left to do. */
export interface DayMoney {
  bills: Map<string, { due: Fen | null; paid: Fen | null }>
  received: Fen | null
  unwritten: number
  unconfirmedTomorrow: number
  toAccept: number
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
): Promise<DayMoney> {
  const date = today(tx.now)
  const day = dayRange(date)
  const tomorrow = dayRange(addDays(date, 1))
  const doctor = scope.doctorId
  const row = await tx.need<{
    bills: { id: string; due: string; paid: string; seen: boolean | null }[]
    received: string | null
    unwritten: number
    unconfirmedTomorrow: number
    toAccept: number
  }>(
    sql`select
      (select coalesce(json_agg(json_build_object('id', x.id, 'due', x.due::text, 'paid', x.paid::text, 'seen', x.seen)), '[]'::json) from (
        select r.id,
          (coalesce(b.due, 0) + case when coalesce(b.fees, 0) = 0 then r.reg_fee else 0 end)::numeric(14, 2) as due,
          coalesce(b.paid, 0)::numeric(14, 2) as paid, ${bills} as seen
        from registration r
        left join lateral (
          select sum(b.receivable_amount - b.paid_amount) filter (where b.status in (1, 6) or (b.status = 2 and b.arrears_amount = 0)) as due,
            sum(b.paid_amount - b.refunded_amount) filter (where b.status in (2, 3, 4, 5)) as paid,
            count(*) filter (where b.bill_type = 3) as fees
          from bill b
          where b.tenant_id = ${tx.tenantId} and b.patient_id = r.patient_id and b.registration_id = r.id and b.status not in (8, 9)) b on true
        where r.tenant_id = ${tx.tenantId} and r.clinic_id = ${scope.clinicId} and r.reg_date = ${date} and r.status in (3, 4, 5, 6) and ${sees.bills}::boolean) x) as bills,
      (select ${amountIf(sees.received, sql`coalesce(sum(m.amount), 0)`)} from bill_payment m
        join pay_method w on w.tenant_id = ${tx.tenantId} and w.id = m.pay_method_id and w.type in (1, 4)
        join bill b on b.tenant_id = ${tx.tenantId} and b.id = m.bill_id
        where m.tenant_id = ${tx.tenantId} and m.clinic_id = ${scope.clinicId} and m.pay_date = ${date} and ${sees.received}::boolean
          and (${doctor}::uuid is null or b.doctor_id = ${doctor}::uuid) and ${rowsWithin(scope.reach, { clinic: sql`b.clinic_id`, doctors: [sql`b.doctor_id`] })}) as received,
      (select count(*)::int from treatment t
        where t.tenant_id = ${tx.tenantId} and t.clinic_id = ${scope.clinicId} and t.status = 2 and not t.emr_completed
          and t.start_time < ${day.from} and t.start_time >= ${new Date(day.from.getTime() - BACK_DAYS * 86_400_000)}
          and (${doctor}::uuid is null or t.doctor_id = ${doctor}::uuid) and ${treatmentsWithin(scope.reach)}) as unwritten,
      (select count(*)::int from appointment a
        where a.tenant_id = ${tx.tenantId} and a.clinic_id = ${scope.clinicId} and a.status = 1
          and a.parked_at is null and a.starts_at >= ${tomorrow.from} and a.starts_at < ${tomorrow.to}
          and (${doctor}::uuid is null or a.doctor_id = ${doctor}::uuid) and ${appointmentsWithin(scope.reach)}) as "unconfirmedTomorrow",
      (select count(*)::int from appointment a
        where a.tenant_id = ${tx.tenantId} and a.clinic_id = ${scope.clinicId} and a.status = 0 and a.held_until is null and a.starts_at >= ${tx.now}
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
