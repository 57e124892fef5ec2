/** How often a day a frequency means; null where it depends on the need. */
export const timesADay: Readonly<Record<string, number | null>> = {
  qd: 1,
  qn: 1,
  st: 1,
  bid: 2,
  q12h: 2,
  tid: 3,
  q8h: 3,
  qid: 4,
  q6h: 4,
  q4h: 6,
  prn: null,
}

const NUMBER = String.raw`(\d+(?:\.\d+)?)(?:[–-](\d+(?:\.\d+)?))?`
const OFTEN = String.raw`(q\d+(?:[–-]\d+)?h|qd|bid|tid|qid|每日\d次)`
const gramsToMg = (value: string | undefined, unit: string | undefined): number =>
  Math.round(Number(value) * (unit === 'g' ? 1_000_000 : 1000)) / 1000

/** The most often that words of a leaflet allow a day: q4–6h is six times. */
function most(words: string): number | null {
  const every = /^q(\d+)/.exec(words)
  if (every) return Math.floor(24 / Number(every[1]))
  const daily = /^每日(\d)次/.exec(words)
  return daily ? Number(daily[1]) : (timesADay[words] ?? null)
}

/** The usual upper limits of a dose for adults, in mg; null where the words do not say it. */
export interface UsualDose {
  singleMg: number | null
  dailyMg: number | null
}

const largest = (values: readonly number[]): number | null => (values.length === 0 ? null : Math.max(...values))

/**
 * Reads the usual dose out of the words of the drug reference: `0.2–0.4g q4–6h，≤1.2g/日`. The upper end of ranges and the
 * largest of alternatives counts; what can't be read is null. No pharmacist has checked the reading.
 */
export function readUsualDose(words: string): UsualDose {
  const single: number[] = []
  const daily: number[] = []
  for (const [, low, high, unit, often] of words.matchAll(new RegExp(`${NUMBER}\\s*(m?g)\\s*${OFTEN}`, 'g'))) {
    const mg = gramsToMg(high ?? low, unit)
    const times = most(often ?? '')
    single.push(mg)
    if (times !== null) daily.push(mg * times)
  }
  for (const [, low, high, unit, parts] of words.matchAll(
    new RegExp(`(?<![≤\\d.–-])${NUMBER}(m?g)/日(?:，?分(\\d))?`, 'g'),
  )) {
    const mg = gramsToMg(high ?? low, unit)
    daily.push(mg)
    single.push(mg / Number(parts ?? 1))
  }
  const limits = [...words.matchAll(/(?:≤|24h 不超过 ?)(\d+(?:\.\d+)?)(m?g)(?:\/日|（国内)/g)].map(([, value, unit]) =>
    gramsToMg(value, unit),
  )
  return { singleMg: largest(single), dailyMg: largest(limits) ?? largest(daily) }
}

/** A dose by weight as the words give it, in mg per kg. */
export interface WeightDose {
  low: number
  high: number
  per: 'day' | 'dose'
  /** How often a day at most. */
  times: number | null
  /** The most in a day, mg per kg. */
  maxPerKgDay: number | null
  /** The most at once, mg. */
  maxSingleMg: number | null
}

/** Reads a dose by weight: `20–40mg/kg/日，分3次`, `5–10mg/kg q6–8h，≤40mg/kg/日`. Null where there is none. */
export function readWeightDose(words: string): WeightDose | null {
  const found = new RegExp(`(?<!≤)${NUMBER}mg/kg(/日)?[，\\s]*(?:分(\\d)(?:[–-]\\d)?次|${OFTEN})?`).exec(words)
  if (!found) return null
  const [, low, high, day, parts, often] = found
  const maxDay = /≤(\d+(?:\.\d+)?)mg\/kg\/日/.exec(words)
  const maxTimes = /24h≤(\d)次/.exec(words)
  const maxSingle = /最大每次(\d+(?:\.\d+)?)(m?g)/.exec(words)
  return {
    low: Number(low),
    high: Number(high ?? low),
    per: day ? 'day' : 'dose',
    times: maxTimes ? Number(maxTimes[1]) : parts ? Number(parts) : often ? most(often) : null,
    maxPerKgDay: maxDay ? Number(maxDay[1]) : null,
    maxSingleMg: maxSingle ? gramsToMg(maxSingle[1], maxSingle[2]) : null,
  }
}

