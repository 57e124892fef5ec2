import { isRevenue } from './money.ts'
import {
  by,
  chargeDay,
  dayOf,
  fen,
  isCharged,
  known,
  once,
  plusDays,
  rate,
  rows,
  ruleOn,
  type Reckoning,
  type Reckonings,
} from './kit.ts'
import { came, isFirstEver, ofVisit, visits } from './visits.ts'
import type { RowOf, World } from './world.ts'

type Registration = RowOf<'registration'>
const REGISTRATION_BILL = 3

/** What was charged to somebody after a first visit, within the days of a deal; and what of it makes one. */
function chargedSince(world: World, visit: Registration): { charged: number; deal: number; isDeal: boolean } {
  const { billsOfPatient, itemsOfBill } = known(world)
  const until = plusDays(visit.reg_date, ruleOn(world, 'dealDays', 30, visit.reg_date))
  const noDeal = ruleOn<readonly string[]>(world, 'noDealCategories', ['检查', '挂号'], visit.reg_date)
  const found = { charged: 0, deal: 0, isDeal: false }
  for (const bill of billsOfPatient.get(visit.patient_id) ?? []) {
    const day = chargeDay(bill)
    if (!isCharged(bill) || day === null || day < visit.reg_date || day > until) continue
    for (const item of itemsOfBill.get(bill.id) ?? []) {
      const amount = fen(item.original_amount) - fen(item.discount_amount)
      found.charged += amount
      if (bill.bill_type === REGISTRATION_BILL || amount <= 0 || noDeal.includes(item.top_category_name)) continue
      found.deal += amount
      found.isDeal = true
    }
  }
  return found
}
const isWatched = (world: World, { reg_date }: Registration) =>
  plusDays(reg_date, ruleOn(world, 'dealDays', 30, reg_date)) >= world.today

const first = (of: (found: ReturnType<typeof chargedSince>, row: Registration, world: World) => number | null) =>
  visits((row, world) => (row.treat_type === 1 ? of(chargedSince(world, row), row, world) : null))

/** The revenue of patients on lines of bills, by day. */
export const revenueOfPatients = once((world: World) => {
  const { bills } = known(world)
  const found = new Map<string, { day: string; value: number; part: string | null }[]>()
  for (const { unit, account, payment_id, bill_id, part, business_date, amount } of world.ledger_posting) {
    if (unit !== 0 || account !== 'receivable' || payment_id === null || bill_id === null) continue
    if (!isRevenue(world, part, business_date)) continue
    const patientId = bills.get(bill_id)?.patient_id ?? ''
    const own = found.get(patientId) ?? []
    found.set(patientId, own)
    own.push({ day: business_date, value: -fen(amount), part })
  }
  return found
})
export const revenueBetween = (world: World, patientId: string, from: string, to: string): number =>
  (revenueOfPatients(world).get(patientId) ?? []).reduce(
    (sum, { day, value }) => (day >= from && day <= to ? sum + value : sum),
    0,
  )

const targetOf = (of: (row: RowOf<'clinic_target'>) => number | null) =>
  rows((world) => world.clinic_target.map((row) => ({ value: fen(of(row)), day: row.month, clinic: row.clinic_id })))

