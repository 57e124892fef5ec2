import { LATE_ENTRY_DAYS, RETAIL } from '@dentin/contract/billing'
import { billStates } from '@dentin/contract/core/status'
import type { contract, ParsedInput, Resource } from '@dentin/contract'
import {
  add,
  addDays,
  fenToYuan,
  formatYuan,
  layParts,
  subtract,
  sum,
  today,
  uuidv7,
  ZERO,
  type BillAmounts,
  type BillTerms,
  type Fen,
  type PartKind,
  fen,
} from '@dentin/kit'
import { sql } from 'kysely'
import type { ClinicContext } from '../../platform/http/context.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { clinicSettings, packagesByIds, payMethods, tariffsByIds } from '../clinic/index.ts'
import { discountLimitOf, doctorOfClinic, staffAmong } from '../staff/index.ts'
import { linkToClinic, mustBePatient, planLinesAmong, planLinesOf, type PlannedLine } from '../patient/index.ts'
import {
  accountOfPart,
  entriesOf,
  isMonthClosed,
  takeBack,
  post,
  tillOf,
  type Posting,
  type Through,
} from '../ledger/index.ts'
import {
  cardsOfPatient,
  closedAmong,
  giveBackRights,
  lockCardsOfBill,
  lockOwnCards,
  standingOf,
  type CardRow,
  type PaidByCard,
} from '../card/index.ts'
import { couponsOnBill, freeCoupons, unspendCoupons, spendCoupons } from '../coupon/index.ts'
import { planForBill } from '../follow-up/index.ts'
import { scenesOn } from '../sms/index.ts'
import { drugsPaid } from '../prescription/index.ts'
import { recordForBilling, type RecordForBilling } from '../record/index.ts'
import {
  registrationCharged,
  peopleOfVisit,
  registrationForFee,
  registrationUncharged,
  type VisitForBilling,
} from '../visit/index.ts'
import { billsWithin, mustReach } from './access.ts'
import { benefitsOf, nothingOff, changedWords, stepColumns, type Benefits, type BenefitsAsked } from './benefits.ts'
import {
  cardsFor,
  givenBackPrepays,
  logCards,
  noCards,
  openToBonus,
  paidBefore,
  payByCards,
  pointsNow,
  pointsSpent,
  lockUnits,
  settledByUnit,
  stillWanted,
  tryCards,
  usesOf,
  type Cards,
  type PaidBefore,
} from './cards.ts'
import { mustBeOpenMonth } from './closed-months.ts'
import { packed, savedPackages } from './packages.ts'
import { doneAtCharge, undoneByRevoke } from './execution/executions.ts'
import { statusByAmounts } from './refunds/standing.ts'
import { letGo, refuseHeld } from './locks.ts'
import { tellGivenBack, tellPaid } from './tell.ts'
import { freeVouchers, takeVouchers } from './vouchers.ts'
import {
  billItems,
  billOfRecord,
  billPayments,
  isPrescribed,
  feeBillOf,
  isGivingBack,
  lockArrears,
  lockBill,
  lockBills,
  otherBillsOf,
  type BillRow,
  type ItemRow,
} from './queries.ts'
import {
  assertStep,
  checkPayments,
  isGranted,
  priceBill,
  spread,
  type BillStep,
  type DiscountRights,
  type PaymentInput,
  type Granted,
  type PaymentMethodFacts,
  type Portion,
  type PricedLine,
} from './rules.ts'

type OpenInput = ParsedInput<typeof contract.billing.open>
type SaveInput = ParsedInput<typeof contract.billing.save>
interface RepayInput {
  patientId: string
  billIds: readonly string[]
  payments: readonly PaymentInput[]
}
type RevokeInput = ParsedInput<typeof contract.billing.revoke>
type FeeInput = ParsedInput<typeof contract.billing.registrationFee>
interface LineInput {
  tariffId: string
  teeth: string
  qty: number
  price: Fen
  discountPercent: number
  doctorId?: string | null | undefined
  planLineId?: string | null | undefined
  packageId?: string | null | undefined
  packageNo?: number | null | undefined
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
  categoryId: string
  /** What members pay for it in general. */
  listMemberPrice: Fen | null
  categoryName: string
  topCategoryName: string
  unit: string
  teeth: string
  canBonus: boolean
  isGoods: boolean
  /** null: the doctor of the bill. */
  doctorId: string | null
  planLineId: string | null
  packageId: string | null
  packageNo: number | null
  packageName: string | null
  packagePrice: Fen | null
}

/** Refuses a line of somebody who does not treat here, beside the line; who stands on the bill already may stay. */
async function mustBeDoctors(
  tx: TenantTx,
  clinicId: string,
  lines: readonly LineInput[],
  kept: readonly { doctorId: string | null }[],
): Promise<void> {
  const known = new Set<string | null | undefined>([null, undefined, ...kept.map(({ doctorId }) => doctorId)])
  for (const [n, { doctorId }] of lines.entries()) {
    if (known.has(doctorId)) continue
    await doctorOfClinic(tx, clinicId, doctorId as string).catch((error: unknown) => {
      throw error instanceof AppError ? fieldError(error.refusal, `items.${n}.doctorId`, error.message) : error
    })
    known.add(doctorId)
  }
}

/** Lines with what the price list of this clinic says; an item that is switched off can't be added any more. */
async function pricedLines(
  tx: TenantTx,
  clinicId: string,
  lines: readonly LineInput[],
  /** Of the bill that they are of: items that it has already, whose it is, and which it is when it stands. */
  bill: { patientId: string; id?: string; kept?: ReadonlySet<string>; items?: readonly ItemRow[] },
): Promise<TariffLine[]> {
  await mustBeDoctors(tx, clinicId, lines, bill.items ?? [])
  const planned = await plannedLines(tx, lines, bill)
  const tariffs = await tariffsByIds(
    tx,
    clinicId,
    lines.map((line) => line.tariffId),
  )
  const priced = lines.map((line, n) => {
    const tariff = tariffs.get(line.tariffId)
    if (!tariff)
      throw new AppError('NOT_FOUND', { fields: [{ field: `items.${n}.tariffId`, message: '没有这个项目' }] })
    const quote = line.planLineId ? planned.get(line.planLineId) : undefined
    if (!tariff.enabled && !quote && !bill.kept?.has(tariff.id)) {
      throw new AppError('TARIFF_OFF', { fields: [{ field: `items.${n}.tariffId`, message: `${tariff.name}已停用` }] })
    }
    return {
      tariffId: tariff.id,
      name: tariff.name,
      categoryId: tariff.categoryId,
      listMemberPrice: tariff.memberPrice,
      categoryName: tariff.categoryName,
      topCategoryName: tariff.topCategoryName,
      unit: tariff.unit,
      teeth: line.teeth,
      price: line.price,
      listPrice: tariff.price,
      minPrice: tariff.minPrice,
      qty: line.qty,
      canDiscount: tariff.canDiscount,
      canBonus: tariff.canBonus,
      isGoods: tariff.isGoods,
      discountPercent: line.discountPercent,
      doctorId: line.doctorId ?? null,
      planLineId: line.planLineId ?? null,
      packageId: line.packageId ?? null,
      packageNo: line.packageNo ?? null,
      quoted: quote && { price: quote.price, percent: quote.discountPercent },
    }
  })
  const offered = await packagesByIds(
    tx,
    priced.flatMap(({ packageId }) => packageId ?? []),
  )
  const sold = packed(priced, offered, savedPackages(bill.items ?? []))
  // A package is its price: nothing else comes off its lines.
  return priced.map((line, n) => ({
    ...line,
    ...(sold[n] as (typeof sold)[number]),
    canDiscount: line.canDiscount && line.packageId === null,
  }))
}

/** Goods are sold without a visit; whatever is done to somebody is not. */
function mustBeGoods(lines: readonly TariffLine[]): void {
  const done = lines.findIndex(({ isGoods }) => !isGoods)
  if (done !== -1)
    throw fieldError('BAD_INPUT', `items.${done}.tariffId`, `${lines[done]?.name ?? ''}不是零售商品，请另开诊疗单`)
}

