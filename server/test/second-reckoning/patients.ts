import { revenueOfPatients, revenueBetween } from './growth.ts'
import { came, isFirstEver, ofFile, visits, visitsOf } from './visits.ts'
import {
  by,
  chargeDay,
  dayOf,
  fen,
  isCharged,
  known,
  monthLater,
  once,
  onceADay,
  plusDays,
  rate,
  rows,
  ruleOn,
  standing,
  whoIs,
  within,
  type Fact,
  type Reckonings,
} from './kit.ts'
import type { RowOf, World } from './world.ts'

type Registration = RowOf<'registration'>

/** The visits of somebody after one of them. */
const later = (world: World, row: Registration): readonly Registration[] => {
  const own = visitsOf(world).get(row.patient_id) ?? []
  return own.slice(own.findIndex(({ id }) => id === row.id) + 1)
}

/** The last visit of each patient until a day, and how many there were since another. */
const lastUntil = (world: World, day: string, since: string) =>
  [...visitsOf(world)].flatMap(([patientId, list]) => {
    const until = list.filter(({ reg_date }) => reg_date <= day)
    const last = until.at(-1)
    if (!last) return []
    const lastOn = until.reduce((latest, { reg_date }) => (reg_date > latest ? reg_date : latest), '')
    return [{ patientId, last, lastOn, visits: until.filter(({ reg_date }) => reg_date > since).length }]
  })
const isInUse = (world: World, patientId: string) => known(world).patients.get(patientId)?.status === 0
const ofLast = (world: World, { last, lastOn }: { last: Registration; lastOn: string }, day: string): Fact => ({
  value: 1,
  day,
  clinic: last.clinic_id,
  ...whoIs(world, last.patient_id, lastOn),
  doctor: last.doctor_id,
  dept: known(world).deptOf(last.doctor_id, last.clinic_id),
  consultant: known(world).patients.get(last.patient_id)?.consultant_id ?? null,
})

/** N3: who stays away at the end of a day: last visit too long ago, nothing booked ahead, the file in use. */
const lostOn = onceADay((world: World, day: string) => {
  const before = plusDays(day, -ruleOn(world, 'lostDays', 180, day))
  const booked = new Set(
    world.appointment.flatMap((row) =>
      row.patient_id !== null &&
      dayOf(row.starts_at) > day &&
      dayOf(row.created_at) <= day &&
      row.held_until === null &&
      row.parked_at === null &&
      ![0, 6, 8].includes(row.status)
        ? [row.patient_id]
        : [],
    ),
  )
  return lastUntil(world, day, before).filter(
    ({ patientId, lastOn }) => lastOn < before && !booked.has(patientId) && isInUse(world, patientId),
  )
})
const lost = (at: 'opening' | 'closing', isBack = false) =>
  standing(at, (world, day, span) =>
    lostOn(world, day).flatMap((row) => {
      const back = () =>
        (visitsOf(world).get(row.patientId) ?? []).some(({ reg_date }) => reg_date > day && reg_date <= span.to)
      return isBack && !back() ? [] : [ofLast(world, row, day)]
    }),
  )

const YEAR = 365
/** N6: whoever came until a day and has a file in use, by recency, frequency and money of the last 365 days. */
const ratedOn = onceADay((world: World, day: string) => {
  const since = plusDays(day, -YEAR)
  const found = lastUntil(world, day, since)
    .filter(({ patientId }) => isInUse(world, patientId))
    .map((row) => ({ ...row, paid: revenueBetween(world, row.patientId, plusDays(since, 1), day) }))
  const payers = found.map(({ paid }) => paid).filter((paid) => paid > 0)
  const upTo = new Map<number, number>()
  for (const paid of new Set(payers)) upTo.set(paid, payers.filter((other) => other <= paid).length)
  const r = (lastOn: string) => {
    const steps = [30, 90, 180, 365]
    const step = steps.findIndex((days) => lastOn >= plusDays(day, -days))
    return step < 0 ? 1 : 5 - step
  }
  const f = (count: number) => (count >= 6 ? 5 : count >= 4 ? 4 : count >= 2 ? 3 : count >= 1 ? 2 : 1)
  const m = (paid: number) => (paid <= 0 ? 1 : Math.ceil((5 * (upTo.get(paid) ?? 0)) / payers.length))
  const high = (step: number) => (step >= 4 ? '1' : '0')
  return found.map((row) => ({ ...row, segment: high(r(row.lastOn)) + high(f(row.visits)) + high(m(row.paid)) }))
})
const rated = (of: (row: ReturnType<typeof ratedOn>[number]) => number) =>
  standing('closing', (world, day) =>
    ratedOn(world, day).map((row) => ({ ...ofLast(world, row, day), value: of(row), segment: row.segment })),
  )

