import type { Resource } from '@dentin/contract'
import type { CompanyRule } from '@dentin/contract/company-rule'
import type { Cut, FigureUnit, TimeCut } from '@dentin/contract/report'
import { addDays, type LocalDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import type { TenantTx } from '../../../platform/database/tx.ts'

/** A span of days, both ends in it. */
export interface Span {
  from: LocalDate
  to: LocalDate
}

type Expression = RawBuilder<unknown>

/** One column of the rows that a cell is made of. */
export interface DrillColumn {
  key: string
  title: string
  unit: 'text' | 'moment' | 'day' | FigureUnit
  value: Expression
}

/** Where a row of a source leads. */
export interface DrillLink {
  kind: 'bill' | 'patient' | 'card' | 'record'
  id: Expression
  /** Where a row leads that has no such thing. */
  otherwise?: DrillLink
}

interface Rows {
  name: string
  /** What makes a row one of the source at all. */
  where?: Expression
  clinic: Expression
  /** Who is named by a row: for whoever sees the own work alone. */
  doctors: readonly Expression[]
  others?: readonly Expression[]
  /** By what its rows can be cut, beside time and clinic. What is missing here falls into the row of what is assigned to nothing. */
  cuts: Partial<Record<Exclude<Cut, TimeCut | 'clinic'>, Expression>>
  /** It can be cut by the way to pay, but not narrowed to some: what was claimed is of none, what was paid of one. */
  hasNoMethod?: boolean
  /** The part that somebody had, where a row is of one alone: a report of people takes the rows of the part that it looks at. */
  part?: Expression
  /** Its rows, as a person reads them. */
  rows: { id: Expression; order: Expression; patient?: Expression; link?: DrillLink; columns: readonly DrillColumn[] }
}

/** What happened: rows of one kind of event, each on its day. */
export interface EventSource extends Rows {
  kind: 'events'
  /**
   * The tables, each joined by its whole key: a join that a question does not need is left out by PostgreSQL. The span is for
   * what is put together out of many rows of it; which rows are in it `within` says.
   */
  from(tx: TenantTx, span: Span): Expression
  /** The rows of a span, in words that an index answers. */
  within(span: Span): Expression
  /** The day that a row counts on. */
  day: Expression
  /** What its rows come to is kept once the month of their day is closed in their clinic. */
  kept?: Staying | 'snapshot' | undefined
}

/** Rows that stay as they are once their month is closed: what is kept is made anew when a figure is declared otherwise. */
export interface Staying {
  /** The rows of a span that stay, in words that an index answers. */
  staying(span: Span): Expression
  /** Those that may still come or go; left out: there are none. */
  moving?: (span: Span) => Expression
}

/** How things stand: rows of one kind of balance, as they are at the end of any day. */
export interface StateSource extends Rows {
  kind: 'states'
  /**
   * As they stood at the end of the day; the span that is asked for is for what became of them within it.
   * @param clinicIds null: every clinic; else those of which rows are asked for, so that what is put together is of theirs alone
   */
  from(tx: TenantTx, day: LocalDate, span: Span, clinicIds: readonly string[] | null): Expression
}

/** What is worked out of a span anew, each time that it is asked for: rows that another module lends. */
export interface MadeSource extends Rows {
  kind: 'made'
  /** @param clinicIds null: every clinic that the person may see */
  from(tx: TenantTx, span: Span, clinicIds: readonly string[] | null): Promise<Expression>
  day: Expression
}

/**
 * Rows of one kind. Every figure counts rows of one source, so that a cell and what it is made of are the same rows: those of
 * the span (of balances: of its last day, or of the day before it), within the filters, that the figure takes.
 */
export type Source = EventSource | StateSource | MadeSource

/** Of which day a balance is: of the one before the span, or of its last. */
export type At = 'opening' | 'closing'

interface Said {
  /** V1, C1: as in docs/figures. */
  code: string
  name: string
  /** What it means, in one sentence. */
  says: string
  unit: FigureUnit
  better: 'up' | 'down' | 'none'
  /** Beside the right to the report. */
  needs?: Resource
}

/** The rules whose days a row goes on counting. */
export const settlingRules = ['dealDays', 'returnDays'] as const satisfies readonly CompanyRule[]
export type SettlingRule = (typeof settlingRules)[number]

/** A figure that counts rows of a source. */
export type CountedFigure = Counted &
  ({ source: EventSource | MadeSource; at?: never } | { source: StateSource; at: At })
interface Counted extends Said {
  kind: 'counted'
  /** The day that a row counts on, in words. */
  date: string
  /** What a row adds: 1, minutes, yuan. */
  value: Expression | ((tx: TenantTx) => Expression)
  /** The rows of the source that count. */
  where?: Expression | ((tx: TenantTx) => Expression)
  /** What is counted once however many rows have it; `value` is then 1. Rows do not add up to their group or the foot. */
  distinct?: Expression
  /**
   * Of a source of which a snapshot is kept, when a row has come to what it counts as: with the closing of its month, or once the days of a rule
   * have gone by after it. What stood then is told for ever. Left out: it may grow for years and is counted from the rows.
   */
  settles?: 'close' | SettlingRule
}

/** A figure worked out of others: their sum, or what is above the line by what is below it. */
export interface DerivedFigure extends Said {
  kind: 'derived'
  over: readonly Term[]
  /** Empty: nothing to divide by. */
  under: readonly Term[]
  /** What is below the line is of the whole report: the figure is the row's part of it. */
  ofWhole?: true
}
/** A figure and its sign. */
export interface Term {
  code: string
  sign: 1 | -1
}

export type Figure = CountedFigure | DerivedFigure

/** The rows of a source that a figure takes, as a table for `from` with its first condition. */
export async function rowsOf(
  tx: TenantTx,
  { source, at }: Pick<CountedFigure, 'source' | 'at'>,
  span: Span,
  clinicIds: readonly string[] | null,
): Promise<Expression> {
  if (source.kind === 'made') return source.from(tx, span, clinicIds)
  if (source.kind === 'events') return sql`${source.from(tx, span)} and ${source.within(span)}`
  return source.from(tx, at === 'opening' ? addDays(span.from, -1) : span.to, span, clinicIds)
}

/** A condition that a clinic is one of those that are asked for. */
export const amongClinics = (clinic: Expression, clinicIds: readonly string[] | null): Expression =>
  clinicIds === null ? sql`true` : sql`${clinic} = any(${clinicIds}::uuid[])`

/** 'V1 - V2 + C1' as terms. */
export function terms(text: string): Term[] {
  return text
    .replaceAll('-', '+ -')
    .split('+')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => ({ code: part.replace(/^- */, ''), sign: part.startsWith('-') ? -1 : 1 }))
}

/** What a row adds to a figure. */
export const valueIn = (tx: TenantTx, { value }: CountedFigure): Expression =>
  typeof value === 'function' ? value(tx) : value

/** The rows of a figure's source that count, as a condition; undefined: all of them. */
export const countsIn = (tx: TenantTx, { where }: CountedFigure): Expression | undefined =>
  typeof where === 'function' ? where(tx) : where

/** What each figure adds up to over the rows that it takes, as v0, v1 and so on; of what is counted once the list of it, between commas. */
export function sumsOf(
  tx: TenantTx,
  figures: readonly CountedFigure[],
): Record<`v${number}`, RawBuilder<string | null>> {
  const sums: Record<`v${number}`, RawBuilder<string | null>> = {}
  figures.forEach((figure, n) => {
    const where = countsIn(tx, figure)
    const sum = figure.distinct
      ? sql`string_agg(distinct (${figure.distinct})::text, ',')`
      : sql`sum(${valueIn(tx, figure)})`
    sums[`v${n}`] = sql<string | null>`(${sum}${where ? sql` filter (where ${where})` : sql``})::text`
  })
  return sums
}
