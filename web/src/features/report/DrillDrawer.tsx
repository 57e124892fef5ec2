import { comparisons, type FigureHead } from '@dentin/contract/report'
import { entryKindNames } from '@dentin/contract/ledger-words'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { EmptyState, ErrorLine, Segmented, SkeletonRows } from '../../ui/index.ts'
import { Drawer, Pager } from '../../ui/heavy.ts'
import { useDrill, type LinkTo, type DrillAnswer, type DrillAsk } from './hooks.ts'
import { meaningOf, valueText } from './values.ts'
import s from './report.module.css'

const PAGE_SIZE = 50

export interface DrillDrawerProps {
  ask: DrillAsk
  figures: readonly FigureHead[]
  linkTo: LinkTo
  /** Of a rate: the part that is looked at; null: its first. Of the rows: the page. */
  part: string | null
  page: number
  onPart: (part: string) => void
  onPage: (page: number) => void
  /** What can be done with the patients of the rows, all together. */
  people?: (ask: DrillAsk) => ReactNode
  /** Where an appointment is made for one of them. */
  bookTo?: (patientId: string) => string
  onClose: () => void
}

/** A part in the address: what is of the whole report is another one than what is of the row. */
const partValue = ({ code, ofWhole }: FigureHead['over'][number]): string => (ofWhole ? `whole-${code}` : code)

/** The rows that a cell is made of: they come to the cell. Of a rate those above and those below its line. */
export function DrillDrawer({
  ask,
  figures,
  linkTo,
  part,
  page,
  onPart,
  onPage,
  people,
  bookTo,
  onClose,
}: DrillDrawerProps) {
  const head = figures.find(({ code }) => code === ask.figure)
  const parts = head ? [...head.over, ...head.under].map((each) => ({ ...each, value: partValue(each) })) : []
  const chosen = parts.find(({ value }) => value === part) ?? parts[0]
  const figure = chosen?.code ?? ask.figure
  const { key: _, ...ofWhole } = ask
  return (
    <Drawer
      open
      title={`${head?.name ?? '明细'}${ask.compared ? `（${comparisons[ask.compare ?? 'none']}）` : ''}`}
      width={780}
      onClose={onClose}
    >
      {head && <p className="t-12 tertiary">{meaningOf(head)}</p>}
      {parts.length > 0 && (
        <Segmented
          label="组成"
          size="sm"
          options={parts.map(({ value, name, minus }) => ({ value, label: minus ? `减 ${name}` : name }))}
          value={chosen?.value ?? ''}
          onChange={onPart}
        />
      )}
      <Rows
        key={`${chosen?.value ?? figure} ${ask.key ?? ''}`}
        ask={{ ...(chosen?.ofWhole ? ofWhole : ask), figure }}
        linkTo={linkTo}
        page={page}
        onPage={onPage}
        {...(people ? { people } : {})}
        {...(bookTo ? { bookTo } : {})}
      />
    </Drawer>
  )
}

function Rows({
  ask,
  linkTo,
  page,
  onPage,
  people,
  bookTo,
}: Pick<DrillDrawerProps, 'ask' | 'linkTo' | 'page' | 'onPage' | 'people' | 'bookTo'>) {
  const { data, error, refetch, isFetching } = useDrill({ ...ask, pageNum: page, pageSize: PAGE_SIZE })
  if (error && !data)
    return (
      <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
        {error.message}
      </ErrorLine>
    )
  if (!data) return <SkeletonRows rows={8} />
  // The number of a document or a card leads to it; the name leads to the patient, and to whatever else there is no number of.
  const leading = data.columns.find(({ key }) => key === 'no' || key === 'card')?.key ?? 'patient'
  const booking = data.ofPatients ? bookTo : undefined
  const since = data.kept !== null && (
    <p className="t-13 secondary">
      报表里是月结时的 <span className="num">{valueText(data.figure.unit, data.kept)}</span>
      ，下面是现在的明细：月结以后有改动。
    </p>
  )
  if (data.total === 0)
    return (
      <>
        {since}
        <EmptyState layout="stack" icon="chart-line" title="没有明细" />
      </>
    )
  return (
    <>
      <div className={s.drillSum}>
        <span className="t-13 secondary">
          {data.figure.name}　<span className="num">{data.total.toLocaleString('en-US')}</span> 条，合计
        </span>
        <span className="t-22 bold num">{valueText(data.figure.unit, data.sum)}</span>
      </div>
      {since}
      {data.ofPatients && people?.(ask)}
      <div className={s.drillScroll}>
        <table className={s.drill}>
          <thead>
            <tr>
              {data.columns.map((column) => (
                <th key={column.key} scope="col">
                  {column.title}
                </th>
              ))}
              {booking && <th scope="col">预约</th>}
              <th scope="col" className={s.right}>
                {data.figure.name}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.list.map((row) => (
              <tr key={row.id}>
                {data.columns.map((column) => (
                  <td key={column.key} className={column.unit === 'moment' ? 'num' : undefined}>
                    <CellText column={column} leading={leading} row={row} linkTo={linkTo} />
                  </td>
                ))}
                {booking && <td>{row.link?.patientId && <Link to={booking(row.link.patientId)}>预约</Link>}</td>}
                <td className={s.right}>
                  <span className="num">{valueText(data.figure.unit, row.value)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {data.total > PAGE_SIZE && (
        <Pager page={page} pageSize={PAGE_SIZE} total={data.total} sizes={[PAGE_SIZE]} onChange={onPage} noun="条" />
      )}
    </>
  )
}

function CellText({
  column,
  leading,
  row,
  linkTo,
}: {
  column: DrillAnswer['columns'][number]
  leading: string
  row: DrillAnswer['list'][number]
  linkTo: DrillDrawerProps['linkTo']
}) {
  const text = row.cells[column.key] ?? ''
  if (column.key === 'kind') return entryKindNames[Number(text)] ?? text
  if (column.unit === 'moment') return text.slice(0, 16)
  if (!row.link || text === '') return text
  if (column.key === leading) return <Link to={linkTo(row.link)}>{text}</Link>
  const { patientId } = row.link
  if (column.key !== 'patient' || !patientId) return text
  return <Link to={linkTo({ kind: 'patient', id: patientId, patientId })}>{text}</Link>
}