/** The lines of accepted plans that a bill charges: of its patient, the same item, and on no other bill. */
async function plannedLines(
  tx: TenantTx,
  lines: readonly LineInput[],
  bill: { patientId: string; id?: string },
): Promise<ReadonlyMap<string, PlannedLine>> {
  const named = lines.flatMap(({ planLineId, tariffId }, n) => (planLineId ? [{ planLineId, tariffId, n }] : []))
  const field = (place: number) => `items.${named[place]?.n ?? 0}.planLineId`
  const found = await planLinesOf(
    tx,
    bill.patientId,
    named.map(({ planLineId }) => planLineId),
    field,
  )
  for (const [place, { planLineId, tariffId }] of named.entries()) {
    const line = found.get(planLineId)
    if (line?.tariffId !== tariffId) throw fieldError('PLAN_LINE_TARIFF', field(place))
    const twice = named.findIndex((other) => other.planLineId === planLineId) !== place
    if (twice || (line.billId !== null && line.billId !== bill.id)) throw fieldError('PLAN_LINE_BILLED', field(place))
  }
  return found
}

/** A line for what a prescription has: the drug is written there. */
export const DRUG_LINE = 3

/** What a line is stored with. */
type StoredLine = Pick<
  TariffLine,
  | 'name'
  | 'categoryName'
  | 'topCategoryName'
  | 'teeth'
  | 'unit'
  | 'qty'
  | 'price'
  | 'canDiscount'
  | 'canBonus'
  | 'discountPercent'
  | 'planLineId'
  | 'packageId'
  | 'packageNo'
  | 'packageName'
  | 'packagePrice'
> & { tariffId: string | null; doctorId?: string | null; isGoods?: boolean; itemType?: number }

/** Writes the lines of a bill anew. */
export async function writeLines(
  tx: TenantTx,
  bill: { id: string; clinicId: string; doctorId: string | null },
  lines: readonly StoredLine[],
  amounts: BillAmounts,
): Promise<void> {
  await tx.rows(keptSql`delete from bill_item where tenant_id = ${tx.tenantId} and bill_id = ${bill.id}`)
  if (lines.length === 0) return
  const rows = lines.map((line, n) => ({
    id: uuidv7(),
    line_no: n + 1,
    doctor_id: line.doctorId ?? null,
    item_type: line.itemType ?? (line.isGoods ? 2 : 1),
    tariff_id: line.tariffId,
    name: line.name,
    category_name: line.categoryName,
    top_category_name: line.topCategoryName,
    teeth: line.teeth,
    unit: line.unit,
    qty: line.qty,
    price: fenToYuan(line.price),
    original_amount: fenToYuan((amounts.lines[n] as { original: Fen }).original),
    can_discount: line.canDiscount,
    can_bonus: line.canBonus,
    discount_percent: line.discountPercent,
    discount_amount: fenToYuan((amounts.lines[n] as { discount: Fen }).discount),
    amount: fenToYuan((amounts.lines[n] as { amount: Fen }).amount),
    ...stepColumns((amounts.lines[n] as BillAmounts['lines'][number]).steps, fenToYuan),
    plan_line_id: line.planLineId,
    package_id: line.packageId,
    package_no: line.packageNo,
    package_name: line.packageName,
    package_price: line.packagePrice === null ? null : fenToYuan(line.packagePrice),
  }))
  await tx.rows(
    keptSql`insert into bill_item (tenant_id, clinic_id, bill_id, doctor_id, id, line_no, item_type, tariff_id, name, category_name, top_category_name, teeth, unit, qty, price,
          original_amount, can_discount, can_bonus, discount_percent, discount_amount, amount, plan_line_id, package_id, package_no, package_name, package_price,
          package_off, member_price_off, member_discount_off, coupon_off,
          line_percent_off, order_percent_off, reduction_off, rounding_off)
        select ${tx.tenantId}::uuid, ${bill.clinicId}::uuid, ${bill.id}::uuid, coalesce(x.doctor_id, ${bill.doctorId}::uuid), x.id, x.line_no, x.item_type, x.tariff_id, x.name,
          x.category_name, x.top_category_name, x.teeth, x.unit, x.qty, x.price, x.original_amount, x.can_discount, x.can_bonus, x.discount_percent, x.discount_amount, x.amount, x.plan_line_id,
          x.package_id, x.package_no, x.package_name, x.package_price, x.package_off,
          x.member_price_off, x.member_discount_off, x.coupon_off, x.line_percent_off, x.order_percent_off, x.reduction_off, x.rounding_off
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, line_no int, doctor_id uuid, item_type int, tariff_id uuid, name text, category_name text, top_category_name text, teeth text,
          unit text, qty int, price numeric, original_amount numeric, can_discount boolean, can_bonus boolean, discount_percent int, discount_amount numeric, amount numeric,
          plan_line_id uuid, package_id uuid, package_no int, package_name text, package_price numeric, package_off numeric, member_price_off numeric, member_discount_off numeric, coupon_off numeric, line_percent_off numeric,
          order_percent_off numeric, reduction_off numeric, rounding_off numeric)
        returning id`,
  )
}

const sumsOf = (amounts: Omit<BillAmounts, 'lines' | 'steps' | 'coupons'>) => ({
  original_amount: fenToYuan(amounts.original),
  discount_amount: fenToYuan(amounts.discount),
  rounding_amount: fenToYuan(amounts.rounding),
  receivable_amount: fenToYuan(amounts.receivable),
})

/** Who had part in a bill beside its doctor; undefined: as it is said elsewhere. */
type PeopleAsked = { [Key in keyof BillPeople]?: BillPeople[Key] | undefined }
interface BillPeople {
  nurseId: string | null
  consultantId: string | null
  salesId: string | null
}
const NOBODY: BillPeople = { nurseId: null, consultantId: null, salesId: null }

/**
 * Who has part in a bill as it is asked for, and else as before. Whoever is new on it works in the clinic, as what is said of him.
 * @throws NOT_FOUND beside the field
 */
async function peopleOn(
  tx: TenantTx,
  { clinicId, billType }: { clinicId: string; billType: number },
  asked: PeopleAsked,
  before: BillPeople,
): Promise<BillPeople> {
  const wanted = {
    nurseId: asked.nurseId === undefined ? before.nurseId : asked.nurseId,
    consultantId: asked.consultantId === undefined ? before.consultantId : asked.consultantId,
    salesId: asked.salesId === undefined ? before.salesId : asked.salesId,
  }
  const isNew = (key: keyof BillPeople) => wanted[key] !== null && wanted[key] !== before[key]
  if (isNew('nurseId') && billType === RETAIL) throw fieldError('BAD_INPUT', 'nurseId', '零售单没有护士')
  if (!isNew('nurseId') && !isNew('consultantId') && !isNew('salesId')) return wanted
  const works = await staffAmong(tx, clinicId, wanted)
  if (isNew('nurseId') && !works.nurse) throw fieldError('NOT_FOUND', 'nurseId', '本门诊没有这位护士')
  if (isNew('consultantId') && !works.consultant) throw fieldError('NOT_FOUND', 'consultantId', '本门诊没有这位咨询师')
  if (isNew('salesId') && !works.sales) throw fieldError('NOT_FOUND', 'salesId', '本门诊没有这位员工')
  return wanted
}

interface NewBill {
  patientId: string
  billType: number
  registrationId: string | null
  treatmentId: string | null
  recordId: string | null
  doctorId: string | null
  /** Beside the doctor; what is left out is as the visit says. */
  people?: PeopleAsked
  status: typeof billStates.code.draft | typeof billStates.code.due
  /** Lines, what they come to, and the cards and coupons behind it; a fee has none and is written by whoever takes it. */
  priced: Priced | { sums: Omit<BillAmounts, 'lines' | 'steps' | 'coupons'> }
  terms: BillTerms
  discountReason: string
  remark: string
  belongDate?: string | undefined
}

const peopleColumns = ({ nurseId, consultantId, salesId }: BillPeople) => ({
  nurse_id: nurseId,
  consultant_id: consultantId,
  sales_id: salesId,
})

/** Lines that were weighed, with what cards and coupons give on them. */
interface Priced {
  lines: readonly TariffLine[]
  amounts: BillAmounts
  benefits: Benefits<TariffLine>
}

/** What lines come to with the cards and coupons that were asked for, or why they may not be given. */
async function priceWith(
  ctx: Pick<ClinicContext, 'tx' | 'clinicId'>,
  whose: { clinicId: string; patientId: string; billId: string | null },
  lines: readonly TariffLine[],
  terms: BillTerms,
  asked: BenefitsAsked,
  rights: DiscountRights,
  granted?: Granted,
  own?: readonly CardRow[],
): Promise<Priced> {
  const benefits = await benefitsOf(ctx, whose, lines, asked, own)
  const amounts = priceBill(benefits.lines, { ...terms, coupons: benefits.coupons.terms }, rights, granted)
  benefits.coupons.check(amounts)
  return { lines: benefits.lines, amounts, benefits }
}

/** What nobody asked for: the best card of the patient, no coupon. */
const USUAL: BenefitsAsked = { cardChoice: 0, couponIds: [] }

