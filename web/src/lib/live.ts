import type { AnyCall } from '@dentin/contract/core/call'
import type { Topic } from '@dentin/contract/core/topics'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { sessionEvents } from './client.ts'
import { queryClient, keyOf } from './query.ts'
import { session } from './session.ts'

type Listener = (topic: Topic, refId: string | null) => void

const listeners = new Set<Listener>()
let abort: AbortController | null = null
let lastId: string | null = null
/** Another tab of the same sign-in took this one's place: one sign-in has so many streams and no more. */
let replaced = false
/** The server is heard every 15 seconds at least; a line that is silent for two and a half times that is dead. */
const SILENCE_MS = 37_500

/**
 * Reads a stream of events until the signal ends it, with fetch so that a key travels in a header. After a cut, or when the
 * server falls silent, it is opened anew.
 * @param open asks for the stream; null: there is nothing to listen to any more
 * @param hear each event as its lines
 */
export async function follow(
  signal: AbortSignal,
  open: (signal: AbortSignal) => Promise<Response | null>,
  hear: (block: string) => void,
): Promise<void> {
  let wait = 500
  while (!signal.aborted) {
    // A network that went away without a word (sleep, another WLAN) ends neither the request nor the reading.
    const silence = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const heard = () => {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
    }
    heard()
    try {
      const response = await open(AbortSignal.any([signal, silence.signal]))
      if (!response) return
      if (!response.ok || !response.body) throw new Error(String(response.status))
      wait = 500
      await consume(response.body, heard, hear)
    } catch {
      if (signal.aborted) return
    } finally {
      clearTimeout(timer)
    }
    await new Promise((resolve) => setTimeout(resolve, wait))
    wait = Math.min(wait * 2, 10_000)
  }
}

async function consume(
  body: ReadableStream<Uint8Array>,
  heard: () => void,
  hear: (block: string) => void,
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let buffer = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    heard()
    buffer += decoder.decode(value, { stream: true })
    for (let end = buffer.indexOf('\n\n'); end >= 0; end = buffer.indexOf('\n\n')) {
      hear(buffer.slice(0, end))
      buffer = buffer.slice(end + 2)
    }
  }
}

/** One stream per tab. It resumes where it was; when it can't know what it missed, everything on the screen is read again. */
async function openEvents(signal: AbortSignal): Promise<Response | null> {
  if (replaced && !document.hasFocus()) {
    await nextFocus(signal)
    signal.throwIfAborted()
  }
  replaced = false
  const held = session.get()
  if (!held?.clinicId) return null
  const response = await fetch('/platform-api/events', {
    headers: { authorization: `Bearer ${held.token}`, ...(lastId ? { 'last-event-id': lastId } : {}) },
    signal,
  })
  // The session has ended while nobody asked for anything: the page hears of it here.
  if (response.status === 401 && session.get()?.token === held.token) {
    const { message } = (await response.json().catch(() => ({}))) as { message?: string }
    sessionEvents.onUnauthenticated(message ?? 'token已过期，请重新登录')
  }
  return response.status === 401 || response.status === 403 ? null : response
}

/** Resolves when somebody looks at this tab again, or when the signal ends it. */
function nextFocus(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      removeEventListener('focus', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    addEventListener('focus', done)
    signal.addEventListener('abort', done)
  })
}

function tell(block: string): void {
  const field = (name: string) =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2)
  const topic = field('event')
  lastId = field('id') ?? lastId
  if (topic === 'closed') replaced = (field('data') ?? '').includes('replaced')
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
  void follow(abort.signal, openEvents, tell)
}

/**
 * Reads the calls again whenever one of the topics changed on the server.
 * @param concerns leaves out what is about something else (null: about everything)
 */
export function useLive(
  topics: readonly Topic[],
  calls: readonly AnyCall[],
  concerns: (refId: string | null) => boolean = () => true,
): void {
  const latest = useRef({ topics, calls, concerns })
  useLayoutEffect(() => {
    latest.current = { topics, calls, concerns }
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    const hear: Listener = (topic, refId) => {
      if (timer || !latest.current.topics.includes(topic) || !latest.current.concerns(refId)) return
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

/** Does something whenever a topic changed on the server. */
export function useHear(topic: Topic, hear: (refId: string | null) => void): void {
  const latest = useRef(hear)
  useLayoutEffect(() => {
    latest.current = hear
  })
  useEffect(() => {
    const listener: Listener = (told, refId) => {
      if (told === topic) latest.current(refId)
    }
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [topic])
}
