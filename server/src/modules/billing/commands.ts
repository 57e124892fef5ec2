import type { contract, ParsedInput } from '@dentin/contract'
import { fenToYuan, subtract, sum, today, uuidv7, ZERO, type BillAmounts, type BillTerms, type Fen } from '@dentin/kit'
import { sql } from 'kysely'
import type { ClinicContext } from '../../platform/http/context.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { clinicSettings, discountLimitOf, payMethods, tariffsByIds } from '../clinic/index.ts'
import { addConsumption, adjustArrears, patientBriefs } from '../patient/index.ts'
import { recordForBilling } from '../record/index.ts'
import { registrationCharged, registrationForFee, registrationUncharged } from '../visit/index.ts'
import {
  billOfRecord,
  billPayments,
  feeBillOf,
  findBill,
  lockArrears,
  lockBill,
  openBillsOfRegistration,
  type BillRow,
} from './queries.ts'
import {
  assertStep,
  checkPayments,
  priceBill,
  type DiscountRights,
  type PaymentInput,
  type PaymentMethodFacts,
  type PricedLine,
} from './rules.ts'

type OpenInput = ParsedInput<typeof contract.billing.open>
type SaveInput = ParsedInput<typeof contract.billing.save>
type ChargeInput = ParsedInput<typeof contract.billing.charge>
type RepayInput = ParsedInput<typeof contract.billing.repay>
type RevokeInput = ParsedInput<typeof contract.billing.revoke>
type FeeInput = ParsedInput<typeof contract.billing.registrationFee>
interface LineInput {
  tariffId: string
  teeth: string
  qty: number
  price: Fen
  discountPercent: number
}

/** What this person may give: with the right to change prices, everything. */
export async function discountRights(ctx: ClinicContext): Promise<DiscountRights> {
  return { limit: await discountLimitOf(ctx.tx, ctx.employeeId), unlimited: ctx.can('/orderSet:discount') }
}

function termsOf(input: {
  discountPercent: number
  reductionAmount: Fen
  roundingRule: number
  manualRounding: Fen
}): BillTerms {
  return {
    discountPercent: input.discountPercent,
    reduction: input.reductionAmount,
    roundingRule: input.roundingRule as BillTerms['roundingRule'],
    manualRounding: input.manualRounding,
  }
}

interface TariffLine extends PricedLine {
  tariffId: string
  categoryName: string
  unit: string
  teeth: string
}

/** Lines with what the price list of this clinic says; an item that is switched off can't be added any more. */
async function pricedLines(
  tx: TenantTx,
  clinicId: string,
  lines: readonly LineInput[],
  kept: ReadonlySet<string> = new Set(),
): Promise<TariffLine[]> {
  const tariffs = await tariffsByIds(
    tx,
    clinicId,
    lines.map((line) => line.tariffId),
  )
  return lines.map((line, n) => {
    const tariff = tariffs.get(line.tariffId)
    if (!tariff)
      throw new AppError('NOT_FOUND', { fields: [{ field: `items.${n}.tariffId`, message: '没有这个项目' }] })
    if (!tariff.enabled && !kept.has(tariff.id)) {
      throw new AppError('TARIFF_OFF', { fields: [{ field: `items.${n}.tariffId`, message: `${tariff.name}已停用` }] })
    }
    return {
      tariffId: tariff.id,
      name: tariff.name,
      categoryName: tariff.categoryName,
      unit: tariff.unit,
      teeth: line.teeth,
      price: line.price,
      listPrice: tariff.price,
      minPrice: tariff.minPrice,
      qty: line.qty,
      canDiscount: tariff.canDiscount,
      discountPercent: line.discountPercent,
    }
  })
}

