import type { ReportName } from '@dentin/contract/report'
import { segments } from '@dentin/contract/report'
import { addMonths } from '@dentin/kit/datetime'
import type { CSSProperties, ReactNode } from 'react'
import { RankBars, Stacked, type RankRow } from '../../ui/chart/index.ts'
import { ScrollRegion, SkeletonRows } from '../../ui/index.ts'
import { useReport, type OpenCell, type ReportAnswer, type ReportAsk } from './hooks.ts'
import { footOf, numberIn, Part, placeOf, plain, short, thousands, yuan, type TopProps } from './MoneyTop.tsx'
import { valueText } from './values.ts'
import c from './patient-top.module.css'
import s from './analysis.module.css'

/** The question of a picture: another cut, some figures, in the order of its rows. */
const asked = (ask: ReportAsk, by: ReportAsk['by'], figures: string[]): ReportAsk => ({ ...plain(ask), by, figures })

/** A step of a funnel: a figure or several that belong together, and its word. */
interface FunnelStep {
  name: string
  codes: readonly string[]
}

/** How many of the first step come to each of the others, out of the foot. */
function Funnel({
  answer,
  steps,
  onOpen,
}: {
  answer: ReportAnswer
  steps: readonly FunnelStep[]
  onOpen: (code: string) => void
}) {
  const values = steps.map(({ codes }) => codes.reduce((sum, code) => sum + footOf(answer, code), 0))
  const whole = values[0] ?? 0
  return (
    <RankBars
      label="漏斗"
      rows={steps.map(({ name, codes }, n) => {
        const value = values[n] ?? 0
        return {
          key: codes[0] ?? name,
          name,
          value,
          text: value.toLocaleString('en-US'),
          share: whole === 0 ? '—' : `${((value / whole) * 100).toFixed(0)}%`,
        }
      })}
      onOpen={onOpen}
    />
  )
}

/** Rows by the size of one figure. */
function Ranked({
  answer,
  code,
  most = 8,
  listed = false,
  onOpen,
}: {
  answer: ReportAnswer
  code: string
  most?: number
  /** In the order of the rows. */
  listed?: boolean
  onOpen: (row: string) => void
}) {
  const at = placeOf(answer, code)
  const figure = answer.figures[at]
  if (!figure) return null
  const whole = footOf(answer, code)
  const rows = answer.rows
    .filter(({ level }) => level === 'row')
    .map((row): RankRow => {
      const value = numberIn(row.values, at)
      return {
        key: row.key,
        name: row.label,
        value,
        text: valueText(figure.unit, row.values[at] ?? null),
        share: whole === 0 ? '—' : `${((value / whole) * 100).toFixed(1)}%`,
      }
    })
    .filter(({ value }) => value !== 0)
  if (rows.length === 0) return <p className="t-13 tertiary">这段时间没有</p>
  const shown = listed ? rows : rows.sort((a, b) => b.value - a.value)
  return <RankBars label={figure.name} rows={shown.slice(0, most)} onOpen={onOpen} />
}

/** A year of months that ends with the last day of the span: what cards held at the end of each. */
function SurveyTop({ ask, onOpen }: TopProps) {
  const from = addMonths(`${ask.to.slice(0, 7)}-01`, -11)
  const months = useReport({ ...asked(ask, 'month', ['K16', 'K17']), from }).data
  const types = useReport(asked(ask, 'cardType', ['K16', 'K17', 'K2'])).data
  if (!months || !types) return <SkeletonRows rows={6} height={44} />
  if (placeOf(months, 'K16') < 0)
    return (
      <div className={s.single}>
        <Part title="在用的卡" note="张">
          <Ranked answer={types} code="K2" onOpen={(row) => onOpen('K2', row, 'cardType')} />
        </Part>
      </div>
    )
  return (
    <div className={s.pair}>
      <Part title="每月末的本金与赠金" note="千元，近 12 个月">
        <Stacked
          label="每月末的本金与赠金"
          series={[
            { key: 'K16', name: '本金' },
            { key: 'K17', name: '赠金' },
          ]}
          points={months.rows.map((row) => ({
            key: row.key,
            label: short(row.label),
            title: row.label,
            values: ['K16', 'K17'].map((code) => numberIn(row.values, placeOf(months, code))),
          }))}
          format={yuan}
          axis={thousands}
        />
      </Part>
      <Part title="期末本金" note="按卡种">
        <Ranked answer={types} code="K16" onOpen={(row) => onOpen('K16', row, 'cardType')} />
      </Part>
    </div>
  )
}

