import s from './heat.module.css'

export interface HeatCell {
  key: string
  /** 0 to 100; null: there is nothing to divide by. */
  value: number | null
}

export interface HeatProps {
  label: string
  /** What the cells say of, for whoever hears the table. */
  rows: readonly string[]
  columns: readonly string[]
  cell: (row: number, column: number) => HeatCell | null
  onOpen?: (key: string) => void
}

/** Shades from nearly nothing to full; where all are low, to half of it, so that they differ. */
const SHADES = 6
const LOWEST_TOP = 50

/** Shares of a whole by row and column, the fuller the darker; each says its number and can be pressed. */
export function Heat({ label, rows, columns, cell, onOpen }: HeatProps) {
  const all = rows.flatMap((_, y) => columns.map((_, x) => cell(y, x)?.value ?? 0))
  const top = Math.max(LOWEST_TOP, ...all)
  return (
    <div className={s.scroll}>
      <table className={s.heat} aria-label={label}>
        <thead>
          <tr>
            <td>时段</td>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, y) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {columns.map((column, x) => {
                const found = cell(y, x)
                if (!found || found.value === null)
                  return (
                    <td key={column} className={s.none}>
                      <span>—</span>
                    </td>
                  )
                const { key, value } = found
                const shade = Math.max(0, Math.min(SHADES - 1, Math.floor((value / top) * SHADES)))
                return (
                  <td key={column}>
                    <button
                      type="button"
                      data-shade={shade}
                      disabled={!onOpen}
                      aria-label={`${row} ${column} ${Math.round(value)}%`}
                      onClick={() => onOpen?.(key)}
                    >
                      {Math.round(value)}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
