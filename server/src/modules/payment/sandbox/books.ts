import { randomBytes } from 'node:crypto'
import { fenToYuan, formatDateTime, yuanToFen, type Fen } from '@dentin/kit'
import { sql } from 'kysely'
import { keptSql } from '../../../platform/database/plans.ts'
import type { PlatformTx } from '../../../platform/database/tx.ts'
import type { GatewayName } from '../gateways/gateway.ts'

/** A trade as the sandbox gateway has it in its own books; the product never looks into them. */
export interface SandboxTrade {
  gateway: GatewayName
  outTradeNo: string
  /** What the cashier's address ends in. */
  code: string
  tradeNo: string
  title: string
  amount: Fen
  status: 'open' | 'paid' | 'closed'
  notifyUrl: string
  returnUrl: string | null
  createdAt: Date
  expiresAt: Date
  paidAt: Date | null
}

const COLUMNS = sql.raw(`gateway, out_trade_no as "outTradeNo", code, trade_no as "tradeNo", title, amount, status,
  notify_url as "notifyUrl", return_url as "returnUrl", created_at as "createdAt", expires_at as "expiresAt", paid_at as "paidAt"`)
type Row = Omit<SandboxTrade, 'amount'> & { amount: string }
const read = (row: Row | undefined): SandboxTrade | null => (row ? { ...row, amount: yuanToFen(row.amount) } : null)

/** Takes a trade into the books; told of it again, it keeps the first. */
export async function enter(
  tx: PlatformTx,
  trade: Pick<SandboxTrade, 'gateway' | 'outTradeNo' | 'title' | 'amount' | 'notifyUrl' | 'returnUrl' | 'expiresAt'> & {
    appId: string
  },
): Promise<SandboxTrade> {
  const tradeNo = `9${formatDateTime(tx.realNow).replace(/\D/g, '')}${BigInt(`0x${randomBytes(6).toString('hex')}`)
    .toString()
    .padStart(15, '0')}`
  await tx.rows(
    keptSql`insert into sandbox_trade (gateway, out_trade_no, code, trade_no, app_id, title, amount, status, notify_url, return_url, created_at, expires_at)
        values (${trade.gateway}, ${trade.outTradeNo}, ${randomBytes(12).toString('hex')}, ${tradeNo}, ${trade.appId}, ${trade.title},
          ${fenToYuan(trade.amount)}, 'open', ${trade.notifyUrl}, ${trade.returnUrl}, ${tx.realNow}, ${trade.expiresAt})
        on conflict (gateway, out_trade_no) do nothing`,
  )
  return (await byNumber(tx, trade.gateway, trade.outTradeNo)) as SandboxTrade
}

export async function byNumber(tx: PlatformTx, gateway: GatewayName, outTradeNo: string): Promise<SandboxTrade | null> {
  return read(
    await tx.row<Row>(
      sql`select ${COLUMNS} from sandbox_trade where gateway = ${gateway} and out_trade_no = ${outTradeNo}`,
    ),
  )
}

export async function byCode(tx: PlatformTx, code: string): Promise<SandboxTrade | null> {
  return read(await tx.row<Row>(keptSql`select ${COLUMNS} from sandbox_trade where code = ${code}`))
}

/** Moves an open trade on. @returns null when it is open no more */
export async function decide(
  tx: PlatformTx,
  trade: Pick<SandboxTrade, 'gateway' | 'outTradeNo'>,
  to: 'paid' | 'closed',
): Promise<SandboxTrade | null> {
  return read(
    await tx.row<Row>(
      sql`update sandbox_trade set status = ${to}, paid_at = ${to === 'paid' ? tx.realNow : null}
          where gateway = ${trade.gateway} and out_trade_no = ${trade.outTradeNo} and status = 'open'
          returning ${COLUMNS}`,
    ),
  )
}