/** How far first visits come, and why the others do not. */
function FirstVisitTop({ ask, onOpen }: TopProps) {
  const end = ask.view === 'again' ? 'R' : ''
  const of = (...codes: string[]) => codes.map((code) => code + end)
  const foot = useReport(asked(ask, 'outcome', of('F1', 'F10', 'F4', 'F5', 'F6', 'F7'))).data
  const reasons = useReport(asked(ask, 'lostReason', of('F7'))).data
  if (!foot || !reasons) return <SkeletonRows rows={5} height={40} />
  return (
    <div className={s.halves}>
      <Part title="漏斗" note="人次">
        <Funnel
          answer={foot}
          steps={[
            { name: end ? '初诊与再初诊' : '初诊', codes: of('F1') },
            { name: '有收费', codes: of('F10') },
            { name: '成交与部分', codes: of('F4', 'F5') },
            { name: '成交', codes: of('F4') },
          ]}
          onOpen={(code) => onOpen(code, null, 'outcome')}
        />
      </Part>
      <Part title="未成交原因" note={`未成交 ${footOf(foot, `F7${end}`)}，观察中 ${footOf(foot, `F6${end}`)}`}>
        <Ranked answer={reasons} code={`F7${end}`} onOpen={(row) => onOpen(`F7${end}`, row, 'lostReason')} />
      </Part>
    </div>
  )
}

/** How many bills there are and what they come to. */
function BillTop({ ask, onOpen }: TopProps) {
  const prefix = ask.view === 'opened' ? 'BO' : ask.view === 'paid' ? 'BP' : 'BC'
  const [sum, count] = [`${prefix}8`, `${prefix}0`]
  const kinds = useReport(asked(ask, 'billType', [count, sum])).data
  const doctors = useReport(asked(ask, 'doctor', [count, sum])).data
  if (!kinds || !doctors) return <SkeletonRows rows={4} height={44} />
  const code = placeOf(doctors, sum) < 0 ? count : sum
  return (
    <div className={s.halves}>
      <Part title="账单类型" note="张数">
        <Ranked answer={kinds} code={count} onOpen={(row) => onOpen(count, row, 'billType')} />
      </Part>
      <Part title="医生" note={code === sum ? '应收' : '张数'}>
        <Ranked answer={doctors} code={code} most={5} onOpen={(row) => onOpen(code, row, 'doctor')} />
      </Part>
    </div>
  )
}

/** Minutes at the chair, and what was executed. */
function TreatmentTop({ ask, onOpen }: TopProps) {
  const doctors = useReport(asked(ask, 'doctor', ['W1', 'W2', 'W3'])).data
  if (!doctors) return <SkeletonRows rows={4} height={44} />
  return (
    <div className={s.halves}>
      <Part title="时长" note="按医生">
        <Ranked answer={doctors} code="W2" most={6} onOpen={(row) => onOpen('W2', row, 'doctor')} />
      </Part>
      {placeOf(doctors, 'W3') >= 0 && (
        <Part title="执行额" note="按医生">
          <Ranked answer={doctors} code="W3" most={6} onOpen={(row) => onOpen('W3', row, 'doctor')} />
        </Part>
      )}
    </div>
  )
}

