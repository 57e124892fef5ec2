import { useQueries } from '@tanstack/react-query'
import {
  comparisons,
  cuts,
  report,
  reportShapes,
  reportBehind,
  thingCuts,
  type Cut,
  type ReportDoor,
} from '@dentin/contract/report'
import { useMemo } from 'react'
import { send } from '../../lib/client.ts'
import { keyOf } from '../../lib/query.ts'
import { cx, Notice, PrintPage, PrintPending, PrintView } from '../../ui/index.ts'
import { useTableColumns, type Column } from '../../ui/heavy.ts'
import { useReportPaper, type ReportAnswer, type ReportAsk, type ReportFrame } from './hooks.ts'
import { withOthers } from './ReportTable.tsx'
import { tableOf, useReportQuestion } from './use-question.ts'
import { changeOf, valueText } from './values.ts'
import s from './report-sheet.module.css'

type Row = ReportAnswer['rows'][number]

/** Rows that are read at once, and how many times at most: more are a matter for a file. */
const PAGE = 200
const PAGES = 10
/** How much stands beside each other on a landscape page, in tenths of a millimetre. */
const ROOM = 2_600
const WIDTH = { yuan: 215, count: 130, minutes: 140, percent: 150, score: 130 } as const
const FACT_WIDTH = { text: 240, moment: 250, day: 180, count: 130, yuan: 200 } as const
const LABEL_WIDTH = 320

export interface ReportSheetProps {
  door: ReportDoor
  title: string
  /** At the head: company and, of a report of one clinic, the clinic. */
  issuer: string
  printedBy: string
  auto: boolean
  onBack: () => void
}

/** A report as it is printed: every row of the question in the address, the columns that the person looks at, A4 landscape. */
export function ReportSheet({ door, title, issuer, printedBy, auto, onBack }: ReportSheetProps) {
  const { ask, frame, view, views, from, to, error } = useReportQuestion(door)
  const first = useReportPaper(ask, PAGE)
  const pages = Math.min(PAGES, Math.ceil((first.data?.count ?? 0) / PAGE))
  const more = useQueries({
    queries: Array.from({ length: ask && isOfThings(ask.by) ? Math.max(0, pages - 1) : 0 }, (_, n) => {
      const next = { ...(ask as ReportAsk), pageNum: n + 2, pageSize: PAGE }
      return { queryKey: keyOf(report.run, next), queryFn: () => send(report.run, next) }
    }),
  })
  const failed = error ?? first.error ?? more.find((one) => one.error)?.error
  if (failed || !ask || !frame || !first.data || more.some(({ data }) => !data))
    return <PrintPending error={failed?.message} onRetry={() => void first.refetch()} onBack={onBack} />
  const rows = withOthers(
    { rows: [...first.data.rows, ...more.flatMap(({ data }) => data?.rows ?? [])], others: first.data.others },
    ask.by,
  )
  const { asOf, count, span, comparedSpan } = first.data
  const ofDay = reportShapes[reportBehind(door)].asked === 'day'
  const heading = [title, views.find(([key]) => key === view)?.[1]].filter(Boolean).join('　')
  return (
    <PrintView title={`${title} ${from} ${to}`} onBack={onBack} auto={auto}>
      <PrintPage
        paper="a4-landscape"
        clinicName={issuer}
        title={heading}
        number={
          <>
            数据截至
            <br />
            {asOf.slice(0, 16)}
          </>
        }
        patient={
          <span>
            {[
              ofDay ? `截至 ${span.to}` : `${span.from} 至 ${span.to}`,
              ...(comparedSpan
                ? [`对比 ${comparedSpan.from} 至 ${comparedSpan.to}，${comparisons[ask.compare ?? 'none']}`]
                : []),
              `按${cuts[ask.by]}`,
              ...narrowed(ask, frame).map(({ name, says }) => `${name} ${says}`),
            ].join('　')}
          </span>
        }
        note={`${printedBy} 打印　金额单位：元`}
      >
        {count > PAGE * PAGES && isOfThings(ask.by) && (
          <Notice>
            共 {count} 行，这里只有前 {PAGE * PAGES} 行；请缩小范围，或导出文件
          </Notice>
        )}
        <Tables
          id={isOfThings(ask.by) ? `report.${tableOf(door, view)}.${ask.by}` : `report.${tableOf(door, view)}`}
          by={ask.by}
          answer={first.data}
          rows={rows}
        />
      </PrintPage>
    </PrintView>
  )
}

