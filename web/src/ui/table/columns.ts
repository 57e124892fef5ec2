import { useCallback, useMemo, useState, type ReactNode } from 'react'

/** A column of a `DataTable`. */
export interface Column<R> {
  key: string
  title: string
  render: (row: R, index: number) => ReactNode
  /** Width in px; the last column without one takes what is left. */
  width?: number
  align?: 'left' | 'right' | 'center'
  /** Tabular digits; with `align: 'right'` for amounts. */
  numeric?: boolean
  /** The head can be pressed; the server sorts. */
  sortable?: boolean
  /** What the head means, in words: shown when it is pointed at or focused. */
  hint?: string
  /** Cannot be hidden, e.g. the name. */
  locked?: boolean
  /** Hidden until chosen in the column settings. */
  hiddenFirst?: boolean
  /** Stays at the left while the rest scrolls. */
  pinned?: boolean
}

/** What a person changed about the columns of one table; kept in this browser. */
interface Remembered {
  order: string[]
  shown: string[]
  hidden: string[]
}

/** Columns together with what the person made of them; from `useTableColumns`. */
export interface TableColumns<R> {
  /** Shown columns in the chosen order. */
  visible: readonly Column<R>[]
  /** All columns in the chosen order. */
  all: readonly Column<R>[]
  isVisible: (key: string) => boolean
  setVisible: (key: string, visible: boolean) => void
  /** Moves a column one place. */
  move: (key: string, step: -1 | 1) => void
  reset: () => void
  changed: boolean
}

const nothing: Remembered = { order: [], shown: [], hidden: [] }

function read(id: string): Remembered {
  try {
    return { ...nothing, ...(JSON.parse(localStorage.getItem(`dentin.columns.${id}`) ?? '{}') as Partial<Remembered>) }
  } catch {
    return nothing
  }
}

function write(id: string, value: Remembered | null) {
  try {
    if (value) localStorage.setItem(`dentin.columns.${id}`, JSON.stringify(value))
    else localStorage.removeItem(`dentin.columns.${id}`)
  } catch {
    // A full or closed store only means that the choice is not remembered.
  }
}

/**
 * Column settings of one table, remembered in this browser under the table's id.
 * @param id stable name of the table, e.g. 'patients'
 */
export function useTableColumns<R>(id: string, columns: readonly Column<R>[]): TableColumns<R> {
  const [remembered, setRemembered] = useState(() => read(id))
  const change = useCallback(
    (next: Remembered | null) => {
      write(id, next)
      setRemembered(next ?? nothing)
    },
    [id],
  )
  return useMemo(() => {
    const place = (column: Column<R>) => {
      const at = remembered.order.indexOf(column.key)
      return at < 0 ? columns.indexOf(column) : at
    }
    const all = [...columns].sort((a, b) => place(a) - place(b))
    const isVisible = (key: string) => {
      const column = columns.find((one) => one.key === key)
      if (!column) return false
      if (column.locked || remembered.shown.includes(key)) return true
      return !remembered.hidden.includes(key) && !column.hiddenFirst
    }
    return {
      all,
      visible: all.filter((column) => isVisible(column.key)),
      isVisible,
      setVisible: (key, visible) =>
        change({
          ...remembered,
          shown: visible ? [...remembered.shown, key] : remembered.shown.filter((one) => one !== key),
          hidden: visible ? remembered.hidden.filter((one) => one !== key) : [...remembered.hidden, key],
        }),
      move: (key, step) => {
        const order = all.map((column) => column.key)
        const from = order.indexOf(key)
        const to = from + step
        if (from < 0 || to < 0 || to >= order.length) return
        order.splice(to, 0, ...order.splice(from, 1))
        change({ ...remembered, order })
      },
      reset: () => change(null),
      changed: remembered.order.length + remembered.shown.length + remembered.hidden.length > 0,
    }
  }, [columns, remembered, change])
}

/** Of a column that names no width of its own, in px. */
const COLUMN_WIDTH = 150

/** The width a table needs at least, in px. */
export function widthOf(columns: readonly Pick<Column<never>, 'width'>[]): number {
  return columns.reduce((sum, column) => sum + (column.width ?? COLUMN_WIDTH), 0)
}
