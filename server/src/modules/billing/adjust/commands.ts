import type { contract, ParsedInput } from '@dentin/contract'
import { VOUCHER_TYPE } from '@dentin/contract/billing'
import { payAdjustStates } from '@dentin/contract/pay-adjust'
import {
  fenToYuan,
  formatYuan,
  splitByWeight,
  subtract,
  sum,
  today,
  uuidv7,
  yuanToFen,
  ZERO,
  type Fen,
} from '@dentin/kit'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import { payMethods } from '../../clinic/index.ts'
import {
  allocationsOf,
  noteDecision,
  noteWithdrawal,
  post,
  tellApprovers,
  tillOfPayment,
  type Decided,
  type Posting,
} from '../../ledger/index.ts'
import { billsWithin } from '../access.ts'
import { billPayments, isGivingBack, lockBill, type BillRow, type PaymentRow } from '../queries.ts'
import { checkPayments } from '../rules.ts'
import { paperOf } from '../asking-paper.ts'
import { freeVouchers, refuseUsedVouchers, takeVouchers } from '../vouchers.ts'
import { findAdjust, lockAdjust, type AdjustRow } from './queries.ts'

type AdjustInput = ParsedInput<typeof contract.payAdjust.adjust>

/** A way that a payment is set to. */
interface Way {
  payMethodId: string
  amount: Fen
  tradeNo: string
}

/** A way as it is kept beside what was asked for. */
export type KeptWay = Omit<Way, 'amount'> & { amount: string }
const keep = (ways: readonly Way[]): KeptWay[] => ways.map((way) => ({ ...way, amount: fenToYuan(way.amount) }))
const read = (ways: readonly KeptWay[]): Way[] => ways.map((way) => ({ ...way, amount: yuanToFen(way.amount) }))

/** A payment of a bill, and how what is left of it lies on the lines. */
interface Standing {
  payment: PaymentRow
  /** By line. */
  shares: { itemId: string; amount: Fen }[]
  left: Fen
}

/** What is left of a payment; only ready money and its like can have been taken down wrong. */
async function standingOf(ctx: ClinicContext, billId: string, paymentId: string): Promise<Standing> {
  const payment = (await billPayments(ctx.tx, billId)).find((row) => row.id === paymentId)
  if (!payment) throw fieldError('NOT_FOUND', 'paymentId', '账单上没有这笔收款')
  // A gateway has said by which way the money came.
  if (payment.gatewayTradeId !== null)
    throw new AppError('ADJUST_NOT_CASH_LIKE', { message: '扫码收款由支付平台确认，不能改收款方式' })
  if (await isGivingBack(ctx.tx, billId)) throw new AppError('REFUND_OPEN')
  const lying = (await allocationsOf(ctx.tx, billId)).filter((each) => each.paymentId === paymentId)
  if (lying.length === 0) throw new AppError('ADJUST_NOTHING')
  if (lying.some(({ part }) => part !== 'cash')) throw new AppError('ADJUST_NOT_CASH_LIKE')
  return {
    payment,
    shares: lying.map(({ itemId, amount }) => ({ itemId, amount })),
    left: sum(lying.map(({ amount }) => amount)),
  }
}

