import { fenToYuan, subtract, sum, uuidv7, ZERO, type Fen } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import { amounts, columns, select, type RowIn } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import type { Services } from '../../../platform/services.ts'
import {
  peopleOfRefund,
  refundArrived,
  refundFailed,
  type GatewayPart,
  type GatewayRefunds,
  type WayBack,
} from '../../billing/index.ts'
import { GATEWAY_NAMES, GatewayUnsure, type RefundStanding } from '../gateways/gateway.ts'
import { newRefundNo } from '../numbers.ts'
import { tradeById, type Trade } from '../queries.ts'
import { asBegun, book, byGateway, gatewayActor, raise, type Mover } from './books.ts'
import { clinicGateway } from './merchants.ts'
import { refundMoment, refundProblem } from './rules.ts'
import { refundStates } from '@dentin/contract/refund'
import { exceptionStates, gatewayRefundStates as backStates } from '@dentin/contract/scan-pay'

/** Carries one refund at a gateway on; queued in the transaction that begins it. */
export const CARRY_REFUND = 'payment.refund'
export interface CarryRefund {
  tenantId: string
  clinicId: string
  id: string
}

const backList = select(
  columns(
    'gateway_refund',
    'g',
    'id',
    'clinic_id',
    'refund_no',
    'refund_id',
    'exception_id',
    'trade_id',
    'payment_id',
    'pay_method_id',
    'status',
    'message',
    'other_method_id',
    'asked_at',
    'created_at',
    'version',
  ),
  amounts('gateway_refund', 'g', 'amount'),
)
type BackRow = RowIn<typeof backList>

const backById = (tx: TenantTx, id: string) =>
  tx.need(backList.keptFrom`gateway_refund g where ${tx.own('g')} and g.id = ${id}`)
const lockBack = (tx: TenantTx, id: string) =>
  tx.need(backList.keptFrom`gateway_refund g where ${tx.own('g')} and g.id = ${id} for no key update of g`)
/** The parts of a refund that go through gateways, locked. */
export const backsOf = (tx: TenantTx, refundId: string): Promise<BackRow[]> =>
  tx.rows(
    backList.keptFrom`gateway_refund g where ${tx.own('g')} and g.refund_id = ${refundId} order by g.id for no key update of g`,
  )

/** Writes one part down with its number, before any gateway hears of it, and queues its way there. */
export async function beginBack(
  tx: TenantTx,
  services: Services,
  part: {
    clinicId: string
    trade: Trade
    payMethodId: string
    amount: Fen
    refundId?: string
    exceptionId?: string
    paymentId?: string
  },
): Promise<BackRow> {
  const { trade } = part
  const { refunds, last } = await tx.need<{ refunds: number; last: Date | null }>(
    keptSql`select count(*)::int as refunds, max(g.created_at) as last from gateway_refund g
      where g.tenant_id = ${tx.tenantId} and g.trade_id = ${trade.id}`,
  )
  const problem = refundProblem(trade.gateway, { paidAt: trade.paidAt ?? trade.createdAt, refunds }, tx.realNow)
  const id = uuidv7()
  await tx.insert('gateway_refund', {
    id,
    clinic_id: part.clinicId,
    refund_no: newRefundNo(tx.realNow),
    refund_id: part.refundId ?? null,
    exception_id: part.exceptionId ?? null,
    trade_id: trade.id,
    payment_id: part.paymentId ?? null,
    pay_method_id: part.payMethodId,
    amount: fenToYuan(part.amount),
    status: problem ? backStates.code.failed : backStates.code.toSend,
    message: problem ?? '',
    created_at: tx.realNow,
    updated_at: tx.now,
  })
  if (!problem) await queue(tx, services, part.clinicId, id, refundMoment(trade.gateway, last, tx.realNow))
  return backById(tx, id)
}

