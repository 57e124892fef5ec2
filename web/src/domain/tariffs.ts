import { useQueries } from '@tanstack/react-query'
import { clinic } from '@dentin/contract/clinic'
import type { WireOutput } from '@dentin/contract/core/call'
import { useMemo } from 'react'
import { send } from '../lib/client.ts'
import { keyOf, useCall } from '../lib/query.ts'

/** An item of the price list, as it is found. */
export type Tariff = WireOutput<typeof clinic.tariffs>['list'][number]

const find = async (ask: { keyword: string; goods?: boolean }, signal?: AbortSignal): Promise<Tariff[]> =>
  (await send(clinic.tariffs, { ...ask, pageSize: 20 }, signal ? { signal } : {})).list

/** Price-list items by name, pinyin, initials or code. */
export const findTariffs = (keyword: string, signal?: AbortSignal): Promise<Tariff[]> => find({ keyword }, signal)

/** The same among what is sold without a visit. */
export const findGoods = (keyword: string, signal?: AbortSignal): Promise<Tariff[]> =>
  find({ keyword, goods: true }, signal)

const PAGE = 200
const FRESH_MS = 60_000

/** Every item of the clinic's price list, page by page, for a list in which one is chosen by typing. */
export function useAllTariffs(enabled = true): readonly Tariff[] {
  const ask = (pageNum: number) => ({ keyword: '', pageNum, pageSize: PAGE })
  const first = useCall(clinic.tariffs, ask(1), { staleTime: FRESH_MS, enabled }).data
  const pages = Math.ceil((first?.total ?? 0) / PAGE)
  const others = useQueries({
    queries: Array.from({ length: Math.max(0, pages - 1) }, (_, n) => ({
      queryKey: keyOf(clinic.tariffs, ask(n + 2)),
      queryFn: () => send(clinic.tariffs, ask(n + 2)),
      staleTime: FRESH_MS,
    })),
    combine: listsOf,
  })
  return useMemo(() => [...(first?.list ?? []), ...others], [first, others])
}

const listsOf = (answers: readonly { data?: { list: readonly Tariff[] } | undefined }[]): readonly Tariff[] =>
  answers.flatMap(({ data }) => data?.list ?? [])