export async function insertBill(
  ctx: ClinicContext,
  bill: NewBill,
): Promise<{ id: string; billNo: string; version: number }> {
  const { tx } = ctx
  const id = uuidv7()
  const seen = bill.registrationId ? await peopleOfVisit(tx, bill.registrationId) : {}
  const people = await peopleOn(tx, { clinicId: ctx.clinicId, billType: bill.billType }, bill.people ?? {}, {
    ...NOBODY,
    ...seen,
  })
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
      ...peopleColumns(people),
      status: bill.status,
      ...sumsOf('amounts' in bill.priced ? bill.priced.amounts : bill.priced.sums),
      ...('benefits' in bill.priced
        ? { card_choice: bill.priced.benefits.cardChoice, discount_card_id: bill.priced.benefits.cardId }
        : {}),
      discount_percent: bill.terms.discountPercent,
      reduction_amount: fenToYuan(bill.terms.reduction),
      rounding_rule: bill.terms.roundingRule,
      discount_reason: bill.discountReason,
      remark: bill.remark,
      belong_date: bill.belongDate ?? null,
      opener_id: ctx.employeeId,
      opener_name: ctx.actorName,
      open_time: tx.now,
      submit_time: billStates.is(bill.status, 'due') ? tx.now : null,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { patientId: bill.patientId },
  )
  if ('amounts' in bill.priced) {
    const { lines, amounts, benefits } = bill.priced
    await writeLines(tx, { id, clinicId: ctx.clinicId, doctorId: bill.doctorId }, lines, amounts)
    await benefits.coupons.lay({ id, billNo: row.bill_no }, amounts)
  }
  // Who buys here without ever having been booked or seen here is a patient of this clinic, too.
  await linkToClinic(tx, [bill.patientId], ctx.clinicId)
  await tx.logStatus('bill', id, ctx.clinicId, null, bill.status)
  tx.publish('bill', id)
  return { id, billNo: row.bill_no, version: row.version }
}

/** Opens a bill at the desk. */
export async function openBill(
  ctx: ClinicContext,
  input: OpenInput,
): Promise<{ id: string; billNo: string; version: number }> {
  await mustBePatient(ctx, input.patientId)
  if (input.submit && input.items.length === 0) throw fieldError('BILL_EMPTY', 'items')
  if (input.belongDate !== undefined) await mustBeLate(ctx, input.belongDate)
  if (input.retail && input.registrationId) throw fieldError('BAD_INPUT', 'registrationId', '零售单不挂在就诊上')
  if (input.retail && input.doctorId) throw fieldError('BAD_INPUT', 'doctorId', '零售单没有医生')
  const visit = input.registrationId ? await registrationForFee(ctx.tx, input.registrationId) : null
  if (visit && visit.patientId !== input.patientId) throw fieldError('BAD_INPUT', 'registrationId', '挂号与患者不符')
  if (input.doctorId) await doctorOfClinic(ctx.tx, ctx.clinicId, input.doctorId)
  const lines = await pricedLines(ctx.tx, ctx.clinicId, input.items, { patientId: input.patientId })
  if (input.retail) mustBeGoods(lines)
  const terms = termsOf(input)
  const whose = { clinicId: ctx.clinicId, patientId: input.patientId, billId: null }
  const priced = await priceWith(ctx, whose, lines, terms, input, await discountRights(ctx))
  return insertBill(ctx, {
    patientId: input.patientId,
    billType: input.retail ? RETAIL : 1,
    registrationId: visit?.id ?? null,
    treatmentId: visit?.treatmentId ?? null,
    recordId: null,
    doctorId: input.doctorId ?? visit?.doctorId ?? null,
    people: input,
    status: input.submit ? billStates.code.due : billStates.code.draft,
    priced,
    terms,
    discountReason: input.discountReason,
    remark: input.remark,
    belongDate: input.belongDate,
  })
}

/** A bill is entered late for a past day of an open month, by whoever may. */
async function mustBeLate(ctx: ClinicContext, day: string): Promise<void> {
  const now = today(ctx.now)
  if (!ctx.can('/orderSet:lateEntry')) throw fieldError('FORBIDDEN', 'belongDate', '没有补录的权限')
  if (day >= now) throw fieldError('BAD_INPUT', 'belongDate', '归属日应早于今天；今天的账单不用补录')
  if (day < addDays(now, -LATE_ENTRY_DAYS))
    throw fieldError('BAD_INPUT', 'belongDate', `最多补录 ${LATE_ENTRY_DAYS} 天以内的账单`)
  await mustBeOpenMonth(ctx.tx, ctx.clinicId, day, 'belongDate')
}

/**
 * What a record's treatments come to: a line of an accepted plan as it was quoted, unless it was charged before it was done;
 * anything else by the price list.
 */
async function linesOfRecord({ tx, clinicId }: ClinicContext, record: RecordForBilling): Promise<LineInput[]> {
  const tariffs = await tariffsByIds(
    tx,
    clinicId,
    record.lines.map((line) => line.tariffId),
  )
  const planned = await planLinesAmong(
    tx,
    record.patientId,
    record.lines.flatMap(({ planLineId }) => planLineId ?? []),
  )
  return record.lines.flatMap((line) => {
    const quote = line.planLineId ? planned.get(line.planLineId) : undefined
    if (quote?.billId) return []
    return {
      ...line,
      planLineId: quote?.id,
      price: quote?.price ?? tariffs.get(line.tariffId)?.price ?? ZERO,
      discountPercent: quote?.discountPercent ?? 100,
    }
  })
}

/** Makes the bill of a record's treatments and sends it to the desk. */
export async function draftFromRecord(
  ctx: ClinicContext,
  recordId: string,
): Promise<{ id: string; billNo: string; receivableAmount: Fen }> {
  const { tx } = ctx
  const record = await recordForBilling(tx, recordId)
  await mustReach(ctx, record, '/orderSet:open')
  const already = await billOfRecord(tx, recordId)
  if (already) throw new AppError('RECORD_ALREADY_BILLED', { data: { billId: already.id, status: already.status } })
  if (record.lines.length === 0) throw new AppError('RECORD_WITHOUT_ITEMS')
  const due = await linesOfRecord(ctx, record)
  if (due.length === 0) throw new AppError('PLAN_LINE_BILLED', { message: '病历里的项目都已按治疗计划开过单' })
  const lines = await pricedLines(tx, ctx.clinicId, due, { patientId: record.patientId })
  const terms = await usualTerms(ctx)
  const whose = { clinicId: ctx.clinicId, patientId: record.patientId, billId: null }
  const priced = await priceWith(ctx, whose, lines, terms, USUAL, { limit: 100, unlimited: false })
  const bill = await insertBill(ctx, {
    patientId: record.patientId,
    billType: 1,
    registrationId: record.registrationId,
    treatmentId: record.treatmentId,
    recordId,
    doctorId: record.doctorId,
    status: billStates.code.due,
    priced,
    terms,
    discountReason: '',
    remark: '',
  })
  return { id: bill.id, billNo: bill.billNo, receivableAmount: priced.amounts.receivable }
}

/** How a clinic rounds bills that nobody terms by hand. */
async function usualTerms({ tx, clinicId }: ClinicContext): Promise<BillTerms> {
  const { rounding } = await clinicSettings(tx, clinicId)
  return { discountPercent: 100, reduction: ZERO, roundingRule: rounding === 'jiao' ? 1 : rounding === 'yuan' ? 2 : 0 }
}

/** Makes the bill of something whose price was agreed in writing, and sends it to the desk. */
export async function billAgreed(
  ctx: ClinicContext,
  agreed: { patientId: string; doctorId: string; tariffId: string; price: Fen; remark: string },
): Promise<{ id: string; billNo: string; receivableAmount: Fen }> {
  await mustReach(ctx, agreed, '/orderSet:open')
  const asked = { tariffId: agreed.tariffId, teeth: '', qty: 1, price: agreed.price, discountPercent: 100 }
  const priced = await pricedLines(ctx.tx, ctx.clinicId, [asked], { patientId: agreed.patientId })
  const lines = priced.map((line) => ({ ...line, quoted: { price: agreed.price, percent: 100 } }))
  const terms = await usualTerms(ctx)
  const whose = { clinicId: ctx.clinicId, patientId: agreed.patientId, billId: null }
  // What was agreed in writing is what is charged.
  const asAgreed = { cardChoice: 2, couponIds: [] }
  const weighed = await priceWith(ctx, whose, lines, terms, asAgreed, { limit: 100, unlimited: false })
  const { id, billNo } = await insertBill(ctx, {
    patientId: agreed.patientId,
    billType: 1,
    registrationId: null,
    treatmentId: null,
    recordId: null,
    doctorId: agreed.doctorId,
    status: billStates.code.due,
    priced: weighed,
    terms,
    discountReason: '',
    remark: agreed.remark,
  })
  return { id, billNo, receivableAmount: weighed.amounts.receivable }
}