/** A dose worked out by weight, in mg, and how. */
export interface WorkedDose {
  singleMg: readonly [number, number] | null
  dailyMg: readonly [number, number] | null
  /** Step by step, in words. */
  steps: readonly string[]
}

const round = (mg: number) => Math.round(mg * 10) / 10
const span = ([low, high]: readonly [number, number]) => (low === high ? `${low}` : `${low}–${high}`)

/**
 * The dose of a child by weight: mg/kg × weight, divided into its doses, never more than the day's maximum or an adult's.
 * @param weightKg weight in kg
 * @param adult the usual dose of adults
 */
export function doseByWeight(dose: WeightDose, weightKg: number, adult: UsualDose): WorkedDose {
  const base: [number, number] = [round(dose.low * weightKg), round(dose.high * weightKg)]
  const range = span([dose.low, dose.high])
  const steps = [`${range} mg/kg${dose.per === 'day' ? '/日' : '/次'} × ${weightKg} kg = ${span(base)} mg`]
  let daily: [number, number] | null =
    dose.per === 'day' ? base : dose.times === null ? null : [round(base[0] * dose.times), round(base[1] * dose.times)]
  if (dose.per === 'dose' && daily) steps.push(`每日最多 ${dose.times} 次 = ${span(daily)} mg/日`)
  const caps = [
    ...(dose.maxPerKgDay === null
      ? []
      : [{ mg: round(dose.maxPerKgDay * weightKg), why: `${dose.maxPerKgDay} mg/kg/日` }]),
    ...(adult.dailyMg === null ? [] : [{ mg: adult.dailyMg, why: '成人每日量' }]),
  ]
  for (const { mg, why } of caps) {
    if (!daily || daily[1] <= mg) continue
    daily = [Math.min(daily[0], mg), mg]
    steps.push(`不超过${why} ${mg} mg`)
  }
  let single: [number, number] | null =
    dose.per === 'dose'
      ? base
      : daily && dose.times !== null
        ? [round(daily[0] / dose.times), round(daily[1] / dose.times)]
        : null
  if (dose.per === 'day' && single) steps.push(`分 ${dose.times} 次，每次 ${span(single)} mg`)
  const most = dose.maxSingleMg ?? adult.singleMg
  if (single && most !== null && single[1] > most) {
    single = [Math.min(single[0], most), most]
    steps.push(`每次不超过 ${most} mg`)
  }
  return { singleMg: single, dailyMg: daily, steps }
}

/** What is prescribed of one drug, in mg; null where it can't be said. */
export interface WrittenDose {
  singleMg: number | null
  dailyMg: number | null
}

/** The strength of one piece in mg, from words such as 0.25g: null where there is none or more than one. */
export function strengthMg(spec: string): number | null {
  const found = [...spec.matchAll(/(?<![\d.:：])(\d+(?:\.\d+)?)(m?g)(?![/\w])/g)]
  const [only] = found
  return only && found.length === 1 ? gramsToMg(only[1], only[2]) : null
}

/**
 * A dose in mg.
 * @param unit mg, g, or a piece whose strength the spec says
 */
export function doseInMg(dose: number, unit: string, spec: string): number | null {
  if (unit === 'mg') return dose
  if (unit === 'g') return dose * 1000
  const strength = ['片', '粒'].includes(unit) ? strengthMg(spec) : null
  return strength === null ? null : dose * strength
}

/**
 * How much is handed out: single dose × times a day × days. Pieces that a dose in mg asks for are whole or half.
 * @returns null where it can't be worked out (a bottle, as needed): then it is written by hand
 */
export function totalQuantity(line: {
  singleDose: number
  doseUnit: string
  frequency: string
  days: number
  unit: string
  spec: string
}): number | null {
  const times = line.frequency === 'st' ? 1 / line.days : (timesADay[line.frequency] ?? null)
  if (times === null) return null
  if (line.doseUnit === line.unit) return Math.ceil(round(line.singleDose * times * line.days))
  const [mg, strength] = [doseInMg(line.singleDose, line.doseUnit, line.spec), strengthMg(line.spec)]
  if (mg === null || strength === null || !['片', '粒'].includes(line.unit)) return null
  return Math.ceil((Math.ceil((mg / strength) * 2 - 1e-9) / 2) * times * line.days - 1e-9)
}