/** Writes the lines of a bill anew. */
async function writeLines(
  tx: TenantTx,
  bill: { id: string; clinicId: string; doctorId: string | null },
  lines: readonly TariffLine[],
  amounts: BillAmounts,
): Promise<void> {
  await tx.rows(sql`delete from bill_item where tenant_id = ${tx.tenantId} and bill_id = ${bill.id}`)
  if (lines.length === 0) return
  const rows = lines.map((line, n) => ({
    id: uuidv7(),
    line_no: n + 1,
    tariff_id: line.tariffId,
    name: line.name,
    category_name: line.categoryName,
    teeth: line.teeth,
    unit: line.unit,
    qty: line.qty,
    price: fenToYuan(line.price),
    original_amount: fenToYuan((amounts.lines[n] as { original: Fen }).original),
    can_discount: line.canDiscount,
    discount_percent: line.discountPercent,
    discount_amount: fenToYuan((amounts.lines[n] as { discount: Fen }).discount),
    amount: fenToYuan((amounts.lines[n] as { amount: Fen }).amount),
  }))
  await tx.rows(
    sql`insert into bill_item (tenant_id, clinic_id, bill_id, doctor_id, id, line_no, tariff_id, name, category_name, teeth, unit, qty, price,
          original_amount, can_discount, discount_percent, discount_amount, amount)
        select ${tx.tenantId}::uuid, ${bill.clinicId}::uuid, ${bill.id}::uuid, ${bill.doctorId}::uuid, x.id, x.line_no, x.tariff_id, x.name,
          x.category_name, x.teeth, x.unit, x.qty, x.price, x.original_amount, x.can_discount, x.discount_percent, x.discount_amount, x.amount
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, line_no int, tariff_id uuid, name text, category_name text, teeth text,
          unit text, qty int, price numeric, original_amount numeric, can_discount boolean, discount_percent int, discount_amount numeric, amount numeric)
        returning id`,
  )
}

const sumsOf = (amounts: BillAmounts) => ({
  original_amount: fenToYuan(amounts.original),
  discount_amount: fenToYuan(amounts.discount),
  rounding_amount: fenToYuan(amounts.rounding),
  receivable_amount: fenToYuan(amounts.receivable),
})

interface NewBill {
  patientId: string
  billType: number
  registrationId: string | null
  treatmentId: string | null
  recordId: string | null
  doctorId: string | null
  status: 0 | 1
  lines: readonly TariffLine[]
  amounts: BillAmounts
  terms: BillTerms
  discountReason: string
  remark: string
}