/** What came onto cards and what left them, day by day. */
function CardMoveTop({ ask, onOpen }: TopProps) {
  const step = ask.from.slice(0, 7) === ask.to.slice(0, 7) ? 'day' : 'month'
  const days = useReport(asked(ask, step, ['H4', 'H5'])).data
  const kinds = useReport(asked(ask, 'moveKind', ['H1'])).data
  if (!days || !kinds) return <SkeletonRows rows={4} height={44} />
  const [into, out] = [placeOf(days, 'H4'), placeOf(days, 'H5')]
  const counts = (
    <Part title="流水类型" note="笔数">
      <Ranked answer={kinds} code="H1" onOpen={(row) => onOpen('H1', row, 'moveKind')} />
    </Part>
  )
  if (into < 0 || days.rows.length < 2) return <div className={s.single}>{counts}</div>
  return (
    <div className={s.pair}>
      <Part title="卡内的进与出" note="千元，本金与赠金">
        <Stacked
          label="卡内的进与出"
          series={[
            { key: 'H4', name: '转入卡内' },
            { key: 'H5', name: '转出卡外' },
          ]}
          points={days.rows.map((row) => ({
            key: row.key,
            label: days.rows.length > 31 ? '' : short(row.label),
            title: row.label,
            values: [numberIn(row.values, into), -numberIn(row.values, out)],
          }))}
          format={yuan}
          axis={thousands}
          onOpen={(key) => onOpen('H2', key, step)}
        />
      </Part>
      {counts}
    </div>
  )
}

/** What is not done of what diagnoses call for. */
function MatchingTop({ ask, onOpen }: TopProps) {
  const answer = useReport(asked(ask, 'expectation', ['E1', 'E2', 'E3', 'E5'])).data
  if (!answer) return <SkeletonRows rows={5} height={40} />
  return (
    <div className={c.wide}>
      <div className={s.halves}>
        <Part title="未做的患者" note="位，点开可加入分组、发短信、安排随访">
          <Ranked answer={answer} code="E3" most={9} onOpen={(row) => onOpen('E3', row, 'expectation')} />
        </Part>
        {placeOf(answer, 'E5') >= 0 && (
          <Part title="未做金额" note="牙位 × 价目中间价">
            <Ranked answer={answer} code="E5" most={9} onOpen={(row) => onOpen('E5', row, 'expectation')} />
          </Part>
        )}
      </div>
    </div>
  )
}

/** Who introduces how many, and what they have come to. */
function IntroducedTop({ ask, onOpen }: TopProps) {
  const answer = useReport(asked(ask, 'referrer', ['I1', 'I2', 'I4'])).data
  if (!answer) return <SkeletonRows rows={4} height={40} />
  return (
    <div className={s.halves}>
      <Part title="介绍人" note="介绍来的人数">
        <Ranked answer={answer} code="I1" most={6} onOpen={(row) => onOpen('I1', row, 'referrer')} />
      </Part>
      {placeOf(answer, 'I4') >= 0 && (
        <Part title="累计消费" note="按介绍人">
          <Ranked answer={answer} code="I4" most={6} onOpen={(row) => onOpen('I4', row, 'referrer')} />
        </Part>
      )}
    </div>
  )
}

/** Where patients come from, and what becomes of them. */
function SourceView({ ask, onOpen }: TopProps) {
  const answer = useReport(asked(ask, 'topSource', ['V14', 'V15', 'N5', 'V8', 'D1'])).data
  if (!answer) return <SkeletonRows rows={5} height={40} />
  return (
    <div className={s.halves}>
      <Part title="新客来源" note="人">
        <Ranked answer={answer} code="V15" onOpen={(row) => onOpen('V15', row, 'topSource')} />
      </Part>
      <Part title="漏斗" note="人次">
        <Funnel
          answer={answer}
          steps={[
            { name: '新建档', codes: ['V14'] },
            { name: '初诊', codes: ['V8'] },
            { name: '成交', codes: ['D1'] },
          ]}
          onOpen={(code) => onOpen(code, null, 'topSource')}
        />
      </Part>
    </div>
  )
}

/** How old they are, and which gender. */
function PeopleView({ ask, onOpen }: TopProps) {
  const ages = useReport(asked(ask, 'age', ['V7'])).data
  const genders = useReport(asked(ask, 'gender', ['V7'])).data
  const areas = useReport(asked(ask, 'area', ['V7'])).data
  if (!ages || !genders || !areas) return <SkeletonRows rows={5} height={40} />
  return (
    <div className={c.thirds}>
      <Part title="年龄" note="到店人次">
        <Ranked answer={ages} code="V7" listed onOpen={(row) => onOpen('V7', row, 'age')} />
      </Part>
      <Part title="性别" note="到店人次">
        <Ranked answer={genders} code="V7" onOpen={(row) => onOpen('V7', row, 'gender')} />
      </Part>
      <Part title="区域" note="到店人次">
        <Ranked answer={areas} code="V7" onOpen={(row) => onOpen('V7', row, 'area')} />
      </Part>
    </div>
  )
}

