import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { slipStates, type PayRole } from '@dentin/contract/commission'
import { addMonths, amountInWords, fen, sum, type Fen } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, fenIf, fenOf, named, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { countPrint } from '../issued-document/index.ts'
import { clinicHead } from '../ledger/index.ts'
import { isChain, isWide, reachOf } from '../staff/index.ts'
import { clinicsToRule, mustBeRight, termsOf } from './keep.ts'
import { lastOf, payByRules, payRows } from './pay.ts'
import { inOrder, type PayLine, type Rule } from './reckon.ts'
import { clinicsOf, closedMonths, rulesOf } from './kept-rules.ts'

/** Months of the trend, with the one that is asked for. */
const TREND = 6

/** Whose pay somebody sees: everybody's in these clinics (null: all), or the own. @throws FORBIDDEN without the field's right */
function seen(ctx: ClinicContext): { clinicIds: readonly string[] | null; own: boolean } {
  if (!ctx.can('/field:commission')) throw new AppError('FORBIDDEN')
  const wide = ctx.can('/employeeReport:view') ? reachOf(ctx, '/employeeReport:view') : null
  if (wide && isWide(wide)) return { clinicIds: isChain(wide) ? null : wide.clinicIds, own: false }
  const clinic = ctx.can('/clinicemployeeReport:view') ? reachOf(ctx, '/clinicemployeeReport:view') : null
  if (clinic && isWide(clinic)) return { clinicIds: [ctx.clinicId], own: false }
  return { clinicIds: null, own: true }
}
const within = (clinicIds: readonly string[] | null, column: RawBuilder<unknown>) =>
  sql<boolean>`(${clinicIds}::uuid[] is null or ${column} = any(${clinicIds}::uuid[]))`

const slipList = (ctx: ClinicContext) =>
  select(
    columns(
      'commission_slip',
      's',
      'id',
      'slip_no',
      'clinic_id',
      'employee_id',
      'employee_name',
      'status',
      'frozen_at',
      'confirmed_at',
      'version',
    ),
    named('commission_slip', 's', { lines: 'line_count' }),
    named('clinic', 'c', { clinicName: 'short_name' }),
    {
      month: sql<string>`to_char(s.month, 'YYYY-MM')`,
      role: sql<PayRole>`s.role`,
      base: fenOf(sql`s.base_amount`),
      pay: fenOf(sql`s.pay_amount`),
      own: sql<boolean>`s.employee_id = ${ctx.employeeId}::uuid`,
    },
  )

/** The slips that a person may see. */
function slipsWhere(ctx: ClinicContext, condition: RawBuilder<boolean>) {
  const { tx } = ctx
  const { clinicIds, own } = seen(ctx)
  return tx.rows(
    slipList(ctx).from`commission_slip s join clinic c on ${tx.own('c')} and c.id = s.clinic_id
      where ${tx.own('s')} and ${condition} and ${within(clinicIds, sql`s.clinic_id`)}
        and ${own ? sql`s.employee_id = ${ctx.employeeId}::uuid` : sql`true`}
      order by c.sort_no, array_position(array['doctor', 'nurse', 'consultant', 'desk'], s.role), s.pay_amount desc, s.id`,
  )
}

/** The slips of a month, those that were opened again left out. */
export async function slipsOf(ctx: ClinicContext, { month }: ParsedInput<typeof contract.commission.slips>) {
  const list = await slipsWhere(
    ctx,
    sql<boolean>`s.month = ${`${month}-01`}::date and s.status in ${codes(slipStates, 'standing')}`,
  )
  return { list, pay: sum(list.map(({ pay }) => pay)) }
}

/** A line as it is shown: what is taken off for material and lab only to whoever may see costs. */
const lineList = (ctx: ClinicContext) => {
  const cost = ctx.can('/field:cost')
  return select(
    {
      id: sql<string>`y.id::text`,
      day: sql<string>`y.day`,
      itemName: sql<string>`y.item_name`,
      ruleName: sql<string>`y.rule_name`,
      basis: sql<number>`y.basis`,
    },
    named('clinic', 'c', { clinicName: 'short_name' }),
    named('bill', 'b', { billId: 'id' }),
    columns('bill', 'b', 'bill_no'),
    named('patient', 'p', { patientName: 'name' }),
    {
      amount: fenOf(sql`y.amount`),
      added: fenIf(true, sql`y.added_amount`),
      material: fenIf(cost, sql`y.material_amount`),
      lab: fenIf(cost, sql`y.lab_amount`),
      fee: fenIf(true, sql`y.fee_amount`),
      base: fenOf(sql`y.base_amount`),
      pay: fenOf(sql`y.pay_amount`),
    },
  )
}
const lineTables = (tx: TenantTx) => sql`join bill b on ${tx.own('b')} and b.id = y.bill_id
  join patient p on ${tx.own('p')} and p.id = b.patient_id
  join clinic c on ${tx.own('c')} and c.id = y.clinic_id`
