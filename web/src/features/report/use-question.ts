import {
  comparisons,
  cutNames,
  isRole,
  periods,
  reportBehind,
  reportShapes,
  viewsOf,
  type Comparison,
  type Cut,
  type Period,
  type ReportDoor,
} from '@dentin/contract/report'
import { presentDay } from '../../lib/present.ts'
import { urlEnum, urlFlag, urlList, urlNumber, urlOptional, useUrlState } from '../../ui/index.ts'
import { useReportFrame, type Question, type ReportAsk } from './hooks.ts'
import { spanOf, usualCut } from './period.ts'

export const periodNames = Object.keys(periods) as Period[]
const codecs = {
  /** Of a report with several views; by default its first. */
  view: urlOptional,
  /** Of the span; by default that of the report. */
  period: urlEnum([...periodNames, 'usual'], 'usual'),
  from: urlOptional,
  to: urlOptional,
  by: urlEnum([...cutNames, 'usual'], 'usual'),
  compare: urlEnum(Object.keys(comparisons) as Comparison[], 'none'),
  clinics: urlList,
  doctors: urlList,
  sources: urlList,
  categories: urlList,
  depts: urlList,
  methods: urlList,
  /** The column that orders the rows, 'C1-desc'. */
  sort: urlOptional,
  page: urlNumber(1),
  /** The cell that is open: figure and row; `other`: of the span that it is compared with. */
  figure: urlOptional,
  row: urlOptional,
  /** By what the row is cut, where that is not how the table is. */
  cut: urlEnum([...cutNames, 'table'], 'table'),
  other: urlFlag,
  /** Of an open rate: which of its parts; of the rows of the cell: which page. */
  part: urlOptional,
  rows: urlNumber(1),
}

/** What the address asks of a report: on its screen and on the page that is printed of it. */
export function useReportQuestion(door: ReportDoor) {
  const [url, setUrl] = useUrlState(codecs)
  const views = Object.entries(viewsOf(reportBehind(door)))
  const [view] = (views.find(([key]) => key === url.view) ?? views[0] ?? [undefined]) as [string | undefined]
  const { data: frame, error } = useReportFrame(door, view)
  const today = presentDay()
  const shape = reportShapes[reportBehind(door)]
  const period = url.period === 'usual' ? shape.period : url.period
  const usual = spanOf(period, today)
  // Whoever sees the day alone is asked for none.
  const todayOnly = frame?.todayOnly === true
  const [from, to] = todayOnly ? [today, today] : url.from && url.to ? [url.from, url.to] : [usual.from, usual.to]
  const cutsAllowed = frame?.cuts ?? []
  // A report of people stands in tabs by the part that they had; the others are cut below.
  const roles = cutsAllowed.filter(isRole)
  const ofPeople = frame !== undefined && reportBehind(door) === 'employeeReport'
  const allowed: readonly Cut[] = ofPeople ? roles : cutsAllowed
  const by: Cut | null = !frame
    ? null
    : url.by !== 'usual' && allowed.includes(url.by)
      ? url.by
      : usualCut(from, to, allowed)
  // The same in what is asked now and in what is kept.
  const narrowed = {
    compare: url.compare,
    clinicIds: url.clinics,
    doctorIds: url.doctors,
    sourceIds: url.sources,
    categories: url.categories,
    deptIds: url.depts,
    methodIds: url.methods,
    ...(url.sort ? { sort: url.sort } : {}),
  }
  const ask: ReportAsk | null = by && { door, ...(view ? { view } : {}), from, to, by, ...narrowed }
  const question: Question = {
    ...(view && view !== views[0]?.[0] ? { view } : {}),
    ...(url.period === 'usual' ? {} : { period: url.period }),
    ...(url.from && url.to ? { from: url.from, to: url.to } : {}),
    ...(url.by === 'usual' ? {} : { by: url.by }),
    ...narrowed,
  }
  /** Looks at the report as it was kept. */
  const lookSo = (kept: Question) =>
    setUrl(
      {
        view: kept.view ?? null,
        period: kept.period ?? 'usual',
        from: kept.from ?? null,
        to: kept.to ?? null,
        by: kept.by ?? 'usual',
        compare: kept.compare,
        clinics: kept.clinicIds,
        doctors: kept.doctorIds,
        sources: kept.sourceIds,
        categories: kept.categories,
        depts: kept.deptIds,
        methods: kept.methodIds,
        sort: kept.sort ?? null,
        page: 1,
      },
      { push: true },
    )
  return {
    url,
    setUrl,
    views,
    view,
    frame,
    error,
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
    question,
    lookSo,
    todayOnly,
  }
}

/** Under which the choice of columns of a report is kept. */
export const tableOf = (door: ReportDoor, view: string | undefined): string => (view ? `${door}.${view}` : door)
