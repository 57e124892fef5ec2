import type { CarriedTemplate, contract, HandlerOutput, ParsedInput, TemplateKind } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { searchText } from '@dentin/kit/pinyin'
import { sql } from 'kysely'
import { columns, select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { tariffIdsByCodes } from '../../clinic/index.ts'
import { nextVisitOfAnyCompany } from './anonymous.ts'
import { mustBeGood, mustKeep, mustMarkItsTeeth, whoseIs } from './commands.ts'
import { listTemplates } from './queries.ts'

type Bring = (typeof contract.recordTemplate)['bring']

/** Takes in templates that were carried out elsewhere: what is there under the same name stays as it is. */
export async function bringTemplates(
  context: ClinicContext,
  { scope, items }: ParsedInput<Bring>,
): Promise<HandlerOutput<Bring>> {
  const { tx } = context
  mustKeep(context, scope)
  items.forEach((item, index) => {
    mustBeGood(item.content, `items.${index}.content`)
    mustMarkItsTeeth(item, `items.${index}.content`)
  })
  const codes = items.flatMap(({ charges, planCharges }) => [
    ...charges.flatMap((row) => row.map(({ code }) => code)),
    ...planCharges.flat(),
  ])
  const ids = await tariffIdsByCodes(tx, codes)
  const known = new Set(
    (await listTemplates(context)).list.flatMap((each) =>
      each.scope === scope ? [keyOf(each.kind, each.categoryId, each.name)] : [],
    ),
  )
  const categories = await categoriesFor(tx, items)
  const skipped: string[] = []
  for (const item of items) {
    const categoryId = categories.get(pathKey(item.kind, item.category)) ?? null
    const key = keyOf(item.kind, categoryId, item.name)
    if (known.has(key)) {
      skipped.push(item.name)
      continue
    }
    known.add(key)
    await tx.insert('record_template', {
      id: uuidv7(),
      ...whoseIs(context, scope),
      kind: item.kind,
      category_id: categoryId,
      name: item.name,
      tags: item.tags,
      teeth_bound: item.teethBound,
      search: searchText({ name: item.name, aliases: item.tags }),
      content: JSON.stringify(withCharges(item, ids)),
      created_at: tx.now,
      updated_at: tx.now,
    })
  }
  const unknownCharges = [...new Set(codes.filter((code) => !ids.has(code)))]
  return { made: items.length - skipped.length, skipped, unknownCharges }
}

const keyOf = (kind: number, categoryId: string | null, name: string) => `${kind} ${categoryId ?? ''} ${name}`
const pathKey = (kind: number, path: readonly string[]) => JSON.stringify([kind, ...path])

const withCharges = ({ content, charges, planCharges }: CarriedTemplate, ids: ReadonlyMap<string, string>) => ({
  ...content,
  nextVisit: nextVisitOfAnyCompany(content.nextVisit),
  plans: content.plans.map(({ tariffIds: _none, ...row }, index) => {
    const tariffIds = (planCharges[index] ?? []).flatMap((code) => ids.get(code) ?? [])
    return tariffIds.length > 0 ? { ...row, tariffIds } : row
  }),
  treatments: content.treatments.map((row, index) => ({
    ...row,
    tariffs: (charges[index] ?? []).flatMap(({ code, qty }) => {
      const tariffId = ids.get(code)
      return tariffId ? [{ tariffId, qty }] : []
    }),
  })),
})

const there = select(columns('record_template_category', 'c', 'id', 'parent_id', 'name', 'enabled'), {
  kind: sql<TemplateKind>`c.kind`,
})

/** The categories of what comes in, by their path; those that are not there yet are made, behind the others. */
async function categoriesFor(tx: TenantTx, items: readonly CarriedTemplate[]): Promise<Map<string, string>> {
  const all = await tx.rows(there.keptFrom`record_template_category c where ${tx.own('c')}`)
  let last = all.length
  const found = new Map<string, string>()
  for (const { kind, category } of items) {
    let parentId: string | null = null
    for (const [depth, name] of category.entries()) {
      const key = pathKey(kind, category.slice(0, depth + 1))
      const present = all.find((each) => each.kind === kind && each.parentId === parentId && each.name === name)
      const id: string = found.get(key) ?? present?.id ?? uuidv7()
      if (!found.has(key) && !present)
        await tx.insert('record_template_category', {
          id,
          kind,
          parent_id: parentId,
          name,
          sort_no: (last += 1),
          created_at: tx.now,
          updated_at: tx.now,
        })
      // What comes into a category that was switched off brings it back.
      else if (present && !present.enabled && !found.has(key))
        await tx.update('record_template_category', { id }, { enabled: true })
      found.set(key, id)
      parentId = id
    }
  }
  return found
}
