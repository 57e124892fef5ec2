import { chartProblems, unknownPlaceholders } from '@dentin/clinical'
import type { contract, HandlerOutput, ParsedInput, TemplateContent, TemplateScope } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { searchText } from '@dentin/kit/pinyin'
import { sql } from 'kysely'
import { columns, named, select } from '../../../platform/database/select.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { readable } from '../access.ts'
import { isTemplateEmpty, readTemplate, textsIn } from '../rules.ts'
import { mayKeep, usable } from './access.ts'
import { anonymous, type Person } from './anonymous.ts'

type Calls = typeof contract.recordTemplate

/** Keeps a template of a scope that the person has a say in. */
export async function saveTemplate(
  context: ClinicContext,
  input: ParsedInput<Calls['save']>,
): Promise<HandlerOutput<Calls['save']>> {
  const { tx } = context
  const content = input.recordId ? anonymous(input.content, await personOf(context, input.recordId)) : input.content
  mustBeGood(content, 'content')
  mustMarkItsTeeth({ content, teethBound: input.teethBound }, 'content')
  mustKeep(context, input.scope)
  await mustHaveCategory(context, input)
  const twin = await tx.row(
    select(columns('record_template', 't', 'id')).from`record_template t
        where ${tx.own('t')} and t.enabled and t.kind = ${input.kind} and t.category_id is not distinct from ${input.categoryId}::uuid
          and t.name = ${input.name} and t.scope = ${input.scope} and ${usable(context)}
          and t.id is distinct from ${input.id ?? null}::uuid limit 1`,
  )
  if (twin) throw fieldError('TEMPLATE_NAME_TAKEN', 'name')
  const change = {
    ...whoseIs(context, input.scope),
    kind: input.kind,
    category_id: input.categoryId,
    name: input.name,
    tags: input.tags,
    teeth_bound: input.teethBound,
    favourite: input.favourite,
    search: searchText({ name: input.name, aliases: input.tags }),
    content: JSON.stringify(content),
  }
  if (!input.id) {
    const id = uuidv7()
    const made = await tx.insert('record_template', { id, ...change, created_at: tx.now, updated_at: tx.now })
    return { id, version: made.version }
  }
  await mustKeepThis(context, input.id)
  const key = { id: input.id, ...(input.version ? { version: input.version } : {}) }
  const row = await tx.update('record_template', key, change)
  return { id: row.id, version: row.version }
}

/** The columns that say whose a template is. */
export const whoseIs = (context: ClinicContext, scope: TemplateScope) => ({
  scope,
  owner_id: scope === 1 ? context.employeeId : null,
  clinic_id: scope === 2 ? context.clinicId : null,
})

/**
 * Refuses a template without words, and one with a placeholder that nobody knows: it would stay in every record as a word.
 * @param field under which its sections were sent; null: by themselves
 */
export function mustBeGood(content: TemplateContent, field: string | null): void {
  const at = (section: string) => (field === null ? section : `${field}.${section}`)
  if (isTemplateEmpty(content)) throw fieldError('TEMPLATE_EMPTY', field ?? 'interval')
  for (const [section, value] of Object.entries(content))
    for (const text of textsIn(value)) {
      const unknown = unknownPlaceholders(text)[0]
      if (unknown) throw fieldError('TEMPLATE_PLACEHOLDER', at(section), `没有「${unknown}」这种占位`)
    }
}

/** Refuses tooth marks of a template that leaves its teeth to the next record, and marks that contradict each other. */
export function mustMarkItsTeeth(
  { content: { toothMarks }, teethBound }: { content: TemplateContent; teethBound: boolean },
  field: string,
): void {
  if (toothMarks.length > 0 && !teethBound)
    throw fieldError('TEMPLATE_MARKS', `${field}.toothMarks`, '保留牙位的模板才能带牙位标记')
  for (const [index, problem] of chartProblems([], toothMarks).entries())
    if (problem !== null) throw fieldError('TEMPLATE_MARKS', `${field}.toothMarks.${index}`, problem)
}

async function mustHaveCategory(
  { tx }: ClinicContext,
  { categoryId, kind }: { categoryId: string | null; kind: number },
): Promise<void> {
  if (categoryId === null) return
  const found = await tx.row(
    select(columns('record_template_category', 'c', 'id')).keptFrom`record_template_category c
        where ${tx.own('c')} and c.id = ${categoryId} and c.kind = ${kind} and c.enabled for share`,
  )
  if (!found) throw fieldError('NOT_FOUND', 'categoryId', '没有这个分类，或已停用')
}

