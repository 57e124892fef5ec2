import { slipStates, type PayRole } from '@dentin/contract/commission'
import { fenToYuan, sum, today, uuidv7 } from '@dentin/kit'
import { keptSql } from '../../platform/database/plans.ts'
import { codes } from '../../platform/database/codes.ts'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { MonthOfClinic } from '../ledger/index.ts'
import { employeeNames } from '../staff/index.ts'
import { payByRules } from './pay.ts'
import type { PayLine } from './reckon.ts'
import { rulesByMonth, rulesOf } from './kept-rules.ts'

/** Puts down what everybody is paid for a month that is closed: a slip for each part of each person, with its lines. */
export async function freeze(tx: TenantTx, { clinicId, from, before }: MonthOfClinic): Promise<void> {
  const lines = await payByRules(tx, { from, before }, [clinicId], rulesByMonth(await rulesOf(tx)))
  const people = new Map<string, PayLine[]>()
  for (const line of lines) {
    const key = `${line.employeeId} ${line.role}`
    people.set(key, [...(people.get(key) ?? []), line])
  }
  const names = await employeeNames(tx, [...new Set(lines.map(({ employeeId }) => employeeId))])
  for (const own of people.values()) {
    const [first] = own
    if (first) await writeSlip(tx, clinicId, from, names.get(first.employeeId) ?? '', own)
  }
}

async function writeSlip(
  tx: TenantTx,
  clinicId: string,
  month: string,
  name: string,
  lines: readonly PayLine[],
): Promise<void> {
  const [first] = lines as readonly [PayLine, ...PayLine[]]
  const id = uuidv7()
  await tx.insert('commission_slip', {
    id,
    clinic_id: clinicId,
    slip_no: await tx.nextNumber('TC', clinicId, today(tx.now)),
    month,
    employee_id: first.employeeId,
    employee_name: name,
    role: first.role satisfies PayRole,
    base_amount: fenToYuan(sum(lines.map(({ base }) => base))),
    pay_amount: fenToYuan(sum(lines.map(({ pay }) => pay))),
    line_count: lines.length,
    status: slipStates.code.frozen,
    frozen_at: tx.now,
    created_at: tx.now,
    updated_at: tx.now,
  })
  await tx.logStatus('commission_slip', id, clinicId, null, slipStates.code.frozen)
  const rows = lines.map((line, n) => ({
    id: uuidv7(),
    no: n + 1,
    rule_id: line.ruleId,
    rule_name: line.ruleName,
    basis: line.basis,
    kind: line.kind,
    day: line.day,
    bill_id: line.billId,
    item_id: line.itemId,
    item_name: line.itemName,
    amount: fenToYuan(line.amount),
    added_amount: fenToYuan(line.added),
    material_amount: fenToYuan(line.material),
    lab_amount: fenToYuan(line.lab),
    fee_amount: fenToYuan(line.fee),
    base_amount: fenToYuan(line.base),
    pay_amount: fenToYuan(line.pay),
  }))
  await tx.rows(
    keptSql`insert into commission_line (tenant_id, id, clinic_id, slip_id, no, rule_id, rule_name, basis, kind, day, bill_id, item_id, item_name,
        amount, added_amount, material_amount, lab_amount, fee_amount, base_amount, pay_amount)
      select ${tx.tenantId}::uuid, x.id, ${clinicId}::uuid, ${id}::uuid, x.no, x.rule_id, x.rule_name, x.basis, x.kind, x.day, x.bill_id, x.item_id,
        x.item_name, x.amount, x.added_amount, x.material_amount, x.lab_amount, x.fee_amount, x.base_amount, x.pay_amount
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, no int, rule_id uuid, rule_name text, basis int, kind int, day date,
        bill_id uuid, item_id uuid, item_name text, amount numeric, added_amount numeric, material_amount numeric, lab_amount numeric,
        fee_amount numeric, base_amount numeric, pay_amount numeric)
      returning id`,
  )
}

const standing = select(columns('commission_slip', 's', 'id', 'status'))

/** A month is opened again: its slips hold no more, confirmed or not; closed anew it gets new ones. */
export async function unfreeze(tx: TenantTx, { clinicId, from }: MonthOfClinic): Promise<void> {
  const slips = await tx.rows(
    standing.keptFrom`commission_slip s where ${tx.own('s')} and s.clinic_id = ${clinicId} and s.month = ${from}::date
      and s.status in ${codes(slipStates, 'standing')} order by s.id for update of s`,
  )
  await tx.updateAll(
    'commission_slip',
    slips.map(({ id }) => id),
    { status: slipStates.code.voided, updated_at: tx.now },
    { action: 'reopen', reason: '月结重开' },
  )
  for (const { id, status } of slips)
    await tx.logStatus('commission_slip', id, clinicId, status, slipStates.code.voided, '月结重开')
}
