import { chartDentition } from '@dentin/clinical/dentition'
import { parseTeeth } from '@dentin/clinical/teeth'
import { markLayer } from '@dentin/clinical/tooth-conditions'
import { useMemo } from 'react'
import { ageYears } from '../../../domain/person.ts'
import { presentDay } from '../../../lib/present.ts'
import {
  Button,
  cx,
  EmptyState,
  ErrorLine,
  Segmented,
  SkeletonRows,
  Tag,
  urlEnum,
  urlOptional,
  useUrlState,
} from '../../../ui/index.ts'
import { ToothChart, ToothCross, ToothLegend } from '../../../ui/tooth/index.ts'
import { useMouthHistory } from '../hooks.ts'
import { dayInWords } from '../words.ts'
import {
  changesOn,
  daysOfChange,
  entriesOf,
  entryText,
  laterKnown,
  marksOn,
  storyOf,
  summaryOf,
  toothYears,
  type Change,
  type MouthHistory,
  type Question,
  type Standing,
} from './history.ts'
import { TimeLine, type TimePoint } from './TimeLine.tsx'
import { ToothStory } from './ToothStory.tsx'
import { ToothYearsTable } from './ToothYearsTable.tsx'
import s from './mouth.module.css'

const urlState = { day: urlOptional, tooth: urlOptional, question: urlEnum(['day', 'known'], 'day') }

/** The mouth of a patient on every day on which it changed, and what each tooth has been through. */
export function MouthOverTime({ patientId, onOpen }: { patientId: string; onOpen: (recordId: string) => void }) {
  const { data, error, refetch, isFetching } = useMouthHistory(patientId)
  if (error && !data)
    return (
      <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
        {error.message}
      </ErrorLine>
    )
  if (!data) return <SkeletonRows rows={10} />
  if (data.entries.length === 0)
    return (
      <EmptyState
        layout="stack"
        icon="tooth"
        title="牙位图上还没有记录"
        hint="病历里在牙位图上标注的病变、治疗和计划，签名后按日子排在这里"
      />
    )
  return <Mouth history={data} onOpen={onOpen} />
}

function Mouth({ history, onOpen }: { history: MouthHistory; onOpen: (recordId: string) => void }) {
  const today = presentDay()
  const [{ day: chosen, tooth, question }, set] = useUrlState(urlState)
  const entries = useMemo(() => entriesOf(history), [history])
  const points = useMemo(() => pointsOf(entries, question, today), [entries, question, today])
  const day = points.some((point) => point.day === chosen) ? (chosen as string) : today
  const at = points.findIndex((point) => point.day === day)
  const age = ageYears(history.birthDay, day)
  const marks = useMemo(() => marksOn(entries, day, question), [entries, day, question])
  const changes = useMemo(() => changesOn(entries, day, question), [entries, day, question])
  const table = useMemo(() => toothYears(entries, today), [entries, today])
  const show = (to: string | undefined) => to !== undefined && set({ day: to === today ? null : to })
  const before = tooth ? history.entries.filter((each) => each.recordId === null && each.tooth === tooth) : []
  return (
    <div className={s.page}>
      <div className={s.main}>
        <div className={s.bar}>
          <Segmented
            label="按什么看"
            size="sm"
            value={question}
            options={[
              { value: 'day', label: '当天情况' },
              { value: 'known', label: '当时所知' },
            ]}
            onChange={(next) => set({ question: next })}
          />
          <span className={s.sentence}>{sentence(entries, day, question, today)}</span>
          <span className={s.steps}>
            <Button size="sm" icon="chevron-left" disabled={at <= 0} onClick={() => show(points[at - 1]?.day)}>
              上一变化
            </Button>
            <Button size="sm" disabled={at >= points.length - 1} onClick={() => show(points[at + 1]?.day)}>
              下一变化
            </Button>
            <Button size="sm" variant="tint" disabled={day === today} onClick={() => show(today)}>
              回到今天
            </Button>
          </span>
        </div>
        <TimeLine points={points} day={day} onDay={show} />
        <div className={s.state}>
          <div className={s.chart}>
            <ToothChart
              dentition={chartDentition(age, marks)}
              age={age}
              notation="fdi"
              conditions={marks}
              selection={tooth ? parseTeeth(tooth) : []}
              onSelectionChange={(next) => set({ tooth: next[0]?.code ?? null })}
              label={`${day} 的牙位图`}
            />
            <ToothLegend />
          </div>
          {day === today && changes.length === 0 ? (
            <Summary kinds={summaryOf(marks)} onTooth={(next) => set({ tooth: next })} />
          ) : (
            <Changes changes={changes} onTooth={(next) => set({ tooth: next })} />
          )}
        </div>
        <ToothYearsTable table={table} tooth={tooth} onTooth={(next) => set({ tooth: next })} onOpen={onOpen} />
      </div>
      <aside className={s.aside}>
        {tooth ? (
          <ToothStory
            tooth={tooth}
            story={storyOf(history, tooth)}
            before={before.map((each) => ({
              ...each,
              layer: markLayer(each),
              text: entryText(each),
              instead: '',
              addedOn: null,
              takenBackOn: null,
            }))}
            onOpen={onOpen}
          />
        ) : (
          <EmptyState layout="stack" icon="tooth" title="选一颗牙" hint="看它经过了什么：每次检查、诊断和治疗" />
        )}
      </aside>
    </div>
  )
}