/** What nobody does to a bill that somebody else is changing. Money of a gateway was asked for before anybody could begin to. */
const HELD_STEPS: ReadonlySet<BillStep> = new Set(['edit', 'submit', 'takeBack', 'void', 'charge', 'startPaying'])

/** What nobody does to a bill of drugs at the desk: the prescription says what is on it. */
const WRITTEN_STEPS: ReadonlySet<BillStep> = new Set(['edit', 'submit', 'takeBack', 'void'])

/** The bill, locked, when the step may be taken from where it stands and the screen saw it as it is. */
export async function billFor(
  ctx: ClinicContext,
  stepName: BillStep,
  id: string,
  /** null: as it stands now. */
  version: number | null,
  ...acts: readonly Resource[]
): Promise<BillRow> {
  const { tx } = ctx
  const bill = await lockBill(tx, id, billsWithin(ctx, acts))
  assertStep(stepName, bill.status)
  if (WRITTEN_STEPS.has(stepName) && (await isPrescribed(tx, bill.id)))
    throw new AppError('BILL_NOT_OPEN', { message: '这是处方的药费：药在处方里改，不要了请作废处方，账单随之作废' })
  if (HELD_STEPS.has(stepName)) await refuseHeld(ctx, bill)
  // The gate refuses the stale version and says who changed what; the row is locked, so this never writes.
  if (version !== null && bill.version !== version) await tx.update('bill', { id, version }, { remark: bill.remark })
  return bill
}

/** Lines and terms of a bill as they were granted when it was saved last. */
function grantedOn(bill: BillRow, items: readonly ItemRow[]): Granted {
  const lines = items.map((item) => ({ ...item, tariffId: item.tariffId ?? '' }))
  return {
    lines,
    discountPercent: bill.discountPercent,
    reduction: bill.reductionAmount,
    manualRounding: bill.roundingRule === 3 ? bill.roundingAmount : ZERO,
    base: sum(
      items.map((item) =>
        subtract(
          item.originalAmount,
          fen(item.packageOff + item.memberPriceOff + item.memberDiscountOff + item.couponOff),
        ),
      ),
    ),
  }
}

/** Lines and terms of a bill as they were typed. */
export type BillContent = Pick<
  SaveInput,
  'discountPercent' | 'reductionAmount' | 'roundingRule' | 'manualRounding' | 'discountReason' | 'remark'
> &
  BenefitsAsked &
  PeopleAsked & {
    items: readonly LineInput[]
    /** null: nobody. Without it the bill keeps its own. */
    doctorId?: string | null | undefined
    /** 归属日; null: the day on which it is charged. Without it the bill keeps its own. */
    belongDate?: string | null | undefined
  }

interface PricedChange extends Priced {
  terms: BillTerms
  people: BillPeople
  /** Nothing is given that the bill did not give already. */
  isGranted: boolean
}

/** What a bill comes to when it is changed, or why that may not be given. @param known its lines and the patient's cards as they are, when they were read already */
export async function priceChange(
  ctx: Pick<ClinicContext, 'tx' | 'clinicId'>,
  bill: BillRow,
  content: BillContent,
  rights: DiscountRights,
  known?: { items: readonly ItemRow[]; own: readonly CardRow[] },
): Promise<PricedChange> {
  const { tx } = ctx
  const { doctorId } = content
  if (doctorId && bill.billType === RETAIL) throw fieldError('BAD_INPUT', 'doctorId', '零售单没有医生')
  if (doctorId && doctorId !== bill.doctorId) await doctorOfClinic(tx, bill.clinicId, doctorId)
  const people = await peopleOn(tx, bill, content, bill)
  const saved = known?.items ?? (await billItems(tx, bill.id))
  const granted = grantedOn(bill, saved)
  const lines = await pricedLines(tx, bill.clinicId, content.items, {
    patientId: bill.patientId,
    id: bill.id,
    kept: new Set(granted.lines.map((line) => line.tariffId)),
    items: saved,
  })
  if (bill.billType === RETAIL) mustBeGoods(lines)
  const terms = termsOf(content)
  const whose = { clinicId: bill.clinicId, patientId: bill.patientId, billId: bill.id }
  const priced = await priceWith(ctx, whose, lines, terms, content, rights, granted, known?.own)
  return { ...priced, terms, people, isGranted: isGranted(lines, terms, granted, priced.amounts) }
}

/** Writes a change that was weighed. @param approverId who agreed to what is beyond the limit of whoever typed it; null: nobody had to */
export async function writeChange(
  { tx }: ClinicContext,
  bill: BillRow,
  content: BillContent,
  { lines, terms, people, amounts, benefits }: PricedChange,
  approverId: string | null,
): Promise<number> {
  const changed = await tx.update(
    'bill',
    { id: bill.id, version: bill.version },
    {
      ...sumsOf(amounts),
      card_choice: benefits.cardChoice,
      discount_card_id: benefits.cardId,
      discount_percent: terms.discountPercent,
      reduction_amount: fenToYuan(terms.reduction),
      rounding_rule: terms.roundingRule,
      discount_reason: content.discountReason,
      discount_approver_id: approverId,
      remark: content.remark,
      ...peopleColumns(people),
      ...(content.doctorId === undefined ? {} : { doctor_id: content.doctorId }),
      ...(content.belongDate === undefined ? {} : { belong_date: content.belongDate }),
    },
    { patientId: bill.patientId },
  )
  const doctorId = content.doctorId === undefined ? bill.doctorId : content.doctorId
  await writeLines(tx, { ...bill, doctorId }, lines, amounts)
  await benefits.coupons.lay(bill, amounts)
  tx.publish('bill', bill.id)
  return changed.version
}

/**
 * Refuses a bill whose cards or coupons would give something else now than when it was saved: a card was lost meanwhile, changed
 * for another, or opened; a coupon has run out.
 */
async function mustStand(
  ctx: ClinicContext,
  bill: BillRow,
  known: { items: readonly ItemRow[]; own: readonly CardRow[] },
  field: string | null = null,
): Promise<void> {
  const { items } = known
  const hasCoupons = items.some(({ couponOff }) => couponOff > 0)
  if (bill.billType === 3 || (bill.cardChoice === 2 && !hasCoupons)) return
  // Of several bills that are charged together the one is named that has to be opened and saved anew.
  const refuse = (message: string, data: Record<string, unknown> = {}): never => {
    const words = field === null ? message : `账单 ${bill.billNo}：${message}，请先打开这张账单核对`
    throw new AppError('DISCOUNT_CHANGED', {
      message: words,
      ...(field === null ? { data } : { fields: [{ field, message: words }] }),
    })
  }
  const content: BillContent = {
    items: items.flatMap((item) => (item.tariffId ? [{ ...item, tariffId: item.tariffId }] : [])),
    discountPercent: bill.discountPercent,
    reductionAmount: bill.reductionAmount,
    roundingRule: bill.roundingRule as BillContent['roundingRule'],
    manualRounding: bill.roundingRule === 3 ? bill.roundingAmount : ZERO,
    discountReason: bill.discountReason,
    remark: bill.remark,
    cardChoice: bill.cardChoice,
    discountCardId: bill.discountCardId,
    couponIds: hasCoupons ? (await couponsOnBill(ctx.tx, bill.id)).map(({ id }) => id) : [],
  }
  const { amounts } = await priceChange(ctx, bill, content, { limit: 0, unlimited: true }, known).catch(
    (error: unknown) => {
      if (error instanceof AppError) return refuse(`${error.message}，请核对后再收`)
      throw error
    },
  )
  const same = items.every(({ amount }, n) => amount === amounts.lines[n]?.amount)
  if (!same) refuse(changedWords(bill.receivableAmount, amounts.receivable), { receivable: amounts.receivable })
}

