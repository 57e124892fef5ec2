import { billStates } from '@dentin/contract/core/status'
import type { contract } from '@dentin/contract'
import { RETAIL } from '@dentin/contract/billing'
import { add, amountInWords, dayRange, DISCOUNT_STEPS, subtract, sum, today, type DiscountSteps } from '@dentin/kit'
import { keptSql } from '../../platform/database/plans.ts'
import { answerOf } from '../../platform/wiring.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext, Handlers } from '../../platform/http/context.ts'
import { cardNamed, cardsAfterBill } from '../card/index.ts'
import { tariffsByIds } from '../clinic/index.ts'
import { couponsOnBill } from '../coupon/index.ts'
import { handOut } from '../issued-document/index.ts'
import { isHandedOver, takingsOf } from '../ledger/index.ts'
import { mustReachPatient, patientBriefs, recordsWithin, seesAmounts, seesDigits } from '../patient/index.ts'
import { holdersIn, reachOf, employeeNames } from '../staff/index.ts'
import { unpaidFees, visitOfToday } from '../visit/index.ts'
import { billsWithin } from './access.ts'
import { offersFor, stepsOf } from './benefits.ts'
import {
  chargeBill,
  chargeRegistrationFee,
  discountRights,
  DRUG_LINE,
  draftFromRecord,
  mayLeaveArrears,
  openBill,
  repayArrears,
  revokeCharge,
  saveBill,
  submitBill,
  takeBackBill,
  voidBill,
} from './commands.ts'
import {
  actsOn,
  billItems,
  billPayments,
  billsOfRecord,
  findBill,
  letterhead,
  listBills,
  listSums,
  otherArrears,
  patientBills,
  statusReasonOf,
  tabCounts,
  owingBills,
  unpaidBills,
  type BillListRow,
  type BillRow,
  type PaymentRow,
} from './queries.ts'
import { chargesBefore, figuresOfReceipt } from './receipt.ts'
import { heldByAnother, holdBill, letGo } from './locks.ts'
import { openRefunds } from './refunds/queries.ts'

const minutesSince = (from: Date | null, now: Date) =>
  from ? Math.max(0, Math.floor((now.getTime() - from.getTime()) / 60_000)) : null

function asRow<Row extends Pick<BillListRow, 'status' | 'submitTime'>>(row: Row, now: Date) {
  return { ...row, waitedMinutes: billStates.is(row.status, 'due') ? minutesSince(row.submitTime, now) : null }
}

/** May the person read the record of which a bill was made? */
async function readsRecord(ctx: ClinicContext, recordId: string): Promise<boolean> {
  if (!ctx.can(RECORDS)) return false
  const found = await ctx.tx.row(
    keptSql`select m.id from medical_record m where m.tenant_id = ${ctx.tenantId} and m.id = ${recordId} and ${recordsWithin(reachOf(ctx, RECORDS), 'm')}`,
  )
  return found !== undefined
}
const RECORDS = '/patientMedicalRecord:view'

/** What the steps of lines come to. */
const sumOfSteps = (lines: readonly DiscountSteps[]): DiscountSteps =>
  Object.fromEntries(DISCOUNT_STEPS.map((step) => [step, sum(lines.map((each) => each[step]))])) as DiscountSteps

/** A bill with its lines, payments and names; what the lines cost the house only where it is asked for. */
async function paper(ctx: ClinicContext, bill: BillRow, seesCost = false) {
  const { tx } = ctx
  const [patients, items, payments, names] = [
    await patientBriefs(tx, [bill.patientId]),
    await billItems(tx, bill.id),
    await billPayments(tx, bill.id),
    await employeeNames(
      tx,
      [bill.doctorId, bill.nurseId, bill.consultantId, bill.salesId, bill.discountApproverId].flatMap((id) => id ?? []),
    ),
  ]
  const nameOf = (id: string | null) => (id === null ? '' : (names.get(id) ?? ''))
  const patient = patients.get(bill.patientId)
  if (!patient) throw new AppError('NOT_FOUND')
  const tariffs = await tariffsByIds(
    tx,
    bill.clinicId,
    items.flatMap((item) => (item.tariffId ? [item.tariffId] : [])),
    seesCost,
  )
  return {
    ...bill,
    recordId: bill.recordId && (await readsRecord(ctx, bill.recordId)) ? bill.recordId : null,
    patientName: patient.name,
    gender: patient.gender,
    birthDay: patient.birthDay,
    medicalNumber: patient.medicalNumber,
    doctorName: nameOf(bill.doctorId),
    nurseName: nameOf(bill.nurseId),
    consultantName: nameOf(bill.consultantId),
    salesName: nameOf(bill.salesId),
    discountApproverName: nameOf(bill.discountApproverId),
    items: items.map((item) => {
      const tariff = item.tariffId ? tariffs.get(item.tariffId) : undefined
      return { ...item, steps: stepsOf(item), listPrice: tariff?.price ?? null, costPrice: tariff?.costPrice ?? null }
    }),
    payments,
    steps: sumOfSteps(items.map(stepsOf)),
    discountCard: bill.discountCardId ? await cardNamed(tx, bill.discountCardId) : null,
    coupons: (await couponsOnBill(tx, bill.id)).map(({ id, code, name, usedAmount }) => ({
      id,
      code,
      name,
      amount: usedAmount,
    })),
    statusReason: await statusReasonOf(tx, bill.id),
  }
}

