import { setTimeout as sleep } from 'node:timers/promises'
import type { contract, ParsedInput } from '@dentin/contract'
import { scanPayStates } from '@dentin/contract/scan-pay'
import { fenToYuan, uuidv7, type Fen } from '@dentin/kit'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ApartContext, ClinicContext } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'
import { startPaying, startRepaying } from '../../billing/index.ts'
import { payMethods } from '../../clinic/index.ts'
import { newTradeNo } from '../numbers.ts'
import { follow } from '../commands/follow.ts'
import { GATEWAY_NAMES, GatewayUnsure } from '../gateways/gateway.ts'
import { tradesOf, type Trade } from '../queries.ts'
import { endDesk, SCAN_PURPOSE, type KeptCharge, type KeptRepayment } from './arrive.ts'
import { lastScanOf, scanById, type ScanRow } from './books.ts'
import { taken } from './follow.ts'
import { DESK } from './kinds.ts'
import { clinicGateway, type ClinicGateway } from './merchants.ts'

/** How long our code and a patient's code hold. */
const OURS_MS = 5 * 60_000
const THEIRS_MS = 2 * 60_000
/** A patient's code is asked about so often, for so long at most. */
const ASK_EVERY_MS = 5_000
const ASK_FOR_MS = 3 * 60_000

type StartInput = ParsedInput<typeof contract.scanPay.start>
type RepayInput = ParsedInput<typeof contract.scanPay.startRepay>

/** How a payment through a gateway stands, for the desk. */
async function faceOf(tx: TenantTx, scan: ScanRow) {
  const [trade] = await tradesOf(tx, { tenantId: tx.tenantId, kind: DESK, orderId: scan.id })
  if (!trade) throw new AppError('NOT_FOUND')
  const running = scanPayStates.is(scan.status, 'running')
  const left = Math.floor((trade.expiresAt.getTime() - tx.realNow.getTime()) / 1000)
  return {
    id: scan.id,
    billId: scan.billId,
    status: scan.status,
    gateway: scan.gateway,
    way: scan.way,
    amount: scan.amount,
    codeUrl: running ? trade.codeUrl : null,
    expireTime: trade.expiresAt,
    secondsLeft: running ? Math.max(0, left) : 0,
    message: scan.message,
    // The provider's merchant takes no patient's money: without the clinic's own it is the stand-in.
    sandbox: trade.merchantId === null,
    cashierName: scan.cashierName,
  }
}

/**
 * Begins to take one payment of a charge through a gateway. The bill is 支付中 and the trade in the books before the gateway
 * hears of it; whatever was typed is kept and posted when the money is there.
 */
export const startScan = (ctx: ApartContext, input: StartInput) =>
  start(ctx, input, (inside, by) => beginCharge(inside, input, by))

/** Begins to take arrears through a gateway. The bill stays as it is until the money is there. */
export const startRepayScan = (ctx: ApartContext, input: RepayInput) =>
  start(ctx, input, (inside, by) => beginRepayment(inside, input, by))

async function start(
  ctx: ApartContext,
  { gateway: name, authCode }: Pick<StartInput, 'gateway' | 'authCode'>,
  begin: (ctx: ClinicContext, by: ClinicGateway) => Promise<Trade>,
) {
  const { services } = ctx
  const found = await clinicGateway(services, ctx, name)
  if (!found) throw new AppError('SCAN_NOT_OFFERED')
  const { gateway } = found
  const trade = await ctx.open((tx) => begin({ ...ctx, tx }, found))
  try {
    if (authCode === undefined) {
      const codeUrl = await gateway.code(trade)
      await services.database.withPlatform((tx) =>
        tx.rows(keptSql`update gateway_trade set code_url = ${codeUrl} where id = ${trade.id}`),
      )
    } else {
      const charged = await gateway.charge({ ...trade, authCode })
      if (charged.state === 'paid') await taken(services, trade, gateway, charged.paid)
      else if (charged.state === 'refused') {
        await endDesk(services, trade.id, charged.expired ? '付款码已过期' : charged.why)
        if (charged.expired)
          throw new AppError('SCAN_CODE_EXPIRED', { fields: [{ field: 'authCode', message: '请患者刷新付款码' }] })
        throw new AppError('SCAN_REFUSED', { message: `${GATEWAY_NAMES[name]}没有收下这笔付款：${charged.why}` })
      } else watch(services, trade.id)
    }
  } catch (error) {
    if (!(error instanceof GatewayUnsure)) throw error
    services.log.warn({ err: error, outTradeNo: trade.outTradeNo }, 'scan payment not begun')
    if (authCode === undefined) {
      // Nobody has seen a code, so nobody can pay it.
      await endDesk(services, trade.id, `${GATEWAY_NAMES[name]}没有回应，请重试`)
      throw new AppError('PAYMENT_GATEWAY_BUSY')
    }
    // The money may have been taken: the desk waits while the gateway is asked.
    watch(services, trade.id)
  }
  return ctx.open(async (tx) => faceOf(tx, await scanById(tx, trade.orderId)))
}