const COHORT = Array.from({ length: 11 }, (_, n) => `NC${n + 1}`)

/** Who came for the first time in a month, and which part of them in each month after it. */
function Cohort({ answer, onOpen }: { answer: ReportAnswer; onOpen: OpenCell }) {
  const newcomers = placeOf(answer, 'V15')
  const now = answer.asOf.slice(0, 7)
  return (
    <ScrollRegion label="留存" className={c.scroll ?? ''}>
      <table className={c.cohort}>
        <thead>
          <tr>
            <th scope="col">首次到店</th>
            <th scope="col">人数</th>
            {COHORT.map((code, n) => (
              <th key={code} scope="col">
                {n + 1} 月后
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answer.rows.map((row) => {
            const whole = numberIn(row.values, newcomers)
            return (
              <tr key={row.key}>
                <th scope="row" className="num">
                  {row.key}
                </th>
                <td>
                  <button
                    type="button"
                    className="num"
                    disabled={whole === 0}
                    onClick={() => onOpen('V15', row.key, 'month')}
                  >
                    {whole}
                  </button>
                </td>
                {COHORT.map((code, n) => {
                  // What has not come yet is no zero.
                  if (addMonths(`${row.key}-01`, n + 1).slice(0, 7) > now || whole === 0)
                    return <td key={code} aria-label="还没有到" />
                  const part = numberIn(row.values, placeOf(answer, code))
                  const share = Math.round((part / whole) * 100)
                  return (
                    <td key={code} style={{ '--share': `${share}%` } as CSSProperties}>
                      <button
                        type="button"
                        className="num"
                        disabled={part === 0}
                        aria-label={`${row.key} 首次到店的 ${whole} 人，${n + 1} 个月后到店 ${part} 人`}
                        onClick={() => onOpen(code, row.key, 'month')}
                      >
                        {share}%
                      </button>
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/** Who comes again, who stays away, and the way from a first visit on. */
function LoyaltyView({ ask, onOpen }: TopProps) {
  const from =
    ask.from < addMonths(`${ask.to.slice(0, 7)}-01`, -11) ? addMonths(`${ask.to.slice(0, 7)}-01`, -11) : ask.from
  const cohort = useReport({ ...asked(ask, 'month', ['V15', ...COHORT]), from }).data
  const foot = useReport(asked(ask, 'clinic', ['V8', 'N1a', 'D1', 'N3', 'N3o', 'N4a', 'N4'])).data
  if (!cohort || !foot) return <SkeletonRows rows={8} height={36} />
  const lost = footOf(foot, 'N3')
  const rate = foot.total.values[placeOf(foot, 'N4')] ?? null
  return (
    <div className={s.pair}>
      <Part title="留存" note="按首次到店的月份，之后各月到店的占比">
        <Cohort answer={cohort} onOpen={onOpen} />
      </Part>
      <div className={c.side}>
        <Part title="从初诊到复诊" note="人次">
          <Funnel
            answer={foot}
            steps={[
              { name: '初诊', codes: ['V8'] },
              { name: '成交', codes: ['D1'] },
              { name: '90 天内复诊', codes: ['N1a'] },
            ]}
            onOpen={(code) => onOpen(code, null, 'clinic')}
          />
        </Part>
        <Part title="流失" note="超过流失天数没有到店、没有预约">
          <div className={c.lost}>
            <button type="button" className={s.number} onClick={() => onOpen('N3', null, 'clinic')}>
              <span className="t-30">{lost.toLocaleString('en-US')}</span> 人
            </button>
            <span className="t-13 secondary">
              期初 {footOf(foot, 'N3o').toLocaleString('en-US')} 人，召回 {footOf(foot, 'N4a').toLocaleString('en-US')}{' '}
              人，召回率 {valueText('percent', rate)}
            </span>
            <span className="t-12 tertiary">点开名单，可加入分组、发短信、安排随访</span>
          </div>
        </Part>
      </div>
    </div>
  )
}

/** Which patients are worth what, and what those of a month have come to. */
function ValueView({ ask, onOpen }: TopProps) {
  const parts = useReport(asked(ask, 'segment', ['N6', 'N6r'])).data
  const from = addMonths(`${ask.to.slice(0, 7)}-01`, -11)
  const months = useReport({ ...asked(ask, 'month', ['V15', 'N7a', 'N7']), from }).data
  if (!parts || !months) return <SkeletonRows rows={8} height={36} />
  const [count, money] = [placeOf(parts, 'N6'), placeOf(parts, 'N6r')]
  const whole = footOf(parts, 'N6')
  return (
    <div className={s.pair}>
      <Part title="患者分层" note="R 最近到店，F 到店次数，M 付费；4 分以上为高">
        <ul className={c.segments}>
          {segments.map(({ key, name, says }) => {
            const row = parts.rows.find((one) => one.key === key)
            const people = row ? numberIn(row.values, count) : 0
            return (
              <li key={key}>
                <button type="button" disabled={people === 0} onClick={() => onOpen('N6', key, 'segment')}>
                  <span className={c.segmentHead}>
                    <b>{name}</b>
                    <span className="num">
                      {people.toLocaleString('en-US')} 人{whole > 0 && ` · ${((people / whole) * 100).toFixed(1)}%`}
                    </span>
                  </span>
                  <span className="t-12 tertiary">{says}</span>
                  {money >= 0 && row && (
                    <span className="t-12 secondary num">近一年 {yuan(numberIn(row.values, money))}</span>
                  )}
                </button>
              </li>
            )
          })}
        </ul>
      </Part>
      {placeOf(months, 'N7') >= 0 && (
        <Part title="生命周期价值" note="按首次到店的月份，人均至今收入">
          <RankBars
            label="生命周期价值"
            rows={months.rows.map((row) => ({
              key: row.key,
              name: row.label,
              value: numberIn(row.values, placeOf(months, 'N7')),
              text: valueText('yuan', row.values[placeOf(months, 'N7')] ?? null),
              share: `${numberIn(row.values, placeOf(months, 'V15'))} 人`,
            }))}
            onOpen={(key) => onOpen('N7a', key, 'month')}
          />
        </Part>
      )}
    </div>
  )
}

/** What is found. */
function DiagnosisView({ ask, onOpen }: TopProps) {
  const answer = useReport(asked(ask, 'diagnosis', ['ND1'])).data
  const ages = useReport(asked(ask, 'age', ['ND1'])).data
  if (!answer || !ages) return <SkeletonRows rows={6} height={36} />
  return (
    <div className={c.wide}>
      <div className={s.halves}>
        <Part title="诊断构成" note="人次">
          <Ranked answer={answer} code="ND1" most={10} onOpen={(row) => onOpen('ND1', row, 'diagnosis')} />
        </Part>
        <Part title="年龄" note="诊断人次">
          <Ranked answer={ages} code="ND1" listed onOpen={(row) => onOpen('ND1', row, 'age')} />
        </Part>
      </div>
    </div>
  )
}

const views = {
  source: SourceView,
  people: PeopleView,
  loyalty: LoyaltyView,
  value: ValueView,
  diagnosis: DiagnosisView,
} as const
function AnalysisOfPatients(props: TopProps) {
  const View = views[(props.ask.view ?? 'source') as keyof typeof views]
  return <View {...props} />
}

const tops = {
  membershipCardSurvey: SurveyTop,
  patientAnalysisData: AnalysisOfPatients,
  firstDiagnosjuiis: FirstVisitTop,
  billRecord: BillTop,
  treatmentRecord: TreatmentTop,
  memberCardRecord: CardMoveTop,
  matchingDiagnosis: MatchingTop,
  referralRecord: IntroducedTop,
} as const satisfies Partial<Record<ReportName, (props: TopProps) => ReactNode>>

/** The pictures above a report of patients or cards, or a list of records. */
export function PatientTop({ name, ...props }: TopProps & { name: keyof typeof tops }) {
  const Top = tops[name]
  return (
    <div className={s.top}>
      <Top {...props} />
    </div>
  )
}
