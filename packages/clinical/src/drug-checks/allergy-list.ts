import type { DrugClass } from './class-names.ts'
import type { Allergy } from './facts.ts'

/** How bad a reaction was; 0: nobody wrote it down. */
export const allergySeverities = { 0: '不详', 1: '轻度', 2: '中度', 3: '重度' } as const
export type AllergySeverity = keyof typeof allergySeverities

/** One thing that somebody may not be given, as the patient's file holds it. */
export interface AllergyEntry {
  /** A drug, a class or a material, as people call it. */
  substance: string
  /** As which class the drug checks take it, where the name alone does not say so. */
  class: DrugClass | null
  /** An adverse reaction (胃痛) is a hint, an allergy stops a prescription. */
  kind: 'allergy' | 'adverse'
  /** What happened, '' where nobody wrote it down. */
  reaction: string
  severity: AllergySeverity
  /** It does not hold any more: since when (YYYY-MM-DD), and why. Null: it holds. */
  ended: { on: string; reason: string } | null
}

const ADVERSE = '不良反应'
/** Reactions within an hour that threaten life, whatever grade was chosen. */
const immediate = /休克|呼吸困难|喉头|窒息|血管性?水肿|意识/

/** The entries that hold. */
export const holding = (list: readonly AllergyEntry[]): AllergyEntry[] => list.filter(({ ended }) => ended === null)

/** One entry in words: 青霉素（重度，休克）. `allergiesFrom` reads it again. */
export function allergyWords({ substance, kind, severity, reaction }: AllergyEntry): string {
  const more = [
    ...(kind === 'adverse' ? [ADVERSE] : []),
    ...(severity === 0 ? [] : [allergySeverities[severity]]),
    ...(reaction ? [reaction] : []),
  ]
  return more.length === 0 ? substance : `${substance}（${more.join('，')}）`
}

/** The entries that hold, in words with 、 between them; '' when none does. */
export const allergyText = (list: readonly AllergyEntry[]): string => holding(list).map(allergyWords).join('、')

/** The parts of a text between 、 and its like, but not within brackets. */
function partsOf(text: string): string[] {
  const parts: string[] = ['']
  let depth = 0
  for (const sign of text) {
    if ('（('.includes(sign)) depth += 1
    if ('）)'.includes(sign)) depth = Math.max(0, depth - 1)
    if (depth === 0 && /[、，,；;。\n]/.test(sign)) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim()).filter(Boolean)
}

const severityOf = (word: string): AllergySeverity | undefined =>
  ([1, 2, 3] as const).find((each) => allergySeverities[each] === word)

function read(part: string): AllergyEntry & { isBare: boolean } {
  const found = /^([^（(]+)[（(](.*)[）)]$/.exec(part)
  const words = (found?.[2] ?? '').split(/[，,；;]/).map((word) => word.trim())
  const said = words.filter((word) => word !== '' && word !== ADVERSE && severityOf(word) === undefined)
  return {
    substance: (found?.[1] ?? part).trim(),
    class: null,
    kind: words.includes(ADVERSE) ? 'adverse' : 'allergy',
    reaction: said.join('，'),
    severity: words.map(severityOf).find((each) => each !== undefined) ?? 0,
    ended: null,
    isBare: !found,
  }
}

/** What somebody calls it, however it is typed. */
const nameOf = (substance: string) => substance.replace(/\s|^对|过敏$/g, '').toLowerCase()

/**
 * The list that a text says, on top of the list that stood there: an entry that the text names again keeps its class, and,
 * where the text gives the bare name, all of it; one that the text does not name any more ends.
 * @param on today, YYYY-MM-DD
 */
export function allergiesFrom(text: string, before: readonly AllergyEntry[], on: string): AllergyEntry[] {
  const known = new Map(holding(before).map((entry) => [nameOf(entry.substance), entry]))
  const named = new Map<string, AllergyEntry>()
  for (const part of partsOf(text)) {
    const { isBare, ...entry } = read(part)
    const name = nameOf(entry.substance)
    const old = known.get(name)
    if (!named.has(name) || !isBare) named.set(name, old ? (isBare ? old : { ...entry, class: old.class }) : entry)
  }
  return [
    ...named.values(),
    ...before.filter(({ ended }) => ended !== null),
    ...[...known].flatMap(([name, entry]) =>
      named.has(name) ? [] : [{ ...entry, ended: { on, reason: '档案中删去' } }],
    ),
  ]
}

/** What a file holds: its list, and what only its words say, as files from before the list and sheets have it. */
export function allergiesHeld(flag: number | null, text: string, list: readonly AllergyEntry[]): AllergyEntry[] {
  if (flag !== 1) return list.filter(({ ended }) => ended !== null)
  const names = new Set(holding(list).map(({ substance }) => nameOf(substance)))
  return [...list, ...allergiesFrom(text, [], '').filter(({ substance }) => !names.has(nameOf(substance)))]
}

/** Two lists of one person: nothing that either knows is lost; of two entries of one name the graver one stands. */
export function unitedAllergies(one: readonly AllergyEntry[], other: readonly AllergyEntry[]): AllergyEntry[] {
  const united = new Map<string, AllergyEntry>()
  for (const entry of [...holding(one), ...holding(other)]) {
    const name = nameOf(entry.substance)
    const there = united.get(name)
    united.set(name, there ? graver(there, entry) : entry)
  }
  const ended = [...one, ...other].filter((entry) => entry.ended !== null)
  return [...united.values(), ...ended]
}

function graver(one: AllergyEntry, other: AllergyEntry): AllergyEntry {
  const reactions = [...new Set([one.reaction, other.reaction].filter(Boolean))]
  return {
    ...one,
    class: one.class ?? other.class,
    kind: one.kind === 'allergy' || other.kind === 'allergy' ? 'allergy' : 'adverse',
    reaction: reactions.join('，'),
    severity: one.severity > other.severity ? one.severity : other.severity,
  }
}

/** An entry as the drug checks take it. */
export const checkedAllergy = ({
  substance,
  class: family,
  kind,
  reaction,
  severity,
  ended,
}: AllergyEntry): Allergy => ({
  class: family,
  text: substance,
  status: ended === null ? 'active' : 'archived',
  kind,
  reaction: severity === 3 || immediate.test(reaction) ? 'immediateSevere' : severity === 0 ? 'unknown' : 'other',
})