/** Signed, filed, being amended. */
const isSigned = ({ status }: RowOf<'medical_record'>) => [2, 3, 4].includes(status)
interface Diagnosis {
  icdCode?: string
  teeth?: string
}
const diagnosesOf = ({ content }: RowOf<'medical_record'>): readonly Diagnosis[] =>
  (content as unknown as { diagnoses?: Diagnosis[] }).diagnoses ?? []

const diagnosed = (of: (row: RowOf<'medical_record'>) => boolean) =>
  rows((world, span) =>
    world.medical_record.flatMap((row): Fact[] => {
      const day = dayOf(row.visit_time)
      if (!within(span, day) || !isSigned(row) || !of(row)) return []
      const kinds = new Set(
        diagnosesOf(row).flatMap(({ icdCode = '' }) => (icdCode === '' ? [] : [icdCode.slice(0, 3)])),
      )
      return [...kinds].map((diagnosis) => ({
        value: 1,
        day,
        clinic: row.clinic_id,
        ...whoIs(world, row.patient_id, day),
        doctor: row.doctor_id,
        dept: known(world).deptOf(row.doctor_id, row.clinic_id),
        diagnosis,
      }))
    }),
  )

/** What the product expects after a diagnosis (money.md §11, matchingDiagnosis). */
const CROWNS = ['氧化锆全瓷冠', '二硅酸锂铸瓷冠', '钴铬烤瓷冠', '瓷嵌体']
const SHIPPED = [
  { icd: 'K02', name: '充填', items: ['充填'] },
  { icd: 'K04.0', name: '根管治疗', items: ['根管治疗'] },
  { icd: 'K04.0', name: '冠修复', items: CROWNS },
  { icd: 'K04.1', name: '根管治疗', items: ['根管治疗'] },
  { icd: 'K04.1', name: '冠修复', items: CROWNS },
  { icd: 'K05.3', name: '刮治', items: ['龈下刮治与根面平整'] },
  { icd: 'K08.1', name: '种植或修复', items: ['种植外科', '种植修复', '活动修复', ...CROWNS] },
  { icd: 'K07', name: '正畸', items: ['矫治'] },
  { icd: 'K01', name: '拔除', items: ['拔牙'] },
]

/** The teeth that a text names: single ones, quadrants (Q1), arches (UA, LA), fronts (AU, AL), the mouth (FM). */
const teethIn = (() => {
  const read = new Map<string, ReadonlySet<string>>()
  const mouth: { tooth: string; quadrant: number; n: number }[] = []
  for (let q = 1; q <= 8; q += 1)
    for (let n = 1; n <= (q <= 4 ? 8 : 5); n += 1) mouth.push({ tooth: `${q}${n}`, quadrant: ((q - 1) % 4) + 1, n })
  return (text: string): ReadonlySet<string> => {
    const known = read.get(text)
    if (known) return known
    const found = new Set<string>()
    for (const entry of text.split(';')) {
      const code = (entry.trim().split(':')[0] ?? '').toUpperCase()
      for (const { tooth, quadrant, n } of mouth) {
        const upper = quadrant <= 2
        const is =
          code.endsWith(tooth) ||
          code === 'FM' ||
          code === `Q${quadrant}` ||
          code === (upper ? 'UA' : 'LA') ||
          (code === (upper ? 'AU' : 'AL') && n <= 3)
        if (is) found.add(tooth)
      }
    }
    read.set(text, found)
    return found
  }
})()
const meet = (a: string, b: string) => {
  const there = teethIn(b)
  return [...teethIn(a)].some((tooth) => there.has(tooth))
}

