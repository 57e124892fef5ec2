import { billStates, registrationStates } from '@dentin/contract/core/status'
import { entryKinds } from '@dentin/contract/ledger-words'
import { dayRange } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { column } from './columns.ts'
import { dealOf } from './deals.ts'
import type { EventSource, Span } from './figure.ts'
import { firstTreatedOf } from './first-visit.ts'
import { peopleCuts, sourcesOf } from './patient-cuts.ts'

const SHANGHAI = sql`'Asia/Shanghai'`
/** The two halves of an income report: what is of an item, and what is of none. */
const [ABOVE, BELOW] = [sql`'above'`, sql`'below'`]
const patientName = column('patient', '患者', sql`p.name`)
const doctorName = column('doctor', '医生', sql`coalesce(d.name, '')`)
const clinicName = column('clinic', '门诊', sql`c.short_name`)
/** The places of a doctor in a clinic: one row each. */
const dept = sql`ec.dept_id`

/** Appointments by their start; times that are only held or parked are none. */
export const appointments: EventSource = {
  kind: 'events',
  name: 'appointments',
  from: (tx) => sql`appointment a
    left join patient p on ${tx.own('p')} and p.id = a.patient_id
    left join employee_clinic ec on ${tx.own('ec')} and ec.employee_id = a.doctor_id and ec.clinic_id = a.clinic_id
    left join employee d on ${tx.own('d')} and d.id = a.doctor_id
    left join clinic c on ${tx.own('c')} and c.id = a.clinic_id
    where ${tx.own('a')}`,
  where: sql`a.held_until is null and a.parked_at is null`,
  within: ({ from, to }) => sql`a.starts_at >= ${dayRange(from).from} and a.starts_at < ${dayRange(to).to}`,
  day: sql`(a.starts_at at time zone ${SHANGHAI})::date`,
  kept: 'snapshot',
  clinic: sql`a.clinic_id`,
  doctors: [sql`a.doctor_id`],
  others: [sql`a.consultant_id`, sql`a.nurse_id`],
  cuts: {
    doctor: sql`a.doctor_id`,
    nurse: sql`a.nurse_id`,
    consultant: sql`a.consultant_id`,
    desk: sql`a.created_by`,
    dept,
    source: sql`p.source_id`,
  },
  rows: {
    id: sql`a.id`,
    order: sql`a.starts_at`,
    patient: sql`a.patient_id`,
    link: { kind: 'patient', id: sql`a.patient_id` },
    columns: [
      column('time', '预约时间', sql`a.starts_at`, 'moment'),
      column('patient', '患者', sql`coalesce(p.name, a.temp_name)`),
      doctorName,
      clinicName,
      column('title', '项目', sql`a.title`),
    ],
  },
}

/** Registrations by their day; those that were cancelled or handed on to another number are none. */
export const registrations: EventSource = {
  kind: 'events',
  name: 'registrations',
  from: (tx) => sql`registration r
    left join appointment ap on ${tx.own('ap')} and ap.id = r.appointment_id
    left join patient p on ${tx.own('p')} and p.id = r.patient_id
    left join employee_clinic ec on ${tx.own('ec')} and ec.employee_id = r.doctor_id and ec.clinic_id = r.clinic_id
    left join employee d on ${tx.own('d')} and d.id = r.doctor_id
    left join clinic c on ${tx.own('c')} and c.id = r.clinic_id
    ${sourcesOf(tx)}
    ${firstTreatedOf(tx)}
    ${dealOf(tx)}
    where ${tx.own('r')}`,
  where: sql`r.status not in ${codes(registrationStates, 'cancelled', 'transferred')}`,
  within: ({ from, to }) => sql`r.reg_date >= ${from}::date and r.reg_date <= ${to}::date`,
  day: sql`r.reg_date`,
  kept: 'snapshot',
  clinic: sql`r.clinic_id`,
  doctors: [sql`r.doctor_id`],
  others: [sql`r.consultant_id`],
  cuts: {
    ...peopleCuts(sql`r.reg_date`),
    doctor: sql`r.doctor_id`,
    nurse: sql`ap.nurse_id`,
    consultant: sql`r.consultant_id`,
    desk: sql`r.created_by`,
    dept: sql`coalesce(r.dept_id, ${dept})`,
  },
  rows: {
    id: sql`r.id`,
    order: sql`r.reg_time`,
    patient: sql`r.patient_id`,
    link: { kind: 'patient', id: sql`r.patient_id` },
    columns: [
      column('time', '挂号时间', sql`r.reg_time`, 'moment'),
      column('no', '挂号单', sql`r.reg_no`),
      patientName,
      doctorName,
      clinicName,
      column('title', '项目', sql`r.title`),
    ],
  },
}

