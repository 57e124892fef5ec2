import { parseDate, parseDateTime } from '@dentin/kit/datetime'
import { useEffect, useState } from 'react'
import { present, presentDay } from './present.ts'

/** '今天 09:20', '昨天 15:00', '11-03 10:00'. */
export function shortMoment(moment: string): string {
  const days = Math.round((parseDate(presentDay()).getTime() - parseDate(moment.slice(0, 10)).getTime()) / 86_400_000)
  const time = moment.slice(11, 16)
  if (days === 0) return `今天 ${time}`
  if (days === 1) return `昨天 ${time}`
  return `${moment.slice(0, 4) === presentDay().slice(0, 4) ? moment.slice(5, 10) : moment.slice(0, 10)} ${time}`
}

/** The server's clock: what it said, plus what has passed here since. Changes every ten seconds. */
export function useServerNow(said: string | undefined, heardAt: number): number {
  const [here, setHere] = useState(() => present().getTime())
  useEffect(() => {
    const timer = setInterval(() => setHere(present().getTime()), 10_000)
    return () => clearInterval(timer)
  }, [])
  if (said === undefined) return here
  return parseDateTime(said).getTime() + Math.max(0, Math.max(here, heardAt) - heardAt)
}