/** Changes lines and discounts of a bill that is not paid yet. */
export async function saveBill(
  ctx: ClinicContext,
  input: SaveInput,
): Promise<{ version: number; originalAmount: Fen; discountAmount: Fen; receivableAmount: Fen }> {
  const bill = await billFor(ctx, 'edit', input.id, input.version, '/orderSet:open', '/orderSet:charge')
  if (bill.billType === 3) throw new AppError('BILL_NOT_OPEN', { message: '挂号费不能改项目' })
  if (billStates.is(bill.status, 'due') && input.items.length === 0) throw fieldError('BILL_EMPTY', 'items')
  if (input.belongDate) await mustBeLate(ctx, input.belongDate)
  const priced = await priceChange(ctx, bill, input, await discountRights(ctx))
  const approver = priced.isGranted ? bill.discountApproverId : null
  const version = await writeChange(ctx, bill, input, priced, approver)
  await letGo(ctx, bill.id)
  const { original, discount, receivable } = priced.amounts
  return { version, originalAmount: original, discountAmount: discount, receivableAmount: receivable }
}

async function stepTo(
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
  const bill = await billFor(ctx, 'submit', id, version, '/orderSet:open')
  const items = await ctx.tx.need<{ count: number }>(
    keptSql`select count(*)::int as count from bill_item where tenant_id = ${ctx.tx.tenantId} and bill_id = ${id}`,
  )
  if (items.count === 0) throw new AppError('BILL_EMPTY')
  return stepTo(ctx, bill, version, billStates.code.due, { submit_time: ctx.tx.now })
}

/** The doctor takes the bill back, or the desk gives it back: it can't be charged until it is sent again. */
export async function takeBackBill(ctx: ClinicContext, id: string, version: number, reason: string): Promise<number> {
  const bill = await billFor(ctx, 'takeBack', id, version, '/orderSet:open', '/orderSet:charge')
  if (bill.billType === 3) throw new AppError('BILL_NOT_OPEN', { message: '挂号费不能退回医生' })
  if (bill.billType === RETAIL)
    throw new AppError('BILL_NOT_OPEN', { message: '零售单没有医生，不用退回；不卖了请作废' })
  return stepTo(ctx, bill, version, billStates.code.returned, { submit_time: null }, reason)
}

/** Voids a bill that was never paid; its number stays used. A visit that waited only for this bill is charged then. */
export async function voidBill(ctx: ClinicContext, id: string, version: number, reason: string): Promise<void> {
  const bill = await billFor(ctx, 'void', id, version, '/orderSet:void')
  await voidLocked(ctx, bill, version, reason)
}

/** The same of a bill that is locked, and may be voided. */
export async function voidLocked(ctx: ClinicContext, bill: BillRow, version: number, reason: string): Promise<void> {
  await stepTo(ctx, bill, version, billStates.code.void, { submit_time: null }, reason)
  await freeCoupons(ctx.tx, bill)
  await giveBackRights(ctx, bill.id, reason)
  if (!bill.registrationId || bill.billType === 3) return
  const others = await otherBillsOf(ctx.tx, bill.registrationId, [bill.id])
  if (others.open === 0 && others.charged > 0) await registrationCharged(ctx.tx, bill.registrationId)
}

async function methodsById(tx: TenantTx): Promise<Map<string, PaymentMethodFacts>> {
  return new Map((await payMethods(tx)).map((method) => [method.id, method]))
}

/** A part of a payment that was written: it is laid on lines. */
interface Written {
  id: string
  part: PartKind
  amount: Fen
  payMethodId: string
  /** The card whose balance goes down, and how many uses of a times card. */
  cardId?: string
  times?: number
  /** The prepayment whose balance goes down. */
  prepayId?: string
  /** The unit that it is charged to. */
  unitId?: string
  /** Points that left the card. */
  points?: number
  through?: Through
}

/** Writes what came in, one row a way of paying; a payment with a card has its parts. @returns the parts, and the till they went into */
async function writePayments(
  ctx: ClinicContext,
  bill: { id: string; clinicId: string; patientId: string },
  rows: readonly Portion[],
  kind: 1 | 2,
  byCard: ReadonlyMap<Portion, PaidByCard>,
): Promise<{ payments: Written[]; shiftId: string | null }> {
  const { tx } = ctx
  const [numbers, shiftId] = await Promise.all([
    tx.nextNumbers('ZF', ctx.clinicId, today(tx.now), rows.length),
    tillOf(tx, { clinicId: bill.clinicId, actor: cashier(ctx) }),
  ])
  const payments: Written[] = []
  for (const [n, row] of rows.entries()) {
    const id = uuidv7()
    const paid = byCard.get(row)
    const { through, prepayId, unitId } = row
    const of = (part: PartKind) =>
      sum((paid?.parts ?? []).filter((each) => each.part === part).map(({ amount }) => amount))
    const part = prepayId ? ('deposit' as const) : unitId ? ('unit' as const) : ('cash' as const)
    const whole = { part, amount: row.amount }
    for (const { part, amount } of paid?.parts ?? [whole])
      payments.push({
        id,
        part,
        amount,
        payMethodId: row.payMethodId,
        ...(paid ? { cardId: paid.cardId, times: paid.times, points: paid.points } : {}),
        ...(prepayId ? { prepayId } : {}),
        ...(unitId ? { unitId } : {}),
        ...(through ? { through } : {}),
      })
    tx.send(
      keptSql`insert into bill_payment (tenant_id, id, clinic_id, bill_id, patient_id, pay_no, pay_method_id, amount, tendered_amount, change_amount,
            trade_no, kind, pay_time, pay_date, cashier_id, cashier_name, card_id, principal_part, bonus_part, gateway_trade_id, prepay_id, points, pay_unit_id, unit_reference,
            fee_rate, counts_performance)
          values (${tx.tenantId}, ${id}, ${bill.clinicId}, ${bill.id}, ${bill.patientId}, ${numbers[n]},
            ${row.payMethodId}, ${fenToYuan(row.amount)}, ${row.tendered === undefined ? null : fenToYuan(row.tendered)}, ${fenToYuan(row.change)},
            ${row.tradeNo || null}, ${kind}, ${tx.now}, ${today(tx.now)}, ${ctx.employeeId}, ${ctx.actorName}, ${paid?.cardId ?? null},
            ${fenToYuan(of('principal'))}, ${fenToYuan(of('bonus'))}, ${through?.tradeId ?? null}, ${prepayId ?? null}, ${paid?.points ?? 0},
            ${unitId ?? null}, ${unitId ? (row.unitReference ?? '') : ''}, ${row.feeRate}, ${row.countsPerformance}) returning id`,
    )
  }
  return { payments, shiftId }
}

/** What payments come to in the ledger: what stands against them, and how they lie on the lines of the bill. */
function postingsOf(billId: string, items: readonly ItemRow[], payments: readonly Written[]): Posting[] {
  const lines = items.map((item) => ({ want: stillWanted(item), canBonus: item.canBonus }))
  const laid = layParts(
    payments.map(({ part, amount }, row) => ({ kind: part, left: amount, charge: 0, row })),
    lines,
  )
  return payments.flatMap(
    ({ id, part, amount, payMethodId, cardId, times = 0, points = 0, prepayId, unitId, through }, n): Posting[] => {
      const of = { billId, payment: { id, part }, payMethodId }
      const purse = {
        ...(cardId ? { cardId } : {}),
        ...(prepayId ? { prepayId } : {}),
        ...(unitId ? { payUnitId: unitId } : {}),
      }
      return [
        { ...of, account: through?.account ?? accountOfPart[part], amount, ...purse },
        ...items.map((item, line) => ({
          ...of,
          account: 'receivable' as const,
          itemId: item.id,
          amount: subtract(ZERO, laid[n]?.[line] ?? ZERO),
        })),
        ...(cardId && times > 0 ? usesOf(billId, cardId, times) : []),
        ...(cardId && points > 0 ? pointsSpent(billId, cardId, id, points) : []),
      ]
    },
  )
}

/** What a bill is charged for: the claim, and what each line earned. */
const claimOf = (bill: BillRow, items: readonly ItemRow[]): Posting[] => [
  { account: 'receivable', billId: bill.id, amount: bill.receivableAmount },
  ...items.map((item) => ({
    account: 'billed' as const,
    billId: bill.id,
    itemId: item.id,
    amount: subtract(ZERO, item.amount),
  })),
]

const cashier = (ctx: ClinicContext) => ({ id: ctx.employeeId, name: ctx.actorName })
const paperOf = (bill: BillRow) => ({ kind: 'bill' as const, id: bill.id, no: bill.billNo })

