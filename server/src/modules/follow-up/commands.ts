import { fileStates, followUpStates } from '@dentin/contract/core/status'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { FOLLOW_UP_ROLES } from '@dentin/contract/core/follow-up-words'
import { addDays, formatDate, formatDateTime, uuidv7 } from '@dentin/kit'
import { sql, type Selectable } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import type { DB } from '../../platform/database/builder.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { dictWord } from '../clinic/index.ts'
import { administratorsOf, holdersOf } from '../staff/index.ts'
import { notify } from '../messaging/index.ts'
import { GREETING, noteGreeting, patientInReach, patientsWithin } from '../patient/index.ts'
import { ASSIGN, EDIT, mustWorkHere, within } from './access.ts'
import { appointmentsIn } from './extension-points.ts'
import { afterMiss, endOfDay, filled, isOpen, nextStepOf, UNHAPPY, USUAL_GRACE_DAYS } from './rules.ts'

type Calls = typeof contract.followUp
/** A follow-up of this type, done, is a greeting; done in this way, one by telephone. */
const BIRTHDAY = 7
const BY_PHONE = 1
type FollowUpRow = Selectable<DB['follow_up']>
interface Changed {
  id: string
  version: number
  status: number
}

const present = ({ id, version, status }: Changed): Changed => ({ id, version, status })

/** A follow-up within the reach of the grant, locked; refuses with both versions when somebody was faster. */
async function lock(
  context: ClinicContext,
  key: { id: string; version?: number },
  resource = EDIT,
): Promise<FollowUpRow> {
  const { tx } = context
  const row = await tx.need<FollowUpRow>(
    keptSql`select f.* from follow_up f where f.tenant_id = ${tx.tenantId} and f.clinic_id = ${context.clinicId} and f.id = ${key.id}
          and ${await within(context, resource)} for no key update`,
  )
  // The gate refuses a stale version and says who changed what; the row is locked, so this never writes.
  if (key.version !== undefined && row.version !== key.version)
    await tx.update('follow_up', { id: row.id, version: key.version }, { note: row.note })
  return row
}

function mustBeOpen(row: FollowUpRow): void {
  if (!isOpen(row.status)) throw new AppError('FOLLOW_UP_CLOSED', { data: { status: row.status } })
}

type Patch = Partial<Omit<FollowUpRow, 'tenant_id' | 'id' | 'version'>>

/** A change of a locked row, with its step of the state machine when it takes one. */
async function change(
  tx: TenantTx,
  row: FollowUpRow,
  patch: Patch,
  note: { action?: string; reason?: string } = {},
): Promise<FollowUpRow> {
  const changed = await tx.update('follow_up', { id: row.id }, patch, { ...note, patientId: row.patient_id })
  if (changed.status !== row.status)
    await tx.logStatus('follow_up', row.id, row.clinic_id, row.status, changed.status, note.reason)
  tx.publish('followUp', row.id, row.clinic_id)
  return changed
}

/** Plan and deadline of what is made or changed by hand. */
function span(now: Date, planTime: Date, deadline: string | null | undefined): { plan_at: Date; deadline_at: Date } {
  const day = formatDate(planTime)
  if (day < formatDate(now)) throw fieldError('FOLLOW_UP_TIME_PAST', 'planTime')
  const deadlineAt = endOfDay(deadline ?? addDays(day, USUAL_GRACE_DAYS))
  if (deadlineAt < planTime) throw fieldError('FOLLOW_UP_DEADLINE', 'deadline')
  return { plan_at: planTime, deadline_at: deadlineAt }
}

interface NewFollowUp {
  patientId: string
  type: number
  planTime: Date
  deadline: string | null | undefined
  ownerId: string | null
  ownerRole: string | null
  method: number
  subject: string
  content: string
  templateId: string | null
  from?: FollowUpRow
}

