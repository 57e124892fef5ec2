import { randomUUID } from 'node:crypto'
import type { contract, ParsedInput } from '@dentin/contract'
import {
  buyerProblems,
  invoiceKinds,
  invoiceRedStates,
  invoiceStates,
  type InvoiceKind,
} from '@dentin/contract/invoice'
import { fen, fenToYuan, formatYuan, splitByWeight, subtract, sum, today, uuidv7, type Fen } from '@dentin/kit'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import type { Services } from '../../platform/services.ts'
import { mustReachPatient } from '../patient/index.ts'
import { invoicesWithin } from './access.ts'
import { accountInUse, type AccountRow } from './accounts.ts'
import { queueInvoice, queueRed } from './queue.ts'
import { mustBe, redMustBe, restOf, weigh } from './steps.ts'
import {
  coversOf,
  findRed,
  holders,
  keptItems,
  lockInvoice,
  lockRed,
  worthOfBill,
  type Holder,
  type InvoiceRow,
  type RedRow,
} from './queries.ts'
import { freeOf, itemsOf, taxOf, type InvoiceItem, type Weighed } from './rules.ts'

type Calls = typeof contract.invoice
type In<K extends keyof Calls> = ParsedInput<Calls[K]>

const NUMBER = 'FP'

/** The number under which a platform is asked: new for each attempt, the same however often one is repeated. */
export const requestNo = (kind: 'DI' | 'DR', attempt: number): string =>
  `${kind}${randomUUID().replaceAll('-', '')}A${attempt}`

/** What of a holder may be invoiced now, with the rule of the clinic that keeps it. */
export const freeNow = (holder: Holder, account: Pick<AccountRow, 'rule'> | undefined): Fen =>
  freeOf({ ...holder, rule: account?.rule ?? 2 })

/** A bill, card or prepayment, refused when it is of another clinic. */
export async function holderHere(
  tx: TenantTx,
  clinicId: string,
  kind: number,
  id: string,
  field = 'holderId',
): Promise<Holder> {
  const [found] = await holders(tx, { kind, id })
  if (!found) throw fieldError('NOT_FOUND', field)
  if (found.clinicId !== clinicId)
    throw new AppError('INVOICE_OTHER_CLINIC', { message: `这笔款在${found.clinicName}收取，请到那里开票` })
  return found
}

/** What lines an amount of a holder comes to. */
async function partsOf(tx: TenantTx, holder: Holder, amount: Fen): Promise<Weighed[]> {
  if (holder.kind === 4) return [{ kind: 'service', name: '会员卡费', amount }]
  if (holder.kind !== 1) return [{ kind: 'service', name: '医疗服务', amount }]
  const worth = (await worthOfBill(tx, holder.id)).filter((each) => each.amount > 0)
  if (worth.length === 0) return [{ kind: 'service', name: '医疗服务', amount }]
  // A voucher, a unit or a bonus paid some of it: what is invoiced lies on all lines in proportion.
  const whole = sum(worth.map((each) => each.amount))
  const scaled =
    amount > whole
      ? worth.map((each, n) => (n === 0 ? fen(each.amount + amount - whole) : each.amount))
      : worth.map((each) => each.amount)
  const shares = splitByWeight(amount, scaled)
  return worth.map(({ kind }, n) => ({ kind, name: kind === 'goods' ? '商品' : '医疗服务', amount: shares[n] as Fen }))
}

export const ratesOf = (account: AccountRow) => ({ service: account.serviceRate, goods: account.goodsRate })

/** The lines that what is left of a holder would have. */
export async function proposedItems(
  tx: TenantTx,
  holder: Holder,
  amount: Fen,
  account: AccountRow,
): Promise<InvoiceItem[]> {
  return amount > 0 ? itemsOf(await partsOf(tx, holder, amount), ratesOf(account)) : []
}

interface Buyer {
  type: number
  titleType: number
  title: string
  taxNo: string
  regAddress: string
  regPhone: string
  bankName: string
  bankAccount: string
  email: string
  mobile: string
}

/** A person has no tax number on an invoice, whatever was typed before. */
function checkedBuyer(buyer: Buyer): Buyer {
  const problems = buyerProblems(buyer)
  if (problems.length > 0) throw new AppError('BAD_INPUT', { message: problems[0]?.message ?? '', fields: problems })
  return buyer.titleType === 0 ? { ...buyer, taxNo: '' } : buyer
}

