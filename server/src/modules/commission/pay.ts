import { fenToYuan, addDays, addMonths, type LocalDate } from '@dentin/kit'
import { slipStates } from '@dentin/contract/commission'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { lent } from '../../platform/database/lent.ts'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { movementsOf } from './events.ts'
import { reckon, type PayLine, type Rule } from './reckon.ts'
import { closedMonths, rulesByMonth, rulesOf, type KeptRule } from './kept-rules.ts'

const firstOf = (day: LocalDate): LocalDate => `${day.slice(0, 7)}-01`

/** What the months of a span pay by rules, of every clinic (null) or some, whether they are closed or not. */
export async function payByRules(
  tx: TenantTx,
  span: { from: LocalDate; before: LocalDate },
  clinicIds: readonly string[] | null,
  rulesIn: (month: string) => readonly Rule[],
): Promise<PayLine[]> {
  const bases = new Set<Rule['basis']>()
  for (let month = span.from; month < span.before; month = addMonths(month, 1))
    for (const { basis } of rulesIn(month.slice(0, 7))) bases.add(basis)
  if (bases.size === 0) return []
  return reckon(await movementsOf(tx, { ...span, clinicIds }, bases), rulesIn)
}

const clinicIdList = select(columns('clinic', 'c', 'id'))
const everyClinic = (tx: TenantTx) => tx.rows(clinicIdList.keptFrom`clinic c where ${tx.own('c')}`)

/** What the months of a span that are not closed pay by the rules as they are: nothing of it is kept. */
async function openPay(
  tx: TenantTx,
  { from, to }: { from: LocalDate; to: LocalDate },
  clinicIds: readonly string[] | null,
  rules: readonly KeptRule[],
): Promise<PayLine[]> {
  if (rules.length === 0) return []
  const [closed, clinics] = await Promise.all([closedMonths(tx, clinicIds), everyClinic(tx)])
  const isClosed = new Set(closed.map(({ clinicId, month }) => `${clinicId} ${month}`))
  const rulesIn = rulesByMonth(rules)
  const found: PayLine[] = []
  // Month by month, so that nothing of a closed one is looked at.
  for (let first = firstOf(from); first <= to; first = addMonths(first, 1)) {
    const open = (clinicIds ?? clinics.map(({ id }) => id)).filter((id) => !isClosed.has(`${id} ${first.slice(0, 7)}`))
    if (open.length === 0) continue
    found.push(...(await payByRules(tx, { from: first, before: addMonths(first, 1) }, open, rulesIn)))
  }
  return found.filter(({ day }) => day >= from && day <= to)
}

const written = (line: PayLine) => ({
  id: `${line.key} ${line.employeeId} ${line.role}`,
  clinic_id: line.clinicId,
  employee_id: line.employeeId,
  role: line.role,
  day: line.day,
  bill_id: line.billId,
  item_name: line.itemName,
  rule_name: line.ruleName,
  rule_id: line.ruleId,
  basis: line.basis,
  kind: line.kind,
  amount: fenToYuan(line.amount),
  added_amount: fenToYuan(line.added),
  material_amount: fenToYuan(line.material),
  lab_amount: fenToYuan(line.lab),
  fee_amount: fenToYuan(line.fee),
  base_amount: fenToYuan(line.base),
  pay_amount: fenToYuan(line.pay),
})

/**
 * The lines of pay of a span as a table, to be lent: of closed months what was put down when they were closed, of the others what the
 * rules say now.
 * @param clinicIds null: every clinic that the transaction sees
 */
export async function payRows(
  tx: TenantTx,
  span: { from: LocalDate; to: LocalDate },
  clinicIds: readonly string[] | null,
): Promise<RawBuilder<unknown>> {
  const open = await openPay(tx, span, clinicIds, await rulesOf(tx))
  return lent(sql`(select n.id::text as id, n.clinic_id, s.employee_id, s.role, n.day, n.bill_id, n.item_name, n.rule_name, n.rule_id, n.basis, n.kind,
      n.amount, n.added_amount, n.material_amount, n.lab_amount, n.fee_amount, n.base_amount, n.pay_amount, true as frozen
    from commission_line n join commission_slip s on ${tx.own('s')} and s.id = n.slip_id
    where ${tx.own('n')} and s.status in ${codes(slipStates, 'standing')} and s.month >= ${firstOf(span.from)}::date
      and s.month <= ${firstOf(span.to)}::date and n.day >= ${span.from}::date and n.day <= ${span.to}::date
      and (${clinicIds}::uuid[] is null or n.clinic_id = any(${clinicIds}::uuid[]))
    union all
    select o.id, o.clinic_id, o.employee_id, o.role, o.day, o.bill_id, o.item_name, o.rule_name, o.rule_id, o.basis, o.kind,
      o.amount, o.added_amount, o.material_amount, o.lab_amount, o.fee_amount, o.base_amount, o.pay_amount, false
    from jsonb_to_recordset(${JSON.stringify(open.map(written))}::jsonb) as o(id text, clinic_id uuid, employee_id uuid, role text, day date,
      bill_id uuid, item_name text, rule_name text, rule_id uuid, basis int, kind int, amount numeric, added_amount numeric,
      material_amount numeric, lab_amount numeric, fee_amount numeric, base_amount numeric, pay_amount numeric))`)
}

/** The last day of a month, '2026-10'. */
export const lastOf = (month: string): LocalDate => addDays(addMonths(`${month}-01`, 1), -1)
