import type { contract, ParsedInput, Resource } from '@dentin/contract'
import { tracedFigures } from '@dentin/contract/traced-figures'
import type { ClinicContext, Handlers } from '../../platform/http/context.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { billsWithin, visibleBill } from '../billing/index.ts'
import { membersListed } from '../card/index.ts'
import { owedListed } from '../instalment/index.ts'
import { mustSeeShift } from '../ledger/index.ts'
import { mustReachPatient, seesAmounts, summedClinics } from '../patient/index.ts'
import { prepaysListed } from '../prepay/index.ts'
import {
  billOfRefund,
  mustBeException,
  mustBeUnit,
  ownerOf,
  pageOfPostings,
  sumOfPostings,
  type Whose,
} from './queries.ts'

/** The right to see the figures of each. */
const RIGHTS = {
  bill: ['/orderSet:view'],
  patient: ['/allTimePatients:view'],
  card: ['/membercard:view'],
  prepay: ['/prepayments:view'],
  unit: ['/unitAccounts:view'],
  refund: ['/orderSet:view'],
  exception: ['/orderSet:exceptions'],
  shift: ['/orderSet:charge', '/orderSet:shifts'],
  month: ['/orderSet:monthClose'],
  members: ['/membercard:view'],
  prepays: ['/prepayments:view'],
  owed: ['/orderSet:view'],
  units: ['/unitAccounts:view'],
  refunds: ['/orderSet:view'],
} as const satisfies Record<string, readonly Resource[]>

/** A list that nothing narrows. */
const everything = { tab: 'all', keyword: '', hasBalance: false } as const

type Asked = ParsedInput<typeof contract.posting.list>

/** Whose figure is asked for. Refuses what the person at work may not see, as if there were none. */
async function whoseOf(
  ctx: ClinicContext,
  { figure, id, month, name, payMethodId, listed = everything }: Asked,
): Promise<Whose> {
  const { of, one }: { of: keyof typeof RIGHTS; one?: string } = tracedFigures[figure]
  if (!RIGHTS[of].some((right) => ctx.can(right))) throw new AppError('FORBIDDEN')
  if (of === 'month') {
    if (month === undefined) throw fieldError('BAD_INPUT', 'month', '请选择月份')
    if (one !== undefined && name === undefined) throw fieldError('BAD_INPUT', 'name', `请选择${one}`)
    return { figure, of, clinicId: ctx.clinicId, from: `${month}-01`, name: name ?? null }
  }
  if (of === 'members') return { figure, of, listed: membersListed(ctx, listed) }
  if (of === 'prepays') return { figure, of, listed: prepaysListed(ctx, listed) }
  if (of === 'owed') return { figure, of, listed: owedListed(ctx, listed.keyword) }
  if (of === 'units') return { figure, of, clinicId: ctx.clinicId }
  if (id === undefined) throw fieldError('BAD_INPUT', 'id', '请选择单据')
  if (of === 'shift') {
    await mustSeeShift(ctx, id)
    return { figure, of, id, payMethodId: payMethodId ?? null }
  }
  if (of === 'unit') {
    await mustBeUnit(ctx.tx, id)
    return { figure, of, id, clinicId: ctx.clinicId }
  }
  if (of === 'exception') {
    await mustBeException(ctx.tx, id, ctx.clinicId)
    return { figure, of, id }
  }
  if (of === 'refunds') {
    await mustReachPatient(ctx, id)
    return { figure, of, id, clinicId: ctx.clinicId, reach: billsWithin(ctx) }
  }
  if (of === 'bill') await visibleBill(ctx, id)
  else if (of === 'refund') await visibleBill(ctx, await billOfRefund(ctx.tx, id))
  else await mustReachPatient(ctx, of === 'patient' ? id : await ownerOf(ctx.tx, of, id))
  return of === 'patient' ? { figure, of, id, clinicIds: summedClinics(ctx) } : { figure, of, id }
}

export const postingHandlers: Handlers<typeof contract.posting> = {
  list: async (ctx, input) => {
    const { pageNum, pageSize } = input
    const whose = await whoseOf(ctx, input)
    if (!seesAmounts(ctx)) return { list: [], total: 0, pageNum, pageSize, sum: null }
    const { sum, count: total } = await sumOfPostings(ctx.tx, whose)
    const list = await pageOfPostings(ctx.tx, whose, { limit: pageSize, offset: (pageNum - 1) * pageSize })
    return { list, total, pageNum, pageSize, sum }
  },
}
