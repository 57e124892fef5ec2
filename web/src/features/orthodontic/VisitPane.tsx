import { isLate, visitProblems } from '@dentin/clinical/orthodontics/index'
import {
  applianceKind,
  careGrades,
  orthoPhases,
  usualNext,
  usualWorks,
  wireText,
  type Appliance,
} from '@dentin/clinical/orthodontics/vocabulary'
import { monthOf, monthText } from '@dentin/clinical/orthodontics/course'
import { parseTeeth } from '@dentin/clinical/teeth'
import type { OrthoVisitContent } from '@dentin/contract/orthodontic'
import { daysBetween } from '@dentin/kit/datetime'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Button, cx, Kbd, Meter, TextField, toast, useHotkeys } from '../../ui/index.ts'
import { ArchPicture } from './ArchPicture.tsx'
import { Chip, ChipGap, ChipRow, focusChip } from './Chip.tsx'
import { ElasticRow, type ElasticLike } from './ElasticRow.tsx'
import type { OrthoCase } from './hooks.ts'
import { asBefore, elasticBetween, inOneArch, mouthAfter, mouthBefore, toggled, withVisit } from './model.ts'
import { SpanRow, type SpanLike } from './SpanRow.tsx'
import { StrippingRow } from './StrippingRow.tsx'
import type { LentText } from './text.ts'
import { TrayRow, WearRow } from './TrayRow.tsx'
import { WireRow } from './WireRow.tsx'
import s from './orthodontic.module.css'

const usual: ElasticLike = { type: 'Ⅱ类', size: '3/16', force: 4.5, hours: 22 }

export interface VisitPaneProps {
  text: LentText
  /** The case of the visit, with its course. */
  found: OrthoCase
  recordId: string
  /** YYYY-MM-DD */
  day: string
}

/** A monthly visit: what is in the mouth as a picture, and below it the chips that change it. */
export function VisitPane(props: VisitPaneProps) {
  const visit = props.text.content.orthoVisit
  return visit ? <Pane {...props} visit={visit} /> : null
}