/** Sets the way of a payment right: at once while the till it lies in is open, else once somebody else has agreed. */
export async function adjustPayment(ctx: ClinicContext, input: AdjustInput): Promise<Decided & { adjustNo: string }> {
  const { tx } = ctx
  const bill = await lockBill(tx, input.billId, billsWithin(ctx, ['/orderSet:adjust']))
  const standing = await standingOf(ctx, bill.id, input.paymentId)
  const { payment, left } = standing
  const methods = new Map((await payMethods(tx)).map((method) => [method.id, method]))
  const given = sum(input.ways.map(({ amount }) => amount))
  if (given !== left) {
    const message = `改成的各方式合计应等于 ${formatYuan(left)} 元`
    throw new AppError('ADJUST_SUM', { message, fields: [{ field: 'ways.0.amount', message }] })
  }
  const { rows } = checkPayments(
    input.ways.map((each) => ({ ...each, password: '' })),
    methods,
    left,
    'ways',
  )
  const ways: Way[] = rows.map(({ payMethodId, amount, tradeNo }) => ({ payMethodId, amount, tradeNo }))
  const [only] = rows
  // A code that was typed wrong is set right.
  const isOtherCode = only?.isVoucher === true && only.tradeNo !== payment.tradeNo
  if (rows.length === 1 && only?.payMethodId === payment.payMethodId && !isOtherCode)
    throw new AppError('ADJUST_SAME', { fields: [{ field: 'ways.0.payMethodId', message: '收款方式没有变化' }] })
  const twice = input.ways.findIndex(
    (way, n) => input.ways.findIndex(({ payMethodId }) => payMethodId === way.payMethodId) !== n,
  )
  if (twice !== -1) throw fieldError('BAD_INPUT', `ways.${twice}.payMethodId`, '同一种方式写了两次')
  await refuseUsedVouchers(
    tx,
    rows.filter(({ tradeNo }) => tradeNo !== payment.tradeNo),
  )
  const till = await tillOfPayment(tx, bill.id, payment.id)
  const inPlace = till.isOpen && payment.payDate === today(tx.now)
  const id = uuidv7()
  const status = inPlace ? payAdjustStates.code.done : payAdjustStates.code.asked
  const row = await tx.insert(
    'pay_adjust',
    {
      id,
      clinic_id: bill.clinicId,
      adjust_no: await tx.nextNumber('GZ', bill.clinicId, today(tx.now)),
      bill_id: bill.id,
      patient_id: bill.patientId,
      payment_id: payment.id,
      status,
      amount: fenToYuan(left),
      old_method_id: payment.payMethodId,
      ways: JSON.stringify(keep(ways)),
      reason: input.reason,
      is_paired: !inPlace,
      applicant_id: ctx.employeeId,
      applicant_name: ctx.actorName,
      applied_at: tx.now,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { patientId: bill.patientId, reason: input.reason },
  )
  await tx.logStatus('pay_adjust', id, bill.clinicId, null, status, input.reason)
  const actor = { id: ctx.employeeId, name: ctx.actorName }
  if (inPlace) await writeAdjust(ctx, bill, standing, ways, { actor, shiftId: till.shiftId })
  else
    await tellApprovers(ctx, bill.clinicId, '/orderSet:adjustApprove', {
      title: `${ctx.actorName} 申请改收款方式 ${formatYuan(left)} 元，等您审批`,
      body: `${bill.billNo}　原为${payment.payMethodName}　${input.reason}`,
      link: `/orderSet?billId=${bill.id}`,
      key: `adjust:${id}`,
    })
  tx.publish('bill', bill.id)
  return { id, adjustNo: row.adjust_no, status, version: row.version }
}

/** Agrees to it, which moves it, or refuses: never by whoever asked. */
export async function decideAdjust(
  ctx: ClinicContext,
  input: ParsedInput<typeof contract.payAdjust.decide>,
): Promise<Decided> {
  const { tx } = ctx
  const reach = billsWithin(ctx, ['/orderSet:adjustApprove'])
  const found = await findAdjust(tx, input.id, reach)
  const bill = await lockBill(tx, found.billId, reach)
  const adjust = await lockAdjust(tx, input.id, reach)
  mustBe('decide', adjust)
  if (adjust.applicantId === ctx.employeeId) throw new AppError('ADJUST_SELF')
  if (input.agree) {
    const standing = await standingOf(ctx, bill.id, adjust.paymentId)
    if (standing.left !== adjust.amount) throw new AppError('ADJUST_NOTHING')
    await writeAdjust(ctx, bill, standing, read(adjust.ways as unknown as KeptWay[]), {
      actor: { id: adjust.applicantId, name: adjust.applicantName },
    })
  }
  return noteDecision(ctx, paperOf(ctx, 'pay_adjust'), adjust, {
    ...input,
    status: input.agree ? payAdjustStates.code.done : payAdjustStates.code.refused,
    what: `改收款方式 ${formatYuan(adjust.amount)} 元`,
    link: `/orderSet?billId=${bill.id}`,
    key: `adjust-decided:${adjust.id}`,
  })
}

/** Takes back what nobody has agreed to yet. */
export async function withdrawAdjust(
  ctx: ClinicContext,
  input: ParsedInput<typeof contract.payAdjust.withdraw>,
): Promise<Decided> {
  const adjust = await lockAdjust(ctx.tx, input.id, billsWithin(ctx, ['/orderSet:adjust']))
  mustBe('withdraw', adjust)
  return noteWithdrawal(ctx, paperOf(ctx, 'pay_adjust'), adjust, {
    version: input.version,
    status: payAdjustStates.code.withdrawn,
  })
}

function mustBe(step: keyof typeof payAdjustStates.moves, adjust: AdjustRow): void {
  if (payAdjustStates.may(step, adjust.status)) return
  throw new AppError('ADJUST_STATE', { message: `改账单${payAdjustStates.names[adjust.status]}，不能再操作` })
}

/** Writes the payment out by its old way and in by the new ones; how it lies on the lines stays. */
async function writeAdjust(
  ctx: ClinicContext,
  bill: BillRow,
  { payment, shares, left }: Standing,
  ways: readonly Way[],
  into: { actor: { id: string | null; name: string }; shiftId?: string | null },
): Promise<void> {
  const { tx } = ctx
  const day = today(tx.now)
  const methods = new Map((await payMethods(tx)).map((method) => [method.id, method]))
  const row = async (amount: Fen, kind: 5 | 6, payMethodId: string, tradeNo: string, returnsId: string | null) => {
    const id = uuidv7()
    const method = methods.get(payMethodId)
    // What goes out is the opposite of what came in; what comes in costs what its way costs now.
    const { feeRate, countsPerformance } =
      kind === 5 || !method ? payment : { feeRate: method.feeRate, countsPerformance: method.countPerformance }
    await tx.rows(
      keptSql`insert into bill_payment (tenant_id, id, clinic_id, bill_id, patient_id, pay_no, pay_method_id, amount, trade_no, kind, returns_id,
            pay_time, pay_date, cashier_id, cashier_name, fee_rate, counts_performance)
          values (${tx.tenantId}, ${id}, ${bill.clinicId}, ${bill.id}, ${bill.patientId}, ${await tx.nextNumber('ZF', bill.clinicId, day)},
            ${payMethodId}, ${fenToYuan(amount)}, ${tradeNo || null}, ${kind}, ${returnsId}, ${tx.now}, ${day}, ${into.actor.id}, ${into.actor.name},
            ${feeRate}, ${countsPerformance}) returning id`,
    )
    return id
  }
  const of = (id: string, payMethodId: string) => ({
    billId: bill.id,
    payment: { id, part: 'cash' as const },
    payMethodId,
  })
  await row(subtract(ZERO, left), 5, payment.payMethodId, '', payment.id)
  // A code that is set to another way is free; it may stand on a part of the sum again.
  await freeVouchers(tx, bill.id)
  const isVoucher = (id: string) => methods.get(id)?.type === VOUCHER_TYPE
  const named = ways.map((way, n) => ({ ...way, isVoucher: isVoucher(way.payMethodId), field: `ways.${n}` }))
  await takeVouchers(ctx, bill, named)
  const out = of(payment.id, payment.payMethodId)
  const postings: Posting[] = [
    { ...out, account: 'cash', amount: subtract(ZERO, left) },
    ...shares.map(({ itemId, amount }) => ({ ...out, account: 'receivable' as const, itemId, amount })),
  ]
  let open = shares.map(({ amount }) => amount)
  for (const way of ways) {
    const id = await row(way.amount, 6, way.payMethodId, way.tradeNo, null)
    const given = splitByWeight(way.amount, open)
    open = open.map((amount, n) => subtract(amount, given[n] ?? ZERO))
    const entering = of(id, way.payMethodId)
    postings.push(
      { ...entering, account: 'cash', amount: way.amount },
      ...shares.map(({ itemId }, n) => ({
        ...entering,
        account: 'receivable' as const,
        itemId,
        amount: subtract(ZERO, given[n] ?? ZERO),
      })),
    )
  }
  await post(tx, {
    kind: 'adjust',
    clinicId: bill.clinicId,
    document: { kind: 'bill', id: bill.id, no: bill.billNo },
    actor: into.actor,
    ...(into.shiftId ? { shiftId: into.shiftId } : {}),
    postings,
  })
}
