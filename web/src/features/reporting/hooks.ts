import { reporting } from '@dentin/contract/reporting'
import { parseDateTime } from '@dentin/kit/datetime'
import { useCallback, useEffect, useState } from 'react'
import { useLive } from '../../lib/live.ts'
import { keyOf, queryClient, useCall } from '../../lib/query.ts'
import { advance, type Day, type Step } from './model.ts'

/** Everything of this feature that has to be read again when the reception changed. */
export const dayReads = [reporting.today]

/** The day, live; `now` is the server's time in ms and goes on by itself. */
export function useDay(doctorId: string | null) {
  useLive(['reception', 'appointment', 'bill', 'patient'], dayReads)
  const query = useCall(reporting.today, doctorId ? { doctorId } : {}, {
    refetchInterval: 60_000,
    // One doctor's share can be cut from the whole day.
    offline: doctorId === null,
  })
  return { query, day: query.data, now: useServerNow(query.data?.now, query.dataUpdatedAt) }
}

/** The server's clock: what it said, plus what has passed here since. Changes every ten seconds. */
function useServerNow(said: string | undefined, heardAt: number): number {
  const [here, setHere] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setHere(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [])
  if (said === undefined) return here
  return parseDateTime(said).getTime() + Math.max(0, Math.max(here, heardAt) - heardAt)
}

/** Shows a step at once in every cached day; gives back the way to undo that. */
export function useAdvance(): (step: Step, now: number) => void {
  return useCallback((step, now) => {
    const key = keyOf(reporting.today)
    for (const query of queryClient.getQueryCache().findAll({ queryKey: key })) {
      const day = query.state.data as Day | undefined
      // The time at which the server was heard stays: the clock goes on from there.
      if (day)
        queryClient.setQueryData(query.queryKey, advance(day, step, now), { updatedAt: query.state.dataUpdatedAt })
    }
  }, [])
}
