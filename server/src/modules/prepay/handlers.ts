import type { contract } from '@dentin/contract'
import { prepayReturnStates, prepayStates } from '@dentin/contract/prepay'
import { amountInWords, today, type Fen } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext, Handlers } from '../../platform/http/context.ts'
import { clinicSettings } from '../clinic/index.ts'
import { handOut } from '../issued-document/index.ts'
import { approvalFrom, clinicHead } from '../ledger/index.ts'
import { coveredRows, mustReachPatient, patientsWithin, seesAmounts, seesDigits } from '../patient/index.ts'
import {
  decideReturn,
  isByGateway,
  payReturn,
  readWays,
  receive,
  requestReturn,
  sendCode,
  transfer,
  undo,
  withdrawReturn,
} from './commands.ts'
import {
  findPrepay,
  findReturn,
  goneOf,
  heldAfter,
  listPrepays,
  listReturns,
  loggedOf,
  logOf,
  openReturns,
  ownerOf,
  payableOf,
  prepayIdsOf,
  prepaysOfPatient,
  prepaySums,
  prepayTotal,
  returnsOfPatient,
  waysOf,
  wentBack,
  type PrepayFilter,
  type PrepayRow,
  type ReturnRow,
} from './queries.ts'
import { figuresOfReceipt } from './standing.ts'

/** Sums only for whoever may see them. */
const seen = (sees: boolean, value: Fen): Fen | null => (sees ? value : null)

interface PrepaysAsked {
  tab: PrepayFilter['tab']
  keyword: string
}
const filterOf = (ctx: ClinicContext, { tab, keyword }: PrepaysAsked): PrepayFilter => ({
  tab,
  clinicId: ctx.clinicId,
  reach: patientsWithin(ctx, sql`q.patient_id`),
  keyword,
  digits: seesDigits(ctx, '/allTimePatients:view'),
  sees: seesAmounts(ctx),
})

/** The prepayments that the list of a clinic holds, by their ids. */
export const prepaysListed = (ctx: ClinicContext, asked: PrepaysAsked): RawBuilder<string> =>
  prepayIdsOf(ctx.tx, filterOf(ctx, asked))

/** A paper of giving back with what the person at work may do with it. */
function faceOf(ctx: ClinicContext, paper: ReturnRow) {
  const may = (step: keyof typeof prepayReturnStates.moves) =>
    prepayReturnStates.may(step, paper.status) && paper.clinicId === ctx.clinicId
  return {
    ...paper,
    ways: readWays(paper.ways),
    allowed: {
      decide: may('decide') && ctx.can('/prepayments:returnApprove') && paper.applicantId !== ctx.employeeId,
      pay: may('pay') && ctx.can('/prepayments:return'),
      withdraw: may('withdraw') && ctx.can('/prepayments:returnAsk'),
    },
  }
}

/** The same, and whether its slip may be printed: where it was paid out. */
const printable = (ctx: ClinicContext, paper: ReturnRow) => ({
  ...faceOf(ctx, paper),
  mayPrint:
    prepayReturnStates.is(paper.status, 'paid') && paper.clinicId === ctx.clinicId && ctx.can('/orderSet:print'),
})

async function reached(ctx: ClinicContext, id: string): Promise<PrepayRow> {
  const found = await findPrepay(ctx.tx, id)
  await mustReachPatient(ctx, found.patientId)
  return found
}

