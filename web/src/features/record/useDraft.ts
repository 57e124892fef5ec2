import { platformErrors } from '@dentin/contract/core/errors'
import { record, recordContent, type RecordContent } from '@dentin/contract/record'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, send } from '../../lib/client.ts'
import { keyOf, queryClient } from '../../lib/query.ts'
import { ownKey } from '../../lib/session.ts'
import type { RecordDetail } from './hooks.ts'
import { toast } from '../../ui/index.ts'
import { tidy } from './model.ts'

/** How long text waits from its first key on: what a browser has in its own store is lost when it is killed. */
const WAIT_MS = 700
/** How long until the server is tried again that was not reached. */
const AGAIN_MS = 5_000

export type SaveState =
  | { kind: 'saved'; at: string | null }
  | { kind: 'dirty' }
  | { kind: 'saving' }
  /** The server was not reached; the text is kept in this browser and sent again. */
  | { kind: 'offline' }
  | { kind: 'refused'; message: string; fields: { field: string; message: string }[] }

interface Kept {
  content: RecordContent
  /** What the server had when it was written, with its version. */
  base: RecordContent
  version: number
  at: string
}

export interface Conflict {
  base: RecordContent
  theirs: RecordDetail
}

export interface Draft {
  content: RecordContent
  change: (make: (now: RecordContent) => RecordContent) => void
  state: SaveState
  missing: RecordDetail['missing']
  quality: RecordDetail['quality']
  /** Sends what is not sent yet, showing again what stands in the way. @returns the version on the server, or null when it could not be saved */
  flush: () => Promise<number | null>
  /** Sends what is not sent yet, unless a conflict waits for the person. */
  flushQuietly: () => void
  /** Goes back to what the server has. */
  discard: () => void
  /** What somebody else made of it while this was being written. */
  conflict: Conflict | null
  /** Ends the conflict with this text on top of theirs. */
  resolve: (content: RecordContent) => void
  /** Back to the text; it stays unsaved in this browser until the next `flush`. */
  postpone: () => void
  /** Text of an earlier visit to this page that never reached the server. */
  kept: Kept | null
  takeKept: () => void
  dropKept: () => void
}

const storageKey = (id: string) => ownKey(`record.${id}`)

function readKept(id: string): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey(id)) ?? 'null') as Kept | null
    return kept ? { ...kept, content: recordContent.parse(kept.content), base: recordContent.parse(kept.base) } : null
  } catch {
    return null
  }
}

const same = (a: RecordContent, b: RecordContent) => JSON.stringify(tidy(a)) === JSON.stringify(tidy(b))

/**
 * The text of a record while it is written: kept in this browser at once, sent within a second while keys go on, and when a
 * field is left, one request at a time. A version somebody else made stops it until the person has chosen.
 */