const byRule = select({
  name: sql<string>`y.rule_name`,
  kind: sql<number>`max(y.kind)`,
  base: fenOf(sql`sum(y.base_amount)`),
  pay: fenOf(sql`sum(y.pay_amount)`),
})
const byMonth = select({
  month: sql<string>`to_char(y.day, 'YYYY-MM')`,
  base: fenOf(sql`sum(y.base_amount)`),
  pay: fenOf(sql`sum(y.pay_amount)`),
  frozen: sql<boolean>`bool_and(y.frozen)`,
})
const howMany = select({
  total: sql<number>`count(*)::int`,
  base: fenOf(sql`coalesce(sum(y.base_amount), 0)`),
  pay: fenOf(sql`coalesce(sum(y.pay_amount), 0)`),
})
const nameOf = select(columns('employee', 'e', 'name'))

/** What somebody is paid for a month in a part, line by line, by rule, and in the months before. @throws NOT_FOUND for whom one may not see */
export async function payOfPerson(ctx: ClinicContext, input: ParsedInput<typeof contract.commission.pay>) {
  const { tx } = ctx
  const { clinicIds, own } = seen(ctx)
  if (own && input.employeeId !== ctx.employeeId) throw new AppError('NOT_FOUND')
  const { name } = await tx.need(
    nameOf.keptFrom`employee e where ${tx.own('e')} and e.id = ${input.employeeId}
      and (${clinicIds}::uuid[] is null or exists (select 1 from employee_clinic w where ${tx.own('w')} and w.employee_id = e.id
        and w.clinic_id = any(${clinicIds}::uuid[])))`,
  )
  const first = `${input.month}-01`
  const rows = await payRows(tx, { from: addMonths(first, 1 - TREND), to: lastOf(input.month) }, clinicIds)
  const mine = sql`${rows} y where y.employee_id = ${input.employeeId}::uuid and y.role = ${input.as}`
  const ofMonth = sql`y.employee_id = ${input.employeeId}::uuid and y.role = ${input.as} and y.day >= ${first}::date`
  const [lines, counts, rules, trend, slips] = await Promise.all([
    tx.rows(
      lineList(ctx).from`${rows} y ${lineTables(tx)} where ${ofMonth} order by y.day desc, y.id
        limit ${input.pageSize} offset ${(input.pageNum - 1) * input.pageSize}`,
    ),
    tx.need(howMany.from`${rows} y where ${ofMonth}`),
    tx.rows(byRule.from`${rows} y where ${ofMonth} group by y.rule_name order by sum(y.pay_amount) desc, y.rule_name`),
    tx.rows(byMonth.from`${mine} group by 1 order by 1`),
    slipsWhere(
      ctx,
      sql<boolean>`s.employee_id = ${input.employeeId}::uuid and s.role = ${input.as} and s.month = ${first}::date
        and s.status in ${codes(slipStates, 'standing')}`,
    ),
  ])
  const months = Array.from({ length: TREND }, (_, n) => addMonths(first, n + 1 - TREND).slice(0, 7))
  return {
    employeeName: name,
    lines,
    ...counts,
    rules,
    slips,
    trend: months.map(
      (month) => trend.find((each) => each.month === month) ?? { month, base: fen(0), pay: fen(0), frozen: false },
    ),
    pageNum: input.pageNum,
    pageSize: input.pageSize,
  }
}

/** A slip as it is printed: by rule, and line by line. Opening it counts as a print. */
export async function printedSlip(
  ctx: ClinicContext,
  { id, preview }: ParsedInput<typeof contract.commission.slip>,
): Promise<HandlerOutput<typeof contract.commission.slip>> {
  const { tx } = ctx
  const [slip] = await slipsWhere(ctx, sql<boolean>`s.id = ${id}::uuid`)
  if (!slip) throw new AppError('NOT_FOUND')
  const own = sql`(select n.*, true as frozen from commission_line n where ${tx.own('n')} and n.slip_id = ${id}::uuid)`
  const [rows, rules, clinic] = await Promise.all([
    tx.rows(lineList(ctx).from`${own} y ${lineTables(tx)} order by y.no`),
    tx.rows(byRule.from`${own} y group by y.rule_name order by sum(y.pay_amount) desc, y.rule_name`),
    clinicHead(tx, slip.clinicId),
  ])
  return {
    ...slip,
    clinic,
    rules,
    rows,
    payInWords: amountInWords(slip.pay),
    ...(await countPrint(ctx, 'commission_slip', id, undefined, { preview })),
  }
}

