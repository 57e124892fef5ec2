import type { AnyCall, WireInput, WireOutput } from '@dentin/contract/core/call'
import { keepPreviousData, useInfiniteQuery, type QueryKey } from '@tanstack/react-query'
import { send, type ApiError } from './client.ts'
import { keyOf } from './query.ts'

/** What has been read of a list that goes on after the last row of each page. */
export interface Pages<R> {
  data: { list: readonly R[] } | undefined
  error: ApiError | null
  isFetching: boolean
  refetch: () => unknown
  /** Reads the page that follows; undefined when there is none. */
  more: (() => void) | undefined
}

/**
 * Reads a list page by page: the rows of all pages so far, as one list.
 * @param after what of the input says where the next page begins
 */
export function usePages<R, C extends AnyCall & { output: { _zod: { input: { list: R[]; lastId: string | null } } } }>(
  call: C,
  input: WireInput<C>,
  after: (lastId: string) => Partial<WireInput<C>>,
): Pages<WireOutput<C>['list'][number]> {
  const found = useInfiniteQuery<WireOutput<C>, ApiError, { pages: WireOutput<C>[] }, QueryKey, string | null>({
    queryKey: keyOf(call, input),
    queryFn: ({ signal, pageParam }) =>
      send(call, pageParam === null ? input : { ...input, ...after(pageParam) }, { signal }),
    initialPageParam: null,
    getNextPageParam: (last) => last.lastId,
    placeholderData: keepPreviousData as never,
  })
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } = found
  return {
    data: data && { list: data.pages.flatMap((page) => page.list) },
    error,
    isFetching,
    refetch,
    more: hasNextPage ? () => void fetchNextPage() : undefined,
  }
}
