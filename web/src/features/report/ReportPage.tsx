import {
  comparisons,
  cuts,
  exportRight,
  periods,
  report,
  type Comparison,
  type Cut,
  type ReportDoor,
} from '@dentin/contract/report'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useCan } from '../../lib/permission.ts'
import { Button, IconButton, LinkButton, Page, PageTitle, Segmented, Tag, Tooltip } from '../../ui/index.ts'
import { DatePicker, DateRangePicker, ExportButton, MultiSelect, Select } from '../../ui/heavy.ts'
import { DrillDrawer } from './deferred.ts'
import { useReport, type LinkTo, type OpenCell, type ReportAsk, type ReportAnswer } from './hooks.ts'
import type { DrillDrawerProps } from './DrillDrawer.tsx'
import { KeptViews } from './KeptViews.tsx'
import { stepped } from './period.ts'
import { narrowingsOf } from './narrowings.ts'
import { PAGE_SIZE, ReportTable } from './ReportTable.tsx'
import { periodNames, tableOf, useReportQuestion } from './use-question.ts'
import s from './report.module.css'

export interface ReportPageProps {
  door: ReportDoor
  /** The screens beside this one. */
  tabs: ReactNode
  /** What stands above the table: pictures of the same numbers. */
  above?: (ask: ReportAsk, onOpen: OpenCell) => ReactNode
  /** What may be done beside looking. */
  actions?: ReactNode
  /** Where a row of a cell leads. */
  linkTo: LinkTo
  /** What can be done with a row. */
  rowAction?: (row: ReportAnswer['rows'][number]) => ReactNode
  /** Beside the export. */
  tools?: ReactNode
  /** What can be done with the patients of a cell, all together and one by one. */
  people?: DrillDrawerProps['people']
  bookTo?: DrillDrawerProps['bookTo']
}