async function queue(tx: TenantTx, services: Services, clinicId: string, id: string, at: Date): Promise<void> {
  const wait = Math.max(0, at.getTime() - tx.realNow.getTime())
  await services.jobs.enqueue(
    tx,
    CARRY_REFUND,
    { tenantId: tx.tenantId, clinicId, id } satisfies CarryRefund,
    wait > 0 ? { startAfter: new Date(services.clock.now().getTime() + wait) } : {},
  )
}

/** How billing gives money back the way it came. */
export const gatewayRefunds: GatewayRefunds = {
  async begin(tx, services, refund, parts: readonly GatewayPart[]) {
    for (const part of parts) {
      const trade = await tradeById(tx, part.tradeId)
      if (!trade) throw new Error(`no trade ${part.tradeId}`)
      await beginBack(tx, services, { ...part, clinicId: refund.clinicId, trade, refundId: refund.id })
    }
    await decide(tx, services, refund.id)
  },
}

/** The next question to a gateway that has not ended a refund: soon at first, then now and then. */
function nextLook(row: BackRow, now: Date): Date {
  const age = now.getTime() - row.createdAt.getTime()
  return new Date(now.getTime() + (age < 60_000 ? 3_000 : age < 3_600_000 ? 60_000 : 600_000))
}

const carrying = new WeakMap<Services, Map<string, Promise<number>>>()

/**
 * Carries a refund at a gateway on: asks for it, or asks how it stands, always under its one number. Whatever is told again
 * changes nothing; a success after the money went another way is an exception, never a second refund. Told of it by several at once, it
 * asks once.
 */
export function carryRefund(services: Services, refund: CarryRefund): Promise<number> {
  const running = carrying.get(services) ?? new Map<string, Promise<number>>()
  carrying.set(services, running)
  const known = running.get(refund.id)
  if (known) return known
  const outcome = carryOnce(services, refund).finally(() => running.delete(refund.id))
  running.set(refund.id, outcome)
  return outcome
}

async function carryOnce(services: Services, { tenantId, clinicId, id }: CarryRefund): Promise<number> {
  const { database } = services
  const { row, trade } = await database.withTenant(tenantId, clinicId, async (tx) => {
    const back = await backById(tx, id)
    return { row: back, trade: (await tradeById(tx, back.tradeId)) as Trade }
  })
  if (backStates.is(row.status, 'done')) return row.status
  const found = await clinicGateway(services, trade, trade.gateway)
  const standing = await standingAt(found, row, trade).catch((error: unknown) => {
    if (!(error instanceof GatewayUnsure)) throw error
    services.log.warn({ err: error, refundNo: row.refundNo }, 'refund not carried on')
    return { state: 'running' } as const
  })
  return database.withTenant(
    tenantId,
    clinicId,
    (tx) => settleBack(tx, services, id, standing),
    gatewayActor(trade.gateway),
  )
}

async function standingAt(
  found: Awaited<ReturnType<typeof clinicGateway>>,
  row: BackRow,
  trade: Trade,
): Promise<RefundStanding> {
  const of = { outTradeNo: trade.outTradeNo, refundNo: row.refundNo }
  if (!found || found.gateway.merchant !== trade.merchant || found.merchantId !== trade.merchantId)
    return { state: 'failed', why: '收款商户已更换，不能原路退回' }
  const { gateway } = found
  // What failed here, or went another way, is only asked about: nobody gives it back a second time.
  if (!backStates.is(row.status, 'underWay')) return gateway.askRefund(of)
  if (backStates.is(row.status, 'accepted')) {
    const standing = await gateway.askRefund(of)
    if (standing.state !== 'missing') return standing
  }
  return gateway.refund({ ...of, total: trade.paidAmount ?? trade.amount, amount: row.amount, reason: '诊疗退费' })
}

