import { entryKinds } from '@dentin/contract/ledger-words'
import { dayRange } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { LATE_DAYS, plansHeldOn } from '../../instalment/index.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { amongClinics, type StateSource } from './figure.ts'
import { column } from './columns.ts'
import { owedOn } from './owed.ts'

/**
 * What bills owe at the end of a day, part by part of an agreement that held then, else as one from the day of the charge.
 */
export const openItems: StateSource = {
  kind: 'states',
  name: 'openItems',
  from: (tx, day, _span, clinicIds) => sql`(
    select o.bill_id, o.owed, b.clinic_id, b.patient_id, b.doctor_id, b.bill_no, h.no, h.plan_no,
      coalesce(h.due_date, o.charged) as due_date, ${day}::date - coalesce(h.due_date, o.charged) as late,
      coalesce(h.open_amount, o.owed) as open_amount
    from (
      select x.bill_id, x.owed, (select max(l.business_date) from ledger_posting l where ${tx.own('l')} and l.bill_id = x.bill_id
          and l.account = 'billed' and l.kind = ${sql.lit(entryKinds.charge)} and l.business_date <= ${day}::date) as charged
      from ${owedOn(tx, day, clinicIds)} x
    ) o
    join bill b on ${tx.own('b')} and b.id = o.bill_id
    left join lateral ${plansHeldOn(tx, day, { bill: sql`o.bill_id`, owed: sql`o.owed` })} h on true
    where coalesce(h.open_amount, o.owed) <> 0) o
    left join patient p on ${tx.own('p')} and p.id = o.patient_id
    left join employee_clinic ec on ${tx.own('ec')} and ec.employee_id = o.doctor_id and ec.clinic_id = o.clinic_id
    left join employee d on ${tx.own('d')} and d.id = o.doctor_id
    left join clinic c on ${tx.own('c')} and c.id = o.clinic_id
    where true`,
  clinic: sql`o.clinic_id`,
  doctors: [sql`o.doctor_id`],
  cuts: {
    doctor: sql`o.doctor_id`,
    dept: sql`ec.dept_id`,
    source: sql`p.source_id`,
    patient: sql`o.patient_id`,
    bill: sql`o.bill_id`,
    due: sql`o.bill_id || ':' || coalesce(o.no, 0) || ':' || o.due_date`,
  },
  rows: {
    id: sql`o.bill_id || ':' || coalesce(o.no, 0)`,
    order: sql`o.due_date`,
    patient: sql`o.patient_id`,
    link: { kind: 'bill', id: sql`o.bill_id` },
    columns: [
      column('due', '应付日', sql`o.due_date`, 'day'),
      column('no', '账单', sql`o.bill_no`),
      column('part', '分期', sql`case when o.no is null then '' else o.plan_no || ' 第' || o.no || '期' end`),
      column('patient', '患者', sql`p.name`),
      column('doctor', '医生', sql`coalesce(d.name, '')`),
      column('clinic', '门诊', sql`c.short_name`),
      column('late', '已过天数', sql`greatest(0, o.late)`, 'count'),
    ],
  },
}
/** Parts of an agreement are late from the day after; without one only after some days of grace. */
export const isLate = sql`(case when o.no is null then o.late >= ${sql.lit(LATE_DAYS)} else o.late >= 1 end)`
/** How old a claim is: a part of an agreement has no age until it is late, a bill ages from the day of its charge. */
export const notDue = sql`(o.no is not null and o.late < 1)`
export const aged = (from: number, to: number | null) =>
  sql`not ${notDue} and o.late >= ${sql.lit(from)}${to === null ? sql`` : sql` and o.late <= ${sql.lit(to)}`}`

/** A condition that a card was opened in one of the clinics that are asked for. */
const ofCards = (tx: TenantTx, card: RawBuilder<unknown>, clinicIds: readonly string[] | null) =>
  clinicIds === null
    ? sql`true`
    : sql`${card} in (select y.id from member_card y where ${tx.own('y')} and ${amongClinics(sql`y.open_clinic_id`, clinicIds)})`

/** What member cards hold at the end of a day by the ledger, and what their own log says that they held; owed by the clinic that opened the card. */
export const cardBalances: StateSource = {
  kind: 'states',
  name: 'cardBalances',
  from: (tx, day, _span, clinicIds) => sql`(
    select k.id, k.card_no, k.type_id, k.type_name, k.patient_id, k.open_clinic_id, k.principal_amount + coalesce(x.principal, 0) as principal,
      k.bonus_amount + coalesce(x.bonus, 0) as bonus, coalesce(g.principal, 0) as logged_principal, coalesce(g.bonus, 0) as logged_bonus
    from member_card k
    left join (select l.card_id, sum(l.amount) filter (where l.account = 'principal') as principal,
        sum(l.amount) filter (where l.account = 'bonus') as bonus
      from ledger_posting l where ${tx.own('l')} and l.card_id is not null and l.unit = 0 and l.account in ('principal', 'bonus')
        and l.business_date > ${day}::date and ${ofCards(tx, sql`l.card_id`, clinicIds)} group by l.card_id) x on x.card_id = k.id
    left join (select g.card_id, sum(g.principal_delta) as principal, sum(g.bonus_delta) as bonus from card_log g
      where ${tx.own('g')} and g.created_at < ${dayRange(day).to} and ${ofCards(tx, sql`g.card_id`, clinicIds)} group by g.card_id) g on g.card_id = k.id
    where ${tx.own('k')}) o
    left join patient p on ${tx.own('p')} and p.id = o.patient_id
    left join clinic c on ${tx.own('c')} and c.id = o.open_clinic_id
    where true`,
  where: sql`o.principal <> 0 or o.bonus <> 0 or o.logged_principal <> 0 or o.logged_bonus <> 0`,
  clinic: sql`o.open_clinic_id`,
  doctors: [sql`p.resp_doctor_id`],
  cuts: { source: sql`p.source_id`, patient: sql`o.patient_id`, card: sql`o.id`, cardType: sql`o.type_id` },
  rows: {
    id: sql`o.id`,
    order: sql`o.card_no`,
    patient: sql`o.patient_id`,
    link: { kind: 'card', id: sql`o.id` },
    columns: [
      column('card', '卡号', sql`o.card_no`),
      column('type', '卡种', sql`o.type_name`),
      column('patient', '患者', sql`p.name`),
      column('clinic', '开卡门诊', sql`c.short_name`),
    ],
  },
}
