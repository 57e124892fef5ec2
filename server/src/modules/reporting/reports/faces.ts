import { dunningStates } from '@dentin/contract/instalment'
import { entryKindNames } from '@dentin/contract/ledger-words'
import type { FactColumn, RoleCut } from '@dentin/contract/report'
import { daysBetween, formatDateTime, type LocalDate } from '@dentin/kit'
import { sql } from 'kysely'
import { columns, named, perhaps, select } from '../../../platform/database/select.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { dunningOf } from '../../instalment/index.ts'
import { coveredRows } from '../../patient/index.ts'
import { count, day, text, toBill, toPatient, type Face, type FaceColumn, type FaceOf, type Faces } from './face.ts'
import { billDocument, cardMove, introduced, treatment, visit } from './faces-of-records.ts'

const entries = select(columns('ledger_entry', 'x', 'id', 'kind', 'document_no', 'moment', 'actor_name'), {
  patientName: sql<string | null>`p.name`,
  patientId: sql<string | null>`p.id`,
  billId: sql<string | null>`m.bill_id`,
  shift: sql<string | null>`s.shift_no`,
  remark: sql<string>`coalesce(nullif(concat_ws('：', z.reason, nullif(z.remark, '')), ''), nullif(g.remark, ''), nullif(m.prepay_remark, ''), m.bill_remark, '')`,
})
const movement: FaceOf = {
  columns: [
    text('no', '单号'),
    text('patient', '患者'),
    text('kind', '类型'),
    text('actor', '收费员', true),
    text('shift', '交班', true),
    text('remark', '备注', true),
  ],
  async faces({ tx }, ids) {
    const rows = await tx.rows(
      entries.from`ledger_entry x
        left join lateral (select coalesce(b.patient_id, k.patient_id, q.patient_id) as patient_id, l.bill_id, l.card_id,
            b.remark as bill_remark, q.remark as prepay_remark from ledger_posting l
          left join bill b on ${tx.own('b')} and b.id = l.bill_id
          left join member_card k on ${tx.own('k')} and k.id = l.card_id
          left join prepay q on ${tx.own('q')} and q.id = l.prepay_id
          where ${tx.own('l')} and l.entry_id = x.id and coalesce(l.bill_id, l.card_id, l.prepay_id) is not null
          order by l.no limit 1) m on true
        left join refund z on ${tx.own('z')} and z.id = x.document_id
        left join lateral (select w.remark from card_log w where ${tx.own('w')} and w.card_id = m.card_id and w.entry_id = x.id limit 1) g on true
        left join patient p on ${tx.own('p')} and p.id = m.patient_id
        left join cash_shift s on ${tx.own('s')} and s.id = x.shift_id
        where ${tx.own('x')} and x.id = any(${ids}::uuid[])`,
    )
    return new Map(
      rows.map((row) => [
        row.id,
        {
          label: formatDateTime(row.moment).slice(5, 16),
          facts: [
            row.documentNo,
            row.patientName,
            entryKindNames[row.kind] ?? '',
            row.actorName,
            row.shift,
            row.remark,
          ],
          link: row.billId ? toBill(row.billId, row.patientId) : toPatient(row.patientId),
        },
      ]),
    )
  },
}

const people = select(columns('patient', 'x', 'id', 'name', 'medical_number', 'mobile'), {
  doctorName: sql<string | null>`d.name`,
})
const patient: FaceOf = {
  columns: [text('number', '病历号'), text('mobile', '手机'), text('doctor', '责任医生')],
  async faces(ctx, ids) {
    const { tx } = ctx
    const rows = await tx.rows(
      people.from`patient x left join employee d on ${tx.own('d')} and d.id = x.resp_doctor_id
        where ${tx.own('x')} and x.id = any(${ids}::uuid[])`,
    )
    const shown = await coveredRows(ctx, rows, ({ id }) => ({ patientId: id }))
    return new Map(
      shown.map((row) => [
        row.id,
        { label: row.name, facts: [row.medicalNumber, row.mobile, row.doctorName], link: toPatient(row.id) },
      ]),
    )
  },
}

