import type { contract } from '@dentin/contract'
import { billStates } from '@dentin/contract/core/status'
import { refundStates } from '@dentin/contract/refund'
import { add, amountInWords, fen, subtract, sum, ZERO, type Fen, type RefundMode, type RefundPlan } from '@dentin/kit'
import { AppError } from '../../../platform/errors.ts'
import type { ClinicContext, Handlers } from '../../../platform/http/context.ts'
import { findCards, rightsBack } from '../../card/index.ts'
import { clinicSettings } from '../../clinic/index.ts'
import { couponsBack } from '../../coupon/index.ts'
import { waysOfDocument } from '../../ledger/index.ts'
import { handOut } from '../../issued-document/index.ts'
import { mustReachPatient, patientBriefs, seesDigits } from '../../patient/index.ts'
import { employeeNames, holdersIn } from '../../staff/index.ts'
import { billsWithin } from '../access.ts'
import { findBill, letterhead, type BillRow } from '../queries.ts'
import { assertStep } from '../rules.ts'
import { decideRefund, payRefund, requestRefund, withdrawRefund } from './commands.ts'
import { cardsIn, linesGone, postingsOfRefund, type CardChange } from './booking.ts'
import {
  destinationOf,
  destinationsOf,
  leavesOtherwise,
  mustPayOut,
  partBack,
  wayName,
  type Destinations,
} from './destinations.ts'
import { planOf, takenAgain, takenFrom, type Taken } from './plan.ts'
import {
  findRefund,
  listRefunds,
  methodNames,
  openRefunds,
  refundItems,
  refundsOfPatient,
  type RefundRow,
} from './queries.ts'
import {
  borneByClinic,
  claimLeft,
  earnedBy,
  performanceOf,
  standingOf,
  statusByAmounts,
  type Standing,
} from './standing.ts'

const ASK = '/orderSet:refundAsk'
const APPROVE = '/orderSet:refundApprove'
const PAY = '/orderSet:refund'

async function faceOf(ctx: ClinicContext, bill: BillRow) {
  const patient = (await patientBriefs(ctx.tx, [bill.patientId])).get(bill.patientId)
  if (!patient) throw new AppError('NOT_FOUND')
  const { name: patientName, gender, birthDay, medicalNumber } = patient
  return { patientId: bill.patientId, patientName, gender, birthDay, medicalNumber }
}

/** Names of the doctors of lines, by id. */
async function doctorsOf({ tx }: ClinicContext, { items }: Standing) {
  return employeeNames(
    tx,
    items.flatMap(({ doctorId }) => doctorId ?? []),
  )
}

/** The performance of each doctor of a bill before a refund and after it; of the clinic, where it bears some. */
async function doctorsAfter(
  { tx }: ClinicContext,
  bill: BillRow,
  standing: Standing,
  plan: RefundPlan,
  rollBack: boolean,
): Promise<{ doctorId: string | null; before: Fen; after: Fen }[]> {
  const { items } = standing
  const borne = await borneByClinic(tx, bill.id, standing)
  const [earned, left] = [earnedBy(standing, standing.laid), earnedBy(standing, plan.laid)]
  const lost = earned.map((sum, line) => subtract(sum, left[line] ?? ZERO))
  const before = performanceOf(items, earned, borne)
  const after = performanceOf(items, left, rollBack ? borne : borne.map((sum, line) => add(sum, lost[line] ?? ZERO)))
  return [...new Set([...before.keys(), ...after.keys()])].map((doctorId) => ({
    doctorId,
    before: before.get(doctorId) ?? ZERO,
    after: after.get(doctorId) ?? ZERO,
  }))
}

/** What cards, coupons and rights get: as the refund books it. */
async function givenBack(
  { tx }: ClinicContext,
  bill: BillRow,
  booking: { standing: Standing; taken: readonly Taken[]; plan: RefundPlan; to: Destinations },
  statusAfter: number,
) {
  const ways = booking.standing.parts.map((part) => partBack(booking.to, part))
  const changes = cardsIn(await postingsOfRefund(tx, bill, { ...booking, ways }))
  const cards = await findCards(tx, [...changes.keys()])
  const coupons = await couponsBack(tx, bill.id, linesGone(booking.standing, booking.taken))
  const freed = new Set(coupons.map(({ id }) => id))
  return {
    cards: [...cards.values()].map((card) => {
      const change = changes.get(card.id) as CardChange
      return {
        cardId: card.id,
        cardNo: card.cardNo,
        typeName: card.typeName,
        ...change,
        principalAfter: add(card.principalAmount, change.principal),
        bonusAfter: add(card.bonusAmount, change.bonus),
        timesAfter: card.timesLeft + change.times,
        pointsAfter: card.points + change.pointsBack - change.pointsTaken,
      }
    }),
    coupons,
    rights: billStates.is(statusAfter, 'refunded') ? await rightsBack(tx, bill.id, freed) : [],
  }
}

