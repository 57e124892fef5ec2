import type { FigureHead } from '@dentin/contract/report'
import { useMemo } from 'react'
import { cx, EmptyState, Tooltip } from '../../ui/index.ts'
import { ColumnButton, DataTable, useTableColumns, type Column, type Sort } from '../../ui/heavy.ts'
import type { ReportAnswer } from './hooks.ts'
import { changeOf, valueText } from './values.ts'
import s from './report.module.css'

type Row = ReportAnswer['rows'][number]

export interface ReportTableProps {
  /** Under which the choice of columns is kept. */
  id: string
  /** Head of the first column: by what the rows are cut. */
  title: string
  overTime: boolean
  data: ReportAnswer | undefined
  loading: boolean
  error: string | undefined
  onRetry: () => void
  /** 'C1-desc' */
  sort: string | null
  onSort: (sort: string | null) => void
  /** A cell is opened; row null: of the foot. */
  onOpen: (figure: string, row: string | null, then: boolean) => void
}

const WIDTH = { yuan: 132, count: 96, minutes: 108, percent: 96 } as const

/** The numbers of a report. Each cell opens the rows that it is made of. */
export function ReportTable(props: ReportTableProps) {
  const { id, title, overTime, data, sort, onSort, onOpen } = props
  const columns = useMemo((): Column<Row>[] => {
    const foot = data?.total
    return [
      {
        key: 'label',
        title,
        width: 148,
        pinned: true,
        locked: true,
        sortable: !overTime,
        render: (row) => row.label,
      },
      ...(data?.figures ?? []).map((figure, n): Column<Row> => ({
        key: figure.code,
        title: figure.name,
        width: WIDTH[figure.unit],
        align: 'right',
        numeric: true,
        sortable: true,
        render: (row) => (
          <Cell
            figure={figure}
            value={row.values[n] ?? null}
            compared={row.compared ? (row.compared[n] ?? null) : undefined}
            onOpen={(then) => onOpen(figure.code, row === foot ? null : row.key, then)}
          />
        ),
      })),
    ]
  }, [data, title, overTime, onOpen])
  const table = useTableColumns(`report.${id}`, columns)
  const chosen = sortOf(sort)
  const rows = useMemo(() => sorted(data, chosen), [data, chosen?.key, chosen?.order]) // eslint-disable-line
  return (
    <>
      <div className={s.columns}>
        <ColumnButton columns={table} />
      </div>
      <DataTable
        label={title}
        columns={table}
        rows={rows}
        {...(data ? { foot: data.total } : {})}
        keyOf={(row) => row.key}
        loading={props.loading}
        error={props.error}
        onRetry={props.onRetry}
        sort={chosen}
        onSort={(next) => onSort(next ? `${next.key}-${next.order}` : null)}
        rowHeight={36}
        fill={false}
        empty={<EmptyState layout="stack" icon="chart-line" title="这段时间没有数据" hint="换一段日期，或去掉筛选" />}
      />
    </>
  )
}

function Cell({
  figure,
  value,
  compared,
  onOpen,
}: {
  figure: FigureHead
  value: string | null
  compared: string | null | undefined
  onOpen: (then: boolean) => void
}) {
  const text = valueText(figure.unit, value)
  const change = compared === undefined ? null : changeOf(figure, value, compared)
  return (
    <span className={s.cell}>
      {value === null || Number(value) === 0 ? (
        <span className="tertiary">{text}</span>
      ) : (
        <button
          type="button"
          className={s.open}
          aria-label={`${figure.name} ${text}，看明细`}
          onClick={() => onOpen(false)}
        >
          {text}
        </button>
      )}
      {compared !== undefined && (
        <span className={cx('t-12', s.compared, change?.good === true && s.good, change?.good === false && s.bad)}>
          {change ? change.text : valueText(figure.unit, compared)}
        </span>
      )}
    </span>
  )
}

const sortOf = (text: string | null): Sort | null => {
  const found = /^(.+)-(asc|desc)$/.exec(text ?? '')
  return found ? { key: found[1] as string, order: found[2] as 'asc' | 'desc' } : null
}

/** Rows in the order of a column; without one as they came. Nothing to divide by stands last. */
function sorted(data: ReportAnswer | undefined, sort: Sort | null): Row[] | undefined {
  if (!data || !sort) return data?.rows
  const n = data.figures.findIndex(({ code }) => code === sort.key)
  const sign = sort.order === 'asc' ? 1 : -1
  return [...data.rows].sort((a, b) => {
    if (n < 0) return sign * a.label.localeCompare(b.label, 'zh')
    const [x, y] = [a.values[n] ?? null, b.values[n] ?? null]
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1
    return sign * (Number(x) - Number(y))
  })
}

/** A figure's name with what it means. */
export function FigureName({ figure }: { figure: FigureHead }) {
  return (
    <Tooltip text={figure.date ? `${figure.says}。按${figure.date}` : figure.says}>
      <span className={s.figureName}>{figure.name}</span>
    </Tooltip>
  )
}
