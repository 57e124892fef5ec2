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
  ].map((text) => [...text.normalize('NFKC').matchAll(/[\p{L}\p{N}]/gu)].join(''))

/** Every four characters that follow each other, as often as they do. */
const shinglesOf = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => {
    const letters = [...text]
    return letters.slice(SHINGLE - 1).map((_letter, at) => letters.slice(at, at + SHINGLE).join(''))
  })

/**
 * Share (0 to 1) of a record's groups of four characters that an earlier record has too; 0 when it says less than 40
 * characters. A changed character costs four of them, so a copied text stays a copied text.
 */
export function pasteRate(content: RecordContent, earlier: RecordContent): number {
  const texts = wordsOf(content)
  if (texts.reduce((sum, text) => sum + [...text].length, 0) < SHORTEST) return 0
  const own = shinglesOf(texts)
  const before = new Set(shinglesOf(wordsOf(earlier)))
  return own.length === 0 ? 0 : own.filter((each) => before.has(each)).length / own.length
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
