import type { PerioRounds } from '@dentin/clinical/perio/keys'
import type { PerioPath } from '@dentin/clinical/perio/sites'
import type { WireInput } from '@dentin/contract/core/call'
import {
  perio,
  type PerioAnswers,
  type PerioDiagnosis,
  type PerioDraft,
  type PerioPlan,
  type PerioSnapshot,
} from '@dentin/contract/perio'
import { record } from '@dentin/contract/record'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { ApiError, newRequestId, send } from '../../lib/client.ts'
import { useHear, useLive } from '../../lib/live.ts'
import { useCall, useInvalidate, useSend } from '../../lib/query.ts'
import { toast } from '../../ui/index.ts'
import { keepingOf } from './keeping.ts'
import { ChartStore, type StoreView } from './store.ts'

const reads = [perio.draft, perio.snapshot, perio.ofPatient, perio.compare]

/** When the batches of this window were sent whose event has not come yet, by draft. */
const sent = new Map<string, number[]>()
/** An event that has not come by then went another way. */
const ECHO_MS = 3_000
/** The own cells are here already: the rest of what is read with them can wait until nobody types. */
const OWN_MS = 1_500
const OTHERS_MS = 60

/** Whether an event tells of a batch of this window; each batch has one. */
function isEcho(draftId: string | null): boolean {
  const times = (draftId && sent.get(draftId)?.filter((at) => performance.now() - at < ECHO_MS)) || []
  const isOwn = times.shift() !== undefined
  if (draftId) sent.set(draftId, times)
  return isOwn
}

/** Reads the draft again when somebody changes it: at once when it was somebody else, in a pause when it was this window. */
function useOthersCells(): void {
  const invalidate = useInvalidate()
  const next = useRef<{ timer: ReturnType<typeof setTimeout>; isSoon: boolean } | null>(null)
  useEffect(() => () => clearTimeout(next.current?.timer), [])
  useHear('perio', (refId) => {
    const isSoon = !isEcho(refId)
    if (next.current?.isSoon) return
    clearTimeout(next.current?.timer)
    const read = () => {
      next.current = null
      void invalidate([perio.draft])
    }
    next.current = { timer: setTimeout(read, isSoon ? OTHERS_MS : OWN_MS), isSoon }
  })
}

/** The examination that a record is in; null: none is under way. Read again whenever somebody changes it. */
export function usePerioDraft(recordId: string, enabled = true) {
  useOthersCells()
  return useCall(perio.draft, { recordId }, { enabled, keep: false, staleTime: Infinity, offline: true })
}
export function useSnapshot(id: string | null) {
  useLive(['perio'], [perio.snapshot], (refId) => refId === null || refId === id)
  return useCall(perio.snapshot, { id: id ?? '' }, { enabled: id !== null, keep: false, staleTime: 60_000 })
}
export function useCharts(patientId: string, enabled = true) {
  useLive(['perio'], [perio.ofPatient])
  return useCall(perio.ofPatient, { patientId }, { enabled, keep: false })
}
export const useCompare = (a: string | null, b: string | null) =>
  useCall(
    perio.compare,
    { a: a ?? '', b: b ?? '' },
    { enabled: a !== null && b !== null, staleTime: 60_000, keep: false },
  )
export const usePrinted = (id: string | null) =>
  useCall(perio.print, { id: id ?? '' }, { enabled: id !== null, keep: false, staleTime: Infinity })

export const useBegin = () => useSend(perio.begin, { refresh: reads })
export const useSeal = () => useSend(perio.seal, { refresh: [...reads, record.get, record.ofPatient] })
export const useDiscard = () => useSend(perio.discard, { refresh: reads })
export const useCorrect = () => useSend(perio.correct, { refresh: [...reads, record.get] })
export const useRemoveChart = () => useSend(perio.remove, { refresh: [...reads, record.get] })
export const useRestoreChart = () => useSend(perio.restore, { refresh: [...reads, record.get] })
export const useRecall = () => useSend(perio.recall, { refresh: [perio.snapshot] })
export const useToPlan = () => useSend(perio.toPlan)

