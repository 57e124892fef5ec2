import type { contract, ParsedInput } from '@dentin/contract'
import { billStates } from '@dentin/contract/core/status'
import { refundStates, refundTypes } from '@dentin/contract/refund'
import {
  fen,
  fenToYuan,
  formatYuan,
  subtract,
  sum,
  today,
  uuidv7,
  ZERO,
  type Fen,
  type PartKind,
  type RefundMode,
  type RefundPlan,
} from '@dentin/kit'
import { sql } from 'kysely'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import { clinicSettings } from '../../clinic/index.ts'
import { giveBackRights, lockCardsOfBill } from '../../card/index.ts'
import { freeCoupons } from '../../coupon/index.ts'
import { noteDecision, noteWithdrawal, post, tellApprovers } from '../../ledger/index.ts'
import { drugsPaid } from '../../prescription/index.ts'
import { answerOf } from '../../../platform/wiring.ts'
import { billsWithin } from '../access.ts'
import { logCards, pointsOfPart } from '../cards.ts'
import { takeOffRefunded } from '../execution/executions.ts'
import type { GatewayPart } from '../extension-points.ts'
import { lockBill, type BillRow } from '../queries.ts'
import { assertStep } from '../rules.ts'
import { paperOf } from '../asking-paper.ts'
import { tellGivenBack } from '../tell.ts'
import { freeVouchers } from '../vouchers.ts'
import { linesGone, postingsOfRefund } from './booking.ts'
import {
  destinationOf,
  destinationsOf,
  leavesOtherwise,
  mustPayOut,
  partBack,
  type Destinations,
  type PartBack,
} from './destinations.ts'
import { planOf, sumTaken, takenAgain, takenFrom, type Taken } from './plan.ts'
import { findRefund, lockRefund, openRefundOf, refundItems, type RefundRow } from './queries.ts'
import { standingOf, statusByAmounts, type Standing, type StandingPart } from './standing.ts'

type RequestInput = ParsedInput<typeof contract.refund.request>
type RefundStep = keyof typeof refundStates.moves

/** The bill of a refund, locked. Bills are locked before their refunds, as everything that changes a bill does. */
async function billToRefund(ctx: ClinicContext, id: string, act: '/orderSet:refundAsk' | '/orderSet:refund') {
  const bill = await lockBill(ctx.tx, id, billsWithin(ctx, [act]))
  assertStep('refund', bill.status)
  return bill
}

function mustBe(step: RefundStep, refund: RefundRow): void {
  if (refundStates.may(step, refund.status)) return
  throw new AppError('REFUND_STATE', { message: `退费单${refundStates.names[refund.status]}，不能再操作` })
}

