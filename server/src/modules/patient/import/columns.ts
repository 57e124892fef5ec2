import { contract, type ParsedInput } from '@dentin/contract'
import {
  fieldOf,
  placedIn,
  requirableFields,
  type PatientKey,
  type RequirableField,
  type Words,
} from '@dentin/contract/patient'
import { AGE_PROBLEM, readAge } from '@dentin/contract/patient-fields/age'
import type { PatientSheetColumn } from '@dentin/contract/patient-fields/field'
import { parseDate } from '@dentin/kit'
import { z } from 'zod'
import type { SheetCell } from '../../../platform/files/sheet-reader.ts'

/** What a row says, as the form of a new file would send it. */
export type ImportInput = Omit<ParsedInput<typeof contract.patient.create>, 'requestId' | 'acceptDuplicates'> & {
  medicalNumber: string | null
}
/** A cell that is wrong, by its column's head, and why. */
export interface CellProblem {
  column: string
  message: string
  /** The sheet's own fault, which is not found again by reading the text: a formula, lost digits. */
  ofSheet?: true
}

type Kind = NonNullable<PatientSheetColumn['kind']>

/** One column of the sheet. */
export interface ImportColumn extends PatientSheetColumn {
  title: string
  /** The field of the file that it fills. */
  field: PatientKey
  kind: Kind
  words: Words
  note: string
  example: string
}

const wordsIn = (words: Words) => Object.values(words).join('、')

/** The columns of the sheet, in the order of the template. */
export const importColumns: readonly ImportColumn[] = placedIn('sheet').flatMap((field) => {
  const { label, sheet, words = {} } = fieldOf(field)
  if (!sheet) return []
  const kind = wordsIn(words) ? 'words' : 'text'
  return [{ title: label, field, kind, words, note: wordsIn(words), example: '', ...sheet }]
})

const byTitle = new Map(
  importColumns.flatMap((column) => [column.title, ...(column.also ?? [])].map((title) => [title, column] as const)),
)
const titleOf = new Map<string, string>(importColumns.map(({ field, title }) => [field, title]))
/** The column in which a field stands, for whoever reads of a problem. */
export const columnOfField = (field: string): string =>
  field === 'allergyFlag' ? '过敏史' : field === 'referrerType' ? '介绍人' : (titleOf.get(field) ?? '姓名')

/** Where a column stands in the template. */
export const placeOf = (title: string): number => importColumns.findIndex((column) => column.title === title)

/** The head of a column, as the template or a person writes it: '手机号 *' is 手机号. */
export const readTitle = (cell: SheetCell): string => String(cell ?? '').replaceAll(/[\s*＊]/g, '')
export const columnNamed = (title: string): ImportColumn | undefined => byTitle.get(title)

/** Fields that a clinic asks for and that have no column: such a clinic's files are completed by hand afterwards. */
export const askable = (required: readonly RequirableField[]): RequirableField[] =>
  required.filter((field) => titleOf.has(field) || field === 'allergyFlag' || field === 'referrerType')
/** Does the clinic ask for this column? */
export const isAsked = (column: ImportColumn, required: readonly RequirableField[]): boolean =>
  column.required === true ||
  required.some((field) => columnOfField(field) === column.title && field in requirableFields)

const ERRORS = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)$/
/** The last day that a sheet counts, 9999-12-31. */
const LAST_SERIAL = 2_958_465
const DAY_ZERO = Date.UTC(1899, 11, 30)
/** A sheet keeps fifteen digits of a number; beyond that they are wrong. */
const SURE_DIGITS = 1e15

const isoDay = (at: Date) => at.toISOString().slice(0, 10)

/** What stands in a cell, as text. */
export function textOfCell(cell: SheetCell, kind: Kind): { text: string; problem?: string } {
  if (cell === null || cell === undefined) return { text: '' }
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? { text: '' } : { text: isoDay(cell) }
  if (typeof cell === 'boolean') return { text: cell ? '是' : '否' }
  if (typeof cell === 'number') {
    if (kind === 'day' && Number.isFinite(cell) && cell >= 1 && cell <= LAST_SERIAL)
      return { text: isoDay(new Date(DAY_ZERO + Math.floor(cell) * 86_400_000)) }
    if (kind === 'digits' && (!Number.isInteger(cell) || Math.abs(cell) >= SURE_DIGITS))
      return {
        text: String(cell),
        problem: '被表格当成了数字，后几位已不准，请把这一列设为文本后重新填写',
      }
    return { text: String(cell) }
  }
  const text = cell.trim()
  if (ERRORS.test(text)) return { text, problem: '公式出错，请改成文字' }
  return { text: kind === 'day' ? dayText(text) : text }
}

