import { perioSummary } from '@dentin/clinical/perio/summary'
import type { PerioKey } from '@dentin/clinical/perio/keys'
import { siteName } from '@dentin/clinical/perio/sites'
import type { PerioDraft } from '@dentin/contract/perio'
import { presentDay } from '../../lib/present.ts'
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { cx, Notice, KeyHints, toast, useIsMobile, useIsNarrow, useMediaQuery } from '../../ui/index.ts'
import { Bubble } from './Bubble.tsx'
import { ChartFrame } from './ChartFrame.tsx'
import { CompareView } from './CompareView.tsx'
import { DiagnosisBlock } from './DiagnosisBlock.tsx'
import { DraftActions } from './DraftActions.tsx'
import { EntryBar, SyncLine } from './EntryBar.tsx'
import { useChartStore, useDecided, useView, way } from './hooks.ts'
import type { Lent, Place } from './model.ts'
import { NoteField } from './NoteField.tsx'
import { Pad } from './Pad.tsx'
import { PerioChart } from './PerioChart.tsx'
import { PlanBlock } from './PlanBlock.tsx'
import { openScreen, useSentToScreen } from './screen-link.ts'
import { DepthBlock, SummaryBlock, TrendBlock } from './SummaryBlocks.tsx'
import { useKeys } from './useKeys.ts'
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
  { keys: '←', does: '退一格' },
  { keys: 'Tab', does: '换侧' },
  { keys: '?', does: '全部' },
]

