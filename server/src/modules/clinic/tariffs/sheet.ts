import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { SHEET_TARIFFS, tariffRow } from '@dentin/contract/tariffs'
import { shownTariff, tariffFields, tariffKeys, type TariffField, type TariffKey } from '@dentin/contract/tariff-fields'
import { formatDateTime } from '@dentin/kit'
import { z } from 'zod'
import { EMPTY_FORMULA, readTable, type Table } from '../../../platform/files/sheet-table.ts'
import { sheetFile, type SheetColumn } from '../../../platform/files/sheet.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import type { FileAnswer, UploadedFile } from '../../../platform/http/context.ts'
import { categories } from '../settings/tariff-categories.ts'
import { tariffsFor, type CompanyTariff } from './list.ts'
import { wrongRows, type TariffRow } from './save.ts'

type Calls = typeof contract.clinic
type Checked = HandlerOutput<Calls['checkTariffSheet']>['rows'][number]
type Cell = string | number | boolean | null

/** Beside the fields: from which day a changed price counts. */
const FROM = '生效日期'
const fieldOf = (key: TariffKey): TariffField => tariffFields[key]
/** The fields in a sheet for somebody; what the house pays only for whoever may see it. */
const keysFor = (seesCost: boolean) => tariffKeys.filter((key) => seesCost || !fieldOf(key).cost)

const shown = z.object(shownTariff)
type Shown = z.input<typeof shown>

