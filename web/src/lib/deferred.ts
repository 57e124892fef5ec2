import { createElement, lazy, Suspense, useEffect, type ComponentType, type ReactNode } from 'react'

/** A component whose code comes with its first use, or earlier by `preload`. */
export type Deferred<P extends object> = ((props: P) => ReactNode) & {
  /** Fetches the code; a failure here is silent, the use itself tries again. */
  preload: () => void
}

/**
 * A dialog or pane as its own chunk: the page that opens it is there before it. Until the code has come, a dialog shows
 * nothing in its place; the page around it stays.
 * @param load e.g. `async () => (await import('./BookDialog.tsx')).BookDialog`
 * @param waiting what a part that fills its page shows until its code has come: `() => SkeletonRows({ rows: 12 })`
 */
export function deferred<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: () => ReactNode = () => null,
): Deferred<P> {
  const Part = lazy(async () => ({ default: await load() }))
  const InPlace = (props: P) =>
    createElement(Suspense, { fallback: waiting() }, createElement(Part as ComponentType<P>, props))
  return Object.assign(InPlace, {
    preload: () => {
      load().catch(() => {})
    },
  })
}

/**
 * Fetches deferred parts as soon as the page has been drawn and the browser is idle, so that they open at once.
 * @param ready false: not yet
 */
export function usePreload(parts: readonly { preload: () => void }[], ready = true): void {
  useEffect(() => {
    if (!ready) return
    const start = () => {
      for (const part of parts) part.preload()
    }
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(start, 1500)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(start, { timeout: 4000 })
    return () => cancelIdleCallback(idle)
  }, [parts, ready])
}
