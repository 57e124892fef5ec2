import { useQueries } from '@tanstack/react-query'
import { clinic } from '@dentin/contract/clinic'
import { useMemo } from 'react'
import { send } from '../lib/client.ts'
import { keyOf, useCall } from '../lib/query.ts'
import type { Tariff } from './tariffs.ts'

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
