import type { contract, HandlerOutput, ParsedInput, Resource } from '@dentin/contract'
import { copyReasonNames, fieldOf, placedIn, type PatientKey } from '@dentin/contract/patient'
import { fileInWords, together } from '@dentin/contract/patient-fields/in-words'
import { formatDateTime } from '@dentin/kit'
import type { TenantTx } from '../../platform/database/tx.ts'
import { fieldError } from '../../platform/errors.ts'
import { bookFile, sheetPart, type SheetColumn, type SheetPart } from '../../platform/files/sheet.ts'
import type { ClinicContext, FileAnswer } from '../../platform/http/context.ts'
import { reachOfAll } from '../staff/index.ts'
import { seesAmounts, viewerOf } from './access.ts'
import { coveredKin, coveredRow } from './covering.ts'
import { kinOf } from './kin.ts'
import { patientDetail } from './queries.ts'

const VIEW = '/allTimePatients:view'
const EXPORT = '/allTimePatients:export'
/** The sheets in their order. */
const ORDER = [
  '基本资料',
  '亲属',
  '预约',
  '挂号就诊',
  '病历',
  '口腔图',
  '病历封存',
  '影像',
  '治疗计划',
  '正畸病例',
  '牙周检查',
  '处方',
  '同意书',
  '案例演示',
  '收费',
  '分期',
  '电子发票',
  '会员卡',
  '预交金',
  '优惠券',
  '介绍奖励',
  '随访',
  '短信',
] as const
type SheetName = (typeof ORDER)[number]
/** So many rows of a kind go along, the newest; nobody has more. */
export const COPY_ROWS = 2000

/** Whose data it is, and what of it the person at work may see. */
export interface CopyAsk {
  tx: TenantTx
  patientId: string
  context: ClinicContext
  amounts: boolean
  /** Clinics whose sums the person may see; null: every one's. */
  clinicIds: readonly string[] | null
}

interface SheetOf<Row> {
  sheet: SheetName
  /** Without it the sheet is left out. */
  grant?: Resource
  columns: (ask: CopyAsk) => readonly SheetColumn<Row>[]
  rows: (ask: CopyAsk) => Promise<readonly Row[]>
}

/** A sheet of the copy that a patient may ask for, of a module that keeps something of patients. */
export interface CopySheet {
  sheet: SheetName
  grant: Resource | undefined
  part(ask: CopyAsk): Promise<SheetPart>
}

/** Says what a sheet of the copy holds: columns, and the rows they are read from. */
export const copySheet = <Row>({ sheet, grant, columns, rows }: SheetOf<Row>): CopySheet => ({
  sheet,
  grant,
  part: async (ask) => sheetPart(sheet, columns(ask), await rows(ask)),
})

/** A column of text. */
export const textColumn = <Row>(
  title: string,
  width: number,
  value: (row: Row) => string | null,
): SheetColumn<Row> => ({
  title,
  width,
  kind: 'text',
  value,
})
/** A column of yuan; null: not shown. */
export const moneyColumn = <Row>(title: string, value: (row: Row) => string | null): SheetColumn<Row> => ({
  title,
  width: 12,
  kind: 'money',
  value,
})
/** A column with day and time. */
export const momentColumn = <Row>(title: string, value: (row: Row) => Date | null): SheetColumn<Row> => ({
  title,
  width: 18,
  kind: 'moment',
  value,
})

type Detail = Omit<HandlerOutput<typeof contract.patient.get>, 'masked' | 'covered'>

/** What the patient reads in other words than the file says it. */
const own: Partial<Record<PatientKey, (file: Detail) => string | null>> = {
  birthDay: (file) => file.birthDay && `${file.birthDay}${file.birthYearEstimated ? '（年份为估计）' : ''}`,
  referrerRemark: (file) => together(file.referrerName, file.referrerRemark),
  createdAt: (file) => `${formatDateTime(file.createdAt).slice(0, 16)} ${file.homeClinicName}`,
}

/** The file as lines: what it is, and what stands there. */
const linesOf = (file: Detail): [string, string][] =>
  placedIn('copy').flatMap((key): [string, string][] => {
    const { label, copy } = fieldOf(key)
    const text = own[key]?.(file) ?? fileInWords(key, file)
    return text ? [[typeof copy === 'object' && copy !== null ? copy.label : label, text]] : []
  })

/** The file itself. */
export const fileSheet = copySheet<[string, string]>({
  sheet: '基本资料',
  columns: () => [textColumn('项目', 16, ([label]) => label), textColumn('内容', 60, ([, text]) => text)],
  rows: async ({ tx, patientId, context }) => {
    const file = await patientDetail(tx, patientId, reachOfAll(context, VIEW, EXPORT))
    return linesOf(await coveredRow(context, file, { patientId }))
  },
})

/** Relatives. */
export const kinSheet = copySheet<Awaited<ReturnType<typeof kinOf>>[number]>({
  sheet: '亲属',
  columns: () => [
    textColumn('姓名', 14, (row) => row.name),
    textColumn('关系', 10, (row) => row.relationName),
    textColumn('手机号', 15, (row) => row.mobile),
    textColumn('监护人', 8, (row) => (row.isGuardian ? '是' : '')),
    textColumn('紧急联系人', 10, (row) => (row.isEmergency ? '是' : '')),
    textColumn('备注', 30, (row) => row.remark),
  ],
  rows: async ({ tx, patientId, context }) =>
    coveredKin(context, patientId, await kinOf(tx, patientId, viewerOf(context))),
})

/**
 * What is kept of a patient, as a file that the patient may have. The log says who took it out, for whom and what.
 * @throws AppError NOT_FOUND outside the reach of the grants
 */
export async function copyOfPatient(
  context: ClinicContext,
  { id, reason, note }: ParsedInput<typeof contract.patient.copy>,
): Promise<FileAnswer> {
  const { tx } = context
  if (reason === 3 && !note) throw fieldError('BAD_INPUT', 'note', '请说明由谁索取、作何用')
  const { name } = await patientDetail(tx, id, reachOfAll(context, VIEW, EXPORT))
  const ask: CopyAsk = {
    tx,
    patientId: id,
    context,
    amounts: seesAmounts(context),
    clinicIds: context.clinicsOf(VIEW),
  }
  const sheets = tx.parts('patient').flatMap(({ copy }) => copy ?? [])
  const parts: SheetPart[] = []
  for (const sheet of ORDER) {
    const source = sheets.find((each) => each.sheet === sheet)
    if (source && (source.grant === undefined || context.can(source.grant))) parts.push(await source.part(ask))
  }
  await tx.note('export', 'patient_copy', id, {
    patientId: id,
    reason: [copyReasonNames[reason], note].filter(Boolean).join('：'),
    after: { sheets: Object.fromEntries(parts.map((part) => [part.name, part.cells.length])) },
  })
  return bookFile(`资料副本-${name}-${formatDateTime(tx.now).slice(0, 10).replaceAll('-', '')}`, parts)
}
