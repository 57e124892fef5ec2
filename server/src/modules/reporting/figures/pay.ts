import type { RoleCut } from '@dentin/contract/report'
import { sql } from 'kysely'
import { payRows } from '../../commission/index.ts'
import { column } from './columns.ts'
import type { Figure, MadeSource } from './figure.ts'
import { COMMISSION, counted } from './make.ts'

const inPart = (role: RoleCut) => sql`case when y.role = ${sql.lit(role)} then y.employee_id end`

/** What people are paid, movement by movement: of closed months as it was put down, of the others by the rules as they are. */
const paid: MadeSource = {
  kind: 'made',
  name: 'paid',
  from: async (tx, span, clinicIds) => sql`${await payRows(tx, span, clinicIds)} y
    left join bill b on ${tx.own('b')} and b.id = y.bill_id
    left join patient p on ${tx.own('p')} and p.id = b.patient_id
    left join employee d on ${tx.own('d')} and d.id = y.employee_id
    left join clinic c on ${tx.own('c')} and c.id = y.clinic_id
    where true`,
  day: sql`y.day`,
  clinic: sql`y.clinic_id`,
  doctors: [sql`y.employee_id`],
  part: sql`y.role`,
  cuts: {
    doctor: inPart('doctor'),
    nurse: inPart('nurse'),
    consultant: inPart('consultant'),
    desk: inPart('desk'),
    source: sql`p.source_id`,
    item: sql`y.item_name`,
  },
  rows: {
    id: sql`y.id`,
    order: sql`y.day`,
    patient: sql`b.patient_id`,
    link: { kind: 'bill', id: sql`b.id` },
    columns: [
      column('day', '日期', sql`y.day`, 'day'),
      column('no', '账单', sql`b.bill_no`),
      column('patient', '患者', sql`p.name`),
      column('item', '项目', sql`y.item_name`),
      column('employee', '员工', sql`coalesce(d.name, '')`),
      column('rule', '规则', sql`y.rule_name`),
      column('clinic', '门诊', sql`c.short_name`),
    ],
  },
}

/** Of a report of people those of the part that is looked at. */
export const pay: readonly Figure[] = [
  counted({
    code: 'P1',
    name: '提成基数',
    says: '按提成规则计提成的金额：收入、应收或执行，减去规则里要减的成本与手续费；已月结的月份按月结时冻结的',
    unit: 'yuan',
    better: 'up',
    date: '规则的基数发生日',
    source: paid,
    value: sql`y.base_amount`,
    needs: COMMISSION,
  }),
  counted({
    code: 'P2',
    name: '提成',
    says: '提成基数按规则的比例、分段或整档算出的提成；已月结的月份按月结时冻结的',
    unit: 'yuan',
    better: 'none',
    date: '规则的基数发生日',
    source: paid,
    value: sql`y.pay_amount`,
    needs: COMMISSION,
  }),
]