const isOfThings = (by: Cut): boolean => (thingCuts as readonly Cut[]).includes(by)

/** What the report was narrowed to, each with its word. */
function narrowed(ask: ReportAsk, frame: ReportFrame): { name: string; says: string }[] {
  const of = (name: string, ids: readonly string[] | undefined, list: readonly { id: string; name: string }[]) =>
    ids && ids.length > 0
      ? [{ name, says: ids.map((id) => list.find((one) => one.id === id)?.name ?? '已不在').join('、') }]
      : []
  return [
    ...of('门诊', ask.clinicIds, frame.clinics),
    ...of('医生', ask.doctorIds, frame.doctors),
    ...of('来源', ask.sourceIds, frame.sources),
    ...of('科室', ask.deptIds, frame.depts),
    ...of('支付方式', ask.methodIds, frame.methods),
    ...(ask.categories && ask.categories.length > 0 ? [{ name: '类别', says: ask.categories.join('、') }] : []),
  ]
}

/** The columns that somebody looks at, in tables as wide as the page, one below the other. */
function Tables({ id, by, answer, rows }: { id: string; by: Cut; answer: ReportAnswer; rows: readonly Row[] }) {
  const columns = useMemo((): Column<Row>[] => {
    const said = answer.facts.map((fact, n) => ({
      behind: fact.behind,
      column: {
        key: fact.key,
        title: fact.title,
        width: FACT_WIDTH[fact.unit],
        ...(fact.unit === 'count' || fact.unit === 'yuan' ? { align: 'right' as const } : {}),
        render: ({ facts }: Row) =>
          fact.unit === 'yuan' && facts[n] != null ? valueText('yuan', facts[n]) : (facts[n] ?? ''),
      } satisfies Column<Row>,
    }))
    return [
      ...said.flatMap(({ behind, column }) => (behind ? [] : [column])),
      ...answer.figures.map((figure, n): Column<Row> => ({
        key: figure.code,
        title: figure.name,
        width: WIDTH[figure.unit],
        align: 'right',
        render: ({ values, compared }) => (
          <>
            {valueText(figure.unit, values[n] ?? null)}
            {compared && <small>{besides(figure, values[n] ?? null, compared[n] ?? null)}</small>}
          </>
        ),
      })),
      ...said.flatMap(({ behind, column }) => (behind ? [column] : [])),
    ]
  }, [answer])
  const { visible } = useTableColumns(id, columns)
  const whole = [...rows, answer.total]
  return besideEachOther(visible).map((some, n) => (
    <table key={n} className={cx(s.table, n > 0 && s.next)}>
      <thead>
        <tr>
          <th scope="col">{cuts[by]}</th>
          {some.map(({ key, title, align }) => (
            <th key={key} scope="col" className={cx(align === 'right' && s.right)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {whole.map((row) => (
          <tr key={`${row.by} ${row.key} ${row.level}`} className={cx(row.level === 'sum' && s.sum)}>
            <th scope="row">
              {row.level === 'sum' && row !== answer.total && row.by !== by ? `小计 ${row.label}` : row.label}
            </th>
            {some.map(({ key, align, render }) => (
              <td key={key} className={cx(align === 'right' && s.right)}>
                {render(row, 0)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  ))
}

const besides = (figure: ReportAnswer['figures'][number], value: string | null, compared: string | null): string =>
  changeOf(figure, value, compared)?.text ?? valueText(figure.unit, compared)

/** Columns by the page that they fit on. */
function besideEachOther(columns: readonly Column<Row>[]): Column<Row>[][] {
  const tables: Column<Row>[][] = [[]]
  let filled = LABEL_WIDTH
  for (const column of columns) {
    const width = column.width ?? WIDTH.count
    if (filled + width > ROOM) {
      tables.push([])
      filled = LABEL_WIDTH
    }
    tables.at(-1)?.push(column)
    filled += width
  }
  return tables
}
