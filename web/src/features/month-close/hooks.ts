import type { WireOutput } from '@dentin/contract/core/call'
import { monthClose } from '@dentin/contract/month-close'
import { useLive } from '../../lib/live.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type MonthState = WireOutput<typeof monthClose.state>
export type MonthBook = MonthState['book']
export type MonthCheck = MonthState['checks'][number]

const reads = [monthClose.state]

/** What a month still has open, and its book; kept fresh. */
export function useMonth(month: string) {
  useLive(['bill'], reads)
  return useCall(monthClose.state, { month })
}

export function useMonthSends() {
  const refresh = { refresh: reads }
  return { close: useSend(monthClose.close, refresh), reopen: useSend(monthClose.reopen, refresh) }
}
