import {
  allergyFlagNames,
  contract,
  genderNames,
  idTypeNames,
  maritalNames,
  medicareTypeNames,
  mobileOwnerNames,
  patientTypeNames,
  requirableFields,
  type ParsedInput,
  type RequirableField,
} from '@dentin/contract'
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

type Kind = 'text' | 'digits' | 'day' | 'words' | 'years' | 'list' | 'source' | 'staff' | 'allergy'

/** One column of the sheet. */
export interface ImportColumn {
  title: string
  /** The field of the file that it fills. */
  field: string
  kind: Kind
  width: number
  required?: true
  words?: Readonly<Record<number, string>>
  note: string
  example: string
}

const wordsIn = (words: Readonly<Record<number, string>>) => Object.values(words).join('、')

type Column = Pick<ImportColumn, 'title' | 'field' | 'width'> & Partial<ImportColumn>
/** A column of free words; what it does not say of itself is empty. */
const text = (column: Column): ImportColumn => ({ kind: 'text', note: '', example: '', ...column })
/** A column whose words are chosen from a table. */
const chosen = (words: Readonly<Record<number, string>>, column: Column): ImportColumn =>
  text({ kind: 'words', words, note: wordsIn(words), ...column })
const person = (title: string, field: string): ImportColumn =>
  text({ title, field, kind: 'staff', width: 12, note: '本门诊在职员工的姓名' })

/** The columns of the sheet, in the order of the template. */
export const importColumns: readonly ImportColumn[] = [
  text({ title: '姓名', field: 'name', width: 12, required: true, note: '1–30 个字', example: '张晓雯' }),
  chosen(genderNames, {
    title: '性别',
    field: 'gender',
    width: 8,
    required: true,
    note: '男、女、未知；填了身份证号可以不填',
    example: '女',
  }),
  text({ title: '出生日期', field: 'birthDay', kind: 'day', width: 13, note: '如 1990-01-31', example: '1990-01-31' }),
  text({ title: '年龄', field: 'age', kind: 'years', width: 8, note: '不知道生日时填，整岁' }),
  text({
    title: '手机号',
    field: 'mobile',
    kind: 'digits',
    width: 14,
    required: true,
    note: '11 位；没有时填“没有手机号的原因”',
    example: '13800000000',
  }),
  chosen(mobileOwnerNames, { title: '手机号机主', field: 'mobileOwner', width: 12, example: '本人' }),
  text({ title: '没有手机号的原因', field: 'noMobileReason', width: 18, note: '没有手机号时必填' }),
  text({ title: '备用手机号', field: 'mobile2', kind: 'digits', width: 14, note: '11 位' }),
  text({ title: '固定电话', field: 'tel', kind: 'digits', width: 14, note: '带区号' }),
  text({
    title: '来源',
    field: 'sourceId',
    kind: 'source',
    width: 18,
    required: true,
    note: '设置里的患者来源；下级写成“上级 / 下级”',
  }),
  text({ title: '病历号', field: 'medicalNumber', kind: 'digits', width: 14, note: '沿用旧病历号时填，不填自动编号' }),
  chosen(idTypeNames, { title: '证件类型', field: 'idType', width: 12, note: `${wordsIn(idTypeNames)}；不填为身份证` }),
  text({
    title: '证件号',
    field: 'idNo',
    kind: 'digits',
    width: 22,
    note: '身份证号会带出生日和性别；单元格请设为文本',
  }),
  chosen(patientTypeNames, { title: '患者类型', field: 'patientType', width: 12, example: '普通' }),
  text({ title: '标签', field: 'tags', kind: 'list', width: 16, note: '几个之间用、隔开' }),
  person('责任医生', 'respDoctorId'),
  person('咨询师', 'consultantId'),
  person('责任护士', 'respNurseId'),
  person('客服', 'customerServiceId'),
  text({ title: '介绍人', field: 'referrerRemark', width: 14, note: '谁介绍来的' }),
  text({ title: '微信号', field: 'wechat', width: 14 }),
  text({ title: '邮箱', field: 'email', width: 18 }),
  text({ title: '省', field: 'province', width: 10 }),
  text({ title: '市', field: 'city', width: 10 }),
  text({ title: '区县', field: 'district', width: 10 }),
  text({ title: '详细地址', field: 'address', width: 28 }),
  chosen(medicareTypeNames, { title: '医保类型', field: 'medicareType', width: 12 }),
  text({ title: '医保号', field: 'medicareNo', kind: 'digits', width: 18 }),
  text({ title: '国籍', field: 'nationality', width: 10 }),
  text({ title: '民族', field: 'ethnicity', width: 10 }),
  chosen(maritalNames, { title: '婚姻状况', field: 'marital', width: 10 }),
  text({ title: '职业', field: 'occupation', width: 12 }),
  text({ title: '工作单位', field: 'workUnit', width: 18 }),
  text({
    title: '过敏史',
    field: 'allergyHistory',
    kind: 'allergy',
    width: 18,
    note: `过敏的内容，或${allergyFlagNames[0] ?? ''}；不填为不详`,
    example: '青霉素',
  }),
  text({
    title: '系统病史',
    field: 'systemicDiseases',
    kind: 'list',
    width: 18,
    note: '几个之间用、隔开',
    example: '高血压',
  }),
  text({ title: '既往史', field: 'pastHistory', width: 20 }),
  text({ title: '用药史', field: 'medicationHistory', width: 20 }),
  text({ title: '麻醉史', field: 'anesthesiaHistory', width: 20 }),
  text({ title: '家族史', field: 'familyHistory', width: 20 }),
  text({ title: '警示', field: 'alertNote', width: 20, note: '打开档案时提示' }),
  text({ title: '备注', field: 'remark', width: 24 }),
]

/** What other programs and people call the same column. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  姓名: ['患者姓名', '患者', '名字', '客户姓名'],
  手机号: ['联系电话', '电话', '手机', '手机号码', '联系方式', '移动电话', '联系手机'],
  出生日期: ['生日', '出生年月', '出生年月日'],
  来源: ['患者来源', '客户来源', '渠道', '来源渠道'],
  病历号: ['档案号', '病案号', '患者编号', '编号'],
  证件号: ['身份证', '身份证号', '身份证号码', '证件号码'],
  固定电话: ['座机', '家庭电话'],
  介绍人: ['推荐人', '转介绍人'],
  详细地址: ['地址', '家庭住址', '住址', '联系地址'],
  过敏史: ['过敏', '药物过敏', '过敏药物'],
  系统病史: ['全身病史', '系统疾病', '全身疾病'],
  备注: ['说明', '患者备注'],
}
const byTitle = new Map(
  importColumns.flatMap((column) =>
    [column.title, ...(ALSO[column.title] ?? [])].map((title) => [title, column] as const),
  ),
)
const titleOf = new Map(importColumns.map(({ field, title }) => [field, title]))
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
    const years = /^(\d{1,3})岁?$/.exec(text)?.[1]
    return years ? { values: { [field]: Number(years) } } : { problem: '年龄应为整岁，如 34' }
  }
  if (kind === 'words') {
    const number =
      field === 'gender' ? GENDERS[text] : Object.entries(words ?? {}).find(([, word]) => word === text)?.[0]
    return number === undefined ? { problem: `应为${wordsIn(words ?? {})}` } : { values: { [field]: Number(number) } }
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
