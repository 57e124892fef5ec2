import { parseTeeth } from '@dentin/clinical/teeth'
import { ToothCross } from '../../ui/tooth/index.ts'
import { cx } from '../../ui/index.ts'
import type { Piece } from './word-diff.ts'
import s from './record.module.css'

/**
 * Rows of a section for reading: the cross, then the words. Lines of `marked` stand out as taken away or added; of those that
 * were only changed (`pieces`, by the place of the line) what changed does.
 */
export function Lines({
  lines,
  marked,
  pieces,
  look,
}: {
  lines: readonly { teeth: string; text: string }[]
  marked?: ReadonlySet<string>
  pieces?: ReadonlyMap<number, readonly Piece[]>
  look?: 'gone' | 'new'
}) {
  if (lines.length === 0) return <div className="tertiary t-13">空</div>
  return (
    <div className={s.lines}>
      {lines.map((line, index) => {
        const changed = marked?.has(lineKey(line)) ?? false
        const Marked = look === 'gone' ? 'del' : 'ins'
        const parts = changed ? pieces?.get(index) : undefined
        const Words = changed && !parts ? Marked : 'span'
        return (
          <div key={index} className={cx(s.line, changed && !parts && (look === 'gone' ? s.gone : s.fresh))}>
            {line.teeth !== '' && <ToothCross teeth={parseTeeth(line.teeth)} />}
            <Words className={s.lineWords}>
              {parts
                ? parts.map((part, at) =>
                    part.changed ? (
                      <Marked key={at} className={look === 'gone' ? s.goneWords : s.freshWords}>
                        {part.text}
                      </Marked>
                    ) : (
                      part.text
                    ),
                  )
                : line.text}
            </Words>
          </div>
        )
      })}
    </div>
  )
}

/** A line as a key: same teeth, same words. */
export const lineKey = (line: { teeth: string; text: string }): string => `${line.teeth}\u0000${line.text}`
