import { randomBytes } from 'node:crypto'
import { fenToYuan, formatDateTime, yuanToFen, type Fen } from '@dentin/kit'
import { keptSql } from '../../../platform/database/plans.ts'
import { amounts, columns, select } from '../../../platform/database/select.ts'
import type { PlatformTx } from '../../../platform/database/tx.ts'
import type { GatewayName } from '../gateways/gateway.ts'
import type { SandboxTrade } from './books.ts'

/** A refund as the sandbox gateway has it in its own books. */
export interface SandboxRefund {
  gateway: GatewayName
  refundNo: string
  outTradeNo: string
  gatewayRefundNo: string
  amount: Fen
  status: 'running' | 'done' | 'failed'
  doneAt: Date | null
}

const refundList = select(
  columns('sandbox_refund', 'f', 'gateway', 'refund_no', 'out_trade_no', 'gateway_refund_no', 'status', 'done_at'),
  amounts('sandbox_refund', 'f', 'amount'),
)

/** Sums whose refund plays something else than success: …13 fen fails, …14 fen stays accepted. */
const FAILS = 13
const STAYS = 14

/** Takes a refund into the books; told of it again, it is the same. @returns why it is refused */
export async function enterRefund(
  tx: PlatformTx,
  trade: SandboxTrade,
  wanted: { refundNo: string; amount: Fen; notifyUrl: string | null },
): Promise<SandboxRefund | 'not-paid' | 'too-much'> {
  const known = await refundByNumber(tx, trade.gateway, wanted.refundNo)
  if (known) return known
  if (trade.status !== 'paid') return 'not-paid'
  const { back } = await tx.need<{ back: string }>(
    keptSql`select coalesce(sum(amount), 0)::text as back from sandbox_refund
      where gateway = ${trade.gateway} and out_trade_no = ${trade.outTradeNo} and status <> 'failed'`,
  )
  if (yuanToFen(back) + wanted.amount > trade.amount) return 'too-much'
  const gatewayRefundNo = `5${formatDateTime(tx.realNow).replace(/\D/g, '')}${BigInt(
    `0x${randomBytes(6).toString('hex')}`,
  )
    .toString()
    .padStart(15, '0')}`
  await tx.rows(
    keptSql`insert into sandbox_refund (gateway, refund_no, out_trade_no, gateway_refund_no, amount, status, notify_url, created_at)
      values (${trade.gateway}, ${wanted.refundNo}, ${trade.outTradeNo}, ${gatewayRefundNo}, ${fenToYuan(wanted.amount)}, 'running',
        ${wanted.notifyUrl}, ${tx.realNow}) on conflict (gateway, refund_no) do nothing`,
  )
  return (await refundByNumber(tx, trade.gateway, wanted.refundNo)) as SandboxRefund
}

export async function refundByNumber(
  tx: PlatformTx,
  gateway: GatewayName,
  refundNo: string,
): Promise<SandboxRefund | null> {
  const found = await tx.row(
    refundList.keptFrom`sandbox_refund f where f.gateway = ${gateway} and f.refund_no = ${refundNo}`,
  )
  return (found as SandboxRefund | undefined) ?? null
}

/** Carries an accepted refund out, as its sum plays it. */
export async function carryOut(tx: PlatformTx, refund: SandboxRefund): Promise<SandboxRefund> {
  const plays = refund.amount % 100
  if (refund.status !== 'running' || plays === STAYS) return refund
  await tx.rows(
    keptSql`update sandbox_refund set status = ${plays === FAILS ? 'failed' : 'done'}, done_at = ${tx.realNow}
      where gateway = ${refund.gateway} and refund_no = ${refund.refundNo} and status = 'running'`,
  )
  return (await refundByNumber(tx, refund.gateway, refund.refundNo)) as SandboxRefund
}