async function previewOf(ctx: ClinicContext, input: Parameters<Handlers<typeof contract.refund>['preview']>[1]) {
  const { tx } = ctx
  const bill = await findBill(tx, input.billId, billsWithin(ctx, [ASK]))
  assertStep('refund', bill.status)
  const standing = await standingOf(tx, bill.id)
  const taken = takenFrom(standing, input)
  const { refundMode, refundApprovalAmount } = await clinicSettings(tx, bill.clinicId)
  const plan = planOf(standing, taken, refundMode)
  const otherMode: RefundMode = refundMode === 1 ? 2 : 1
  const other = planOf(standing, taken, otherMode)
  const names = await doctorsOf(ctx, standing)
  const methods = await methodNames(tx)
  const doctors = await doctorsAfter(ctx, bill, standing, plan, input.rollBackPerformance)
  const nameOf = (id: string | null) => (id ? (names.get(id) ?? '') : '')
  const to = await destinationsOf(tx, standing, input.otherWayId ?? null)
  mustPayOut(to, input.otherWayId)
  const needed = plan.returned >= refundApprovalAmount || leavesOtherwise(to, standing, plan)
  const elsewhere = sum(
    standing.parts.map((part, n) => (destinationOf(to, part) === 'other' ? (plan.ways[n] ?? ZERO) : ZERO)),
  )
  const statusAfter = statusByAmounts({
    receivable: bill.receivableAmount,
    returned: fen(bill.returnedAmount + plan.returned),
    refunded: fen(bill.refundedAmount + plan.refunded),
    arrears: subtract(bill.arrearsAmount, plan.arrears),
  })
  return {
    billId: bill.id,
    billNo: bill.billNo,
    billStatus: bill.status,
    payTime: bill.payTime,
    ...(await faceOf(ctx, bill)),
    version: bill.version,
    mode: refundMode,
    items: standing.items.map((item, line) => {
      const { amount, qty } = taken[line] ?? { amount: ZERO, qty: 0 }
      return {
        billItemId: item.id,
        name: item.name,
        teeth: item.teeth,
        unit: item.unit,
        qty: item.qty,
        doctorName: nameOf(item.doctorId),
        originalAmount: item.originalAmount,
        amount: item.amount,
        most: claimLeft(item),
        mostQty: item.qty - item.returnedQty,
        settled: item.settledAmount,
        taken: amount,
        takenQty: qty,
        left: subtract(claimLeft(item), amount),
      }
    }),
    returned: plan.returned,
    arrears: plan.arrears,
    refunded: plan.refunded,
    amountInWords: amountInWords(plan.refunded),
    arrearsBefore: bill.arrearsAmount,
    arrearsAfter: subtract(bill.arrearsAmount, plan.arrears),
    elsewhere: {
      amount: elsewhere,
      payMethodId: to.other.id,
      choices: to.choices.map(({ id, name }) => ({ id, name })),
    },
    ways: standing.parts.map(({ payment, kind, left }, n) => ({
      paymentId: payment.id,
      part: kind,
      payMethodId: payment.payMethodId,
      payMethodName: wayName(to, { payment, kind }),
      payMethodCode: methods.get(payment.payMethodId)?.code ?? '',
      payTime: payment.payTime,
      paid: left,
      back: plan.ways[n] ?? ZERO,
      lies: standing.items.flatMap(({ id }, line) => {
        const amount = standing.laid[n]?.[line] ?? ZERO
        return amount > 0 ? [{ billItemId: id, amount }] : []
      }),
    })),
    otherMode: {
      mode: otherMode,
      ways: standing.parts.map(({ payment, kind }, n) => ({
        payMethodName: wayName(to, { payment, kind }),
        part: kind,
        back: other.ways[n] ?? ZERO,
      })),
    },
    ...(await givenBack(ctx, bill, { standing, taken, plan, to }, statusAfter)),
    doctors: doctors.map((each) => ({ ...each, doctorName: nameOf(each.doctorId) })),
    statusAfter,
    approval: {
      needed,
      from: refundApprovalAmount,
      approvers: (await holdersIn(tx, bill.clinicId, APPROVE))
        .filter(({ id }) => id !== ctx.employeeId)
        .map(({ name }) => name),
    },
    mayPay: ctx.can(PAY),
  }
}

