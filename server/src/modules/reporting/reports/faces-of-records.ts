import { appointmentSourceNames } from '@dentin/contract/core/visit-words'
import { billStates, recordStates, registrationStates } from '@dentin/contract/core/status'
import { billTypes } from '@dentin/contract/billing'
import { cardMoves } from '@dentin/contract/card'
import {
  firstVisitOutcomes,
  rewardStates,
  type FirstVisitOutcome,
  type RewardState,
} from '@dentin/contract/data-record'
import { patientInvoiceStates } from '@dentin/contract/invoice'
import { referrerTypeNames } from '@dentin/contract/patient-words'
import { fenToYuan, formatDateTime, type LocalDate } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import { amounts, columns, named, perhaps, select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { outcomeOf } from '../figures/first-visits.ts'
import { rewardOf } from '../figures/introduced.ts'
import { sourcesOf } from '../figures/patient-cuts.ts'
import { day, count, moment, sum, text, toBill, toPatient, type FaceOf } from './face.ts'

/** How much of a name's list is shown in a cell. */
const SHOWN_ITEMS = 3
const minute = (at: Date) => formatDateTime(at).slice(0, 16)
const wordOf = (words: Readonly<Record<number, string>>, number: number | null): string =>
  number === null ? '' : (words[number] ?? '')

/** The first record of a visit that was not deleted, found among those of its patient. */
const recordBeside = (
  tx: TenantTx,
) => sql`left join lateral (select m.id, m.status, m.diagnosis_text, m.treatment_text, m.teeth,
    coalesce(m.content ->> 'chiefComplaint', '') as complaint
  from medical_record m where ${tx.own('m')} and m.patient_id = r.patient_id and m.registration_id = r.id and m.status <> ${sql.lit(recordStates.code.deleted)}
  order by m.created_at, m.id limit 1) f on true`

const visits = select(
  columns('registration', 'r', 'id', 'patient_id', 'reg_date'),
  named('patient', 'p', { patientName: 'name', createdName: 'created_name' }),
  perhaps(named('employee', 'd', { doctorName: 'name' })),
  perhaps(named('employee', 'q', { consultantName: 'name' })),
  {
    age: sql<number | null>`extract(year from age(r.reg_date, p.birth_day))::int`,
    source: sql<string>`concat_ws(' / ', ps2.name, ps1.name, ps.name)`,
    referrer: sql<string>`coalesce(rp.name, re.name, p.referrer_remark, '')`,
    complaint: sql<string>`coalesce(nullif(r.chief_complaint, ''), f.complaint, '')`,
    diagnosis: sql<string>`coalesce(f.diagnosis_text, '')`,
    outcome: sql<FirstVisitOutcome>`o.outcome`,
    reason: sql<string>`coalesce(n.reason, '')`,
    nextContactOn: sql<LocalDate | null>`n.next_contact_on`,
    bookedBy: sql<number | null>`a.source`,
  },
)
/** A first visit: who came, from where, with what, and what became of it. */
export const visit: FaceOf = {
  columns: [
    text('patient', '患者'),
    count('age', '年龄'),
    text('source', '来源'),
    text('referrer', '介绍人'),
    text('complaint', '主诉'),
    text('doctor', '医生'),
    text('consultant', '咨询师'),
    text('diagnosis', '诊断'),
    text('outcome', '成交状态', true),
    text('reason', '未成交原因', true),
    day('next', '下次联系', true),
    text('bookedBy', '预约渠道', true),
    text('created', '建档人', true),
  ],
  async faces({ tx }, ids) {
    const rows = await tx.rows(
      visits.from`registration r
        join patient p on ${tx.own('p')} and p.id = r.patient_id
        left join employee d on ${tx.own('d')} and d.id = r.doctor_id
        left join employee q on ${tx.own('q')} and q.id = r.consultant_id
        left join patient rp on ${tx.own('rp')} and rp.id = p.referrer_patient_id
        left join employee re on ${tx.own('re')} and re.id = p.referrer_employee_id
        left join appointment a on ${tx.own('a')} and a.id = r.appointment_id
        left join first_visit_note n on ${tx.own('n')} and n.registration_id = r.id
        ${sourcesOf(tx)} ${recordBeside(tx)} ${outcomeOf(tx)}
        where ${tx.own('r')} and r.id = any(${ids}::uuid[])`,
    )
    return new Map(
      rows.map((row) => [
        row.id,
        {
          label: row.regDate,
          facts: [
            row.patientName,
            row.age === null ? null : String(row.age),
            row.source,
            row.referrer,
            row.complaint,
            row.doctorName,
            row.consultantName,
            row.diagnosis,
            firstVisitOutcomes[row.outcome],
            row.reason,
            row.nextContactOn,
            row.bookedBy === null ? '现场' : (appointmentSourceNames[row.bookedBy] ?? ''),
            row.createdName,
          ],
          link: toPatient(row.patientId),
        },
      ]),
    )
  },
}

const bills = (tx: TenantTx) =>
  select(
    columns('bill', 'b', 'id', 'bill_no', 'patient_id', 'bill_type', 'open_time', 'pay_time', 'status'),
    named('patient', 'p', { patientName: 'name' }),
    perhaps(named('employee', 'd', { doctorName: 'name' })),
    perhaps(named('employee', 'q', { cashierName: 'name' })),
    {
      items: sql<
        string[]
      >`coalesce((select array_agg(i.name order by i.line_no) from bill_item i where ${tx.own('i')} and i.bill_id = b.id), '{}')`,
      invoice: sql<number | null>`(select max(v.status) from invoice v where ${tx.own('v')} and v.id in
      (select s.invoice_id from invoice_source s where ${tx.own('s')} and s.bill_id = b.id))`,
    },
  )
/** A bill: what it is for, by whom it was charged, and whether it was invoiced. */
export const billDocument: FaceOf = {
  columns: [
    moment('opened', '开单时间'),
    moment('charged', '收费时间'),
    text('patient', '患者'),
    text('type', '类型'),
    text('items', '项目'),
    text('doctor', '医生'),
    text('state', '状态', true),
    text('cashier', '收费员', true),
    text('invoice', '发票', true),
  ],
  async faces({ tx }, ids) {
    const rows = await tx.rows(
      bills(tx).from`bill b
        join patient p on ${tx.own('p')} and p.id = b.patient_id
        left join employee d on ${tx.own('d')} and d.id = b.doctor_id
        left join employee q on ${tx.own('q')} and q.id = b.cashier_id
        where ${tx.own('b')} and b.id = any(${ids}::uuid[])`,
    )
    return new Map(
      rows.map((row) => [
        row.id,
        {
          label: row.billNo,
          facts: [
            minute(row.openTime),
            row.payTime && minute(row.payTime),
            row.patientName,
            wordOf(billTypes, row.billType),
            row.items.length > SHOWN_ITEMS
              ? `${row.items.slice(0, SHOWN_ITEMS).join('、')} 等 ${row.items.length} 项`
              : row.items.join('、'),
            row.doctorName,
            billStates.names[row.status] ?? '',
            row.cashierName,
            wordOf(patientInvoiceStates.names, row.invoice ?? patientInvoiceStates.code.notIssued),
          ],
          link: toBill(row.id, row.patientId),
        },
      ]),
    )
  },
}

const treatments = select(
  columns('treatment', 't', 'id', 'patient_id', 'end_time', 'start_time'),
  named('patient', 'p', { patientName: 'name' }),
  named('registration', 'r', { title: 'title' }),
  perhaps(named('employee', 'd', { doctorName: 'name' })),
  perhaps(named('employee', 'q', { nurseName: 'name' })),
  {
    recordId: sql<string | null>`f.id`,
    recordStatus: sql<number | null>`f.status`,
    teeth: sql<string>`coalesce(nullif(f.teeth, ''), r.teeth)`,
    diagnosis: sql<string>`coalesce(f.diagnosis_text, '')`,
    done: sql<string>`coalesce(f.treatment_text, '')`,
  },
)
/** A treatment that has ended: what was found and done, by whom, and how far its record is. */
export const treatment: FaceOf = {
  columns: [
    text('patient', '患者'),
    text('teeth', '牙位'),
    text('diagnosis', '诊断'),
    text('done', '处置'),
    text('doctor', '医生'),
    text('nurse', '护士'),
    text('record', '病历状态', true),
  ],
  async faces({ tx }, ids) {
    const rows = await tx.rows(
      treatments.from`treatment t
        join registration r on ${tx.own('r')} and r.id = t.registration_id
        join patient p on ${tx.own('p')} and p.id = t.patient_id
        left join employee d on ${tx.own('d')} and d.id = t.doctor_id
        left join appointment a on ${tx.own('a')} and a.id = r.appointment_id
        left join employee q on ${tx.own('q')} and q.id = coalesce(a.nurse_id, p.resp_nurse_id)
        ${recordBeside(tx)}
        where ${tx.own('t')} and t.id = any(${ids}::uuid[])`,
    )
    return new Map(
      rows.map((row) => [
        row.id,
        {
          label: minute(row.endTime ?? row.startTime),
          facts: [
            row.patientName,
            row.teeth.replaceAll(';', ' '),
            row.diagnosis,
            row.done || row.title,
            row.doctorName,
            row.nurseName,
            row.recordStatus === null ? '未写' : (recordStates.names[row.recordStatus] ?? ''),
          ],
          link: row.recordId
            ? { kind: 'record' as const, id: row.recordId, patientId: row.patientId }
            : toPatient(row.patientId),
        },
      ]),
    )
  },
}

const moves = select(
  columns(
    'card_log',
    'g',
    'id',
    'type',
    'biz_no',
    'log_no',
    'bill_id',
    'operator_name',
    'created_at',
    'card_id',
    'remark',
  ),
  amounts('card_log', 'g', 'principal_after', 'bonus_after'),
  columns('member_card', 'k', 'card_no', 'patient_id'),
  named('patient', 'p', { patientName: 'name' }),
  named('clinic', 'c', { clinicName: 'short_name' }),
  { ways: sql<{ name: string }[]>`g.ways` },
)
/** A movement of a card: where, by what, and what was left. */
export const cardMove: FaceOf = {
  columns: [
    text('card', '卡号'),
    text('patient', '患者'),
    text('kind', '类型'),
    text('clinic', '门诊'),
    sum('principal', '本金余额'),
    sum('bonus', '赠金余额'),
    text('ways', '方式', true),
    text('no', '单据', true),
    text('actor', '操作人', true),
    text('remark', '备注', true),
  ],
  async faces({ tx }, ids) {
    const rows = await tx.rows(
      moves.from`card_log g
        join member_card k on ${tx.own('k')} and k.id = g.card_id
        join patient p on ${tx.own('p')} and p.id = k.patient_id
        join clinic c on ${tx.own('c')} and c.id = g.moved_clinic_id
        where ${tx.own('g')} and g.id = any(${ids}::uuid[])`,
    )
    return new Map(
      rows.map((row) => [
        row.id,
        {
          label: minute(row.createdAt),
          facts: [
            row.cardNo,
            row.patientName,
            wordOf(cardMoves, row.type),
            row.clinicName,
            fenToYuan(row.principalAfter),
            fenToYuan(row.bonusAfter),
            row.ways.map(({ name }) => name).join('、'),
            row.bizNo || row.logNo,
            row.operatorName,
            row.remark,
          ],
          link: row.billId
            ? toBill(row.billId, row.patientId)
            : { kind: 'card' as const, id: row.cardId, patientId: row.patientId },
        },
      ]),
    )
  },
}

const introductions = (tx: TenantTx) =>
  select(columns('patient', 'p', 'id', 'name', 'referrer_type', 'referrer_remark'), {
    referrer: sql<string>`coalesce(rp.name, re.name, p.referrer_remark, '')`,
    cameOn: sql<LocalDate | null>`(select min(v.reg_date) from registration v where ${tx.own('v')} and v.patient_id = p.id
      and v.status not in ${codes(registrationStates, 'cancelled', 'transferred')})`,
    clinicName: sql<string>`c.short_name`,
    reward: sql<RewardState>`g.state`,
    couponName: sql<string>`g.name`,
  })
/** Somebody who was introduced: by whom, and since when they come. */
export const introduced: FaceOf = {
  columns: [
    text('kind', '介绍人类型'),
    text('referrer', '介绍人'),
    text('clinic', '建档门诊'),
    day('came', '到店日'),
    text('reward', '奖励状态', true),
    text('coupon', '奖励', true),
  ],
  async faces({ tx }, ids) {
    const rows = await tx.rows(
      introductions(tx).from`patient p
        left join patient rp on ${tx.own('rp')} and rp.id = p.referrer_patient_id
        left join employee re on ${tx.own('re')} and re.id = p.referrer_employee_id
        left join clinic c on ${tx.own('c')} and c.id = p.home_clinic_id
        ${rewardOf(tx)}
        where ${tx.own('p')} and p.id = any(${ids}::uuid[])`,
    )
    return new Map(
      rows.map((row) => [
        row.id,
        {
          label: row.name,
          facts: [
            wordOf(referrerTypeNames, row.referrerType),
            row.referrer,
            row.clinicName,
            row.cameOn,
            rewardStates[row.reward],
            row.couponName,
          ],
          link: toPatient(row.id),
        },
      ]),
    )
  },
}
