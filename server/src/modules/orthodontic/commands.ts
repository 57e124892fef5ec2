import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { orthoStates } from '@dentin/contract/orthodontic'
import { today } from '@dentin/kit'
import { codes } from '../../platform/database/codes.ts'
import { columns, select } from '../../platform/database/select.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { clinicSettings } from '../clinic/index.ts'
import { mustReachPatient } from '../patient/index.ts'
import { doctorOfClinic } from '../staff/index.ts'
import { mustWork } from './access.ts'
import { beginCase } from './beginning.ts'
import { mustHavePictures, picturesOfCase } from './pictures.ts'
import { dropRecalls, handRecalls, planRecalls } from './recalls.ts'
import { lockCase, type StandingCase } from './standing.ts'

type Calls = typeof contract.orthodontic
type Changed = HandlerOutput<Calls['step']>
type Step = ParsedInput<Calls['step']>

const answer = ({ id, version, status }: Changed): Changed => ({ id, version, status })

const opened = select(columns('ortho_case', 'k', 'id'))

/** Begins a case with the first examination; a patient has one open case. */
export async function openCase(context: ClinicContext, input: ParsedInput<Calls['open']>): Promise<Changed> {
  const { tx, clinicId } = context
  const { patientId } = input
  const doctorId = input.doctorId ?? context.employeeId
  await mustReachPatient(context, patientId, 'patientId')
  try {
    await doctorOfClinic(tx, clinicId, doctorId)
  } catch (error) {
    if (input.doctorId !== null || !(error instanceof AppError) || error.refusal !== 'NOT_FOUND') throw error
    throw fieldError('BAD_INPUT', 'doctorId', '请选择医生')
  }
  await mustWork(context, { clinicId, doctorId })
  const there = await tx.row(
    opened.keptFrom`ortho_case k where ${tx.own('k')} and k.patient_id = ${patientId} and k.status in ${codes(orthoStates, 'open')}`,
  )
  if (there) throw new AppError('ORTHO_CASE_OPEN', { data: there })
  return answer(await beginCase(context, { patientId, doctorId }))
}

const feeColumns = (fee: ParsedInput<Calls['save']>['fee']) => ({
  fee_total: fee?.total ?? null,
  down_payment: fee?.down ?? null,
  instalment_count: fee?.count ?? null,
  instalment_amount: fee?.each ?? null,
  instalment_day: fee?.day ?? null,
})

/** Changes what is chosen for a case, and what comes of it. */
export async function saveCase(context: ClinicContext, input: ParsedInput<Calls['save']>): Promise<Changed> {
  const { tx, clinicId } = context
  const found = await lockCase(context, input.id)
  await mustWork(context, found)
  if (!orthoStates.may('edit', found.status)) throw new AppError('STATUS_CHANGED')
  if (input.doctorId !== found.doctorId) {
    await doctorOfClinic(tx, clinicId, input.doctorId)
    await mustWork(context, { clinicId, doctorId: input.doctorId })
  }
  const row = await tx.update(
    'ortho_case',
    { id: found.id, version: input.version },
    {
      doctor_id: input.doctorId,
      appliance: input.appliance,
      slot: input.slot,
      plan_name: input.planName,
      extraction: input.extraction,
      months: input.months,
      ...feeColumns(input.fee),
      retainer_upper: input.retainerUpper,
      retainer_lower: input.retainerLower,
      retention_hours: input.retentionHours,
      retention_months: input.retentionMonths,
      retention_plan: input.retentionPlan,
      recall_months: input.recallMonths,
      final_relation: input.finalRelation,
      satisfaction: input.satisfaction,
      remark: input.remark,
    },
    { patientId: found.patientId },
  )
  if (input.doctorId !== found.doctorId) await handRecalls(tx, found, input.doctorId)
  if (found.debondDate !== null && String(found.recallMonths) !== String(input.recallMonths)) {
    await dropRecalls(tx, found, '复查月份已改')
    await planRecalls(tx, { ...found, doctorId: input.doctorId, recallMonths: input.recallMonths }, found.debondDate)
  }
  tx.publish('orthodontic', row.id)
  return answer(row)
}

