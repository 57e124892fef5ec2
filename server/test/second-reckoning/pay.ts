import {
  by,
  fen,
  isCharged,
  known,
  monthLater,
  once,
  rows,
  share,
  sourceOf,
  type Fact,
  type Reckonings,
} from './kit.ts'
import { pieces } from './people.ts'
import type { RowOf, World } from './world.ts'

type Terms = RowOf<'commission_terms'>
type Role = 'doctor' | 'nurse' | 'consultant' | 'desk'
/** What moved a line of a bill: how much, and how much of the line had come together with it. */
interface Movement {
  basis: 1 | 2 | 3
  key: string
  clinic: string
  day: string
  item: RowOf<'bill_item'>
  amount: number
  after: number
  payment: { amount: number; fee: number } | null
  people: Partial<Record<Exclude<Role, 'doctor'>, string | null>>
  executor: string | null
}
/** A line of pay. */
interface Paid {
  fact: Fact
  base: number
  pay: number
}

const wholeOf = (item: RowOf<'bill_item'>) => fen(item.original_amount) - fen(item.discount_amount)

/** Whoever did most of a line. */
const executors = once((world: World) => {
  const found = new Map<string, string>()
  for (const [itemId, list] of by(world.bill_item_execution, ({ bill_item_id }) => bill_item_id)) {
    const done = new Map<string, number>()
    for (const { doctor_id, qty } of list) if (doctor_id !== null) done.set(doctor_id, (done.get(doctor_id) ?? 0) + qty)
    const [most] = [...done].filter(([, qty]) => qty > 0).toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    if (most) found.set(itemId, most[0])
  }
  return found
})

/** Everything that may pay somebody, of all time: what came in for lines, what was charged, what was done. */
const movements = once((world: World): readonly Movement[] => {
  const { bills, items, entries, payments, refunds } = known(world)
  const beside = (item: RowOf<'bill_item'>) => {
    const bill = bills.get(item.bill_id) as RowOf<'bill'>
    return { bill, nurse: bill.nurse_id, consultant: bill.consultant_id }
  }
  const found: Movement[] = []
  for (const [basis, account] of [
    [1, 'receivable'],
    [2, 'billed'],
  ] as const) {
    const ofLines = world.ledger_posting.filter((row) => {
      if (row.account !== account || row.unit !== 0 || row.item_id === null) return false
      const entry = entries.get(row.entry_id) as RowOf<'ledger_entry'>
      if (entry.document === 'refund' && refunds.get(entry.document_id)?.roll_back_performance === false) return false
      if (basis === 2) return true
      const counts = payments.get(row.payment_id ?? '')?.counts_performance
      return counts === true && ['cash', 'principal', 'deposit', 'times'].includes(row.part ?? '')
    })
    for (const [itemId, list] of by(ofLines, ({ item_id }) => item_id as string)) {
      const item = items.get(itemId) as RowOf<'bill_item'>
      const { bill, nurse, consultant } = beside(item)
      let after = 0
      const at = (row: (typeof list)[number]) => entries.get(row.entry_id)?.moment ?? ''
      const inOrder = list.toSorted((a, b) =>
        at(a) === at(b)
          ? a.entry_id === b.entry_id
            ? a.no - b.no
            : a.entry_id < b.entry_id
              ? -1
              : 1
          : at(a) < at(b)
            ? -1
            : 1,
      )
      for (const row of inOrder) {
        const amount = -fen(row.amount)
        after += amount
        if (amount === 0) continue
        const payment = payments.get(row.payment_id ?? '')
        const actor = entries.get(row.entry_id)?.actor_id ?? null
        found.push({
          basis,
          key: `${row.entry_id}-${row.no}`,
          clinic: row.clinic_id,
          day: row.business_date,
          item,
          amount,
          after,
          payment: basis === 1 && payment ? { amount: fen(payment.amount), fee: fen(payment.fee_amount) } : null,
          people: { nurse, consultant, desk: basis === 1 ? actor : (bill.cashier_id ?? actor) },
          executor: executors(world).get(itemId) ?? item.doctor_id ?? bill.doctor_id,
        })
      }
    }
  }
  const noted = (a: RowOf<'bill_item_execution'>, b: RowOf<'bill_item_execution'>) =>
    a.noted_at === b.noted_at ? (a.id < b.id ? -1 : 1) : a.noted_at < b.noted_at ? -1 : 1
  for (const [itemId, list] of by(world.bill_item_execution, ({ bill_item_id }) => bill_item_id)) {
    const item = items.get(itemId) as RowOf<'bill_item'>
    const { bill, consultant } = beside(item)
    if (!isCharged(bill)) continue
    let after = 0
    for (const row of list.toSorted(noted)) {
      const amount = pieces(world).get(row.id) ?? 0
      after += amount
      if (amount === 0) continue
      found.push({
        basis: 3,
        key: row.id,
        clinic: row.clinic_id,
        day: row.done_on,
        item,
        amount,
        after,
        payment: null,
        people: { nurse: row.assistant_id, consultant, desk: bill.cashier_id },
        executor: row.doctor_id ?? item.doctor_id ?? bill.doctor_id,
      })
    }
  }
  return found
})