/** Files by the day on which they were opened. */
export const patients: EventSource = {
  kind: 'events',
  name: 'patients',
  from: (tx) => sql`patient p
    left join employee_clinic ec on ${tx.own('ec')} and ec.employee_id = p.resp_doctor_id and ec.clinic_id = p.home_clinic_id
    left join employee d on ${tx.own('d')} and d.id = p.resp_doctor_id
    left join clinic c on ${tx.own('c')} and c.id = p.home_clinic_id
    ${sourcesOf(tx)}
    where ${tx.own('p')}`,
  where: sql`p.live_id is not null`,
  within: ({ from, to }) => sql`p.created_at >= ${dayRange(from).from} and p.created_at < ${dayRange(to).to}`,
  day: sql`(p.created_at at time zone ${SHANGHAI})::date`,
  kept: 'snapshot',
  clinic: sql`p.home_clinic_id`,
  doctors: [sql`p.resp_doctor_id`],
  others: [sql`p.consultant_id`],
  cuts: {
    ...peopleCuts(sql`(p.created_at at time zone ${SHANGHAI})::date`),
    doctor: sql`p.resp_doctor_id`,
    dept,
    consultant: sql`p.consultant_id`,
  },
  rows: {
    id: sql`p.id`,
    order: sql`p.created_at`,
    patient: sql`p.id`,
    link: { kind: 'patient', id: sql`p.id` },
    columns: [
      column('time', '建档时间', sql`p.created_at`, 'moment'),
      patientName,
      column('number', '病历号', sql`p.medical_number`),
      column('doctor', '责任医生', sql`coalesce(d.name, '')`),
      column('clinic', '建档门诊', sql`c.short_name`),
    ],
  },
}

const billDay = sql`coalesce(b.belong_date, (b.pay_time at time zone ${SHANGHAI})::date)`
const lineDoctor = sql`coalesce(i.doctor_id, b.doctor_id)`

/** Lines of charged bills, by the day of the charge (of a late entry: the day that it belongs to). */
export const lines: EventSource = {
  kind: 'events',
  name: 'lines',
  from: (tx) => sql`bill b
    join bill_item i on ${tx.own('i')} and i.bill_id = b.id
    left join patient p on ${tx.own('p')} and p.id = b.patient_id
    left join employee_clinic ec on ${tx.own('ec')} and ec.employee_id = ${lineDoctor} and ec.clinic_id = b.clinic_id
    left join employee d on ${tx.own('d')} and d.id = ${lineDoctor}
    left join clinic c on ${tx.own('c')} and c.id = b.clinic_id
    where ${tx.own('b')}`,
  where: sql`b.status in ${codes(billStates, 'received')}`,
  within: ({
    from,
    to,
  }) => sql`((b.belong_date is null and b.pay_time >= ${dayRange(from).from} and b.pay_time < ${dayRange(to).to})
    or (b.belong_date >= ${from}::date and b.belong_date <= ${to}::date))`,
  day: billDay,
  kept: {
    // A charge is revoked on its own day alone; what is entered late for a day of a closed month may be charged or revoked afterwards.
    staying: ({ from, to }) =>
      sql`b.belong_date is null and b.pay_time >= ${dayRange(from).from} and b.pay_time < ${dayRange(to).to}`,
    moving: ({ from, to }) => sql`b.belong_date >= ${from}::date and b.belong_date <= ${to}::date`,
  },
  clinic: sql`b.clinic_id`,
  doctors: [lineDoctor],
  cuts: {
    doctor: lineDoctor,
    consultant: sql`b.consultant_id`,
    desk: sql`b.cashier_id`,
    dept,
    source: sql`p.source_id`,
    topCategory: sql`i.top_category_name`,
    category: sql`i.category_name`,
    item: sql`i.name`,
    side: sql`${ABOVE}`,
  },
  rows: {
    id: sql`i.id`,
    order: sql`b.pay_time`,
    patient: sql`b.patient_id`,
    link: { kind: 'bill', id: sql`b.id` },
    columns: [
      column('time', '收费时间', sql`b.pay_time`, 'moment'),
      column('no', '账单', sql`b.bill_no`),
      patientName,
      column('item', '项目', sql`i.name`),
      column('qty', '数量', sql`i.qty`, 'count'),
      doctorName,
      clinicName,
    ],
  },
}

/** What an entry is about: of one that takes another back, what the other was about. */
const kind = sql`coalesce(t.kind, l.kind)`
const number = (...names: (keyof typeof entryKinds)[]) =>
  sql.raw(`(${names.map((name) => entryKinds[name]).join(', ')})`)