interface Expected extends Fact {
  isDone: boolean
  left: number
}
/** What signed records of a span call for, patient by patient. */
function expectedIn(world: World, span: { from: string; to: string }): Expected[] {
  const { billsOfPatient, itemsOfBill } = known(world)
  const categories = new Map(world.tariff_category.map(({ id, name }) => [id, name]))
  const own = world.expected_care.map(({ icd_code, name, items }) => ({ icd: icd_code, name, items }))
  const expectations = (own.length > 0 ? own : SHIPPED).map((each) => {
    const prices = world.tariff
      .filter(
        (row) =>
          row.enabled && [row.name, categories.get(row.category_id) ?? ''].some((name) => each.items.includes(name)),
      )
      .map(({ price }) => fen(price))
      .toSorted((a, b) => a - b)
    // The price in the middle: of an even number the lower of the two.
    return { ...each, price: prices[Math.ceil(prices.length / 2) - 1] ?? 0 }
  })
  interface Called {
    record: RowOf<'medical_record'>
    teeth: string
    price: number
    items: readonly string[]
  }
  const called = new Map<string, { icd: string; name: string; first: Map<string, Called> }>()
  const records = world.medical_record
    .filter((row) => isSigned(row) && dayOf(row.visit_time) >= span.from && dayOf(row.visit_time) <= span.to)
    .toSorted((a, b) => Date.parse(a.visit_time) - Date.parse(b.visit_time))
  for (const record of records)
    for (const { icdCode = '', teeth = '' } of diagnosesOf(record))
      for (const { icd, name, items, price } of expectations) {
        if (!icdCode.startsWith(icd)) continue
        const key = [record.patient_id, icd, name].join(' ')
        const there = called.get(key) ?? { icd, name, first: new Map<string, Called>() }
        called.set(key, there)
        if (!there.first.has(teeth)) there.first.set(teeth, { record, teeth, price, items })
      }
  const isDone = ({ record, teeth, items }: Called): boolean => {
    const [from, to] = [dayOf(record.visit_time), plusDays(dayOf(record.visit_time), YEAR)]
    return (billsOfPatient.get(record.patient_id) ?? []).some((bill) => {
      const day = chargeDay(bill)
      if (!isCharged(bill) || day === null || day < from || day > to) return false
      return (itemsOfBill.get(bill.id) ?? []).some(
        (item) =>
          item.qty > item.returned_qty &&
          (items.includes(item.category_name) || items.includes(item.name)) &&
          (teeth === '' || item.teeth === '' || meet(item.teeth, teeth)),
      )
    })
  }
  return [...called.values()].map(({ icd, name, first }) => {
    const all = [...first.values()]
    const open = all.filter((each) => !isDone(each))
    const { record } = all.reduce((latest, each) =>
      Date.parse(each.record.visit_time) > Date.parse(latest.record.visit_time) ? each : latest,
    )
    return {
      value: 1,
      day: dayOf(record.visit_time),
      clinic: record.clinic_id,
      doctor: record.doctor_id,
      dept: known(world).deptOf(record.doctor_id, record.clinic_id),
      source: known(world).patients.get(record.patient_id)?.source_id ?? null,
      consultant: known(world).patients.get(record.patient_id)?.consultant_id ?? null,
      patient: record.patient_id,
      diagnosis: icd,
      expectation: `${icd} ${name}`,
      isDone: open.length === 0,
      left: open.reduce(
        (sum, { teeth, price }) => sum + Math.max(1, teeth === '' ? 0 : teeth.split(';').length) * price,
        0,
      ),
    }
  })
}
const expected = (of: (row: Expected) => number | null) =>
  rows((world, span) =>
    expectedIn(world, span).flatMap(({ isDone, left, ...row }) => {
      const value = of({ ...row, isDone, left })
      return value === null ? [] : [{ ...row, value }]
    }),
  )

/** The revenue of somebody day by day, the first day first. */
function earnedByDay(world: World, patientId: string): number[] {
  const days = new Map<string, number>()
  for (const { day, value } of revenueOfPatients(world).get(patientId) ?? [])
    days.set(day, (days.get(day) ?? 0) + value)
  return [...days].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value)
}
const rewards = once((world: World) =>
  by(
    world.coupon.filter(({ source }) => source === 5),
    ({ source_id }) => source_id,
  ),
)
const rewardsByRule = once((world: World) => by(world.introduction_reward, ({ patient_id }) => patient_id))
/** Something to give, else something to get back, else given at all. */
function stateByRule(list: readonly RowOf<'introduction_reward'>[]): string {
  const ahead = (row: RowOf<'introduction_reward'>) => fen(row.earned_amount) - fen(row.given_amount)
  if (list.some((row) => ahead(row) > 0)) return 'due'
  if (list.some((row) => ahead(row) < 0 && row.forgone_reason === '')) return 'over'
  return list.some(({ given_amount }) => fen(given_amount) > 0) ? 'given' : 'takenBack'
}
/** Does a rule of the company reward introductions now? */
const isByRule = (world: World): boolean =>
  ruleOn<{ way: string }>(world, 'introductionReward', { way: 'none' }, world.today).way !== 'none'
