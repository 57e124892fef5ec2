import {
  prescriptionStates,
  USUAL_DAYS,
  type contract,
  type HandlerOutput,
  type ParsedInput,
  type RxFinding,
} from '@dentin/contract'
import { addDays, fenToYuan, sum, today, uuidv7 } from '@dentin/kit'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { mustReachPatient } from '../patient/index.ts'
import { doctorOfClinic } from '../staff/index.ts'
import { judge, mustBeAnswered, withQuantities } from './judge.ts'
import { overstepPatch, overstepsOf, tellHeads } from './oversteps.ts'
import { lockPrescription } from './standing.ts'
import { asksSkinTest, summaryOf, type Override } from './rules.ts'
import { readLines, storeFindings, storeLines, storeOverrides } from './stored.ts'

type Calls = typeof contract.prescription
type Input = ParsedInput<Calls['save']>

/** What the checks would say, for the screen on which it is being written. Writes nothing. */
export async function checkPrescription(
  context: ClinicContext,
  input: ParsedInput<Calls['check']>,
): Promise<HandlerOutput<Calls['check']>> {
  await mustReachPatient(context, input.patientId, 'patientId')
  const { kind, lines, findings, said } = await judge(context, input, input.id ?? null)
  return { kind, findings, weightKg: said.weightKg, totals: lines.map(({ totalQty }) => totalQty) }
}

/** What the writer answered to the checks. Why an antibiotic oversteps a tier stands in its line. */
function answers(
  context: ClinicContext,
  input: Input,
  findings: readonly RxFinding[],
  oversteps: ReadonlyMap<string, string>,
): Override[] {
  const by = { name: context.actorName, at: context.tx.now }
  return findings.flatMap(({ key, severity, text }): Override[] => {
    const reason = oversteps.get(key) ?? input.overrides.find((each) => each.key === key)?.reason
    if (reason) return [{ key, kind: 'reason', severity, text, reason, ...by }]
    return input.seen.includes(key) && severity === '强提示'
      ? [{ key, kind: 'seen', severity, text, reason: '', ...by }]
      : []
  })
}

/** Whoever writes a prescription is a doctor of the clinic. */
async function mustBeDoctor({ tx, clinicId, employeeId }: ClinicContext): Promise<void> {
  try {
    await doctorOfClinic(tx, clinicId, employeeId)
  } catch (error) {
    throw error instanceof AppError && error.refusal === 'NOT_FOUND' ? new AppError('RX_NOT_DOCTOR') : error
  }
}

/** Writes a prescription, or changes one that nobody has audited. */
export async function savePrescription(context: ClinicContext, input: Input): Promise<HandlerOutput<Calls['save']>> {
  const { tx } = context
  const before = input.id ? await lockPrescription(context, input.id) : null
  if (before && before.doctorId !== context.employeeId) throw new AppError('RX_NOT_YOURS')
  if (before && !prescriptionStates.may('edit', before.status)) throw new AppError('STATUS_CHANGED')
  if (before && before.patientId !== input.patientId) throw fieldError('NOT_FOUND', 'patientId')
  await mustBeDoctor(context)
  await mustReachPatient(context, input.patientId, 'patientId')

  const judged = await judge(context, input, input.id ?? null, before ? readLines(before.items) : [])
  const untested = judged.lines.flatMap(({ code, skinTest, name }, n) =>
    asksSkinTest(code) && skinTest === 'none'
      ? [{ field: `items.${n}.skinTest`, message: `${name}须填皮试：免试、需试或阴性` }]
      : [],
  )
  if (untested.length > 0) throw new AppError('RX_SKIN_TEST', { message: untested[0]?.message ?? '', fields: untested })
  const lines = withQuantities(judged.lines)
  const days = Math.max(...lines.map((line) => line.days))
  const usual = USUAL_DAYS[judged.kind]
  if (days > usual && !input.longReason)
    throw fieldError('RX_TOO_LONG', 'longReason', `超过 ${usual} 日，请写明理由（慢性病、老年病或特殊情况）`)
  const oversteps = overstepsOf(judged)
  const overrides = answers(context, input, judged.findings, oversteps)
  mustBeAnswered(judged.findings, overrides)

  const patch = {
    record_id: input.recordId,
    kind: judged.kind,
    diagnosis: input.diagnosis,
    items: storeLines(lines),
    summary: summaryOf(lines),
    total_amount: fenToYuan(sum(lines.map(({ amount }) => amount))),
    weight_kg: judged.said.weightKg === null ? null : String(judged.said.weightKg),
    pregnancy: judged.said.pregnancy,
    pregnancy_week: judged.said.pregnancyWeek,
    days,
    long_reason: input.longReason,
    prescribed_at: tx.now,
    valid_until: addDays(today(tx.now), input.validDays - 1),
    findings: storeFindings(judged.findings),
    overrides: storeOverrides(overrides),
    overridden: overrides.length > 0,
    ...overstepPatch(tx, before, judged),
    // What was handed back is answered by the change.
    refused_by: null,
    refused_name: null,
    refused_at: null,
    refused_reason: null,
  }
  if (before) {
    if (!input.version) throw await tx.overtaken('prescription', before.id)
    const row = await tx.update('prescription', { id: before.id, version: input.version }, patch, {
      patientId: before.patientId,
    })
    tx.publish('prescription', row.id)
    await tellHeads(context, row.id, row.version, before, judged, input.patientId)
    return { id: row.id, rxNo: row.rx_no, version: row.version, status: row.status }
  }
  const id = uuidv7()
  const status = prescriptionStates.code.waiting
  const row = await tx.insert(
    'prescription',
    {
      id,
      clinic_id: context.clinicId,
      rx_no: await tx.nextNumber('CF', context.clinicId, today(tx.now)),
      patient_id: input.patientId,
      doctor_id: context.employeeId,
      ...patch,
      status,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { patientId: input.patientId },
  )
  await tx.logStatus('prescription', id, context.clinicId, null, status)
  tx.publish('prescription', id)
  await tellHeads(context, id, row.version, null, judged, input.patientId)
  return { id, rxNo: row.rx_no, version: row.version, status: row.status }
}
