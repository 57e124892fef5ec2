import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError, failureEvents } from './client.ts'
import { outspoken, shownInPlace } from './query.ts'

const told: string[] = []
beforeEach(() => {
  told.length = 0
  failureEvents.onUnsaid = (error) => void told.push((error as Error).message)
})
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

it('code-not-success: a refusal that the caller does not tell is told by the common message, also after its screen is gone', async () => {
  const observer = new MutationObserver<unknown, ApiError, number>(new QueryClient(), {
    mutationFn: () => Promise.reject(new ApiError(22001, '患者资料有误')),
    retry: false,
  })
  const mutate = outspoken<number, unknown>((input, own) => observer.mutate(input, own))
  const leave = observer.subscribe(() => {})
  mutate(1)
  await settled()
  expect(told).toEqual(['患者资料有误'])
  const own = vi.fn()
  mutate(2, { onError: own })
  await settled()
  expect([own.mock.calls.length, told.length]).toEqual([1, 1])
  mutate(3, { onError: shownInPlace })
  await settled()
  expect(told).toHaveLength(1)
  mutate(4, { onError: own })
  leave()
  await settled()
  expect([own.mock.calls.length, told.length]).toEqual([1, 2])
})

it('tells a success also when the write took its sender off the page, and not to who has gone to another page', async () => {
  const observer = new MutationObserver<number, ApiError, number>(new QueryClient(), {
    mutationFn: (input) => Promise.resolve(input),
  })
  const mutate = outspoken<number, number>((input, own) => observer.mutate(input, own))
  const heard = vi.fn()
  const leave = observer.subscribe(() => {})
  mutate(1, { onSuccess: heard })
  leave()
  await settled()
  expect(heard.mock.calls).toEqual([[1]])
  vi.stubGlobal('location', { pathname: '/orderSet' })
  mutate(2, { onSuccess: heard })
  vi.stubGlobal('location', { pathname: '/patientList' })
  await settled()
  vi.unstubAllGlobals()
  expect(heard).toHaveBeenCalledTimes(1)
})