const introduced = (of: (patientId: string, world: World) => number | null) =>
  rows((world, span) => {
    const { patients } = known(world)
    const employees = new Map(world.employee.map(({ id, name }) => [id, name]))
    return world.patient.flatMap((row): Fact[] => {
      const day = dayOf(row.created_at)
      const value = within(span, day) && row.status !== 2 && row.referrer_type !== null ? of(row.id, world) : null
      if (value === null) return []
      const coupons = rewards(world).get(row.id) ?? []
      const byRule = rewardsByRule(world).get(row.id) ?? []
      const hasPaid = earnedByDay(world, row.id).some((paid) => paid > 0)
      const referrer = patients.get(row.referrer_patient_id ?? '')
      return [
        {
          value,
          day,
          clinic: row.home_clinic_id,
          ...whoIs(world, row.id, day),
          doctor: row.resp_doctor_id,
          consultant: row.consultant_id,
          reward:
            byRule.length > 0
              ? stateByRule(byRule)
              : coupons.some(({ status }) => status !== 4)
                ? 'given'
                : coupons.length > 0
                  ? 'takenBack'
                  : referrer && hasPaid && !isByRule(world)
                    ? 'due'
                    : 'none',
          referrer: referrer
            ? `${referrer.name} ${referrer.medical_number}`
            : (employees.get(row.referrer_employee_id ?? '') ?? row.referrer_remark),
        },
      ]
    })
  })

/** What the rule of the company gave for somebody. */
const givenByRule = (way: string, unit: number) =>
  introduced((patientId, world) =>
    (rewardsByRule(world).get(patientId) ?? []).reduce(
      (sum, row) => sum + (row.way === way ? fen(row.given_amount) / unit : 0),
      0,
    ),
  )

const inMonthAfter = (world: World, row: Registration, n: number) => {
  const [from, to] = [monthLater(row.reg_date, n), monthLater(row.reg_date, n + 1)]
  return later(world, row).some(({ reg_date }) => reg_date >= from && reg_date < to)
}
const cohort = (n: number) =>
  visits((row, world) => (isFirstEver(world, row) && inMonthAfter(world, row, n) ? 1 : null))

export const patientReckonings: Reckonings = {
  N1a: visits((row, world) =>
    row.treat_type === 1 && later(world, row).some(({ reg_date }) => reg_date <= plusDays(row.reg_date, 90)) ? 1 : null,
  ),
  N1: rate('N1a', 'V8', 10_000),
  N2: rate('V9', 'V7', 10_000),
  N3: lost('closing'),
  N3o: lost('opening'),
  N4a: lost('opening', true),
  N4: rate('N4a', 'N3o', 10_000),
  N5: rows((world) =>
    world.patient.flatMap((row) => {
      return row.status === 2 || row.referrer_type === null ? [] : [ofFile(world, row)]
    }),
  ),
  ...Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`NC${n + 1}`, cohort(n + 1)] as const)),
  N6: rated(() => 1),
  N6v: rated((row) => row.visits),
  N6r: rated((row) => row.paid),
  N6a: rate('N6r', 'N6', 1),
  N7a: visits((row, world) =>
    isFirstEver(world, row) ? revenueBetween(world, row.patient_id, '0000-01-01', '9999-12-31') : null,
  ),
  N7: rate('N7a', 'V15', 1),
  ND1: diagnosed(() => true),
  ND2: diagnosed(({ visit_kind }) => visit_kind === 1),
  E1: expected(() => 1),
  E2: expected(({ isDone }) => (isDone ? 1 : null)),
  E3: expected(({ isDone }) => (isDone ? null : 1)),
  E4: rate('E2', 'E1', 10_000),
  E5: expected(({ left }) => left),
  I1: introduced(() => 1),
  I2: introduced((id, world) => (world.registration.some((row) => row.patient_id === id && came(row)) ? 1 : null)),
  I3: introduced((id, world) => earnedByDay(world, id).find((paid) => paid > 0) ?? 0),
  I4: introduced((id, world) => earnedByDay(world, id).reduce((sum, paid) => sum + paid, 0)),
  I5: givenByRule('cash', 1),
  I6: givenByRule('points', 100),
  I7: givenByRule('coupon', 100),
}