/** The terms that hold in a month, the narrowest first: a person before an item, an item before a category, a clinic last. */
function termsIn(world: World, month: string): { name: string; terms: Terms }[] {
  const found = world.commission_rule.flatMap((rule) => {
    if (rule.until_month !== null && month > rule.until_month.slice(0, 7)) return []
    const [terms] = world.commission_terms
      .filter((each) => each.rule_id === rule.id && each.from_month.slice(0, 7) <= month)
      .toSorted((a, b) =>
        a.from_month === b.from_month ? (a.saved_at < b.saved_at ? 1 : -1) : a.from_month < b.from_month ? 1 : -1,
      )
    return terms ? [{ name: rule.name, terms }] : []
  })
  const narrow = ({ employee_ids, tariff_ids, categories, clinic_ids }: Terms) =>
    Number(employee_ids.length > 0) * 8 +
    Number(tariff_ids.length > 0) * 4 +
    Number(categories.length > 0) * 2 +
    Number(clinic_ids.length > 0)
  return found.toSorted((a, b) => narrow(b.terms) - narrow(a.terms) || a.name.localeCompare(b.name, 'zh'))
}
const takes = (list: readonly string[], ...values: (string | null)[]) =>
  list.length === 0 || values.some((value) => value !== null && list.includes(value))

/** Whose a line is as its doctor, in hundredths: by the item's rule, or by what the opener's terms say. */
function doctorsOf(world: World, all: readonly { terms: Terms }[], row: Movement): [string, number][] {
  const { bills, tariffs } = known(world)
  const opener = row.item.doctor_id ?? bills.get(row.item.bill_id)?.doctor_id ?? null
  const own = opener === null ? undefined : all.find(({ terms }) => isFor(terms, 'doctor', opener, row))
  const rule = tariffs.get(row.item.tariff_id ?? '')?.performance_rule ?? 1
  const said = own?.terms.opener_share ?? null
  if (said === null && rule === 0) return []
  // What terms say is kept in hundredths of a percent.
  const percent = said === null ? (rule === 2 ? 0 : rule === 3 ? 50 : 100) : said / 100
  const [first, second] = [opener ?? row.executor, row.executor ?? opener]
  if (first === null || second === null) return []
  if (first === second) return [[first, 100]]
  const both: [string, number][] = [
    [first, percent],
    [second, 100 - percent],
  ]
  return both.filter(([, each]) => each > 0)
}
const isFor = (terms: Terms, role: Role, employeeId: string, { item, clinic }: Movement) =>
  terms.role === role &&
  takes(terms.employee_ids, employeeId) &&
  takes(terms.tariff_ids, item.tariff_id) &&
  takes(terms.categories, item.category_name, item.top_category_name) &&
  takes(terms.clinic_ids, clinic)

/** What is paid for a base by steps: each at its own rate, or all at the rate of the step that is reached. */
function payFor(kind: number, steps: readonly RowOf<'commission_step'>[], base: number, month: number): number {
  const rateOf = ({ rate }: RowOf<'commission_step'>) => rate
  if (kind !== 2) {
    const reached = steps.findLast(({ from_amount }) => month >= fen(from_amount)) ?? steps[0]
    return share(base, reached ? rateOf(reached) : 0, 10_000)
  }
  if (base < 0) return share(base, steps[0]?.rate ?? 0, 10_000)
  let sum = 0
  for (const step of steps) {
    const upTo = step.to_amount === null ? base : Math.min(base, fen(step.to_amount))
    if (upTo > fen(step.from_amount)) sum += (upTo - fen(step.from_amount)) * step.rate
  }
  return share(sum, 1, 10_000)
}

const stepsOf = once((world: World) =>
  by(
    world.commission_step.toSorted((a, b) => a.no - b.no),
    ({ terms_id }) => terms_id,
  ),
)

