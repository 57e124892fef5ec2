import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { instalmentPlanStates } from '@dentin/contract/instalment'
import type { PaperStanding } from '@dentin/contract/paper'
import { ageOn, amountInWords, daysBetween, formatDate, formatYuan, subtract, sum, today, uuidv7 } from '@dentin/kit'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { billsWithin } from '../billing/index.ts'
import { countPrint, handOut, hashOfFigures } from '../issued-document/index.ts'
import { clinicHead } from '../ledger/index.ts'
import { mustReachPatient, patientBriefs } from '../patient/index.ts'
import { writeCall } from './commands.ts'
import {
  callsOf,
  LATE_DAYS,
  findOwing,
  findPlan,
  owedByPatient,
  periodsNow,
  plansOfBill,
  plansThatHold,
  type PlanRow,
} from './queries.ts'

type Calls = typeof contract.instalment
type LateRow = HandlerOutput<Calls['letter']>['rows'][number]
const GROWN_UP = 18
const LETTER = 2

/** What of an agreement changes while it holds: what was given up of it. What is paid of it does not change it. */
const figuresOf = (plan: PlanRow): unknown[] => [plan.cancelledAmount]

/** An agreement as it was made, to be signed. Reading it counts as a print. */
export async function agreement(
  ctx: ClinicContext,
  { id, preview }: ParsedInput<Calls['agreement']>,
): Promise<HandlerOutput<Calls['agreement']>> {
  const { tx } = ctx
  const plan = await findPlan(tx, id)
  const bill = await findOwing(tx, plan.billId, billsWithin(ctx, ['/orderSet:print']))
  const day = formatDate(plan.agreedAt)
  const all = (await plansOfBill(tx, bill.id)).sort((a, b) => a.agreedAt.getTime() - b.agreedAt.getTime())
  // Those of one moment follow each other by their numbers.
  const before = all.filter(
    (each) => each.agreedAt < plan.agreedAt || (+each.agreedAt === +plan.agreedAt && each.planNo < plan.planNo),
  )
  const periods = (await periodsNow(tx, [plan], today(tx.now))).get(plan.id) ?? []
  const versionNo = before.length + 1
  return {
    clinic: await clinicHead(tx, bill.clinicId),
    bill,
    plan: { ...plan, versionNo, periods: periods.map(({ no, dueDate, amount }) => ({ no, dueDate, amount })) },
    totalInWords: amountInWords(plan.totalAmount),
    isMinor: bill.birthDay === null ? null : bill.birthDay > day ? null : ageOn(bill.birthDay, day).years < GROWN_UP,
    ...(await handOut(
      ctx,
      {
        kind: 'agreement',
        sourceId: plan.id,
        clinicId: plan.clinicId,
        patientId: plan.patientId,
        versionNo,
        number: plan.planNo,
        figures: figuresOf(plan),
      },
      { preview },
    )),
  }
}

/** What an agreement that was given out is worth today: nothing once another was signed instead, or it was ended. */
export async function standingOfAgreement(tx: TenantTx, id: string, contentHash: string): Promise<PaperStanding> {
  const plan = await findPlan(tx, id)
  if (!instalmentPlanStates.is(plan.status, 'holds')) return 'void'
  return hashOfFigures(figuresOf(plan)) === contentHash ? 'valid' : 'newer'
}

/**
 * A letter about everything of a patient that was due in this clinic and is not paid, the oldest first. Reading it counts as a
 * print, and as having been in touch about each of the bills: once a day by the same person.
 */
export async function letter(
  ctx: ClinicContext,
  { patientId, preview }: ParsedInput<Calls['letter']>,
): Promise<HandlerOutput<Calls['letter']>> {
  const { tx } = ctx
  await mustReachPatient(ctx, patientId)
  const day = today(tx.now)
  const bills = await owedByPatient(tx, {
    patientId,
    clinicId: ctx.clinicId,
    reach: billsWithin(ctx, ['/orderSet:dun']),
  })
  const ids = bills.map(({ id }) => id)
  const [plans, calls, patients] = [
    await plansThatHold(tx, ids),
    await callsOf(tx, ids),
    await patientBriefs(tx, [patientId]),
  ]
  const parts = await periodsNow(tx, plans, day)
  const promiseOf = (billId: string) => calls.find((call) => call.billId === billId)?.promiseDate ?? null
  const rows = bills
    .flatMap((bill): Omit<LateRow, 'overdueDays'>[] => {
      const plan = plans.find(({ billId }) => billId === bill.id)
      const face = { billId: bill.id, billNo: bill.billNo, promiseDate: promiseOf(bill.id) }
      if (!plan) {
        const row = {
          ...face,
          key: bill.id,
          planNo: null,
          no: null,
          dueDate: bill.chargedOn,
          amount: bill.arrearsAmount,
        }
        return daysBetween(bill.chargedOn, day) < LATE_DAYS ? [] : [row]
      }
      return (parts.get(plan.id) ?? [])
        .filter(({ open, dueDate }) => open > 0 && dueDate < day)
        .map(({ no, dueDate, open }) => ({
          ...face,
          key: `${plan.id}-${no}`,
          planNo: plan.planNo,
          no,
          dueDate,
          amount: open,
        }))
    })
    .map((row) => ({ ...row, overdueDays: daysBetween(row.dueDate, day) }))
    .sort((a, b) => (a.dueDate === b.dueDate ? a.billNo.localeCompare(b.billNo) : a.dueDate < b.dueDate ? -1 : 1))
  const patient = patients.get(patientId)
  if (!patient || rows.length === 0) throw new AppError('LETTER_NOTHING_LATE')
  const lateAmount = sum(rows.map(({ amount }) => amount))
  const totalAmount = sum(bills.map(({ arrearsAmount }) => arrearsAmount))
  for (const bill of bills) {
    const own = rows.filter(({ billId }) => billId === bill.id)
    const told = calls.some(
      (call) =>
        call.billId === bill.id &&
        call.kind === LETTER &&
        call.callerName === ctx.actorName &&
        formatDate(call.calledAt) === day,
    )
    if (own.length === 0 || told || preview) continue
    await writeCall(
      ctx,
      { ...bill, patientId },
      {
        id: uuidv7(),
        kind: LETTER,
        note: `打印催款函，逾期 ${formatYuan(sum(own.map(({ amount }) => amount)))} 元`,
        // What was promised stays promised, or broken.
        promiseDate: promiseOf(bill.id),
      },
    )
    tx.publish('bill', bill.id)
  }
  return {
    clinic: await clinicHead(tx, ctx.clinicId),
    patient: { ...patient, patientId, patientName: patient.name },
    rows,
    lateAmount,
    lateInWords: amountInWords(lateAmount),
    notDueAmount: subtract(totalAmount, lateAmount),
    totalAmount,
    ...(await countPrint(ctx, 'dunning_letter', patientId, patientId, { preview })),
  }
}