export const prepayHandlers: Handlers<typeof contract.prepay> = {
  ofPatient: async (ctx, { patientId }) => {
    const { tx } = ctx
    await mustReachPatient(ctx, patientId)
    const sees = seesAmounts(ctx)
    const list = await prepaysOfPatient(tx, patientId)
    const ids = list.map(({ id }) => id)
    const [log, logged, ways] = [await logOf(tx, ids), await loggedOf(tx, ids), await waysOf(tx, ids)]
    const before = await wentBack(tx, ids)
    const returns = sees ? await returnsOfPatient(tx, patientId) : []
    const { refundApprovalAmount } = await clinicSettings(tx, ctx.clinicId)
    return {
      list: list.map((one) => {
        const home = one.openClinicId === ctx.clinicId
        const open = returns.some(
          ({ prepayId, status }) => prepayId === one.id && prepayReturnStates.is(status, 'open'),
        )
        const sum = logged.get(one.id) ?? { total: 0, count: 0 }
        return {
          ...one,
          amount: seen(sees, one.amount),
          balanceAmount: seen(sees, one.balanceAmount),
          log: sees ? log.filter(({ prepayId }) => prepayId === one.id) : null,
          ways: sees ? (ways.get(one.id) ?? []) : [],
          cameBy: sees ? readWays(one.ways) : [],
          approvalFrom: approvalFrom(refundApprovalAmount, before.get(one.id)),
          agrees: sum.total === one.balanceAmount,
          allowed: {
            giveBack:
              sees &&
              home &&
              !open &&
              one.refundable &&
              prepayStates.may('giveBack', one.status) &&
              ctx.can('/prepayments:returnAsk'),
            transfer:
              sees && home && !open && prepayStates.may('transfer', one.status) && ctx.can('/prepayments:transfer'),
            undo:
              home &&
              !open &&
              prepayStates.may('undo', one.status) &&
              sum.count === 1 &&
              one.fromId === null &&
              !isByGateway(one) &&
              today(one.receivedAt) === today(tx.now) &&
              ctx.can('/prepayments:receive'),
            print: sees && !prepayStates.is(one.status, 'undone') && ctx.can('/orderSet:print'),
          },
        }
      }),
      returns: returns.map((paper) => printable(ctx, paper)),
      mayReceive: ctx.can('/prepayments:receive'),
    }
  },

  payable: async (ctx, { patientId }) => {
    await mustReachPatient(ctx, patientId)
    return payableOf(ctx.tx, patientId)
  },

  list: async (ctx, input) => {
    const { tx } = ctx
    const { pageNum, pageSize } = input
    const filter = filterOf(ctx, input)
    const { sees } = filter
    const rows = await listPrepays(tx, filter, { limit: pageSize, offset: (pageNum - 1) * pageSize })
    const { valid, all, balance } = await prepaySums(tx, filter)
    const returns = await openReturns(tx, {
      ...filter,
      keyword: '',
      reach: patientsWithin(ctx, sql`r.patient_id`),
    })
    const shown = await coveredRows(ctx, rows, ({ patientId }) => ({ patientId }))
    return {
      list: shown.map((one) => ({
        ...one,
        amount: seen(sees, one.amount),
        balanceAmount: seen(sees, one.balanceAmount),
      })),
      total: await prepayTotal(tx, filter),
      pageNum,
      pageSize,
      counts: { valid, all, returns },
      balance,
    }
  },

  returns: async (ctx, input) => {
    const { pageNum, pageSize } = input
    // Papers of giving back are sums: whoever may not see amounts is shown none.
    if (!seesAmounts(ctx)) return { list: [], total: 0, pageNum, pageSize }
    const filter = {
      clinicId: ctx.clinicId,
      reach: patientsWithin(ctx, sql`r.patient_id`),
      keyword: input.keyword,
      digits: seesDigits(ctx, '/allTimePatients:view'),
    }
    const { list, total } = await listReturns(ctx.tx, filter, {
      limit: pageSize,
      offset: (pageNum - 1) * pageSize,
    })
    return {
      list: list.map((paper) => printable(ctx, paper)),
      total,
      pageNum,
      pageSize,
    }
  },

  receive: async (ctx, input) => receive(ctx, input),
  undo: async (ctx, input) => undo(ctx, input),
  requestReturn: async (ctx, input) => requestReturn(ctx, input),
  decideReturn: async (ctx, input) => decideReturn(ctx, input),
  payReturn: async (ctx, input) => payReturn(ctx, input),
  withdrawReturn: async (ctx, input) => withdrawReturn(ctx, input),
  transfer: async (ctx, input) => transfer(ctx, input),
  sendCode: async (ctx, input) => sendCode(ctx, input),

  receipt: async (ctx, { id, preview }) => {
    const { tx } = ctx
    const one = await reached(ctx, id)
    if (prepayStates.is(one.status, 'undone'))
      throw new AppError('PREPAY_STATE', { message: '这笔预交金的收取已撤销，不能打印收据' })
    const goneAmount = await goneOf(tx, one.id)
    return {
      clinic: await clinicHead(tx, one.openClinicId),
      prepay: one,
      ways: readWays(one.ways),
      fromName: one.fromId ? await ownerOf(tx, one.fromId) : null,
      goneAmount,
      amountInWords: amountInWords(one.amount),
      ...(await handOut(
        ctx,
        {
          kind: 'prepayReceipt',
          sourceId: one.id,
          clinicId: one.openClinicId,
          patientId: one.patientId,
          versionNo: 1,
          number: one.prepayNo,
          figures: figuresOfReceipt(goneAmount),
        },
        { preview },
      )),
    }
  },

  slip: async (ctx, { id, preview }) => {
    const { tx } = ctx
    const paper = await findReturn(tx, id, ctx.clinicId)
    await mustReachPatient(ctx, paper.patientId)
    if (!prepayReturnStates.is(paper.status, 'paid'))
      throw new AppError('PREPAY_RETURN_STATE', { message: '还没有退款，不能打印退款单' })
    return {
      clinic: await clinicHead(tx, paper.clinicId),
      return: { ...paper, ways: readWays(paper.ways) },
      balanceAfter: await heldAfter(tx, paper.prepayId, paper.returnNo),
      amountInWords: amountInWords(paper.amount),
      ...(await handOut(
        ctx,
        {
          kind: 'prepayReturn',
          sourceId: paper.id,
          clinicId: paper.clinicId,
          patientId: paper.patientId,
          versionNo: 1,
          number: paper.returnNo,
          figures: [paper.amount],
        },
        { preview },
      )),
    }
  },
}
