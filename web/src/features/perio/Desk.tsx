import { isMissing } from '@dentin/clinical/perio/cells'
import type { PerioKey } from '@dentin/clinical/perio/keys'
import { siteName } from '@dentin/clinical/perio/sites'
import { useCallback, type RefObject } from 'react'
import { Bubble } from './Bubble.tsx'
import { ChartFrame } from './ChartFrame.tsx'
import { useShown } from './hooks.ts'
import type { Lent, Place } from './model.ts'
import { NoteField } from './NoteField.tsx'
import { PerioChart } from './PerioChart.tsx'
import type { ChartStore } from './store.ts'
import { useKeys } from './useKeys.ts'
import s from './entry.module.css'

export interface DeskProps {
  store: ChartStore
  desk: RefObject<HTMLDivElement | null>
  editable: boolean
  press: (key: PerioKey) => void
  /** A site was pointed at. */
  onPointed: () => void
  /** The place whose tooth a note is written of; the cursor may go on meanwhile. */
  noting: Place | null
  onNote: (place: Place | null) => void
  onMouth: Lent['onMouth']
}

/** The chart with its cursor: the one part of the screen that is drawn again at every key. */
export function Desk({ store, desk, editable, press, onPointed, noting, onNote, onMouth }: DeskProps) {
  const view = useShown(store, (now) => now)
  const { entry } = view
  const place = editable ? entry.place : null
  const askNote = useCallback(() => onNote(store.get().entry.place), [store, onNote])
  useKeys({
    desk,
    enabled: editable,
    press,
    asked: () => {
      const { waiting } = store.get().entry
      return waiting && 'typed' in waiting ? waiting.kind : null
    },
    answer: (yes) => {
      const { conflicts, entry: now } = store.get()
      if (conflicts[0]) store.settle(conflicts[0], yes ? 'mine' : 'theirs')
      else if (now.askMouth && onMouth) {
        if (yes) onMouth(now.askMouth.tooth, now.askMouth.status)
        store.mouthAnswered()
      } else return false
      return true
    },
    onNote: askNote,
    onEscape: () => {
      const { waiting, problem, askMouth } = store.get().entry
      if (waiting || problem || askMouth) store.pointAt(store.get().entry.place)
      else desk.current?.blur()
      return true
    },
  })
  return (
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
                      onPointed()
                      if (at.site === null || isMissing(entry.cells[at.tooth]))
                        press({ kind: 'tooth', tooth: at.tooth })
                      else store.pointAt({ tooth: at.tooth, site: at.site })
                    }
                  : undefined
              }
            />
            {editable && !noting && <Bubble view={view} store={store} layout={layout} onMouth={onMouth} />}
            {noting && (
              <NoteField
                key={noting.tooth}
                place={noting}
                layout={layout}
                value={String(entry.cells[noting.tooth]?.note ?? '')}
                onKeep={(text) => store.write(noting.tooth, 'note', text === '' ? null : text)}
                onClose={() => {
                  onNote(null)
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
  )
}
