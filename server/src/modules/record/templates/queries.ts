import type { contract, HandlerOutput, TemplateScope } from '@dentin/contract'
import { sql } from 'kysely'
import { columns, select } from '../../../platform/database/select.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { readTemplate } from '../rules.ts'
import { mayKeep, usable } from './access.ts'

type List = HandlerOutput<typeof contract.recordTemplate.list>
const SCOPES: readonly TemplateScope[] = [1, 2, 3]

const listed = select(columns('record_template', 't', 'id', 'category', 'name', 'favourite', 'version'), {
  scope: sql<TemplateScope>`t.scope`,
  content: sql<unknown>`t.content`,
})

/** Every template that a person may use, by category and order. */
export async function listTemplates(context: ClinicContext): Promise<List> {
  const { tx } = context
  const mine = SCOPES.filter((scope) => mayKeep(context, scope))
  const rows = await tx.rows(
    listed.from`record_template t where ${tx.own('t')} and t.enabled and ${usable(context)}
        order by t.category, t.sort_no, t.name, t.id limit 5000`,
  )
  return {
    mayKeep: mine,
    list: rows.map((row) => ({ ...row, content: readTemplate(row.content), canEdit: mine.includes(row.scope) })),
  }
}