function Summary({ kinds, onTooth }: { kinds: readonly Standing[]; onTooth: (tooth: string) => void }) {
  return (
    <section className={s.changes} aria-label="口腔小结">
      <div className={s.changesHead}>
        <h3>口腔小结</h3>
      </div>
      <ul>
        {kinds.map(({ name, layer, teeth }) => (
          <li key={`${layer} ${name}`} className={s.kind}>
            <span className={s.changeText}>
              <span aria-hidden className={cx(s.layerDot, s[layer])} />
              {name}
            </span>
            <span className={s.kindTeeth}>
              {teeth.map((tooth) => (
                <button key={tooth} type="button" className={s.toothButton} onClick={() => onTooth(tooth)}>
                  {tooth}
                </button>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Changes({ changes, onTooth }: { changes: readonly Change[]; onTooth: (tooth: string) => void }) {
  return (
    <section className={s.changes} aria-label="这一天的变化">
      <div className={s.changesHead}>
        <h3>这一天的变化</h3>
        <span className="t-12 secondary num">{changes.length}</span>
      </div>
      {changes.length === 0 && <p className="t-13 tertiary">没有变化</p>}
      <ul>
        {changes.map((change) => (
          <li key={change.id}>
            <button type="button" className={s.change} onClick={() => onTooth(change.tooth)}>
              <ToothCross teeth={parseTeeth(change.tooth)} fixed />
              <span>
                <span className={s.changeText}>
                  <span aria-hidden className={cx(s.layerDot, s[change.layer])} />
                  {change.text}
                </span>
                {change.instead && <span className={s.changeMore}>原 {change.instead}</span>}
                {change.addedOn && <Tag tone="booked">{dayInWords(change.addedOn)}补记</Tag>}
                {change.takenBackOn && <Tag>{dayInWords(change.takenBackOn)}撤回</Tag>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The days of change, and today at the end. */
function pointsOf(entries: ReturnType<typeof entriesOf>, question: Question, today: string): TimePoint[] {
  const days = daysOfChange(entries, question).filter((day) => day < today)
  const year = today.slice(0, 4)
  return [
    ...days.map((day) => ({
      day,
      label: day.startsWith(year) ? day.slice(5) : day.slice(0, 7),
      changes: changesOn(entries, day, question).length,
    })),
    { day: today, label: '今天', changes: changesOn(entries, today, question).length },
  ]
}

/** What the answer rests on, in words. */
function sentence(entries: ReturnType<typeof entriesOf>, day: string, question: Question, today: string): string {
  if (day === today) return '口腔现在的情况'
  const { added, takenBack } = laterKnown(entries, day)
  if (question === 'known')
    return added + takenBack > 0
      ? `只用到${dayInWords(day)}为止签名的病历；后来的补记不显示`
      : `只用到${dayInWords(day)}为止签名的病历`
  const later = [added > 0 && `后来补记了 ${added} 处`, takenBack > 0 && `撤回了 ${takenBack} 处`]
    .filter(Boolean)
    .join('，')
  return `按最后一次修订还原${dayInWords(day)}的口腔${later && `；这一天${later}`}`
}
