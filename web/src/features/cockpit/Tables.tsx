import { formatYuanText } from '@dentin/kit/money'
import { Link } from 'react-router'
import { ChairHeat } from '../../domain/ChairHeat.tsx'
import { ScrollRegion, SkeletonRows } from '../../ui/index.ts'
import { figureIn, rateIn, useClinicBalances, type ReportAnswer } from './hooks.ts'
import { OpensRows, type CockpitCell, type OpenRows } from './OpensRows.tsx'
import s from './cockpit.module.css'

const MOST = 10

/** The figures of a source in its row, each as it is written; '—' opens nothing. */
const OF_SOURCE = ['V8', 'D2', 'Q1', 'Q2', 'Q4', 'Q3'] as const
type OfSource = (typeof OF_SOURCE)[number]

/** What each source brought and what it cost. */
export function Sources({ answer, onOpen }: { answer: ReportAnswer | undefined; onOpen: OpenRows }) {
  if (!answer) return <SkeletonRows rows={6} height={36} />
  const rows = [...answer.rows]
    .map((row) => ({
      row,
      of: (code: string) => figureIn(answer, row.values, code),
      rate: (code: string) => rateIn(answer, row.values, code),
    }))
    .filter(({ of }) => of('V8') > 0 || of('V15') > 0 || of('Q1') > 0)
    .sort((a, b) => b.of('Q1') - a.of('Q1') || b.of('V8') - a.of('V8'))
    .slice(0, MOST)
  return (
    <section aria-label="来源">
      <header className={s.title}>
        <h2>来源</h2>
        <span>投放按月初计</span>
      </header>
      {rows.length === 0 ? (
        <p className={s.none}>这段时间还没有初诊</p>
      ) : (
        <ScrollRegion label="来源" className={s.scroll ?? ''}>
          <table className={s.table}>
            <thead>
              <tr>
                <th scope="col">来源</th>
                <th scope="col">初诊</th>
                <th scope="col">成交率</th>
                <th scope="col">投放</th>
                <th scope="col">获客成本</th>
                <th scope="col">90 天收入</th>
                <th scope="col">回报</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ row, of, rate }) => {
                const texts: Record<OfSource, string> = {
                  V8: String(of('V8')),
                  D2: percent(rate('D2')),
                  Q1: yuan(of('Q1')),
                  Q2: of('Q1') > 0 ? yuan(rate('Q2') ?? 0) : NOTHING,
                  Q4: yuan(of('Q4')),
                  Q3: rate('Q3') === null ? NOTHING : `${((rate('Q3') ?? 0) / 100).toFixed(1)} 倍`,
                }
                return (
                  <tr key={row.key}>
                    <th scope="row">{row.label}</th>
                    {OF_SOURCE.map((figure) => (
                      <CellOf
                        key={figure}
                        of={row.label}
                        text={texts[figure]}
                        answer={answer}
                        cell={{ figure, by: 'source', key: row.key }}
                        onOpen={onOpen}
                      />
                    ))}
                  </tr>
                )
              })}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </section>
  )
}

/** Doctors by what they brought. */
export function Doctors({
  answer,
  figure,
  name,
  onOpen,
}: {
  answer: ReportAnswer | undefined
  figure: string
  name: string
  onOpen: OpenRows
}) {
  if (!answer) return <SkeletonRows rows={6} height={36} />
  const rows = [...answer.rows]
    .map((row) => ({ row, sum: figureIn(answer, row.values, figure) }))
    .filter(({ row, sum }) => row.key !== '' && sum !== 0)
    .sort((a, b) => b.sum - a.sum)
    .slice(0, MOST)
  return (
    <section aria-label="医生">
      <header className={s.title}>
        <h2>医生</h2>
        <span>按{name}</span>
      </header>
      {rows.length === 0 ? (
        <p className={s.none}>这段时间还没有</p>
      ) : (
        <ScrollRegion label="医生" className={s.scroll ?? ''}>
          <table className={s.table}>
            <thead>
              <tr>
                <th scope="col">医生</th>
                <th scope="col">{name}</th>
                <th scope="col">到店人次</th>
                <th scope="col">成交率</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ row, sum }) => (
                <tr key={row.key}>
                  <th scope="row">{row.label}</th>
                  {(
                    [
                      [figure, yuan(sum)],
                      ['V7', String(figureIn(answer, row.values, 'V7'))],
                      ['D2', percent(rateIn(answer, row.values, 'D2'))],
                    ] as const
                  ).map(([code, text]) => (
                    <CellOf
                      key={code}
                      of={row.label}
                      text={text}
                      answer={answer}
                      cell={{ figure: code, by: 'doctor', key: row.key }}
                      onOpen={onOpen}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </section>
  )
}

/** One figure of a row: it opens its rows, unless there is none. */
function CellOf({
  of,
  text,
  answer,
  cell,
  onOpen,
}: {
  of: string
  text: string
  answer: ReportAnswer
  cell: CockpitCell
  onOpen: OpenRows
}) {
  const name = answer.figures.find(({ code }) => code === cell.figure)?.name ?? ''
  return (
    <td>
      {text === NOTHING || text === '0' ? (
        text
      ) : (
        <OpensRows what={`${of} ${name} ${text}`} cell={cell} onOpen={onOpen}>
          {text}
        </OpensRows>
      )}
    </td>
  )
}

const NOTHING = '—'
const yuan = (value: number): string => (value === 0 ? NOTHING : formatYuanText(value.toFixed(2)))
const percent = (value: number | null): string => (value === null ? NOTHING : `${value.toFixed(1)}%`)

/** How full the chairs were, weekday by hour. */
export function Chairs({ answer, onOpen }: { answer: ReportAnswer | undefined; onOpen: OpenRows }) {
  if (!answer) return <SkeletonRows rows={6} height={36} />
  const whole = rateIn(answer, answer.total.values, 'V13')
  return (
    <section aria-label="牙椅使用率">
      <header className={s.title}>
        <h2>牙椅使用率</h2>
        <span>{whole === null ? '星期 × 时段' : `星期 × 时段，共 ${percent(whole)}`}</span>
      </header>
      <ChairHeat
        rows={answer.rows.map(({ key, values }) => ({ key, value: values[0] }))}
        onOpen={(key) => onOpen({ figure: 'V13', by: 'weekHour', key })}
      />
    </section>
  )
}

/** What clinics owe each other until they settle it. */
export function Balances({ to }: { to: string }) {
  const { data } = useClinicBalances()
  if (!data) return <SkeletonRows rows={6} height={36} />
  return (
    <section aria-label="门诊往来">
      <header className={s.title}>
        <h2>门诊往来</h2>
        <span>还没有结的</span>
        <Link to={to} className={s.more}>
          去结算
        </Link>
      </header>
      {data.pairs.length === 0 ? (
        <p className={s.none}>各门诊之间都已结清</p>
      ) : (
        <ScrollRegion label="门诊往来" className={s.scroll ?? ''}>
          <table className={s.table}>
            <thead>
              <tr>
                <th scope="col">欠</th>
                <th scope="col">给</th>
                <th scope="col">从哪天起</th>
                <th scope="col">金额</th>
              </tr>
            </thead>
            <tbody>
              {data.pairs.slice(0, MOST).map((pair) => (
                <tr key={`${pair.debtorId} ${pair.creditorId}`}>
                  <th scope="row">{pair.debtorName}</th>
                  <td>{pair.creditorName}</td>
                  <td>{pair.since}</td>
                  <td>{formatYuanText(pair.amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </section>
  )
}