/** A month that is open: by the rules as they are. */
function openMonth(world: World, month: string, isOpen: (clinicId: string) => boolean): Paid[] {
  const all = termsIn(world, month)
  const { tariffs, bills } = known(world)
  const groups = new Map<
    string,
    { terms: Terms; lines: { row: Movement; employee: string; role: Role; base: number }[] }
  >()
  for (const row of movements(world)) {
    if (row.day.slice(0, 7) !== month || !isOpen(row.clinic)) continue
    const doctors = doctorsOf(world, all, row)
    const parts: { role: Role; employee: string; percent: number; isRest: boolean }[] = [
      ...doctors.map(([employee, percent], n) => ({ role: 'doctor' as const, employee, percent, isRest: n > 0 })),
      ...(['nurse', 'consultant', 'desk'] as const).flatMap((role) => {
        const employee = row.people[role]
        return employee ? [{ role, employee, percent: 100, isRest: false }] : []
      }),
    ]
    for (const { role, employee, percent, isRest } of parts) {
      const found = all.find(({ terms }) => isFor(terms, role, employee, row))
      if (!found || found.terms.basis !== row.basis) continue
      const { terms } = found
      const whole = wholeOf(row.item)
      const before = row.after - row.amount
      // What belongs to the line as a whole goes with what has come together of it; the last takes the remainder.
      const along = (total: number) => (whole === 0 ? 0 : share(total, row.after, whole) - share(total, before, whole))
      const tariff = tariffs.get(row.item.tariff_id ?? '')
      const material = terms.less_material ? fen(tariff?.cost_price) * row.item.qty : 0
      const lab = terms.less_lab ? fen(tariff?.lab_cost) * row.item.qty : 0
      const fee =
        terms.less_way_cost && row.payment && row.payment.amount !== 0
          ? share(row.payment.fee, row.amount, row.payment.amount)
          : 0
      const added = terms.discount_by === 2 ? along(fen(row.item.original_amount) - whole) : 0
      const partOf = (sum: number) =>
        isRest ? sum - share(sum, (100 - percent) * 100, 10_000) : share(sum, percent * 100, 10_000)
      const ofMaterial = partOf(along(material))
      const base =
        partOf(row.amount) + partOf(added) - ofMaterial - partOf(along(material + lab) - along(material)) - partOf(fee)
      const key = [row.clinic, employee, role, terms.rule_id].join(' ')
      const group = groups.get(key) ?? { terms, lines: [] }
      groups.set(key, group)
      group.lines.push({ row, employee, role, base })
    }
  }
  return [...groups.values()].flatMap(({ terms, lines }) => {
    const steps = stepsOf(world).get(terms.id) ?? []
    const month = lines.reduce((sum, { base }) => sum + base, 0)
    let [before, paidSoFar] = [0, 0]
    const inOrder = lines.toSorted((a, b) =>
      a.row.day === b.row.day ? a.row.key.localeCompare(b.row.key) : a.row.day < b.row.day ? -1 : 1,
    )
    return inOrder.map(({ row, employee, role, base }): Paid => {
      before += base
      const upTo = payFor(terms.kind, steps, before, month)
      const pay = upTo - paidSoFar
      paidSoFar = upTo
      const fact = {
        value: 0,
        day: row.day,
        clinic: row.clinic,
        [role]: employee,
        part: role,
        source: sourceOf(world, bills.get(row.item.bill_id)?.patient_id),
        item: row.item.name,
      }
      return { fact, base, pay }
    })
  })
}

/** What everybody is paid: of closed months the slips that stand, of others by the rules. */
const payOf = once((world: World) => {
  const { bills } = known(world)
  const slips = new Map(world.commission_slip.filter(({ status }) => status !== 3).map((row) => [row.id, row]))
  const found: Paid[] = world.commission_line.flatMap((row) => {
    const slip = slips.get(row.slip_id)
    if (!slip) return []
    const fact = {
      value: 0,
      day: row.day,
      clinic: row.clinic_id,
      [slip.role]: slip.employee_id,
      part: slip.role,
      source: sourceOf(world, bills.get(row.bill_id)?.patient_id),
      item: row.item_name,
    }
    return [{ fact, base: fen(row.base_amount), pay: fen(row.pay_amount) }]
  })
  const closed = new Set(
    world.month_close.filter(({ status }) => status === 1).map((row) => `${row.clinic_id} ${row.month.slice(0, 7)}`),
  )
  for (let month = `${world.today.slice(0, 7)}-01`, n = 0; n < 6; n += 1, month = monthLater(month, -1)) {
    const name = month.slice(0, 7)
    found.push(...openMonth(world, name, (clinicId) => !closed.has(`${clinicId} ${name}`)))
  }
  return found
})

export const payReckonings: Reckonings = {
  P1: rows((world) => payOf(world).map(({ fact, base }) => ({ ...fact, value: base }))),
  P2: rows((world) => payOf(world).map(({ fact, pay }) => ({ ...fact, value: pay }))),
}