/** Who asks for an invoice. */
interface Asker {
  clinicId: string
  id: string | null
  name: string
  source: 1 | 2
  keyHash?: string
}

/**
 * Writes an invoice down that is to be issued, and claims what it covers; the database refuses a claim beyond what may be invoiced.
 * Nothing is asked of the platform here: a job does it once this is committed.
 */
export async function writeInvoice(
  tx: TenantTx,
  services: Services,
  asker: Asker,
  covers: readonly { holder: Holder; amount: Fen }[],
  typed: Buyer,
): Promise<{ id: string; status: number; version: number; invoiceNo: string }> {
  const buyer = checkedBuyer(typed)
  const account = await accountInUse(tx, services, asker.clinicId)
  const [first] = covers
  if (!first) throw new AppError('INVOICE_NOTHING')
  const other = covers.findIndex(({ holder }) => holder.patientId !== first.holder.patientId)
  if (other !== -1) throw fieldError('BAD_INPUT', `covers.${other}.holderId`, '一张发票只能合并同一位患者的款')
  for (const [n, { holder, amount }] of covers.entries()) {
    const twice = covers.findIndex((each) => each.holder.id === holder.id && each.holder.kind === holder.kind) !== n
    if (twice) throw fieldError('BAD_INPUT', `covers.${n}.holderId`, '同一笔款只能选一次')
    refuseOver(holder, account, amount, `covers.${n}.amount`)
  }
  const parts: Weighed[] = []
  for (const { holder, amount } of covers) parts.push(...(await partsOf(tx, holder, amount)))
  const items = itemsOf(parts, ratesOf(account))
  if (buyer.type === 1 && items.some(({ rate }) => rate === 0))
    throw fieldError('BAD_INPUT', 'type', '免税项目不能开增值税专用发票')
  const id = uuidv7()
  const row = await tx.insert(
    'invoice',
    {
      id,
      clinic_id: asker.clinicId,
      invoice_no: await tx.nextNumber(NUMBER, asker.clinicId, today(tx.now)),
      patient_id: first.holder.patientId,
      status: invoiceStates.code.toSend,
      type: buyer.type,
      title_type: buyer.titleType,
      title: buyer.title,
      tax_no: buyer.taxNo,
      reg_address: buyer.regAddress,
      reg_phone: buyer.regPhone,
      bank_name: buyer.bankName,
      bank_account: buyer.bankAccount,
      email: buyer.email,
      mobile: buyer.mobile,
      items: keptItems(items),
      amount: fenToYuan(sum(covers.map(({ amount }) => amount))),
      tax_amount: fenToYuan(taxOf(items)),
      account_id: account.id,
      app_id: account.appId,
      request_no: requestNo('DI', 1),
      source: asker.source,
      key_hash: asker.keyHash ?? null,
      drawer_id: asker.id,
      drawer_name: asker.name,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { patientId: first.holder.patientId },
  )
  const rows = covers.map(({ holder, amount }) => ({
    id: uuidv7(),
    kind: holder.kind,
    bill_id: holder.kind === 1 ? holder.id : null,
    card_id: holder.kind === 2 || holder.kind === 4 ? holder.id : null,
    prepay_id: holder.kind === 3 ? holder.id : null,
    amount: fenToYuan(amount),
  }))
  await tx.rows(
    keptSql`insert into invoice_cover (tenant_id, clinic_id, invoice_id, id, kind, bill_id, card_id, prepay_id, amount)
      select ${tx.tenantId}::uuid, ${asker.clinicId}::uuid, ${id}::uuid, x.id, x.kind, x.bill_id, x.card_id, x.prepay_id, x.amount
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, kind int, bill_id uuid, card_id uuid, prepay_id uuid, amount numeric) returning id`,
  )
  await weigh(tx, id, true)
  await tx.logStatus('invoice', id, asker.clinicId, null, row.status)
  await queueInvoice(tx, services, { clinicId: asker.clinicId, id })
  tellScreens(
    tx,
    covers.map(({ holder }) => holder),
  )
  return { id, status: row.status, version: row.version, invoiceNo: row.invoice_no }
}

/** Screens that show a bill, card or prepayment read again whether it is invoiced. */
export function tellScreens(tx: TenantTx, covered: readonly { kind: number; id: string }[]): void {
  tx.publish('bill', covered.length === 1 ? covered[0]?.id : null)
  if (covered.some(({ kind }) => kind === 2 || kind === 4)) tx.publish('memberCard')
}

function refuseOver(holder: Holder, account: AccountRow, amount: Fen, field: string): void {
  const free = freeNow(holder, account)
  if (amount <= free) return
  const kind = invoiceKinds[holder.kind as InvoiceKind]
  const why = free > 0 ? `最多可开 ${formatYuan(free)} 元` : nothingBecause(holder, account)
  throw fieldError(free > 0 ? 'INVOICE_OVER' : 'INVOICE_NOTHING', field, `${kind} ${holder.no} ${why}`)
}

/** Why nothing of a holder may be invoiced, in words. */
export function nothingBecause(holder: Holder, account: Pick<AccountRow, 'rule'> | undefined): string {
  if (holder.invoiced > holder.red) return '可开的金额已全部开票'
  const purse = holder.kind === 2 || holder.kind === 3
  if (purse && (account?.rule ?? 2) === 2 && holder.right > 0) return '按本门诊规定消费时开票，充值时不开'
  return '没有可开票的收款'
}

/** Issues at the desk. */
export async function issue(ctx: ClinicContext, input: In<'issue'>) {
  const { tx, clinicId, services } = ctx
  const { covers, requestId: _request, ...buyer } = input
  const found: { holder: Holder; amount: Fen }[] = []
  for (const [n, { kind, holderId, amount }] of covers.entries())
    found.push({ holder: await holderHere(tx, clinicId, kind, holderId, `covers.${n}.holderId`), amount })
  await mustReachPatient(ctx, found[0]?.holder.patientId as string)
  return writeInvoice(tx, services, { clinicId, id: ctx.employeeId, name: ctx.actorName, source: 1 }, found, buyer)
}

/** An invoice that somebody works on: locked, of this clinic, within reach. */
const invoiceFor = (ctx: ClinicContext, id: string): Promise<InvoiceRow> => lockInvoice(ctx.tx, id, invoicesWithin(ctx))

/** Tries one that failed again, as if it were asked for now: another attempt with another number, and every check anew. */
export async function retry(ctx: ClinicContext, input: In<'retry'>) {
  const { tx, services } = ctx
  const found = await invoiceFor(ctx, input.id)
  mustBe('retry', found.status)
  const account = await accountInUse(tx, services, found.clinicId)
  for (const cover of await coversOf(tx, [found.id])) {
    const holder = await holderHere(
      tx,
      found.clinicId,
      cover.kind,
      (cover.billId ?? cover.cardId ?? cover.prepayId) as string,
    )
    refuseOver(holder, account, cover.amount, 'id')
  }
  const attempt = found.attempt + 1
  const row = await tx.update(
    'invoice',
    { id: found.id, version: input.version },
    {
      status: invoiceStates.code.toSend,
      attempt,
      request_no: requestNo('DI', attempt),
      account_id: account.id,
      app_id: account.appId,
      sent_at: null,
      message: '',
    },
    { action: 'retry', patientId: found.patientId },
  )
  await weigh(tx, found.id, true)
  await tx.logStatus('invoice', found.id, found.clinicId, found.status, row.status)
  await queueInvoice(tx, services, found)
  tx.publish('bill')
  return { id: found.id, status: row.status, version: row.version }
}

/** Takes an invoice back, in part or whole. Its sum is free once the red is issued, not before. */
export async function redden(ctx: ClinicContext, input: In<'red'>): Promise<{ id: string; status: number }> {
  const { tx, services } = ctx
  const found = await invoiceFor(ctx, input.id)
  mustBe('redden', found.status)
  if (found.version !== input.version) throw new AppError('VERSION_CONFLICT', { data: { version: found.version } })
  await accountInUse(tx, services, found.clinicId)
  const rest = await restOf(tx, found)
  const amount = input.amount ?? rest
  if (amount > rest || amount === 0)
    throw fieldError(
      'INVOICE_RED_OVER',
      'amount',
      rest > 0 ? `最多可红冲 ${formatYuan(rest)} 元` : '已全部红冲或正在红冲',
    )
  const id = uuidv7()
  await tx.rows(
    keptSql`insert into invoice_red (tenant_id, id, clinic_id, invoice_id, status, reason, remark, source, is_due, amount, app_id, request_no,
          raised_id, raised_name, created_at)
        values (${tx.tenantId}, ${id}, ${found.clinicId}, ${found.id}, ${invoiceRedStates.code.toSend}, ${input.reason}, ${input.remark}, 1, false,
          ${fenToYuan(amount)}, ${found.appId}, ${requestNo('DR', 1)}, ${ctx.employeeId}, ${ctx.actorName}, ${tx.now}) returning id`,
  )
  const covers = await coversOf(tx, [found.id])
  const shares = splitByWeight(
    amount,
    covers.map((cover) => subtract(cover.amount, cover.red)),
  )
  const rows = covers.flatMap((cover, n) =>
    shares[n] ? [{ id: uuidv7(), cover_id: cover.id, amount: fenToYuan(shares[n]) }] : [],
  )
  await tx.rows(
    keptSql`insert into invoice_red_cover (tenant_id, clinic_id, red_id, id, cover_id, amount)
      select ${tx.tenantId}::uuid, ${found.clinicId}::uuid, ${id}::uuid, x.id, x.cover_id, x.amount
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, cover_id uuid, amount numeric) returning id`,
  )
  await tx.note('red', 'invoice', found.id, { patientId: found.patientId, reason: input.remark })
  await tx.logStatus('invoice_red', id, found.clinicId, null, invoiceRedStates.code.toSend, input.remark)
  await queueRed(tx, services, { clinicId: found.clinicId, id })
  tx.publish('bill')
  return { id, status: invoiceRedStates.code.toSend }
}

/** A red one that somebody works on, its invoice locked before it. */
async function redFor(ctx: ClinicContext, id: string): Promise<{ red: RedRow; found: InvoiceRow }> {
  const seen = await findRed(ctx.tx, id)
  const found = await invoiceFor(ctx, seen.invoiceId)
  return { found, red: await lockRed(ctx.tx, id) }
}

/** Takes a red back that the platform does not have: never one that money went back for. */
export async function withdrawRed(
  ctx: ClinicContext,
  { redId }: In<'withdrawRed'>,
): Promise<{ id: string; status: number }> {
  const { tx } = ctx
  const { red, found } = await redFor(ctx, redId)
  redMustBe('withdraw', red.status)
  if (red.isDue) throw new AppError('INVOICE_RED_DUE')
  const status = invoiceRedStates.code.withdrawn
  await tx.rows(
    keptSql`update invoice_red set status = ${status}, ended_at = ${tx.now} where tenant_id = ${tx.tenantId} and id = ${red.id} returning id`,
  )
  await weigh(tx, found.id, false)
  await tx.note('redWithdraw', 'invoice', found.id, { patientId: found.patientId })
  await tx.logStatus('invoice_red', red.id, red.clinicId, red.status, status)
  tx.publish('bill')
  return { id: red.id, status }
}

export async function retryRed(ctx: ClinicContext, { redId }: In<'retryRed'>): Promise<{ id: string; status: number }> {
  const { tx, services } = ctx
  const { red, found } = await redFor(ctx, redId)
  redMustBe('retry', red.status)
  const account = await accountInUse(tx, services, found.clinicId)
  const attempt = red.attempt + 1
  const status = invoiceRedStates.code.toSend
  await tx.rows(
    keptSql`update invoice_red set status = ${status}, attempt = ${attempt}, request_no = ${requestNo('DR', attempt)}, app_id = ${account.appId},
        items = null, tax_amount = null, sent_at = null, message = '' where tenant_id = ${tx.tenantId} and id = ${red.id} returning id`,
  )
  await tx.note('redRetry', 'invoice', found.id, { patientId: found.patientId })
  await tx.logStatus('invoice_red', red.id, red.clinicId, red.status, status)
  await queueRed(tx, services, red)
  tx.publish('bill')
  return { id: red.id, status }
}
