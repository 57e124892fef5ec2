import { orderStates } from '@dentin/contract/core/order-states'
import type { contract, ParsedInput } from '@dentin/contract'
import { invoiceProblems, invoiceStates } from '@dentin/contract/membership'
import { fenToYuan, uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ClinicContext, FileAnswer } from '../../../platform/http/context.ts'
import { invoiceOfOrder, lockOrder, type InvoiceRow } from '../queries.ts'
import type { VipKind } from '../rules.ts'
import { deskInvoice } from './desk.ts'

/** The address of an invoice's file, before its id. */
export const INVOICE_FILE = '/bill-api/vip/invoice-file/'

/** The file of an invoice of the clinic. @throws AppError NOT_FOUND */
export async function openInvoiceFile(ctx: ClinicContext, id: string): Promise<FileAnswer> {
  const file = await ctx.tx.need<{ storageKey: string; name: string; mediaType: string }>(
    sql`select f.storage_key as "storageKey", f.name, f.media_type as "mediaType" from vip_invoice i
        join file_object f on f.tenant_id = ${ctx.tenantId} and f.id = ${id}
        where i.tenant_id = ${ctx.tenantId} and i.clinic_id = ${ctx.clinicId} and i.file_url = ${`${INVOICE_FILE}${id}`}`,
  )
  return { name: file.name, type: file.mediaType, stream: await ctx.services.files.get(file.storageKey) }
}

type Request = ParsedInput<typeof contract.membership.commitInvoice>

/** Asks for the invoice of a paid order: once, and again only after the provider refused it. */
export async function requestInvoice(ctx: ClinicContext, kind: VipKind, request: Request): Promise<InvoiceRow> {
  const { tx } = ctx
  const problems = invoiceProblems(request)
  if (problems.length > 0)
    throw new AppError('BAD_INPUT', { message: (problems[0] as { message: string }).message, fields: problems })
  const order = await lockOrder(tx, request.orderId)
  if (!order || order.kind !== kind) throw new AppError('NOT_FOUND')
  if (!orderStates.is(order.status, 'paid')) throw new AppError('INVOICE_NOT_PAID')
  const before = await invoiceOfOrder(tx, order.id)
  if (before && !invoiceStates.is(before.status, 'rejected')) throw new AppError('INVOICE_EXISTS')
  const person = request.titleType === 0
  const row = {
    invoice_type: request.invoiceType,
    title_type: request.titleType,
    invoice_title: request.invoiceTitle,
    tax_no: person ? '' : request.taxNo,
    reg_address: request.regAddress,
    reg_phone: request.regPhone,
    bank_name: request.bankName,
    bank_account: request.bankAccount,
    receiver_email: request.receiverEmail,
    amount: fenToYuan(order.totalAmount),
    status: invoiceStates.code.waiting,
    refuse_reason: '',
  }
  const id = before?.id ?? uuidv7()
  if (before) await tx.update('vip_invoice', { id }, row)
  else {
    await tx.insert('vip_invoice', {
      id,
      clinic_id: order.clinicId,
      kind,
      order_id: order.id,
      ...row,
      created_at: tx.now,
      updated_at: tx.now,
    })
  }
  await tx.logStatus('vip_invoice', id, order.clinicId, before?.status ?? null, invoiceStates.code.waiting)
  return settled(tx, order.id)
}

/** The provider's answer: 1 issued, 2 refused with a reason, 3 reversed after it was issued. */
export async function answerInvoice(
  tx: TenantTx,
  orderId: string,
  answer:
    | { status: typeof invoiceStates.code.issued; fileUrl: string | null }
    | { status: typeof invoiceStates.code.rejected; reason: string }
    | { status: typeof invoiceStates.code.reversed },
): Promise<InvoiceRow> {
  const order = await lockOrder(tx, orderId)
  const invoice = order ? await invoiceOfOrder(tx, orderId) : null
  if (!order || !invoice) throw new AppError('NOT_FOUND')
  if (invoice.status !== (invoiceStates.is(answer.status, 'reversed') ? 1 : 0))
    throw new AppError('STATUS_CHANGED', { data: { status: invoice.status } })
  const reason = answer.status === invoiceStates.code.rejected ? answer.reason : ''
  await tx.update(
    'vip_invoice',
    { id: invoice.id },
    {
      status: answer.status,
      refuse_reason: reason,
      ...(answer.status === invoiceStates.code.issued ? { file_url: answer.fileUrl } : {}),
    },
    reason ? { reason } : {},
  )
  await tx.logStatus('vip_invoice', invoice.id, order.clinicId, invoice.status, answer.status, reason || undefined)
  return settled(tx, orderId)
}

async function settled(tx: TenantTx, orderId: string): Promise<InvoiceRow> {
  const invoice = (await invoiceOfOrder(tx, orderId)) as InvoiceRow
  await deskInvoice(tx, invoice)
  return invoice
}
