import type { contract, HandlerOutput, ParsedInput, TemplateKind, TemplateScope } from '@dentin/contract'
import { searchText } from '@dentin/kit/pinyin'
import { sql } from 'kysely'
import { columns, select } from '../../../platform/database/select.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { platformTemplates, tariffsByIds } from '../../clinic/index.ts'
import { readTemplate } from '../rules.ts'
import { nextVisitOfAnyCompany } from './anonymous.ts'
import { mayKeep, usable } from './access.ts'

type Calls = typeof contract.recordTemplate
type List = HandlerOutput<Calls['list']>
const SCOPES: readonly TemplateScope[] = [1, 2, 3]
/** More than any company has: the list is searched in the browser. */
const MOST = 5000

const listed = (context: ClinicContext) =>
  select(columns('record_template', 't', 'id', 'category_id', 'name', 'tags', 'teeth_bound', 'search', 'version'), {
    scope: sql<TemplateScope>`t.scope`,
    kind: sql<TemplateKind>`t.kind`,
    content: sql<unknown>`t.content`,
    favourite: sql<boolean>`coalesce(u.favourite, t.favourite)`,
    used: sql<number>`coalesce(u.used, 0)`,
    usageCount: sql<number>`coalesce((select sum(x.used) from record_template_use x
      where ${context.tx.own('x')} and x.template_id = t.id), 0)::int`,
  })

const tree = select(columns('record_template_category', 'c', 'id', 'parent_id', 'name'), {
  kind: sql<TemplateKind>`c.kind`,
})

/** Every template that a person may use: by the order of the categories, then what the person puts in most. */
export async function listTemplates(context: ClinicContext): Promise<List> {
  const { tx } = context
  const mine = SCOPES.filter((scope) => mayKeep(context, scope))
  const [rows, categories] = await Promise.all([
    tx.rows(
      listed(context).from`record_template t
        left join record_template_use u on ${tx.own('u')} and u.employee_id = ${context.employeeId} and u.template_id = t.id
        where ${tx.own('t')} and t.enabled and ${usable(context)}
        order by coalesce(u.used, 0) desc, t.sort_no, t.name, t.id limit ${MOST}`,
    ),
    tx.rows(
      tree.keptFrom`record_template_category c where ${tx.own('c')} and c.enabled order by c.sort_no, c.name, c.id`,
    ),
  ])
  return {
    mayKeep: mine,
    categories: placed(categories, null, 1),
    list: rows.map((row) => ({
      ...row,
      // Written before there was one.
      search: row.search || searchText({ name: row.name, aliases: row.tags }),
      content: readTemplate(row.content),
      canEdit: mine.includes(row.scope),
    })),
  }
}

type Category = { id: string; kind: TemplateKind; parentId: string | null; name: string }

/** Each category with what hangs on it behind it; level 1 is the top. */
const placed = (all: readonly Category[], of: string | null, level: number): List['categories'] =>
  all
    .filter(({ parentId }) => parentId === of)
    .flatMap((each) => [{ ...each, level }, ...placed(all, each.id, level + 1)])

/** What the platform offers: read only, to be copied. */
export const listPlatform = (): HandlerOutput<Calls['platform']> =>
  platformTemplates().map((each) => ({ ...each, content: readTemplate(each.content) }))

/** What the items of a template are called. */
export async function chargesOf(
  { tx, clinicId }: ClinicContext,
  { ids }: ParsedInput<Calls['charges']>,
): Promise<HandlerOutput<Calls['charges']>> {
  const found = await tariffsByIds(tx, clinicId, ids)
  return [...found.values()].map(({ id, name, unit }) => ({ id, name, unit }))
}

/** The templates of a scope as they go to another company. */
export async function carryTemplates(
  context: ClinicContext,
  input: ParsedInput<Calls['carry']>,
): Promise<HandlerOutput<Calls['carry']>> {
  const { tx } = context
  const scope = SCOPES.find((each) => each === input.scope)
  if (!scope || !mayKeep(context, scope)) throw new AppError('TEMPLATE_NOT_YOURS')
  const { list, categories } = await listTemplates(context)
  const chosen = list.filter((each) => each.scope === scope)
  const tariffs = await tariffsByIds(
    tx,
    context.clinicId,
    chosen.flatMap(({ content }) => [
      ...content.treatments.flatMap((row) => row.tariffs.map(({ tariffId }) => tariffId)),
      ...content.plans.flatMap(({ tariffIds }) => tariffIds ?? []),
    ]),
  )
  const pathOf = (id: string | null): string[] => {
    const category = categories.find((each) => each.id === id)
    return category ? [...pathOf(category.parentId), category.name] : []
  }
  await tx.note('export', 'record_template', null, { after: { scope, rows: chosen.length } })
  return {
    items: chosen.map(({ kind, name, tags, teethBound, categoryId, content }) => ({
      kind,
      name,
      tags,
      teethBound,
      category: pathOf(categoryId),
      content: {
        ...content,
        nextVisit: nextVisitOfAnyCompany(content.nextVisit),
        treatments: content.treatments.map((row) => ({ ...row, tariffs: [] })),
        plans: content.plans.map(({ tariffIds: _own, ...row }) => row),
      },
      charges: content.treatments.map((row) =>
        row.tariffs.flatMap(({ tariffId, qty }) => {
          const code = tariffs.get(tariffId)?.code
          return code ? [{ code, qty }] : []
        }),
      ),
      planCharges: content.plans.map(({ tariffIds = [] }) => tariffIds.flatMap((id) => tariffs.get(id)?.code ?? [])),
    })),
  }
}
