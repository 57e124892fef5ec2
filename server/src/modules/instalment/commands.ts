import type { contract, ParsedInput } from '@dentin/contract'
import { instalmentPlanStates, type dunningKinds } from '@dentin/contract/instalment'
import { fenToYuan, subtract, today, uuidv7, type Instalment } from '@dentin/kit'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, select } from '../../platform/database/select.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { billsWithin } from '../billing/index.ts'
import { staffOf } from '../staff/index.ts'
import { callsOf, lockOwing, lockPlan, plansOfBill, type BillFace, type PlanRow } from './queries.ts'
import { dunningOf, partsOf } from './rules.ts'

type Terms = Pick<ParsedInput<typeof contract.instalment.create>, 'count' | 'firstDue' | 'day' | 'inYuan' | 'remark'>

const AGREE = '/orderSet:instalment'

/** The bill of an agreement, locked before it, as everything that changes a bill does. */
async function owing(ctx: ClinicContext, billId: string): Promise<BillFace> {
  const bill = await lockOwing(ctx.tx, billId, billsWithin(ctx, [AGREE]))
  if (bill.arrearsAmount === 0) throw new AppError('INSTALMENT_NOTHING_OWED')
  return bill
}

async function write(
  ctx: ClinicContext,
  bill: BillFace,
  terms: Terms,
  more: { replacesId: string | null; reason: string },
): Promise<{ id: string; planNo: string }> {
  const { tx } = ctx
  const parts = partsOf({ ...terms, rest: bill.arrearsAmount }, today(tx.now))
  const id = uuidv7()
  const row = await tx.insert(
    'instalment_plan',
    {
      id,
      clinic_id: bill.clinicId,
      plan_no: await tx.nextNumber('FQ', bill.clinicId, today(tx.now)),
      bill_id: bill.id,
      patient_id: bill.patientId,
      total_amount: fenToYuan(bill.arrearsAmount),
      first_amount: fenToYuan(subtract(bill.paidAmount, bill.refundedAmount)),
      due_day: terms.day,
      in_yuan: terms.inYuan,
      remark: terms.remark,
      replaces_id: more.replacesId,
      reason: more.reason,
      creator_id: ctx.employeeId,
      creator_name: ctx.actorName,
      agreed_at: tx.now,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { patientId: bill.patientId, ...(more.reason ? { reason: more.reason } : {}) },
  )
  await writeParts(ctx, bill.clinicId, id, parts)
  await tx.logStatus('instalment_plan', id, bill.clinicId, null, instalmentPlanStates.code.holds, more.reason)
  tx.publish('bill', bill.id)
  return { id, planNo: row.plan_no }
}

async function writeParts(ctx: ClinicContext, clinicId: string, planId: string, parts: readonly Instalment[]) {
  const rows = parts.map(({ no, dueDate, amount }) => ({
    id: uuidv7(),
    no,
    due_date: dueDate,
    amount: fenToYuan(amount),
  }))
  await ctx.tx.rows(
    keptSql`insert into instalment_period (tenant_id, clinic_id, plan_id, id, no, due_date, amount)
      select ${ctx.tenantId}::uuid, ${clinicId}::uuid, ${planId}::uuid, x.id, x.no, x.due_date, x.amount
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, no int, due_date date, amount numeric) returning id`,
  )
}

/** Agrees on instalments for what is owed on a bill. */
export async function createPlan(
  ctx: ClinicContext,
  input: ParsedInput<typeof contract.instalment.create>,
): Promise<{ id: string; planNo: string }> {
  const bill = await owing(ctx, input.billId)
  // The gate refuses the stale version and says who changed what; the row is locked, so this never writes.
  if (bill.version !== input.version)
    await ctx.tx.update('bill', { id: bill.id, version: input.version }, { status: bill.status })
  const standing = (await plansOfBill(ctx.tx, bill.id)).some(({ status }) => instalmentPlanStates.is(status, 'holds'))
  if (standing) throw new AppError('INSTALMENT_EXISTS')
  return write(ctx, bill, input, { replacesId: null, reason: '' })
}

const billOfPlan = select(columns('instalment_plan', 'q', 'bill_id'))

/** The agreement and its bill, locked in this order: the bill, the agreement. */
async function standing(ctx: ClinicContext, id: string): Promise<{ bill: BillFace; plan: PlanRow }> {
  const { tx } = ctx
  const found = await tx.need(billOfPlan.keptFrom`instalment_plan q where ${tx.own('q')} and q.id = ${id}`)
  const bill = await lockOwing(tx, found.billId, billsWithin(ctx, [AGREE]))
  return { bill, plan: await lockPlan(tx, id) }
}

async function close(
  ctx: ClinicContext,
  plan: PlanRow,
  version: number,
  status: number,
  reason: string,
): Promise<number> {
  const row = await ctx.tx.update(
    'instalment_plan',
    { id: plan.id, version },
    { status, ended_at: ctx.tx.now, end_reason: reason },
    { action: 'end', patientId: plan.patientId, reason },
  )
  await ctx.tx.logStatus('instalment_plan', plan.id, plan.clinicId, plan.status, status, reason)
  return row.version
}

/** Agrees anew on what is still open; the former agreement stays to be read. */
export async function changePlan(
  ctx: ClinicContext,
  input: ParsedInput<typeof contract.instalment.change>,
): Promise<{ id: string; planNo: string }> {
  const { bill, plan } = await standing(ctx, input.id)
  if (!instalmentPlanStates.may('change', plan.status)) throw new AppError('INSTALMENT_STATE')
  if (bill.arrearsAmount === 0) throw new AppError('INSTALMENT_NOTHING_OWED', { message: '分期已经付清' })
  await close(ctx, plan, input.version, instalmentPlanStates.code.replaced, input.reason)
  return write(ctx, bill, input, { replacesId: plan.id, reason: input.reason })
}

/** Ends an agreement; what is owed stays owed. */
export async function endPlan(
  ctx: ClinicContext,
  input: ParsedInput<typeof contract.instalment.end>,
): Promise<{ version: number }> {
  const { plan } = await standing(ctx, input.id)
  if (!instalmentPlanStates.may('end', plan.status)) throw new AppError('INSTALMENT_STATE')
  const version = await close(ctx, plan, input.version, instalmentPlanStates.code.ended, input.reason)
  ctx.tx.publish('bill', plan.billId)
  return { version }
}

/** Keeps that one was in touch about a bill. */
export async function writeCall(
  ctx: ClinicContext,
  bill: { id: string; clinicId: string; patientId: string },
  call: {
    id: string
    kind: keyof typeof dunningKinds
    note: string
    promiseDate: string | null
    owner?: { id: string; name: string } | null
    nextStep?: string
    nextOn?: string | null
  },
): Promise<void> {
  const { tx } = ctx
  await tx.rows(
    keptSql`insert into dunning_call (tenant_id, id, clinic_id, bill_id, patient_id, kind, promise_date, note, caller_id, caller_name, called_at,
        owner_id, owner_name, next_step, next_on)
      values (${tx.tenantId}, ${call.id}, ${bill.clinicId}, ${bill.id}, ${bill.patientId}, ${call.kind}, ${call.promiseDate}::date,
        ${call.note}, ${ctx.employeeId}, ${ctx.actorName}, ${tx.now}, ${call.owner?.id ?? null}, ${call.owner?.name ?? ''},
        ${call.nextStep ?? ''}, ${call.nextOn ?? null}::date) returning id`,
  )
  await tx.note('dun', 'bill', bill.id, { patientId: bill.patientId })
}

/** Notes what was said on the telephone about a bill that is owed. */
export async function addCall(
  ctx: ClinicContext,
  input: ParsedInput<typeof contract.instalment.addCall>,
): Promise<{ id: string; dunning: number }> {
  const { tx } = ctx
  const bill = await lockOwing(tx, input.billId, billsWithin(ctx, ['/orderSet:dun']))
  if (bill.arrearsAmount === 0) throw new AppError('DUNNING_NOTHING_LATE')
  const promiseDate = input.promiseDate ?? null
  if (promiseDate !== null && promiseDate < today(tx.now)) {
    const message = '承诺日不能早于今天'
    throw new AppError('BAD_INPUT', { message, fields: [{ field: 'promiseDate', message }] })
  }
  const nextOn = input.nextOn ?? null
  if (nextOn !== null && nextOn < today(tx.now)) throw fieldError('BAD_INPUT', 'nextOn', '下一步的日子不能早于今天')
  if (nextOn !== null && input.nextStep === '') throw fieldError('BAD_INPUT', 'nextStep', '请填写下一步做什么')
  const owner = input.ownerId ? (await staffOf(tx, bill.clinicId)).find(({ id }) => id === input.ownerId) : null
  if (owner === undefined) throw fieldError('NOT_FOUND', 'ownerId', '负责人不在本门诊')
  const id = uuidv7()
  await writeCall(ctx, bill, { id, kind: 1, note: input.note, promiseDate, owner, nextStep: input.nextStep, nextOn })
  tx.publish('bill', bill.id)
  const [last] = await callsOf(tx, [bill.id])
  return { id, dunning: dunningOf(last, today(tx.now)) }
}
