import { invoiceStates } from '@dentin/contract/membership'
import { orderStates } from '@dentin/contract/core/order-states'
import { dayRange, fenToYuan, today, type Fen, type LocalDate } from '@dentin/kit'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ProviderContext, UploadedFile } from '../../../platform/http/context.ts'
import {
  confirmTransfer,
  decideInvoice,
  deskOrderOf,
  giveDays,
  keepInvoiceFile,
  packageById,
  refuseTransfer,
  savePackage,
  type DeskRow,
  type PackageInput,
  type PackageRow,
  type VipKind,
} from '../../membership/index.ts'
import { settleStrayed } from '../../payment/index.ts'
import { actorOf, record, type ProviderEntry } from '../audit.ts'
import { clinicPlace, clinicPlaces } from '../queries.ts'

async function orderEntry(
  context: ProviderContext,
  order: DeskRow,
): Promise<Pick<ProviderEntry, 'target' | 'companyId'>> {
  const place = (await clinicPlaces(context.tx, [order.clinicId])).get(order.clinicId)
  return {
    target: {
      kind: 'order',
      id: order.orderId,
      name: `${place?.clinicName ?? ''} ${order.title} ${order.orderNo}`.trim(),
    },
    companyId: order.tenantId,
  }
}

/** The money of a transfer is on the provider's account: the order is paid, the term longer. */
export async function confirm(
  context: ProviderContext,
  input: { orderId: string; reference: string; paidOn: LocalDate },
): Promise<void> {
  const { tx } = context
  const order = await deskOrderOf(tx, input.orderId)
  const on = today(tx.now)
  if (input.paidOn > on) throw fieldError('BAD_INPUT', 'paidOn', '到账日期不能晚于今天')
  if (input.paidOn < today(order.orderedAt)) throw fieldError('BAD_INPUT', 'paidOn', '到账日期不能早于下单日期')
  // The bank tells a day only; it counts as that day's end, never as a moment that is still to come.
  const paidAt = input.paidOn === on ? tx.now : new Date(dayRange(input.paidOn).to.getTime() - 1000)
  await confirmTransfer(tx, tx.actor, { orderId: input.orderId, reference: input.reference, paidAt })
  await record(tx, actorOf(context), {
    action: 'confirm-transfer',
    ...(await orderEntry(context, order)),
    before: { status: orderStates.code.unconfirmed },
    after: {
      status: orderStates.code.paid,
      amount: fenToYuan(order.totalAmount),
      reference: input.reference,
      paidOn: input.paidOn,
    },
  })
}

/** The transfer did not come: the order is closed, the clinic told. */
export async function refuse(context: ProviderContext, input: { orderId: string; reason: string }): Promise<void> {
  const order = await deskOrderOf(context.tx, input.orderId)
  await refuseTransfer(context.tx, context.tx.actor, input)
  await record(context.tx, actorOf(context), {
    action: 'refuse-transfer',
    ...(await orderEntry(context, order)),
    before: { status: orderStates.code.unconfirmed },
    after: { status: orderStates.code.cancelled, amount: fenToYuan(order.totalAmount) },
    reason: input.reason,
  })
}

/** What was done with money that fits no order. */
export async function settle(
  context: ProviderContext,
  input: { id: string; as: 'refunded' | 'credited' | 'other'; note: string },
): Promise<void> {
  const { tx } = context
  const payment = await settleStrayed(tx, input.id, { as: input.as, by: context.providerName, note: input.note })
  await record(tx, actorOf(context), {
    action: 'settle-strayed',
    target: { kind: 'strayed-payment', id: input.id, name: payment.gatewayTradeNo },
    companyId: payment.tenantId,
    after: { settledAs: input.as, amount: payment.amount },
    reason: input.note,
  })
}

/** Makes or changes a package. */
export async function keepPackage(context: ProviderContext, input: PackageInput): Promise<void> {
  const { tx } = context
  const before = input.id === null ? null : await packageById(tx, input.id)
  const after = await savePackage(tx, input)
  await record(tx, actorOf(context), {
    action: 'save-package',
    target: { kind: 'package', id: after.id, name: `${after.kind === 'vip' ? '会员' : '医保会员'} ${after.count} 年` },
    before: before ? packageFacts(before) : null,
    after: packageFacts(after),
  })
}

function packageFacts({ price, discountPrice, listPrice, tip, sortNo, enabled }: PackageRow) {
  const yuan = (fen: Fen) => fenToYuan(fen)
  return { price: yuan(price), discountPrice: yuan(discountPrice), listPrice: yuan(listPrice), tip, sortNo, enabled }
}

/** Gives days to a clinic. */
export async function give(
  context: ProviderContext,
  input: { clinicId: string; kind: VipKind; days: number; reason: string },
): Promise<{ endDate: string }> {
  const { tx } = context
  const place = await clinicPlace(tx, input.clinicId)
  const { clinicId, kind, days, reason } = input
  const endDate = await giveDays(tx, tx.actor, { tenantId: place.tenantId, clinicId, kind, days, reason })
  await record(tx, actorOf(context), {
    action: 'give-days',
    target: { kind: 'clinic', id: clinicId, name: place.clinicName },
    companyId: place.tenantId,
    after: { kind, days, endDate },
    reason,
  })
  return { endDate }
}

/** Issues the invoice with its file. */
export async function issue(context: ProviderContext, orderId: string, file: UploadedFile | undefined): Promise<void> {
  if (!file) throw new AppError('BAD_INPUT', { message: '请选择要上传的文件' })
  const { tx, services } = context
  const order = await deskOrderOf(tx, orderId)
  const fileUrl = await keepInvoiceFile(tx, services, tx.actor, orderId, file)
  await decideInvoice(tx, tx.actor, orderId, { status: invoiceStates.code.issued, fileUrl })
  await record(tx, actorOf(context), {
    action: 'issue-invoice',
    ...(await orderEntry(context, order)),
    before: { status: invoiceStates.code.waiting },
    after: { status: invoiceStates.code.issued, amount: fenToYuan(order.totalAmount), file: file.name },
  })
}

/** Refuses a request for an invoice; it may be handed in again. */
export async function rejectInvoice(
  context: ProviderContext,
  input: { orderId: string; reason: string },
): Promise<void> {
  const order = await deskOrderOf(context.tx, input.orderId)
  await decideInvoice(context.tx, context.tx.actor, input.orderId, {
    status: invoiceStates.code.rejected,
    reason: input.reason,
  })
  await record(context.tx, actorOf(context), {
    action: 'reject-invoice',
    ...(await orderEntry(context, order)),
    before: { status: invoiceStates.code.waiting },
    after: { status: invoiceStates.code.rejected },
    reason: input.reason,
  })
}

/** Reverses an issued invoice. */
export async function reverseInvoice(
  context: ProviderContext,
  input: { orderId: string; reason: string },
): Promise<void> {
  const order = await deskOrderOf(context.tx, input.orderId)
  await decideInvoice(context.tx, context.tx.actor, input.orderId, { status: invoiceStates.code.reversed })
  await record(context.tx, actorOf(context), {
    action: 'reverse-invoice',
    ...(await orderEntry(context, order)),
    before: { status: invoiceStates.code.issued },
    after: { status: invoiceStates.code.reversed, amount: fenToYuan(order.totalAmount) },
    reason: input.reason,
  })
}
