import { sql } from 'kysely'
import { keptSql } from '../../../platform/database/plans.ts'
import type { PlatformTx, TenantTx } from '../../../platform/database/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import { hashToken, newToken } from '../../../platform/security/tokens.ts'
import type { Services } from '../../../platform/services.ts'
import { orderByNo, type Rights } from '../payables.ts'
import { gatewayFor, type Payer } from './begin.ts'

/** How long the link holds, and after it was opened the page behind it. */
const TICKET_MINUTES = 30

/** A link that lets whoever opens it first pay one order. Only its hash is kept. */
export async function makeTicket(
  tx: TenantTx,
  orderNo: string,
  by: Rights & { accountId: string },
): Promise<{ ticket: string; expireTime: Date }> {
  const order = await orderByNo(tx, orderNo, by)
  if (!gatewayFor(order.payMethod)) throw new AppError('PAYMENT_OTHER_WAY')
  if (!order.open) throw new AppError('PAYMENT_ORDER_CLOSED')
  const ticket = newToken()
  const expireTime = new Date(tx.realNow.getTime() + TICKET_MINUTES * 60_000)
  await tx.rows(
    keptSql`insert into pay_ticket (ticket_hash, tenant_id, clinic_id, order_no, made_by, created_at, expires_at)
        values (${hashToken(ticket)}, ${tx.tenantId}, ${order.clinicId}, ${order.orderNo}, ${by.accountId}, ${tx.realNow}, ${expireTime})`,
  )
  return { ticket, expireTime }
}

/** Exchanges a ticket for the key of one page, once. */
export async function redeemTicket(services: Services, ticket: string): Promise<{ key: string; payType: number }> {
  const key = newToken()
  const order = await services.database.withPlatform(async (tx) => {
    const found = await tx.row<TicketOrder>(
      sql`update pay_ticket set used_at = ${tx.realNow}, key_hash = ${hashToken(key)},
            expires_at = ${new Date(tx.realNow.getTime() + TICKET_MINUTES * 60_000)}
          where ticket_hash = ${hashToken(ticket)} and used_at is null and expires_at > ${tx.realNow}
          returning tenant_id as "tenantId", clinic_id as "clinicId", order_no as "orderNo"`,
    )
    if (!found) throw new AppError('PAYMENT_TICKET_GONE')
    return found
  })
  const payer = payerOf(services, order)
  const { payMethod } = await payer.open((tx) => orderByNo(tx, order.orderNo, payer))
  return { key, payType: payMethod }
}

interface TicketOrder {
  tenantId: string
  clinicId: string
  orderNo: string
}

/** The order that a page's key lets its holder pay, and the payer that the key makes of them. */
export async function orderOfKey(services: Services, key: string): Promise<{ orderNo: string; payer: Payer }> {
  const order = await services.database.withPlatform((tx: PlatformTx) =>
    tx.row<TicketOrder>(
      sql`select tenant_id as "tenantId", clinic_id as "clinicId", order_no as "orderNo" from pay_ticket
          where key_hash = ${hashToken(key)} and expires_at > ${tx.realNow}`,
    ),
  )
  if (!order) throw new AppError('PAYMENT_TICKET_GONE')
  return { orderNo: order.orderNo, payer: payerOf(services, order) }
}

/** Whoever made the ticket might pay the order, so its holder may. */
function payerOf({ database }: Services, { tenantId, clinicId }: TicketOrder): Payer {
  return { open: (work) => database.withTenant(tenantId, clinicId, work), can: () => true }
}
