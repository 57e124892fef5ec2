import { drugClassNames, itemRules, listedDrugs, drugRules, type DrugRule } from '@dentin/clinical/drug-checks/index'
import { drugRuleKinds, type contract, type HandlerOutput, type ParsedInput } from '@dentin/contract'
import { canonicalJson, uuidv7 } from '@dentin/kit'
import { createHash } from 'node:crypto'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'

type Calls = typeof contract.drug
type Listed = HandlerOutput<Calls['rules']>['list'][number]

// The rules of the drug checks are the platform's, and each waits for a pharmacist: a company's own answers for it by signing.

const rules: readonly (DrugRule & { medicines?: readonly string[] })[] = [...drugRules, ...itemRules]
const names = new Map(listedDrugs.map(({ id, nameZh }) => [id, nameZh]))
const nameOf = (word: string): string =>
  names.get(word) ?? (Object.hasOwn(drugClassNames, word) ? drugClassNames[word as keyof typeof drugClassNames] : word)

/** What a signature answers for: a rule that reads otherwise later is another one. */
const wordingOf = ({ drugs, condition, severity, text, source }: DrugRule): string =>
  createHash('sha256').update(canonicalJson({ drugs, condition, severity, text, source })).digest('hex')

const wordings = new Map(rules.map((rule) => [rule.id, wordingOf(rule)]))

/** When a rule speaks, in words, as far as its text does not say it. */
function conditionWords({ condition }: DrugRule): string {
  switch (condition.kind) {
    case 'crossAllergy':
      return `${drugClassNames[condition.allergy]}过敏`
    case 'age':
      return `不满 ${condition.below} 岁`
    case 'pregnancy':
      return `妊娠 ${condition.from}–${condition.before} 周`
    case 'pair':
      return `合用 ${condition.others.map(nameOf).join('、')}`
    case 'lactation':
      return '哺乳期'
    case 'advice':
      return condition.onSheet
    case 'disease':
      return ''
  }
}

const signature = select(
  columns(
    'drug_rule_signature',
    's',
    'id',
    'rule_id',
    'wording_hash',
    'signed_name',
    'signed_licence',
    'signed_at',
    'version',
  ),
)
async function signaturesOf(tx: TenantTx) {
  const rows = await tx.rows(signature.keptFrom`drug_rule_signature s where ${tx.own('s')}`)
  return new Map(rows.map((row) => [row.ruleId, row]))
}

/** The rules of the drug checks, with the signature of the company's pharmacist where it still answers for the wording. */
export async function listRules(context: ClinicContext): Promise<HandlerOutput<Calls['rules']>> {
  const signed = await signaturesOf(context.tx)
  const list = rules.map((rule): Listed => {
    const row = signed.get(rule.id)
    const holds = row?.wordingHash === wordings.get(rule.id)
    const { kind } = rule.condition
    return {
      id: rule.id,
      kind: rule.medicines ? 'item' : kind,
      drugs: rule.drugs.map(nameOf),
      condition: conditionWords(rule),
      severity: rule.severity,
      text: rule.text,
      source: rule.source,
      signedName: row && holds ? row.signedName : null,
      signedLicence: row && holds ? row.signedLicence : null,
      signedAt: row && holds ? row.signedAt : null,
      version: row?.version ?? null,
    }
  })
  const order = Object.keys(drugRuleKinds)
  list.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  return { list, maySign: context.can('/drugAdministration:sign') }
}

/** A pharmacist answers for a rule as it reads today. */
export async function signRule(
  { tx, employeeId, actorName }: ClinicContext,
  { ruleId, version, licence }: ParsedInput<Calls['signRule']>,
): Promise<HandlerOutput<Calls['signRule']>> {
  const rule = rules.find(({ id }) => id === ruleId)
  if (!rule) throw new AppError('NOT_FOUND', { message: '没有这条用药规则' })
  const patch = {
    wording_hash: wordings.get(ruleId) ?? '',
    signed_by: employeeId,
    signed_name: actorName,
    signed_licence: licence,
    signed_at: tx.now,
  }
  const before = (await signaturesOf(tx)).get(ruleId)
  const note = { action: 'sign', reason: `用药规则：${rule.text}` }
  if (before) {
    if (!version) throw await tx.overtaken('drug_rule_signature', before.id)
    const row = await tx.update('drug_rule_signature', { id: before.id, version }, patch, note)
    return { version: row.version }
  }
  const row = await tx.insert(
    'drug_rule_signature',
    { id: uuidv7(), rule_id: ruleId, ...patch, created_at: tx.now, updated_at: tx.now },
    note,
  )
  return { version: row.version }
}

/** Who of the company answers for which rule as it reads today: rule → 李药师 2026-11-20. */
export async function rulesSigned(tx: TenantTx): Promise<ReadonlyMap<string, { name: string; at: Date }>> {
  const signed = await signaturesOf(tx)
  return new Map(
    [...signed.values()].flatMap((row) =>
      row.wordingHash === wordings.get(row.ruleId)
        ? [[row.ruleId, { name: row.signedName, at: row.signedAt }] as const]
        : [],
    ),
  )
}