/** Payments as a receipt names them: without what was revoked, and by the way that was set right. */
function asPaid(rows: readonly PaymentRow[]): PaymentRow[] {
  const setRight = new Set(
    rows
      .filter((out) => out.kind === 5 && rows.some(({ id, amount }) => id === out.returnsId && amount === -out.amount))
      .flatMap(({ id, returnsId }) => [id, returnsId]),
  )
  return rows.filter((row) => row.kind !== 3 && !row.revoked && !setRight.has(row.id))
}

export const billingHandlers: Handlers<typeof contract.billing> = {
  list: async (ctx, input) => {
    const { from, to } = dayRange(input.date ?? today(ctx.now))
    const filter = {
      tab: input.tab,
      clinicId: ctx.clinicId,
      reach: billsWithin(ctx),
      keyword: input.keyword,
      digits: seesDigits(ctx, '/orderSet:view'),
      from,
      to,
      limit: input.pageSize,
      offset: (input.pageNum - 1) * input.pageSize,
    }
    const rows = await listBills(ctx.tx, filter)
    const { total, sums } = await listSums(ctx.tx, filter, seesAmounts(ctx))
    const counts = {
      ...(await tabCounts(ctx.tx, filter)),
      refund: await openRefunds(ctx.tx, ctx.clinicId, filter.reach),
    }
    return {
      list: rows.map((row) => asRow(row, ctx.now)),
      total,
      pageNum: input.pageNum,
      pageSize: input.pageSize,
      counts,
      sums,
    }
  },

  listByPatient: async (ctx, { patientId }) => {
    await mustReachPatient(ctx, patientId)
    return (await patientBills(ctx.tx, patientId, billsWithin(ctx), seesAmounts(ctx))).map((row) => asRow(row, ctx.now))
  },

  detail: async (ctx, { id }) => {
    const bill = await findBill(ctx.tx, id, billsWithin(ctx))
    const whole = await paper(ctx, bill, ctx.can('/field:cost'))
    const prescribed = whole.items.some(({ itemType }) => itemType === DRUG_LINE)
    const rights = await discountRights(ctx)
    const may = await actsOn(ctx.tx, id, {
      edit: billsWithin(ctx, ['/orderSet:open', '/orderSet:charge']),
      open: billsWithin(ctx, ['/orderSet:open']),
      void: billsWithin(ctx, ['/orderSet:void']),
      charge: billsWithin(ctx, ['/orderSet:charge']),
      revoke: billsWithin(ctx, ['/orderSet:revoke']),
      refund: billsWithin(ctx, ['/orderSet:refundAsk']),
    })
    const paidToday =
      bill.payTime !== null &&
      today(bill.payTime) === today(ctx.now) &&
      whole.payments.every((row) => row.payDate === today(ctx.now)) &&
      !(await isHandedOver(ctx.tx, bill.id)) &&
      whole.payments.every((row) => row.gatewayTradeId === null)
    return {
      ...whole,
      invoiceStatus: await answerOf(ctx.tx, 'billing', ({ invoiceStatusOf }) => invoiceStatusOf)(ctx.tx, id),
      heldBy: billStates.may('edit', bill.status) ? await heldByAnother(ctx, id) : null,
      otherArrears: await otherArrears(ctx.tx, bill.patientId, id, billsWithin(ctx), seesAmounts(ctx)),
      revokers:
        paidToday && !may.revoke
          ? (await holdersIn(ctx.tx, ctx.clinicId, '/orderSet:revoke')).map(({ name }) => name)
          : [],
      allowed: {
        edit: may.edit && bill.billType !== 3 && !prescribed && billStates.may('edit', bill.status),
        submit: may.open && billStates.may('submit', bill.status),
        takeBack:
          may.edit &&
          bill.billType !== 3 &&
          bill.billType !== RETAIL &&
          !prescribed &&
          billStates.may('takeBack', bill.status),
        void: may.void && !prescribed && billStates.may('void', bill.status),
        charge: may.charge && billStates.may('charge', bill.status),
        arrears: await mayLeaveArrears(ctx),
        revoke: may.revoke && billStates.may('revoke', bill.status) && paidToday,
        refund: may.refund && billStates.may('refund', bill.status),
        changePrice: rights.unlimited,
        discountLimit: rights.unlimited ? 0 : rights.limit,
      },
    }
  },

  ofRecord: (ctx, { recordId }) => billsOfRecord(ctx.tx, recordId, billsWithin(ctx)),

  rights: async (ctx, { patientId }) => {
    await mustReachPatient(ctx, patientId)
    const { limit, unlimited } = await discountRights(ctx)
    return {
      changePrice: unlimited,
      discountLimit: unlimited ? 0 : limit,
      arrears: await mayLeaveArrears(ctx),
      otherArrears: await otherArrears(ctx.tx, patientId, null, billsWithin(ctx), seesAmounts(ctx)),
    }
  },

  benefits: async (ctx, { patientId, billId, tariffIds }) => {
    await mustReachPatient(ctx, patientId)
    const bill = billId ? await findBill(ctx.tx, billId, billsWithin(ctx)) : null
    if (bill && bill.patientId !== patientId) throw new AppError('NOT_FOUND')
    return offersFor(ctx, { clinicId: ctx.clinicId, patientId, billId: bill?.id ?? null }, tariffIds)
  },

  payInfo: async (ctx, { id }) => billPayments(ctx.tx, (await findBill(ctx.tx, id, billsWithin(ctx))).id),

  unpaidCheck: async (ctx, { patientId }) => {
    await mustReachPatient(ctx, patientId)
    const bills = await unpaidBills(ctx.tx, patientId, billsWithin(ctx))
    const fees = await unpaidFees(ctx.tx, ctx.clinicId, patientId)
    const open = []
    for (const { status, clinicId, ...bill } of bills)
      open.push({
        ...bill,
        chargeable: billStates.may('charge', status) && clinicId === ctx.clinicId,
        lines: await billItems(ctx.tx, bill.id),
      })
    const owing = []
    for (const bill of await owingBills(ctx.tx, patientId, billsWithin(ctx)))
      owing.push({ ...bill, lines: await billItems(ctx.tx, bill.id) })
    const visit = (await visitOfToday(ctx.tx, ctx.clinicId, patientId)) ?? null
    return { exists: bills.length + fees.length > 0, bills: open, owing, fees, visit }
  },

  draftFromRecord: async (ctx, { recordId }) => draftFromRecord(ctx, recordId),
  open: async (ctx, input) => openBill(ctx, input),
  save: async (ctx, input) => saveBill(ctx, input),
  hold: async (ctx, { id }) => {
    await holdBill(ctx, id)
    return null
  },
  letGo: async (ctx, { id }) => {
    const bill = await findBill(ctx.tx, id, billsWithin(ctx))
    await letGo(ctx, bill.id)
    return null
  },
  submit: async (ctx, { id, version }) => ({ version: await submitBill(ctx, id, version) }),
  takeBack: async (ctx, { id, version, reason }) => ({ version: await takeBackBill(ctx, id, version, reason) }),
  void: async (ctx, { id, version, reason }) => {
    await voidBill(ctx, id, version, reason)
    return null
  },
  charge: async (ctx, input) => chargeBill(ctx, input),
  repay: async (ctx, input) => repayArrears(ctx, input),
  revoke: async (ctx, input) => ({ version: await revokeCharge(ctx, input) }),
  registrationFee: async (ctx, input) => chargeRegistrationFee(ctx, input),

  shift: async (ctx) => takingsOf(ctx),

  receipt: async (ctx, { id, preview }) => {
    const bill = await findBill(ctx.tx, id, billsWithin(ctx, ['/orderSet:print']))
    if (![2, 3, 4, 5].includes(bill.status)) throw new AppError('BILL_NOT_PAID')
    const whole = await paper(ctx, bill)
    const payments = asPaid(whole.payments)
    const byUnits = payments.filter(({ payUnitId, kind }) => payUnitId !== null && kind !== 4)
    const backToUnits = payments.filter(({ payUnitId, kind }) => payUnitId !== null && kind === 4)
    const receivedAmount = subtract(bill.paidAmount, sum(byUnits.map(({ amount }) => amount)))
    return {
      clinic: await letterhead(ctx.tx, bill.clinicId),
      bill: { ...whole, payments },
      receivedAmount,
      givenBackAmount: add(bill.refundedAmount, ...backToUnits.map(({ amount }) => amount)),
      amountInWords: amountInWords(receivedAmount),
      cashierName: payments.at(-1)?.cashierName ?? ctx.actorName,
      cards: await cardsAfterBill(ctx.tx, bill, [
        ...new Set(payments.flatMap(({ cardId, kind }) => (cardId && kind !== 4 ? [cardId] : []))),
      ]),
      ...(await handOut(
        ctx,
        {
          kind: 'receipt',
          sourceId: bill.id,
          clinicId: bill.clinicId,
          patientId: bill.patientId,
          versionNo: (await chargesBefore(ctx.tx, bill.id)) + 1,
          number: bill.billNo,
          figures: figuresOfReceipt(bill, whole.payments),
        },
        { preview },
      )),
    }
  },
}