/** 1990/1/2, 1990.1.2, 1990年1月2日 and 19900102 as 1990-01-02; what is no day stays as it is. */
function dayText(text: string): string {
  const found =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T].*)?$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (!found) return text
  const [, year = '', month = '', day = ''] = found
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  try {
    parseDate(written)
    return written
  } catch {
    return text
  }
}

/** What names of sources and staff stand for. */
export interface Lookups {
  sources: readonly { id: string; name: string; path: string }[]
  staff: readonly { id: string; name: string }[]
}

const shape = z.object(
  Object.fromEntries(
    Object.entries(contract.patient.create.body).filter(([key]) => key !== 'requestId' && key !== 'acceptDuplicates'),
  ) as Omit<typeof contract.patient.create.body, 'requestId' | 'acceptDuplicates'>,
)
const GENDERS: Readonly<Record<string, number>> = { 男: 0, 女: 1, 未知: 2, 男性: 0, 女性: 1, 不详: 2 }
const DENIED = new Set(['否认', '无', '没有', '否'])
const UNKNOWN = new Set(['', '不详', '未知', '不清楚'])
const items = (text: string) =>
  text
    .split(/[、，,;；]/)
    .map((item) => item.trim())
    .filter(Boolean)
const tidy = (path: string) => path.replaceAll(/\s*[/／>]\s*/g, '/').trim()

/** A row read as the form of a new file. Without an input there are problems. */
export function readRow(
  cells: Readonly<Record<string, string>>,
  lookups: Lookups,
): { input: ImportInput | null; problems: CellProblem[] } {
  const problems: CellProblem[] = []
  const values: Record<string, unknown> = {}
  for (const column of importColumns) {
    const text = cells[column.title] ?? ''
    const found = valueOf(column, text, lookups)
    if ('problem' in found) problems.push({ column: column.title, message: found.problem })
    else Object.assign(values, found.values)
  }
  const { medicalNumber = null, ...body } = values
  // Birthday and gender come with an identity number.
  if (body.gender === undefined && body.idNo) body.gender = 2
  if (typeof medicalNumber === 'string' && !/^[A-Za-z0-9-]{1,20}$/.test(medicalNumber))
    problems.push({ column: '病历号', message: '病历号只能是 20 位以内的字母、数字和横线' })
  const read = shape.safeParse(body)
  const wrong = new Set(problems.map(({ column }) => column))
  for (const issue of read.error?.issues ?? []) {
    const column = columnOfField(String(issue.path[0] ?? ''))
    if (wrong.has(column)) continue
    wrong.add(column)
    problems.push({
      column,
      message: column === '来源' ? '请填写来源' : column === '性别' ? '请填写性别' : issue.message,
    })
  }
  if (problems.length > 0 || !read.success) return { input: null, problems }
  return { input: { ...read.data, medicalNumber: medicalNumber as string | null }, problems }
}

function valueOf(
  column: ImportColumn,
  text: string,
  { sources, staff }: Lookups,
): { values: Record<string, unknown> } | { problem: string } {
  const { field, kind, words } = column
  if (kind === 'allergy') {
    if (UNKNOWN.has(text)) return { values: { allergyFlag: 2 } }
    if (DENIED.has(text)) return { values: { allergyFlag: 0 } }
    return { values: { allergyFlag: 1, allergyHistory: text } }
  }
  if (text === '') return { values: {} }
  if (kind === 'list') return { values: { [field]: items(text) } }
  if (kind === 'years') {
    const given = readAge(text)
    return given ? { values: { ...given } } : { problem: AGE_PROBLEM }
  }
  if (kind === 'words') {
    const number = field === 'gender' ? GENDERS[text] : Object.entries(words).find(([, word]) => word === text)?.[0]
    return number === undefined ? { problem: `应为${wordsIn(words)}` } : { values: { [field]: Number(number) } }
  }
  if (kind === 'source') {
    const wanted = tidy(text)
    const exact = sources.filter(({ path }) => tidy(path) === wanted)
    const fitting = exact.length > 0 ? exact : sources.filter(({ name }) => name === text)
    if (fitting.length > 1) return { problem: `有几个来源叫“${text}”，请写全，如 ${fitting[0]?.path ?? ''}` }
    return fitting[0] ? { values: { [field]: fitting[0].id } } : { problem: `没有“${text}”这个来源，或已停用` }
  }
  if (kind === 'staff') {
    const fitting = staff.filter(({ name }) => name === text)
    if (fitting.length > 1) return { problem: `本门诊有几位“${text}”，请留空，导入后再选` }
    return fitting[0] ? { values: { [field]: fitting[0].id } } : { problem: `本门诊没有在职员工“${text}”` }
  }
  return { values: { [field]: text } }
}
