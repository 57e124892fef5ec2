import { platformErrors } from '@dentin/contract/core/errors'
import type { AnyCall, WireInput, WireOutput } from '@dentin/contract/core/call'
import {
  keepPreviousData,
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
  type MutateOptions,
  type QueryKey,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { ApiError, failureEvents, send } from './client.ts'
import { offline } from './offline.ts'
import { session } from './session.ts'

/** One cache per tab. Keys begin with the clinic, so that nothing of one clinic shows in another. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: true,
      // Without a network a read is told so at once, or gives what was seen last.
      networkMode: 'always',
      retry: (failures, error) =>
        error instanceof ApiError && (error.isNetwork || error.is(platformErrors.BUSY)) && failures < 2,
    },
    // A lost connection is told at once; the user repeats, nothing waits in secret.
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Reads everything on the screen anew when the network is back, or the server answers again. */
export function readAgainWhenBack(): void {
  const readAgain = () => void queryClient.invalidateQueries()
  window.addEventListener('online', readAgain)
  let wasOffline = false
  offline.subscribe(() => {
    const isOffline = offline.since() !== null
    if (wasOffline && !isOffline) readAgain()
    wasOffline = isOffline
  })
}

/** The cache key of a call, with its input or for all inputs. */
export function keyOf<C extends AnyCall>(call: C, input?: WireInput<C>): QueryKey {
  const clinic = call.allow.kind === 'provider' ? 'platform' : (session.get()?.clinicId ?? 'none')
  return input === undefined ? [clinic, call.path] : [clinic, call.path, input]
}

export interface CallOptions {
  enabled?: boolean
  /** Keeps the old answer on the screen while the next one loads. Default true. */
  keep?: boolean
  staleTime?: number
  refetchInterval?: number
  /** Keeps the answer for reading without a network. */
  offline?: boolean
}

/** Reads with a call: cached, re-read when invalidated. */
export function useCall<C extends AnyCall>(
  call: C,
  input: WireInput<C>,
  options: CallOptions = {},
): UseQueryResult<WireOutput<C>, ApiError> {
  return useQuery<WireOutput<C>, ApiError>({
    queryKey: keyOf(call, input),
    queryFn: ({ signal }) => send(call, input, { signal, offline: options.offline ?? false }),
    enabled: options.enabled ?? true,
    ...((options.keep ?? true) ? { placeholderData: keepPreviousData as never } : {}),
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
    ...(options.refetchInterval === undefined ? {} : { refetchInterval: options.refetchInterval }),
  })
}

/** For a screen that shows the failure where it belongs, by the mutation's `error`. */
export const shownInPlace = (): void => {}

/** What the caller of a write does with its answer. */
type Hears<Input, Output> = Pick<MutateOptions<Output, ApiError, Input>, 'onError' | 'onSettled'> & {
  onSuccess?: (output: Output) => unknown
}

const address = () => globalThis.location?.pathname

/**
 * A write whose failure is told: by its caller, or, when the caller says nothing or its screen is gone, by the common message.
 * No caller can forget it. Its success is told as long as the page is the one it was sent from, also when what it changed has
 * taken the sender (a row, a version of a record) off that page; who has gone to another page is left in peace.
 */
export function outspoken<Input, Output>(
  run: (input: Input, own?: MutateOptions<Output, ApiError, Input>) => Promise<Output>,
): (input: Input, own?: Hears<Input, Output>) => void {
  return (input, { onSuccess, onError, ...own } = {}) => {
    let isTold = false
    const sentFrom = address()
    const hearing: MutateOptions<Output, ApiError, Input> = onError
      ? {
          ...own,
          onError: (...all) => {
            isTold = true
            return onError(...all)
          },
        }
      : own
    run(input, hearing).then(
      (output) => {
        if (address() === sentFrom) onSuccess?.(output)
      },
      (error: unknown) => {
        if (!isTold) failureEvents.onUnsaid(error)
      },
    )
  }
}

/** A write as a screen has it: its state, and the two ways to set it off. */
export type Sending<C extends AnyCall> = Omit<UseMutationResult<WireOutput<C>, ApiError, WireInput<C>>, 'mutate'> & {
  mutate: (input: WireInput<C>, own?: Hears<WireInput<C>, WireOutput<C>>) => void
}

/**
 * Changes something with a call; when it succeeded, every query of the calls in `refresh` is read again. A failure that the
 * caller of `mutate` does not tell is told by the common message.
 */
export function useSend<C extends AnyCall>(call: C, options: { refresh?: AnyCall[] } = {}): Sending<C> {
  const invalidate = useInvalidate()
  const sent = useMutation<WireOutput<C>, ApiError, WireInput<C>>({
    mutationFn: (input) => send(call, input),
    onSuccess: () => invalidate(options.refresh ?? []),
  })
  const { mutateAsync } = sent
  const mutate = useMemo(() => outspoken(mutateAsync), [mutateAsync])
  return { ...sent, mutate }
}

/**
 * What a `FormDialog` says of a write that has no form of its own.
 * @param beside what is refused of a field stands beside it, and not below as well
 */
export const dialogOf = (
  { error, isPending }: { error: ApiError | null; isPending: boolean },
  beside = false,
): { failure: string | null; mayRetry: boolean; sending: boolean } => ({
  failure: error === null || (beside && error.fields.length > 0) ? null : error.message,
  mayRetry: error?.mayPass ?? false,
  sending: isPending,
})

/** Marks every cached answer of the calls as stale, so that what is on the screen is read again. */
export function useInvalidate(): (calls: AnyCall[]) => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    async (calls) => {
      await Promise.all(calls.map((call) => client.invalidateQueries({ queryKey: keyOf(call) })))
    },
    [client],
  )
}
