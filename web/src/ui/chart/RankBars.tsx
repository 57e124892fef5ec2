import s from './rank-bars.module.css'

export interface RankRow {
  key: string
  name: string
  /** Beside the name. */
  note?: string
  value: number
  text: string
  /** At the end: the share of the whole. */
  share?: string
}

/** Rows by size, each with a bar. Each can be pressed. */
export function RankBars({
  label,
  rows,
  onOpen,
}: {
  label: string
  rows: readonly RankRow[]
  onOpen?: (key: string) => void
}) {
  const most = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <ul className={s.list} aria-label={label}>
      {rows.map((row, n) => (
        <li key={row.key}>
          <button type="button" className={s.row} disabled={!onOpen} onClick={() => onOpen?.(row.key)}>
            <span className={s.name}>
              {row.name}
              {row.note && <span className="t-12 tertiary">　{row.note}</span>}
            </span>
            <span className={s.track}>
              <span
                className={s.bar}
                data-first={n === 0 || undefined}
                style={{ width: `${(Math.max(0, row.value) / most) * 100}%` }}
              />
            </span>
            <b className="num">{row.text}</b>
            {row.share !== undefined && <span className="num secondary">{row.share}</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}
