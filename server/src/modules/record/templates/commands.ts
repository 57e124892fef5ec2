import type { contract, HandlerOutput, ParsedInput, TemplateContent, TemplateScope } from '@dentin/contract'
import { unknownPlaceholders } from '@dentin/clinical'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { columns, select } from '../../../platform/database/select.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { isTemplateEmpty, textsIn } from '../rules.ts'
import { mayKeep, usable } from './access.ts'

type Calls = typeof contract.recordTemplate

/** Keeps a template of a scope that the person has a say in. */
export async function saveTemplate(
  context: ClinicContext,
  input: ParsedInput<Calls['save']>,
): Promise<HandlerOutput<Calls['save']>> {
  const { tx } = context
  if (isTemplateEmpty(input.content)) throw fieldError('TEMPLATE_EMPTY', 'content')
  mustBeSpelt(input.content)
  mustKeep(context, input.scope)
  const whose = {
    scope: input.scope,
    owner_id: input.scope === 1 ? context.employeeId : null,
    clinic_id: input.scope === 2 ? context.clinicId : null,
  }
  const twin = await tx.row(
    select(columns('record_template', 't', 'id')).from`record_template t
        where ${tx.own('t')} and t.enabled and t.category = ${input.category} and t.name = ${input.name} and t.scope = ${input.scope}
          and ${usable(context)} and t.id is distinct from ${input.id ?? null}::uuid limit 1`,
  )
  if (twin) throw fieldError('TEMPLATE_NAME_TAKEN', 'name')
  const change = {
    ...whose,
    category: input.category,
    name: input.name,
    favourite: input.favourite,
    content: JSON.stringify(input.content),
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

/** A placeholder that nobody knows would stay in every record as a word. */
function mustBeSpelt(content: TemplateContent): void {
  for (const [section, value] of Object.entries(content))
    for (const text of textsIn(value)) {
      const unknown = unknownPlaceholders(text)[0]
      if (unknown) throw fieldError('TEMPLATE_PLACEHOLDER', `content.${section}`, `没有「${unknown}」这种占位`)
    }
}

function mustKeep(context: ClinicContext, scope: TemplateScope): void {
  if (!mayKeep(context, scope)) throw fieldError('TEMPLATE_NOT_YOURS', 'scope')
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
