import type { RecordContent } from '@dentin/contract/record'

const SHINGLE = 4
/** Of a shorter text nothing is said. */
const SHORTEST = 40

/** What is compared: what the doctor writes anew at each visit, without spaces and punctuation, in one form of each letter. */
const wordsOf = (content: RecordContent): string[] =>
  [
    content.presentIllness,
    content.interval,
    ...content.exams.map((row) => row.content),
    ...content.treatments.map((row) => row.content),
  ].map((text) => text.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, ''))

/** Letters beyond the first 65,536 are two units of a string: 𬌗. */
const lettersOf = (text: string): string | readonly string[] => (/[\ud800-\udfff]/.test(text) ? [...text] : text)

interface Said {
  letters: number
  /** Every four characters that follow each other, as often as they do. */
  shingles: readonly string[]
  /** The same, each once. */
  found: ReadonlySet<string>
}
/** A text is compared with those after it again and again. */
const known = new WeakMap<RecordContent, Said>()

function saidIn(content: RecordContent): Said {
  const before = known.get(content)
  if (before) return before
  const shingles: string[] = []
  let count = 0
  for (const text of wordsOf(content)) {
    const letters = lettersOf(text)
    count += letters.length
    for (let at = 0; at + SHINGLE <= letters.length; at += 1) {
      const four = letters.slice(at, at + SHINGLE)
      shingles.push(typeof four === 'string' ? four : four.join(''))
    }
  }
  const said: Said = { letters: count, shingles, found: new Set(shingles) }
  known.set(content, said)
  return said
}

/**
 * Share (0 to 1) of a record's groups of four characters that an earlier record has too; 0 when it says less than 40
 * characters. A changed character costs four of them, so a copied text stays a copied text.
 */
export function pasteRate(content: RecordContent, earlier: RecordContent): number {
  const own = saidIn(content)
  if (own.letters < SHORTEST || own.shingles.length === 0) return 0
  const { found } = saidIn(earlier)
  let again = 0
  for (const each of own.shingles) if (found.has(each)) again += 1
  return again / own.shingles.length
}

/** The earlier record of which most stands here again. */
export function mostPasted(
  content: RecordContent,
  earlier: readonly RecordContent[],
): { rate: number; /** 0: the last one. */ ago: number } {
  const rates = earlier.map((each) => pasteRate(content, each))
  const rate = Math.max(0, ...rates)
  return { rate, ago: Math.max(0, rates.indexOf(rate)) }
}
