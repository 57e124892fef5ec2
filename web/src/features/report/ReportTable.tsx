import { othersText, thingCuts, timeCuts, type Cut, type FactColumn, type FigureHead } from '@dentin/contract/report'
import { useMemo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { cx, EmptyState, Tooltip } from '../../ui/index.ts'
import { ColumnButton, DataTable, useTableColumns, type Column, type Sort } from '../../ui/heavy.ts'
import type { ReportAnswer } from './hooks.ts'
import { changeOf, meaningOf, valueText } from './values.ts'
import s from './report.module.css'

type Row = ReportAnswer['rows'][number]

export interface ReportTableProps {
  /** Under which the choice of columns is kept. */
  id: string
  /** Head of the first column: by what the rows are cut. */
  title: string
  by: Cut
  data: ReportAnswer | undefined
  loading: boolean
  error: string | undefined
  onRetry: () => void
  /** 'C1-desc' */
  sort: string | null
  onSort: (sort: string | null) => void
  page: number
  onPage: (page: number) => void
  /** A cell is opened: of a row that is cut so; row null: of the foot. */
  onOpen: (figure: string, row: string | null, then: boolean, cut: Cut) => void
  linkTo: (link: NonNullable<Row['link']>) => string
  /** What can be done with a row. */
  action?: (row: Row) => ReactNode
  /** Takes out the columns that are looked at, in their order. */
  fileOf?: (columns: string[]) => ReactNode
}

const WIDTH = { yuan: 132, count: 96, minutes: 108, percent: 96, score: 96 } as const
const FACT_WIDTH = { text: 124, moment: 156, day: 108, count: 92, yuan: 120 } as const
const ACTION_WIDTH = 84
/** The row of what the others come to on average: it opens nothing. */
const OTHERS = '~others'
export const PAGE_SIZE = 100

/** The numbers of a report. Each cell opens the rows that it is made of; a single thing leads to where it is kept. */
export function ReportTable(props: ReportTableProps) {
  const { id, title, by, data, sort, onSort, onOpen, linkTo, action, fileOf } = props
  const overTime = among(timeCuts, by)
  const ofThings = among(thingCuts, by)
  const columns = useMemo((): Column<Row>[] => {
    const foot = data?.total
    const said = (data?.facts ?? []).map((fact, n) => ({
      behind: fact.behind,
      column: {
        key: fact.key,
        title: fact.title,
        width: FACT_WIDTH[fact.unit],
        ...(fact.unit === 'text' ? {} : { numeric: true }),
        ...(fact.unit === 'count' || fact.unit === 'yuan' ? { align: 'right' as const } : {}),
        render: (row: Row) => factText(fact.unit, row.facts[n] ?? null),
      } satisfies Column<Row>,
    }))
    return [
      {
        key: 'label',
        title,
        width: ofThings ? 188 : 148,
        pinned: true,
        locked: true,
        sortable: !overTime && !ofThings,
        render: (row) => <Label row={row} by={by} isFoot={row === foot} linkTo={linkTo} />,
      },
      ...said.flatMap(({ behind, column }) => (behind ? [] : [column])),
      ...(data?.figures ?? []).map((figure, n): Column<Row> => ({
        key: figure.code,
        title: figure.name,
        hint: meaningOf(figure),
        width: WIDTH[figure.unit],
        align: 'right',
        numeric: true,
        sortable: true,
        render: (row) => (
          <Cell
            figure={figure}
            value={row.values[n] ?? null}
            compared={row.compared ? (row.compared[n] ?? null) : undefined}
            onOpen={
              row.key === OTHERS ? null : (then) => onOpen(figure.code, row === foot ? null : row.key, then, row.by)
            }
          />
        ),
      })),
      ...said.flatMap(({ behind, column }) => (behind ? [column] : [])),
      ...(action && ofThings
        ? [
            {
              key: 'action',
              title: '操作',
              width: ACTION_WIDTH,
              locked: true,
              render: (row: Row) => (row.level === 'row' ? action(row) : null),
            },
          ]
        : []),
    ]
  }, [data, title, by, overTime, ofThings, onOpen, linkTo, action])
  const table = useTableColumns(ofThings ? `report.${id}.${by}` : `report.${id}`, columns)
  const chosen = sortOf(sort)
  return (
    <>
      <div className={s.columns}>
        {fileOf?.(table.visible.flatMap(({ key }) => (key === 'label' || key === 'action' ? [] : [key])))}
        <ColumnButton columns={table} />
      </div>
      <DataTable
        label={title}
        columns={table}
        rows={data && withOthers(data, by)}
        {...(data ? { foot: data.total } : {})}
        keyOf={(row) => `${row.by} ${row.key}`}
        sums={({ level }) => level === 'sum'}
        loading={props.loading}
        error={props.error}
        onRetry={props.onRetry}
        sort={chosen}
        onSort={(next) => onSort(next ? `${next.key}-${next.order}` : null)}
        rowHeight={36}
        fill={false}
        empty={<EmptyState layout="stack" icon="chart-line" title="这段时间没有数据" hint="换一段日期，或去掉筛选" />}
        {...(data && ofThings && data.count > PAGE_SIZE
          ? {
              pager: {
                page: props.page,
                pageSize: PAGE_SIZE,
                total: data.count,
                sizes: [PAGE_SIZE],
                onChange: props.onPage,
              },
            }
          : {})}
      />
    </>
  )
}

/** The rows with that of the others behind them, for whoever sees the own alone. */
export function withOthers({ rows, others }: Pick<ReportAnswer, 'rows' | 'others'>, by: Cut): readonly Row[] {
  if (!others) return rows
  const label = othersText(others.people)
  return [
    ...rows,
    { key: OTHERS, by, level: 'row', label, facts: [], link: null, values: others.values, compared: null },
  ]
}
const factText = (unit: FactColumn['unit'], text: string | null): ReactNode =>
  text === null ? '' : unit === 'yuan' ? valueText('yuan', text) : <span title={text}>{text}</span>

const among = (cuts: readonly Cut[], by: Cut): boolean => cuts.includes(by)

function Label({
  row,
  by,
  isFoot,
  linkTo,
}: {
  row: Row
  by: Cut
  isFoot: boolean
  linkTo: ReportTableProps['linkTo']
}) {
  if (row.link)
    return (
      <Link to={linkTo(row.link)} className="num">
        {row.label}
      </Link>
    )
  return row.level === 'sum' && !isFoot && row.by !== by ? `小计 ${row.label}` : row.label
}

interface CellProps {
  figure: FigureHead
  value: string | null
  compared: string | null | undefined
  /** null: it cannot be opened. */
  onOpen: ((then: boolean) => void) | null
}

function Cell({ figure, value, compared, onOpen }: CellProps) {
  const text = valueText(figure.unit, value)
  const change = compared === undefined ? null : changeOf(figure, value, compared)
  return (
    <span className={s.cell}>
      {value === null || Number(value) === 0 || !onOpen ? (
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
      {compared !== undefined && <Compared figure={figure} compared={compared} change={change} onOpen={onOpen} />}
    </span>
  )
}

/** What it is held against: how much more or less it has become; the rows of the other span are opened by it. */
function Compared({
  figure,
  compared,
  change,
  onOpen,
}: Pick<CellProps, 'figure' | 'onOpen'> & { compared: string | null; change: ReturnType<typeof changeOf> }) {
  const was = valueText(figure.unit, compared)
  const text = change ? change.text : was
  const look = cx('t-12', s.compared, change?.good === true && s.good, change?.good === false && s.bad)
  if (compared === null || Number(compared) === 0 || !onOpen) return <span className={look}>{text}</span>
  return (
    <button
      type="button"
      className={cx(s.open, look)}
      title={`对比期 ${was}`}
      aria-label={`对比期${figure.name} ${was}，看明细`}
      onClick={() => onOpen(true)}
    >
      {text}
    </button>
  )
}

const sortOf = (text: string | null): Sort | null => {
  const found = /^(.+)-(asc|desc)$/.exec(text ?? '')
  return found ? { key: found[1] as string, order: found[2] as 'asc' | 'desc' } : null
}

/** A figure's name with what it means. */
export function FigureName({ figure }: { figure: FigureHead }) {
  return (
    <Tooltip text={meaningOf(figure)}>
      <span className={s.figureName}>{figure.name}</span>
    </Tooltip>
  )
}