/** Asks for a refund; below the clinic's sum nobody has to agree, and with the right it is paid out at once. */
export async function requestRefund(
  ctx: ClinicContext,
  input: RequestInput,
): Promise<{ id: string; refundNo: string; status: number; version: number; refundAmount: Fen }> {
  const { tx } = ctx
  const bill = await billToRefund(ctx, input.billId, '/orderSet:refundAsk')
  // The gate refuses the stale version and says who changed what; the row is locked, so this never writes.
  if (bill.version !== input.version)
    await tx.update('bill', { id: bill.id, version: input.version }, { remark: bill.remark })
  if (await openRefundOf(tx, bill.id)) throw new AppError('REFUND_OPEN')
  if (input.payNow) await lockCardsOfBill(tx, bill)
  const standing = await standingOf(tx, bill.id)
  const taken = takenFrom(standing, input)
  if (sumTaken(taken) === 0)
    throw new AppError('REFUND_NOTHING', { fields: [{ field: 'items', message: '请勾选要退的项目' }] })
  const { refundMode, refundApprovalAmount } = await clinicSettings(tx, bill.clinicId)
  const plan = planOf(standing, taken, refundMode)
  const to = await destinationsOf(tx, standing, input.otherWayId ?? null)
  mustPayOut(to, input.otherWayId)
  const needed = plan.returned >= refundApprovalAmount || leavesOtherwise(to, standing, plan)
  const id = uuidv7()
  const row = await tx.insert(
    'refund',
    {
      id,
      clinic_id: bill.clinicId,
      refund_no: await tx.nextNumber('TF', bill.clinicId, today(tx.now)),
      bill_id: bill.id,
      patient_id: bill.patientId,
      type: input.type,
      mode: refundMode,
      status: needed ? refundStates.code.asked : refundStates.code.agreed,
      item_amount: fenToYuan(plan.returned),
      arrears_amount: fenToYuan(plan.arrears),
      refund_amount: fenToYuan(plan.refunded),
      reason: input.reason,
      remark: input.remark,
      other_way_id: input.otherWayId ?? null,
      roll_back_performance: input.rollBackPerformance,
      return_stock: input.returnStock,
      applicant_id: ctx.employeeId,
      applicant_name: ctx.actorName,
      applied_at: tx.now,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { patientId: bill.patientId, reason: input.reason },
  )
  for (const [line, { amount, qty }] of taken.entries()) {
    const item = standing.items[line]
    if (!item || (amount === 0 && qty === 0)) continue
    await tx.rows(
      keptSql`insert into refund_item (tenant_id, id, clinic_id, refund_id, bill_item_id, qty, amount)
        values (${tx.tenantId}, ${uuidv7()}, ${bill.clinicId}, ${id}, ${item.id}, ${qty}, ${fenToYuan(amount)}) returning id`,
    )
  }
  await tx.logStatus('refund', id, bill.clinicId, null, row.status, input.reason)
  tx.publish('bill', bill.id)
  const made = { id, refundNo: row.refund_no, refundAmount: plan.refunded }
  if (needed)
    await tellApprovers(ctx, bill.clinicId, '/orderSet:refundApprove', {
      title: `${ctx.actorName} 申请退费 ${formatYuan(plan.returned)} 元，等您审批`,
      body: `${bill.billNo}　${refundTypes[input.type]}　${input.reason}`,
      link: `/orderSet?tab=refund&refund=${id}`,
      key: `refund:${id}`,
    })
  if (needed || !input.payNow || !ctx.can('/orderSet:refund'))
    return { ...made, status: row.status, version: row.version }
  return {
    ...made,
    ...(await giveBack(
      ctx,
      bill,
      { id, refundNo: row.refund_no, mode: refundMode, version: row.version, status: row.status, reason: input.reason },
      standing,
      taken,
      plan,
      to,
    )),
  }
}

/** Agrees to a refund or refuses it: never by whoever asked. */
export async function decideRefund(
  ctx: ClinicContext,
  input: ParsedInput<typeof contract.refund.decide>,
): Promise<{ id: string; status: number; version: number }> {
  const refund = await lockRefund(ctx.tx, input.id, billsWithin(ctx, ['/orderSet:refundApprove']))
  mustBe('decide', refund)
  if (refund.applicantId === ctx.employeeId) throw new AppError('REFUND_SELF')
  return noteDecision(ctx, paperOf(ctx, 'refund'), refund, {
    ...input,
    status: input.agree ? refundStates.code.agreed : refundStates.code.refused,
    what: `退费 ${formatYuan(refund.itemAmount)} 元`,
    link: `/orderSet?tab=refund&refund=${refund.id}`,
    key: `refund-decided:${refund.id}`,
  })
}

/** Takes a refund back that has not moved anything yet. */
export async function withdrawRefund(
  ctx: ClinicContext,
  input: ParsedInput<typeof contract.refund.withdraw>,
): Promise<{ id: string; status: number; version: number }> {
  const refund = await lockRefund(ctx.tx, input.id, billsWithin(ctx, ['/orderSet:refundAsk']))
  mustBe('withdraw', refund)
  return noteWithdrawal(ctx, paperOf(ctx, 'refund'), refund, {
    version: input.version,
    status: refundStates.code.withdrawn,
    reason: input.reason,
  })
}

/** Pays out what was agreed to, as it was worked out then; a bill that has moved since has to be asked for anew. */
export async function payRefund(
  ctx: ClinicContext,
  input: ParsedInput<typeof contract.refund.pay>,
): Promise<{ id: string; status: number; version: number }> {
  const { tx } = ctx
  const reach = billsWithin(ctx, ['/orderSet:refund'])
  const found = await findRefund(tx, input.id, reach)
  const bill = await lockBill(tx, found.billId, reach)
  const refund = await lockRefund(tx, input.id, reach)
  mustBe('pay', refund)
  assertStep('refund', bill.status)
  await lockCardsOfBill(tx, bill)
  const standing = await standingOf(tx, bill.id)
  const taken = takenAgain(standing, await refundItems(tx, refund.id))
  const plan = planOf(standing, taken, refund.mode as RefundMode)
  if (plan.returned !== refund.itemAmount || plan.refunded !== refund.refundAmount) throw new AppError('REFUND_STALE')
  const to = await destinationsOf(tx, standing, refund.otherWayId)
  const otherwise = leavesOtherwise(to, standing, plan)
  // A card or prepayment was closed since, or its way takes nothing back any more: nobody has agreed that the money leaves otherwise.
  if (refund.approverName === null && otherwise)
    throw new AppError('REFUND_STALE', { message: '有收款不能原路退回，要改走别的方式退，请重新申请并由他人审批' })
  if (otherwise) mustPayOut(to, refund.otherWayId ?? undefined)
  const at = { ...refund, version: input.version }
  return { id: refund.id, ...(await giveBack(ctx, bill, at, standing, taken, plan, to)) }
}

/** Pays a refund out; what came in through a gateway goes back through it, and the refund waits for its answer. */
async function giveBack(
  ctx: ClinicContext,
  bill: BillRow,
  refund: ToPay & { reason: string },
  standing: Standing,
  taken: readonly Taken[],
  plan: RefundPlan,
  to: Destinations,
): Promise<{ status: number; version: number }> {
  const parts = throughGateway(standing, plan, to)
  if (parts.length === 0) return payOut(ctx, bill, refund, standing, taken, plan, to)
  const { tx } = ctx
  const row = await tx.update(
    'refund',
    { id: refund.id, version: refund.version },
    { status: refundStates.code.running, payer_id: ctx.employeeId, payer_name: ctx.actorName },
    { action: 'pay', patientId: bill.patientId },
  )
  await tx.logStatus('refund', refund.id, bill.clinicId, refund.status, row.status)
  const of = {
    id: refund.id,
    refundNo: refund.refundNo,
    clinicId: bill.clinicId,
    billId: bill.id,
    reason: refund.reason,
  }
  await answerOf(tx, 'billing', ({ gatewayRefunds }) => gatewayRefunds).begin(tx, ctx.services, of, parts)
  tx.publish('bill', bill.id)
  const now = await lockRefund(tx, refund.id, sql<boolean>`true`)
  return { status: now.status, version: now.version }
}

/** What of a refund goes back through a gateway. */
function throughGateway({ parts }: Standing, plan: RefundPlan, to: Destinations): GatewayPart[] {
  return parts.flatMap((part, n) => {
    const amount = plan.ways[n] ?? ZERO
    const { id: paymentId, gatewayTradeId: tradeId, payMethodId } = part.payment
    const goesBack = tradeId !== null && amount > 0 && destinationOf(to, part) === 'asItCame'
    return goesBack ? [{ paymentId, tradeId, payMethodId, amount }] : []
  })
}

/** Where the money of a payment came from that a gateway was to give back: already gone through it, or paid otherwise. */
export type WayBack = { account: 'clearing' } | { account: 'cash'; payMethodId: string }

/** Everything of a refund has gone back: it is booked now. @param ways how, by payment; of the others as they came in */
export async function refundArrived(
  ctx: ClinicContext,
  refundId: string,
  ways: ReadonlyMap<string, WayBack>,
): Promise<void> {
  const { tx } = ctx
  const all = sql<boolean>`true`
  const { billId } = await findRefund(tx, refundId, all)
  const bill = await lockBill(tx, billId, all)
  const refund = await lockRefund(tx, refundId, all)
  if (!refundStates.may('arrive', refund.status)) throw new AppError('REFUND_STATE')
  await lockCardsOfBill(tx, bill)
  const standing = await standingOf(tx, bill.id)
  const taken = takenAgain(standing, await refundItems(tx, refund.id))
  const plan = planOf(standing, taken, refund.mode as RefundMode)
  // Nothing may change a bill while money of it is on its way back.
  if (plan.returned !== refund.itemAmount || plan.refunded !== refund.refundAmount)
    throw new Error(`refund ${refund.refundNo} no longer fits its bill`)
  await payOut(ctx, bill, refund, standing, taken, plan, await destinationsOf(tx, standing, refund.otherWayId), ways)
}

/** The gateway would not give the money back, or (`giveUp`) nobody tries any more: nothing has moved. */
export async function refundFailed(
  tx: TenantTx,
  refundId: string,
  step: 'fail' | 'giveUp',
  reason: string,
): Promise<void> {
  const refund = await lockRefund(tx, refundId, sql<boolean>`true`)
  if (!refundStates.may(step, refund.status)) throw new AppError('REFUND_STATE')
  const status = step === 'fail' ? refundStates.code.failed : refundStates.code.withdrawn
  await tx.update('refund', { id: refundId }, { status }, { action: step, patientId: refund.patientId, reason })
  await tx.logStatus('refund', refundId, refund.clinicId, refund.status, status, reason)
  tx.publish('bill', refund.billId)
}

/** Who asked for a refund and who paid it out: a third person has to agree to another way; and how it stands. */
export async function peopleOfRefund(
  tx: TenantTx,
  refundId: string,
): Promise<{
  applicantId: string | null
  payerId: string | null
  payerName: string | null
  billId: string
  status: number
}> {
  const { applicantId, payerId, payerName, billId, status } = await findRefund(tx, refundId, sql<boolean>`true`)
  return { applicantId, payerId, payerName, billId, status }
}

interface ToPay {
  id: string
  refundNo: string
  mode: number
  version: number
  status: number
}
const AS_IT_CAME: ReadonlyMap<string, WayBack> = new Map()

/** Writes what goes back: payments, postings, lines, the bill and the refund. */
async function payOut(
  ctx: ClinicContext,
  bill: BillRow,
  refund: ToPay,
  standing: Standing,
  taken: readonly Taken[],
  plan: RefundPlan,
  to: Destinations,
  byGateway: ReadonlyMap<string, WayBack> = AS_IT_CAME,
): Promise<{ status: number; version: number }> {
  const { tx } = ctx
  const ways = standing.parts.map((part): PartBack => {
    const arrived = byGateway.get(part.payment.id)
    if (!arrived) return partBack(to, part)
    return {
      account: arrived.account,
      payMethodId: arrived.account === 'cash' ? arrived.payMethodId : part.payment.payMethodId,
      cardId: null,
      prepayId: null,
      payUnitId: null,
    }
  })
  await writeBack(ctx, bill, refund, standing, plan, ways)
  await freeVouchers(tx, bill.id)
  const postings = await postingsOfRefund(tx, bill, { standing, taken, plan, to, ways })
  const entryId = await post(tx, {
    kind: 'refund',
    clinicId: bill.clinicId,
    document: { kind: 'refund', id: refund.id, no: refund.refundNo },
    actor: { id: ctx.employeeId, name: ctx.actorName },
    postings,
  })
  await logCards(ctx, { entryId, postings, bill, type: 4, bizNo: refund.refundNo })
  await takeOffRefunded(ctx, bill, standing.items, taken, refund.refundNo)
  for (const [line, { qty }] of taken.entries()) {
    const item = standing.items[line]
    if (!item || qty === 0) continue
    await tx.rows(
      keptSql`update bill_item set returned_qty = returned_qty + ${qty} where tenant_id = ${tx.tenantId} and id = ${item.id} returning id`,
    )
  }
  const status = statusByAmounts({
    receivable: bill.receivableAmount,
    returned: fen(bill.returnedAmount + plan.returned),
    refunded: fen(bill.refundedAmount + plan.refunded),
    arrears: subtract(bill.arrearsAmount, plan.arrears),
  })
  await tx.update(
    'bill',
    { id: bill.id },
    { status },
    { action: 'refund', patientId: bill.patientId, reason: refund.refundNo },
  )
  if (status !== bill.status) await tx.logStatus('bill', bill.id, bill.clinicId, bill.status, status, refund.refundNo)
  // A coupon comes back with the lines that it paid, however much of the bill stands: a line that was done keeps its coupon.
  await freeCoupons(tx, bill, linesGone(standing, taken))
  if (billStates.is(status, 'refunded')) {
    await giveBackRights(ctx, bill.id, refund.refundNo)
    await drugsPaid(tx, [bill.id], 'uncharge')
  }
  const row = await tx.update(
    'refund',
    { id: refund.id, version: refund.version },
    {
      status: refundStates.code.paid,
      payer_id: ctx.employeeId,
      payer_name: ctx.actorName,
      refunded_at: tx.now,
      refund_date: today(tx.now),
    },
    { action: 'pay', patientId: bill.patientId },
  )
  await tx.logStatus('refund', refund.id, bill.clinicId, refund.status, refundStates.code.paid)
  // What goes back to a unit is not the patient's.
  const toUnits = sum(ways.flatMap(({ payUnitId }, n) => (payUnitId ? [plan.ways[n] ?? ZERO] : [])))
  await tellGivenBack(ctx, bill, { amount: subtract(plan.refunded, toUnits), step: refund.refundNo })
  tx.publish('bill', bill.id)
  tx.publish('patient', bill.patientId)
  return { status: row.status, version: row.version }
}

/** One row for each payment of which something goes back, and way by which it does. */
async function writeBack(
  ctx: ClinicContext,
  bill: BillRow,
  refund: ToPay,
  { parts }: Standing,
  plan: RefundPlan,
  ways: readonly PartBack[],
) {
  const { tx } = ctx
  const rows = new Map<string, { payment: StandingPart['payment']; payMethodId: string; places: number[] }>()
  for (const [n, { payment }] of parts.entries()) {
    if ((plan.ways[n] ?? ZERO) === 0) continue
    const { payMethodId } = ways[n] as PartBack
    const row = rows.get(`${payment.id} ${payMethodId}`) ?? { payment, payMethodId, places: [] }
    row.places.push(n)
    rows.set(`${payment.id} ${payMethodId}`, row)
  }
  for (const { payment, payMethodId, places } of rows.values()) {
    const of = (kind: PartKind) => sum(places.filter((n) => parts[n]?.kind === kind).map((n) => plan.ways[n] as Fen))
    const back = sum(places.map((n) => plan.ways[n] as Fen))
    // To a card that was closed no points come back.
    const points = places.reduce(
      (all, n) => all + (ways[n]?.cardId ? pointsOfPart(parts[n] as StandingPart, plan.ways[n] as Fen) : 0),
      0,
    )
    // What leaves by another way is that way's, whatever it was paid with; by no way but its own a fee comes back.
    const byItsWay = payMethodId === payment.payMethodId
    await tx.rows(
      keptSql`insert into bill_payment (tenant_id, id, clinic_id, bill_id, patient_id, pay_no, pay_method_id, amount, kind, refund_id, returns_id,
            principal_part, bonus_part, points, card_id, prepay_id, pay_unit_id, pay_time, pay_date, cashier_id, cashier_name, fee_rate, counts_performance)
          values (${tx.tenantId}, ${uuidv7()}, ${bill.clinicId}, ${bill.id}, ${bill.patientId}, ${await tx.nextNumber('ZF', bill.clinicId, today(tx.now))},
            ${payMethodId}, ${fenToYuan(subtract(ZERO, back))}, 4, ${refund.id}, ${payment.id}, ${fenToYuan(byItsWay ? of('principal') : ZERO)},
            ${fenToYuan(byItsWay ? of('bonus') : ZERO)}, ${points}, ${byItsWay ? payment.cardId : null}, ${byItsWay ? payment.prepayId : null}, ${byItsWay ? payment.payUnitId : null}, ${tx.now}, ${today(tx.now)}, ${ctx.employeeId}, ${ctx.actorName},
            ${byItsWay ? payment.feeRate : 0}, ${payment.countsPerformance}) returning id`,
    )
  }
}
