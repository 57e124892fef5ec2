import type { FigureHead, ReportName } from '@dentin/contract/report'
import { formatYuanText } from '@dentin/kit/money'
import type { ReactNode } from 'react'
import { RankBars, Stacked, Waterfall, type WaterfallStep } from '../../ui/chart/index.ts'
import { SkeletonRows } from '../../ui/index.ts'
import { useReport, type OpenCell, type ReportAnswer, type ReportAsk } from './hooks.ts'
import s from './analysis.module.css'

export interface TopProps {
  ask: ReportAsk
  onOpen: OpenCell
}

export const yuan = (value: number) => formatYuanText(value.toFixed(2))
export const thousands = (value: number) => String(Math.round(value / 100) / 10)
export const short = (label: string) => label.replace(/^\d\d-0?(\d+) .*$/, '$1').replace(/^\d{4}年/, '')

export const placeOf = (answer: ReportAnswer, code: string) =>
  answer.figures.findIndex((figure) => figure.code === code)
export const numberIn = (values: readonly (string | null)[], n: number) => Number(values[n] ?? 0)
export const footOf = (answer: ReportAnswer, code: string) => numberIn(answer.total.values, placeOf(answer, code))
/** The figures of these codes that the person may see. */
const seen = (answer: ReportAnswer, codes: readonly string[]): FigureHead[] =>
  codes.flatMap((code) => answer.figures.find((figure) => figure.code === code) ?? [])

export function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className={s.title}>
        {title}
        {note && <span className="t-12 tertiary">{note}</span>}
      </h2>
      {children}
    </section>
  )
}

/** Figures of the foot by their size, with their share of the whole. */
function Shares({
  figures,
  answer,
  onOpen,
}: {
  figures: readonly FigureHead[]
  answer: ReportAnswer
  onOpen: (code: string) => void
}) {
  const values = figures.map(({ code }) => footOf(answer, code))
  const whole = values.reduce((sum, value) => sum + value, 0)
  return (
    <RankBars
      label="构成"
      rows={figures.map(({ code, name }, n) => {
        const value = values[n] ?? 0
        return {
          key: code,
          name,
          value,
          text: yuan(value),
          share: whole === 0 ? '—' : `${((value / whole) * 100).toFixed(1)}%`,
        }
      })}
      onOpen={onOpen}
    />
  )
}

/** The same question as the pictures ask it: in the order of its rows, held against nothing. */
export const plain = (ask: ReportAsk): ReportAsk => {
  const { sort: _sort, ...rest } = ask
  return { ...rest, compare: 'none' }
}

/** Takings by the ways in which they were paid, day by day. */
function StatementTop({ ask, onOpen }: TopProps) {
  const isOneDay = ask.from === ask.to
  const answer = useReport({ ...plain(ask), by: 'day', figures: ['C1'] }).data
  if (!answer) return <SkeletonRows rows={4} height={44} />
  const ways = answer.figures.filter(({ code }) => code !== 'C1')
  if (ways.length === 0) return null
  const shares = (
    <Part title="收款方式" note="实收">
      <Shares figures={ways} answer={answer} onOpen={(code) => onOpen(code, null, 'day')} />
    </Part>
  )
  if (isOneDay) return <div className={s.single}>{shares}</div>
  return (
    <div className={s.pair}>
      <Part title="每日实收" note="千元">
        <Stacked
          label="每日实收"
          series={ways.map(({ code, name }) => ({ key: code, name }))}
          points={answer.rows.map((row) => ({
            key: row.key,
            label: answer.rows.length > 31 ? '' : short(row.label),
            title: row.label,
            values: ways.map(({ code }) => numberIn(row.values, placeOf(answer, code))),
          }))}
          format={yuan}
          axis={thousands}
          onOpen={(key) => onOpen('C1', key, 'day')}
        />
      </Part>
      {shares}
    </div>
  )
}

/** Which categories earn how much, and by what it was paid. */
function IncomeTop({ ask, onOpen }: TopProps) {
  const answer = useReport({ ...plain(ask), by: 'topCategory' }).data
  if (!answer) return <SkeletonRows rows={6} height={44} />
  const parts = seen(answer, ['C1', 'U1', 'U3', 'U4', 'U2'])
  if (parts.length === 0) return null
  const rows = answer.rows.filter(({ level, key }) => level === 'row' && !key.startsWith('~'))
  return (
    <div className={s.pair}>
      <Part title="各类别的付款" note="千元">
        <Stacked
          label="各类别的付款"
          series={parts.map(({ code, name }) => ({ key: code, name }))}
          points={rows.map((row) => ({
            key: row.key,
            label: row.label.slice(0, 4),
            title: row.label,
            values: parts.map(({ code }) => numberIn(row.values, placeOf(answer, code))),
          }))}
          format={yuan}
          axis={thousands}
          onOpen={(key) => onOpen('R1', key, 'topCategory')}
        />
      </Part>
      <Part title="付款构成" note="含项目外">
        <Shares figures={parts} answer={answer} onOpen={(code) => onOpen(code, null, 'topCategory')} />
      </Part>
    </div>
  )
}

