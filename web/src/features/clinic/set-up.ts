import { clinic } from '@dentin/contract/clinic'
import type { WireOutput } from '@dentin/contract/core/call'
import type { SetUpStep } from '@dentin/contract/set-up'
import { useCall, useSend } from '../../lib/query.ts'

export type SetUp = WireOutput<typeof clinic.setUp>
export type SetUpLine = SetUp['steps'][number]

/** Where the list of a new clinic stands. */
export const SET_UP = '/setUp'

/** What the present clinic still has to do before its first patient. */
export const useSetUp = (enabled = true) => useCall(clinic.setUp, {}, { enabled, staleTime: 60_000 })
export const useSettleStep = () => useSend(clinic.settleSetUpStep, { refresh: [clinic.setUp] })
export const usePutSetUpAway = () => useSend(clinic.putSetUpAway, { refresh: [clinic.setUp] })

/** The page with which somebody begins while their clinic opens: the list, for whoever keeps it; null: as always. */
export const firstPageOf = (setUp: Pick<SetUp, 'open' | 'mayKeep'> | undefined): typeof SET_UP | null =>
  setUp?.open && setUp.mayKeep ? SET_UP : null

/** How many of the steps are behind the clinic: done, or left for later. */
export const settledOf = (steps: readonly Pick<SetUpLine, 'state'>[]): number =>
  steps.filter(({ state }) => state !== 'open').length

/** A page of a step, that knows the way back. */
export const leadingBack = (to: string, step: SetUpStep): string =>
  `${to}${to.includes('?') ? '&' : '?'}from=setUp.${step}`
/** The step from which somebody came to a page. */
export function cameFrom(from: string | null, steps: readonly SetUpStep[]): SetUpStep | null {
  return steps.find((step) => from === `setUp.${step}`) ?? null
}