/** A charge as it was typed. */
export interface ToCharge {
  id: string
  /** null: as the bill stands now. */
  version: number | null
  payments: readonly PaymentInput[]
  leaveArrears: boolean
  arrearsReason: string
  collectArrears: boolean
  /** Other bills that are paid with it, as the screen saw them. */
  together?: readonly { id: string; version: number }[]
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

/**
 * Does what being charged means for a bill whoever pays: its coupons are spent, lines are done by it, follow-ups are planned. The
 * callers do it before they lock cards: on a card for which many desks wait, each waits for all that is done while it is locked.
 */
async function beforeCards(ctx: ClinicContext, { bill, lines }: Charged): Promise<void> {
  const { tx } = ctx
  const plan = () =>
    planForBill(tx, {
      clinicId: bill.clinicId,
      patientId: bill.patientId,
      doctorId: bill.doctorId,
      treatmentId: bill.treatmentId,
      billId: bill.id,
      at: bill.openTime,
      items: lines,
    })
  await Promise.all([spendCoupons(tx, bill), doneAtCharge(ctx, bill, lines), bill.billType === 1 ? plan() : null])
}

/** A bill as it is charged: its lines, what earlier payments did to it, and whether owners of cards are not told. */
interface Charged {
  bill: BillRow
  lines: readonly ItemRow[]
  before: PaidBefore
  untold: boolean
}

/** Writes what was paid on a bill that waits; what is left becomes arrears. */
async function settle(
  ctx: ClinicContext,
  { bill, lines, before, untold }: Charged,
  portions: readonly Portion[],
  arrearsReason: string,
  cards: Cards,
): Promise<Omit<Settled, 'changeAmount'>> {
  const { tx } = ctx
  const paid = sum(portions.map((each) => each.amount))
  const left = subtract(bill.receivableAmount, paid)
  const status = left > 0 ? 2 : 3
  const { items, byCard } = await payByCards(tx, lines, portions, cards, before.laid)
  const { payments, shiftId } = await writePayments(ctx, bill, portions, 1, byCard)
  const postings = [
    ...claimOf(bill, items),
    ...postingsOf(bill.id, items, payments),
    ...(await pointsNow(tx, bill, payments, before, cards)),
  ]
  const entryId = await post(tx, {
    kind: 'charge',
    clinicId: bill.clinicId,
    document: paperOf(bill),
    actor: cashier(ctx),
    shiftId,
    postings,
  })
  await logCards(ctx, { entryId, postings, bill, type: 3, subs: cards.subs, untold })
  const row = await tx.update(
    'bill',
    { id: bill.id },
    {
      status,
      pay_time: tx.now,
      cashier_id: ctx.employeeId,
      ...(left > 0 ? { arrears_reason: arrearsReason } : {}),
    },
    { action: 'charge', patientId: bill.patientId },
  )
  await tx.logStatus('bill', bill.id, bill.clinicId, bill.status, status, left > 0 ? arrearsReason : undefined)
  tx.publish('bill', bill.id)
  tx.publish('patient', bill.patientId)
  return {
    id: bill.id,
    status,
    receivableAmount: bill.receivableAmount,
    paidAmount: paid,
    arrearsAmount: left,
    version: row.version,
  }
}

interface Repaid {
  billId: string
  amount: Fen
  /** Of the bill after it. */
  version: number
}

/** Writes repayments, the parts in the order of the bills. */
async function repay(
  ctx: ClinicContext,
  bills: readonly BillRow[],
  parts: readonly Portion[][],
  cards: Cards,
): Promise<Repaid[]> {
  const { tx } = ctx
  const repaid: Repaid[] = []
  for (const [n, bill] of bills.entries()) {
    const portions = parts[n] as Portion[]
    const amount = sum(portions.map((each) => each.amount))
    if (amount === 0) continue
    const owed = subtract(bill.arrearsAmount, amount)
    const status = statusByAmounts({
      receivable: bill.receivableAmount,
      returned: bill.returnedAmount,
      refunded: bill.refundedAmount,
      arrears: owed,
    })
    const before = await paidBefore(tx, bill.id)
    const { items, byCard } = await payByCards(tx, await billItems(tx, bill.id), portions, cards, before.laid)
    const { payments, shiftId } = await writePayments(ctx, bill, portions, 2, byCard)
    const postings = [...postingsOf(bill.id, items, payments), ...(await pointsNow(tx, bill, payments, before, cards))]
    const entryId = await post(tx, {
      kind: 'repay',
      clinicId: bill.clinicId,
      document: paperOf(bill),
      actor: cashier(ctx),
      shiftId,
      postings,
    })
    await logCards(ctx, { entryId, postings, bill, type: 3, subs: cards.subs })
    const { version } = await tx.update(
      'bill',
      { id: bill.id },
      { status },
      { action: 'repay', patientId: bill.patientId },
    )
    if (status !== bill.status) await tx.logStatus('bill', bill.id, bill.clinicId, bill.status, status)
    tx.publish('bill', bill.id)
    tx.publish('patient', bill.patientId)
    repaid.push({ billId: bill.id, amount, version })
  }
  return repaid
}

function refuseShort(left: Fen, hint: string): never {
  const message = `还差 ${formatYuan(left)} 元`
  throw new AppError('PAYMENT_SHORT', {
    message: `${message}${hint}`,
    fields: [{ field: 'payments', message }],
    data: { left: fenToYuan(left) },
  })
}

/**
 * Charges a bill, whole or leaving arrears; other bills of the patient that wait may be settled, and older arrears repaid,
 * with the same payments: all of them or nothing. With the last bill of a visit, the visit is charged.
 */
export async function chargeBill(
  ctx: ClinicContext,
  input: ToCharge,
  stepName: 'charge' | 'settle' = 'charge',
): Promise<Settled & { repaidAmount: Fen; together: { id: string; billNo: string; paidAmount: Fen }[] }> {
  const { tx } = ctx
  const others = await lockTogether(ctx, input, stepName)
  const bill = await billFor(ctx, stepName, input.id, input.version, '/orderSet:charge')
  const due = await intoOpenMonths(ctx, input, [bill, ...ofPatient(bill, others)], stepName)
  // Asked at once: what many desks wait for takes as long as its ways to the database.
  const [lines, before, own, methods, told] = await Promise.all([
    Promise.all(due.map(({ id }) => billItems(tx, id))),
    Promise.all(due.map(({ id }) => paidBefore(tx, id))),
    cardsOfPatient(tx, bill.patientId),
    methodsById(tx),
    scenesOn(tx, bill.clinicId, ['bill.paid', 'card.spent']),
  ])
  const standing = stepName === 'charge' ? await mustAllStand(ctx, input, due, lines, own) : null
  const { older, owed, change, rows } = await weigh(ctx, due, input, methods)
  // The visits are locked before the ledger's counter, as the fee of a registration does it.
  for (const visit of new Set(due.flatMap((each) => (each.billType === 3 ? [] : (each.registrationId ?? []))))) {
    const left = await otherBillsOf(
      tx,
      visit,
      due.map(({ id }) => id),
    )
    if (left.open === 0) await registrationCharged(tx, visit)
  }
  const charged = due.map((each, n): Charged => ({
    bill: each,
    lines: lines[n] ?? [],
    before: before[n] as PaidBefore,
    untold: !told.has('card.spent'),
  }))
  for (const each of charged) await beforeCards(ctx, each)
  // Money of a gateway settles what was typed and asked for when it began.
  const cards = await cardsFor(ctx, bill.patientId, rows, { isAsked: stepName === 'settle', own })
  await standing?.(cards)
  await takeVouchers(ctx, bill, rows, stepName === 'settle' ? bill.id : null)
  const parts = spread(rows, owed)
  const settled = await settle(ctx, charged[0] as Charged, parts[0] ?? [], input.arrearsReason, cards)
  const together: { id: string; billNo: string; paidAmount: Fen }[] = []
  for (const [n, { id, billNo }] of others.entries()) {
    const { paidAmount } = await settle(ctx, charged[n + 1] as Charged, parts[n + 1] ?? [], '', cards)
    together.push({ id, billNo, paidAmount })
  }
  await drugsPaid(
    tx,
    due.map(({ id }) => id),
    'charge',
  )
  const repaidAmount = sum((await repay(ctx, older, parts.slice(due.length), cards)).map((each) => each.amount))
  if (told.has('bill.paid'))
    await tellPaid(ctx, bill, {
      paid: subtract(
        add(settled.paidAmount, repaidAmount, ...together.map(({ paidAmount }) => paidAmount)),
        byUnits(rows),
      ),
      owed: settled.arrearsAmount,
      step: String(settled.version),
    })
  return { ...settled, changeAmount: change, repaidAmount, together }
}

/**
 * Refuses bills that cards or coupons would change by now. What the cards give is asked before they are locked, so that desks that
 * wait for one card wait for little; a card that is given back at this moment makes up for what a bill gets by it, or the bill is
 * refused, never neither: what is given back asks its own question here.
 * @returns called once the cards that pay are locked: locks the rest, and asks again when one has changed since
 */
async function mustAllStand(
  ctx: ClinicContext,
  input: ToCharge,
  due: readonly BillRow[],
  lines: readonly (readonly ItemRow[])[],
  cards: readonly CardRow[],
): Promise<(cards: Cards) => Promise<void>> {
  const { tx } = ctx
  const patientId = due[0]?.patientId ?? ''
  const ask = async (own: readonly CardRow[]) => {
    for (const [n, each] of due.entries())
      await mustStand(ctx, each, { items: lines[n] ?? [], own }, n === 0 ? null : placeOf(input, each.id))
  }
  const byCard = due.some(({ billType, cardChoice }) => billType !== 3 && cardChoice !== 2)
  // Coupons are locked by the question; whoever takes back coupons has locked their card before.
  const early = byCard && lines.flat().some(({ couponOff }) => couponOff > 0)
  await ask(early ? await lockOwnCards(tx, patientId) : cards)
  if (!byCard || early) return () => Promise.resolve()
  return async ({ held }) => {
    const now = held?.own ?? (await lockOwnCards(tx, patientId))
    if (standingOf(now) !== standingOf(cards)) await ask(now)
  }
}

/** Which of the bills that are charged together one is. */
const placeOf = ({ together = [] }: ToCharge, id: string): string =>
  `together.${together.findIndex((each) => each.id === id)}.id`

/**
 * The other bills that the same payment settles, the oldest first, each as the screen saw it. They are locked together with the
 * bill itself, so that two desks can't wait for each other.
 */
async function lockTogether(ctx: ClinicContext, input: ToCharge, stepName: BillStep): Promise<BillRow[]> {
  const wanted = input.together ?? []
  if (wanted.length === 0) return []
  const place = (id: string) => placeOf(input, id)
  const twice = wanted.find(({ id }, n) => id === input.id || wanted.findIndex((each) => each.id === id) !== n)
  if (twice) throw fieldError('BAD_INPUT', place(twice.id), '同一张账单写了两次')
  const ids = wanted.map(({ id }) => id)
  const bills = await lockBills(ctx.tx, [input.id, ...ids], billsWithin(ctx, ['/orderSet:charge']))
  const others = bills.filter(({ id }) => id !== input.id)
  const missing = ids.find((id) => !others.some((each) => each.id === id))
  if (missing !== undefined) throw fieldError('NOT_FOUND', place(missing), '没有这张账单')
  for (const each of others) {
    // What a gateway was asked for is charged as it stands; if its sum is another, the money is refused as a whole.
    const seen = stepName === 'settle' ? each.version : wanted.find(({ id }) => id === each.id)?.version
    if (!billStates.may('charge', each.status) || each.version !== seen || each.clinicId !== ctx.clinicId)
      throw new AppError('BILL_CHANGED', {
        message: `账单 ${each.billNo} 已有变动，请核对后再一起收`,
        fields: [{ field: place(each.id), message: `账单 ${each.billNo} 已有变动` }],
      })
    if (stepName !== 'settle') await refuseHeld(ctx, each)
  }
  return others.sort((x, y) => x.openTime.getTime() - y.openTime.getTime())
}

/**
 * Refuses bills that were entered late for a month that was closed since. Where a gateway's money is there already nobody can be
 * refused: such a bill counts for the day on which it is charged.
 */
async function intoOpenMonths(
  ctx: ClinicContext,
  input: ToCharge,
  bills: readonly BillRow[],
  stepName: 'charge' | 'settle' | 'startPaying',
): Promise<BillRow[]> {
  const open: BillRow[] = []
  for (const bill of bills) {
    const { id, clinicId, belongDate } = bill
    if (belongDate === null) open.push(bill)
    else if (stepName !== 'settle') {
      await mustBeOpenMonth(ctx.tx, clinicId, belongDate, id === input.id ? 'belongDate' : placeOf(input, id))
      open.push(bill)
    } else if (await isMonthClosed(ctx.tx, clinicId, belongDate)) {
      await ctx.tx.update(
        'bill',
        { id },
        { belong_date: null },
        { patientId: bill.patientId, reason: '归属的月份已月结' },
      )
      open.push({ ...bill, belongDate: null })
    } else open.push(bill)
  }
  return open
}

/** One payment settles bills of one patient. */
function ofPatient(bill: BillRow, others: readonly BillRow[]): readonly BillRow[] {
  const strange = others.find(({ patientId }) => patientId !== bill.patientId)
  if (strange) throw fieldError('BAD_INPUT', 'together', `账单 ${strange.billNo} 是另一位患者的`)
  return others
}

/** Holds what was typed against what is due on bills, with the older ones that are to be repaid, which it locks. */
async function weigh(
  ctx: ClinicContext,
  bills: readonly BillRow[],
  input: ToCharge,
  methods: ReadonlyMap<string, PaymentMethodFacts>,
) {
  const { tx } = ctx
  const older = input.collectArrears
    ? await lockArrears(tx, bills[0]?.patientId ?? '', [], billsWithin(ctx, ['/orderSet:charge']))
    : []
  const owed = [...bills.map((each) => each.receivableAmount), ...older.map((each) => each.arrearsAmount)]
  const { paid, change, rows } = checkPayments(input.payments, methods, sum(owed))
  const left = subtract(sum(owed), paid)
  if (left > 0) {
    if (bills.length > 1) refuseShort(left, '，几张账单一起收时须全部收齐')
    if (!input.leaveArrears) refuseShort(left, '，留欠费请选择挂账')
    if (input.collectArrears) refuseShort(left, '，一并收回旧欠费时须全部收齐')
    if (!(await mayLeaveArrears(ctx))) throw new AppError('ARREARS_NOT_ALLOWED')
  }
  return { older, owed, change, rows }
}

/**
 * A gateway is about to be asked for one of the payments of a charge: it is held against the bill as it would be charged, and
 * the bill is 支付中 until the money is there (`chargeBill` with the step `settle`) or not (`stopPaying`).
 */
export async function startPaying(ctx: ClinicContext, input: ToCharge & { version: number }): Promise<BillRow> {
  const others = await lockTogether(ctx, input, 'startPaying')
  const bill = await billFor(ctx, 'startPaying', input.id, input.version, '/orderSet:charge')
  const due = await intoOpenMonths(ctx, input, [bill, ...ofPatient(bill, others)], 'startPaying')
  const lines = await Promise.all(due.map(({ id }) => billItems(ctx.tx, id)))
  const standing = await mustAllStand(ctx, input, due, lines, await cardsOfPatient(ctx.tx, bill.patientId))
  const { rows, owed } = await weigh(ctx, due, input, await methodsById(ctx.tx))
  const [own = []] = spread(rows, owed)
  // Units too that pay for another of the bills: once the gateway's money is there nobody can be refused.
  await lockUnits(ctx, rows)
  await standing(noCards)
  await tryCards(ctx, bill, lines[0] ?? [], own)
  // Nobody else may use a voucher while the gateway is asked for the rest.
  await takeVouchers(ctx, bill, rows)
  await stepTo(ctx, bill, bill.version, billStates.code.paying, {})
  return bill
}

/** The money did not come: the bill waits again. Of a bill that is no longer 支付中 nothing changes. */
export async function stopPaying(tx: TenantTx, billId: string, reason: string): Promise<void> {
  const bill = await lockBill(tx, billId, sql<boolean>`true`)
  if (!billStates.may('stopPaying', bill.status)) return
  await tx.update('bill', { id: billId }, { status: billStates.code.due }, { patientId: bill.patientId, reason })
  await freeVouchers(tx, billId)
  await tx.logStatus('bill', billId, bill.clinicId, bill.status, billStates.code.due, reason)
  tx.publish('bill', billId)
}

/** May this person leave money owing in this clinic? */
export async function mayLeaveArrears(ctx: ClinicContext): Promise<boolean> {
  return ctx.can('/orderSet:arrears') && (await clinicSettings(ctx.tx, ctx.clinicId)).arrearsAllowed
}

/**
 * What a code is to pay of a bill's arrears can be repaid. Nothing changes: the patient may pay in another way meanwhile.
 * @throws what repaying it would be refused with
 */
export async function startRepaying(ctx: ClinicContext, input: Omit<RepayInput, 'patientId'>): Promise<BillRow> {
  const { tx } = ctx
  const reach = billsWithin(ctx, ['/orderSet:charge'])
  const { patientId } = await lockBill(tx, input.billIds[0] as string, reach)
  await mustBePatient(ctx, patientId)
  const [bill] = await lockArrears(tx, patientId, input.billIds, reach)
  if (!bill) throw new AppError('NO_ARREARS')
  checkPayments(input.payments, await methodsById(tx), bill.arrearsAmount)
  return bill
}

/** What of payments units pay: the patient did not. */
const byUnits = (rows: readonly Portion[]): Fen => sum(rows.flatMap(({ unitId, amount }) => (unitId ? [amount] : [])))

/** Repays arrears, oldest bill first (or only the bills named). */
export async function repayArrears(
  ctx: ClinicContext,
  input: RepayInput,
): Promise<{ repaid: { billId: string; amount: Fen }[]; changeAmount: Fen }> {
  const { tx } = ctx
  await mustBePatient(ctx, input.patientId)
  const bills = await lockArrears(tx, input.patientId, input.billIds, billsWithin(ctx, ['/orderSet:charge']))
  if (bills.length === 0) throw new AppError('NO_ARREARS')
  const owed = bills.map((bill) => bill.arrearsAmount)
  const { paid, change, rows } = checkPayments(input.payments, await methodsById(tx), sum(owed))
  if (paid === 0) throw fieldError('PAYMENT_SHORT', 'payments', '请填写收款金额')
  const cards = await cardsFor(ctx, input.patientId, rows)
  await takeVouchers(ctx, bills[0] as BillRow, rows)
  const repaid = await repay(ctx, bills, spread(rows, owed), cards)
  const [first] = bills.filter(({ id }) => id === repaid[0]?.billId)
  if (first)
    await tellPaid(ctx, first, {
      paid: subtract(sum(repaid.map(({ amount }) => amount)), byUnits(rows)),
      owed: subtract(sum(owed), sum(repaid.map(({ amount }) => amount))),
      step: String(repaid[0]?.version),
    })
  return { repaid: repaid.map(({ billId, amount }) => ({ billId, amount })), changeAmount: change }
}

/** Revokes the payments of today: each gets its opposite row, and the bill waits again. */
export async function revokeCharge(ctx: ClinicContext, input: RevokeInput): Promise<number> {
  const { tx } = ctx
  const bill = await billFor(ctx, 'revoke', input.id, input.version, '/orderSet:revoke')
  if (bill.refundedAmount > 0 || bill.returnedAmount > 0)
    throw new AppError('NOTHING_TO_REVOKE', { message: '账单已有退费，不能撤销收费' })
  if (await isGivingBack(tx, bill.id)) throw new AppError('REFUND_OPEN')
  const payments = await billPayments(tx, bill.id)
  const takenOut = new Set(payments.filter(({ kind }) => kind === 5).map(({ returnsId }) => returnsId))
  const live = payments.filter((row) => [1, 2, 6].includes(row.kind) && !row.revoked && !takenOut.has(row.id))
  if (live.some((row) => row.gatewayTradeId !== null)) throw new AppError('PAID_BY_GATEWAY')
  const day = today(tx.now)
  if (live.some((row) => row.payDate !== day) || (bill.payTime && today(bill.payTime) !== day))
    throw new AppError('REVOKE_NOT_TODAY')
  if (bill.belongDate !== null && (await isMonthClosed(tx, bill.clinicId, bill.belongDate)))
    throw new AppError('MONTH_CLOSED', { message: '账单归属的月份已月结，不能撤销收费，请走退款' })
  const items = await billItems(tx, bill.id)
  await undoneByRevoke(ctx, bill, items, input.reason)
  if (bill.registrationId && bill.billType !== 3) await registrationUncharged(tx, bill.registrationId)
  await lockCardsOfBill(tx, bill)
  const closed = await closedAmong(
    tx,
    live.flatMap(({ cardId }) => cardId ?? []),
  )
  if (closed.size > 0) throw new AppError('CARD_STATE', { message: '付款的会员卡已退，不能撤销收费，请走退款' })
  if (await settledByUnit(tx, live)) throw new AppError('UNIT_SETTLED')
  if ((await givenBackPrepays(tx, live)).size > 0)
    throw new AppError('PREPAY_STATE', { message: '付款的预交金已退，不能撤销收费，请走退款' })
  for (const row of live) {
    await tx.rows(
      keptSql`insert into bill_payment (tenant_id, id, clinic_id, bill_id, patient_id, pay_no, pay_method_id, amount, kind, revokes_id, pay_time, pay_date, cashier_id, cashier_name,
            card_id, prepay_id, principal_part, bonus_part, points, pay_unit_id, fee_rate, counts_performance)
          values (${tx.tenantId}, ${uuidv7()}, ${bill.clinicId}, ${bill.id}, ${bill.patientId}, ${await tx.nextNumber('ZF', ctx.clinicId, day)}, ${row.payMethodId},
            ${fenToYuan(subtract(ZERO, row.amount))}, 3, ${row.id}, ${tx.now}, ${day}, ${ctx.employeeId}, ${ctx.actorName}, ${row.cardId}, ${row.prepayId},
            ${fenToYuan(row.principalPart)}, ${fenToYuan(row.bonusPart)}, ${row.points}, ${row.payUnitId}, ${row.feeRate}, ${row.countsPerformance}) returning id`,
    )
  }
  for (const entry of await entriesOf(tx, bill.id)) {
    const entryId = await takeBack(tx, entry, { document: paperOf(bill), actor: cashier(ctx) })
    await logCards(ctx, { entryId, postings: entry.postings, bill, type: 4, remark: input.reason })
  }
  await openToBonus(tx, bill, items)
  await freeVouchers(tx, bill.id)
  // The bill waits again: its coupons lie on it, and the rights that were used for it stay used.
  await unspendCoupons(tx, bill)
  const changed = await tx.update(
    'bill',
    { id: bill.id, version: input.version },
    {
      status: billStates.code.due,
      pay_time: null,
      cashier_id: null,
      submit_time: tx.now,
      arrears_reason: null,
    },
    { action: 'revoke', patientId: bill.patientId, reason: input.reason },
  )
  await drugsPaid(tx, [bill.id], 'uncharge')
  await tx.logStatus('bill', bill.id, bill.clinicId, bill.status, billStates.code.revoked, input.reason)
  await tx.logStatus('bill', bill.id, bill.clinicId, billStates.code.revoked, billStates.code.due, input.reason)
  tx.publish('patient', bill.patientId)
  await tellGivenBack(ctx, bill, { amount: bill.paidAmount, step: String(changed.version) })
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
  await mustReach(ctx, registration, '/orderSet:charge')
  const earlier = await feeBillOf(tx, registration.id)
  if (earlier && !billStates.is(earlier.status, 'due')) throw new AppError('FEE_ALREADY_PAID')
  if (registration.regFee === 0) throw new AppError('NO_FEE')
  const bill = await lockBill(tx, earlier?.id ?? (await insertFeeBill(ctx, registration)), sql<boolean>`true`)
  const { paid, change, rows } = checkPayments(input.payments, await methodsById(tx), bill.receivableAmount)
  if (paid < bill.receivableAmount) refuseShort(subtract(bill.receivableAmount, paid), '')
  const told = await scenesOn(tx, bill.clinicId, ['card.spent'])
  const charged = {
    bill,
    lines: await billItems(tx, bill.id),
    before: await paidBefore(tx, bill.id),
    untold: !told.has('card.spent'),
  }
  await beforeCards(ctx, charged)
  const cards = await cardsFor(ctx, bill.patientId, rows)
  await takeVouchers(ctx, bill, rows)
  return { ...(await settle(ctx, charged, rows, '', cards)), changeAmount: change, billNo: bill.billNo }
}

/** Opens the bill of a fee: one line that takes part in no discount. */
async function insertFeeBill(ctx: ClinicContext, registration: VisitForBilling): Promise<string> {
  const { regFee } = registration
  const bill = await insertBill(ctx, {
    patientId: registration.patientId,
    billType: 3,
    registrationId: registration.id,
    treatmentId: null,
    recordId: null,
    doctorId: registration.doctorId,
    status: billStates.code.due,
    priced: { sums: nothingOff(regFee) },
    terms: { discountPercent: 100, reduction: ZERO, roundingRule: 0 },
    discountReason: '',
    remark: '',
  })
  const { tx } = ctx
  const text = fenToYuan(regFee)
  await tx.rows(
    keptSql`insert into bill_item (tenant_id, id, clinic_id, bill_id, line_no, name, category_name, top_category_name, unit, qty, price, original_amount, can_discount, amount, doctor_id)
        values (${tx.tenantId}, ${uuidv7()}, ${ctx.clinicId}, ${bill.id}, 1, '挂号费', '挂号', '挂号', '次', 1, ${text}, ${text}, false, ${text}, ${registration.doctorId}) returning id`,
  )
  return bill.id
}
