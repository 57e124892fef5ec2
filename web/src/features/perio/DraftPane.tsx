import { perioSummary } from '@dentin/clinical/perio/summary'
import type { PerioKey } from '@dentin/clinical/perio/keys'
import type { PerioDraft } from '@dentin/contract/perio'
import { presentDay } from '../../lib/present.ts'
import { useUnsavedDraft } from '../../lib/use-draft.ts'
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { cx, Notice, TextButton, KeyHints, toast, useIsMobile, useIsNarrow, useMediaQuery } from '../../ui/index.ts'
import { CompareView } from './CompareView.tsx'
import { Desk } from './Desk.tsx'
import { DiagnosisBlock } from './DiagnosisBlock.tsx'
import { DraftActions } from './DraftActions.tsx'
import { EntryBar, SyncLine } from './EntryBar.tsx'
import { useChartStore, useDecided, useKeepWay, useShown, type Decisions } from './hooks.ts'
import type { Lent, Place } from './model.ts'
import { NoteBlock } from './NoteBlock.tsx'
import { Pad } from './Pad.tsx'
import { PlanBlock } from './PlanBlock.tsx'
import { openScreen, useSentToScreen } from './screen-link.ts'
import { DepthBlock, SummaryBlock, TrendBlock } from './SummaryBlocks.tsx'
import type { ChartStore } from './store.ts'
import { usePerioView } from './view.ts'
import { useVoice } from './voice.ts'
import { chartDay } from './words.ts'
import s from './entry.module.css'
import side from './side.module.css'

const hints = [
  { keys: '0–9', does: '下一格' },
  { keys: '1x', does: '两位数' },
  { keys: 'B', does: '出血' },
  { keys: 'P', does: '溢脓' },
  { keys: '← →', does: '移动' },
  { keys: 'Tab', does: '换侧' },
  { keys: '?', does: '全部' },
]

/** An examination while it is recorded. */
export function DraftPane({ draft, lent }: { draft: PerioDraft; lent: Lent }) {
  const store = useChartStore(draft)
  const decided = useDecided(draft, store)
  const editable = draft.can.edit && !lent.readOnly
  const [{ view: mode }, setUrl] = usePerioView()
  const corrects = draft.corrects?.id ?? null
  const [narrow, mobile, finger] = [useIsNarrow(), useIsMobile(), useMediaQuery('(pointer: coarse)')]
  const [pad, setPad] = useState<boolean | null>(null)
  const [noting, setNoting] = useState<Place | null>(null)
  const desk = useRef<HTMLDivElement>(null)
  // A phone has room for it once a site was touched.
  const shownPad = editable && (pad ?? (finger && !mobile))

  const keepWay = useKeepWay()
  const press = useCallback(
    (key: PerioKey) => {
      store.press(key)
      if (key.kind !== 'path' && key.kind !== 'rounds') return
      keepWay(store.get().entry)
    },
    [store, keepWay],
  )
  const pressAndBack = useCallback(
    (key: PerioKey) => {
      press(key)
      desk.current?.focus({ preventScroll: true })
    },
    [press],
  )
  const askNote = useCallback(() => setNoting(store.get().entry.place), [store])
  const pointed = useCallback(() => {
    if (mobile) setPad(true)
  }, [mobile])
  const voice = useVoice(press, draft.settings.speechRemote, editable && mode === 'chart')
  useSentToScreen(draft.id, store)
  useEffect(() => {
    if (editable && mode === 'chart') desk.current?.focus({ preventScroll: true })
  }, [editable, mode])

  const togglePad = useCallback(() => {
    setPad(!shownPad)
    // Keys of the keyboard and of the pad go into the same chart.
    desk.current?.focus({ preventScroll: true })
  }, [shownPad])
  const onScreen = useMemo(() => (mobile ? null : () => openScreen(draft.recordId)), [mobile, draft.recordId])
  const closePad = useCallback(() => setPad(false), [])
  const bar = editable && (
    <EntryBar store={store} press={pressAndBack} voice={voice} pad={shownPad} onPad={togglePad} onScreen={onScreen} />
  )
  return (
    <section id="section-perio" aria-label="牙周检查" className={cx(shownPad && s.underPad)}>
      <div className={s.notices}>
        {draft.corrects && (
          <Notice
            tone="wait"
            icon="pencil"
            action={
              <TextButton
                onClick={() =>
                  setUrl(mode === 'chart' ? { view: 'compare', with: corrects } : { view: 'chart', with: null })
                }
              >
                {mode === 'chart' ? '与原来的对比' : '回到录入'}
              </TextButton>
            }
          >
            更正 {draft.corrects.chartNo}（{chartDay(draft.corrects.examinedAt, presentDay())}）：
            {draft.corrects.reason}
          </Notice>
        )}
      </div>
      {editable && <Unsent store={store} name={`${lent.patientName} 的牙周检查`} onUnsent={lent.onUnsent} />}
      <Portal to={lent.slots.actions} inline={mobile}>
        <DraftActions draft={draft} store={store} decided={decided} lent={lent} />
      </Portal>
      {narrow && mode === 'chart' && (
        <div className={s.top}>
          {bar}
          {editable && <SyncLine store={store} />}
        </div>
      )}
      {mode === 'chart' ? (
        <Desk
          store={store}
          desk={desk}
          editable={editable}
          press={press}
          onPointed={pointed}
          noting={noting}
          onNote={setNoting}
          onMouth={lent.onMouth}
        />
      ) : (
        <Compared mode={mode} draft={draft} store={store} />
      )}
      {shownPad && mode === 'chart' && <Pad press={press} onNote={askNote} onClose={closePad} />}
      <Portal to={lent.slots.side}>
        <DraftSide draft={draft} store={store} decided={decided} editable={editable} />
        {editable && (
          <div className={`${side.side} ${side.sideFoot}`}>
            <div className={side.foot}>
              {!narrow && <SyncLine store={store} />}
              {!narrow && bar}
              <div className={s.hints}>
                <KeyHints keys={hints} />
              </div>
            </div>
          </div>
        )}
      </Portal>
    </section>
  )
}