/** An examination while it is recorded. */
export function DraftPane({ draft, lent }: { draft: PerioDraft; lent: Lent }) {
  const store = useChartStore(draft)
  const view = useView(store)
  const decided = useDecided(draft, store)
  const { entry } = view
  const editable = draft.can.edit && !lent.readOnly
  const [{ view: mode }] = usePerioView()
  const [narrow, mobile, finger] = [useIsNarrow(), useIsMobile(), useMediaQuery('(pointer: coarse)')]
  const [pad, setPad] = useState<boolean | null>(null)
  /** The place whose tooth a note is written of; the cursor may go on meanwhile. */
  const [noting, setNoting] = useState<Place | null>(null)
  const desk = useRef<HTMLDivElement>(null)
  // A phone has room for it once a site was touched.
  const shownPad = editable && (pad ?? (finger && !mobile))

  const press = useCallback(
    (key: PerioKey) => {
      store.press(key)
      if (key.kind !== 'path' && key.kind !== 'pass') return
      const { path, pass } = store.get().entry
      // Margins and plaque alone are a second round: nobody begins with them.
      way.keep({ path, pass: pass === 'both' ? 'both' : 'pd' })
    },
    [store],
  )
  const pressAndBack = useCallback(
    (key: PerioKey) => {
      press(key)
      desk.current?.focus({ preventScroll: true })
    },
    [press],
  )
  const askNote = useCallback(() => setNoting(store.get().entry.place), [store])
  useKeys({
    desk,
    enabled: editable && mode === 'chart',
    press,
    asked: () => {
      const { waiting } = store.get().entry
      return waiting && 'typed' in waiting ? waiting.kind : null
    },
    onNote: askNote,
    onEscape: () => {
      const { waiting, problem, askMouth } = store.get().entry
      if (waiting || problem || askMouth) store.pointAt(store.get().entry.place)
      else desk.current?.blur()
      return true
    },
  })
  const voice = useVoice(press, draft.settings.speechRemote, editable)
  useSentToScreen(draft.id, store)
  useEffect(() => {
    if (editable && mode === 'chart') desk.current?.focus({ preventScroll: true })
  }, [editable, mode])

  const place = editable ? entry.place : null
  const togglePad = useCallback(() => setPad(!shownPad), [shownPad])
  const onScreen = useMemo(() => (mobile ? null : () => openScreen(draft.recordId)), [mobile, draft.recordId])
  const closePad = useCallback(() => setPad(false), [])
  const bar = editable && (
    <EntryBar
      path={entry.path}
      pass={entry.pass}
      canUndo={entry.undo.length > 0}
      press={pressAndBack}
      voice={voice}
      pad={shownPad}
      onPad={togglePad}
      onScreen={onScreen}
    />
  )
  const day = chartDay(draft.visitTime, presentDay())
  // Figures follow the key; they must not hold it up.
  const counted = useDeferredValue(entry.cells)
  return (
    <section id="section-perio" aria-label="牙周检查" className={cx(shownPad && s.underPad)}>
      {draft.corrects && (
        <Notice tone="wait" icon="pencil">
          更正 {draft.corrects.chartNo}（{chartDay(draft.corrects.examinedAt, presentDay())}）：{draft.corrects.reason}
        </Notice>
      )}
      <Portal to={lent.slots.actions} inline={mobile}>
        <DraftActions draft={draft} store={store} decided={decided} lent={lent} />
      </Portal>
      {narrow && mode === 'chart' && (
        <div className={s.top}>
          {bar}
          {editable && <SyncLine sync={view.sync} onRetry={() => void store.flush()} />}
        </div>
      )}
      {mode === 'chart' ? (
        <div
          ref={desk}
          role="application"
          aria-label="牙周表格"
          aria-describedby="perio-cell"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its keys are those of a spreadsheet
          tabIndex={editable ? 0 : -1}
          className={s.desk}
        >
          <ChartFrame place={place}>
            {(layout) => (
              <>
                <PerioChart
                  layout={layout}
                  cells={entry.cells}
                  place={place}
                  onPlace={
                    editable
                      ? (at) => {
                          if (mobile) setPad(true)
                          if (at.site === null) press({ kind: 'tooth', tooth: at.tooth })
                          else store.pointAt({ tooth: at.tooth, site: at.site })
                        }
                      : undefined
                  }
                />
                {editable && !noting && <Bubble view={view} store={store} layout={layout} onMouth={lent.onMouth} />}
                {noting && (
                  <NoteField
                    key={noting.tooth}
                    place={noting}
                    layout={layout}
                    value={String(entry.cells[noting.tooth]?.note ?? '')}
                    onKeep={(text) => store.write(noting.tooth, 'note', text === '' ? null : text)}
                    onClose={() => {
                      setNoting(null)
                      desk.current?.focus({ preventScroll: true })
                    }}
                  />
                )}
              </>
            )}
          </ChartFrame>
          {place && (
            <p id="perio-cell" className="sr-only" aria-live="polite">
              {siteName(place)} {{ pd: '深度', gm: '龈缘', plaque: '菌斑' }[place.kind]}
            </p>
          )}
        </div>
      ) : (
        <CompareView
          mode={mode}
          patientId={draft.patientId}
          now={{ cells: entry.cells, day: '今天' }}
          latest={draft.latest}
        />
      )}
      {shownPad && mode === 'chart' && <Pad press={press} onNote={askNote} onClose={closePad} />}
      <Portal to={lent.slots.side}>
        <DraftSide draft={draft} cells={counted} decided={decided} editable={editable} day={day} />
        {editable && (
          <div className={`${side.side} ${side.sideFoot}`}>
            <div className={side.foot}>
              {!narrow && <SyncLine sync={view.sync} onRetry={() => void store.flush()} />}
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

const DraftSide = memo(function DraftSide({
  draft,
  cells,
  decided,
  editable,
  day,
}: {
  draft: PerioDraft
  cells: PerioDraft['cells']
  decided: ReturnType<typeof useDecided>
  editable: boolean
  day: string
}) {
  const content = useMemo(() => perioSummary(cells), [cells])
  return (
    <div className={side.side}>
      <SummaryBlock summary={content} last={draft.latest} today={draft.visitTime} />
      <DepthBlock summary={content} />
      <TrendBlock
        summary={content}
        earlier={draft.earlier}
        day={day === chartDay(presentDay(), presentDay()) ? '今天' : day}
      />
      <DiagnosisBlock cells={cells} draft={draft} decided={decided} readOnly={!editable} />
      <PlanBlock
        plan={decided.plan}
        cells={cells}
        onChange={
          editable
            ? (plan) => void decided.decide({ plan }).catch((error: unknown) => toast.error((error as Error).message))
            : null
        }
      />
    </div>
  )
})
