import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { ApiError } from '../../lib/client.ts'
import { beginPayment, checkPayment, openAccess, type Access, type Standing, type Way } from './access.ts'

const POLL_MS = 2_000
const undecided = (state: Standing['state'] | undefined) => state === 'open' || state === 'confirming'

/** What lets this page pay. Null data: nothing does. */
export function useAccess() {
  const { search, hash } = useLocation()
  return useQuery<Access | null, ApiError>({
    queryKey: ['pay-access', search, hash],
    queryFn: () => openAccess({ search, hash }),
    staleTime: Infinity,
    retry: false,
  })
}

/** The way to pay and how the order stands with it, live until it is decided. */
export function usePayment(access: Access, by: 'alipay' | 'wechat') {
  const client = useQueryClient()
  const stateKey = ['pay-state', access]
  const way = useQuery<Way, ApiError>({
    queryKey: ['pay-way', access, by],
    queryFn: ({ signal }) => beginPayment(access, by, signal),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  })
  const live = useQuery<Standing, ApiError>({
    queryKey: stateKey,
    queryFn: ({ signal }) => checkPayment(access, false, signal),
    enabled: undecided(way.data?.state),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && !undecided(state.data.state) ? false : POLL_MS),
  })
  const ask = useMutation<Standing, ApiError>({
    mutationFn: () => checkPayment(access, true),
    networkMode: 'always',
    onSuccess: (standing) => client.setQueryData(stateKey, standing),
  })
  const left = useSecondsLeft(way.data?.secondsLeft ?? 0, way.dataUpdatedAt)
  return { way, live, ask, standing: live.data ?? way.data, left }
}

/** Counts down from what the server said when it answered; this machine's clock need not be right. */
function useSecondsLeft(seconds: number, since: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (seconds <= 0) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [seconds, since])
  return Math.max(0, Math.ceil(seconds - Math.max(0, now - since) / 1000))
}