/** What is of an item by its upper category; the rest by the line below which it stands (`belowTheLine`). */
const lineOrBelow = sql`case when i.id is not null then i.top_category_name
  when ${kind} in ${number('reward')} then '~reward'
  when l.account = 'otherIncome' then case when ${kind} in ${number('cardSale')} then '~fee' else '~makeUp' end
  when ${kind} in ${number('cardSale', 'recharge', 'cardRefund', 'cardTransfer', 'cardAdjust')} then '~card'
  when ${kind} in ${number('prepay', 'prepayReturn', 'prepayTransfer')} then '~prepay'
  when ${kind} in ${number('refund')} then case l.part when 'deposit' then '~prepay' else '~card' end
  when ${kind} in ${number('unitSettlement')} then '~unit' else '~waiting' end`
/**
 * Of the entry by which a card was sold: its fee, and at which posting of money it is said, so that what was paid for a card and
 * what was recharged with it stand apart. Of any other entry nothing.
 */
const feeOf = (tx: TenantTx) => sql`left join lateral (
    select min(w.no) filter (where w.account in ('cash', 'clearing')) as no, coalesce(-sum(w.amount) filter (where w.account = 'otherIncome'), 0) as fee,
      (array_agg(w.pay_method_id order by w.no) filter (where w.account in ('cash', 'clearing')))[1] as method_id
    from ledger_posting w where ${tx.own('w')} and w.entry_id = l.entry_id and l.account in ('cash', 'clearing', 'otherIncome')
      and ${kind} in ${number('cardSale')}) f on true`

/** What a source of movements has beside the others: how its way to pay is found, the tables for it, and whose a row is. */
interface Beside {
  whose: RawBuilder<unknown>
  method: RawBuilder<unknown>
  more(tx: TenantTx): RawBuilder<unknown>
  /** It is of no way to pay: what was claimed stands against all of them. */
  hasNoMethod: boolean
}

/** Money without a place came in as nobody's: what takes it from the suspense account is nobody's too, whatever bill it pays. */
const isPlaced = sql`l.account <> 'suspense'`
const postedWithin = ({ from, to }: Span) => sql`l.business_date >= ${from}::date and l.business_date <= ${to}::date`

/**
 * Movements of the ledger in yuan, by the day on which the money moved. There always is an entry: it is joined from outside (`e`), so that
 * PostgreSQL begins with the days of the postings, and leaves it out where only its kind is asked for, which the posting says; what a revoke
 * took back is found by its own join (`v`, `t`). What lies on lines of bills is cut by them; what
 * belongs to no bill (cards, prepayments) has no doctor and no category.
 */
const posted = (
  name: string,
  where: EventSource['where'],
  {
    method = sql`coalesce(l.pay_method_id, y.pay_method_id)`,
    more = () => sql``,
    whose = sql`coalesce(b.patient_id, k.patient_id, q.patient_id)`,
    hasNoMethod = false,
  }: Partial<Beside> = {},
): EventSource => ({
  kind: 'events',
  name,
  ...(hasNoMethod ? { hasNoMethod } : {}),
  from: (tx) => sql`ledger_posting l
    left join ledger_entry e on ${tx.own('e')} and e.id = l.entry_id
    left join ledger_entry v on ${tx.own('v')} and l.kind = ${sql.lit(entryKinds.revoke)} and v.id = l.entry_id
    left join ledger_entry t on ${tx.own('t')} and t.id = v.reverses_id
    left join bill b on ${tx.own('b')} and b.id = l.bill_id and ${isPlaced}
    left join bill_item i on ${tx.own('i')} and i.id = l.item_id
    left join bill_payment y on ${tx.own('y')} and y.id = l.payment_id
    left join member_card k on ${tx.own('k')} and k.id = l.card_id
    left join prepay q on ${tx.own('q')} and q.id = l.prepay_id
    left join patient p on ${tx.own('p')} and p.id = ${whose}
    left join employee_clinic ec on ${tx.own('ec')} and ec.employee_id = ${lineDoctor} and ec.clinic_id = l.clinic_id
    left join employee d on ${tx.own('d')} and d.id = ${lineDoctor}
    left join clinic c on ${tx.own('c')} and c.id = l.clinic_id
    ${more(tx)}
    where ${tx.own('l')}`,
  where,
  within: postedWithin,
  day: sql`l.business_date`,
  kept: { staying: postedWithin },
  clinic: sql`l.clinic_id`,
  doctors: [lineDoctor],
  cuts: {
    doctor: lineDoctor,
    consultant: sql`b.consultant_id`,
    desk: sql`e.actor_id`,
    dept,
    source: sql`p.source_id`,
    topCategory: lineOrBelow,
    category: sql`i.category_name`,
    item: sql`i.name`,
    side: sql`case when i.id is null then ${BELOW} else ${ABOVE} end`,
    method,
    shift: sql`e.shift_id`,
    movement: sql`l.entry_id`,
    patient: sql`p.id`,
    bill: sql`b.id`,
    card: sql`l.card_id`,
    cardType: sql`k.type_id`,
  },
  rows: {
    id: sql`l.entry_id || '-' || l.no`,
    order: sql`e.moment`,
    patient: sql`p.id`,
    link: {
      kind: 'bill',
      id: sql`l.bill_id`,
      otherwise: { kind: 'card', id: sql`l.card_id`, otherwise: { kind: 'patient', id: sql`p.id` } },
    },
    columns: [
      column('time', '时间', sql`e.moment`, 'moment'),
      column('no', '单号', sql`e.document_no`),
      patientName,
      column('kind', '类型', sql`e.kind::text`),
      column('item', '项目', sql`coalesce(i.name, '')`),
      doctorName,
      clinicName,
      column('actor', '经手', sql`e.actor_name`),
    ],
  },
})

