import type { contract, ParsedInput } from '@dentin/contract'
import { billStates } from '@dentin/contract/core/status'
import {
  exceptionStates,
  exceptionWays,
  gatewayRefundStates as backStates,
  type ExceptionWay,
} from '@dentin/contract/scan-pay'
import { formatYuan, subtract, yuanToFen, ZERO, type Fen } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import { amounts, columns, counted, named, select, type RowIn } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { chargeBill, peopleOfRefund, refundFailed, repayArrears } from '../../billing/index.ts'
import { payMethods } from '../../clinic/index.ts'
import type { Posting } from '../../ledger/index.ts'
import { tradeById, type Trade } from '../queries.ts'
import { asBegun, bookException, lockScan, tellScreens } from './books.ts'
import { storeMoney } from './purposes.ts'
import { backsOf, beginBack, decide } from './refunds.ts'

const exceptionList = select(
  columns(
    'pay_exception',
    'x',
    'id',
    'clinic_id',
    'exception_no',
    'type',
    'status',
    'gateway',
    'bill_id',
    'trade_id',
    'scan_payment_id',
    'refund_id',
    'gateway_trade_no',
    'pay_method_id',
    'reason',
    'note',
    'handler_name',
    'found_at',
    'handled_at',
    'version',
  ),
  amounts('pay_exception', 'x', 'amount'),
  {
    expectedAmount: sql<string | null>`x.expected_amount::text`,
    billNo: sql<string | null>`b.bill_no`,
    purpose: sql<number | null>`s.purpose`,
    cardNo: sql<string | null>`c.card_no`,
    patientId: sql<string | null>`coalesce(b.patient_id, c.patient_id, s.patient_id)`,
    patientName: sql<string | null>`p.name`,
    refundNo: sql<string | null>`r.refund_no`,
  },
  named('pay_method', 'm', { payMethodName: 'name' }),
)
type ExceptionRow = RowIn<typeof exceptionList>

const joined = (tx: TenantTx) => sql`pay_exception x
    join pay_method m on ${tx.own('m')} and m.id = x.pay_method_id
    left join bill b on ${tx.own('b')} and b.id = x.bill_id
    left join scan_payment s on ${tx.own('s')} and s.id = x.scan_payment_id
    left join member_card c on ${tx.own('c')} and c.id = s.card_id
    left join patient p on ${tx.own('p')} and p.id = coalesce(b.patient_id, c.patient_id, s.patient_id)
    left join refund r on ${tx.own('r')} and r.id = x.refund_id`

const HOUR_MS = 3_600_000

/** One page of a clinic's exceptions: those that wait first, the oldest of them first. */
export async function listExceptions(ctx: ClinicContext, input: ParsedInput<typeof contract.scanPay.exceptions>) {
  const { tx } = ctx
  const where = sql`${tx.own('x')} and x.clinic_id = ${ctx.clinicId}
    and ${input.state === 'all' ? sql`true` : sql`x.status in ${codes(exceptionStates, 'waiting')}`}`
  const rows = await tx.rows(
    exceptionList.from`${joined(tx)} where ${where}
      order by (x.status in ${codes(exceptionStates, 'waiting')}) desc, case when x.status in ${codes(exceptionStates, 'waiting')} then x.found_at end,
        x.found_at desc, x.id limit ${input.pageSize} offset ${(input.pageNum - 1) * input.pageSize}`,
  )
  const { total } = await tx.need(counted.from`pay_exception x where ${where}`)
  return {
    list: rows.map((row) => ({
      ...row,
      expectedAmount: row.expectedAmount === null ? null : yuanToFen(row.expectedAmount),
      ageHours: Math.max(0, Math.floor(((row.handledAt ?? ctx.now).getTime() - row.foundAt.getTime()) / HOUR_MS)),
      ways: waysOf(row),
    })),
    total,
    pageNum: input.pageNum,
    pageSize: input.pageSize,
    waiting: await waitingExceptions(tx, ctx.clinicId),
  }
}

/** How many exceptions of a clinic wait for somebody. */
async function waitingExceptions(tx: TenantTx, clinicId: string): Promise<number> {
  const { total } = await tx.need(
    counted.keptFrom`pay_exception x where ${tx.own('x')} and x.clinic_id = ${clinicId} and x.status in ${codes(exceptionStates, 'waiting')}`,
  )
  return total
}

