import { setTimeout as sleep } from 'node:timers/promises'
import type { contract, ParsedInput } from '@dentin/contract'
import type { Resource } from '@dentin/contract/core/call'
import { scanPayStates, scanPurposes, type ScanPurpose } from '@dentin/contract/scan-pay'
import { fenToYuan, uuidv7, type Fen } from '@dentin/kit'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ApartContext, ClinicContext } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'
import { startPaying, startRepaying } from '../../billing/index.ts'
import { rechargeable, sellable } from '../../card/index.ts'
import { payMethods } from '../../clinic/index.ts'
import { mustReachPatient } from '../../patient/index.ts'
import { receivable } from '../../prepay/index.ts'
import { newTradeNo } from '../numbers.ts'
import { follow, followSoon } from '../commands/follow.ts'
import { GATEWAY_NAMES, GatewayUnsure } from '../gateways/gateway.ts'
import { tradesOf, type Trade } from '../queries.ts'
import { endDesk } from './arrive.ts'
import { lastScanOf, scanById, type ScanOf, type ScanRow } from './books.ts'
import { taken } from './follow.ts'
import { DESK } from './kinds.ts'
import { clinicGateway, type ClinicGateway } from './merchants.ts'
import type { Kept, KeptCharge, KeptPrepay, KeptRecharge, KeptRepayment, KeptSale } from './purposes.ts'

/** How long our code and a patient's code hold. */
const OURS_MS = 5 * 60_000
const THEIRS_MS = 2 * 60_000
/** A patient's code is asked about so often, for so long at most. */
const ASK_EVERY_MS = 5_000
const ASK_FOR_MS = 3 * 60_000
/** A page that waits has the gateway asked at most so often. */
const ASKED_EVERY_MS = 4_500

type StartInput = ParsedInput<typeof contract.scanPay.start>
type RepayInput = ParsedInput<typeof contract.scanPay.startRepay>
type RechargeInput = ParsedInput<typeof contract.scanPay.startRecharge>
type SaleInput = ParsedInput<typeof contract.scanPay.startSale>
type PrepayInput = ParsedInput<typeof contract.scanPay.startPrepay>

