import { aboutOf } from './money.ts'
import { by, dayOf, daysFrom, fen, known, onceADay, sourceOf, standing, type Fact, type Reckonings } from './kit.ts'
import type { RowOf, World } from './world.ts'

/** Something that is owed at the end of a day: a bill, or a part of what was agreed on for it. */
interface Open extends Fact {
  /** Its number in the agreement; null: nothing was agreed. */
  no: number | null
  /** Days since it was due: below 1 an agreed part is not due. */
  late: number
}

/** Who owes later than so many days without an agreement is late (its sentence: 收费满 7 天). */
const GRACE = 7

/** The agreement that held for a bill at the end of a day. */
function planOf(plans: readonly RowOf<'instalment_plan'>[], day: string) {
  return plans.find(
    ({ agreed_at, ended_at }) => dayOf(agreed_at) <= day && (ended_at === null || dayOf(ended_at) > day),
  )
}

/** What is owed at the end of a day, put together from the first posting on. */
const openOn = onceADay((world: World, day: string): readonly Open[] => {
  const { bills, entries, postingsOfBill, deptOf } = known(world)
  const plansOf = by(world.instalment_plan, ({ bill_id }) => bill_id)
  const periodsOf = by(world.instalment_period, ({ plan_id }) => plan_id)
  const found: Open[] = []
  for (const [billId, postings] of postingsOfBill) {
    const until = postings.filter((each) => each.business_date <= day && each.unit === 0)
    const owes = until.reduce((sum, { account, amount }) => sum + (account === 'receivable' ? fen(amount) : 0), 0)
    if (owes === 0) continue
    const bill = bills.get(billId) as RowOf<'bill'>
    const of = (value: number, no: number | null, due: string): Open => ({
      value,
      day,
      clinic: bill.clinic_id,
      doctor: bill.doctor_id,
      dept: deptOf(bill.doctor_id, bill.clinic_id),
      source: sourceOf(world, bill.patient_id),
      patient: bill.patient_id,
      bill: billId,
      due: `${billId}:${no ?? 0}:${due}`,
      no,
      late: daysFrom(due, day),
    })
    const plan = planOf(plansOf.get(billId) ?? [], day)
    if (!plan) {
      const charged = until
        .filter(({ account, kind }) => account === 'billed' && kind === 1)
        .reduce((last, { business_date }) => (business_date > last ? business_date : last), '')
      found.push(of(owes, null, charged))
      continue
    }
    // Refunds and write-offs take from the last parts; payments fill the first.
    const givenUp = until.reduce((sum, { account, amount, entry_id, kind }) => {
      const at = entries.get(entry_id)?.moment ?? ''
      const counts = account === 'receivable' && (kind === 4 || kind === 6) && at >= plan.agreed_at
      return counts && aboutOf(world, entry_id) === kind ? sum - fen(amount) : sum
    }, 0)
    const left = fen(plan.total_amount) - givenUp
    let paid = left - owes
    let agreed = 0
    for (const { no, amount, due_date } of (periodsOf.get(plan.id) ?? []).toSorted((a, b) => a.no - b.no)) {
      const stands = Math.max(0, Math.min(fen(amount), left - agreed))
      agreed += stands
      const filled = Math.min(stands, paid)
      paid -= filled
      if (stands - filled > 0) found.push(of(stands - filled, no, due_date))
    }
  }
  return found
})

const owing = (of: (row: Open) => boolean, one = false, at: 'opening' | 'closing' = 'closing') =>
  standing(at, (world, day) => openOn(world, day).flatMap((row) => (of(row) ? [one ? { ...row, value: 1 } : row] : [])))
/** An agreed part that is not due is in no age; without an agreement the day of the charge begins the ages. */
const isDue = ({ no, late }: Open) => no === null || late >= 1
const aged = (from: number, to: number) => owing((row) => isDue(row) && row.late >= from && row.late <= to)
const isLate = ({ no, late }: Open) => late >= (no === null ? GRACE : 1)
const lateFor = (from: number, to: number) => owing((row) => isLate(row) && row.late >= from && row.late <= to)

export const arrearsReckonings: Reckonings = {
  A1: owing(() => true, false, 'opening'),
  A6: owing(() => true),
  A7: owing((row) => !isDue(row)),
  A8: aged(0, 30),
  A9: aged(31, 90),
  A10: aged(91, 180),
  A11: aged(181, Infinity),
  L1: owing(isLate),
  L2: owing(isLate, true),
  L3: lateFor(0, 30),
  L4: lateFor(31, 90),
  L5: lateFor(91, 180),
  L6: lateFor(181, Infinity),
}