function Pane({ text, found, recordId, day, visit }: VisitPaneProps & { visit: OrthoVisitContent }) {
  const { readOnly } = text
  const [like, setLike] = useState<ElasticLike>(usual)
  const [span, setSpan] = useState<SpanLike>({ field: 'chains', kind: '中' })
  const [mm, setMm] = useState(0.2)
  const [undo, setUndo] = useState<readonly OrthoVisitContent[]>([])
  const [taps, setTaps] = useState(0)
  const pane = useRef<HTMLElement>(null)

  const before = useMemo(() => mouthBefore(found.visits, recordId, day), [found.visits, recordId, day])
  const mouth = useMemo(() => mouthAfter(found.visits, recordId, day, visit), [found.visits, recordId, day, visit])
  const gone = useMemo(() => new Set(found.gone), [found.gone])
  const planned = useMemo(() => new Set(parseTeeth(found.extraction).map(({ code }) => code)), [found.extraction])
  const kind = found.appliance === null ? 'fixed' : applianceKind(found.appliance as Appliance)
  const fixed = kind === 'fixed'

  const set = (part: Partial<OrthoVisitContent>) => {
    setUndo((before) => [...before, visit])
    setTaps((n) => n + 1)
    text.change((now) => withVisit(now, part))
  }
  const takeBack = () => {
    const last = undo.at(-1)
    setUndo((before) => before.slice(0, -1))
    if (last) text.change((now) => ({ ...now, orthoVisit: last }))
  }
  const copyLast = () => set(asBefore(visit, before, day))

  const local = visitProblems(visit, { gone, slot: found.slot as '0.018' | '0.022' | null, before })
  const all = [
    ...local.map(({ field, message }) => [`orthoVisit.${field}`, message] as const),
    ...[...text.problems].filter(([, message]) => !local.some((each) => each.message === message)),
  ]
  const problemsOf = (...fields: string[]) =>
    all.flatMap(([field, message]) => (fields.some((each) => field.startsWith(`orthoVisit.${each}`)) ? [message] : []))
  const problemOf = (field: string) => problemsOf(field)[0]

  const elastics = visit.elastics ?? before.elastics
  const chains = [...(visit.chains ?? before.chains)]
  const springs = [...(visit.springs ?? before.springs)]
  const changeLike = (part: Partial<ElasticLike>) => {
    setLike((now) => ({ ...now, ...part }))
    // What is in stays of its class; size, force and hours are of all.
    const { type: _type, ...ofAll } = part
    if (elastics.length > 0 && Object.keys(ofAll).length > 0)
      set({ elastics: elastics.map((each) => ({ ...each, ...ofAll })) })
  }
  const join = (from: string, to: string) => {
    if (!inOneArch(from, to)) {
      const drawn = elasticBetween(from, to, like)
      if (drawn) set({ elastics: [...elastics, drawn] })
    } else if (fixed)
      set(
        span.field === 'chains'
          ? { chains: [...chains, { kind: span.kind, from, to }] }
          : { springs: [...springs, { kind: span.kind, from, to }] },
      )
    else set({ stripping: [...visit.stripping, { between: [from, to], mm }] })
  }
  /** A tap: what is lost is bonded again, what is whole is lost. */
  const tap = (fdi: string) => {
    const [loss, again, lost] = fixed
      ? (['bracketLoss', 'rebonded', before.lostBrackets] as const)
      : (['attachmentLoss', 'attachmentsRebonded', before.lostAttachments] as const)
    if (lost.includes(fdi)) set({ [again]: toggled(visit[again], fdi) })
    else if (visit[again].includes(fdi))
      set({ [again]: visit[again].filter((each) => each !== fdi), [loss]: visit[loss].filter((each) => each !== fdi) })
    else set({ [loss]: toggled(visit[loss], fdi) })
  }
  const lostNow = fixed
    ? [...new Set([...before.lostBrackets, ...visit.bracketLoss])]
    : [...new Set([...before.lostAttachments, ...visit.attachmentLoss])]
  const [again, what] = fixed ? (['rebonded', '重粘'] as const) : (['attachmentsRebonded', '重粘附件'] as const)

  const go = (letter: string) => focusChip(pane.current?.querySelector(`[data-row="${letter}"]`))
  useHotkeys([
    { key: '=', does: '同上次', run: copyLast, enabled: !readOnly },
    ...[
      ['u', '上颌弓丝、隐形副数'],
      ['l', '下颌弓丝'],
      ['e', '橡皮圈'],
      ['k', '链圈、簧'],
      ['t', '本次处置'],
      ['i', '片切'],
      ['n', '下一步'],
    ].map(([key = '', does = '']) => ({ key, does, run: () => go(key.toUpperCase()), enabled: !readOnly })),
  ])

  return (
    <section ref={pane} id="section-orthoVisit" className={s.pane} aria-label="正畸复诊">
      <VisitHead
        found={found}
        day={day}
        recordId={recordId}
        phase={visit.phase ?? before.phase}
        readOnly={readOnly}
        onPhase={(phase) => set({ phase })}
      >
        {!readOnly && (
          <span className={s.tools}>
            <Button size="sm" variant="tint" icon="copy" onClick={copyLast}>
              同上次 <Kbd>=</Kbd>
            </Button>
            <Button size="sm" icon="undo" disabled={undo.length === 0} onClick={takeBack}>
              撤销
            </Button>
          </span>
        )}
      </VisitHead>
      <ArchPicture
        mouth={mouth}
        gone={gone}
        planned={planned}
        fixed={fixed}
        readOnly={readOnly}
        onTooth={tap}
        onJoin={join}
        onElastic={(index) => set({ elastics: elastics.filter((_, at) => at !== index) })}
      />
      <div className={s.legend}>
        <span>
          口内现在
          {fixed && (
            <b>
              上 {mouth.upper ? wireText(mouth.upper.what) : '无'}　下 {mouth.lower ? wireText(mouth.lower.what) : '无'}
            </b>
          )}
          {mouth.tray && (
            <b>
              第 {mouth.tray.what.no} / {mouth.tray.what.total} 副
            </b>
          )}
        </span>
        {!readOnly && (
          <span>
            {fixed ? '点托槽记脱落，从牙拖到牙画橡皮圈、链圈、簧' : '点牙记附件脱落，从牙拖到牙画橡皮圈、片切'}
          </span>
        )}
        {lostNow.filter((fdi) => !visit[again].includes(fdi)).length > 0 && (
          <span className={s.legendLost}>
            {lostNow.filter((fdi) => !visit[again].includes(fdi)).join(' ')} {fixed ? '托槽脱落' : '附件脱落'}
          </span>
        )}
      </div>
      {fixed && (
        <>
          {(['upper', 'lower'] as const).map((arch) => (
            <WireRow
              key={arch}
              arch={arch}
              visit={visit}
              last={before[arch]?.what ?? null}
              set={set}
              readOnly={readOnly}
              problems={problemsOf(arch === 'upper' ? 'upperWire' : 'lowerWire')}
            />
          ))}
        </>
      )}
      {kind === 'aligner' && (
        <TrayRow visit={visit} before={before} day={day} set={set} readOnly={readOnly} problemOf={problemOf} />
      )}
      {kind === 'growth' && <WearRow visit={visit} last={before.wearHours} set={set} readOnly={readOnly} />}
      <ElasticRow
        worn={elastics.length > 0}
        like={like}
        onLike={changeLike}
        onStop={() => set({ elastics: [] })}
        onJoin={(from, to) =>
          inOneArch(from, to) ? toast.info('橡皮圈从上颌挂到下颌；同一牙弓用链圈') : join(from, to)
        }
        readOnly={readOnly}
        problems={problemsOf('elastics')}
      />
      {fixed && (
        <SpanRow
          chains={chains}
          springs={springs}
          like={span}
          onLike={setSpan}
          onJoin={(from, to) =>
            inOneArch(from, to) ? join(from, to) : toast.info('链圈、簧沿一个牙弓；从上颌到下颌用橡皮圈')
          }
          onChange={set}
          readOnly={readOnly}
          problems={problemsOf('chains', 'springs')}
        />
      )}
      <ChipRow label="本次" letter="T" problems={problemsOf('bracketLoss', 'rebonded', 'attachment', 'bends', 'works')}>
        {usualWorks.map((work) => (
          <Chip
            key={work}
            pressed={visit.works.includes(work)}
            disabled={readOnly}
            onClick={() => set({ works: toggled(visit.works, work) })}
          >
            {work}
          </Chip>
        ))}
        {lostNow.map((fdi) => (
          <Chip
            key={fdi}
            pressed={visit[again].includes(fdi)}
            disabled={readOnly}
            onClick={() => set({ [again]: toggled(visit[again], fdi) })}
          >
            {what} {fdi}
          </Chip>
        ))}
        {visit.works.includes('弯制') && (
          <span className={s.word}>
            <TextField
              size="sm"
              aria-label="弯制"
              placeholder="哪颗牙、怎样弯"
              readOnly={readOnly}
              value={visit.bends}
              maxLength={300}
              onChange={(event) => set({ bends: event.target.value })}
            />
          </span>
        )}
        <ChipGap />
        {(['hygiene', 'cooperation'] as const).map((field) => (
          <span key={field} className={s.chips}>
            <span className="secondary t-13">{field === 'hygiene' ? '卫生' : '配合'}</span>
            {careGrades.map((grade) => (
              <Chip
                key={grade}
                pressed={visit[field] === grade}
                disabled={readOnly}
                label={`${field === 'hygiene' ? '卫生' : '配合'}${grade}`}
                onClick={() => set({ [field]: visit[field] === grade ? null : grade })}
              >
                {grade}
              </Chip>
            ))}
          </span>
        ))}
      </ChipRow>
      {(kind === 'aligner' || visit.works.includes('片切') || visit.stripping.length > 0) && (
        <StrippingRow
          visit={visit}
          mm={mm}
          onMm={setMm}
          set={set}
          readOnly={readOnly}
          problems={problemsOf('stripping')}
        />
      )}
      <ChipRow label="下一步" letter="N" problems={problemsOf('next', 'interval')}>
        {usualNext.map((next) => (
          <Chip
            key={next}
            pressed={visit.next.includes(next)}
            disabled={readOnly}
            onClick={() => set({ next: toggled(visit.next, next) })}
          >
            {next}
          </Chip>
        ))}
        <span className={s.word}>
          <TextField
            size="sm"
            aria-label="下次计划"
            placeholder="下次还要做什么"
            readOnly={readOnly}
            value={visit.nextPlan}
            maxLength={300}
            onChange={(event) => set({ nextPlan: event.target.value })}
          />
        </span>
      </ChipRow>
      {!readOnly && taps > 0 && <UsedTime taps={taps} />}
    </section>
  )
}