async function beginCharge(ctx: ClinicContext, input: StartInput, by: ClinicGateway): Promise<Trade> {
  const { gateway, scanned, authCode, version, ...typed } = input
  const payment = input.payments[scanned]
  if (!payment) throw fieldError('BAD_INPUT', 'scanned', '没有这一笔收款')
  await mustGoThrough(ctx.tx, gateway, payment.payMethodId, scanned)
  // The number of the payment comes with the money.
  const payments = input.payments.map((each, n) => (n === scanned ? { ...each, tradeNo: '0' } : each))
  const bill = await startPaying(ctx, { ...typed, payments, version })
  // A card's password was looked at above; it is not kept.
  const kept = typed.payments.map((each) => ({ ...each, password: '' }))
  const charge: KeptCharge = { ...typed, payments: kept, scanned }
  return enterScan(ctx, by, { bill, purpose: SCAN_PURPOSE.charge, payment, charge, authCode })
}

async function beginRepayment(ctx: ClinicContext, input: RepayInput, by: ClinicGateway): Promise<Trade> {
  const { billId, gateway, authCode } = input
  const [payment] = input.payments as [RepayInput['payments'][number]]
  await mustGoThrough(ctx.tx, gateway, payment.payMethodId, 0)
  const numbered = { ...payment, tradeNo: '0' }
  const bill = await startRepaying(ctx, { billIds: [billId], payments: [numbered] })
  const last = await lastScanOf(ctx.tx, billId)
  if (last && scanPayStates.is(last.status, 'running')) throw new AppError('SCAN_RUNNING')
  const charge: KeptRepayment = { payments: [numbered] }
  return enterScan(ctx, by, { bill, purpose: SCAN_PURPOSE.arrears, payment, charge, authCode })
}

/** @throws when the payment that a code is for goes by another way than the gateway's */
async function mustGoThrough(tx: TenantTx, name: StartInput['gateway'], payMethodId: string, n: number): Promise<void> {
  const method = (await payMethods(tx)).find(({ id }) => id === payMethodId)
  if (method?.code !== name)
    throw fieldError('BAD_INPUT', `payments.${n}.payMethodId`, `扫码的一笔应为${GATEWAY_NAMES[name]}`)
}

interface ToScan {
  bill: { id: string; billNo: string; patientId: string }
  purpose: number
  payment: { payMethodId: string; amount: Fen }
  /** What is posted when the money is there. */
  charge: KeptCharge | KeptRepayment
  authCode: string | undefined
}

/** Writes down what a gateway is going to be asked for. */
async function enterScan(
  { tx, clinicId, employeeId, actorName }: ClinicContext,
  { gateway: { name, merchant }, merchantId }: ClinicGateway,
  { bill, purpose, payment, charge, authCode }: ToScan,
): Promise<Trade> {
  const id = uuidv7()
  await tx.insert(
    'scan_payment',
    {
      id,
      clinic_id: clinicId,
      bill_id: bill.id,
      gateway: name,
      way: authCode === undefined ? 1 : 2,
      purpose,
      pay_method_id: payment.payMethodId,
      amount: fenToYuan(payment.amount),
      charge: JSON.stringify(charge),
      cashier_id: employeeId,
      cashier_name: actorName,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { patientId: bill.patientId },
  )
  const expiresAt = new Date(tx.realNow.getTime() + (authCode === undefined ? OURS_MS : THEIRS_MS))
  await tx.rows(
    keptSql`insert into gateway_trade (id, out_trade_no, gateway, merchant, merchant_id, tenant_id, clinic_id, kind, order_id, order_no, title,
        amount, created_at, expires_at)
      values (${uuidv7()}, ${newTradeNo(tx.realNow)}, ${name}, ${merchant}, ${merchantId}, ${tx.tenantId}, ${clinicId}, ${DESK},
        ${id}, ${bill.billNo}, ${`诊疗费 ${bill.billNo}`}, ${fenToYuan(payment.amount)}, ${tx.realNow}, ${expiresAt})`,
  )
  const [trade] = await tradesOf(tx, { tenantId: tx.tenantId, kind: DESK, orderId: id })
  return trade as Trade
}

/** Asks about a patient's code every few seconds; the minute's job goes on where a process was killed. */
function watch(services: Services, tradeId: string): void {
  void (async () => {
    for (let waited = 0; waited < ASK_FOR_MS; waited += ASK_EVERY_MS) {
      await sleep(ASK_EVERY_MS, undefined, { ref: false })
      const status = await follow(services, tradeId).catch(() => 'open' as const)
      if (status !== 'open') return
    }
  })().catch((error: unknown) => services.log.warn({ err: error }, 'scan payment not watched'))
}

/** How the last payment of a bill stands; one under way is asked about in the background now and then. */
export async function standingOfBill(tx: TenantTx, billId: string) {
  const scan = await lastScanOf(tx, billId)
  return scan ? faceOf(tx, scan) : null
}

/** The desk does not wait any longer: the code is closed, or the payment reversed. Money that is there is taken. */
export async function stopScan(ctx: ApartContext, id: string) {
  const { services } = ctx
  const scan = await ctx.open((tx) => scanById(tx, id))
  const [trade] = await ctx.open((tx) => tradesOf(tx, { tenantId: tx.tenantId, kind: DESK, orderId: scan.id }))
  if (trade && scanPayStates.is(scan.status, 'running')) {
    const status = await follow(services, trade.id, { close: true }).catch((error: unknown) => {
      throw error instanceof GatewayUnsure ? new AppError('PAYMENT_GATEWAY_BUSY') : error
    })
    if (status === 'open') throw new AppError('PAYMENT_GATEWAY_BUSY', { message: '付款还不能撤销，请过几秒再试' })
  }
  return ctx.open(async (tx) => faceOf(tx, await scanById(tx, id)))
}
