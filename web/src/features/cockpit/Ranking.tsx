import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { cx } from '../../ui/index.ts'
import { attainment, expectedOf, inTenThousands, ranked, targetText, together, type Standing } from './pace.ts'
import s from './cockpit.module.css'

/** So many clinics stand at once; more take turns. */
const AT_ONCE = 8
const TURN_MS = 20_000
/** Where the target stands in every row, in percent of the bar. */
const TARGET_AT = 90
/** Below so many percent of the target a clinic is behind. */
export const BEHIND = 85

/** Clinics by what is expected of their target: so far, expected, and the target at the same place in every row. */
export function Ranking({ clinics, to }: { clinics: readonly Standing[]; to: ((clinicId: string) => string) | null }) {
  const [turn, setTurn] = useState(0)
  const pages = Math.ceil(clinics.length / AT_ONCE)
  useEffect(() => {
    if (pages < 2) return
    const timer = setInterval(() => setTurn((now) => (now + 1) % pages), TURN_MS)
    return () => clearInterval(timer)
  }, [pages])
  const list = ranked(clinics)
  const first = (turn % Math.max(1, pages)) * AT_ONCE
  const all = together(clinics)
  const rate = all.target === null ? null : (all.expected / all.target) * 100
  return (
    <section className={s.ranking} aria-label="门诊排名">
      <header className={s.title}>
        <h2>门诊排名</h2>
        <span>按预计完成率{pages > 1 && `　第 ${(turn % pages) + 1} / ${pages} 页`}</span>
        <span className={s.legend} aria-hidden>
          <i className={s.keySoFar} /> 至今 <i className={s.keyExpected} /> 预计 <i className={s.keyTarget} /> 目标
        </span>
      </header>
      <ol className={s.rows}>
        {list.slice(first, first + AT_ONCE).map((clinic, n) => (
          <Row key={clinic.id} place={first + n + 1} clinic={clinic} to={to} />
        ))}
      </ol>
      <p className={s.total}>
        <span>合计</span>
        <span className={s.sums}>
          <b>{inTenThousands(all.soFar)}</b>
          {all.target !== null && ` / ${targetText(all.target)}`}
        </span>
        <span className={s.rate}>
          {rate === null ? '' : rate.toFixed(1)}
          {rate !== null && <small>%</small>}
        </span>
      </p>
    </section>
  )
}

function Row({ place, clinic, to }: { place: number; clinic: Standing; to: ((clinicId: string) => string) | null }) {
  const rate = attainment(clinic)
  const isBehind = rate !== null && rate < BEHIND
  const of = (sum: number) => (clinic.target ? Math.min(100, (sum / clinic.target) * TARGET_AT) : 0)
  return (
    <li className={cx(s.row, isBehind && s.behind)}>
      <span className={s.place}>{place}</span>
      {to ? (
        <Link className={s.name} to={to(clinic.id)}>
          {clinic.name}
        </Link>
      ) : (
        <span className={s.name}>{clinic.name}</span>
      )}
      <span className={s.bullet} aria-hidden>
        {clinic.target !== null && (
          <>
            <span className={s.expected} style={{ width: `${of(expectedOf(clinic) ?? 0)}%` }} />
            <span className={s.soFar} style={{ width: `${of(clinic.soFar)}%` }} />
            <span className={s.mark} style={{ left: `${TARGET_AT}%` }} />
          </>
        )}
      </span>
      <span className={s.sums}>
        <b>{inTenThousands(clinic.soFar)}</b>
        {clinic.target !== null && ` / ${targetText(clinic.target)}`}
      </span>
      <span className={cx(s.rate, rate !== null && rate >= 100 && s.reached)}>
        {rate === null ? <small>未设目标</small> : rate.toFixed(1)}
        {rate !== null && <small>%</small>}
      </span>
    </li>
  )
}
