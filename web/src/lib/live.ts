import type { AnyCall } from '@dentin/contract/core/call'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { queryClient, keyOf } from './query.ts'
import { session } from './session.ts'

/** What the server tells about. */
export type Topic = 'appointment' | 'reception' | 'record' | 'bill' | 'patient' | 'schedule' | 'message' | 'session' | 'staff'
type Listener = (topic: Topic, refId: string | null) => void

const listeners = new Set<Listener>()
let abort: AbortController | null = null
let lastId: string | null = null
let wait = 500

/**
 * One stream per tab, read with fetch so that the token travels in a header. After a cut it resumes where it was; when
 * it can't know what it missed, everything on the screen is read again.
 */
async function run(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const held = session.get()
    if (!held?.clinicId) return
    try {
      const response = await fetch('/platform-api/events', {
        headers: { authorization: `Bearer ${held.token}`, ...(lastId ? { 'last-event-id': lastId } : {}) },
        signal,
      })
      if (response.status === 401 || response.status === 403) return
      if (!response.ok || !response.body) throw new Error(String(response.status))
      wait = 500
      await consume(response.body)
    } catch {
      if (signal.aborted) return
    }
    await new Promise((resolve) => setTimeout(resolve, wait))
    wait = Math.min(wait * 2, 10_000)
  }
}

async function consume(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let buffer = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    buffer += decoder.decode(value, { stream: true })
    for (let end = buffer.indexOf('\n\n'); end >= 0; end = buffer.indexOf('\n\n')) {
      tell(buffer.slice(0, end))
      buffer = buffer.slice(end + 2)
    }
  }
}

function tell(block: string): void {
  const field = (name: string) =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2)
  const topic = field('event')
  lastId = field('id') ?? lastId
  if (!topic || topic === 'closed' || topic === 'open') return
  if (topic === 'resync') {
    // Away for longer than events are kept: everything on the screen is read again.
    void queryClient.invalidateQueries()
    return
  }
  const refId = (JSON.parse(field('data') ?? '{}') as { refId?: string | null }).refId ?? null
  for (const listener of listeners) listener(topic as Topic, refId)
}

/** Starts the stream for the present session, ending the former one. Called when the session changes. */
export function restartLive(): void {
  abort?.abort()
  lastId = null
  if (!session.get()?.clinicId) return
  abort = new AbortController()
  void run(abort.signal)
}

/** Reads the calls again whenever one of the topics changed on the server. */
export function useLive(topics: readonly Topic[], calls: readonly AnyCall[]): void {
  const latest = useRef({ topics, calls })
  useLayoutEffect(() => {
    latest.current = { topics, calls }
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    const hear: Listener = (topic) => {
      if (!latest.current.topics.includes(topic) || timer) return
      // Several changes of one moment are read once.
      timer = setTimeout(() => {
        timer = null
        for (const call of latest.current.calls) void queryClient.invalidateQueries({ queryKey: keyOf(call) })
      }, 60)
    }
    listeners.add(hear)
    return () => {
      listeners.delete(hear)
      if (timer) clearTimeout(timer)
    }
  }, [])
}