/** A value as a sheet and a person read it. */
function inWords(key: TariffKey, value: unknown, categoryName: string): string {
  const { kind, words } = fieldOf(key)
  if (kind === 'category') return categoryName
  if (kind === 'flag') return value === true ? '是' : '否'
  if (kind === 'words') return words?.[Number(value)] ?? ''
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The price list as a sheet, which may be changed and read again. */
export async function tariffSheet(
  tx: TenantTx,
  ask: ParsedInput<Calls['tariffSheet']>,
  seesCost: boolean,
): Promise<FileAnswer> {
  const rows = await tariffsFor(tx, ask, seesCost)
  await tx.note('export', 'tariff', null, { after: { rows: rows.length } })
  const columns = keysFor(seesCost).map((key): SheetColumn<{ wire: Shown; row: CompanyTariff }> => {
    const { label, kind, width } = fieldOf(key)
    return {
      title: label,
      width: Math.round(width / 8),
      kind: kind === 'money' || kind === 'number' ? kind : 'text',
      value: ({ wire, row }) => {
        const value = wire[key] ?? null
        return kind === 'money' || kind === 'number'
          ? (value as string | number | null)
          : inWords(key, value, row.categoryName)
      },
    }
  })
  async function* each() {
    for (const row of rows) yield { wire: z.encode(shown, row), row }
  }
  const stamp = formatDateTime(tx.now).replaceAll(/[-:]/g, '').replace(' ', '-').slice(0, 13)
  return sheetFile(`价目-${stamp}`, '价目', columns, each())
}

const YES = new Set(['是', '√', '✓', '1', 'true', 'y', 'yes'])
const NO = new Set(['否', '×', 'x', '0', 'false', 'n', 'no'])

interface Lookups {
  /** By 牙体牙髓 / 充填, and by 充填 where only one is called so. */
  category: ReadonlyMap<string, string>
  categoryName: ReadonlyMap<string, string>
}

/** A cell as the call that saves takes it; undefined: it says nothing, and what there is stays. */
function valueOf(key: TariffKey, text: string, { category }: Lookups): Cell | undefined {
  const { kind, words = {} } = fieldOf(key)
  if (kind === 'category') return text === '' ? undefined : (category.get(text.replaceAll(/\s*[/／]\s*/g, ' / ')) ?? '')
  if (kind === 'flag')
    return text === '' ? undefined : YES.has(text.toLowerCase()) ? true : NO.has(text.toLowerCase()) ? false : text
  if (kind === 'words') {
    if (text === '') return undefined
    const found = Object.entries(words).find(([, word]) => word === text)
    return found ? Number(found[0]) : text
  }
  if (kind === 'money') return text === '' ? null : text.replaceAll(/[,，¥￥元]/g, '')
  if (kind === 'number') return text === '' ? null : /^\d+$/.test(text) ? Number(text) : text
  return text
}

/** The price list as a table; each row is an item. */
async function readRows(company: string, file: UploadedFile, keys: readonly TariffKey[]): Promise<Table> {
  const labels = new Set<string>([...keys.map((key) => fieldOf(key).label), FROM])
  const table = await readTable(company, file.path, {
    key: tariffFields.code.label,
    isKnown: (title) => labels.has(title),
    filledDown: FROM,
    most: SHEET_TARIFFS,
    noHead: '没有找到列名。第一行应是列名，其中有“编码”；请导出价目，在其中修改',
    noRows: '表格里没有收费项目。请从列名的下一行开始，一行一项',
  })
  if ('problem' in table) throw new AppError('TARIFF_SHEET', { message: table.problem })
  return table
}

/** What a new item has where its sheet says nothing. */
const blankOf = (key: TariffKey) => (fieldOf(key).blank === undefined ? '' : fieldOf(key).blank)
const blankRow = Object.fromEntries(tariffKeys.map((key) => [key, blankOf(key)])) as Record<TariffKey, Cell>

/** Says row by row what a sheet would change; nothing is written. */
export async function checkSheet(
  { tx, clinicId }: { tx: TenantTx; clinicId: string },
  file: UploadedFile,
  seesCost: boolean,
): Promise<HandlerOutput<Calls['checkTariffSheet']>> {
  const keys = keysFor(seesCost)
  const { rows, ignored } = await readRows(tx.tenantId, file, keys)
  const [present, groups] = await Promise.all([
    tariffsFor(tx, { keyword: '', categoryId: null, state: 'all' }, seesCost),
    categories.list({ tx, clinicId }),
  ])
  const byCode = new Map(present.map((row) => [row.code.toLowerCase(), row]))
  const lookups = lookupsOf(groups)
  const looked = rows.map(({ rowNo, texts, unread }) => {
    const said = new Map(
      keys.flatMap((key) => {
        const text = texts.get(fieldOf(key).label)
        return text === undefined ? [] : [[key, text] as const]
      }),
    )
    const from = texts.get(FROM) ?? ''
    const item = byCode.get((said.get('code') ?? '').toLowerCase())
    const before = item ? (z.encode(shown, item) as Record<TariffKey, Cell>) : null
    const wire: Record<string, Cell> = { id: item?.id ?? null, ...(item && { version: item.version }) }
    for (const key of keys) wire[key] = before?.[key] ?? blankRow[key]
    for (const [key, text] of said) {
      const value = valueOf(key, text, lookups)
      if (value !== undefined) wire[key] = value
    }
    if (from !== '') wire.effectiveFrom = from.replaceAll(/[/.年月]/g, '-').replace('日', '')
    const parsed = tariffRow.safeParse(wire)
    const problems: Checked['problems'] = [
      ...unread.map((label) => ({ label, message: EMPTY_FORMULA })),
      ...(parsed.error?.issues ?? []).map(({ path: [key], message }) => ({
        label: labelOf(String(key)),
        message: String(key) === 'categoryId' && said.get('categoryId') ? '没有这个分类' : message,
      })),
    ]
    const changes = keys.flatMap((key) => {
      const after = parsed.data ? wireOf(parsed.data, key) : wire[key]
      if (!before || !parsed.data || after === before[key]) return []
      const worded = (value: unknown) => inWords(key, value, lookups.categoryName.get(String(value)) ?? '')
      return [{ label: fieldOf(key).label, before: worded(before[key]), after: worded(after) }]
    })
    return { rowNo, wire, item, parsed: parsed.data ?? null, problems, changes }
  })
  // Rows that can be read are held against each other and against what there is.
  const good = looked.filter(({ parsed, item, changes }) => parsed && (!item || changes.length > 0))
  const parsedRows = good.flatMap(({ parsed }): TariffRow[] => (parsed ? [parsed] : []))
  for (const { at, field, message } of await wrongRows(tx, clinicId, parsedRows, false))
    good[at]?.problems.push({ label: labelOf(field), message })
  return {
    ignored: ignored.map((title) => title.slice(0, 30)),
    rows: looked.map(({ rowNo, wire, item, problems, changes }): Checked => {
      const outcome = problems.length > 0 ? 'wrong' : !item ? 'new' : changes.length > 0 ? 'change' : 'same'
      const saves = outcome === 'new' || outcome === 'change'
      return {
        rowNo,
        outcome,
        code: String(wire.code ?? ''),
        name: String(wire.name ?? ''),
        row: saves ? wire : null,
        changes,
        problems,
      }
    }),
  }
}

const labelOf = (key: string): string => (key in tariffFields ? fieldOf(key as TariffKey).label : FROM)

/** A parsed value as it would be on the wire, to be held against what there is. */
const wireOf = (row: TariffRow, key: TariffKey): unknown => {
  const value = row[key] ?? null
  return fieldOf(key).kind === 'money' && value !== null ? z.encode(tariffFields.price.shown, value as never) : value
}

function lookupsOf(groups: readonly { id: string; parentId: string | null; name: string }[]): Lookups {
  const category = new Map<string, string>()
  const categoryName = new Map<string, string>()
  const names = groups.map(({ name }) => name)
  for (const { id, parentId, name } of groups) {
    const top = groups.find((each) => each.id === parentId)?.name
    const full = top ? `${top} / ${name}` : name
    categoryName.set(id, full)
    category.set(full, id)
    if (top && names.filter((each) => each === name).length === 1) category.set(name, id)
  }
  return { category, categoryName }
}
