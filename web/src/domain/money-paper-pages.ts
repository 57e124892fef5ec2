import type { ReactNode } from 'react'

/** A line of a table on paper: the title of a group, a row, or what stands under a group. */
export type PaperLine<R> =
  | { kind: 'title'; key: string; title: string }
  | { kind: 'row'; row: R }
  | { kind: 'foot'; key: string; cells: Readonly<Record<string, ReactNode>> }

interface Group<R> {
  key: string
  title?: string
  rows: readonly R[]
  foot?: Readonly<Record<string, ReactNode>>
}

/** How high the lines of a page may be together, in millimetres: of the first, which may begin with words, and of the others. */
export interface Room {
  first: number
  other: number
}

/** Names a line among those of its paper. */
export const nameOfLine = <R>(line: PaperLine<R>, keyOf: (row: R) => string): string =>
  line.kind === 'row' ? `row ${keyOf(line.row)}` : `${line.kind} ${line.key}`

/**
 * Lays groups on pages. A title stands with its first row, and what stands under a group with its last.
 * @param room null: one page, however long; the browser breaks it
 * @param heightOf height of a line, in the unit of the room
 */
export function pagesOf<R>(
  groups: readonly Group<R>[],
  room: Room | null,
  heightOf: (line: PaperLine<R>) => number,
): PaperLine<R>[][] {
  const blocks = groups.flatMap(({ key, title, rows, foot }) =>
    rows.map((row, n): PaperLine<R>[] => [
      ...(n === 0 && title ? [{ kind: 'title', key, title } as const] : []),
      { kind: 'row', row },
      ...(n === rows.length - 1 && foot ? [{ kind: 'foot', key, cells: foot } as const] : []),
    ]),
  )
  if (room === null) return [blocks.flat()]
  const pages: PaperLine<R>[][] = [[]]
  let filled = 0
  for (const block of blocks) {
    const page = pages.at(-1) as PaperLine<R>[]
    const height = block.reduce((all, line) => all + heightOf(line), 0)
    const most = pages.length === 1 ? room.first : room.other
    if (page.length > 0 && filled + height > most) {
      pages.push([...block])
      filled = height
    } else {
      page.push(...block)
      filled += height
    }
  }
  return pages
}
