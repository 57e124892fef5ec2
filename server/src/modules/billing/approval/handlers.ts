import type { contract } from '@dentin/contract'
import { discountApprovalStates } from '@dentin/contract/discount-approval'
import { billStates } from '@dentin/contract/core/status'
import { yuanToFen } from '@dentin/kit'
import type { ClinicContext, Handlers } from '../../../platform/http/context.ts'
import { billsWithin } from '../access.ts'
import { findBill } from '../queries.ts'
import { decideApproval, requestApproval, withdrawApproval, type KeptContent } from './commands.ts'
import { approvalsOfBill, findApproval, waitingApprovals, type ApprovalRow } from './queries.ts'

const faceOf = (ctx: ClinicContext, row: ApprovalRow) => ({
  ...row,
  isStale: row.billNow !== row.billVersion || !billStates.may('edit', row.billStatus),
  allowed: {
    decide:
      ctx.can('/orderSet:discount') &&
      discountApprovalStates.may('decide', row.status) &&
      row.applicantId !== ctx.employeeId,
    withdraw:
      (ctx.can('/orderSet:open') || ctx.can('/orderSet:charge')) && discountApprovalStates.may('withdraw', row.status),
  },
})

export const discountApprovalHandlers: Handlers<typeof contract.discountApproval> = {
  request: requestApproval,
  decide: decideApproval,
  withdraw: withdrawApproval,
  ofBill: async (ctx, { billId }) => {
    const bill = await findBill(ctx.tx, billId, billsWithin(ctx))
    return (await approvalsOfBill(ctx.tx, bill.id)).map((row) => faceOf(ctx, row))
  },
  waiting: async (ctx) => {
    return (await waitingApprovals(ctx.tx, ctx.clinicId, { reach: billsWithin(ctx) })).map((row) => faceOf(ctx, row))
  },
  detail: async (ctx, { id }) => {
    const row = await findApproval(ctx.tx, id, billsWithin(ctx))
    const bill = await findBill(ctx.tx, row.billId, billsWithin(ctx))
    const content = row.content as unknown as KeptContent
    return {
      ...faceOf(ctx, row),
      standingAmount: bill.receivableAmount,
      discountReason: content.discountReason ?? '',
      items: (content.items ?? []).map((item) => ({
        ...item,
        price: yuanToFen(item.price),
        listPrice: yuanToFen(item.listPrice),
        amount: yuanToFen(item.amount),
      })),
    }
  },
}