/** Month X of N, the phase, and how long ago the last visit was. */
function VisitHead({
  found,
  day,
  recordId,
  phase,
  readOnly,
  onPhase,
  children,
}: {
  found: OrthoCase
  day: string
  recordId: string
  phase: OrthoVisitContent['phase']
  readOnly: boolean
  onPhase: (phase: OrthoVisitContent['phase']) => void
  children: React.ReactNode
}) {
  const month = found.startDate === null ? null : monthOf(found.startDate, day)
  const last = found.visits.findLast((each) => each.recordId !== recordId && each.day < day)?.day ?? found.startDate
  const since = last !== null && last < day ? daysBetween(last, day) : null
  const [head, tail] = month === null ? ['', ''] : monthText(month, found.months).split(String(month))
  return (
    <header className={s.head}>
      {month !== null && (
        <span className={s.month}>
          {head}
          <b>{month}</b>
          {tail}
        </span>
      )}
      {month !== null && found.months !== null && (
        <Meter
          className={s.meter ?? ''}
          label="疗程"
          value={month / found.months}
          tone={month > found.months ? 'wait' : 'brand'}
          height={6}
        />
      )}
      <span className={s.phases} role="group" aria-label="阶段">
        {orthoPhases.map((each) => (
          <button
            key={each}
            type="button"
            className={s.phase}
            aria-pressed={phase === each}
            disabled={readOnly}
            onClick={() => onPhase(each)}
          >
            {each}
          </button>
        ))}
      </span>
      {since !== null && (
        <span className={cx('t-13', isLate(since) ? s.late : 'secondary')}>
          距上次 {since} 天{isLate(since) && '，超过 45 天'}
        </span>
      )}
      {children}
    </header>
  )
}

/** How long the visit has taken to write, and how many taps. */
function UsedTime({ taps }: { taps: number }) {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((n) => n + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className={s.foot}>
      已用 <span className="num">{seconds}</span> 秒，<span className="num">{taps}</span> 次点按
    </div>
  )
}