/** A report: what is asked at the top, pictures of it, and the table whose every cell opens its rows. */
export function ReportPage(props: ReportPageProps) {
  const { door, tabs, above, actions, linkTo, rowAction, tools, people, bookTo } = props
  const asked = useReportQuestion(door)
  const {
    url,
    setUrl,
    views,
    view,
    frame,
    today,
    shape,
    period,
    from,
    to,
    roles,
    ofPeople,
    allowed,
    by,
    ask,
    todayOnly,
  } = asked
  const can = useCan()
  const fileRight = exportRight(door)
  const { search } = useLocation()
  const { data, error, isFetching, refetch } = useReport(ask && { ...ask, pageNum: url.page, pageSize: PAGE_SIZE })
  const move = (step: 1 | -1) => {
    const next = stepped(period, from, step, today)
    if (next) setUrl({ from: next.from, to: next.to, page: 1 })
  }
  const open = (figure: string, row: string | null, other = false, cut: Cut | 'table' = 'table') =>
    setUrl({ figure, row: row ?? '*', other, cut }, { push: true })
  return (
    <Page>
      <PageTitle
        extra={
          data && (
            <span className="t-12 tertiary">
              数据截至 <span className="num">{data.asOf.slice(11, 16)}</span>
              {data.backdated > 0 && `　含补录 ${data.backdated} 张`}
            </span>
          )
        }
      />
      {tabs}
      <div className={s.bar}>
        {ofPeople && roles.length > 1 && (
          <Segmented
            label="岗位"
            options={roles.map((value) => ({ value, label: cuts[value] }))}
            value={by ?? 'doctor'}
            onChange={(next) => setUrl({ by: next, sort: null, page: 1 })}
          />
        )}
        {view && (
          <Segmented
            label="页签"
            size="sm"
            options={views.map(([value, label]) => ({ value, label }))}
            value={view}
            onChange={(next) =>
              setUrl({ view: next === views[0]?.[0] ? null : next, by: 'usual', sort: null, page: 1 })
            }
          />
        )}
        {todayOnly && (
          <Tooltip text="您的岗位只能查看当天的">
            <Tag tone="muted">{today}</Tag>
          </Tooltip>
        )}
        {!todayOnly && shape.asked === 'span' && (
          <Segmented
            label="区间"
            size="sm"
            options={periodNames.map((value) => ({ value, label: periods[value] }))}
            value={period}
            onChange={(next) => setUrl({ period: next, from: null, to: null, by: 'usual', page: 1 })}
          />
        )}
        {!todayOnly && (
          <span className={s.span}>
            <IconButton icon="chevron-left" label="上一段" size="sm" onClick={() => move(-1)} />
            {shape.asked === 'span' ? (
              <DateRangePicker
                label="日期"
                width={244}
                clearable={false}
                max={today}
                value={[from, to]}
                onChange={(range) =>
                  setUrl(range ? { from: range[0], to: range[1], page: 1 } : { from: null, to: null, page: 1 })
                }
              />
            ) : (
              <DatePicker
                label="截至"
                width={136}
                clearable={false}
                max={today}
                value={to}
                onChange={(day) => setUrl({ from: day, to: day, page: 1 })}
              />
            )}
            <IconButton
              icon="chevron-right"
              label="下一段"
              size="sm"
              disabled={stepped(period, from, 1, today) === null}
              onClick={() => move(1)}
            />
          </span>
        )}
        {(frame ? narrowingsOf(frame, ofPeople) : []).map(({ key, label, all, options }) => (
          <span key={key} className={s.filter}>
            <MultiSelect
              label={label}
              placeholder={all}
              options={options}
              value={url[key]}
              onChange={(chosen) => setUrl({ [key]: chosen, page: 1 })}
            />
          </span>
        ))}
        {shape.asked === 'span' && (
          <span className={s.compare}>
            <Select
              label="对比"
              options={(Object.keys(comparisons) as Comparison[]).map((value) => ({
                value,
                label: comparisons[value],
              }))}
              value={url.compare}
              onChange={(compare) => setUrl({ compare: compare ?? 'none' })}
            />
          </span>
        )}
        {data?.closedMonths.map((month) => (
          <Tooltip key={month} text="这个月已月结，数字不会再变">
            <Tag tone="muted">{month} 已月结</Tag>
          </Tooltip>
        ))}
        <span className={s.actions}>
          {actions}
          <KeptViews door={door} question={asked.question} onOpen={asked.lookSo} />
        </span>
      </div>
      <div className={s.page}>
        {ask && above?.(ask, (figure, row, cut) => open(figure, row, false, cut))}
        <section className={s.detail} aria-label="明细">
          <header className={s.detailHead}>
            <h2 className="t-16">明细</h2>
            {!ofPeople && (
              <Segmented
                label="分组"
                size="sm"
                options={allowed.map((value) => ({ value, label: cuts[value] }))}
                value={by ?? 'day'}
                onChange={(next) => setUrl({ by: next, sort: null, page: 1 })}
              />
            )}
            {tools}
            {fileRight && can(fileRight) && (
              <LinkButton size="sm" icon="printer" to={`/print/report/${door}${search}`} target="_blank">
                打印
              </LinkButton>
            )}
            <Button size="sm" icon="refresh" busy={isFetching} onClick={() => void refetch()}>
              刷新
            </Button>
          </header>
          <ReportTable
            id={tableOf(door, view)}
            title={by ? cuts[by] : ''}
            by={by ?? 'day'}
            data={data}
            loading={isFetching}
            error={error?.message}
            onRetry={() => void refetch()}
            sort={url.sort}
            onSort={(sort) => setUrl({ sort, page: 1 })}
            page={url.page}
            onPage={(page) => setUrl({ page })}
            onOpen={open}
            linkTo={linkTo}
            {...(rowAction ? { action: rowAction } : {})}
            {...(fileRight && can(fileRight)
              ? {
                  fileOf: (columns: string[]) => (
                    <ExportButton
                      call={report.exportSheet}
                      input={data && ask ? { ...ask, columns } : null}
                      size="sm"
                    />
                  ),
                }
              : {})}
          />
        </section>
      </div>
      {ask && data && url.figure && url.row !== null && (
        <DrillDrawer
          ask={{
            ...ask,
            by: url.cut === 'table' ? ask.by : url.cut,
            figure: url.figure,
            ...(url.row === '*' ? {} : { key: url.row }),
            compared: url.other,
          }}
          figures={data.figures}
          linkTo={linkTo}
          {...(people ? { people } : {})}
          {...(bookTo ? { bookTo } : {})}
          part={url.part}
          page={url.rows}
          onPart={(part) => setUrl({ part, rows: 1 })}
          onPage={(rows) => setUrl({ rows })}
          onClose={() => setUrl({ figure: null, row: null, other: false, cut: 'table', part: null, rows: 1 })}
        />
      )}
    </Page>
  )
}