/** What may be done with an exception as it stands. */
function waysOf(row: Pick<ExceptionRow, 'status' | 'amount' | 'billId' | 'purpose' | 'type'>): ExceptionWay[] {
  const all = Object.keys(exceptionWays) as ExceptionWay[]
  return all.filter((way) => {
    if (!exceptionStates.may(way, row.status)) return false
    // What went out once too often can come back at the desk; it can't be given back.
    if (row.amount < 0) return way !== 'giveBack'
    return way !== 'record' || row.billId !== null || row.purpose !== null
  })
}

/** Does with an exception what a person decided, and books it. */
export async function handleException(
  ctx: ClinicContext,
  input: ParsedInput<typeof contract.scanPay.handleException>,
): Promise<{ id: string; status: number; version: number }> {
  const { tx } = ctx
  const row = await tx.need(
    exceptionList.keptFrom`${joined(tx)} where ${tx.own('x')} and x.id = ${input.id} and x.clinic_id = ${ctx.clinicId} for no key update of x`,
  )
  const { way } = input
  if (!exceptionStates.may(way, row.status))
    throw new AppError('SCAN_EXCEPTION_STATE', {
      message: `异常${exceptionStates.names[row.status] ?? ''}，不能再${exceptionWays[way]}`,
    })
  if (!waysOf(row).includes(way)) throw new AppError('SCAN_EXCEPTION_WAY')
  const to =
    row.type === 4
      ? await ofRefund(ctx, row, input)
      : row.amount < 0
        ? await ofExcess(ctx, row, input)
        : await ofMoney(ctx, row, input)
  const changed = await tx.update(
    'pay_exception',
    { id: row.id, version: input.version },
    {
      status: exceptionStates.code[to],
      note: input.note,
      handler_id: ctx.employeeId,
      handler_name: ctx.actorName,
      ...(to === 'held' || to === 'goingBack' ? {} : { handled_at: tx.now }),
    },
    { action: way, patientId: row.patientId, reason: input.note },
  )
  await tx.logStatus('pay_exception', row.id, row.clinicId, row.status, changed.status, input.note)
  tx.publish('bill', row.billId)
  return { id: row.id, status: changed.status, version: changed.version }
}

type Input = ParsedInput<typeof contract.scanPay.handleException>
type To = 'recorded' | 'givenBack' | 'held' | 'closed' | 'goingBack'

/** Money that came in and has no place. */
async function ofMoney(ctx: ClinicContext, row: ExceptionRow, { way }: Input): Promise<To> {
  if (way === 'hold') return 'held'
  if (way === 'close') {
    await between(ctx, row, 'overShort', row.amount)
    return 'closed'
  }
  const trade = row.tradeId ? await tradeById(ctx.tx, row.tradeId) : null
  if (way === 'giveBack') return giveBack(ctx, row, trade)
  await record(ctx, row, trade)
  return 'recorded'
}

/** Puts the money where it was to go, as if the desk had taken it: a card and a prepayment get what came, which may be another sum. */
async function record(ctx: ClinicContext, row: ExceptionRow, trade: Trade | null): Promise<void> {
  const { tx } = ctx
  const tradeId = trade?.id as string
  // Whoever may deal with exceptions may put the money where it belongs.
  const desk = asBegun(tx, ctx.services, {
    clinicId: row.clinicId,
    employeeId: ctx.employeeId,
    name: ctx.actorName,
  })
  if (row.billId === null) {
    const scan = await lockScan(tx, row.scanPaymentId as string)
    // It leaves the money without a place first, and comes to the card or the prepayment as what a gateway has just told of: a bill takes it
    // line by line, these have no lines that would say so.
    await between(ctx, row, 'clearing', row.amount, ctx.employeeId)
    const through = { tradeId, account: 'clearing' as const }
    await storeMoney(desk, scan, row.amount, { tradeNo: row.gatewayTradeNo, through })
    tellScreens(tx, scan)
    return
  }
  const bill = await tx.need(
    select(
      columns('bill', 'b', 'id', 'status', 'patient_id'),
      amounts('bill', 'b', 'receivable_amount', 'arrears_amount'),
    ).keptFrom`bill b where ${tx.own('b')} and b.id = ${row.billId} for no key update of b`,
  )
  const due = billStates.is(bill.status, 'due') ? bill.receivableAmount : bill.arrearsAmount
  if (due === 0) throw new AppError('SCAN_EXCEPTION_WAY', { message: '账单已没有要付的，请退回或挂账' })
  if (row.amount > due)
    throw new AppError('PAYMENT_OVER_DUE', {
      message: `账单还要付 ${formatYuan(due)} 元，少于这笔 ${formatYuan(row.amount)} 元，请退回或挂账`,
    })
  const through = { tradeId, account: 'suspense' as const }
  const payments = [
    { payMethodId: row.payMethodId, amount: row.amount, tradeNo: row.gatewayTradeNo, password: '', through },
  ]
  if (billStates.is(bill.status, 'due'))
    await chargeBill(desk, {
      id: bill.id,
      version: null,
      payments,
      leaveArrears: row.amount < due,
      arrearsReason: '补记支付异常',
      collectArrears: false,
    })
  else await repayArrears(desk, { patientId: bill.patientId, billIds: [bill.id], payments })
}

