import { useId, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Checkbox } from '../form/Checkbox.tsx'
import { EmptyState, InTable } from '../feedback/EmptyState.tsx'
import { ErrorLine } from '../feedback/ErrorLine.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { useIsMobile } from '../hooks/useMediaQuery.ts'
import { Icon } from '../icon/Icon.tsx'
import { Tooltip } from '../overlay/Menu.tsx'
import { BatchBar } from './BatchBar.tsx'
import { widthOf, type Column, type TableColumns } from './columns.ts'
import { Pager, type PagerProps } from './Pager.tsx'
import s from './table.module.css'

export interface Sort {
  key: string
  order: 'asc' | 'desc'
}

export interface DataTableProps<R> {
  /** Spoken name of the table. */
  label: string
  columns: readonly Column<R>[] | TableColumns<R>
  /** undefined: not there yet, bones are shown. */
  rows: readonly R[] | undefined
  keyOf: (row: R) => string
  /** New rows are on their way; the old ones stay. */
  loading?: boolean
  /** What failed, in words. */
  error?: ReactNode
  onRetry?: () => void
  /** What to say and offer when there is nothing; by default 暂无数据. */
  empty?: ReactNode
  sort?: Sort | null
  /** Pressing a head goes descending, ascending, none. */
  onSort?: (sort: Sort | null) => void
  /** Row click and Enter. */
  onOpen?: (row: R) => void
  /** Key of the row whose drawer is open: brand 50 with a bar at the left. */
  openKey?: string | null
  /** Check boxes at the left; the keys chosen, also on other pages. */
  selected?: readonly string[]
  onSelect?: (keys: string[]) => void
  /** Actions of the dark floating bar. */
  batch?: ReactNode
  /** Counter word in 已选 3 人. */
  noun?: string
  /** Server paging; without it there is no pager. */
  pager?: PagerProps
  /** True height of a row in px; 44 at least on touch. */
  rowHeight?: 30 | 32 | 36 | 40 | 44 | 46
  /** Greys a row out, e.g. archived. */
  muted?: (row: R) => boolean
  /** A row that is what those above it come to. */
  sums?: (row: R) => boolean
  /** Rows of the phone, at least 72 px high; without it the table scrolls sideways there. */
  mobile?: (row: R) => ReactNode
  /** A row below the others that stays in sight: what they come to. */
  foot?: R
  /** Fills the height it is given and scrolls inside; otherwise grows with its rows. */
  fill?: boolean
}

/** A table of more rows draws only those in sight. */
const LONG = 100

/** The columns of a long table, whose rows are grids of their own; as `table-layout: fixed` would have them. */
function tracksOf<R>(columns: readonly Column<R>[], selectable: boolean): string {
  const hasRest = columns.some((column) => column.width === undefined)
  const tracks = columns.map(({ width }) =>
    width === undefined ? 'minmax(0, 1fr)' : hasRest ? `${width}px` : `minmax(${width}px, ${width}fr)`,
  )
  return [...(selectable ? ['44px'] : []), ...tracks].join(' ')
}

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button, input, label, select, textarea, [role=button]') !== null

function headSort(key: string, sort: Sort | null | undefined): Sort | null {
  if (sort?.key !== key) return { key, order: 'desc' }
  return sort.order === 'desc' ? { key, order: 'asc' } : null
}