/** The person says that the own slip is right. @throws SLIP_NOT_OWN for anybody else */
export async function confirmSlip(
  ctx: ClinicContext,
  { id, version }: ParsedInput<typeof contract.commission.confirm>,
) {
  const { tx } = ctx
  const [slip] = await slipsWhere(ctx, sql<boolean>`s.id = ${id}::uuid`)
  if (!slip) throw new AppError('NOT_FOUND')
  if (!slip.own) throw new AppError('SLIP_NOT_OWN')
  if (!slipStates.may('confirm', slip.status)) throw new AppError('SLIP_STATE')
  const changed = await tx.update(
    'commission_slip',
    { id, version },
    { status: slipStates.code.confirmed, confirmed_at: tx.now },
    { action: 'confirm' },
  )
  await tx.logStatus('commission_slip', id, slip.clinicId, slip.status, slipStates.code.confirmed)
  return { version: changed.version }
}

const present = select({
  employeeId: sql<string>`y.employee_id`,
  role: sql<PayRole>`y.role`,
  clinicId: sql<string>`y.clinic_id`,
  pay: fenOf(sql`sum(y.pay_amount)`),
})
const people = select(columns('employee', 'e', 'id', 'name'))

/** The rules as they are now, with one that is not saved yet in the place of another. */
async function rulesToTry(
  tx: TenantTx,
  draft: ParsedInput<typeof contract.commission.trial>['draft'],
): Promise<Rule[]> {
  const kept = (await rulesOf(tx)).flatMap(({ id, name, untilMonth, terms }): Rule[] =>
    terms[0] && untilMonth === null && id !== draft?.id ? [{ ...terms[0], id, name }] : [],
  )
  if (!draft) return inOrder(kept)
  const terms = termsOf(draft)
  mustBeRight(terms, 'draft.')
  return inOrder([...kept, { ...terms, id: draft.id ?? 'draft', name: '试算' }])
}

/** What a month pays by the rules as they are now, beside what stands for it. Nothing is kept. */
export async function trialOf(ctx: ClinicContext, { month, draft }: ParsedInput<typeof contract.commission.trial>) {
  const { tx } = ctx
  const clinicIds = await clinicsToRule(ctx)
  const rules = await rulesToTry(tx, draft)
  const first = `${month}-01`
  const lines = await payByRules(tx, { from: first, before: addMonths(first, 1) }, clinicIds, () => rules)
  const standing = await tx.rows(
    present.from`${await payRows(tx, { from: first, to: lastOf(month) }, clinicIds)} y group by 1, 2, 3`,
  )
  const [clinics, closed] = await Promise.all([clinicsOf(tx), closedMonths(tx, clinicIds)])
  const closedIn = new Set(closed.filter((each) => each.month === month).map(({ clinicId }) => clinicId))
  const rows = new Map<
    string,
    { employeeId: string; role: PayRole; clinicId: string; base: Fen; pay: Fen; present: Fen }
  >()
  const at = ({ employeeId, role, clinicId }: Pick<PayLine, 'employeeId' | 'role' | 'clinicId'>) => {
    const key = `${employeeId} ${role} ${clinicId}`
    const found = rows.get(key) ?? { employeeId, role, clinicId, base: fen(0), pay: fen(0), present: fen(0) }
    rows.set(key, found)
    return found
  }
  for (const line of lines) {
    const row = at(line)
    row.base = fen(row.base + line.base)
    row.pay = fen(row.pay + line.pay)
  }
  for (const each of standing) at(each).present = each.pay
  const all = [...rows.values()].sort((a, b) => b.pay - a.pay)
  const named = await tx.rows(
    people.keptFrom`employee e where ${tx.own('e')} and e.id = any(${all.map(({ employeeId }) => employeeId)}::uuid[])`,
  )
  const names = new Map(named.map(({ id, name }) => [id, name]))
  const places = new Map(clinics.map(({ id, name }) => [id, name]))
  return {
    people: all.map((row) => ({
      ...row,
      employeeName: names.get(row.employeeId) ?? '',
      clinicName: places.get(row.clinicId) ?? '',
      frozen: closedIn.has(row.clinicId),
    })),
    base: sum(all.map(({ base }) => base)),
    pay: sum(all.map(({ pay }) => pay)),
    present: sum(all.map((row) => row.present)),
    closedClinics: closedIn.size,
  }
}