/** Gives the money back through its gateway; a second payment of one trade the gateway can't tell apart. */
async function giveBack(ctx: ClinicContext, row: ExceptionRow, trade: Trade | null): Promise<To> {
  if (!trade || trade.gatewayTradeNo !== row.gatewayTradeNo)
    throw new AppError('SCAN_EXCEPTION_WAY', { message: '支付平台不能按原交易退这一笔，请在商户平台退款后关闭' })
  const back = await beginBack(ctx.tx, ctx.services, {
    clinicId: row.clinicId,
    trade,
    payMethodId: row.payMethodId,
    amount: row.amount,
    exceptionId: row.id,
  })
  if (backStates.is(back.status, 'failed')) throw new AppError('SCAN_EXCEPTION_WAY', { message: back.message })
  return 'goingBack'
}

/** Money that went out once too often: it comes back at the desk, or it is lost. */
async function ofExcess(ctx: ClinicContext, row: ExceptionRow, input: Input): Promise<To> {
  if (input.way === 'hold') return 'held'
  if (input.way === 'close') {
    await between(ctx, row, 'overShort', row.amount)
    return 'closed'
  }
  const method = await cashLike(ctx, input)
  await bookException(ctx.tx, row, { id: ctx.employeeId, name: ctx.actorName }, [
    { account: 'cash', payMethodId: method, amount: subtract(ZERO, row.amount) },
    { account: 'suspense', payMethodId: row.payMethodId, amount: row.amount },
  ])
  return 'recorded'
}

/** A refund that the gateway would not carry out. */
async function ofRefund(ctx: ClinicContext, row: ExceptionRow, input: Input): Promise<To> {
  const { tx } = ctx
  const refundId = row.refundId as string
  if (input.way === 'hold') return 'held'
  const rows = await backsOf(tx, refundId)
  const failed = rows.filter(({ status }) => backStates.is(status, 'failed'))
  if (input.way === 'close') {
    if (failed.length < rows.length)
      throw new AppError('SCAN_EXCEPTION_WAY', { message: '其中一部分已退回，不能关闭，请把余下的线下退给患者' })
    await refundFailed(tx, refundId, 'giveUp', input.note)
    return 'closed'
  }
  if (input.way === 'record')
    throw new AppError('SCAN_EXCEPTION_WAY', { message: '支付平台没有退成功，不能补记；退成功的会自动入账' })
  const people = await peopleOfRefund(tx, refundId)
  if (!ctx.can('/orderSet:refundApprove')) throw new AppError('FORBIDDEN', { message: '线下退款须有审批退费的权限' })
  if (people.applicantId === ctx.employeeId || people.payerId === ctx.employeeId) throw new AppError('REFUND_SELF')
  const method = await cashLike(ctx, input)
  for (const each of failed)
    await tx.update('gateway_refund', { id: each.id }, { status: backStates.code.elsewhere, other_method_id: method })
  await decide(tx, ctx.services, refundId)
  return 'givenBack'
}

/** The way by which money goes at the desk instead. */
async function cashLike(ctx: ClinicContext, { payMethodId }: Input): Promise<string> {
  const method = (await payMethods(ctx.tx)).find(({ id }) => id === payMethodId)
  if (!method) throw fieldError('BAD_INPUT', 'payMethodId', '请选择收付款方式')
  if (!method.enabled || method.type !== 1)
    throw fieldError('PAY_METHOD_OFF', 'payMethodId', `${method.name}不能用于线下收付`)
  return method.id
}

/** From the suspense account to another. @param moverId in whose till it moves */
async function between(
  ctx: ClinicContext,
  row: ExceptionRow,
  account: Posting['account'],
  amount: Fen,
  moverId: string | null = null,
): Promise<void> {
  await bookException(ctx.tx, row, { id: moverId, name: ctx.actorName }, [
    { account: 'suspense', payMethodId: row.payMethodId, amount },
    { account, payMethodId: row.payMethodId, amount: subtract(ZERO, amount) },
  ])
}
