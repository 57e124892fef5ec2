import type { contract, ParsedInput } from '@dentin/contract'
import type { PayKind } from '@dentin/contract/commission'
import { addMonths, fenToYuan, today, uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { isMonthClosed } from '../ledger/index.ts'
import { isChain, reachOf } from '../staff/index.ts'
import { wrongStep } from './arithmetic.ts'
import { inOrder, type Terms } from './reckon.ts'
import { clinicsOf, closedMonths, rulesOf, termsIn, type KeptRule } from './kept-rules.ts'

const RULES = '/employeeReport:rules'
const monthText = (month: string) => `${month.slice(0, 4)}年${Number(month.slice(5))}月`

type Asked = Pick<
  ParsedInput<typeof contract.commission.saveRule>,
  Exclude<keyof Terms, 'basis' | 'kind' | 'steps'> | 'basis' | 'kind' | 'steps'
>
/** Terms as they were asked for. */
export const termsOf = (asked: Asked): Terms => ({
  role: asked.role,
  employeeIds: asked.employeeIds,
  tariffIds: asked.tariffIds,
  categories: asked.categories,
  clinicIds: asked.clinicIds,
  basis: asked.basis as Terms['basis'],
  lessMaterial: asked.lessMaterial,
  lessLab: asked.lessLab,
  lessFee: asked.lessFee,
  discountBy: asked.discountBy,
  openerShare: asked.openerShare,
  kind: asked.kind as PayKind,
  steps: asked.steps.map(({ from, to, rate }) => ({ from, to, rate: Math.round(rate * 100) })),
})

/**
 * What is wrong with terms by themselves.
 * @param under the name of the field that holds them, with its dot
 * @throws RULE_STEPS at the step, RULE_ITEMS
 */
export function mustBeRight({ kind, steps, tariffIds, categories }: Terms, under = ''): void {
  if (tariffIds.length > 0 && categories.length > 0)
    throw fieldError('RULE_ITEMS', `${under}categories`, '选了项目就不能再选类别，请只留一种')
  const wrong = wrongStep(kind, steps)
  if (wrong) throw fieldError('RULE_STEPS', `${under}steps.${wrong.step}.${wrong.field}`, wrong.message)
}

/** The clinics for which the person may set rules; null: all of the company. */
export async function clinicsToRule(ctx: ClinicContext): Promise<readonly string[] | null> {
  const reach = reachOf(ctx, RULES)
  if (isChain(reach)) return null
  const mine = reach.clinicIds ?? []
  const all = await clinicsOf(ctx.tx)
  return all.every(({ id }) => mine.includes(id)) ? null : mine
}

const someone = select({ n: sql<number>`count(*)::int` })
/** Refuses ids that are nobody's in this company. */
async function mustExist(tx: TenantTx, { employeeIds, tariffIds, clinicIds }: Terms): Promise<void> {
  const [people, items, clinics] = await Promise.all([
    tx.need(someone.keptFrom`employee e where ${tx.own('e')} and e.id = any(${employeeIds}::uuid[])`),
    tx.need(someone.keptFrom`tariff t where ${tx.own('t')} and t.id = any(${tariffIds}::uuid[])`),
    tx.need(someone.keptFrom`clinic c where ${tx.own('c')} and c.id = any(${clinicIds}::uuid[])`),
  ])
  if (people.n !== employeeIds.length) throw fieldError('NOT_FOUND', 'employeeIds', '没有这名员工')
  if (items.n !== tariffIds.length) throw fieldError('NOT_FOUND', 'tariffIds', '没有这个收费项目')
  if (clinics.n !== clinicIds.length) throw fieldError('NOT_FOUND', 'clinicIds', '没有这家门诊')
}

/** The clinics for which a rule is (null: all), as what it says and what it said before together. */
const together = (...lists: (readonly string[])[]): readonly string[] | null =>
  lists.some((list) => list.length === 0) ? null : [...new Set(lists.flat())]

/** The last month that any of these clinics has closed; none of them is closed meanwhile. */
async function lastClosedOf(tx: TenantTx, clinicIds: readonly string[] | null): Promise<string | null> {
  const all = clinicIds ?? (await clinicsOf(tx)).map(({ id }) => id)
  for (const id of [...all].sort()) await isMonthClosed(tx, id, today(tx.now))
  const [last] = await closedMonths(tx, clinicIds)
  return last?.month ?? null
}

/** @throws RULE_CLINIC when a rule is for clinics beyond the person's grant */
async function mustRule(ctx: ClinicContext, clinicIds: readonly string[]): Promise<void> {
  const mine = await clinicsToRule(ctx)
  if (mine === null) return
  if (clinicIds.length === 0) throw fieldError('RULE_CLINIC', 'clinicIds', '只有总部能设全部门诊的规则，请选择门诊')
  if (clinicIds.some((id) => !mine.includes(id)))
    throw fieldError('RULE_CLINIC', 'clinicIds', '没有为这家门诊设规则的权限')
}

/**
 * Makes a rule, or lets it say something else from a month on.
 * @throws RULE_CLOSED for a month that is closed in a clinic that the rule is for
 */
export async function saveRule(ctx: ClinicContext, input: ParsedInput<typeof contract.commission.saveRule>) {
  const { tx } = ctx
  const terms = termsOf(input)
  mustBeRight(terms)
  await mustRule(ctx, terms.clinicIds)
  await mustExist(tx, terms)
  const [former] = input.id === null ? [] : await rulesOf(tx, input.id)
  if (input.id !== null && !former) throw new AppError('NOT_FOUND')
  const said = former?.terms[0]
  if (said) await mustRule(ctx, said.clinicIds)
  const last = await lastClosedOf(tx, together(terms.clinicIds, ...(said ? [said.clinicIds] : [])))
  if (last !== null && input.fromMonth <= last) {
    const next = addMonths(`${last}-01`, 1).slice(0, 7)
    throw fieldError('RULE_CLOSED', 'fromMonth', `${monthText(last)}已月结，规则最早从${monthText(next)}起生效`)
  }
  const twice = await tx.row(
    select(columns('commission_rule', 'r', 'id'))
      .keptFrom`commission_rule r where ${tx.own('r')} and r.name = ${input.name} and r.id is distinct from ${input.id}::uuid`,
  )
  if (twice) throw fieldError('RULE_NAME', 'name', '已有同名的提成规则')
  const rule = former
    ? await tx.update(
        'commission_rule',
        { id: former.id, version: input.version ?? 0 },
        // What is said anew holds again, if the rule had ended before.
        {
          name: input.name,
          ...(former.untilMonth !== null && former.untilMonth < input.fromMonth ? { until_month: null } : {}),
        },
        { reason: `${monthText(input.fromMonth)}起` },
      )
    : await tx.insert('commission_rule', {
        id: uuidv7(),
        name: input.name,
        until_month: null,
        created_at: tx.now,
        updated_at: tx.now,
      })
  await writeTerms(ctx, rule.id, input.fromMonth, terms)
  return { id: rule.id, version: rule.version }
}

async function writeTerms(ctx: ClinicContext, ruleId: string, fromMonth: string, terms: Terms): Promise<void> {
  const { tx } = ctx
  const id = uuidv7()
  await tx.rows(
    keptSql`insert into commission_terms (tenant_id, id, rule_id, from_month, role, employee_ids, tariff_ids, categories, clinic_ids, basis,
        less_material, less_lab, less_way_cost, discount_by, opener_share, kind, saved_at, saver_name)
      values (${tx.tenantId}, ${id}, ${ruleId}, ${`${fromMonth}-01`}::date, ${terms.role}, ${terms.employeeIds}::uuid[], ${terms.tariffIds}::uuid[],
        ${terms.categories}::text[], ${terms.clinicIds}::uuid[], ${terms.basis}, ${terms.lessMaterial}, ${terms.lessLab}, ${terms.lessFee},
        ${terms.discountBy}, ${terms.openerShare === null ? null : Math.round(terms.openerShare * 100)}::int, ${terms.kind}, ${tx.now}, ${ctx.actorName}) returning id`,
  )
  const steps = terms.steps.map(({ from, to, rate }, n) => ({
    no: n + 1,
    from_amount: fenToYuan(from),
    to_amount: to === null ? null : fenToYuan(to),
    rate,
  }))
  await tx.rows(
    keptSql`insert into commission_step (tenant_id, terms_id, no, from_amount, to_amount, rate)
      select ${tx.tenantId}::uuid, ${id}::uuid, x.no, x.from_amount, x.to_amount, x.rate
      from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as x(no int, from_amount numeric, to_amount numeric, rate int) returning no`,
  )
}

/** Lets a rule count up to a month (null: without end). @throws RULE_CLOSED when that would change a closed month */
export async function stopRule(
  ctx: ClinicContext,
  { id, version, untilMonth }: ParsedInput<typeof contract.commission.stopRule>,
) {
  const { tx } = ctx
  const [rule] = await rulesOf(tx, id)
  if (!rule) throw new AppError('NOT_FOUND')
  const clinicIds = rule.terms[0]?.clinicIds ?? []
  await mustRule(ctx, clinicIds)
  const last = await lastClosedOf(tx, together(clinicIds))
  const until = [untilMonth, rule.untilMonth].filter((month) => month !== null)
  if (last !== null && until.some((month) => month < last))
    throw fieldError('RULE_CLOSED', 'untilMonth', `${monthText(last)}已月结，规则最早到${monthText(last)}为止`)
  const changed = await tx.update(
    'commission_rule',
    { id, version },
    { until_month: untilMonth === null ? null : `${untilMonth}-01` },
  )
  return { version: changed.version }
}

const people = select(columns('employee', 'e', 'id', 'name'))
const items = select(columns('tariff', 't', 'id', 'name'))
const groups = select(columns('tariff_category', 'g', 'name'))

/** The rules as they are shown: those that are tried first stand first, and what they may be set to. */
export async function shownRules(ctx: ClinicContext) {
  const { tx } = ctx
  const [rules, employees, tariffs, categories, clinics, closed] = await Promise.all([
    rulesOf(tx),
    tx.rows(people.keptFrom`employee e where ${tx.own('e')} order by e.sort_no, e.name, e.id limit 1000`),
    tx.rows(items.keptFrom`tariff t where ${tx.own('t')} order by t.sort_no, t.code limit 2000`),
    tx.rows(
      groups.keptFrom`tariff_category g where ${tx.own('g')} order by g.parent_id nulls first, g.sort_no, g.id limit 300`,
    ),
    clinicsOf(tx),
    closedMonths(tx, null),
  ])
  const thisMonth = today(tx.now).slice(0, 7)
  const nameIn = (list: readonly { id: string; name: string }[]) => {
    const names = new Map(list.map(({ id, name }) => [id, name]))
    return (ids: readonly string[]) => ids.map((id) => names.get(id) ?? '')
  }
  const [personNames, itemNames, clinicNames] = [nameIn(employees), nameIn(tariffs), nameIn(clinics)]
  const last = closed[0]?.month
  return {
    list: sorted(rules, thisMonth).map(({ terms, ...rule }) => ({
      ...rule,
      terms: terms.map(({ id: _id, saverName, steps, ...each }) => ({
        ...each,
        savedBy: saverName,
        employeeIds: [...each.employeeIds],
        tariffIds: [...each.tariffIds],
        categories: [...each.categories],
        clinicIds: [...each.clinicIds],
        steps: steps.map(({ from, to, rate }) => ({ from, to, rate: rate / 100 })),
        people: personNames(each.employeeIds),
        items: itemNames(each.tariffIds),
        clinics: clinicNames(each.clinicIds),
      })),
    })),
    openFrom: last ? addMonths(`${last}-01`, 1).slice(0, 7) : thisMonth,
    employees,
    clinics,
    categories: [...new Set(categories.map(({ name }) => name))],
    tariffs,
  }
}

/** As they are tried this month; those that say nothing for it stand last. */
function sorted(rules: readonly KeptRule[], month: string): KeptRule[] {
  const now = (rule: KeptRule) => termsIn(rule, month)
  const inForce = inOrder(
    rules.flatMap((rule) => (now(rule) ? [{ ...(now(rule) as Terms), id: rule.id, name: rule.name }] : [])),
  )
  const place = new Map(inForce.map(({ id }, n) => [id, n]))
  return [...rules].sort((a, b) => (place.get(a.id) ?? rules.length) - (place.get(b.id) ?? rules.length))
}
