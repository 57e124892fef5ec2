import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { readTargetCell, targetMeasures } from '@dentin/contract/cockpit'
import { fenToYuan, yuanToFen, type Fen } from '@dentin/kit'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { cellText, EMPTY_FORMULA, headText } from '../../../platform/files/sheet-cells.ts'
import { readSheet, type SheetCell } from '../../../platform/files/sheet-reader.ts'
import { sheetFile, type SheetColumn } from '../../../platform/files/sheet.ts'
import type { ClinicContext, FileAnswer, UploadedFile } from '../../../platform/http/context.ts'
import { clinicNames, SET, targetsOf } from './goals.ts'

type Calls = typeof contract.cockpit
type Checked = HandlerOutput<Calls['checkTargetSheet']>
type Measure = keyof typeof targetMeasures
type Clinic = Awaited<ReturnType<typeof targetsOf>>['clinics'][number]

const measures = Object.keys(targetMeasures) as Measure[]
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
  const columns: SheetColumn<{ clinic: Clinic; measure: Measure }>[] = [
    { title: YEAR, width: 8, kind: 'text', value: () => year },
    { title: CLINIC, width: 18, kind: 'text', value: ({ clinic }) => clinic.name },
    { title: MEASURE, width: 12, kind: 'text', value: ({ measure }) => targetMeasures[measure] },
    ...Array.from({ length: 12 }, (_, n): SheetColumn<{ clinic: Clinic; measure: Measure }> => ({
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
    for (const clinic of clinics) for (const measure of measures) yield { clinic, measure }
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
  const content = await readSheet(ctx.tx.tenantId, file.path, {
    rows: MOST_ROWS + 50,
    columns: 60,
    bytes: 30 * 1024 * 1024,
  })
  if ('problem' in content) throw refuse(content.problem)
  const { head, titles } = headOf(content.rows)
  const { clinics } = await targetsOf(ctx, year, SET)
  const names = await clinicNames(ctx)
  const problems: Checked['problems'] = []
  const set = new Map<string, Fen | null>()
  const from = new Map<string, number>()
  let read = 0
  for (const [n, cells] of content.rows.slice(head + 1).entries()) {
    const rowNo = head + n + 2
    const texts = titles.map((_, at) => cellText(cells[at] ?? null))
    if (texts.every((text) => text === '')) continue
    if ((read += 1) > MOST_ROWS) throw refuse(`一次最多 ${MOST_ROWS} 行，请分成几个文件`)
    const wrong = (column: string, message: string) => void problems.push({ rowNo, column, message })
    const said = (title: string) => texts[titles.indexOf(title)] ?? ''
    const ofYear = said(YEAR).replace('年', '')
    if (ofYear !== '' && ofYear !== year) wrong(YEAR, `这一行是 ${ofYear} 年的目标，正在设置 ${year} 年`)
    const name = said(CLINIC)
    const clinic = clinicNamed(clinics, name)
    if (clinic === 'twice') wrong(CLINIC, '有几家门诊叫这个名字，请在页面上填写')
    else if (!clinic && name === '') wrong(CLINIC, '请写明门诊')
    else if (!clinic) wrong(CLINIC, names.has(name) ? '没有为这家门诊设目标的权限' : `没有门诊「${name.slice(0, 30)}」`)
    const measure = measures.find((each) => targetMeasures[each] === said(MEASURE))
    if (!measure) wrong(MEASURE, `请写「${Object.values(targetMeasures).join('」或「')}」`)
    if (!clinic || clinic === 'twice' || !measure) continue
    const before = from.get(`${clinic.id} ${measure}`)
    if (before !== undefined) wrong(CLINIC, `与第 ${before} 行重复`)
    from.set(`${clinic.id} ${measure}`, rowNo)
    for (const { month } of clinic.months) {
      const at = titles.indexOf(monthHead(month))
      if (at < 0) continue
      if (content.formulas.has(`${rowNo - 1},${at}`)) {
        wrong(monthHead(month), EMPTY_FORMULA)
        continue
      }
      const cell = readTargetCell(texts[at] ?? '')
      if ('problem' in cell) wrong(monthHead(month), cell.problem)
      else set.set(`${clinic.id} ${month} ${measure}`, cell.yuan === '' ? null : yuanToFen(cell.yuan))
    }
  }
  if (read === 0) throw refuse('表格里没有目标。请导出目标表格，从列名的下一行开始填')
  return { rows: read, cells: problems.length > 0 ? [] : changed(clinics, set), problems }
}

const refuse = (message: string) => new AppError('TARGET_SHEET', { message })

/** Where the heads of the columns stand, and what they say. @throws TARGET_SHEET when a column is missing or there twice */
function headOf(rows: readonly (readonly SheetCell[])[]): { head: number; titles: string[] } {
  const head = rows.slice(0, 5).findIndex((row) => row.some((cell) => headText(cell) === CLINIC))
  if (head < 0) throw refuse(`没有找到列名。列名中应有“${CLINIC}”“${MEASURE}”与各月；请导出目标表格，在其中填写`)
  const titles = (rows[head] ?? []).map(headText)
  const months = titles.filter((title) => /^(1[0-2]|[1-9])月$/.test(title))
  if (!titles.includes(MEASURE)) throw refuse(`没有“${MEASURE}”这一列，请导出目标表格，在其中填写`)
  if (months.length === 0) throw refuse('没有月份的列（1月至12月），请导出目标表格，在其中填写')
  const named = [YEAR, CLINIC, MEASURE, ...months]
  const twice = named.find((title) => titles.indexOf(title) !== titles.lastIndexOf(title))
  if (twice) throw refuse(`“${twice}”有两列，请只留一列`)
  return { head, titles }
}

function clinicNamed(clinics: readonly Clinic[], name: string): Clinic | 'twice' | undefined {
  const [first, second] = clinics.filter((clinic) => clinic.name === name)
  return second ? 'twice' : first
}

/** The months that would be otherwise than they are, with both of their sums. */
function changed(clinics: readonly Clinic[], set: ReadonlyMap<string, Fen | null>): Checked['cells'] {
  return clinics.flatMap(({ id, months }) =>
    months.flatMap((cell) => {
      const now = (measure: Measure) => {
        const sum = set.get(`${id} ${cell.month} ${measure}`)
        return sum === undefined ? cell[measure] : sum
      }
      const [takings, revenue] = [now('takings'), now('revenue')]
      return takings === cell.takings && revenue === cell.revenue
        ? []
        : [{ clinicId: id, month: cell.month, takings, revenue }]
    }),
  )
}
