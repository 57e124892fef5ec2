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

/** How many lines of one height surely fit: on a page, and on the first, which may begin with words. */
export interface Room {
  first: number
  other: number
}

const ROOM = { a4: { page: 24, lead: 4 }, a5: { page: 17, lead: 4 }, 'a5-landscape': { page: 9, lead: 3 } } as const

export const linesPerPage = (size: keyof typeof ROOM, hasLead: boolean): Room => {
  const { page, lead } = ROOM[size]
  return { first: hasLead ? page - lead : page, other: page }
}

/**
 * Lays groups on pages. A title stands with its first row, and what stands under a group with its last.
 * @param room null: one page, however long; the browser breaks it
 * @param heightOf how many lines a row is high
 */
export function pagesOf<R>(
  groups: readonly Group<R>[],
  room: Room | null,
  heightOf: (row: R) => number = () => 1,
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
    const height = block.reduce((all, line) => all + (line.kind === 'row' ? heightOf(line.row) : 1), 0)
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
