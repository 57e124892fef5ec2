import { NOTES } from '@dentin/contract/shift'
import { fen, fenToYuan, multiply, sum, yuanToFen, type Fen } from '@dentin/kit/money'

/** How many of each note and coin, by its face in fen; one that is not named was not counted. */
export type NoteCounts = Readonly<Partial<Record<number, number>>>

/** '100 元', '5 角'. */
export const faceName = (face: number): string => (face >= 100 ? `${face / 100} 元` : `${face / 10} 角`)

export const faces: readonly number[] = NOTES

/** What the notes come to. */
export const sumOfNotes = (counts: NoteCounts): Fen => sum(faces.map((face) => multiply(fen(face), counts[face] ?? 0)))

/** What so many of one face come to. */
export const amountOfNotes = (face: number, count: number): string => fenToYuan(multiply(fen(face), count))

/** The notes as the call takes them: those that were counted. */
export const notesOf = (counts: NoteCounts): { face: number; count: number }[] =>
  faces.flatMap((face) => {
    const count = counts[face] ?? 0
    return count > 0 ? [{ face, count }] : []
  })

/** How much more (above zero) or less was counted than should be there. */
export const differenceOf = (counted: string, expected: string): string =>
  fenToYuan(fen(yuanToFen(counted) - yuanToFen(expected)))
