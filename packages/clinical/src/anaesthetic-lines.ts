import { capOf, laMix } from './anaesthetic.ts'
import { anaesthetics } from './anaesthetic-data.ts'
import { adrenalineReasons, dosedAs, factorOf, isChild, type AnaestheticPerson } from './anaesthetic-facts.ts'
import type { AnaestheticRisk } from './anaesthetic-words.ts'

/** In place of a drug of the table: name, strength and adrenaline are written by hand. */
export const OTHER_ANAESTHETIC = 'other'

/** Of a line in a record, what makes its dose. Null: not written yet. */
export interface AnaestheticLineDose {
  /** An id of `anaesthetics`, or `OTHER_ANAESTHETIC`; '' while none is chosen. */
  drug: string
  name: string
  /** Percent: 2 is 20 mg/ml. */
  concentration: number | null
  /** '1:100000'; '' without. */
  vasoconstrictor: string
  ml: number | null
}

const ofTable = (id: string) => anaesthetics.find((each) => each.id === id)
const ratioOf = (ugPerMl: number): string => (ugPerMl === 0 ? '' : `1:${1_000_000 / ugPerMl}`)

/** Strength and adrenaline of a drug of the table, as a line says them; null for a drug that is not in it. */
export function strengthOf(drugId: string): { concentration: number; vasoconstrictor: string; name: string } | null {
  const drug = ofTable(drugId)
  if (!drug) return null
  return {
    concentration: drug.mgPerMl / 10,
    vasoconstrictor: ratioOf(drug.adrenalineUgPerMl),
    name: drug.nameZh.replace(/^[\d.]+% /, '').replace(/（.*）$/, ''),
  }
}

/** mg of a line: ml × percent × 10; null while one of them is not known. */
export const mgOf = ({ ml, concentration }: Pick<AnaestheticLineDose, 'ml' | 'concentration'>): number | null =>
  ml === null || concentration === null ? null : Math.round(ml * concentration * 1000) / 100

/** µg of adrenaline in a line. */
const adrenalineOf = ({ ml, vasoconstrictor }: AnaestheticLineDose): number => {
  const parts = Number(/^1:(\d+)$/.exec(vasoconstrictor)?.[1] ?? 0)
  return parts > 0 ? ((ml ?? 0) * 1_000_000) / parts : 0
}

/** Who lies in the chair: as an anaesthetic person, with a weight that nobody may have taken. */
export interface PersonInChair extends Omit<AnaestheticPerson, 'weightKg'> {
  weightKg: number | null
}

/** What the lines of one visit come to. */
export interface VisitDose {
  totalMg: number
  /** Sum of each drug's part of its own largest dose, 1 is the limit; null when no weight is known and there is a child. */
  fraction: number | null
  adrenalineUg: number
  adrenalineCapUg: number
  /** What is above a limit, in words; empty within both. */
  over: string[]
  /** What of the person lowers a limit, in words. */
  because: string[]
  /** What could not be looked at, in words. */
  unchecked: string[]
}

/** The standard limits hold for a record: the conservative ones are for planning. */
const RULES = 'standard'

/**
 * The lines of a visit together, held against the mixed limit (Σ used ÷ largest ≤ 1) and the adrenaline of a visit. An adult
 * without a weight is held against the absolute limits alone; a drug that is not in the table counts by its adrenaline.
 */
export function visitDose(lines: readonly AnaestheticLineDose[], who: PersonInChair): VisitDose {
  const given = lines.flatMap(({ drug, ml }) => (ofTable(drug) && ml !== null && ml > 0 ? [{ drug, ml }] : []))
  const unlisted = lines.filter(({ drug, ml }) => drug !== '' && !ofTable(drug) && ml !== null)
  // No weight leaves the absolute limits: they are an adult's, a child's dose goes by weight.
  const patient = dosedAs({ ...who, weightKg: who.weightKg ?? Number.POSITIVE_INFINITY }, RULES)
  const blind = who.weightKg === null && isChild(who)
  const mixed = laMix(patient, given)
  const adrenalineUg = lines.reduce((sum, line) => sum + adrenalineOf(line), 0)
  const cap = capOf(patient)
  const percent = Math.round(mixed.fractionUsed * 100)
  const tooYoung = given.filter(({ drug }) => who.age !== null && who.age < (ofTable(drug)?.minAge ?? 0))
  const factors = new Set(given.flatMap(({ drug }) => factorOf(drug, who).reason || []))
  const less = adrenalineReasons(who)
  return {
    totalMg: lines.reduce((sum, line) => sum + (mgOf(line) ?? 0), 0),
    fraction: blind ? null : mixed.fractionUsed,
    adrenalineUg,
    adrenalineCapUg: cap,
    over: [
      ...tooYoung.map(({ drug }) => `${strengthOf(drug)?.name ?? drug}用于 ${ofTable(drug)?.minAge ?? 0} 岁以下`),
      ...(tooYoung.length === 0 && !blind && !mixed.withinFraction ? [`麻药合计为上限的 ${percent}%`] : []),
      ...(adrenalineUg > cap + 1e-9 ? [`肾上腺素 ${Math.round(adrenalineUg)} µg，上限 ${cap} µg`] : []),
    ],
    because: [
      ...(isChild(who) ? [`${who.age} 岁，按儿童限量`] : []),
      ...factors,
      ...(less.length > 0 ? [`${less.join('、')}，肾上腺素 ${cap} µg`] : []),
    ],
    unchecked: [
      ...(blind ? ['没有体重，核对不了儿童的麻药限量'] : []),
      ...(who.weightKg === null && !blind && given.length > 0 ? ['没有体重，只按绝对上限核对'] : []),
      ...unlisted.map(({ name }) => `「${name || '其他麻药'}」不在限量表，未计入合计`),
    ],
  }
}

/** What the file and earlier records say of a person. */
export interface BodyFacts {
  weightKg: number | null
  age: number | null
  underSixMonths: boolean
  asa: number | null
  risks: readonly AnaestheticRisk[]
}

/** The person of a visit: what was measured at it goes before what the file says. */
export function personInChair(
  file: BodyFacts,
  now: { weight: number | null; asa: number | null; pregnancy: string | null },
): PersonInChair {
  const rest = file.risks.filter((risk) => risk !== 'pregnant')
  const isPregnant =
    now.pregnancy === null || now.pregnancy === 'unknown'
      ? file.risks.includes('pregnant')
      : now.pregnancy === 'pregnant'
  return {
    weightKg: now.weight ?? file.weightKg,
    age: file.age,
    underSixMonths: file.underSixMonths,
    asa: now.asa ?? file.asa,
    risks: isPregnant ? [...rest, 'pregnant'] : rest,
  }
}

/** A line of the words of a template or an older record: '4% 阿替卡因肾上腺素注射液', '1.7 ml'; null when they can't be read. */
export function lineFromWords(drug: string, dose: string): AnaestheticLineDose | null {
  const percent = /([\d.]+)\s*%/.exec(drug)?.[1]
  const hasAdrenaline = /肾上腺素/.test(drug) && !/不含/.test(drug)
  const found = anaesthetics.find(({ id }) => {
    const strength = strengthOf(id)
    return (
      strength !== null &&
      drug.includes(strength.name) &&
      Number(percent) === strength.concentration &&
      hasAdrenaline === (strength.vasoconstrictor !== '')
    )
  })
  const strength = found && strengthOf(found.id)
  if (!found || !strength) return null
  const ml = /^\s*([\d.]+)\s*ml\s*$/i.exec(dose)?.[1]
  return { drug: found.id, ...strength, ml: ml === undefined ? null : Number(ml) }
}
