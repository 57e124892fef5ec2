import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** Lines to the event stream that were opened, each with what resumes it and a way to say something on it. */
interface Line {
  lastEventId: string | null
  say: (text: string) => void
  signal: AbortSignal
}

let lines: Line[]
/** Module state is one stream per tab: each test is a tab of its own. */
async function openTab() {
  vi.resetModules()
  const { session } = await import('./session.ts')
  const { restartLive } = await import('./live.ts')
  session.set({ token: 't', clinicId: 'c', currentUserId: 'u', companyId: 'k' })
  restartLive()
  await vi.advanceTimersByTimeAsync(0)
  return { end: () => (session.set(null), restartLive()) }
}

beforeEach(() => {
  vi.useFakeTimers()
  lines = []
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const signal = init.signal as AbortSignal
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        lines.push({
          lastEventId: new Headers(init.headers).get('last-event-id'),
          say: (text) => controller.enqueue(new TextEncoder().encode(text)),
          signal,
        })
        signal.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return new Response(body)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the event stream', () => {
  it('stays as long as the server is heard', async () => {
    const tab = await openTab()
    for (let n = 0; n < 6; n++) {
      await vi.advanceTimersByTimeAsync(15_000)
      lines[0]?.say(': alive\n\n')
    }
    await vi.advanceTimersByTimeAsync(30_000)
    expect(lines).toHaveLength(1)
    tab.end()
  })

  it('is opened anew after two and a half silent heartbeats, from the last event on', async () => {
    const tab = await openTab()
    lines[0]?.say('id: 7\nevent: open\ndata: {}\n\n')
    await vi.advanceTimersByTimeAsync(37_000)
    expect(lines).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_500)
    expect(lines).toHaveLength(2)
    expect(lines[0]?.signal.aborted).toBe(true)
    expect(lines[1]?.lastEventId).toBe('7')
    tab.end()
  })

  it('ends with the session, silent or not', async () => {
    const tab = await openTab()
    tab.end()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(lines).toHaveLength(1)
    expect(lines[0]?.signal.aborted).toBe(true)
  })
})
