import { reporting } from '@dentin/contract/reporting'
import { useCallback } from 'react'
import { useLive } from '../../lib/live.ts'
import { keyOf, queryClient, useCall } from '../../lib/query.ts'
import { useServerNow } from '../../lib/when.ts'
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
