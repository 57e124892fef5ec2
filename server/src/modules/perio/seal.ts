import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { today, uuidv7 } from '@dentin/kit'
import { named, select } from '../../platform/database/select.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { writeOwnSection } from '../record/index.ts'
import { AMEND, mustWork, SIGN, writing } from './access.ts'
import { ofRecord } from './charts.ts'
import { ageOf, judged, mustHaveSeen } from './drafts.ts'
import { snapshotOf } from './queries.ts'
import { handRecallTo } from './recall.ts'
import { HASH_VERSION, sealOf, type Sealed } from './hash.ts'
import { mustBeMeasured, wordsOf } from './rules.ts'
import { chartOf, draftTeeth, lockDraft, mustBeOpen } from './standing.ts'

type Calls = typeof contract.perio

const doctorOf = select(named('employee', 'e', { doctorName: 'name' }))

/** Writes a snapshot down: from now on nobody changes it. */
const keep = (
  { tx, employeeId }: ClinicContext,
  chart: Sealed,
  { clinicId, chartNo, hash }: { clinicId: string; chartNo: string; hash: string },
): Promise<unknown> =>
  tx.need(
    keptSql`insert into perio_chart
        (tenant_id, id, clinic_id, chart_no, patient_id, record_id, doctor_id, doctor_name, examined_at, age, cells, summary, answers,
         proposal, diagnosis, plan, note, corrects_id, correct_reason, hash, hash_version, sealed_by, sealed_name, sealed_at)
      values (${tx.tenantId}, ${chart.id}, ${clinicId}, ${chartNo}, ${chart.patientId}, ${chart.recordId}, ${chart.doctorId},
        ${chart.doctorName}, ${chart.examinedAt}, ${chart.age}, ${JSON.stringify(chart.cells)}::jsonb,
        ${JSON.stringify(chart.summary)}::jsonb, ${JSON.stringify(chart.answers)}::jsonb, ${JSON.stringify(chart.proposal)}::jsonb,
        ${chart.diagnosis && JSON.stringify(chart.diagnosis)}::jsonb, ${JSON.stringify(chart.plan)}::jsonb, ${chart.note},
        ${chart.correctsId}, ${chart.correctReason}, ${hash}, ${HASH_VERSION}, ${employeeId}, ${chart.sealedName},
        ${chart.sealedAt}) returning id`,
  )

/** Seals an examination: from now on nobody changes it. Its figures go into the record, whose signature covers its hash. */
export async function seal(
  context: ClinicContext,
  input: ParsedInput<Calls['seal']>,
): Promise<HandlerOutput<Calls['seal']>> {
  const { tx } = context
  const draft = await lockDraft(context, input.id)
  await mustWork(context, SIGN, draft)
  if (writing(draft.recordStatus) === AMEND) await mustWork(context, AMEND, draft)
  mustBeOpen({ id: draft.recordId, status: draft.recordStatus })
  const { cells, seq } = chartOf(await draftTeeth(tx, draft.id))
  mustHaveSeen(seq, input.seq)
  const others = await ofRecord(tx, draft.recordId)
  if (others.some((other) => other.id !== draft.correctsId)) throw new AppError('PERIO_CHART_THERE')
  const summary = mustBeMeasured(cells)
  const proposal = await judged(tx, draft, { cells, answers: draft.answers, diagnosis: draft.diagnosis })
  const { doctorName } = await tx.need(doctorOf.keptFrom`employee e where ${tx.own('e')} and e.id = ${draft.doctorId}`)
  const id = uuidv7()
  const sealed: Sealed = {
    id,
    recordId: draft.recordId,
    patientId: draft.patientId,
    doctorId: draft.doctorId,
    doctorName,
    examinedAt: draft.visitTime,
    age: ageOf(draft),
    cells,
    summary,
    answers: draft.answers,
    proposal,
    diagnosis: draft.diagnosis,
    plan: draft.plan,
    note: draft.note,
    correctsId: draft.correctsId,
    correctReason: draft.correctReason,
    sealedName: context.actorName,
    sealedAt: tx.now,
  }
  const hash = sealOf(sealed)
  const chartNo = await tx.nextNumber('YZ', draft.clinicId, today(tx.now))
  await keep(context, sealed, { clinicId: draft.clinicId, chartNo, hash })
  await tx.remove(
    'perio_draft',
    { id: draft.id, version: input.version },
    { action: 'seal', patientId: draft.patientId },
  )
  if (draft.correctsId !== null) await handRecallTo(tx, { ...sealed, chartNo, correctsId: draft.correctsId })
  const recordVersion = await writeOwnSection(context, draft.recordId, 'perio', {
    chartId: id,
    hash,
    words: wordsOf(sealed, summary),
  })
  tx.publish('perio', draft.id)
  tx.publish('patient', draft.patientId)
  return { snapshot: await snapshotOf(context, id), recordVersion }
}