/** What a step writes beside the new state. */
interface Written {
  start_date?: string
  debond_date?: string
  end_date?: string
  stop_reason?: string
}

async function pictureRule({ tx }: ClinicContext, found: StandingCase) {
  return (await clinicSettings(tx, found.clinicId)).orthoPictureRule
}

async function begin(context: ClinicContext, found: StandingCase, on: string): Promise<Written> {
  if (found.appliance === null) throw fieldError('ORTHO_PLAN_INCOMPLETE', 'appliance', '请选择矫治器')
  if (found.months === null) throw fieldError('ORTHO_PLAN_INCOMPLETE', 'months', '请填写疗程月数')
  if (on < found.beganOn) throw fieldError('BAD_INPUT', 'on', `不能早于初诊（${found.beganOn}）`)
  const { planSigned, lackingAtStart } = await picturesOfCase(context.tx, { ...found, startDate: on })
  if (!planSigned) throw new AppError('ORTHO_PLAN_UNSIGNED')
  mustHavePictures(await pictureRule(context, found), lackingAtStart)
  return { start_date: on }
}

async function debond(context: ClinicContext, found: StandingCase, on: string): Promise<Written> {
  if (on < (found.startDate ?? on)) throw fieldError('BAD_INPUT', 'on', `不能早于开始治疗（${found.startDate}）`)
  const { lackingAtEnd } = await picturesOfCase(context.tx, { ...found, debondDate: on })
  mustHavePictures(await pictureRule(context, found), lackingAtEnd)
  return { debond_date: on }
}

async function finish(found: StandingCase, on: string): Promise<Written> {
  if (on < (found.debondDate ?? on)) throw fieldError('BAD_INPUT', 'on', `不能早于拆除（${found.debondDate}）`)
  return { end_date: on }
}

/** What a step asks for, and what it writes. */
async function writtenBy(context: ClinicContext, found: StandingCase, { step, on, reason }: Step): Promise<Written> {
  const now = today(context.tx.now)
  const day = on ?? now
  if (day > now) throw fieldError('BAD_INPUT', 'on', '日期不能在将来')
  if (step === 'start') return begin(context, found, day)
  if (step === 'debond') return debond(context, found, day)
  if (step === 'end') return finish(found, day)
  if (step !== 'stop') return {}
  if (reason === '') throw fieldError('RECORD_REASON_REQUIRED', 'reason')
  if (day < found.beganOn) throw fieldError('BAD_INPUT', 'on', `不能早于初诊（${found.beganOn}）`)
  return { end_date: day, stop_reason: reason }
}

/** Takes a case one step further, or breaks it off. */
export async function stepCase(context: ClinicContext, input: Step): Promise<Changed> {
  const { tx } = context
  const found = await lockCase(context, input.id)
  await mustWork(context, found)
  if (!orthoStates.may(input.step, found.status)) throw new AppError('STATUS_CHANGED')
  const written = await writtenBy(context, found, input)
  const to = orthoStates.after(input.step)
  const row = await tx.update(
    'ortho_case',
    { id: found.id, version: input.version },
    { status: to, ...written },
    { action: input.step, patientId: found.patientId, ...(input.reason ? { reason: input.reason } : {}) },
  )
  await tx.logStatus('ortho_case', found.id, found.clinicId, found.status, to, input.reason || undefined)
  if (written.debond_date !== undefined) await planRecalls(tx, found, written.debond_date)
  if (written.end_date !== undefined) await dropRecalls(tx, found, '正畸病例已结束')
  tx.publish('orthodontic', found.id)
  tx.publish('patient', found.patientId)
  return answer(row)
}
