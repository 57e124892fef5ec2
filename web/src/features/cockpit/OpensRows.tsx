import type { Cut, FigureHead } from '@dentin/contract/report'
import type { ReactNode } from 'react'
import s from './cockpit.module.css'

/** A figure of the cockpit whose rows are looked at: of one row that is cut so, or (null) of all. */
export interface CockpitCell {
  figure: string
  by: Cut
  key: string | null
}
export type OpenRows = (cell: CockpitCell) => void

/** A figure that opens the rows it is made of; nothing opens nothing. */
export function OpensRows({
  what,
  cell,
  onOpen,
  children,
}: {
  /** As it is said: the row's name, the figure's name and its value. */
  what: string
  cell: CockpitCell
  onOpen: OpenRows
  children: ReactNode
}) {
  return (
    <button type="button" className={s.cell} aria-label={`${what}，看明细`} onClick={() => onOpen(cell)}>
      {children}
    </button>
  )
}

/** The heads of the figures in several answers, each once. */
export const headsOf = (answers: readonly ({ figures: readonly FigureHead[] } | undefined)[]): FigureHead[] => [
  ...new Map(answers.flatMap((answer) => answer?.figures ?? []).map((head) => [head.code, head])).values(),
]