/** The sign by which a takings posting counts; what was paid for a card is without its fee, which is a row of its own. */
export const takingsValue = sql`case when l.account in ('receivable', 'suspense', 'otherIncome') then -l.amount
  when l.account in ('cash', 'clearing') and l.no = f.no then l.amount - f.fee else l.amount end`
/**
 * 实收: what came in less what went out by cash-like ways, each bill's part on its lines, the fee of a card apart from what was
 * recharged with it. Money that waits for its place lies between: what a gateway told counts when it comes, and a payment that
 * takes it from the suspense account adds nothing. What a card or a prepayment paid that was closed since leaves in cash when its bill is
 * refunded: like a card that is given back, it is of no item.
 */
export const takings = posted(
  'takings',
  sql`l.unit = 0 and l.kind <> ${entryKinds.till} and (
    (l.account = 'receivable' and l.part = 'cash')
    or (l.account = 'suspense' and l.payment_id is not null)
    or (l.account = 'otherIncome' and ${kind} in ${number('cardSale')})
    or (l.account = 'cash' and l.part in ('principal', 'deposit', 'times'))
    or (l.account in ('cash', 'clearing') and l.payment_id is null))`,
  {
    method: sql`coalesce(l.pay_method_id, y.pay_method_id, f.method_id)`,
    more: feeOf,
  },
)
/** The way in which the fee of a card, or what a unit owed, was paid: that of its entry's first money. */
const paidBy = (tx: TenantTx) => sql`left join lateral (
    select (array_agg(w.pay_method_id order by w.no))[1] as method_id from ledger_posting w
    where ${tx.own('w')} and w.entry_id = l.entry_id and w.account in ('cash', 'clearing') and l.account in ('otherIncome', 'unitReceivable')
      and ${kind} in ${number('cardSale', 'unitSettlement')}) f on true`
/** Payments on the lines that they lie on, by their parts, and other income. */
export const settled = posted(
  'settled',
  sql`l.unit = 0 and ((l.account = 'receivable' and l.payment_id is not null) or l.account = 'otherIncome'
    or (l.account = 'unitReceivable' and ${kind} = ${entryKinds.unitSettlement}))`,
  { method: sql`coalesce(l.pay_method_id, y.pay_method_id, f.method_id)`, more: paidBy },
)
/**
 * What is owed: new claims, payments, what refunds take off, write-offs. A claim lies on the bill as a whole; its other side says
 * the lines that it is of, and so does that of a refund and of a write-off.
 */
export const owed = posted(
  'owed',
  sql`l.unit = 0 and ((l.account = 'receivable' and l.payment_id is not null) or l.account in ('billed', 'writtenOff'))`,
  { hasNoMethod: true },
)
/** By how much a movement raises what is owed. */
export const owedValue = sql`case l.account when 'receivable' then l.amount else -l.amount end`
/** What was claimed for bills, on the day on which it was charged. */
export const claims = posted('claims', sql`l.unit = 0 and l.account = 'billed'`, { hasNoMethod: true })
/** What cards, prepayments and gifts moved. */
export const stored = posted(
  'stored',
  sql`l.unit = 0 and l.account in ('principal', 'bonus', 'deposit', 'times', 'pointsGiven', 'bonusGiven')`,
  // Whose the card is, also where it pays the bill of a relative.
  { whose: sql`coalesce(k.patient_id, q.patient_id, b.patient_id)` },
)

export const ofKind = { kind, number }