async function insertBill(ctx: ClinicContext, bill: NewBill): Promise<{ id: string; billNo: string; version: number }> {
  const { tx } = ctx
  const id = uuidv7()
  const row = await tx.insert(
    'bill',
    {
      id,
      clinic_id: ctx.clinicId,
      bill_no: await tx.nextNumber('SF', ctx.clinicId, today(tx.now)),
      bill_type: bill.billType,
      patient_id: bill.patientId,
      registration_id: bill.registrationId,
      treatment_id: bill.treatmentId,
      record_id: bill.recordId,
      doctor_id: bill.doctorId,
      status: bill.status,
      ...sumsOf(bill.amounts),
      discount_percent: bill.terms.discountPercent,
      reduction_amount: fenToYuan(bill.terms.reduction),
      rounding_rule: bill.terms.roundingRule,
      discount_reason: bill.discountReason,
      remark: bill.remark,
      opener_id: ctx.employeeId,
      opener_name: ctx.actorName,
      open_time: tx.now,
      submit_time: bill.status === 1 ? tx.now : null,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { patientId: bill.patientId },
  )
  await writeLines(tx, { id, clinicId: ctx.clinicId, doctorId: bill.doctorId }, bill.lines, bill.amounts)
  await tx.logStatus('bill', id, ctx.clinicId, null, bill.status)
  tx.publish('bill', id)
  return { id, billNo: row.bill_no, version: row.version }
}

async function mustBePatient(tx: TenantTx, patientId: string): Promise<void> {
  const patient = (await patientBriefs(tx, [patientId])).get(patientId)
  if (!patient || patient.status > 1)
    throw new AppError('NOT_FOUND', { fields: [{ field: 'patientId', message: '没有这位患者' }] })
}

/** Opens a bill at the desk. */
export async function openBill(
  ctx: ClinicContext,
  input: OpenInput,
): Promise<{ id: string; billNo: string; version: number }> {
  await mustBePatient(ctx.tx, input.patientId)
  if (input.submit && input.items.length === 0)
    throw new AppError('BILL_EMPTY', { fields: [{ field: 'items', message: '请加收费项目' }] })
  const lines = await pricedLines(ctx.tx, ctx.clinicId, input.items)
  const terms = termsOf(input)
  const amounts = priceBill(lines, terms, await discountRights(ctx))
  return insertBill(ctx, {
    patientId: input.patientId,
    billType: 1,
    registrationId: input.registrationId ?? null,
    treatmentId: null,
    recordId: null,
    doctorId: input.doctorId ?? null,
    status: input.submit ? 1 : 0,
    lines,
    amounts,
    terms,
    discountReason: input.discountReason,
    remark: input.remark,
  })
}

/** Makes the bill of a record's treatments and sends it to the desk. */
export async function draftFromRecord(
  ctx: ClinicContext,
  recordId: string,
): Promise<{ id: string; billNo: string; receivableAmount: Fen }> {
  const { tx } = ctx
  const record = await recordForBilling(tx, recordId)
  const already = await billOfRecord(tx, recordId)
  if (already) throw new AppError('RECORD_ALREADY_BILLED', { data: { billId: already.id, status: already.status } })
  if (record.lines.length === 0) throw new AppError('RECORD_WITHOUT_ITEMS')
  const tariffs = await tariffsByIds(
    tx,
    ctx.clinicId,
    record.lines.map((line) => line.tariffId),
  )
  const lines = await pricedLines(
    tx,
    ctx.clinicId,
    record.lines.map((line) => ({ ...line, price: tariffs.get(line.tariffId)?.price ?? ZERO, discountPercent: 100 })),
  )
  const terms: BillTerms = { discountPercent: 100, reduction: ZERO, roundingRule: 0 }
  const amounts = priceBill(lines, terms, { limit: 100, unlimited: false })
  const bill = await insertBill(ctx, {
    patientId: record.patientId,
    billType: 1,
    registrationId: record.registrationId,
    treatmentId: record.treatmentId,
    recordId,
    doctorId: record.doctorId,
    status: 1,
    lines,
    amounts,
    terms,
    discountReason: '',
    remark: '',
  })
  return { id: bill.id, billNo: bill.billNo, receivableAmount: amounts.receivable }
}

/** Changes lines and discounts of a bill that is not paid yet. */
export async function saveBill(
  ctx: ClinicContext,
  input: SaveInput,
): Promise<{ version: number; originalAmount: Fen; discountAmount: Fen; receivableAmount: Fen }> {
  const { tx } = ctx
  const bill = await lockBill(tx, input.id)
  assertStep('edit', bill.status)
  if (bill.billType === 3) throw new AppError('BILL_NOT_OPEN', { message: '挂号费不能改项目' })
  if (bill.status === 1 && input.items.length === 0)
    throw new AppError('BILL_EMPTY', { fields: [{ field: 'items', message: '请加收费项目' }] })
  const before = await tx.rows<{ tariff_id: string }>(
    sql`select tariff_id from bill_item where tenant_id = ${tx.tenantId} and bill_id = ${bill.id}`,
  )
  const lines = await pricedLines(tx, bill.clinicId, input.items, new Set(before.map((row) => row.tariff_id)))
  const terms = termsOf(input)
  const amounts = priceBill(lines, terms, await discountRights(ctx))
  const changed = await tx.update(
    'bill',
    { id: bill.id, version: input.version },
    {
      ...sumsOf(amounts),
      discount_percent: terms.discountPercent,
      reduction_amount: fenToYuan(terms.reduction),
      rounding_rule: terms.roundingRule,
      discount_reason: input.discountReason,
      remark: input.remark,
    },
    { patientId: bill.patientId },
  )
  await writeLines(tx, bill, lines, amounts)
  tx.publish('bill', bill.id)
  return {
    version: changed.version,
    originalAmount: amounts.original,
    discountAmount: amounts.discount,
    receivableAmount: amounts.receivable,
  }
}

async function step(
  ctx: ClinicContext,
  bill: BillRow,
  version: number,
  to: number,
  patch: Record<string, unknown>,
  reason?: string,
): Promise<number> {
  const row = await ctx.tx.update(
    'bill',
    { id: bill.id, version },
    { status: to, ...patch },
    { patientId: bill.patientId, ...(reason ? { reason } : {}) },
  )
  await ctx.tx.logStatus('bill', bill.id, bill.clinicId, bill.status, to, reason)
  ctx.tx.publish('bill', bill.id)
  return row.version
}

/** Sends a draft, or a bill that was given back, to the desk. */
export async function submitBill(ctx: ClinicContext, id: string, version: number): Promise<number> {
  const bill = await lockBill(ctx.tx, id)
  assertStep('submit', bill.status)
  const items = await ctx.tx.need<{ count: number }>(
    sql`select count(*)::int as count from bill_item where tenant_id = ${ctx.tx.tenantId} and bill_id = ${id}`,
  )
  if (items.count === 0) throw new AppError('BILL_EMPTY')
  return step(ctx, bill, version, 1, { submit_time: ctx.tx.now })
}

/** The doctor takes the bill back, or the desk gives it back: it can't be charged until it is sent again. */
export async function takeBackBill(ctx: ClinicContext, id: string, version: number, reason: string): Promise<number> {
  const bill = await lockBill(ctx.tx, id)
  assertStep('takeBack', bill.status)
  return step(ctx, bill, version, 8, { submit_time: null }, reason)
}

/** Voids a bill that was never paid; its number stays used. */
export async function voidBill(ctx: ClinicContext, id: string, version: number, reason: string): Promise<void> {
  const bill = await lockBill(ctx.tx, id)
  assertStep('void', bill.status)
  await step(ctx, bill, version, 9, { submit_time: null }, reason)
}

async function methodsById(tx: TenantTx): Promise<Map<string, PaymentMethodFacts>> {
  return new Map((await payMethods(tx)).map((method) => [method.id, method]))
}

/** Writes ledger rows. */
async function writePayments(
  ctx: ClinicContext,
  bill: { id: string; clinicId: string; patientId: string },
  rows: readonly (PaymentInput & { change: Fen; amount: Fen })[],
  kind: 1 | 2,
): Promise<void> {
  const { tx } = ctx
  for (const row of rows) {
    await tx.rows(
      sql`insert into bill_payment (tenant_id, id, clinic_id, bill_id, patient_id, pay_no, pay_method_id, amount, tendered_amount, change_amount,
            trade_no, kind, pay_time, pay_date, cashier_id, cashier_name)
          values (${tx.tenantId}, ${uuidv7()}, ${bill.clinicId}, ${bill.id}, ${bill.patientId}, ${await tx.nextNumber('ZF', ctx.clinicId, today(tx.now))},
            ${row.payMethodId}, ${fenToYuan(row.amount)}, ${row.tendered === undefined ? null : fenToYuan(row.tendered)}, ${fenToYuan(row.change)},
            ${row.tradeNo || null}, ${kind}, ${tx.now}, ${today(tx.now)}, ${ctx.employeeId}, ${ctx.actorName}) returning id`,
    )
  }
}

interface Settled {
  id: string
  status: number
  receivableAmount: Fen
  paidAmount: Fen
  arrearsAmount: Fen
  changeAmount: Fen
  version: number
}

/** Takes payments on a bill that waits, whole or in part; what is left becomes arrears when the person may leave it. */
async function settle(
  ctx: ClinicContext,
  bill: BillRow,
  version: number | undefined,
  payments: readonly PaymentInput[],
  arrears: { leave: boolean; allowed: boolean; reason: string },
): Promise<Settled> {
  const { tx } = ctx
  const { paid, change, rows } = checkPayments(payments, await methodsById(tx), bill.receivableAmount)
  const left = subtract(bill.receivableAmount, paid)
  if (left > 0) {
    const message = `还差 ${fenToYuan(left)} 元`
    if (!arrears.leave)
      throw new AppError('PAYMENT_SHORT', {
        message: `${message}，留欠费请选择挂账`,
        fields: [{ field: 'payments', message }],
        data: { left: fenToYuan(left) },
      })
    if (!arrears.allowed) throw new AppError('ARREARS_NOT_ALLOWED')
  }
  const status = left > 0 ? 2 : 3
  await writePayments(ctx, bill, rows, 1)
  const row = await tx.update(
    'bill',
    { id: bill.id, ...(version === undefined ? {} : { version }) },
    {
      status,
      paid_amount: fenToYuan(paid),
      arrears_amount: fenToYuan(left),
      pay_time: tx.now,
      cashier_id: ctx.employeeId,
      ...(left > 0 ? { arrears_reason: arrears.reason } : {}),
    },
    { action: 'charge', patientId: bill.patientId },
  )
  await tx.logStatus('bill', bill.id, bill.clinicId, bill.status, status)
  await adjustArrears(tx, bill.patientId, left)
  await addConsumption(tx, bill.patientId, paid)
  tx.publish('bill', bill.id)
  return {
    id: bill.id,
    status,
    receivableAmount: bill.receivableAmount,
    paidAmount: paid,
    arrearsAmount: left,
    changeAmount: change,
    version: row.version,
  }
}

/** Charges a bill. When it was the last one of its visit, the visit is charged. */
export async function chargeBill(ctx: ClinicContext, input: ChargeInput): Promise<Settled> {
  const bill = await lockBill(ctx.tx, input.id)
  if (bill.version === input.version) assertStep('charge', bill.status)
  const settled = await settle(ctx, bill, input.version, input.payments, {
    leave: input.leaveArrears,
    allowed: ctx.can('/orderSet:arrears'),
    reason: input.arrearsReason,
  })
  await afterSettled(ctx, bill)
  return settled
}

async function afterSettled(ctx: ClinicContext, bill: BillRow): Promise<void> {
  if (!bill.registrationId || bill.billType === 3) return
  if ((await openBillsOfRegistration(ctx.tx, bill.registrationId)) === 0)
    await registrationCharged(ctx.tx, bill.registrationId)
}

/** Repays arrears, oldest bill first (or only the bills named). */
export async function repayArrears(
  ctx: ClinicContext,
  input: RepayInput,
): Promise<{ repaid: { billId: string; amount: Fen }[]; changeAmount: Fen }> {
  const { tx } = ctx
  await mustBePatient(tx, input.patientId)
  const bills = await lockArrears(tx, input.patientId, input.billIds)
  const due = sum(bills.map((bill) => bill.arrearsAmount))
  const { paid, change, rows } = checkPayments(input.payments, await methodsById(tx), due)
  if (paid === 0)
    throw new AppError('PAYMENT_SHORT', {
      message: '请填写收款金额',
      fields: [{ field: 'payments', message: '请填写收款金额' }],
    })
  const purse = rows.map((row) => ({ ...row }))
  const repaid: { billId: string; amount: Fen }[] = []
  for (const bill of bills) {
    let owed = bill.arrearsAmount as number
    const portions: typeof purse = []
    for (const row of purse) {
      const part = Math.min(owed, row.amount)
      if (part === 0) continue
      portions.push({ ...row, amount: part as Fen })
      row.amount = (row.amount - part) as Fen
      // The change belongs to the first portion of its payment.
      row.change = ZERO
      delete (row as { tendered?: Fen }).tendered
      owed -= part
    }
    const amount = subtract(bill.arrearsAmount, owed as Fen)
    if (amount === 0) break
    await writePayments(ctx, bill, portions, 2)
    const status = owed === 0 ? 3 : 2
    await tx.update(
      'bill',
      { id: bill.id },
      { status, paid_amount: fenToYuan((bill.paidAmount + amount) as Fen), arrears_amount: fenToYuan(owed as Fen) },
      { action: 'repay', patientId: bill.patientId },
    )
    if (status === 3) await tx.logStatus('bill', bill.id, bill.clinicId, 2, 3)
    repaid.push({ billId: bill.id, amount })
    tx.publish('bill', bill.id)
  }
  await adjustArrears(tx, input.patientId, -paid as Fen)
  await addConsumption(tx, input.patientId, paid)
  return { repaid, changeAmount: change }
}

/** Revokes the payments of today: each gets its opposite row, and the bill waits again. */
export async function revokeCharge(ctx: ClinicContext, input: RevokeInput): Promise<number> {
  const { tx } = ctx
  const bill = await lockBill(tx, input.id)
  if (bill.version === input.version) assertStep('revoke', bill.status)
  if (bill.refundedAmount > 0) throw new AppError('NOTHING_TO_REVOKE', { message: '账单已有退款，不能撤销收费' })
  const ledger = await billPayments(tx, bill.id)
  const revoked = new Set(ledger.map((row) => row.revokesId))
  const live = ledger.filter((row) => row.kind !== 3 && !revoked.has(row.id))
  const day = today(tx.now)
  if (live.some((row) => row.payDate !== day) || (bill.payTime && today(bill.payTime) !== day))
    throw new AppError('REVOKE_NOT_TODAY')
  for (const row of live) {
    await tx.rows(
      sql`insert into bill_payment (tenant_id, id, clinic_id, bill_id, patient_id, pay_no, pay_method_id, amount, kind, revokes_id, pay_time, pay_date, cashier_id, cashier_name)
          values (${tx.tenantId}, ${uuidv7()}, ${bill.clinicId}, ${bill.id}, ${bill.patientId}, ${await tx.nextNumber('ZF', ctx.clinicId, day)}, ${row.payMethodId},
            ${fenToYuan(-row.amount as Fen)}, 3, ${row.id}, ${tx.now}, ${day}, ${ctx.employeeId}, ${ctx.actorName}) returning id`,
    )
  }
  const changed = await tx.update(
    'bill',
    { id: bill.id, version: input.version },
    {
      status: 1,
      paid_amount: '0.00',
      arrears_amount: '0.00',
      pay_time: null,
      cashier_id: null,
      submit_time: tx.now,
      arrears_reason: null,
    },
    { action: 'revoke', patientId: bill.patientId, reason: input.reason },
  )
  await tx.logStatus('bill', bill.id, bill.clinicId, bill.status, 7, input.reason)
  await tx.logStatus('bill', bill.id, bill.clinicId, 7, 1)
  await adjustArrears(tx, bill.patientId, -bill.arrearsAmount as Fen)
  await addConsumption(tx, bill.patientId, -bill.paidAmount as Fen)
  if (bill.registrationId && bill.billType !== 3) await registrationUncharged(tx, bill.registrationId)
  tx.publish('bill', bill.id)
  return changed.version
}

/** Takes the fee of a registration: a bill of its own, opened and paid in one go. */
export async function chargeRegistrationFee(
  ctx: ClinicContext,
  input: FeeInput,
): Promise<Settled & { billNo: string }> {
  const { tx } = ctx
  const registration = await registrationForFee(tx, input.registrationId)
  const paid = await feeBillOf(tx, input.registrationId)
  if (paid && (paid.status === 2 || paid.status === 3)) throw new AppError('FEE_ALREADY_PAID')
  if (registration.regFee === 0) throw new AppError('NO_FEE')
  const fee = registration.regFee
  const lineAmounts = { original: fee, discount: ZERO, amount: fee }
  const opened = paid
    ? { id: paid.id }
    : await insertFeeBill(ctx, {
        ...registration,
        fee,
        amounts: { lines: [lineAmounts], original: fee, discount: ZERO, rounding: ZERO, receivable: fee },
      })
  const bill = await lockBill(tx, opened.id)
  const settled = await settle(ctx, bill, undefined, input.payments, { leave: false, allowed: false, reason: '' })
  return { ...settled, billNo: bill.billNo }
}

async function insertFeeBill(
  ctx: ClinicContext,
  registration: { id: string; patientId: string; doctorId: string; fee: Fen; amounts: BillAmounts },
): Promise<{ id: string }> {
  const terms: BillTerms = { discountPercent: 100, reduction: ZERO, roundingRule: 0 }
  const bill = await insertBill(ctx, {
    patientId: registration.patientId,
    billType: 3,
    registrationId: registration.id,
    treatmentId: null,
    recordId: null,
    doctorId: registration.doctorId,
    status: 1,
    lines: [],
    amounts: registration.amounts,
    terms,
    discountReason: '',
    remark: '',
  })
  const { tx } = ctx
  const text = fenToYuan(registration.fee)
  await tx.rows(
    sql`insert into bill_item (tenant_id, id, clinic_id, bill_id, line_no, name, category_name, unit, qty, price, original_amount, can_discount, amount, doctor_id)
        values (${tx.tenantId}, ${uuidv7()}, ${ctx.clinicId}, ${bill.id}, 1, '挂号费', '挂号', '次', 1, ${text}, ${text}, false, ${text}, ${registration.doctorId}) returning id`,
  )
  return { id: bill.id }
}
