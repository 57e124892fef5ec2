import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { measureNames, readTargetCell, targetMeasures, type TargetMeasure } from '@dentin/contract/cockpit'
import { fenToYuan, yuanToFen } from '@dentin/kit'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { EMPTY_FORMULA, readTable, type Table } from '../../../platform/files/sheet-table.ts'
import { sheetFile, type SheetColumn } from '../../../platform/files/sheet.ts'
import type { ClinicContext, FileAnswer, UploadedFile } from '../../../platform/http/context.ts'
import { clinicNames, SET, targetsOf } from './goals.ts'

type Calls = typeof contract.cockpit
type Checked = HandlerOutput<Calls['checkTargetSheet']>
type Clinic = Awaited<ReturnType<typeof targetsOf>>['clinics'][number]

const YEAR = '年份'
const CLINIC = '门诊'
const MEASURE = '口径'
const monthHead = (month: string) => `${Number(month.slice(5))}月`
/** Two rows for each of a thousand clinics. */
const MOST_ROWS = 2000

/** The targets of a year as a sheet, which may be changed and read again. */
export async function targetSheet(
  ctx: ClinicContext,
  { year }: ParsedInput<Calls['targetSheet']>,
): Promise<FileAnswer> {
  const { clinics } = await targetsOf(ctx, year, SET)
  const columns: SheetColumn<{ clinic: Clinic; measure: TargetMeasure }>[] = [
    { title: YEAR, width: 8, kind: 'text', value: () => year },
    { title: CLINIC, width: 18, kind: 'text', value: ({ clinic }) => clinic.name },
    { title: MEASURE, width: 12, kind: 'text', value: ({ measure }) => targetMeasures[measure] },
    ...Array.from({ length: 12 }, (_, n): SheetColumn<{ clinic: Clinic; measure: TargetMeasure }> => ({
      title: `${n + 1}月（元）`,
      width: 14,
      kind: 'money',
      value: ({ clinic, measure }) => {
        const sum = clinic.months[n]?.[measure] ?? null
        return sum === null ? null : fenToYuan(sum)
      },
    })),
  ]
  async function* rows() {
    for (const clinic of clinics) for (const measure of measureNames) yield { clinic, measure }
  }
  await ctx.tx.note('export', 'clinic_target', null, { after: { year, clinics: clinics.length } })
  return sheetFile(`目标-${year}年`, '目标', columns, rows())
}

/** Reads a sheet of targets and says what it would change; nothing is written. */
export async function checkTargetSheet(
  ctx: ClinicContext,
  { year, file }: ParsedInput<Calls['checkTargetSheet']> & { file?: UploadedFile },
): Promise<Checked> {
  if (!file) throw fieldError('BAD_INPUT', 'file', '请选择文件')
  const { titles, rows } = await readRows(ctx, file)
  const { clinics } = await targetsOf(ctx, year, SET)
  const names = await clinicNames(ctx)
  const problems: Checked['problems'] = []
  const cells: Checked['cells'] = []
  const firstRows = new Map<string, number>()
  for (const { rowNo, texts, unread } of rows) {
    const wrong = (column: string, message: string) => void problems.push({ rowNo, column, message })
    for (const title of unread) wrong(title, EMPTY_FORMULA)
    const said = (title: string) => texts.get(title) ?? ''
    const ofYear = said(YEAR).replace('年', '')
    if (ofYear !== '' && ofYear !== year) wrong(YEAR, `这一行是 ${ofYear} 年的目标，正在设置 ${year} 年`)
    const [clinic, another] = clinics.filter(({ name }) => name === said(CLINIC))
    if (another) wrong(CLINIC, '有几家门诊叫这个名字，请在页面上填写')
    else if (!clinic) wrong(CLINIC, whyNone(said(CLINIC), names))
    const measure = measureNames.find((each) => targetMeasures[each] === said(MEASURE))
    if (!measure) wrong(MEASURE, `请写「${Object.values(targetMeasures).join('」或「')}」`)
    if (!clinic || another || !measure) continue
    const first = firstRows.get(`${clinic.id} ${measure}`)
    if (first !== undefined) wrong(CLINIC, `与第 ${first} 行重复`)
    firstRows.set(`${clinic.id} ${measure}`, rowNo)
    for (const { month, [measure]: before } of clinic.months) {
      const title = monthHead(month)
      if (!titles.includes(title) || unread.includes(title)) continue
      const cell = readTargetCell(said(title))
      if ('problem' in cell) {
        wrong(title, cell.problem)
        continue
      }
      const sum = cell.yuan === '' ? null : yuanToFen(cell.yuan)
      if (sum !== before) cells.push({ clinicId: clinic.id, month, measure, amount: sum })
    }
  }
  // A sheet with a wrong cell changes nothing: half of it would look like all of it.
  return { rows: rows.length, cells: problems.length > 0 ? [] : cells, problems }
}

const refuse = (message: string) => new AppError('TARGET_SHEET', { message })

/** The targets as a table; each row is one sum of a clinic. @throws TARGET_SHEET when it can't be read, or has no sums or months */
async function readRows({ tx }: ClinicContext, file: UploadedFile): Promise<Table> {
  const table = await readTable(tx.tenantId, file.path, {
    key: CLINIC,
    isKnown: (title) => [YEAR, CLINIC, MEASURE].includes(title) || isMonth(title),
    filledDown: YEAR,
    most: MOST_ROWS,
    noHead: `没有找到列名。列名中应有“${CLINIC}”“${MEASURE}”与各月；请导出目标表格，在其中填写`,
    noRows: '表格里没有目标。请导出目标表格，从列名的下一行开始填',
  })
  if ('problem' in table) throw refuse(table.problem)
  if (!table.titles.includes(MEASURE)) throw refuse(`没有“${MEASURE}”这一列，请导出目标表格，在其中填写`)
  if (!table.titles.some(isMonth)) throw refuse('没有月份的列（1月至12月），请导出目标表格，在其中填写')
  return table
}

const isMonth = (title: string): boolean => /^(1[0-2]|[1-9])月$/.test(title)

/** Why a sheet's clinic is none of those that may be set. @param names of all clinics of the company */
function whyNone(name: string, names: ReadonlySet<string>): string {
  if (name === '') return '请写明门诊'
  return names.has(name) ? '没有为这家门诊设目标的权限' : `没有门诊「${name.slice(0, 30)}」`
}