/** Keeps how this person goes through a mouth. What is not kept is chosen again: nobody is told. */
export function useKeepWay() {
  const keep = useSend(perio.keepWay, { refresh: [perio.draft] }).mutate
  return useCallback(
    ({ path, rounds }: { path: PerioPath; rounds: PerioRounds }) =>
      keep({ path, rounds }, { onError: () => undefined }),
    [keep],
  )
}

/** The store of a draft, for as long as its screen stands; what others change joins it. */
export function useChartStore(draft: PerioDraft): ChartStore {
  const { id, recordId, seq, cells } = draft
  const [store] = useState(
    () =>
      new ChartStore(
        { seq, cells },
        {
          save: (changes, requestId) => {
            sent.set(id, [...(sent.get(id) ?? []), performance.now()])
            return send(perio.cells, { id, changes: [...changes], requestId })
          },
          mayPass: (error) => error instanceof ApiError && error.mayPass,
          newRequestId,
          synced: (count) => toast.success(`已同步 ${count} 格`),
        },
        keepingOf(id, recordId),
        draft.way,
      ),
  )
  useEffect(() => (draft.can.edit ? store.start() : undefined), [store, draft.can.edit])
  useEffect(() => void store.join({ seq, cells }), [store, seq, cells])
  return store
}
/** A part of what the store shows: who asks for it is drawn again when it is another, not at every key. */
export const useShown = <T>(store: ChartStore, part: (view: StoreView) => T): T =>
  useSyncExternalStore(store.subscribe, () => part(store.get()))

export interface Decided {
  answers: PerioAnswers
  diagnosis: PerioDiagnosis | null
  plan: PerioPlan
  note: string
}
/** What is decided of a chart, saved one after another. @returns the newest, and how to change it */
export function useDecided(draft: PerioDraft, store: ChartStore) {
  const [now, setNow] = useState<Decided | null>(null)
  const version = useRef(draft.version)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const unsent = useRef(false)
  const invalidate = useInvalidate()
  const { id, answers, diagnosis, plan, note } = draft
  const stored = useMemo((): Decided => ({ answers, diagnosis, plan, note }), [answers, diagnosis, plan, note])
  const shown = now ?? stored
  const latest = useRef(shown)
  useEffect(() => {
    version.current = Math.max(version.current, draft.version)
    latest.current = shown
  })
  return useMemo(() => {
    /** @throws ApiError when it is refused */
    const decide = (part: Partial<Decided>): Promise<void> => {
      const next = { ...latest.current, ...part }
      latest.current = next
      setNow(next)
      const run = async () => {
        try {
          // What is proposed rests on the cells: the server works it out from those that it has.
          await store.flush()
          const input: WireInput<typeof perio.decide> = { id, version: version.current, ...next }
          const answer = await send(perio.decide, input)
          version.current = answer.version
          unsent.current = false
        } catch (error) {
          // Nobody was reached: it stays on the screen and goes with the next, at the latest before the snapshot.
          unsent.current = error instanceof ApiError && error.mayPass
          if (unsent.current) throw error
          // What somebody else decided meanwhile is shown; this is to be said again.
          await invalidate([perio.draft])
          setNow(null)
          throw error
        }
        await invalidate([perio.draft])
        setNow((held) => (held === next ? null : held))
      }
      const ran = queue.current.then(run, run)
      queue.current = ran.catch(() => undefined)
      return ran
    }
    const settled = async (): Promise<number> => {
      await queue.current
      if (unsent.current) await decide({})
      return version.current
    }
    return { ...shown, decide, settled }
  }, [shown, id, invalidate, store])
}

export type Decisions = ReturnType<typeof useDecided>
export type { PerioSnapshot }
