import {
  by,
  dayOf,
  fen,
  isCharged,
  known,
  once,
  rate,
  rows,
  share,
  sourceOf,
  sumOf,
  within,
  type Fact,
  type Reckonings,
} from './kit.ts'
import { came } from './visits.ts'
import type { RowOf, World } from './world.ts'

type Execution = RowOf<'bill_item_execution'>

const doneBy = (world: World, row: Execution): string | null => {
  const { items, bills } = known(world)
  return row.doctor_id ?? items.get(row.bill_item_id)?.doctor_id ?? bills.get(row.bill_id)?.doctor_id ?? null
}

/**
 * What was done of lines, piece by piece in the order in which it was noted, each with its share of the line: what the quantity until
 * then makes of the sum, less what the quantity before it did (§10 X1).
 */
export const pieces = once((world: World) => {
  const { items } = known(world)
  const found = new Map<string, number>()
  for (const [itemId, list] of by(world.bill_item_execution, ({ bill_item_id }) => bill_item_id)) {
    const item = items.get(itemId) as RowOf<'bill_item'>
    const whole = fen(item.original_amount) - fen(item.discount_amount)
    let done = 0
    const inOrder = list.toSorted((a, b) =>
      a.noted_at === b.noted_at ? (a.id < b.id ? -1 : 1) : a.noted_at < b.noted_at ? -1 : 1,
    )
    for (const piece of inOrder) {
      const before = share(whole, done, item.qty)
      done += piece.qty
      found.set(piece.id, share(whole, done, item.qty) - before)
    }
  }
  return found
})

const done = (of: (row: Execution, world: World) => number) =>
  rows((world, span) => {
    const { bills, items, deptOf } = known(world)
    return world.bill_item_execution.flatMap((row): Fact[] => {
      if (!within(span, row.done_on)) return []
      const bill = bills.get(row.bill_id) as RowOf<'bill'>
      const item = items.get(row.bill_item_id) as RowOf<'bill_item'>
      if (!isCharged(bill)) return []
      const doctor = doneBy(world, row)
      return [
        {
          value: of(row, world),
          day: row.done_on,
          clinic: row.clinic_id,
          doctor,
          nurse: row.assistant_id,
          consultant: bill.consultant_id,
          desk: bill.cashier_id,
          dept: deptOf(doctor, row.clinic_id),
          source: sourceOf(world, bill.patient_id),
          topCategory: item.top_category_name,
          category: item.category_name,
          item: item.name,
        },
      ]
    })
  })
const tariffOf = (world: World, { bill_item_id }: Execution) => {
  const { items, tariffs } = known(world)
  return tariffs.get(items.get(bill_item_id)?.tariff_id ?? '')
}

const rated = (of: (score: number) => number) =>
  rows((world) =>
    world.follow_up.flatMap((row): Fact[] =>
      row.satisfaction === null || row.done_at === null
        ? []
        : [
            {
              value: of(row.satisfaction),
              day: dayOf(row.done_at),
              clinic: row.clinic_id,
              doctor: row.doctor_id,
              desk: row.done_by,
              dept: known(world).deptOf(row.doctor_id, row.clinic_id),
              source: sourceOf(world, row.patient_id),
            },
          ],
    ),
  )

/** Treatments that have ended: the last of a day, of a patient with a doctor in a clinic, has what was done that day. */
const lastOfDay = once((world: World) => {
  const last = new Map<string, RowOf<'treatment'>>()
  for (const row of world.treatment) {
    if (row.status !== 2 || row.end_time === null) continue
    const key = [row.patient_id, row.doctor_id, row.clinic_id, dayOf(row.end_time)].join(' ')
    const other = last.get(key)
    const isLater =
      !other || (row.end_time === other.end_time ? row.id > other.id : row.end_time > (other.end_time ?? ''))
    if (isLater) last.set(key, row)
  }
  return last
})
const executedIn = once((world: World) => {
  const { bills } = known(world)
  const found = new Map<string, number>()
  for (const row of world.bill_item_execution) {
    const patientId = bills.get(row.bill_id)?.patient_id
    const key = [patientId, doneBy(world, row), row.clinic_id, row.done_on].join(' ')
    const visit = lastOfDay(world).get(key)
    if (visit) found.set(visit.id, (found.get(visit.id) ?? 0) + (pieces(world).get(row.id) ?? 0))
  }
  return found
})
const treatments = (of: (row: RowOf<'treatment'>, world: World) => number | null) =>
  rows((world) => {
    const { registrations, deptOf } = known(world)
    return world.treatment.flatMap((row): Fact[] => {
      const visit = registrations.get(row.registration_id)
      const value = row.status === 2 && row.end_time !== null && visit && came(visit) ? of(row, world) : null
      if (value === null || row.end_time === null) return []
      return [
        {
          value,
          day: dayOf(row.end_time),
          clinic: row.clinic_id,
          doctor: row.doctor_id,
          dept: visit?.dept_id ?? deptOf(row.doctor_id, row.clinic_id),
          source: sourceOf(world, row.patient_id),
          patient: row.patient_id,
          treatment: row.id,
        },
      ]
    })
  })

export const peopleReckonings: Reckonings = {
  S3: rate('R1', 'S1', 1),
  S2m: rated((score) => score),
  S2n: rated(() => 1),
  S2: rate('S2m', 'S2n', 100),
  X1: done((row, world) => pieces(world).get(row.id) ?? 0),
  M1: done((row, world) => fen(tariffOf(world, row)?.cost_price) * row.qty),
  M2: done((row, world) => fen(tariffOf(world, row)?.lab_cost) * row.qty),
  M3: sumOf('B4 - B9 - M1 - M2'),
  M4: rate('M3', 'B4', 10_000),
  W1: treatments(() => 1),
  W2: treatments((row) =>
    Math.max(0, Math.floor((Date.parse(row.end_time as string) - Date.parse(row.start_time)) / 60_000)),
  ),
  W3: treatments((row, world) => executedIn(world).get(row.id) ?? 0),
  W4: treatments((row) => (row.emr_completed ? null : 1)),
}