/** Writes down what the gateway says of a refund. @returns its state afterwards */
async function settleBack(tx: TenantTx, services: Services, id: string, standing: RefundStanding): Promise<number> {
  const before = await backById(tx, id)
  // What somebody may be dealing with is locked first, then the refund, then what goes through gateways, as the desk does it.
  await tx.rows(
    keptSql`select x.id from pay_exception x where x.tenant_id = ${tx.tenantId}
      and (x.id = ${before.exceptionId} or (x.refund_id = ${before.refundId} and x.type = 4)) order by x.id for no key update`,
  )
  if (before.refundId)
    await tx.rows(
      sql`select id from refund where tenant_id = ${tx.tenantId} and id = ${before.refundId} for no key update`,
    )
  const row = await lockBack(tx, id)
  const trade = (await tradeById(tx, row.tradeId)) as Trade
  if (backStates.is(row.status, 'done')) return row.status
  const change = (status: number, message = '') =>
    tx.update(
      'gateway_refund',
      { id },
      {
        status,
        message: message.slice(0, 200),
        asked_at: tx.realNow,
        ...(backStates.is(status, 'done') ? { done_at: tx.now } : {}),
      },
    )
  if (standing.state === 'done') {
    const late = await lateBecause(tx, row)
    await change(backStates.code.done)
    await arrived(tx, row, trade, late)
    if (row.refundId && late === null) await decide(tx, services, row.refundId)
    return backStates.code.done
  }
  if (!backStates.is(row.status, 'underWay')) return row.status
  if (standing.state === 'failed') {
    await change(backStates.code.failed, standing.why)
    if (row.refundId) await decide(tx, services, row.refundId)
    else if (row.exceptionId)
      await tx.update(
        'pay_exception',
        { id: row.exceptionId },
        { status: exceptionStates.code.open, note: `退回失败：${standing.why}`.slice(0, 200) },
      )
    tx.publish('bill')
    return backStates.code.failed
  }
  await change(backStates.code.accepted)
  await queue(tx, services, row.clinicId, id, nextLook(row, tx.realNow))
  return backStates.code.accepted
}

/** Why money that has gone back now went out once too often: what it was given back for was settled meanwhile. Null: it was not. */
async function lateBecause(tx: TenantTx, row: BackRow): Promise<string | null> {
  if (backStates.is(row.status, 'elsewhere')) return '退款已改为线下退给患者'
  if (row.refundId)
    return refundStates.is((await peopleOfRefund(tx, row.refundId)).status, 'moving') ? null : '退款失败后已撤回'
  const { status } = await exceptionById(tx, row.exceptionId as string)
  return exceptionStates.is(status, 'waiting')
    ? null
    : `退回失败后，这笔钱${exceptionStates.names[status] ?? '已另行处理'}`
}

/** Money has gone back: a movement of its own, and what it means for whatever it was given back for. */
async function arrived(tx: TenantTx, row: BackRow, trade: Trade, late: string | null): Promise<void> {
  const people = row.refundId ? await peopleOfRefund(tx, row.refundId) : null
  const isLate = late !== null
  const mover: Mover =
    people?.payerId && !isLate ? { id: people.payerId, name: people.payerName ?? '' } : byGateway(trade.gateway)
  await book(tx, {
    kind: 'gatewayOut',
    clinicId: row.clinicId,
    id: row.id,
    no: row.refundNo,
    payMethodId: row.payMethodId,
    amount: row.amount,
    against: row.refundId && !isLate ? 'clearing' : 'suspense',
    mover,
  })
  if (row.exceptionId && !isLate) await endException(tx, row.exceptionId, 'givenBack', '')
  const billId = people?.billId ?? (row.exceptionId ? (await exceptionById(tx, row.exceptionId)).billId : null)
  if (isLate)
    await raise(tx, {
      type: 2,
      clinicId: row.clinicId,
      gateway: trade.gateway,
      billId,
      tradeId: trade.id,
      refundId: row.refundId,
      gatewayRefundId: row.id,
      payMethodId: row.payMethodId,
      amount: subtract(ZERO, row.amount),
      reason: `${late}，之后${GATEWAY_NAMES[trade.gateway]}又退款成功，多退了一次`,
    })
  tx.publish('bill', billId)
}

