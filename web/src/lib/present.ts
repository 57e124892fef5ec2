import { today, type LocalDate } from '@dentin/kit/datetime'
import { useEffect, useState } from 'react'

const COOKIE = /(?:^|; )dentin_behind=(\d+)/

/** How far the clinic's time is behind this machine's, in milliseconds: more than 0 in a demo that has a clock of its own. */
export const behindMs = (): number =>
  typeof document === 'undefined' ? 0 : Number(COOKIE.exec(document.cookie)?.[1] ?? 0)

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
