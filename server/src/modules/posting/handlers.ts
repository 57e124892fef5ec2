import type { contract, Resource } from '@dentin/contract'
import { tracedFigures } from '@dentin/contract/traced-figures'
import type { ClinicContext, Handlers } from '../../platform/http/context.ts'
import { AppError } from '../../platform/errors.ts'

import { visibleBill } from '../billing/index.ts'
import { mustReachPatient, seesAmounts, summedClinics } from '../patient/index.ts'
import { ownerOf, pageOfPostings, sumOfPostings } from './queries.ts'

/** The right to see the figures of each. */
const RIGHTS = {
  bill: '/orderSet:view',
  patient: '/allTimePatients:view',
  card: '/membercard:view',
  prepay: '/prepayments:view',
} as const satisfies Record<string, Resource>

/** Refuses a figure of what the person at work may not see, as if there were none. */
async function mustSee(ctx: ClinicContext, of: keyof typeof RIGHTS, id: string): Promise<void> {
  if (!ctx.can(RIGHTS[of])) throw new AppError('FORBIDDEN')
  if (of === 'bill') return visibleBill(ctx, id)
  await mustReachPatient(ctx, of === 'patient' ? id : await ownerOf(ctx.tx, of, id))
}

export const postingHandlers: Handlers<typeof contract.posting> = {
  list: async (ctx, { figure, id, pageNum, pageSize }) => {
    await mustSee(ctx, tracedFigures[figure].of, id)
    if (!seesAmounts(ctx)) return { list: [], total: 0, pageNum, pageSize, sum: null }
    const whose = { figure, id, clinicIds: summedClinics(ctx) }
    const { sum, count: total } = await sumOfPostings(ctx.tx, whose)
    const list = await pageOfPostings(ctx.tx, whose, { limit: pageSize, offset: (pageNum - 1) * pageSize })
    return { list, total, pageNum, pageSize, sum }
  },
}
