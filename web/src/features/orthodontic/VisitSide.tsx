import { visitMeasureKeys, visitMeasures } from '@dentin/clinical/orthodontics/visit'
import { wireRuns } from '@dentin/clinical/orthodontics/in-mouth'
import { usualWeeks } from '@dentin/clinical/orthodontics/vocabulary'
import type { OrthoVisitContent } from '@dentin/contract/orthodontic'
import { dayText } from '@dentin/kit/date-text'
import { addDays } from '@dentin/kit/datetime'
import { useRef, type ReactNode } from 'react'
import { cx, Kbd, useHotkeys } from '../../ui/index.ts'
import { Chip, focusChip } from './Chip.tsx'
import { Figure } from './Figure.tsx'
import { withVisit } from './model.ts'
import type { VisitPaneProps } from './VisitPane.tsx'
import { WireLine } from './WireLine.tsx'
import s from './orthodontic.module.css'

/** Beside a visit: pictures, measures last → today, wires over months, hygiene and cooperation of six visits, the next one. */
export function VisitSide({
  text,
  found,
  recordId,
  day,
  pictures,
  wear,
}: VisitPaneProps & {
  pictures: ReactNode
  /** Buttons that print what the patient is to wear. */
  wear: ReactNode
}) {
  const visit = text.content.orthoVisit
  const weeksRow = useRef<HTMLDivElement>(null)
  useHotkeys([
    {
      key: 'w',
      does: '几周后复诊',
      run: () => focusChip(weeksRow.current),
      enabled: visit !== undefined && !text.readOnly,
    },
  ])
  if (!visit) return null
  const others = found.visits.filter((each) => each.recordId !== recordId && each.day <= day)
  const set = (part: Partial<OrthoVisitContent>) => text.change((now) => withVisit(now, part))
  const runs = (['upper', 'lower'] as const).map((arch) => ({
    arch,
    runs: wireRuns([...others, { day, visit }], arch),
  }))
  const six = [...others.slice(-5).map((each) => each.visit), visit]
  return (
    <div className={s.side}>
      <div className={s.block}>{pictures}</div>
      <div className={s.block}>
        <div className={s.blockHead}>
          <h2>间隙与关系</h2>
          <span className="tertiary t-12">上次 → 今天</span>
        </div>
        {visitMeasureKeys.map((key) => {
          const last = others.findLast((each) => each.visit.measures[key] !== null)?.visit.measures[key] ?? null
          const { name } = visitMeasures[key]
          return (
            <div key={key} className={s.measure}>
              <span>{name}</span>
              <span className={s.before}>{last === null ? '' : String(last).replace('-', '−')}</span>
              <Figure
                label={name}
                unit="mm"
                value={visit.measures[key]}
                readOnly={text.readOnly}
                problem={text.problems.get(`orthoVisit.measures.${key}`)}
                onChange={(value) => set({ measures: { ...visit.measures, [key]: value } })}
              />
            </div>
          )
        })}
      </div>
      {runs.some((each) => each.runs.length > 0) && (
        <div className={s.block}>
          <div className={s.blockHead}>
            <h2>弓丝走过</h2>
          </div>
          {runs.map((each) => each.runs.length > 0 && <WireLine key={each.arch} arch={each.arch} runs={each.runs} />)}
        </div>
      )}
      <div className={s.block}>
        <div className={s.blockHead}>
          <h2>近 6 次</h2>
          <span className="tertiary t-12">右为今天</span>
        </div>
        {(['hygiene', 'cooperation'] as const).map((field) => (
          <div key={field} className={s.grades}>
            <span className="secondary">{field === 'hygiene' ? '卫生' : '配合'}</span>
            {six.map((each, n) => (
              <span
                // oxlint-disable-next-line react/no-array-index-key -- a visit's place is what it is
                key={n}
                className={cx(s.grade, each[field] === '好' && s.good, each[field] === '差' && s.poor)}
              >
                {each[field] ?? '—'}
              </span>
            ))}
          </div>
        ))}
      </div>
      <div className={s.block}>
        <div className={s.blockHead}>
          <h2>
            下次 <Kbd>W</Kbd>
          </h2>
          {visit.interval !== null && (
            <span className="secondary t-13 num">{dayText(addDays(day, visit.interval * 7))}</span>
          )}
        </div>
        <div ref={weeksRow} className={s.chips} role="group" aria-label="几周后复诊" data-chips>
          {usualWeeks.map((weeks) => (
            <Chip
              key={weeks}
              pressed={visit.interval === weeks}
              disabled={text.readOnly}
              onClick={() => set({ interval: visit.interval === weeks ? null : weeks })}
            >
              {weeks} 周
            </Chip>
          ))}
        </div>
        <p className="secondary t-13">
          {[...visit.next, visit.nextPlan].filter(Boolean).join('，') || '在「下一步」里选'}
        </p>
      </div>
      {wear && (
        <div className={s.block}>
          <div className={s.blockHead}>
            <h2>佩戴说明</h2>
            <span className="tertiary t-12">保存后打印给患者</span>
          </div>
          <div className={s.chips}>{wear}</div>
        </div>
      )}
    </div>
  )
}