async function insert(context: ClinicContext, made: NewFollowUp): Promise<Changed> {
  const { tx } = context
  const id = uuidv7()
  const { from } = made
  const row = await tx.insert(
    'follow_up',
    {
      id,
      clinic_id: context.clinicId,
      patient_id: made.patientId,
      treatment_id: from?.treatment_id ?? null,
      record_id: from?.record_id ?? null,
      doctor_id: from?.doctor_id ?? null,
      type: made.type,
      subject: made.subject,
      content: made.content,
      template_id: made.templateId,
      ...span(tx.now, made.planTime, made.deadline),
      first_plan_on: formatDate(made.planTime),
      owner_id: made.ownerId,
      owner_role: made.ownerRole,
      method: made.method,
      follows_id: from?.id ?? null,
      created_by: context.employeeId,
      created_name: context.actorName,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { patientId: made.patientId },
  )
  await tx.logStatus('follow_up', id, context.clinicId, null, followUpStates.code.due)
  tx.publish('followUp', id)
  return present(row)
}

/** Plans a follow-up by hand. Without a word about who does it, it is one's own. */
export async function createFollowUp(context: ClinicContext, input: ParsedInput<Calls['create']>): Promise<Changed> {
  const patient = await patientInReach(context, input.patientId)
  if (!patient) throw fieldError('NOT_FOUND', 'patientId')
  if (!fileStates.is(patient.status, 'kept')) throw fieldError('FOLLOW_UP_PATIENT_GONE', 'patientId')
  return insert(context, { ...(await planOf(context, input)), patientId: patient.id })
}

/** What is planned, whoever it is for; somebody of the house does it. */
async function planOf(
  context: ClinicContext,
  input: ParsedInput<Calls['create']> | ParsedInput<Calls['createMany']>,
): Promise<Omit<NewFollowUp, 'patientId'>> {
  const ownerId = input.ownerId ?? (input.ownerRole ? null : context.employeeId)
  if (ownerId) await mustWorkHere(context, [ownerId], 'FOLLOW_UP_OWNER', 'ownerId')
  if (input.templateId) await templateById(context.tx, input.templateId)
  const { type, planTime, deadline, method, subject, content } = input
  const ownerRole = input.ownerRole ?? null
  return {
    type,
    planTime,
    deadline,
    method,
    subject,
    content,
    ownerId,
    ownerRole,
    templateId: input.templateId ?? null,
  }
}

/** Plans the same for many patients, each in words for them. Who is gone or beyond the reach is passed over. */
export async function createFollowUps(
  context: ClinicContext,
  input: ParsedInput<Calls['createMany']>,
): Promise<HandlerOutput<Calls['createMany']>> {
  const { tx } = context
  const plan = await planOf(context, input)
  const patients = await tx.rows<{ id: string; name: string; gender: number }>(
    keptSql`select p.id, p.name, p.gender from patient p
        where p.tenant_id = ${tx.tenantId} and p.id = any(${input.patientIds}::uuid[]) and p.status in ${codes(fileStates, 'kept')}
          and ${patientsWithin(context, sql`p.id`)} order by p.id`,
  )
  if (patients.length === 0) throw fieldError('FOLLOW_UP_PATIENT_GONE', 'patientIds')
  const facts = { item: plan.subject, teeth: '', doctor: '', date: formatDate(plan.planTime) }
  for (const { id, name, gender } of patients)
    await insert(context, { ...plan, patientId: id, content: filled(plan.content, { ...facts, name, gender }) })
  return { created: patients.length, passed: input.patientIds.length - patients.length }
}

/** A template that may be used. */
export async function templateById(tx: TenantTx, id: string): Promise<{ id: string }> {
  const row = await tx.row<{ id: string }>(
    keptSql`select id from follow_template where tenant_id = ${tx.tenantId} and id = ${id} and enabled`,
  )
  if (!row) throw fieldError('FOLLOW_TEMPLATE_UNKNOWN', 'templateId')
  return row
}

/** Changes when and how somebody is asked; an overdue one with a new time is to be done again. */
export async function updateFollowUp(context: ClinicContext, input: ParsedInput<Calls['update']>): Promise<Changed> {
  const { tx } = context
  const row = await lock(context, input)
  mustBeOpen(row)
  const sameDay = input.planTime.getTime() === row.plan_at.getTime()
  // What is overdue keeps its time when only its words are changed.
  const times =
    sameDay && endOfDay(input.deadline).getTime() === row.deadline_at.getTime()
      ? {}
      : span(tx.now, input.planTime, input.deadline)
  const status =
    followUpStates.is(row.status, 'overdue') && 'plan_at' in times
      ? row.attempts > 0
        ? followUpStates.code.unreached
        : followUpStates.code.due
      : row.status
  const { type, method, subject, content } = input
  return present(await change(tx, row, { ...times, type, method, subject, content, status }))
}

/** Gives follow-ups to a person or to a post. What has ended meanwhile, or lies beyond the reach, is passed over. */
export async function assignFollowUps(
  context: ClinicContext,
  input: ParsedInput<Calls['assign']>,
): Promise<HandlerOutput<Calls['assign']>> {
  const { tx } = context
  if (!input.ownerId && !input.ownerRole) throw fieldError('FOLLOW_UP_OWNER', 'ownerId', '请选择执行人或岗位')
  if (input.ownerId) await mustWorkHere(context, [input.ownerId], 'FOLLOW_UP_OWNER', 'ownerId')
  const rows = await tx.rows<FollowUpRow>(
    keptSql`select f.* from follow_up f where f.tenant_id = ${tx.tenantId} and f.clinic_id = ${context.clinicId}
          and f.id = any(${input.ids}::uuid[]) and f.status in ${codes(followUpStates, 'open')} and ${await within(context, ASSIGN)}
        order by f.id for no key update`,
  )
  const owner = { owner_id: input.ownerId ?? null, owner_role: input.ownerRole ?? null }
  for (const row of rows) await change(tx, row, owner, { action: 'assign' })
  if (input.ownerId && input.ownerId !== context.employeeId && rows.length > 0) {
    await notify(tx, {
      clinicId: context.clinicId,
      employeeIds: [input.ownerId],
      category: 'followUp',
      title: `${context.actorName} 分派给您 ${rows.length} 条随访`,
      body: '',
      link: '/followManagementList?tab=today&mine=1',
    })
  }
  return { assigned: rows.length, passed: input.ids.length - rows.length }
}

/** Somebody else of the clinic does an open follow-up; its owner leaves. */
export async function takeOver(context: ClinicContext, id: string, toId: string, reason: string): Promise<void> {
  const { tx } = context
  const row = await tx.need<FollowUpRow>(
    keptSql`select f.* from follow_up f where f.tenant_id = ${tx.tenantId} and f.clinic_id = ${context.clinicId} and f.id = ${id}
          and f.status in ${codes(followUpStates, 'open')} for no key update`,
  )
  await mustWorkHere(context, [toId], 'FOLLOW_UP_OWNER', 'ownerId')
  await change(tx, row, { owner_id: toId }, { action: 'assign', reason })
}

async function resultName(tx: TenantTx, code: string): Promise<string> {
  const name = await dictWord(tx, 'follow_up_result', code)
  if (name === null) throw fieldError('FOLLOW_UP_RESULT_UNKNOWN', 'resultCode')
  return name
}

/** Writes down one try: nobody was reached, or what came of it. */
export async function reportFollowUp(
  context: ClinicContext,
  input: ParsedInput<Calls['report']>,
): Promise<HandlerOutput<Calls['report']>> {
  const { tx } = context
  const row = await lock(context, input)
  mustBeOpen(row)
  const result = input.reached ? await resultName(tx, input.resultCode) : null
  const method = input.method ?? row.method
  await tx.rows(
    keptSql`insert into follow_call (tenant_id, id, clinic_id, follow_up_id, called_at, method, reached, result, satisfaction, note, employee_id, actor_name)
        values (${tx.tenantId}, ${uuidv7()}, ${row.clinic_id}, ${row.id}, ${tx.now}, ${method}, ${input.reached}, ${result},
          ${input.reached ? (input.satisfaction ?? null) : null}, ${input.note}, ${context.employeeId}, ${context.actorName}) returning id`,
  )
  const timely = row.timely ?? tx.now <= row.deadline_at
  return input.reached && result !== null
    ? reached(context, row, input, { result, timely, method })
    : missed(context, row, { timely, note: input.note })
}

/** Nobody was reached: the next day again, after the third time it is the front desk's. */
async function missed(
  context: ClinicContext,
  row: FollowUpRow,
  tried: { timely: boolean; note: string },
): Promise<HandlerOutput<Calls['report']>> {
  const { tx } = context
  const before = {
    attempts: row.attempts,
    handedOver: row.handed_over,
    planAt: row.plan_at,
    deadlineAt: row.deadline_at,
  }
  const after = afterMiss(before, tx.now)
  const changed = await change(
    tx,
    row,
    {
      attempts: after.attempts,
      handed_over: after.handedOver,
      plan_at: after.planAt,
      deadline_at: after.deadlineAt,
      timely: tried.timely,
      // What the front desk has and is overdue stays so: nothing was planned anew.
      status: row.handed_over ? row.status : followUpStates.code.unreached,
      ...(after.handsOver ? { owner_id: null, owner_role: 'reception' } : {}),
    },
    { action: 'miss', ...(tried.note ? { reason: tried.note } : {}) },
  )
  if (after.handsOver) await tellFrontDesk(context, row, after.attempts)
  return {
    ...present(changed),
    planTime: changed.plan_at,
    handedOver: changed.handed_over,
    nextStep: 'none',
    nextId: null,
  }
}

async function tellFrontDesk(context: ClinicContext, row: FollowUpRow, attempts: number): Promise<void> {
  const { tx } = context
  const { name } = await patientName(tx, row.patient_id)
  await notify(tx, {
    clinicId: row.clinic_id,
    employeeIds: await holdersOf(tx, row.clinic_id, ['reception']),
    category: 'followUp',
    title: `${name} 的随访 ${attempts} 次未接通，转${FOLLOW_UP_ROLES.reception}`,
    body: row.subject || row.content.slice(0, 60),
    link: `/followManagementList?follow=${row.id}`,
    key: `follow-up-handed:${row.id}`,
  })
}

const patientName = (tx: TenantTx, id: string): Promise<{ name: string }> =>
  tx.need<{ name: string }>(keptSql`select name from patient where tenant_id = ${tx.tenantId} and id = ${id}`)

/** Somebody was reached: the result, and what it asks for. */
async function reached(
  context: ClinicContext,
  row: FollowUpRow,
  input: ParsedInput<Calls['report']>,
  known: { result: string; timely: boolean; method: number },
): Promise<HandlerOutput<Calls['report']>> {
  const { tx } = context
  const changed = await change(
    tx,
    row,
    {
      status: followUpStates.code.done,
      method: known.method,
      result_code: input.resultCode,
      result: known.result,
      note: input.note,
      satisfaction: input.satisfaction ?? null,
      next_plan_at: input.nextPlanTime ?? null,
      audio_url: input.audioUrl,
      timely: known.timely,
      done_at: tx.now,
      done_by: context.employeeId,
      done_name: context.actorName,
    },
    { action: 'report' },
  )
  const next = input.nextPlanTime
    ? await insert(context, {
        patientId: row.patient_id,
        type: row.type,
        planTime: mustBeLater(input.nextPlanTime, tx.now),
        deadline: null,
        ownerId: row.owner_id,
        ownerRole: row.owner_role,
        method: row.method,
        subject: row.subject,
        content: row.content,
        templateId: row.template_id,
        from: row,
      })
    : null
  if (row.type === BIRTHDAY) {
    const way = known.method === BY_PHONE ? GREETING.phone : GREETING.hand
    await noteGreeting(tx, { patientId: row.patient_id, way, by: context.actorName })
  }
  if (input.satisfaction && input.satisfaction <= UNHAPPY) await tellDirector(context, row, input, known.result)
  return {
    ...present(changed),
    planTime: changed.plan_at,
    handedOver: changed.handed_over,
    nextStep: nextStepOf(input.resultCode),
    nextId: next?.id ?? null,
  }
}

function mustBeLater(time: Date, now: Date): Date {
  if (time <= now) throw fieldError('FOLLOW_UP_TIME_PAST', 'nextPlanTime', '下次随访时间不能早于现在')
  return time
}

/** An unhappy patient is the director's business; where there is none, the administrators'. */
async function tellDirector(
  context: ClinicContext,
  row: FollowUpRow,
  input: ParsedInput<Calls['report']>,
  result: string,
): Promise<void> {
  const { tx } = context
  const directors = await holdersOf(tx, row.clinic_id, ['director'])
  const { name } = await patientName(tx, row.patient_id)
  await notify(tx, {
    clinicId: row.clinic_id,
    employeeIds: directors.length > 0 ? directors : await administratorsOf(tx, row.clinic_id),
    category: 'followUp',
    title: `随访满意度 ${input.satisfaction} 分：${name}`,
    body: [result, row.subject, input.note, `${context.actorName} ${formatDateTime(tx.now).slice(5, 16)}`]
      .filter(Boolean)
      .join('；'),
    link: `/followManagementList?tab=done&follow=${row.id}`,
    key: `follow-up-unhappy:${row.id}`,
  })
}

/** Nobody needs to be asked any more. */
export async function cancelFollowUp(context: ClinicContext, input: ParsedInput<Calls['cancel']>): Promise<Changed> {
  const row = await lock(context, input)
  mustBeOpen(row)
  const patch = { status: followUpStates.code.cancelled, cancel_reason: input.reason }
  return present(await change(context.tx, row, patch, { action: 'cancel', reason: input.reason }))
}

/** Notes the appointment that came of a follow-up. The same again changes nothing. */
export async function noteAppointment(context: ClinicContext, input: ParsedInput<Calls['booked']>): Promise<Changed> {
  const { tx } = context
  const row = await lock(context, input)
  if (row.appointment_id === input.appointmentId) return present(row)
  if ((await appointmentsIn(tx).patientOf(tx, input.appointmentId)) !== row.patient_id)
    throw fieldError('FOLLOW_UP_APPOINTMENT', 'appointmentId')
  return present(await change(tx, row, { appointment_id: input.appointmentId }))
}

/** An appointment that was entered by mistake goes: no follow-up led to it. */
export async function forgetAppointment(tx: TenantTx, appointmentId: string): Promise<void> {
  const rows = await tx.rows<FollowUpRow>(
    keptSql`select f.* from follow_up f where f.tenant_id = ${tx.tenantId} and f.appointment_id = ${appointmentId}
        order by f.id for no key update`,
  )
  for (const row of rows) await change(tx, row, { appointment_id: null })
}

/** Marks what was not done by its deadline; a batch at a time. @returns how many */
export async function markOverdue(tx: TenantTx, limit: number): Promise<number> {
  const rows = await tx.rows<FollowUpRow>(
    sql`select f.* from follow_up f where f.tenant_id = ${tx.tenantId} and f.status in ${codes(followUpStates, 'due', 'unreached')} and f.deadline_at < ${tx.now}
        order by f.deadline_at limit ${limit} for no key update skip locked`,
  )
  for (const row of rows)
    await change(
      tx,
      row,
      { status: followUpStates.code.overdue, timely: row.timely ?? false },
      { action: 'overdue', reason: '过期未随访' },
    )
  return rows.length
}