const person = select(
  columns(
    'patient',
    'p',
    'name',
    'mobile',
    'mobile2',
    'medical_number',
    'paper_number',
    'id_no',
    'medicare_no',
    'wechat',
  ),
)

/** The person of a record that one may read. */
async function personOf(context: ClinicContext, recordId: string): Promise<Person> {
  const { tx } = context
  const { name, ...numbers } = await tx.need(
    person.keptFrom`medical_record r join patient p on ${tx.own('p')} and p.id = r.patient_id
        where ${tx.own('r')} and r.id = ${recordId} and ${readable(context)}`,
  )
  return { name, numbers: Object.values(numbers).filter((each) => each !== null) }
}

/** Refuses a scope that the person has no say in. */
export function mustKeep(context: ClinicContext, scope: TemplateScope): void {
  if (!mayKeep(context, scope)) throw fieldError('TEMPLATE_NOT_YOURS', 'scope')
}

const written = select({ content: sql<unknown>`t.content` })

/** Writes what has changed since into a template, and nothing else of it. */
export async function saveInterval(
  context: ClinicContext,
  { id, version, interval }: ParsedInput<Calls['saveInterval']>,
): Promise<HandlerOutput<Calls['saveInterval']>> {
  const { tx } = context
  await mustKeepThis(context, id)
  const row = await tx.need(written.keptFrom`record_template t where ${tx.own('t')} and t.id = ${id}`)
  const changed = { ...readTemplate(row.content), interval }
  mustBeGood(changed, null)
  const saved = await tx.update('record_template', { id, version }, { content: JSON.stringify(changed) })
  return { id: saved.id, version: saved.version }
}

const standing = select({ scope: sql<TemplateScope>`t.scope` })

async function mustKeepThis(context: ClinicContext, id: string): Promise<void> {
  const { tx } = context
  const { scope } = await tx.need(
    standing.keptFrom`record_template t
        where ${tx.own('t')} and t.id = ${id} and t.enabled and ${usable(context)} for no key update`,
  )
  if (!mayKeep(context, scope)) throw new AppError('TEMPLATE_NOT_YOURS')
}

/** Takes a template away; records that used it keep their text. */
export async function removeTemplate(
  context: ClinicContext,
  input: ParsedInput<Calls['remove']>,
): Promise<HandlerOutput<Calls['remove']>> {
  await mustKeepThis(context, input.id)
  await context.tx.update('record_template', input, { enabled: false }, { action: 'delete' })
  return { id: input.id }
}

const noted = select(
  named('record_template_use', 'u', { id: 'template_id' }),
  columns('record_template_use', 'u', 'used'),
)

/** Lays a template to hand, or away, for the person alone. */
export async function setFavourite(
  context: ClinicContext,
  { id, favourite }: ParsedInput<Calls['favourite']>,
): Promise<HandlerOutput<Calls['favourite']>> {
  const { tx } = context
  const row = await tx.need(
    noted.of(sql`insert into record_template_use as u (tenant_id, employee_id, template_id, favourite)
        select ${tx.tenantId}::uuid, ${context.employeeId}::uuid, t.id, ${favourite}::boolean from record_template t
        where ${tx.own('t')} and t.id = ${id} and t.enabled and ${usable(context)}
        on conflict (tenant_id, employee_id, template_id) do update set favourite = excluded.favourite
        returning ${noted.list}`),
  )
  return { id: row.id }
}

/** Counts that the person has put a template in. */
export async function countUse(
  context: ClinicContext,
  { id }: ParsedInput<Calls['use']>,
): Promise<HandlerOutput<Calls['use']>> {
  const { tx } = context
  const row = await tx.need(
    noted.of(sql`insert into record_template_use as u (tenant_id, employee_id, template_id, used, used_at)
        select ${tx.tenantId}::uuid, ${context.employeeId}::uuid, t.id, 1, ${tx.now}::timestamptz from record_template t
        where ${tx.own('t')} and t.id = ${id} and t.enabled and ${usable(context)}
        on conflict (tenant_id, employee_id, template_id) do update set used = u.used + 1, used_at = excluded.used_at
        returning ${noted.list}`),
  )
  return { used: row.used }
}