const exceptionFace = select(columns('pay_exception', 'x', 'clinic_id', 'bill_id', 'status'))
const exceptionById = (tx: TenantTx, id: string) =>
  tx.need(exceptionFace.keptFrom`pay_exception x where ${tx.own('x')} and x.id = ${id}`)

/** The gateway itself has settled what an exception was raised for. */
async function endException(tx: TenantTx, id: string, to: 'givenBack' | 'recorded', note: string): Promise<void> {
  const row = await exceptionById(tx, id)
  await tx.update(
    'pay_exception',
    { id },
    { status: exceptionStates.code[to], handled_at: tx.now, ...(note ? { note } : {}) },
  )
  await tx.logStatus('pay_exception', id, row.clinicId, row.status, exceptionStates.code[to], note)
}

/** The failure of a refund on the list of exceptions, as long as somebody has still to deal with it. */
async function failureOf(tx: TenantTx, refundId: string): Promise<{ id: string } | undefined> {
  return tx.row<{ id: string }>(
    keptSql`select x.id from pay_exception x where x.tenant_id = ${tx.tenantId} and x.refund_id = ${refundId} and x.type = 4
      and x.status in ${codes(exceptionStates, 'waiting')}`,
  )
}

/** Once every part of a refund has ended: it is booked, or (one has failed) it waits for another way. */
export async function decide(tx: TenantTx, services: Services, refundId: string): Promise<void> {
  const rows = await backsOf(tx, refundId)
  if (rows.some((row) => backStates.is(row.status, 'underWay'))) return
  const failed = rows.filter((row) => backStates.is(row.status, 'failed'))
  const people = await peopleOfRefund(tx, refundId)
  if (failed.length === 0) {
    const ways = new Map<string, WayBack>(
      rows.map((row) => [
        row.paymentId as string,
        backStates.is(row.status, 'elsewhere')
          ? { account: 'cash', payMethodId: row.otherMethodId as string }
          : { account: 'clearing' },
      ]),
    )
    const desk = asBegun(tx, services, {
      clinicId: (rows[0] as BackRow).clinicId,
      employeeId: people.payerId as string,
      name: people.payerName ?? '',
    })
    await refundArrived(desk, refundId, ways)
    // Where the gateway went back on its refusal nobody has to give anything back any more.
    const failure = rows.some((row) => backStates.is(row.status, 'elsewhere'))
      ? undefined
      : await failureOf(tx, refundId)
    if (failure) await endException(tx, failure.id, 'recorded', '支付平台随后退款成功，已自动入账')
    return
  }
  const why = failed.map(({ message }) => message).join('；')
  const known = await failureOf(tx, refundId)
  if (known) {
    // One part has gone back after all: what is left to be given back otherwise is less.
    await tx.update(
      'pay_exception',
      { id: known.id },
      { amount: fenToYuan(sum(failed.map(({ amount }) => amount))), reason: `退款失败：${why}`.slice(0, 200) },
    )
    return
  }
  await refundFailed(tx, refundId, 'fail', why)
  const [first] = failed
  const trade = first && (await tradeById(tx, first.tradeId))
  if (!first || !trade) return
  await raise(tx, {
    type: 4,
    clinicId: first.clinicId,
    gateway: trade.gateway,
    billId: people.billId,
    tradeId: trade.id,
    refundId,
    gatewayRefundId: first.id,
    payMethodId: first.payMethodId,
    amount: sum(failed.map(({ amount }) => amount)),
    reason: `退款失败：${why}`,
  })
}

/** A gateway says that a refund has moved on: it is asked how it stands. */
export async function carryByNumber(
  services: Services,
  { tenantId, clinicId }: { tenantId: string; clinicId: string },
  refundNo: string,
): Promise<void> {
  const row = await services.database.withTenant(tenantId, clinicId, (tx) =>
    tx.row(
      backList.keptFrom`gateway_refund g where ${tx.own('g')} and g.clinic_id = ${clinicId} and g.refund_no = ${refundNo}`,
    ),
  )
  if (row) await carryRefund(services, { tenantId, clinicId, id: row.id })
}
