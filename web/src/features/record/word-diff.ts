import { diffArrays } from 'diff'

/** A piece of a text: with what the other text lacks marked. */
export interface Piece {
  text: string
  changed: boolean
}
interface Line {
  teeth: string
  text: string
}

/** Words of Latin letters and whole numbers stay together; of Chinese each sign is one. */
const signsOf = (text: string): string[] => text.match(/[A-Za-z]+|\d+(?:\.\d+)?|./gsu) ?? []
/** Texts that share less than this are two texts, not one that was changed. */
const SHARED = 0.3

const joined = (pieces: readonly Piece[]): Piece[] =>
  pieces.reduce<Piece[]>((all, piece) => {
    const last = all.at(-1)
    return last && last.changed === piece.changed
      ? [...all.slice(0, -1), { text: last.text + piece.text, changed: piece.changed }]
      : [...all, piece]
  }, [])

/** Two wordings of one text, sign by sign; null when they have too little in common to be read so. */
export function wordDiff(before: string, after: string): { before: Piece[]; after: Piece[] } | null {
  const [first, second] = [signsOf(before), signsOf(after)]
  const parts = diffArrays(first, second)
  const shared = parts.reduce((sum, { added, removed, value }) => sum + (added || removed ? 0 : value.length), 0)
  if (shared < SHARED * Math.max(first.length, second.length)) return null
  const side = (leftOut: 'added' | 'removed'): Piece[] =>
    joined(
      parts
        .filter((part) => !part[leftOut])
        .map(({ added, removed, value }) => ({ text: value.join(''), changed: added || removed })),
    )
  return { before: side('added'), after: side('removed') }
}

/**
 * Which line of one text became which of the other, with what changed in each, as pieces by the place of the line. Lines of
 * the same teeth belong together first, then those at the same place among the rest.
 */
export function changedPieces(
  before: readonly Line[],
  after: readonly Line[],
): { before: Map<number, Piece[]>; after: Map<number, Piece[]> } {
  const found = { before: new Map<number, Piece[]>(), after: new Map<number, Piece[]>() }
  const same = (a: Line, b: Line) => a.teeth === b.teeth && a.text === b.text
  const gone = [...before.entries()].filter(([, line]) => !after.some((other) => same(line, other)))
  const fresh = [...after.entries()].filter(([, line]) => !before.some((other) => same(line, other)))
  const pair = (fits: (a: Line, b: Line) => boolean) => {
    for (const [at, line] of gone) {
      if (found.before.has(at)) continue
      for (const [other, words] of fresh) {
        if (found.after.has(other) || !fits(line, words)) continue
        const pieces = wordDiff(line.text, words.text)
        if (!pieces) continue
        found.before.set(at, pieces.before)
        found.after.set(other, pieces.after)
        break
      }
    }
  }
  pair((a, b) => a.teeth === b.teeth)
  pair(() => true)
  return found
}