/** How a payment through a gateway stands, for the desk. */
async function faceOf(tx: TenantTx, scan: ScanRow) {
  const [trade] = await tradesOf(tx, { tenantId: tx.tenantId, kind: DESK, orderId: scan.id })
  if (!trade) throw new AppError('NOT_FOUND')
  const running = scanPayStates.is(scan.status, 'running')
  const left = Math.floor((trade.expiresAt.getTime() - tx.realNow.getTime()) / 1000)
  return {
    id: scan.id,
    status: scan.status,
    gateway: scan.gateway,
    way: scan.way,
    amount: scan.amount,
    codeUrl: running ? trade.codeUrl : null,
    expireTime: trade.expiresAt,
    secondsLeft: running ? Math.max(0, left) : 0,
    message: scan.message,
    prepay: scan.prepayId === null ? null : { id: scan.prepayId, prepayNo: scan.prepayNo ?? '' },
    card:
      scan.cardLogId === null || scan.movedCardId === null
        ? null
        : { id: scan.movedCardId, cardNo: scan.movedCardNo ?? '', movementId: scan.cardLogId },
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

/** Begins to take a recharge through a gateway. The card stays as it is until the money is there. */
export const startRechargeScan = (ctx: ApartContext, input: RechargeInput) =>
  start(ctx, input, (inside, by) => beginRecharge(inside, input, by))

/** Begins to sell a card through a gateway. There is none until the money is there. */
export const startSaleScan = (ctx: ApartContext, input: SaleInput) =>
  start(ctx, input, (inside, by) => beginSale(inside, input, by))

/** Begins to take a prepayment through a gateway. There is none until the money is there. */
export const startPrepayScan = (ctx: ApartContext, input: PrepayInput) =>
  start(ctx, input, (inside, by) => beginPrepay(inside, input, by))

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
  await mustGoThrough(ctx.tx, gateway, payment.payMethodId, `payments.${scanned}`)
  // The number of the payment comes with the money.
  const payments = input.payments.map((each, n) => (n === scanned ? { ...each, tradeNo: '0' } : each))
  const bill = await startPaying(ctx, { ...typed, payments, version })
  // A card's password was looked at above; it is not kept.
  const kept = typed.payments.map((each) => ({ ...each, password: '' }))
  const charge: KeptCharge = { ...typed, payments: kept, scanned }
  return enterScan(ctx, by, { ...ofBill(bill), purpose: scanPurposes.charge, payment, charge, authCode })
}

async function beginRepayment(ctx: ClinicContext, input: RepayInput, by: ClinicGateway): Promise<Trade> {
  const { billId, gateway, authCode } = input
  const [payment] = input.payments as [RepayInput['payments'][number]]
  await mustGoThrough(ctx.tx, gateway, payment.payMethodId, 'payments.0')
  const numbered = { ...payment, tradeNo: '0' }
  const bill = await startRepaying(ctx, { billIds: [billId], payments: [numbered] })
  await mustBeFree(ctx.tx, { billId })
  const charge: KeptRepayment = { payments: [numbered] }
  return enterScan(ctx, by, { ...ofBill(bill), purpose: scanPurposes.arrears, payment, charge, authCode })
}

/** A bill as what a code is for. */
const ofBill = (bill: { id: string; billNo: string; patientId: string }) => ({
  of: { billId: bill.id },
  patientId: bill.patientId,
  no: bill.billNo,
  title: `诊疗费 ${bill.billNo}`,
})

async function beginRecharge(ctx: ClinicContext, input: RechargeInput, by: ClinicGateway): Promise<Trade> {
  const { gateway, authCode, ...typed } = input
  const [payment] = typed.ways as [RechargeInput['ways'][number]]
  await mustGoThrough(ctx.tx, gateway, payment.payMethodId, 'ways.0')
  // The number of the payment comes with the money.
  const { card } = await rechargeable(ctx, { ...typed, ways: [{ ...payment, tradeNo: '0' }] })
  await mustBeFree(ctx.tx, { cardId: card.id })
  const charge: KeptRecharge = { remark: typed.remark, salesId: typed.salesId ?? null }
  return enterScan(ctx, by, {
    of: { cardId: card.id },
    patientId: card.patientId,
    no: card.cardNo,
    title: `会员卡充值 ${card.cardNo}`,
    purpose: scanPurposes.recharge,
    payment,
    charge,
    authCode,
  })
}

async function beginSale(ctx: ClinicContext, input: SaleInput, by: ClinicGateway): Promise<Trade> {
  const { gateway, authCode, ...typed } = input
  const [payment] = typed.ways as [SaleInput['ways'][number]]
  const { patientId, typeId, cardNo, amount, remark, salesId = null } = typed
  await mustGoThrough(ctx.tx, gateway, payment.payMethodId, 'ways.0')
  const { type } = await sellable(ctx, { ...typed, ways: [{ ...payment, tradeNo: '0' }] })
  await mustBeFree(ctx.tx, { buyerId: patientId })
  const charge: KeptSale = { typeId, cardNo, amount, remark, salesId }
  return enterScan(ctx, by, {
    of: { buyerId: patientId },
    patientId,
    no: '开卡',
    title: `会员卡 ${type.name}`,
    purpose: scanPurposes.cardSale,
    payment,
    charge,
    authCode,
  })
}

async function beginPrepay(ctx: ClinicContext, input: PrepayInput, by: ClinicGateway): Promise<Trade> {
  const { gateway, authCode, ...typed } = input
  const [payment] = typed.ways as [PrepayInput['ways'][number]]
  const { patientId, purpose, refundable, remark } = typed
  await mustGoThrough(ctx.tx, gateway, payment.payMethodId, 'ways.0')
  await receivable(ctx, { ...typed, ways: [{ ...payment, tradeNo: '0' }] })
  await mustBeFree(ctx.tx, { patientId })
  const charge: KeptPrepay = { purpose, refundable, remark }
  return enterScan(ctx, by, {
    of: { patientId },
    patientId,
    no: '预交金',
    title: `${purpose}预交金`,
    purpose: scanPurposes.prepay,
    payment,
    charge,
    authCode,
  })
}

/** @throws when a code is shown for it already */
async function mustBeFree(tx: TenantTx, of: ScanOf): Promise<void> {
  const last = await lastScanOf(tx, of)
  if (last && scanPayStates.is(last.status, 'running')) throw new AppError('SCAN_RUNNING')
}

/** @throws when the payment that a code is for goes by another way than the gateway's */
async function mustGoThrough(
  tx: TenantTx,
  name: StartInput['gateway'],
  payMethodId: string,
  place: string,
): Promise<void> {
  const method = (await payMethods(tx)).find(({ id }) => id === payMethodId)
  if (method?.code !== name)
    throw fieldError('BAD_INPUT', `${place}.payMethodId`, `扫码的一笔应为${GATEWAY_NAMES[name]}`)
}

interface ToScan {
  of: ScanOf
  patientId: string
  /** Its number, where it has one, and what the patient reads in the own wallet. */
  no: string
  title: string
  purpose: ScanPurpose
  payment: { payMethodId: string; amount: Fen }
  /** What is posted when the money is there. */
  charge: Kept
  authCode: string | undefined
}

/** Writes down what a gateway is going to be asked for. */
async function enterScan(
  { tx, clinicId, employeeId, actorName }: ClinicContext,
  { gateway: { name, merchant }, merchantId }: ClinicGateway,
  { of, patientId, no, title, purpose, payment, charge, authCode }: ToScan,
): Promise<Trade> {
  const id = uuidv7()
  await tx.insert(
    'scan_payment',
    {
      id,
      clinic_id: clinicId,
      ...('billId' in of
        ? { bill_id: of.billId }
        : 'cardId' in of
          ? { card_id: of.cardId }
          : { patient_id: 'buyerId' in of ? of.buyerId : of.patientId }),
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
    { patientId },
  )
  const expiresAt = new Date(tx.realNow.getTime() + (authCode === undefined ? OURS_MS : THEIRS_MS))
  await tx.rows(
    keptSql`insert into gateway_trade (id, out_trade_no, gateway, merchant, merchant_id, tenant_id, clinic_id, kind, order_id, order_no, title,
        amount, created_at, expires_at)
      values (${uuidv7()}, ${newTradeNo(tx.realNow)}, ${name}, ${merchant}, ${merchantId}, ${tx.tenantId}, ${clinicId}, ${DESK},
        ${id}, ${no}, ${title}, ${fenToYuan(payment.amount)}, ${tx.realNow}, ${expiresAt})`,
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

/** How the last payment of something stands; one under way is asked about in the background now and then. */
export async function standingOf({ tx, services }: ClinicContext, of: ScanOf) {
  const scan = await lastScanOf(tx, of)
  if (!scan) return null
  if (scanPayStates.is(scan.status, 'running')) {
    const [trade] = await tradesOf(tx, { tenantId: tx.tenantId, kind: DESK, orderId: scan.id })
    if (trade) followSoon(services, trade.id, ASKED_EVERY_MS)
  }
  return faceOf(tx, scan)
}

/** Whoever may begin a payment may stop it. */
const BEGINS: Readonly<Record<number, Resource>> = {
  [scanPurposes.charge]: '/orderSet:charge',
  [scanPurposes.arrears]: '/orderSet:charge',
  [scanPurposes.recharge]: '/membercard:recharge',
  [scanPurposes.prepay]: '/prepayments:receive',
  [scanPurposes.cardSale]: '/membercard:open',
}

/** The desk does not wait any longer: the code is closed, or the payment reversed. Money that is there is taken. */
export async function stopScan(ctx: ApartContext, id: string) {
  const { services } = ctx
  const scan = await ctx.open(async (tx) => {
    const found = await scanById(tx, id)
    if (found.billId === null) await mustReachPatient({ ...ctx, tx }, found.payerId)
    return found
  })
  const right = BEGINS[scan.purpose]
  if (!right || !ctx.can(right)) throw new AppError('FORBIDDEN')
  const [trade] = await ctx.open((tx) => tradesOf(tx, { tenantId: tx.tenantId, kind: DESK, orderId: scan.id }))
  if (trade && scanPayStates.is(scan.status, 'running')) {
    const status = await follow(services, trade.id, { close: true }).catch((error: unknown) => {
      throw error instanceof GatewayUnsure ? new AppError('PAYMENT_GATEWAY_BUSY') : error
    })
    if (status === 'open') throw new AppError('PAYMENT_GATEWAY_BUSY', { message: '付款还不能撤销，请过几秒再试' })
  }
  return ctx.open(async (tx) => faceOf(tx, await scanById(tx, id)))
}
