import type { contract } from '@dentin/contract'
import { payAdjustStates } from '@dentin/contract/pay-adjust'
import { yuanToFen } from '@dentin/kit'
import type { ClinicContext, Handlers } from '../../../platform/http/context.ts'
import { payMethods } from '../../clinic/index.ts'
import { billsWithin } from '../access.ts'
import { findBill } from '../queries.ts'
import { adjustPayment, decideAdjust, withdrawAdjust, type KeptWay } from './commands.ts'
import { adjustsOfBill, waitingAdjusts, type AdjustRow } from './queries.ts'
import { writeOffArrears } from './write-off.ts'

async function facesOf(ctx: ClinicContext, rows: readonly AdjustRow[]) {
  const names = new Map((await payMethods(ctx.tx)).map(({ id, name }) => [id, name]))
  return rows.map((row) => ({
    ...row,
    ways: (row.ways as unknown as KeptWay[]).map((way) => ({
      ...way,
      name: names.get(way.payMethodId) ?? '',
      amount: yuanToFen(way.amount),
    })),
    allowed: {
      decide:
        ctx.can('/orderSet:adjustApprove') &&
        payAdjustStates.may('decide', row.status) &&
        row.applicantId !== ctx.employeeId,
      withdraw: ctx.can('/orderSet:adjust') && payAdjustStates.may('withdraw', row.status),
    },
  }))
}

export const payAdjustHandlers: Handlers<typeof contract.payAdjust> = {
  adjust: adjustPayment,
  decide: decideAdjust,
  withdraw: withdrawAdjust,
  writeOff: writeOffArrears,
  ofBill: async (ctx, { billId }) => {
    const bill = await findBill(ctx.tx, billId, billsWithin(ctx))
    return facesOf(ctx, await adjustsOfBill(ctx.tx, bill.id))
  },
  waiting: async (ctx) => {
    return facesOf(ctx, await waitingAdjusts(ctx.tx, ctx.clinicId, { reach: billsWithin(ctx) }))
  },
}
