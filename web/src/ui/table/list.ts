import type { UrlCodec } from '../hooks/useUrlState.ts'
import type { DataTableProps } from './DataTable.tsx'
import type { PagerProps } from './Pager.tsx'

/** What a query has found so far. */
interface Found<D> {
  data: D | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}
interface Place {
  page: number
  size: number
}
type ListProps<R> = Pick<DataTableProps<R>, 'rows' | 'loading' | 'error' | 'onRetry'>

const SIZES = [10, 20, 50, 100]
const wholeNumber = (fallback: number, accept: (n: number) => boolean): UrlCodec<number> => ({
  parse: (text) => (text !== null && accept(Number(text)) ? Number(text) : fallback),
  format: (value) => (value === fallback ? null : String(value)),
})

/** The place in a paged list, for `useUrlState`. Anything else in the address reads as the first page of 20. */
export const pageCodecs = {
  page: wholeNumber(1, (n) => Number.isInteger(n) && n >= 1),
  size: wholeNumber(20, (n) => SIZES.includes(n)),
}

/**
 * What a `DataTable` needs of a query.
 * @param what what was not read, said before the error: 员工
 */
export function listProps<R>(found: Found<readonly R[] | { list: readonly R[] }>, what?: string): ListProps<R> {
  // One by one: a query follows what is read of it.
  const { data, error, isFetching, refetch } = found
  return {
    rows: data && 'list' in data ? data.list : data,
    loading: isFetching,
    error: error ? `${what ? `${what}没有读到：` : ''}${error.message}` : undefined,
    onRetry: () => void refetch(),
  }
}

/**
 * The same for a list that the server pages.
 * @param go to another page, or to the first with another size
 */
export function pagedProps<R>(
  found: Found<{ list: readonly R[]; total: number }>,
  { page, size }: Place,
  go: (place: Place) => void,
  { what, ...pager }: Pick<PagerProps, 'sum' | 'noun'> & { what?: string } = {},
): ListProps<R> & { pager: PagerProps } {
  const onChange = (to: number, by: number) => go({ page: to, size: by })
  return {
    ...listProps(found, what),
    pager: { ...pager, page, pageSize: size, total: found.data?.total, onChange },
  }
}