const debtors = select(columns('patient', 'x', 'id'), { calledAt: sql<Date | null>`w.called_at` })
/** Somebody who owes: who it is, and when the last call was about any of the bills. */
const debtor: FaceOf = {
  columns: [...patient.columns, day('called', '最后催收')],
  async faces(ctx, ids, until) {
    const { tx } = ctx
    const [people, called] = await Promise.all([
      patient.faces(ctx, ids, until),
      tx.rows(
        debtors.from`patient x cross join lateral (select max(k.called_at) as called_at from dunning_call k
            where ${tx.own('k')} and k.patient_id = x.id and (k.called_at at time zone 'Asia/Shanghai')::date <= ${until}::date) w
          where ${tx.own('x')} and x.id = any(${ids}::uuid[])`,
      ),
    ])
    const last = new Map(called.map((row) => [row.id, row.calledAt && formatDateTime(row.calledAt).slice(0, 10)]))
    return new Map([...people].map(([id, face]) => [id, { ...face, facts: [...face.facts, last.get(id) ?? null] }]))
  },
}

/** The newest call about a bill until a day, and how many there were. */
const callsUntil = ({ tx }: ClinicContext, until: LocalDate) => sql`left join lateral (
    select count(*)::int as calls, (array_agg(k.promise_date order by k.called_at desc, k.id desc))[1] as promise_date,
      coalesce((array_agg(k.owner_name order by k.called_at desc, k.id desc) filter (where k.owner_name <> ''))[1],
        (array_agg(k.caller_name order by k.called_at desc, k.id desc))[1]) as owner_name, max(k.called_at) as called_at,
      (array_agg(concat_ws(' ', nullif(k.next_step, ''), to_char(k.next_on, 'MM-DD')) order by k.called_at desc, k.id desc))[1] as next_step,
      (array_agg(k.note order by k.called_at desc, k.id desc))[1] as note
    from dunning_call k where ${tx.own('k')} and k.bill_id = x.id and (k.called_at at time zone 'Asia/Shanghai')::date <= ${until}::date) k on true`
const dunned = {
  calls: sql<number>`coalesce(k.calls, 0)`,
  promiseDate: sql<LocalDate | null>`k.promise_date`,
  ownerName: sql<string | null>`k.owner_name`,
  nextStep: sql<string | null>`nullif(k.next_step, '')`,
  calledAt: sql<Date | null>`k.called_at`,
  note: sql<string | null>`k.note`,
}

const bills = select(
  columns('bill', 'x', 'id', 'bill_no', 'patient_id'),
  named('patient', 'p', { patientName: 'name' }),
  perhaps(named('employee', 'd', { doctorName: 'name' })),
  dunned,
)
const bill: FaceOf = {
  columns: [text('patient', '患者'), text('doctor', '医生'), day('called', '最后催收')],
  async faces(ctx, ids, until) {
    const { tx } = ctx
    const rows = await tx.rows(
      bills.from`bill x join patient p on ${tx.own('p')} and p.id = x.patient_id
        left join employee d on ${tx.own('d')} and d.id = x.doctor_id ${callsUntil(ctx, until)}
        where ${tx.own('x')} and x.id = any(${ids}::uuid[])`,
    )
    return new Map(
      rows.map((row) => [
        row.id,
        {
          label: row.billNo,
          facts: [row.patientName, row.doctorName, row.calledAt && formatDateTime(row.calledAt).slice(0, 10)],
          link: toBill(row.id, row.patientId),
        },
      ]),
    )
  },
}

const cards = select(
  columns('member_card', 'x', 'id', 'card_no', 'type_name', 'patient_id'),
  named('patient', 'p', { patientName: 'name' }),
)
const card: FaceOf = {
  columns: [text('patient', '患者'), text('type', '卡种')],
  async faces({ tx }, ids) {
    const rows = await tx.rows(
      cards.from`member_card x join patient p on ${tx.own('p')} and p.id = x.patient_id
        where ${tx.own('x')} and x.id = any(${ids}::uuid[])`,
    )
    return new Map(
      rows.map((row) => [
        row.id,
        {
          label: row.cardNo,
          facts: [row.patientName, row.typeName],
          link: { kind: 'card', id: row.id, patientId: row.patientId },
        },
      ]),
    )
  },
}

