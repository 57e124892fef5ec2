import { toothName } from '@dentin/clinical/teeth'
import { recordStates, recordStatusNames } from '@dentin/contract/core/status'
import { cx, EmptyState, TextButton } from '../../../ui/index.ts'
import { dayInWords } from '../words.ts'
import type { Change, ToothVisitStory } from './history.ts'
import s from './mouth.module.css'

/** What all visits say of one tooth, the newest first. */
export function ToothStory({
  tooth,
  story,
  before,
  onOpen,
}: {
  tooth: string
  story: readonly ToothVisitStory[]
  /** What was charted of it before there were records here. */
  before: readonly Change[]
  onOpen: (recordId: string) => void
}) {
  return (
    <section aria-label={toothName(tooth)}>
      <div className={s.storyHead}>
        <b className={s.storyTooth}>{tooth}</b>
        <h3>{toothName(tooth)}</h3>
        <span className="t-12 secondary">{story.length} 份病历</span>
      </div>
      {story.length + before.length === 0 && (
        <EmptyState layout="stack" icon="file" title="没有记录" hint="病历里还没有写到这颗牙" />
      )}
      <ol className={s.story}>
        {story.map(({ visit, charted, lines, layer }) => (
          <li key={visit.id} className={s.visit}>
            <span className={s.visitDay}>{dayInWords(visit.visitTime)}</span>
            <span aria-hidden className={cx(s.visitDot, layer && s[layer])} />
            <div>
              {charted && <p className={s.firstLine}>{charted}</p>}
              {lines.map((line) => (
                <p key={line} className={s.moreLine}>
                  {line}
                </p>
              ))}
              <p className="t-12 tertiary">
                {visit.doctorName}{' '}
                {recordStates.is(visit.status, 'locked') ? '已签名' : recordStatusNames[visit.status]}
                {visit.amended.length > 0 && `，${dayInWords(visit.amended.at(-1)?.signedAt ?? '')}修订`}{' '}
                <TextButton onClick={() => onOpen(visit.id)}>打开病历</TextButton>
              </p>
            </div>
          </li>
        ))}
        {before.map((each) => (
          <li key={each.id} className={s.visit}>
            <span className={s.visitDay}>建档时</span>
            <span aria-hidden className={cx(s.visitDot, s[each.layer])} />
            <p className={s.firstLine}>{each.text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