/** The list of every page: rows of 40 px, sorted and paged by the server, ↑ ↓ move, Enter opens, space selects. */
export function DataTable<R>({
  label,
  columns: given,
  rows,
  keyOf,
  loading,
  error,
  onRetry,
  empty,
  sort,
  onSort,
  onOpen,
  openKey,
  selected,
  onSelect,
  batch,
  noun = '条',
  pager,
  rowHeight = 40,
  muted,
  sums,
  mobile,
  foot,
  fill = true,
}: DataTableProps<R>) {
  const columns = 'visible' in given ? given.visible : given
  const phone = useIsMobile() && mobile !== undefined
  const captionId = useId()
  const chosen = new Set(selected)
  const selectable = selected !== undefined && onSelect !== undefined
  const pageKeys = rows?.map(keyOf) ?? []
  const onPage = pageKeys.filter((key) => chosen.has(key)).length

  const toggle = (key: string) => onSelect?.(chosen.has(key) ? [...chosen].filter((k) => k !== key) : [...chosen, key])
  const togglePage = () =>
    onSelect?.(
      onPage === pageKeys.length
        ? [...chosen].filter((key) => !pageKeys.includes(key))
        : [...new Set([...chosen, ...pageKeys])],
    )

  const onKeyDown = (event: KeyboardEvent<HTMLElement>, row: R) => {
    if (event.target !== event.currentTarget || event.altKey) return
    const line = event.currentTarget
    const go = { ArrowDown: line.nextElementSibling, ArrowUp: line.previousElementSibling }[event.key]
    const edge = { Home: line.parentElement?.firstElementChild, End: line.parentElement?.lastElementChild }[event.key]
    const to = go ?? edge
    if (to instanceof HTMLElement) to.focus()
    else if (event.key === 'Enter' && onOpen) onOpen(row)
    else if (event.key === ' ' && selectable) toggle(keyOf(row))
    else if (go === undefined && edge === undefined) return
    event.preventDefault()
  }
  const onClick = (event: MouseEvent, row: R) => {
    if (!onOpen || isControl(event.target) || window.getSelection()?.toString()) return
    onOpen(row)
  }
  const width = widthOf(columns) + (selectable ? 44 : 0)
  const lineProps = (row: R, i: number) => {
    const key = keyOf(row)
    return {
      'data-row': true,
      tabIndex: i === 0 || key === openKey ? 0 : -1,
      'aria-selected': selectable ? chosen.has(key) : undefined,
      'aria-current': key === openKey ? (true as const) : undefined,
      className: cx(
        phone ? s.card : s.row,
        onOpen && s.openable,
        chosen.has(key) && s.checked,
        key === openKey && s.opened,
        muted?.(row) && s.muted,
        sums?.(row) && s.sums,
      ),
      onClick: (event: MouseEvent) => onClick(event, row),
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKeyDown(event, row),
    }
  }
  const long = (rows?.length ?? 0) > LONG
  const alignOf = (column: Column<R>) => cx(column.align && s[column.align], column.numeric && s.numeric)
  const nothing = rows?.length === 0 && error == null
  const first = rows === undefined && error == null

  return (
    <div className={cx(s.table, fill && s.fill)} aria-busy={loading || rows === undefined || undefined}>
      {first && (
        <div role="status" aria-label="数据加载中" className={s.loadingWords}>
          数据加载中
        </div>
      )}
      {/* Without rows nothing in it takes the focus: then it is moved sideways by its own. */}
      <div className={s.scroller} {...(rows?.length ? {} : { role: 'region', 'aria-label': label, tabIndex: 0 })}>
        {phone ? (
          <ul aria-label={label}>
            {first
              ? Array.from({ length: 6 }, (_, i) => (
                  <li key={i} className={s.card}>
                    <Skeleton width={`${60 - (i % 3) * 10}%`} />
                  </li>
                ))
              : rows?.map((row, i) => (
                  <li key={keyOf(row)} {...lineProps(row, i)} aria-selected={undefined}>
                    {mobile(row)}
                  </li>
                ))}
            {!first && foot !== undefined && <li className={cx(s.card, s.footCard)}>{mobile(foot)}</li>}
          </ul>
        ) : (
          <table
            className={cx(s.grid, long && s.long)}
            style={{ minWidth: width, ...(long ? { '--columns': tracksOf(columns, selectable) } : {}) }}
            aria-labelledby={captionId}
          >
            <caption id={captionId} className="sr-only">
              {label}
            </caption>
            <colgroup>
              {selectable && <col style={{ width: 44 }} />}
              {columns.map((column) => (
                <col key={column.key} style={{ width: column.width }} />
              ))}
            </colgroup>
            <thead>
              <tr>
                {selectable && (
                  <th className={cx(s.head, s.check)} scope="col">
                    <Checkbox
                      aria-label="选择本页"
                      checked={pageKeys.length > 0 && onPage === pageKeys.length}
                      indeterminate={onPage > 0 && onPage < pageKeys.length}
                      disabled={pageKeys.length === 0}
                      onChange={togglePage}
                    />
                  </th>
                )}
                {columns.map((column) => {
                  const sorted = sort?.key === column.key ? sort.order : undefined
                  return (
                    <th
                      key={column.key}
                      scope="col"
                      className={cx(s.head, alignOf(column), column.pinned && s.pinned, sorted && s.sorted)}
                      aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
                    >
                      <Head column={column} sorted={sorted} sort={sort} onSort={onSort} />
                    </th>
                  )
                })}
              </tr>
            </thead>
            <tbody className={cx(loading && rows !== undefined && s.stale)}>
              {first
                ? Array.from({ length: 10 }, (_, i) => (
                    <tr key={i} className={s.row} style={{ height: rowHeight }}>
                      {selectable && (
                        <td className={s.check}>
                          <Skeleton width={16} height={16} light />
                        </td>
                      )}
                      {columns.map((column, c) => (
                        <td key={column.key} className={alignOf(column)}>
                          <span className={s.bone}>
                            <Skeleton height={10} width={`${[72, 54, 64, 46, 80][(i + c) % 5]}%`} light={c > 0} />
                          </span>
                        </td>
                      ))}
                    </tr>
                  ))
                : rows?.map((row, i) => (
                    <tr key={keyOf(row)} {...lineProps(row, i)} style={{ height: rowHeight }}>
                      {selectable && (
                        <td className={s.check}>
                          <Checkbox
                            aria-label={`选择第 ${i + 1} 行`}
                            checked={chosen.has(keyOf(row))}
                            onChange={() => toggle(keyOf(row))}
                          />
                        </td>
                      )}
                      {columns.map((column) => (
                        <td key={column.key} className={cx(alignOf(column), column.pinned && s.pinned)}>
                          {column.render(row, i)}
                        </td>
                      ))}
                    </tr>
                  ))}
            </tbody>
            {!first && foot !== undefined && !nothing && (
              <tfoot>
                <tr className={cx(s.row, s.foot)} style={{ height: rowHeight }}>
                  {selectable && <td className={s.check}>&nbsp;</td>}
                  {columns.map((column) => (
                    <td key={column.key} className={cx(alignOf(column), column.pinned && s.pinned)}>
                      {column.render(foot, rows?.length ?? 0)}
                    </td>
                  ))}
                </tr>
              </tfoot>
            )}
          </table>
        )}
        {error != null && (
          <div className={s.error}>
            <ErrorLine onRetry={onRetry} retrying={loading}>
              {error}
            </ErrorLine>
          </div>
        )}
        {nothing && <InTable value>{empty ?? <EmptyState layout="stack" />}</InTable>}
      </div>
      {selectable && batch != null && (
        <BatchBar count={chosen.size} noun={noun} onClear={() => onSelect([])}>
          {batch}
        </BatchBar>
      )}
      {pager && <Pager {...pager} />}
    </div>
  )
}

/** The name of a column: pressed it sorts, pointed at or focused it says what it means. */
function Head<R>({
  column: { key, title, hint, sortable },
  sorted,
  sort,
  onSort,
}: {
  column: Column<R>
  sorted: Sort['order'] | undefined
  sort: Sort | null | undefined
  onSort: ((sort: Sort | null) => void) | undefined
}) {
  if (!sortable || !onSort)
    return hint ? (
      <Tooltip text={hint}>
        <span className={s.hinted}>{title}</span>
      </Tooltip>
    ) : (
      title
    )
  const sorter = (
    <button type="button" className={s.sorter} onClick={() => onSort(headSort(key, sort))}>
      <span className={cx(hint !== undefined && s.hinted)}>{title}</span>
      <span className={cx(s.arrow, !sorted && s.idle)}>
        <Icon name={sorted === 'asc' ? 'arrow-up' : 'arrow-down'} size={13} />
      </span>
    </button>
  )
  return hint ? <Tooltip text={hint}>{sorter}</Tooltip> : sorter
}
