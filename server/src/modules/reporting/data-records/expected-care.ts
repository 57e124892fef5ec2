import { createHash } from 'node:crypto'
import { icdDiagnoses } from '@dentin/clinical'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { shippedExpectations, type ExpectedCare } from '@dentin/contract/data-record'
import { uuidv7 } from '@dentin/kit'
import { columns, select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'

const list = select(columns('expected_care', 'e', 'id', 'icd_code', 'name', 'items', 'sort_no', 'version'))
const categories = select(columns('tariff_category', 'x', 'name'))
const tariffs = select(columns('tariff', 'x', 'name'))
const icdNames = new Map(icdDiagnoses.map(({ code, nameZh }) => [code, nameZh]))

const ownRows = (tx: TenantTx) => tx.rows(list.keptFrom`expected_care e where ${tx.own('e')} order by e.sort_no, e.id`)
/** A list in short: two that read the same are the same. */
const seenOf = (rows: readonly ExpectedCare[]): string =>
  createHash('sha256')
    .update(JSON.stringify(rows.map(({ icdCode, name, items }) => [icdCode, name, items])))
    .digest('hex')

/** What may be named: categories of the price list, and its items. */
async function namesIn(tx: TenantTx): Promise<{ categories: string[]; tariffs: string[] }> {
  const [ofCategories, ofTariffs] = await Promise.all([
    tx.rows(
      categories.keptFrom`tariff_category x where ${tx.own('x')} and x.parent_id is not null order by x.sort_no, x.id`,
    ),
    tx.rows(tariffs.keptFrom`tariff x where ${tx.own('x')} and x.enabled order by x.sort_no, x.code, x.id limit 2000`),
  ])
  const names = (rows: readonly { name: string }[]) => [...new Set(rows.map(({ name }) => name))]
  return { categories: names(ofCategories), tariffs: names(ofTariffs) }
}

/** What diagnoses call for: the company's own list, else the product's. */
export async function expectedCareOf(
  ctx: ClinicContext,
): Promise<HandlerOutput<typeof contract.dataRecord.expectedCare>> {
  const [own, names] = await Promise.all([ownRows(ctx.tx), namesIn(ctx.tx)])
  const shown: readonly ExpectedCare[] = own.length > 0 ? own : shippedExpectations
  return {
    list: shown.map(({ icdCode, name, items }) => ({
      icdCode,
      icdName: icdNames.get(icdCode) ?? '',
      name,
      items: [...items],
    })),
    ...names,
    isShipped: own.length === 0,
    canEdit: ctx.can('/matchingDiagnosis:edit'),
    seen: seenOf(shown),
  }
}

/**
 * Puts the company's whole list in place of the one that was seen; an empty one is the product's again.
 * @throws EXPECTED_TWICE, EXPECTED_ITEM beside the row, VERSION_CONFLICT when somebody else has changed it
 */
export async function saveExpectedCare(
  ctx: ClinicContext,
  input: ParsedInput<typeof contract.dataRecord.saveExpectedCare>,
): Promise<{ saved: number }> {
  const { tx } = ctx
  const own = await ownRows(tx)
  if (seenOf(own.length > 0 ? own : shippedExpectations) !== input.seen) throw new AppError('VERSION_CONFLICT')
  const names = await namesIn(tx)
  const shipped = new Set(shippedExpectations.flatMap(({ items }) => items))
  const known = new Set([...names.categories, ...names.tariffs, ...shipped, ...own.flatMap(({ items }) => items)])
  const taken = new Set<string>()
  for (const [n, { icdCode, name, items }] of input.list.entries()) {
    const key = `${icdCode} ${name}`
    if (taken.has(key)) throw fieldError('EXPECTED_TWICE', `list.${n}.name`, '这个诊断下已有同名的应做项目')
    taken.add(key)
    const strange = items.find((item) => !known.has(item))
    if (strange !== undefined) throw fieldError('EXPECTED_ITEM', `list.${n}.items`, `价目里没有“${strange}”`)
  }
  const left = new Map(own.map((row) => [`${row.icdCode} ${row.name}`, row]))
  for (const [sortNo, { icdCode, name, items }] of input.list.entries()) {
    const row = left.get(`${icdCode} ${name}`)
    left.delete(`${icdCode} ${name}`)
    if (row) {
      if (row.sortNo !== sortNo || row.items.join() !== items.join())
        await tx.update('expected_care', { id: row.id, version: row.version }, { items, sort_no: sortNo })
    } else
      await tx.insert('expected_care', {
        id: uuidv7(),
        icd_code: icdCode,
        name,
        items,
        sort_no: sortNo,
        created_at: tx.now,
        updated_at: tx.now,
      })
  }
  for (const row of left.values()) await tx.remove('expected_care', { id: row.id, version: row.version })
  return { saved: input.list.length }
}