/** Asks before cells are left that the server has not got. */
function Unsent({ store, name, onUnsent }: { store: ChartStore; name: string; onUnsent: Lent['onUnsent'] }) {
  const sync = useShown(store, (view) => view.sync.kind)
  const isKept = useShown(store, (view) => view.isKept)
  useUnsavedDraft(
    sync === 'saved'
      ? null
      : {
          name,
          save: async () => {
            if (!(await store.flush())) throw new Error('牙周检查没有保存成功')
          },
          discard: store.drop,
        },
  )
  const words = !isKept
    ? '这份牙周检查有格子只在这个窗口里'
    : sync === 'offline' || sync === 'refused'
      ? '这份牙周检查有没有同步到服务器的格子'
      : null
  const said = sync === 'saved' ? null : words
  useEffect(() => {
    onUnsent(said === null ? null : { what: said, kept: isKept })
    return () => onUnsent(null)
  }, [said, isKept, onUnsent])
  return null
}

/** What is being typed against an earlier chart. */
function Compared({ mode, draft, store }: { mode: 'compare' | 'difference'; draft: PerioDraft; store: ChartStore }) {
  const cells = useShown(store, ({ entry }) => entry.cells)
  const day = chartDay(draft.visitTime, presentDay())
  return (
    <CompareView
      mode={mode}
      patientId={draft.patientId}
      now={{ cells, day }}
      latest={draft.latest}
      corrects={draft.corrects?.id ?? null}
    />
  )
}

/** Into a place of the page, or where it stands. */
function Portal({
  to,
  inline = false,
  children,
}: {
  to: HTMLElement | null
  inline?: boolean
  children: React.ReactNode
}) {
  if (to) return createPortal(children, to)
  return inline ? <div className={s.top}>{children}</div> : null
}

/** What comes of the cells. Figures follow the key; they must not hold it up. */
function DraftSide({ store, ...rest }: Omit<SideProps, 'cells'> & { store: ChartStore }) {
  const cells = useShown(store, ({ entry }) => entry.cells)
  return <SideOf {...rest} cells={useDeferredValue(cells)} />
}

interface SideProps {
  draft: PerioDraft
  cells: PerioDraft['cells']
  decided: Decisions
  editable: boolean
}
const SideOf = memo(function SideOf({ draft, cells, decided, editable }: SideProps) {
  const summary = useMemo(() => perioSummary(cells), [cells])
  const tell = (part: Parameters<typeof decided.decide>[0]) =>
    decided.decide(part).catch((error: unknown) => {
      toast.error((error as Error).message)
      throw error
    })
  const today = presentDay()
  const day = chartDay(draft.visitTime, today)
  return (
    <div className={side.side}>
      <SummaryBlock summary={summary} last={draft.latest} today={draft.visitTime} />
      <DepthBlock summary={summary} />
      <TrendBlock summary={summary} earlier={draft.earlier} day={day === chartDay(today, today) ? '今天' : day} />
      <DiagnosisBlock cells={cells} draft={draft} decided={decided} readOnly={!editable} />
      <PlanBlock
        plan={decided.plan}
        cells={cells}
        onChange={editable ? (plan) => void tell({ plan }).catch(() => undefined) : null}
      />
      {editable && <NoteBlock note={decided.note} onKeep={(note) => tell({ note })} />}
      {!editable && decided.note && <p className={side.words}>{decided.note}</p>}
    </div>
  )
})
