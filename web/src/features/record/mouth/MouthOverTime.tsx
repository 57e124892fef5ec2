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
  entriesOf,
  entryText,
  laterKnown,
  marksOn,
  stopsOf,
  storyOf,
  summaryOf,
  toothYears,
  wholeDay,
  type Change,
  type MouthHistory,
  type Question,
  type Standing,
  type Stop,
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
  if (data.entries.length === 0 && data.records.every(({ lines }) => lines.length === 0))
    return (
      <EmptyState
        layout="stack"
        icon="tooth"
        title="还没有写到牙齿的病历"
        hint="病历里写在牙位上的诊断和处置、牙位图上标注的病变、治疗和计划，按日子排在这里"
      />
    )
  return <Mouth history={data} onOpen={onOpen} />
}

function Mouth({ history, onOpen }: { history: MouthHistory; onOpen: (recordId: string) => void }) {
  const today = presentDay()
  const [{ day: chosen, tooth, question }, set] = useUrlState(urlState)
  const entries = useMemo(() => entriesOf(history), [history])
  const points = useMemo(() => pointsOf(entries, question, today), [entries, question, today])
  // An address may name the day alone where it has several visits: its end.
  const found = points.findLastIndex((point) => point.key === chosen || point.stop.day === chosen)
  const at = found < 0 ? points.length - 1 : found
  const { key, stop } = points[at] as Point
  const { day } = stop
  const isNow = key === today
  const age = ageYears(history.birthDay, day)
  const marks = useMemo(() => marksOn(entries, stop, question), [entries, stop, question])
  const changes = useMemo(() => changesOn(entries, stop, question), [entries, stop, question])
  const table = useMemo(() => toothYears(entries, history.records, today), [entries, history, today])
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
          <span className={s.sentence}>{sentence(entries, day, question, isNow)}</span>
          <span className={s.steps}>
            <Button size="sm" icon="chevron-left" disabled={at <= 0} onClick={() => show(points[at - 1]?.key)}>
              上一变化
            </Button>
            <Button size="sm" disabled={at >= points.length - 1} onClick={() => show(points[at + 1]?.key)}>
              下一变化
            </Button>
            <Button size="sm" variant="tint" disabled={isNow} onClick={() => show(today)}>
              回到今天
            </Button>
          </span>
        </div>
        <TimeLine points={points} at={at} onPoint={show} />
        <div className={s.state}>
          <div className={s.chart}>
            <ToothChart
              dentition={chartDentition(age, marks)}
              age={age}
              notation="fdi"
              conditions={marks}
              selection={tooth ? parseTeeth(tooth) : []}
              onSelectionChange={(next) => set({ tooth: next[0]?.code ?? null })}
              label={`${key} 的牙位图`}
            />
            <ToothLegend />
          </div>
          {isNow && changes.length === 0 ? (
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
              of: null,
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
                {change.of && <span className={s.changeMore}>{dayInWords(change.of)}就诊的</span>}
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

interface Point extends TimePoint {
  stop: Stop
}

/** Where the mouth changed, and today at the end. */
function pointsOf(entries: ReturnType<typeof entriesOf>, question: Question, today: string): Point[] {
  const year = today.slice(0, 4)
  const stops = stopsOf(entries, question).filter(({ day }) => day <= today)
  const last = (stops.at(-1)?.day === today ? stops.pop() : undefined) ?? wholeDay(today)
  const points = stops.map((stop) => ({
    key: stop.key,
    stop,
    label: stop.day.startsWith(year) ? stop.key.slice(5) : stop.day.slice(0, 7),
    changes: changesOn(entries, stop, question).length,
  }))
  return [...points, { key: today, stop: last, label: '今天', changes: changesOn(entries, last, question).length }]
}

/** What the answer rests on, in words. */
function sentence(entries: ReturnType<typeof entriesOf>, day: string, question: Question, isNow: boolean): string {
  if (isNow) return '口腔现在的情况'
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
