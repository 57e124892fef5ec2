import { SkeletonRows } from '../../ui/index.ts'
import { figureIn, type ReportAnswer } from './hooks.ts'
import { OpensRows, type OpenRows } from './OpensRows.tsx'
import { inTenThousands } from './pace.ts'
import s from './cockpit.module.css'

/** So many categories have a part of their own; the others, and money of no item, are one. */
const OWN = 6

/** What a sum is made of: a bar in parts, the largest first, each with its figure. */
export function Mix({
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
  if (!answer) return <SkeletonRows rows={2} height={44} />
  const found = answer.rows
    .map((row) => ({ key: row.key, name: row.label, sum: figureIn(answer, row.values, figure) }))
    .filter(({ sum }) => sum !== 0)
  const ofItems = found.filter(({ key, sum }) => key !== '' && !key.startsWith('~') && sum > 0)
  const own = [...ofItems].sort((a, b) => b.sum - a.sum).slice(0, OWN)
  const whole = figureIn(answer, answer.total.values, figure)
  const rest = whole - own.reduce((all, { sum }) => all + sum, 0)
  const parts = [...own, ...(Math.abs(rest) >= 0.01 ? [{ key: 'rest', name: '其他', sum: rest }] : [])]
  const drawn = parts.filter(({ sum }) => sum > 0)
  const drawnSum = drawn.reduce((all, { sum }) => all + sum, 0)
  return (
    <section className={s.mix} aria-label={name}>
      <header className={s.title}>
        <h2>{name}</h2>
        <span>万元</span>
      </header>
      {parts.length === 0 ? (
        <p className={s.none}>这段时间还没有</p>
      ) : (
        <>
          <div className={s.parts} aria-hidden>
            {drawn.map(({ key, sum }, n) => (
              <span
                key={key}
                data-depth={key === 'rest' ? 'rest' : n}
                style={{ width: `${(sum / drawnSum) * 100}%` }}
              />
            ))}
          </div>
          <dl className={s.keys}>
            {parts.map(({ key, name: word, sum }, n) => (
              <div key={key}>
                <dt>
                  <i data-depth={key === 'rest' ? 'rest' : n} aria-hidden />
                  {word}
                </dt>
                <dd>
                  {key === 'rest' ? (
                    inTenThousands(sum)
                  ) : (
                    <OpensRows
                      what={`${word} ${inTenThousands(sum)} 万元`}
                      cell={{ figure, by: 'topCategory', key }}
                      onOpen={onOpen}
                    >
                      {inTenThousands(sum)}
                    </OpensRows>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  )
}