/** What goes back by which way: of a refund that was paid as it was, of another as it would now. */
async function waysOf(
  { tx }: ClinicContext,
  refund: RefundRow,
): Promise<{ payMethodName: string; part: string; amount: Fen }[]> {
  if (refundStates.is(refund.status, 'paid')) {
    const methods = await methodNames(tx)
    return (await waysOfDocument(tx, refund.id)).map(({ payMethodId, part, amount }) => ({
      payMethodName: methods.get(payMethodId)?.name ?? '',
      part,
      amount,
    }))
  }
  if (!refundStates.is(refund.status, 'open')) return []
  const standing = await standingOf(tx, refund.billId)
  try {
    const taken = takenAgain(standing, await refundItems(tx, refund.id))
    const plan = planOf(standing, taken, refund.mode as RefundMode)
    const to = await destinationsOf(tx, standing, refund.otherWayId)
    return standing.parts.flatMap(({ payment, kind }, n) => {
      const amount = plan.ways[n] ?? ZERO
      return amount > 0 ? [{ payMethodName: wayName(to, { payment, kind }), part: kind, amount }] : []
    })
  } catch (error) {
    // The bill has moved since: the refund can't be paid as it was asked for, and paying it says so.
    if (error instanceof AppError) return []
    throw error
  }
}

async function detailOf(ctx: ClinicContext, id: string, acts: Parameters<typeof billsWithin>[1] = []) {
  const refund = await findRefund(ctx.tx, id, billsWithin(ctx, acts))
  return {
    ...refund,
    items: await refundItems(ctx.tx, id),
    ways: await waysOf(ctx, refund),
    amountInWords: amountInWords(refund.refundAmount),
  }
}

export const refundHandlers: Handlers<typeof contract.refund> = {
  preview: async (ctx, input) => previewOf(ctx, input),
  request: async (ctx, input) => requestRefund(ctx, input),
  decide: async (ctx, input) => decideRefund(ctx, input),
  pay: async (ctx, input) => payRefund(ctx, input),
  withdraw: async (ctx, input) => withdrawRefund(ctx, input),

  list: async (ctx, input) => {
    const reach = billsWithin(ctx)
    const { list, total } = await listRefunds(ctx.tx, {
      ...input,
      clinicId: ctx.clinicId,
      reach,
      digits: seesDigits(ctx, '/orderSet:view'),
      limit: input.pageSize,
      offset: (input.pageNum - 1) * input.pageSize,
    })
    return {
      list,
      total,
      pageNum: input.pageNum,
      pageSize: input.pageSize,
      open: await openRefunds(ctx.tx, ctx.clinicId, reach),
    }
  },

  ofPatient: async (ctx, { patientId }) => {
    await mustReachPatient(ctx, patientId)
    return refundsOfPatient(ctx.tx, patientId, billsWithin(ctx))
  },

  detail: async (ctx, { id }) => {
    const refund = await detailOf(ctx, id)
    const may = (step: 'decide' | 'pay' | 'withdraw') => refundStates.may(step, refund.status)
    return {
      ...refund,
      allowed: {
        decide: may('decide') && ctx.can(APPROVE) && refund.applicantId !== ctx.employeeId,
        pay: may('pay') && ctx.can(PAY),
        withdraw: may('withdraw') && ctx.can(ASK),
        print: refundStates.is(refund.status, 'paid') && ctx.can('/orderSet:print'),
      },
    }
  },

  slip: async (ctx, { id, preview }) => {
    const refund = await detailOf(ctx, id, ['/orderSet:print'])
    if (!refundStates.is(refund.status, 'paid'))
      throw new AppError('REFUND_STATE', { message: '还没有退款，不能打印退费单' })
    return {
      clinic: await letterhead(ctx.tx, refund.clinicId),
      refund,
      ...(await handOut(
        ctx,
        {
          kind: 'refundSlip',
          sourceId: refund.id,
          clinicId: refund.clinicId,
          patientId: refund.patientId,
          versionNo: 1,
          number: refund.refundNo,
          figures: [refund.refundAmount, refund.itemAmount, refund.arrearsAmount],
        },
        { preview },
      )),
    }
  },
}