/** Of an overdue part: the bill that it is of, its number in the agreement (0: without one), the day on which it was due. */
const due = select(
  columns('bill', 'x', 'bill_no', 'patient_id'),
  named('bill', 'x', { billId: 'id' }),
  { key: sql<string>`w.key`, part: sql<number>`w.part`, dueDate: sql<LocalDate>`w.due_date` },
  named('patient', 'p', { patientName: 'name' }),
  columns('patient', 'p', 'mobile'),
  perhaps(named('employee', 'd', { doctorName: 'name' })),
  dunned,
)
/** What is to be done next, by how far one is. */
const NEXT: Readonly<Record<number, string>> = {
  [dunningStates.code.untouched]: '电话联系',
  [dunningStates.code.called]: '约定付款日',
  [dunningStates.code.promised]: '等待付款',
}
/** Once a promise has passed, the head of the clinic is told: it stands among what the head has to do. */
const ESCALATED = '已上报门诊负责人：再次联系，发催款函'
const overdue: FaceOf = {
  columns: [
    text('patient', '患者'),
    text('mobile', '手机'),
    day('due', '应付日'),
    count('days', '逾期天数'),
    text('state', '状态'),
    day('promise', '承诺日'),
    count('calls', '联系次数'),
    text('owner', '负责人', true),
    text('next', '下一步', true),
    text('doctor', '医生', true),
  ],
  async faces(ctx, keys, until) {
    const { tx } = ctx
    const wanted = keys.map((key) => {
      const [id, part, dueDate] = key.split(':')
      return { key, id, part: Number(part), due_date: dueDate }
    })
    const rows = await tx.rows(
      due.from`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(key text, id uuid, part int, due_date date)
        join bill x on ${tx.own('x')} and x.id = w.id
        join patient p on ${tx.own('p')} and p.id = x.patient_id
        left join employee d on ${tx.own('d')} and d.id = x.doctor_id ${callsUntil(ctx, until)}`,
    )
    const shown = await coveredRows(ctx, rows, ({ patientId }) => ({ patientId }))
    return new Map(
      shown.map((row) => {
        const state = dunningOf(row.calls === 0 ? undefined : { promiseDate: row.promiseDate }, until)
        return [
          row.key,
          {
            label: row.part === 0 ? row.billNo : `${row.billNo} 第${row.part}期`,
            facts: [
              row.patientName,
              row.mobile,
              row.dueDate,
              String(daysBetween(row.dueDate, until)),
              dunningStates.names[state] ?? '',
              row.promiseDate,
              String(row.calls),
              row.ownerName,
              dunningStates.is(state, 'broken') ? ESCALATED : (row.nextStep ?? NEXT[state] ?? ''),
              row.doctorName,
            ],
            link: toBill(row.billId, row.patientId),
          },
        ]
      }),
    )
  },
}

const staff = select(columns('employee', 'x', 'id', 'name', 'title_post'), { posts: sql<string | null>`w.posts` })
/** Somebody of the staff, in one of the parts that people have: leads to what the person did in it. */
const person = (as: RoleCut): FaceOf => ({
  columns: [text('post', '岗位')],
  async faces({ tx }, ids) {
    const rows = await tx.rows(
      staff.from`employee x
        left join lateral (select string_agg(distinct o.name, '、') as posts from employee_post g
          join post o on ${tx.own('o')} and o.id = g.post_id where ${tx.own('g')} and g.employee_id = x.id) w on true
        where ${tx.own('x')} and x.id = any(${ids}::uuid[])`,
    )
    return new Map(
      rows.map(({ id, name, posts, titlePost }) => [
        id,
        { label: name, facts: [posts || titlePost], link: { kind: as, id, patientId: null } },
      ]),
    )
  },
})
const byRole = {
  doctor: person('doctor'),
  nurse: person('nurse'),
  consultant: person('consultant'),
  desk: person('desk'),
}

const faced = {
  ...byRole,
  movement,
  patient,
  debtor,
  bill,
  card,
  due: overdue,
  visit,
  treatment,
  cardMove,
  billDocument,
  introduced,
}
/** Kinds of things that say something of themselves. */
export type FaceName = keyof typeof faced
const faceOf = (name: string): FaceOf | null => (name in faced ? faced[name as FaceName] : null)

const seenBy =
  (ctx: ClinicContext) =>
  ({ needs }: FaceColumn): boolean =>
    needs === undefined || ctx.can(needs)

/** The columns of what things of a kind say of themselves, as far as the person may see them. */
export const factsOf = (ctx: ClinicContext, name: string): FactColumn[] =>
  (faceOf(name)?.columns ?? []).filter(seenBy(ctx)).map(({ needs: _needs, ...column }) => column)

/** What things of a kind say of themselves; what is assigned to nothing has no face. */
export async function facesOf(
  ctx: ClinicContext,
  name: string,
  keys: readonly string[],
  until: LocalDate,
): Promise<Faces> {
  const ids = keys.filter((key) => key !== '')
  const face = faceOf(name)
  if (!face || ids.length === 0) return new Map<string, Face>()
  const found = await face.faces(ctx, ids, until)
  const shown = face.columns.map(seenBy(ctx))
  if (shown.every(Boolean)) return found
  return new Map([...found].map(([key, each]) => [key, { ...each, facts: each.facts.filter((_, n) => shown[n]) }]))
}
