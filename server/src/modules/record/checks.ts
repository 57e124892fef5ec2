import { errorTable, type RecordContent } from '@dentin/contract'
import { chartProblems, findIcd, lacksReason, toothCondition, type ToothMark } from '@dentin/clinical'
import { canonicalJson } from '@dentin/kit'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { appointItemsByIds, tariffsByIds } from '../clinic/index.ts'
import { planLinesOf } from '../patient/index.ts'
import { lineProblems } from './doses.ts'
import { problemsOfKinds } from './extension-points.ts'
import { tariffsNamedIn } from './for-consents.ts'
import { mouthBefore } from './mouth.ts'
import { ownDiagnosesIn } from './judge.ts'
import { idsHungOn } from './images.ts'
import { conditionProblems, picturesIn, planLinesIn, readContent } from './rules.ts'

/** Numbers have to fit each other, and what is newly charted the teeth that were there when the visit began. */
export async function mustBePossible(
  tx: TenantTx,
  record: { id: string; patientId: string; visitTime: Date; content: unknown },
  content: RecordContent,
): Promise<void> {
  const written = readContent(record.content)
  const fields = [
    ...conditionProblems(content),
    ...lineProblems(content, written),
    ...(await problemsOfKinds(tx, { ...record, content })),
  ]
  fields.push(...(await markProblems(tx, record, written.toothMarks, content.toothMarks)))
  if (fields.length > 0) throw new AppError('RECORD_IMPOSSIBLE', { message: fields[0]?.message ?? '', fields })
}

/**
 * What of a chart can't be: what is newly charted, in the mouth that the visit found; and what stood in this record already,
 * where something that came to its tooth contradicts it. Other records that changed since make nothing of it wrong. What is
 * newly taken off has a reason.
 */
async function markProblems(
  tx: TenantTx,
  record: { id: string; patientId: string; visitTime: Date },
  written: readonly ToothMark[],
  charted: readonly ToothMark[],
): Promise<{ field: string; message: string }[]> {
  const before = new Set(written.map((mark) => canonicalJson(mark)))
  const isNew = charted.map((mark) => !before.has(canonicalJson(mark)))
  if (!isNew.includes(true)) return []
  const lacking = charted.flatMap((mark, index) => {
    if (!isNew[index] || !lacksReason(mark)) return []
    const message = `${mark.tooth} 拆除${toothCondition(mark.condition).nameZh}，请写原因`
    return [{ field: `content.toothMarks.${index}.reason`, message }]
  })
  const teeth = new Set(charted.flatMap(({ tooth }, index) => (isNew[index] ? [tooth] : [])))
  const problems = chartProblems((await mouthBefore(tx, record)).mouth, charted)
  const within = chartProblems([], charted)
  const impossible = charted.flatMap(({ tooth }, index) => {
    const message = isNew[index] ? problems[index] : teeth.has(tooth) ? within[index] : null
    return message ? [{ field: `content.toothMarks.${index}`, message }] : []
  })
  return [...lacking, ...impossible]
}

const employee = select(columns('employee', 'e', 'id'))
const isStaff = async (tx: TenantTx, id: string): Promise<boolean> =>
  (await tx.row(employee.keptFrom`employee e where ${tx.own('e')} and e.id = ${id} and e.is_doctor`)) !== undefined

/**
 * Codes, price-list items, doctors and kinds of appointment that a text names have to exist; what has been switched off
 * since it was written stays.
 */
export async function mustBeKnown(
  context: ClinicContext,
  content: RecordContent,
  before: RecordContent,
  { id: recordId, patientId }: { id: string; patientId: string },
): Promise<void> {
  const own = await ownDiagnosesIn(context.tx, content)
  const kept = new Set(before.diagnoses.map(({ icdCode }) => icdCode))
  const fields = content.diagnoses.flatMap(({ icdCode, icdName }, index) => {
    const field = `content.diagnoses.${index}.icdCode`
    if (!icdCode || kept.has(icdCode) || findIcd(icdCode) || own.get(icdCode)?.enabled) return []
    return [{ field, message: own.has(icdCode) ? `诊断「${icdName}」已停用，请另选` : `没有诊断编码 ${icdCode}` }]
  })
  const found = await tariffsByIds(context.tx, context.clinicId, tariffsNamedIn(content))
  content.treatments.forEach((row, index) => {
    if (row.tariffs.some((each) => !found.has(each.tariffId)))
      fields.push({ field: `content.treatments.${index}.tariffs`, message: '收费项目不存在' })
  })
  content.plans.forEach((row, index) => {
    if (row.tariffIds?.some((id) => !found.has(id)))
      fields.push({ field: `content.plans.${index}.tariffIds`, message: '收费项目不存在' })
  })
  fields.push(...(await planLineProblems(context, content, before, patientId)))
  fields.push(...(await pictureProblems(context.tx, recordId, content, before)))
  const { doctorId, itemIds } = content.nextVisit
  const items = await appointItemsByIds(context.tx, itemIds)
  if (itemIds.some((id) => !items.has(id)))
    fields.push({ field: 'content.nextVisit.itemIds', message: '复诊项目不存在' })
  if (doctorId !== null && !(await isStaff(context.tx, doctorId)))
    fields.push({ field: 'content.nextVisit.doctorId', message: '复诊医生不存在' })
  if (fields.length > 0) throw new AppError('RECORD_CODE_UNKNOWN', { message: fields[0]?.message ?? '', fields })
}

/** Pictures on a line of a text, not there before, that do not hang on its record. */
async function pictureProblems(
  tx: TenantTx,
  recordId: string,
  content: RecordContent,
  before: RecordContent,
): Promise<{ field: string; message: string }[]> {
  const kept = new Set(picturesIn(before))
  if (picturesIn(content).every((id) => kept.has(id))) return []
  const hung = new Set(await idsHungOn(tx, recordId))
  return content.auxExams.flatMap(({ imageIds }, index) =>
    imageIds?.some((id) => !kept.has(id) && !hung.has(id))
      ? [{ field: `content.auxExams.${index}.imageIds`, message: '图片没有附在这份病历上，请重新选' }]
      : [],
  )
}

/** What a text names of treatment plans that it did not name before, and that is not so. */
async function planLineProblems(
  { tx }: ClinicContext,
  content: RecordContent,
  before: RecordContent,
  patientId: string,
): Promise<{ field: string; message: string }[]> {
  const kept = new Set(planLinesIn(before))
  const named = content.treatments.flatMap((row, index) =>
    row.tariffs.flatMap(({ planLineId, tariffId }) =>
      planLineId && !kept.has(planLineId)
        ? [{ planLineId, tariffId, field: `content.treatments.${index}.tariffs` }]
        : [],
    ),
  )
  const lines = await planLinesOf(
    tx,
    patientId,
    named.map(({ planLineId }) => planLineId),
    (place) => named[place]?.field ?? 'content.treatments',
  )
  return named.flatMap(({ planLineId, tariffId, field }) =>
    lines.get(planLineId)?.tariffId === tariffId ? [] : [{ field, message: errorTable.PLAN_LINE_TARIFF.message }],
  )
}