export function useDraft(detail: RecordDetail, editable: boolean): Draft {
  const { id } = detail
  const [content, setContent] = useState(detail.content)
  const [state, setState] = useState<SaveState>({ kind: 'saved', at: null })
  const [found, setFound] = useState({ missing: detail.missing, quality: detail.quality })
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [kept, setKept] = useState<Kept | null>(() => {
    const stored = editable ? readKept(id) : null
    return stored && !same(stored.content, detail.content) ? stored : null
  })
  const latest = useRef(detail.content)
  const saved = useRef(detail.content)
  const version = useRef(detail.version)
  const running = useRef<Promise<number | null> | null>(null)
  const stopped = useRef(false)
  const savedAt = useRef<string | null>(null)
  const rest = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  /** Something waits in this browser because the server was not reached. */
  const unsynced = useRef(false)

  const keep = useCallback(() => {
    const store: Kept = {
      content: latest.current,
      base: saved.current,
      version: version.current,
      at: new Date().toISOString(),
    }
    try {
      localStorage.setItem(storageKey(id), JSON.stringify(store))
    } catch {
      // A full store only means that this browser can't offer the text back.
    }
  }, [id])

  // What this browser kept has reached the server in the meantime.
  useEffect(() => {
    if (editable && kept === null && same(latest.current, saved.current)) localStorage.removeItem(storageKey(id))
  }, [editable, id, kept])

  // Read again from the server while nothing is typed: what is newer there is shown.
  useEffect(() => {
    if (detail.version <= version.current || !same(latest.current, saved.current) || running.current) return
    version.current = detail.version
    saved.current = detail.content
    latest.current = detail.content
    setContent(detail.content)
    setFound({ missing: detail.missing, quality: detail.quality })
  }, [detail])

  const stop = useCallback(async () => {
    stopped.current = true
    setState({ kind: 'refused', message: '已被他人修改', fields: [] })
    const theirs = await send(record.get, { id }).catch(() => null)
    if (!theirs) return
    setConflict({ base: saved.current, theirs })
    setState({ kind: 'refused', message: `已被${theirs.updatedBy || '他人'}修改`, fields: [] })
  }, [id])

  const send1 = useCallback(async (): Promise<number | null> => {
    const text = tidy(latest.current)
    // While somebody types the words in the footer stay: they would change twice a second.
    setState((now) => (now.kind === 'dirty' ? now : { kind: 'saving' }))
    try {
      const answer = await send(record.save, { id, version: version.current, content: text })
      version.current = answer.version
      saved.current = text
      setFound({ missing: answer.missing, quality: answer.quality })
      queryClient.setQueryData<RecordDetail>(keyOf(record.get, { id }), (old) =>
        old
          ? { ...old, content: text, version: answer.version, missing: answer.missing, quality: answer.quality }
          : old,
      )
      if (same(latest.current, text)) {
        localStorage.removeItem(storageKey(id))
        savedAt.current = answer.savedAt.slice(11)
        setState({ kind: 'saved', at: savedAt.current })
      } else setState((now) => (now.kind === 'dirty' ? now : { kind: 'dirty' }))
      if (unsynced.current) toast.success('已同步 1 条')
      unsynced.current = false
      return answer.version
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      keep()
      if (error.isNetwork || error.is(platformErrors.BUSY)) {
        unsynced.current = true
        setState({ kind: 'offline' })
      } else if (error.isConflict) await stop()
      else setState({ kind: 'refused', message: error.message, fields: error.fields })
      return null
    }
  }, [id, keep, stop])

  const flush = useCallback(async (): Promise<number | null> => {
    if (!editable) return version.current
    // Of two that wait for one request, the second waits for the first one's too: both would send the same version.
    while (running.current) await running.current
    if (same(latest.current, saved.current)) return version.current
    if (stopped.current) {
      await stop()
      return null
    }
    running.current = send1().finally(() => (running.current = null))
    return running.current
  }, [editable, send1, stop])
  const flushQuietly = useCallback(() => {
    if (!stopped.current) void flush()
  }, [flush])

  /** Sends in a moment. More keys do not put it off; while a request is under way they wait for its answer. */
  const sendLater = useCallback(() => {
    rest.current ??= setTimeout(
      () =>
        void Promise.resolve(running.current).finally(() => {
          rest.current = undefined
          flushQuietly()
        }),
      unsynced.current ? AGAIN_MS : WAIT_MS,
    )
  }, [flushQuietly])

  const change = useCallback(
    (make: (now: RecordContent) => RecordContent) => {
      if (!editable) return
      const next = make(latest.current)
      if (next === latest.current) return
      latest.current = next
      setContent(next)
      if (same(next, saved.current)) {
        localStorage.removeItem(storageKey(id))
        if (!running.current && !stopped.current) setState({ kind: 'saved', at: savedAt.current })
        return
      }
      keep()
      sendLater()
      setState((now) => (now.kind === 'offline' || stopped.current ? now : { kind: 'dirty' }))
    },
    [editable, id, keep, sendLater],
  )

  useEffect(() => {
    if (!editable) return
    const timer = setInterval(flushQuietly, AGAIN_MS)
    const hide = () => document.visibilityState === 'hidden' && flushQuietly()
    window.addEventListener('online', flushQuietly)
    document.addEventListener('visibilitychange', hide)
    return () => {
      clearInterval(timer)
      clearTimeout(rest.current)
      rest.current = undefined
      window.removeEventListener('online', flushQuietly)
      document.removeEventListener('visibilitychange', hide)
      flushQuietly()
    }
  }, [editable, flushQuietly])

  const resolve = useCallback(
    (chosen: RecordContent) => {
      if (!conflict) return
      version.current = conflict.theirs.version
      saved.current = conflict.theirs.content
      stopped.current = false
      latest.current = chosen
      setContent(chosen)
      setConflict(null)
      setState({ kind: 'dirty' })
      if (same(chosen, conflict.theirs.content)) {
        localStorage.removeItem(storageKey(id))
        setState({ kind: 'saved', at: null })
      } else void flush()
    },
    [conflict, flush, id],
  )
  const postpone = useCallback(() => setConflict(null), [])
  const discard = useCallback(() => {
    stopped.current = false
    localStorage.removeItem(storageKey(id))
    latest.current = saved.current
    setContent(saved.current)
    setState({ kind: 'saved', at: savedAt.current })
  }, [id])
  const dropKept = useCallback(() => {
    localStorage.removeItem(storageKey(id))
    setKept(null)
  }, [id])
  const takeKept = useCallback(() => {
    if (!kept) return
    setKept(null)
    // Somebody wrote on while the text lay in this browser: it goes on from where it stood, and both are shown.
    if (kept.version !== version.current) {
      version.current = kept.version
      saved.current = kept.base
    }
    change(() => kept.content)
    void flush()
  }, [change, flush, kept])

  return {
    content,
    change,
    state,
    ...found,
    flush,
    flushQuietly,
    discard,
    conflict,
    resolve,
    postpone,
    kept,
    takeKept,
    dropKept,
  }
}
