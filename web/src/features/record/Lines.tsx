import { parseTeeth } from '@dentin/clinical/teeth'
import { ToothCross } from '../../ui/tooth/index.ts'
import { cx } from '../../ui/index.ts'
import s from './record.module.css'

/** Rows of a section for reading: the cross, then the words. Lines of `marked` stand out as taken away or added. */
export function Lines({
  lines,
  marked,
  look,
}: {
  lines: readonly { teeth: string; text: string }[]
  marked?: ReadonlySet<string>
  look?: 'gone' | 'new'
}) {
  if (lines.length === 0) return <div className="tertiary t-13">空</div>
  return (
    <div className={s.lines}>
      {lines.map((line, index) => {
        const changed = marked?.has(lineKey(line)) ?? false
        const Words = changed ? (look === 'gone' ? 'del' : 'ins') : 'span'
        return (
          <div key={index} className={cx(s.line, changed && (look === 'gone' ? s.gone : s.fresh))}>
            {line.teeth !== '' && <ToothCross teeth={parseTeeth(line.teeth)} />}
            <Words className={s.lineWords}>{line.text}</Words>
          </div>
        )
      })}
    </div>
  )
}

/** A line as a key: same teeth, same words. */
export const lineKey = (line: { teeth: string; text: string }): string => `${line.teeth}\u0000${line.text}`
