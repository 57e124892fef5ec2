import type { RecordContent } from '@dentin/contract/record'

const SHINGLE = 4
/** Of a shorter text nothing is said. */
const SHORTEST = 40

/** What is compared of a record or a template. */
export type PastedText = Pick<RecordContent, 'presentIllness'> & {
  interval?: string
  exams: readonly { content: string }[]
  treatments: readonly { content: string }[]
}

/** What the checks read of an earlier record of the patient. */
export type EarlierText = PastedText & Pick<RecordContent, 'diagnoses'>

/** What is compared: what the doctor writes anew at each visit, without spaces and punctuation, in one form of each letter. */
const wordsOf = (content: PastedText): string[] =>
  [
    content.presentIllness,
    content.interval ?? '',
    ...content.exams.map((row) => row.content),
    ...content.treatments.map((row) => row.content),
  ].map((text) => text.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, ''))

/** Letters beyond the first 65,536 are two units of a string: 𬌗. */
const lettersOf = (text: string): string | readonly string[] => (/[\ud800-\udfff]/.test(text) ? [...text] : text)

/** Every four characters that follow each other, text by text. */
function shinglesOf(texts: readonly string[]): string[] {
  const shingles: string[] = []
  for (const text of texts) {
    const letters = lettersOf(text)
    for (let at = 0; at + SHINGLE <= letters.length; at += 1) {
      const four = letters.slice(at, at + SHINGLE)
      shingles.push(typeof four === 'string' ? four : four.join(''))
    }
  }
  return shingles
}

interface Said {
  letters: number
  /** Every four characters that follow each other, as often as they do. */
  shingles: readonly string[]
  /** The same, each once. */
  found: ReadonlySet<string>
}
/** A text is compared with those after it again and again. */
const known = new WeakMap<PastedText, Said>()

function saidIn(content: PastedText): Said {
  const before = known.get(content)
  if (before) return before
  const words = wordsOf(content)
  const shingles = shinglesOf(words)
  const letters = words.reduce((count, text) => count + lettersOf(text).length, 0)
  const said: Said = { letters, shingles, found: new Set(shingles) }
  known.set(content, said)
  return said
}

/** Whether a text says enough to be held against others. */
export function isComparable(content: PastedText): boolean {
  const { letters, shingles } = saidIn(content)
  return letters >= SHORTEST && shingles.length > 0
}

/**
 * Share (0 to 1) of a record's groups of four characters that an earlier record has too; 0 when it says less than 40
 * characters. A changed character costs four of them, so a copied text stays a copied text.
 */
export function pasteRate(content: PastedText, earlier: PastedText): number {
  const own = saidIn(content)
  if (!isComparable(content)) return 0
  const { found } = saidIn(earlier)
  let again = 0
  for (const each of own.shingles) if (found.has(each)) again += 1
  return again / own.shingles.length
}

/**
 * The same of what the doctor wrote beside the templates: their words stand in many records, and count apart.
 * @param templates what they say
 */
export function ownPasteRate(content: PastedText, other: PastedText, templates: readonly PastedText[]): number {
  const ofTemplates = new Set(templates.flatMap((each) => shinglesOf(wordsOf(each))))
  const own = saidIn(content).shingles.filter((each) => !ofTemplates.has(each))
  if (own.length + SHINGLE - 1 < SHORTEST) return 0
  const { found } = saidIn(other)
  return own.filter((each) => found.has(each)).length / own.length
}

/** Share (0 to 1) of a record's groups of four characters that came from templates. */
export function templateShare(content: PastedText, templates: readonly PastedText[]): number {
  const ofTemplates = new Set(templates.flatMap((each) => shinglesOf(wordsOf(each))))
  const { shingles } = saidIn(content)
  return shingles.length === 0 ? 0 : shingles.filter((each) => ofTemplates.has(each)).length / shingles.length
}

/**
 * The earlier record of which most stands here again.
 * @param templates whose words count apart
 */
export function mostPasted(
  content: PastedText,
  earlier: readonly PastedText[],
  templates: readonly PastedText[] = [],
): { rate: number; /** 0: the last one. */ ago: number } {
  const rates = earlier.map((each) =>
    templates.length > 0 ? ownPasteRate(content, each, templates) : pasteRate(content, each),
  )
  const rate = Math.max(0, ...rates)
  return { rate, ago: Math.max(0, rates.indexOf(rate)) }
}
