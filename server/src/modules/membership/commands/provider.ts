import { invoiceStates } from '@dentin/contract/membership'
import { orderStates } from '@dentin/contract/core/order-states'
import { formatYuan, type LocalDate } from '@dentin/kit'
import type { Actor } from '../../../platform/database/ids.ts'
import type { PlatformTx, TenantTx } from '../../../platform/database/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import { saveFile, type FileStore } from '../../../platform/files/store.ts'
import type { UploadedFile } from '../../../platform/http/context.ts'
import { deskOrderOf, invoiceOfOrder, lockOrder, type DeskRow, type InvoiceRow, type OrderRow } from '../queries.ts'
import type { VipKind } from '../rules.ts'
import { answerInvoice, INVOICE_FILE } from './invoice.ts'
import { membershipPage, tellAdministrators } from './notice.ts'
import { closeOrder } from './order.ts'
import { settleOrder } from './settle.ts'
import { extendTerm } from './term.ts'

/** The page on which a clinic sees its orders of a kind. */
const ordersPage = (kind: VipKind) => (kind === 'vip' ? '/orderRecord' : '/medicareOrderRecord')

/** Steps from the provider's desk into the clinic an order belongs to, as the person of the provider. */
async function atOrder<T>(
  tx: PlatformTx,
  actor: Actor,
  orderId: string,
  work: (inside: TenantTx, desk: DeskRow) => Promise<T>,
): Promise<T> {
  const desk = await deskOrderOf(tx, orderId)
  return inClinic(tx, actor, desk, (inside) => work(inside, desk))
}

async function inClinic<T>(
  tx: PlatformTx,
  actor: Actor,
  place: { tenantId: string; clinicId: string },
  work: (inside: TenantTx) => Promise<T>,
): Promise<T> {
  const inside = await tx.enter(place.tenantId, place.clinicId, actor)
  const value = await work(inside)
  inside.flush()
  return value
}

async function waitingTransfer(tx: TenantTx, orderId: string): Promise<OrderRow> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new AppError('NOT_FOUND')
  if (!orderStates.is(order.status, 'unconfirmed'))
    throw new AppError('STATUS_CHANGED', { data: { status: order.status } })
  return order
}

/**
 * The transfer has arrived: the order is paid and the term longer, once.
 * @param reference what the bank calls the payment
 */
export async function confirmTransfer(
  tx: PlatformTx,
  actor: Actor,
  input: { orderId: string; reference: string; paidAt: Date },
): Promise<void> {
  await atOrder(tx, actor, input.orderId, async (inside) => {
    await waitingTransfer(inside, input.orderId)
    await settleOrder(inside, input.orderId, { tradeId: input.reference, payMethod: 2, paidAt: input.paidAt })
  })
}

/** The transfer is not taken: the order ends, and the clinic is told why. */
export async function refuseTransfer(
  tx: PlatformTx,
  actor: Actor,
  input: { orderId: string; reason: string },
): Promise<void> {
  await atOrder(tx, actor, input.orderId, async (inside) => {
    const order = await waitingTransfer(inside, input.orderId)
    await closeOrder(inside, order, 2, input.reason)
    await tellAdministrators(inside, order.clinicId, {
      title: '对公转账未确认',
      body: `${order.title}（${order.orderNo}，${formatYuan(order.totalAmount)} 元）已关闭：${input.reason}`,
      link: ordersPage(order.kind),
      key: `vip-refused:${order.id}`,
    })
  })
}

/** What an order's invoice is to say: all that was asked for. @throws AppError NOT_FOUND */
export async function invoiceRequest(tx: PlatformTx, actor: Actor, orderId: string): Promise<InvoiceRow> {
  return atOrder(tx, actor, orderId, async (inside) => {
    const invoice = await invoiceOfOrder(inside, orderId)
    if (!invoice) throw new AppError('NOT_FOUND')
    return invoice
  })
}

/**
 * Keeps the file of an invoice among the clinic's files. @returns the address under which the clinic reads it
 */
export async function keepInvoiceFile(
  tx: PlatformTx,
  services: { files: FileStore },
  actor: Actor,
  orderId: string,
  file: UploadedFile,
): Promise<string> {
  return atOrder(tx, actor, orderId, async (inside, desk) => {
    const kept = await saveFile(inside, services, desk.clinicId, file)
    return `${INVOICE_FILE}${kept.id}`
  })
}

/** Issues (1), refuses (2, with a reason) or reverses (3) an invoice. */
export async function decideInvoice(
  tx: PlatformTx,
  actor: Actor,
  orderId: string,
  answer:
    | { status: typeof invoiceStates.code.issued; fileUrl: string | null }
    | { status: typeof invoiceStates.code.rejected; reason: string }
    | { status: typeof invoiceStates.code.reversed },
): Promise<InvoiceRow> {
  return atOrder(tx, actor, orderId, async (inside, desk) => {
    const invoice = await answerInvoice(inside, orderId, answer)
    await tellAdministrators(inside, desk.clinicId, {
      title:
        answer.status === invoiceStates.code.issued
          ? '发票已开具'
          : answer.status === invoiceStates.code.rejected
            ? '发票申请被驳回'
            : '发票已红冲',
      body:
        answer.status === invoiceStates.code.rejected
          ? `${desk.title} 的发票被驳回：${answer.reason}。修改后可以重新提交。`
          : `${desk.title}，${formatYuan(invoice.amount)} 元，抬头 ${invoice.invoiceTitle}。`,
      link: ordersPage(desk.kind),
    })
    return invoice
  })
}

/** Days given by the provider. Gives the new end. */
export async function giveDays(
  tx: PlatformTx,
  actor: Actor,
  input: { tenantId: string; clinicId: string; kind: VipKind; days: number; reason: string },
): Promise<LocalDate> {
  return inClinic(tx, actor, input, async (inside) => {
    const endDate = await extendTerm(inside, input.clinicId, {
      kind: input.kind,
      source: 'given',
      days: input.days,
      reason: input.reason,
    })
    await tellAdministrators(inside, input.clinicId, {
      title: '平台赠送会员天数',
      body: `平台赠送 ${input.days} 天${input.kind === 'vip' ? '会员' : '医保会员'}，有效期至 ${endDate}。`,
      link: membershipPage(input.kind),
    })
    return endDate
  })
}
