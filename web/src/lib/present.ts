import { today, type LocalDate } from '@dentin/kit/datetime'
import { useEffect, useState } from 'react'

const COOKIE = /(?:^|; )dentin_behind=(\d+)/

/** Asking for the cookies costs a key of a chart as much as drawing a row of it: they are asked once in so long. */
const KEPT_MS = 500
let read = { at: -Infinity, ms: 0 }

/** How far the clinic's time is behind this machine's, in milliseconds: more than 0 in a demo that has a clock of its own. */
export function behindMs(): number {
  if (typeof document === 'undefined') return 0
  const at = performance.now()
  if (at - read.at > KEPT_MS || at < read.at) read = { at, ms: Number(COOKIE.exec(document.cookie)?.[1] ?? 0) }
  return read.ms
}

/** The present moment of the clinic. What is counted down or kept on this machine goes by `Date.now()` instead. */
export const present = (): Date => new Date(Date.now() - behindMs())

export const presentDay = (): LocalDate => today(present())

/** The present moment, anew every so often. */
export function usePresent(everyMs: number): Date {
  const [moment, setMoment] = useState(present)
  useEffect(() => {
    const timer = setInterval(() => setMoment(present()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return moment
}
