import type { contract, ParsedInput } from '@dentin/contract'
import {
  clinicSettingRules,
  companyRuleNames,
  companyRules,
  type ClinicMoneyRule,
  type CompanyRule,
  type RewardTerms,
} from '@dentin/contract/company-rule'
import { monthCloseStates } from '@dentin/contract/month-close'
import { addMonths, today, uuidv7, type LocalDate } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import { columns, select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { clinicSettings, readSettings } from '../../clinic/index.ts'
import { typesToGive } from '../../coupon/index.ts'
import { isMonthClosed } from '../../ledger/index.ts'
import { clinicsWithin } from '../cockpit/goals.ts'

/** What a rule can be: days, a switch, names of categories, the bounds of marks, what introducing somebody earns. */
export type RuleValue = number | boolean | string[] | number[] | RewardTerms

/** For how many months a rule can be set, the present one among them or before the next closing. */
const MONTHS_AHEAD = 12

const firstOf = (month: string): LocalDate => `${month}-01` as LocalDate

/** Of a value that is none for its rule, why; undefined when it is one. */
function wrongValue(rule: CompanyRule, value: RuleValue): string | undefined {
  const said = companyRules[rule]
  if (said.kind === 'days') {
    if (typeof value !== 'number' || !Number.isInteger(value)) return `请填写${said.name}的天数`
    return value < said.min || value > said.max ? `${said.name}应在 ${said.min} 到 ${said.max} 天之间` : undefined
  }
  if (said.kind === 'switch') return typeof value === 'boolean' ? undefined : `请选择${said.name}`
  if (said.kind === 'steps') return wrongSteps(said, value)
  if (said.kind === 'reward') return isTerms(value) ? wrongTerms(value) : `请填写${said.name}`
  if (!Array.isArray(value) || !value.every((name) => typeof name === 'string')) return `请选择${said.name}`
  if (value.length > MOST_CATEGORIES) return `${said.name}最多 ${MOST_CATEGORIES} 个`
  return value.some((name) => name.trim() === '' || name.length > 50) ? `${said.name}里有空的类别` : undefined
}
const MOST_CATEGORIES = 50

const isTerms = (value: RuleValue): value is RewardTerms => typeof value === 'object' && !Array.isArray(value)

/** The most that a rule gives: points, coupons, yuan. */
const MOST_GIVEN = { points: 100_000, coupon: 20, cash: 10_000 } as const
const MOST_PERCENT = 50
const MOST_FROM = 1_000_000
const isFen = (value: number): boolean => Number.isInteger(Math.round(value * 1e6) / 1e4)

/** The same of what introducing somebody earns. */
function wrongTerms({ way, basis, from, first, second, couponTypeId }: RewardTerms): string | undefined {
  if (way === 'none') return undefined
  if (from < 0 || from > MOST_FROM || !isFen(from)) return `消费满多少元应为 0 到 ${MOST_FROM}，最多两位小数`
  const isPart = basis === 'percent'
  if (way === 'coupon' && isPart) return '优惠券按张数发，不能按百分之几'
  if (way === 'coupon' && couponTypeId === null) return '请选择发哪种优惠券'
  const most = isPart ? MOST_PERCENT : MOST_GIVEN[way]
  for (const [who, value] of [
    ['介绍人', first],
    ['上一级介绍人', second],
  ] as const) {
    if (value < 0 || value > most) return `${who}应得 0 到 ${most}${isPart ? '%' : ''}`
    if (way === 'cash' || isPart ? !isFen(value) : !Number.isInteger(value))
      return way === 'cash' || isPart ? `${who}所得最多两位小数` : `${who}所得应为整数`
  }
  return first === 0 ? '请填写介绍人得多少' : undefined
}

/** The same of the bounds of marks: four whole numbers, each further away than the one before. */
function wrongSteps(
  { name, usual, direction, max }: Extract<(typeof companyRules)[CompanyRule], { kind: 'steps' }>,
  value: RuleValue,
): string | undefined {
  if (!Array.isArray(value) || value.length !== usual.length) return `请填写${name}的 ${usual.length} 档`
  const bounds = value.map(Number)
  if (bounds.some((bound) => !Number.isInteger(bound) || bound < 1 || bound > max))
    return `${name}每档应为 1 到 ${max} 的整数`
  const wrong = bounds.findIndex((bound, n) => {
    const before = bounds[n - 1]
    return before !== undefined && (direction === 'up' ? bound <= before : bound >= before)
  })
  return wrong < 0 ? undefined : `${name}第 ${wrong + 1} 档应${direction === 'up' ? '大于' : '小于'}第 ${wrong} 档`
}

const ruleList = select(
  columns('company_rule', 'w', 'id', 'from_day', 'reason', 'setter_name', 'created_at', 'updated_at', 'version'),
  { rule: sql<CompanyRule>`w.rule`, value: sql<RuleValue>`w.value` },
)

async function ruleRows(tx: TenantTx) {
  return tx.rows(ruleList.keptFrom`company_rule w where ${tx.own('w')} order by w.rule, w.from_day desc`)
}

const clinicIds = select(columns('clinic', 'c', 'id'))

/** The first month that no clinic has closed, nor one after it. @param hold no clinic closes one before the transaction has ended */
async function firstOpenMonth(tx: TenantTx, hold = false): Promise<LocalDate> {
  if (hold)
    for (const { id } of await tx.rows(clinicIds.keptFrom`clinic c where ${tx.own('c')} order by c.id`))
      await isMonthClosed(tx, id, today(tx.now))
  const { month } = await tx.need(
    select({ month: sql<LocalDate>`coalesce((max(m.month) + interval '1 month')::date, ${today(tx.now)}::date)::text` })
      .from`month_close m where ${tx.own('m')} and m.status in ${codes(monthCloseStates, 'closed')}`,
  )
  return firstOf(month.slice(0, 7))
}

const categoryList = select({ name: sql<string>`distinct g.name` })

const accounts = select(columns('invoice_account', 'w', 'clinic_id', 'rule'))
/** When clinics invoice stored money, by clinic. */
const invoiceRulesOf = async (tx: TenantTx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (await tx.rows(accounts.from`invoice_account w where ${tx.own('w')} and w.clinic_id = any(${ids}::uuid[])`)).map(
      ({ clinicId, rule }) => [clinicId, rule],
    ),
  )

/** Who set a rule last, and when. */
type Setting = Partial<Record<ClinicMoneyRule, { setterName: string; setAt: Date }>>
/** Settings stand in the log as an object or as its text. */
const settingsList = select(columns('audit', 'a', 'actor_name', 'created_at'), {
  clinicId: sql<string>`a.entity_id::text`,
  before: sql<Record<string, unknown> | null>`(a.before ->> 'settings')::jsonb`,
  after: sql<Record<string, unknown>>`(a.after ->> 'settings')::jsonb`,
})
const accountList = select(columns('audit', 'a', 'actor_name', 'created_at'), {
  clinicId: sql<string>`i.clinic_id::text`,
})

/** By clinic the last change of each rule, as the log has it. */
async function changesOf(tx: TenantTx, ids: readonly string[]): Promise<ReadonlyMap<string, Setting>> {
  const found = new Map<string, Setting>()
  const note = (clinicId: string, rule: ClinicMoneyRule, row: { actorName: string; createdAt: Date }) =>
    found.set(clinicId, { ...found.get(clinicId), [rule]: { setterName: row.actorName, setAt: row.createdAt } })
  const saved = await tx.rows(
    settingsList.from`audit a where ${tx.own('a')} and a.entity = 'clinic' and a.entity_id = any(${ids}::uuid[])
      and a.after ->> 'settings' is not null order by a.created_at, a.id`,
  )
  for (const row of saved) {
    const [before, after] = [readSettings(row.before ?? {}), readSettings(row.after)]
    for (const rule of clinicSettingRules) if (before[rule] !== after[rule]) note(row.clinicId, rule, row)
  }
  const invoicing = await tx.rows(
    accountList.from`audit a join invoice_account i on ${tx.own('i')} and i.id = a.entity_id
      where ${tx.own('a')} and a.entity = 'invoice_account' and i.clinic_id = any(${ids}::uuid[])
        and a.after -> 'rule' is not null and a.before -> 'rule' is distinct from a.after -> 'rule' order by a.created_at, a.id`,
  )
  for (const row of invoicing) note(row.clinicId, 'invoiceRule', row)
  return found
}

/** The rules as they are, were and will be. */
export async function rulesOf(ctx: ClinicContext) {
  const { tx } = ctx
  const day = today(tx.now)
  const rows = await ruleRows(tx)
  const first = await firstOpenMonth(tx)
  const categories = await tx.rows(
    categoryList.from`tariff_category g where ${tx.own('g')} and g.parent_id is null order by 1`,
  )
  const clinics = await clinicsWithin(ctx, '/basicSetting:view')
  const ids = clinics.map(({ id }) => id)
  const settings = await Promise.all(ids.map((id) => clinicSettings(tx, id)))
  const [invoicing, changes] = [await invoiceRulesOf(tx, ids), await changesOf(tx, ids)]
  return {
    rules: companyRuleNames.map((rule) => {
      const history = rows
        .filter((row) => row.rule === rule)
        .map(({ id, value, fromDay, setterName, updatedAt, reason, version }) => ({
          id,
          value,
          fromDay,
          isAhead: fromDay > day,
          setterName,
          setAt: updatedAt,
          reason,
          version,
        }))
      const { usual } = companyRules[rule]
      const now: RuleValue =
        history.find(({ isAhead }) => !isAhead)?.value ??
        (Array.isArray(usual) ? ([...(usual as readonly unknown[])] as RuleValue) : (usual as RuleValue))
      return { rule, value: now, history }
    }),
    months: Array.from({ length: MONTHS_AHEAD }, (_, n) => addMonths(first, n).slice(0, 7)),
    categories: categories.map(({ name }) => name),
    couponTypes: await typesToGive(ctx),
    mayEdit: ctx.can('/basicSetting:rules'),
    clinics: clinics.map(({ id, name }, n) => {
      const { refundMode, refundApprovalAmount, arrearsAllowed, cardMakeUp, shiftBlind } = settings[n] as Awaited<
        ReturnType<typeof clinicSettings>
      >
      return {
        id,
        name,
        refundMode,
        refundApprovalAmount,
        arrearsAllowed,
        cardMakeUp,
        shiftBlind,
        invoiceRule: invoicing.get(id) ?? null,
        set: changes.get(id) ?? {},
      }
    }),
  }
}

/**
 * Sets a rule from the first of a month on. What was counted before stays.
 * @throws RULE_CLOSED_MONTH when a clinic has closed that month or one after it, RULE_TWICE for a month that has its value already
 */
export async function saveRule(
  ctx: ClinicContext,
  { rule, value, month, reason, version }: ParsedInput<typeof contract.companyRule.save>,
): Promise<{ id: string; version: number }> {
  const { tx } = ctx
  const wrong = wrongValue(rule, value)
  if (wrong) throw fieldError('BAD_INPUT', 'value', wrong)
  if (isTerms(value) && value.way === 'coupon') {
    const types = await typesToGive(ctx)
    if (!types.some(({ id }) => id === value.couponTypeId))
      throw fieldError('BAD_INPUT', 'value', '没有这种优惠券，或已停用')
  }
  const first = await firstOpenMonth(tx, true)
  const fromDay = firstOf(month)
  if (fromDay < first)
    throw fieldError(
      'RULE_CLOSED_MONTH',
      'month',
      `${addMonths(first, -1).slice(0, 7)} 及以前已有门诊月结，最早从 ${first.slice(0, 7)} 起`,
    )
  if (fromDay > addMonths(first, MONTHS_AHEAD - 1))
    throw fieldError('BAD_INPUT', 'month', `最晚从 ${addMonths(first, MONTHS_AHEAD - 1).slice(0, 7)} 起`)
  const present = (await ruleRows(tx)).find((row) => row.rule === rule && row.fromDay === fromDay)
  const content = { value: JSON.stringify(value), reason, setter_id: ctx.employeeId, setter_name: ctx.actorName }
  if (present) {
    if (version === null) throw fieldError('RULE_TWICE', 'month', '这条规则在这个月已有设置，请修改那一条')
    const changed = await tx.update('company_rule', { id: present.id, version }, content)
    return { id: changed.id, version: changed.version }
  }
  const row = await tx.insert('company_rule', {
    id: uuidv7(),
    rule,
    from_day: fromDay,
    ...content,
    created_at: tx.now,
    updated_at: tx.now,
  })
  return { id: row.id, version: row.version }
}

/** Takes away a value that does not hold yet. @throws RULE_BEGUN for one that does */
export async function removeRule(ctx: ClinicContext, { id, version }: { id: string; version: number }): Promise<void> {
  const { tx } = ctx
  const row = (await ruleRows(tx)).find((each) => each.id === id)
  if (!row) throw new AppError('NOT_FOUND')
  if (row.fromDay <= today(tx.now)) throw new AppError('RULE_BEGUN')
  await tx.remove('company_rule', { id, version })
}