/** What a balance is put together of: its opening, what moved it, its closing. `−` before a code: it lowers the balance. */
function stepsOf(answer: ReportAnswer, codes: readonly string[]): WaterfallStep[] {
  return codes.flatMap((text, n): WaterfallStep[] => {
    const lowers = text.startsWith('-')
    const figure = answer.figures.find(({ code }) => code === text.replace('-', ''))
    if (!figure) return []
    const value = footOf(answer, figure.code)
    const isLevel = n === 0 || n === codes.length - 1
    return [{ key: figure.code, name: figure.name, kind: isLevel ? 'level' : 'step', value: lowers ? -value : value }]
  })
}

const AGES = ['A7', 'A8', 'A9', 'A10', 'A11']

/** How what is owed came to be what it is, and how old it is. */
function OwedTop({ ask, onOpen }: TopProps) {
  const answer = useReport({ ...plain(ask), by: 'clinic' }).data
  if (!answer) return <SkeletonRows rows={6} height={44} />
  const steps = stepsOf(answer, ['A1', 'A2', '-A3', '-A4', '-A5', 'A6'])
  if (steps.length === 0) return null
  return (
    <div className={s.pair}>
      <Part title="欠费的变动">
        <Waterfall label="欠费的变动" steps={steps} format={yuan} onOpen={(code) => onOpen(code, null, 'clinic')} />
      </Part>
      <Part title="账龄" note={`截至 ${ask.to}`}>
        <Shares figures={seen(answer, AGES)} answer={answer} onOpen={(code) => onOpen(code, null, 'clinic')} />
      </Part>
    </div>
  )
}

/** How what cards hold came to be what it is: principal, and the bonus beside it. */
function CardsTop({ ask, onOpen }: TopProps) {
  const answer = useReport({ ...plain(ask), by: 'clinic' }).data
  if (!answer) return <SkeletonRows rows={6} height={44} />
  const principal = stepsOf(answer, ['K3', 'K5', '-K7', 'K9', '-K11', 'K13', 'K15', 'K16'])
  const bonus = stepsOf(answer, ['K4', 'K6', '-K8', 'K10', '-K12', 'K20', '-K14', 'K21', 'K17'])
  if (principal.length === 0) return null
  const open = (code: string) => onOpen(code, null, 'clinic')
  return (
    <div className={s.halves}>
      <Part title="本金的变动">
        <Waterfall label="本金的变动" steps={moved(principal)} format={yuan} onOpen={open} />
      </Part>
      <Part title="赠金的变动">
        <Waterfall label="赠金的变动" steps={moved(bonus)} format={yuan} onOpen={open} />
      </Part>
    </div>
  )
}
/** Without what did not move. */
const moved = (steps: readonly WaterfallStep[]) => steps.filter(({ kind, value }) => kind === 'level' || value !== 0)

const LATE = ['L3', 'L4', 'L5', 'L6']

/** How late what is late is, and with whom. */
function LateTop({ ask, onOpen }: TopProps) {
  const answer = useReport({ ...plain(ask), by: 'doctor' }).data
  if (!answer) return <SkeletonRows rows={4} height={44} />
  const late = placeOf(answer, 'L1')
  if (late < 0) return null
  const whole = footOf(answer, 'L1')
  return (
    <div className={s.halves}>
      <Part title="逾期多久" note={`截至 ${ask.to}`}>
        <Shares figures={seen(answer, LATE)} answer={answer} onOpen={(code) => onOpen(code, null, 'doctor')} />
      </Part>
      <Part title="医生" note="按逾期金额">
        <RankBars
          label="逾期金额"
          rows={answer.rows
            .map((row) => ({
              key: row.key,
              name: row.label,
              value: numberIn(row.values, late),
              text: yuan(numberIn(row.values, late)),
              share: whole === 0 ? '—' : `${((numberIn(row.values, late) / whole) * 100).toFixed(1)}%`,
            }))
            .filter(({ value }) => value > 0)
            .sort((a, b) => b.value - a.value)
            .slice(0, 5)}
          onOpen={(key) => onOpen('L1', key, 'doctor')}
        />
      </Part>
    </div>
  )
}

const tops = {
  accountStatement: StatementTop,
  incomeSummary: IncomeTop,
  collectionBalanceSheet: OwedTop,
  patientBalanceRecord: CardsTop,
  customerService: LateTop,
} as const satisfies Partial<Record<ReportName, (props: TopProps) => ReactNode>>

/** The pictures above a report of money. */
export function MoneyTop({ name, ...props }: TopProps & { name: keyof typeof tops }) {
  const Top = tops[name]
  return (
    <div className={s.top}>
      <Top {...props} />
    </div>
  )
}
