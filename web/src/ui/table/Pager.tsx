import type { ReactNode } from 'react'
import { IconButton } from '../control/Button.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../icon/Icon.tsx'
import s from './table.module.css'

export interface PagerProps {
  /** From 1. */
  page: number
  pageSize: number
  /** Rows that match; undefined while unknown. */
  total: number | undefined
  onChange: (page: number, pageSize: number) => void
  /** At the left behind the count: the sum of what is filtered. */
  sum?: ReactNode
  /** Counter word behind the count. */
  noun?: string
  sizes?: readonly number[]
}

/** Page numbers to offer: first, last, the current one and its neighbours; 0 stands for a gap. */
export function pageNumbers(page: number, last: number): number[] {
  const near = [1, page - 1, page, page + 1, last].filter((n) => n >= 1 && n <= last)
  const wanted = [...new Set(near)].sort((a, b) => a - b)
  return wanted.flatMap((n, i) => {
    const before = wanted[i - 1] ?? n - 1
    if (n - before === 2) return [n - 1, n]
    return n - before > 2 ? [0, n] : [n]
  })
}

/** The line under a list: count and sum left, pages and page size right. */
export function Pager({ page, pageSize, total, onChange, sum, noun = '条', sizes = [10, 20, 50, 100] }: PagerProps) {
  const last = Math.max(1, Math.ceil((total ?? 0) / pageSize))
  return (
    <footer className={s.pager}>
      <div className={s.sum}>
        {total !== undefined && (
          <span>
            {total.toLocaleString('en-US')} {noun}
          </span>
        )}
        {sum}
      </div>
      <nav aria-label="分页" className={s.pages}>
        <IconButton
          icon="chevron-left"
          label="上一页"
          size="sm"
          disabled={page <= 1}
          onClick={() => onChange(page - 1, pageSize)}
        />
        <span className={s.pageOf}>
          {page} / {last}
        </span>
        {pageNumbers(page, last).map((n, i) =>
          n === 0 ? (
            <span key={`gap-${i}`} className={s.gap} aria-hidden>
              …
            </span>
          ) : (
            <button
              key={n}
              type="button"
              className={cx(s.pageButton, n === page && s.current)}
              aria-current={n === page ? 'page' : undefined}
              aria-label={`第 ${n} 页`}
              onClick={() => n !== page && onChange(n, pageSize)}
            >
              {n}
            </button>
          ),
        )}
        <IconButton
          icon="chevron-right"
          label="下一页"
          size="sm"
          disabled={page >= last}
          onClick={() => onChange(page + 1, pageSize)}
        />
      </nav>
      <label className={s.size}>
        <span className="sr-only">每页条数</span>
        <select value={pageSize} onChange={(event) => onChange(1, Number(event.target.value))}>
          {sizes.map((size) => (
            <option key={size} value={size}>
              {size} 条/页
            </option>
          ))}
        </select>
        <Icon name="chevron-down" size={13} />
      </label>
    </footer>
  )
}
