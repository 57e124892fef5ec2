import { screens } from '@dentin/contract/areas/screens'
import {
  cuts,
  othersText,
  type Cut,
  type FactColumn,
  type FigureHead,
  type FigureUnit,
  type ReportDoor,
  type ReportRow,
} from '@dentin/contract/report'
import { formatDateTime } from '@dentin/kit'
import { bookFile, sheetPart, type SheetColumn } from '../../../platform/files/sheet.ts'
import type { FileAnswer } from '../../../platform/http/context.ts'
import type { Span } from '../figures/figure.ts'
import type { Said } from './narrowed.ts'

/** What the screen behind a door is called. */
export const reportTitle = (door: ReportDoor): string =>
  screens.find(({ path }) => path === `/${door}`)?.title ?? '报表'

interface Shown {
  rows: readonly ReportRow[]
  total: ReportRow
  /** What the others come to on average, for whoever sees the own row alone. */
  others: { people: number; values: readonly (string | null)[] } | null
  facts: readonly FactColumn[]
  figures: readonly FigureHead[]
  span: Span
  comparedSpan: Span | null
  asOf: Date
}

const kindOf = (unit: FigureUnit) => (unit === 'yuan' ? 'money' : unit === 'percent' ? 'text' : 'number')
const inSheet = (unit: FigureUnit, value: string | null | undefined) =>
  value == null ? null : unit === 'yuan' ? value : unit === 'percent' ? `${value}%` : Number(value)

/** A column of the screen as columns of the sheet: beside a figure stands what it is held against. */
interface Shelf {
  key: string
  columns: SheetColumn<ReportRow>[]
}

/** @param chosen keys of the columns that the person looks at, in their order; empty: all as the report has them */
function columnsOf(
  by: Cut,
  { figures, comparedSpan, facts }: Shown,
  chosen: readonly string[],
): SheetColumn<ReportRow>[] {
  const said = facts.map((fact, n) => ({
    behind: fact.behind,
    shelf: {
      key: fact.key,
      columns: [
        {
          title: fact.title,
          width: 16,
          kind: fact.unit === 'count' ? 'number' : fact.unit === 'yuan' ? 'money' : 'text',
          value: (row: ReportRow) => {
            const value = row.facts[n] ?? null
            return fact.unit === 'count' && value !== null ? Number(value) : value
          },
        },
      ],
    } satisfies Shelf,
  }))
  const first: SheetColumn<ReportRow> = {
    title: cuts[by],
    width: 20,
    kind: 'text',
    value: ({ label, level, by: of }) => (level === 'sum' && of !== by ? `小计 ${label}` : label),
  }
  const shelves: Shelf[] = [
    ...said.flatMap(({ behind, shelf }) => (behind ? [] : [shelf])),
    ...figures.map(({ code, name, unit }, n): Shelf => ({
      key: code,
      columns: [
        { title: name, width: 14, kind: kindOf(unit), value: ({ values }) => inSheet(unit, values[n]) },
        ...(comparedSpan
          ? [
              {
                title: `${name}（对比）`,
                width: 14,
                kind: kindOf(unit),
                value: ({ compared }: ReportRow) => inSheet(unit, compared?.[n]),
              } as const,
            ]
          : []),
      ],
    })),
    ...said.flatMap(({ behind, shelf }) => (behind ? [shelf] : [])),
  ]
  const wanted = chosen.length === 0 ? shelves : chosen.flatMap((key) => shelves.find((one) => one.key === key) ?? [])
  return [first, ...wanted.flatMap(({ columns }) => columns)]
}

/** The row of what the others come to. */
const averageOf = (by: Cut, { people, values }: NonNullable<Shown['others']>): ReportRow => ({
  key: '~others',
  label: othersText(people),
  by,
  level: 'row',
  facts: [],
  link: null,
  values: [...values],
  compared: null,
})

const saying: SheetColumn<{ name: string; says: string; date: string }>[] = [
  { title: '指标', width: 18, kind: 'text', value: ({ name }) => name },
  { title: '口径', width: 80, kind: 'text', value: ({ says }) => says },
  { title: '按哪一天', width: 24, kind: 'text', value: ({ date }) => date },
]

/** What the screen shows, and a sheet that says of which days and of whom it is, and what each figure means. */
export function reportFile(
  title: string,
  { by, columns: chosen }: { by: Cut; columns: readonly string[] },
  shown: Shown,
  narrowed: readonly Said[],
): FileAnswer {
  const { figures, rows, others, total, span, comparedSpan, asOf } = shown
  const facts = [
    { name: '区间', says: `${span.from} 至 ${span.to}`, date: '' },
    ...(comparedSpan ? [{ name: '对比', says: `${comparedSpan.from} 至 ${comparedSpan.to}`, date: '' }] : []),
    ...narrowed.map((said) => ({ ...said, date: '' })),
    { name: '数据截至', says: formatDateTime(asOf), date: '' },
  ]
  const explained = chosen.length === 0 ? figures : figures.filter(({ code }) => chosen.includes(code))
  return bookFile(`${title}-${span.from.replaceAll('-', '')}-${span.to.replaceAll('-', '')}`, [
    sheetPart(title, columnsOf(by, shown, chosen), [...rows, ...(others ? [averageOf(by, others)] : []), total]),
    sheetPart('说明', saying, [...facts, ...explained]),
  ])
}
