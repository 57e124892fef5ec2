import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { followRuleRows, tariffsByIds } from '../clinic/index.ts'
import { templateById } from './commands.ts'

type Calls = typeof contract.followUp

/** Something that a rule looks for has to be named, by what its triggers look at. */
function mustLookFor(input: ParsedInput<Calls['saveRule']>): void {
  const items = input.words.length + input.tariffIds.length
  if (input.triggers.includes(4)) {
    if (!input.absentDays) throw fieldError('FOLLOW_RULE_EMPTY', 'absentDays', '请填写未到店天数')
    return
  }
  if ((input.triggers.includes(2) || input.triggers.includes(3)) && items === 0)
    throw fieldError('FOLLOW_RULE_EMPTY', 'words', '请填写项目关键字，或选择收费项目')
  if (input.triggers.includes(1) && input.icdCodes.length === 0)
    throw fieldError('FOLLOW_RULE_EMPTY', 'icdCodes', '请填写诊断编码')
}

/** Keeps a rule. It holds from the next record or bill on; what is planned already stays. */
export async function saveRule(
  context: ClinicContext,
  input: ParsedInput<Calls['saveRule']>,
): Promise<HandlerOutput<Calls['saveRule']>> {
  const { tx } = context
  mustLookFor(input)
  await templateById(tx, input.templateId)
  const known = await tariffsByIds(tx, context.clinicId, input.tariffIds)
  if (known.size < input.tariffIds.length) throw fieldError('NOT_FOUND', 'tariffIds', '收费项目不存在')
  const absent = input.triggers.includes(4)
  const onItems = absent || input.triggers.includes(2) || input.triggers.includes(3)
  const columns = {
    name: input.name,
    triggers: [...input.triggers].sort((a, b) => a - b),
    words: onItems ? input.words : [],
    except_words: onItems ? input.exceptWords : [],
    tariff_ids: onItems ? input.tariffIds : [],
    icd_codes: input.triggers.includes(1) ? input.icdCodes : [],
    absent_days: absent ? (input.absentDays ?? null) : null,
    delay_days: absent ? [0] : [...input.delayDays].sort((a, b) => a - b),
    grace_days: input.graceDays,
    type: input.type,
    owner_role: input.ownerRole,
    method: input.method,
    template_id: input.templateId,
    enabled: input.enabled,
  }
  if (!input.id) {
    const row = await tx.insert('follow_rule', {
      id: uuidv7(),
      ...columns,
      sort_no: 100,
      created_at: tx.now,
      updated_at: tx.now,
    })
    return { id: row.id, version: row.version }
  }
  await ruleById(tx, input.id)
  const row = await tx.update('follow_rule', keyOf(input.id, input.version), columns)
  return { id: row.id, version: row.version }
}

const keyOf = (id: string, version: number | undefined) => (version === undefined ? { id } : { id, version })

async function ruleById(tx: TenantTx, id: string): Promise<void> {
  await tx.need(keptSql`select id from follow_rule where tenant_id = ${tx.tenantId} and id = ${id} for no key update`)
}

export async function enableRule(
  { tx }: ClinicContext,
  input: ParsedInput<Calls['enableRule']>,
): Promise<HandlerOutput<Calls['enableRule']>> {
  await ruleById(tx, input.id)
  const row = await tx.update(
    'follow_rule',
    { id: input.id, version: input.version },
    { enabled: input.enabled },
    { action: input.enabled ? 'enable' : 'disable' },
  )
  return { id: row.id, version: row.version }
}

/** Takes a rule away that never planned anything; the others can be switched off. */
export async function removeRule({ tx }: ClinicContext, input: ParsedInput<Calls['removeRule']>): Promise<null> {
  await ruleById(tx, input.id)
  const used = await tx.row(
    sql`select 1 from follow_up where tenant_id = ${tx.tenantId} and rule_id = ${input.id} limit 1`,
  )
  if (used) throw new AppError('FOLLOW_RULE_USED')
  await tx.remove('follow_rule', { id: input.id, version: input.version })
  return null
}

/** Adds the rules of the house that the company does not have, each with its template. */
export async function addBuiltInRules({ tx }: ClinicContext): Promise<{ added: number }> {
  const [rules, templates] = [
    await tx.rows<{ code: string | null; name: string }>(
      sql`select code, name from follow_rule where tenant_id = ${tx.tenantId} order by id for no key update`,
    ),
    await tx.rows<{ id: string; name: string }>(
      sql`select id, name from follow_template where tenant_id = ${tx.tenantId} and enabled`,
    ),
  ]
  const missing = followRuleRows(uuidv7, tx.now).filter(
    ({ rule }) => !rules.some((each) => each.code === rule.code || each.name === rule.name),
  )
  for (const { rule, template } of missing) {
    const there = templates.find((each) => each.name === template.name)
    if (!there) await tx.insert('follow_template', template)
    await tx.insert('follow_rule', { ...rule, template_id: there?.id ?? template.id })
  }
  return { added: missing.length }
}

/** Keeps the words that are said in a follow-up. */
export async function saveTemplate(
  { tx }: ClinicContext,
  input: ParsedInput<Calls['saveTemplate']>,
): Promise<HandlerOutput<Calls['saveTemplate']>> {
  const columns = { name: input.name, type: input.type, content: input.content }
  if (!input.id) {
    const stamped = { created_at: tx.now, updated_at: tx.now }
    const row = await tx.insert('follow_template', { id: uuidv7(), ...columns, sort_no: 100, ...stamped })
    return { id: row.id, version: row.version }
  }
  await tx.need(
    keptSql`select id from follow_template where tenant_id = ${tx.tenantId} and id = ${input.id} and enabled for no key update`,
  )
  const row = await tx.update('follow_template', keyOf(input.id, input.version), columns)
  return { id: row.id, version: row.version }
}

/** Takes a template away that no rule uses; follow-ups keep their words. */
export async function removeTemplate(
  { tx }: ClinicContext,
  input: ParsedInput<Calls['removeTemplate']>,
): Promise<null> {
  await tx.need(
    keptSql`select id from follow_template where tenant_id = ${tx.tenantId} and id = ${input.id} and enabled for no key update`,
  )
  const used = await tx.row(
    sql`select 1 from follow_rule where tenant_id = ${tx.tenantId} and template_id = ${input.id} limit 1`,
  )
  if (used) throw new AppError('FOLLOW_TEMPLATE_IN_USE')
  await tx.update('follow_template', input, { enabled: false }, { action: 'disable' })
  return null
}