/** The first visits and (again) those after a long time, each with what became of it. */
interface Outcome {
  charged: number
  deal: number
  quoted: boolean
  outcome: 'won' | 'partly' | 'watching' | 'lost'
}
function outcomeOf(world: World, row: Registration): Outcome {
  const { charged, deal } = chargedSince(world, row)
  const { plans, lines } = plansOfPatients(world)
  const until = plusDays(row.reg_date, ruleOn(world, 'dealDays', 30, row.reg_date))
  let agreed = 0
  let quoted = false
  for (const plan of plans.get(row.patient_id) ?? []) {
    const day = dayOf(plan.created_at)
    if (day < row.reg_date || day > until) continue
    quoted ||= plan.quoted_at !== null
    if (!AGREED.includes(plan.status)) continue
    for (const line of lines.get(plan.id) ?? [])
      if (line.option_id === plan.chosen_option_id) agreed += fen(line.amount)
  }
  const outcome = deal > 0 ? (agreed > deal ? 'partly' : 'won') : isWatched(world, row) ? 'watching' : 'lost'
  return { charged, deal, quoted, outcome }
}
const plansOfPatients = once((world: World) => ({
  plans: by(world.treatment_plan, ({ patient_id }) => patient_id),
  lines: by(world.treatment_plan_line, ({ plan_id }) => plan_id),
}))
/** Plans to which the patient agreed: accepted, under way, done. */
const AGREED: readonly number[] = [2, 3, 4]

const outcomes = once((world: World) =>
  world.registration.flatMap((row) =>
    came(row) && (row.treat_type === 1 || row.treat_type === 3) ? [{ row, ...outcomeOf(world, row) }] : [],
  ),
)
const reasons = once(
  (world: World) => new Map(world.first_visit_note.map((row) => [row.registration_id, row.reason] as const)),
)
function firstVisits(end: '' | 'R'): Reckonings {
  const of = (value: (found: Outcome) => number | null): Reckoning =>
    rows((world) =>
      outcomes(world).flatMap(({ row, ...found }) => {
        const each = end === 'R' || row.treat_type === 1 ? value(found) : null
        if (each === null) return []
        const reason = found.outcome === 'lost' ? (reasons(world).get(row.id) ?? null) : null
        const { nurse: _nurse, desk: _desk, ...fact } = ofVisit(world, row, each)
        return [{ ...fact, visit: row.id, outcome: found.outcome, lostReason: reason }]
      }),
    )
  const one = (is: boolean) => (is ? 1 : null)
  return {
    [`F1${end}`]: of(() => 1),
    [`F2${end}`]: of(({ charged }) => charged),
    [`F3${end}`]: of(({ deal }) => deal),
    [`F4${end}`]: of(({ outcome }) => one(outcome === 'won')),
    [`F5${end}`]: of(({ outcome }) => one(outcome === 'partly')),
    [`F6${end}`]: of(({ outcome }) => one(outcome === 'watching')),
    [`F7${end}`]: of(({ outcome }) => one(outcome === 'lost')),
    [`F8${end}`]: of(({ quoted }) => one(quoted)),
    [`F10${end}`]: of(({ charged }) => one(charged > 0)),
    [`F9${end}`]: rate(`F4${end} + F5${end}`, `F1${end}`, 10_000),
  }
}

export const growthReckonings: Reckonings = {
  D1: first(({ isDeal }) => (isDeal ? 1 : null)),
  D2: rate('D1', 'V8', 10_000),
  D0: first(({ isDeal }, row, world) => (!isDeal && isWatched(world, row) ? 1 : null)),
  D3: first(({ isDeal, deal }) => (isDeal ? deal : null)),
  T1: targetOf(({ takings_amount }) => takings_amount),
  T2: targetOf(({ revenue_amount }) => revenue_amount),
  T3: rate('C1', 'T1', 10_000),
  T4: rate('R1', 'T2', 10_000),
  Q1: rows((world) =>
    world.source_spend.map((row) => ({
      value: fen(row.amount),
      day: row.month,
      clinic: row.clinic_id,
      source: row.source_id,
    })),
  ),
  Q2: rate('Q1', 'V15', 1),
  Q4: visits((row, world) =>
    isFirstEver(world, row)
      ? revenueBetween(
          world,
          row.patient_id,
          row.reg_date,
          plusDays(row.reg_date, ruleOn(world, 'returnDays', 90, row.reg_date)),
        )
      : null,
  ),
  Q3: rate('Q4', 'Q1', 10_000),
  ...firstVisits(''),
  ...firstVisits('R'),
}
