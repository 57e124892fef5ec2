import type { contract } from '@dentin/contract'
import { cardRefundStates } from '@dentin/contract/card'
import type { PaperStanding } from '@dentin/contract/paper'
import { amountInWords } from '@dentin/kit'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext, Handlers } from '../../platform/http/context.ts'
import { handOut } from '../issued-document/index.ts'
import { clinicHead } from '../ledger/index.ts'
import { mustReachPatient, patientsWithin, seesAmounts, seesDigits } from '../patient/index.ts'
import { findCard } from './queries.ts'
import {
  findRefund,
  heldAfterRefund,
  listRefunds,
  openRefunds,
  refundStatusOf,
  type RefundRow,
} from './refund-queries.ts'
import {
  approvalOf,
  decideRefund,
  makeUpOf,
  mayWithdraw,
  payRefund,
  readWays,
  refundCard,
  withdrawRefund,
} from './refunds.ts'

/** A paper of giving back with what the person at work may do with it. */
function faceOf(ctx: ClinicContext, paper: RefundRow) {
  const may = (step: keyof typeof cardRefundStates.moves) => cardRefundStates.may(step, paper.status)
  return {
    ...paper,
    ways: readWays(paper.ways),
    allowed: {
      decide: may('decide') && ctx.can('/orderSet:refundApprove') && paper.applicantId !== ctx.employeeId,
      pay: may('pay') && ctx.can('/membercard:refund'),
      withdraw: may('withdraw') && mayWithdraw(ctx, paper),
    },
    mayPrint: cardRefundStates.is(paper.status, 'paid') && ctx.can('/orderSet:print'),
  }
}

type RefundCalls = Pick<
  typeof contract.memberCard,
  'refundPreview' | 'refund' | 'refunds' | 'decideRefund' | 'payRefund' | 'withdrawRefund' | 'refundSlip'
>

/** Giving a card's money back. */
export const refundHandlers: Handlers<RefundCalls> = {
  refundPreview: async (ctx, { id }) => {
    const card = await findCard(ctx.tx, id)
    await mustReachPatient(ctx, card.patientId)
    return { makeUp: await makeUpOf(ctx, card), approvalFrom: await approvalOf(ctx, id) }
  },
  refund: async (ctx, input) => await refundCard(ctx, input),
  refunds: async (ctx, input) => {
    const { pageNum, pageSize } = input
    // Papers of giving back are sums: whoever may not see amounts is shown none.
    if (!seesAmounts(ctx)) return { list: [], total: 0, pageNum, pageSize, open: 0 }
    const filter = {
      clinicId: ctx.clinicId,
      cardId: input.cardId ?? null,
      reach: patientsWithin(ctx, sql`r.patient_id`),
      keyword: input.keyword,
      digits: seesDigits(ctx, '/allTimePatients:view'),
    }
    const { list, total } = await listRefunds(ctx.tx, filter, { limit: pageSize, offset: (pageNum - 1) * pageSize })
    const open = await openRefunds(ctx.tx, { ...filter, keyword: '' })
    return { list: list.map((paper) => faceOf(ctx, paper)), total, pageNum, pageSize, open }
  },
  decideRefund: async (ctx, input) => await decideRefund(ctx, input),
  payRefund: async (ctx, input) => await payRefund(ctx, input),
  withdrawRefund: async (ctx, input) => await withdrawRefund(ctx, input),
  refundSlip: async (ctx, { id, preview }) => {
    const { tx } = ctx
    const paper = await findRefund(tx, id, ctx.clinicId)
    await mustReachPatient(ctx, paper.patientId)
    if (!cardRefundStates.is(paper.status, 'paid'))
      throw new AppError('CARD_REFUND_STATE', { message: '还没有退款，不能打印退卡单' })
    return {
      clinic: await clinicHead(tx, paper.clinicId),
      refund: { ...paper, ways: readWays(paper.ways) },
      ...(await heldAfterRefund(tx, paper)),
      amountInWords: amountInWords(paper.amount),
      ...(await handOut(
        ctx,
        {
          kind: 'cardRefund',
          sourceId: paper.id,
          clinicId: paper.clinicId,
          patientId: paper.patientId,
          versionNo: 1,
          number: paper.refundNo,
          figures: [paper.amount],
        },
        { preview },
      )),
    }
  },
}

/** A slip holds as long as what it says was paid out. */
export async function standingOfCardRefund(tx: TenantTx, id: string): Promise<PaperStanding> {
  return cardRefundStates.is(await refundStatusOf(tx, id), 'paid') ? 'valid' : 'void'
}
