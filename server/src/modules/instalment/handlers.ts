import type { contract } from '@dentin/contract'
import { openOf, overdueOf, today } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import type { ClinicContext, Handlers } from '../../platform/http/context.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { billsWithin } from '../billing/index.ts'
import { clinicHead } from '../ledger/index.ts'
import { coveredRows, foundBy, seesAmounts, seesDigits } from '../patient/index.ts'
import { staffOf } from '../staff/index.ts'
import { addCall, changePlan, createPlan, endPlan } from './commands.ts'
import type { ProposedTerms } from './extension-points.ts'
import { callsOf, findOwing, listOwed, owedIdsOf, owedSums, owedTotal, periodsNow, plansOfBill } from './queries.ts'
import { agreement, letter } from './papers.ts'
import { dunningOf } from './rules.ts'

/** What has been agreed on elsewhere for the rest of a bill; null: nothing. */
async function proposedFor(tx: TenantTx, billId: string): Promise<ProposedTerms | null> {
  for (const { proposedTerms } of tx.parts('instalment')) {
    const found = await proposedTerms?.(tx, billId)
    if (found) return found
  }
  return null
}

/** The bills `b` of the clinic that what was typed finds. */
function owedWhere(ctx: ClinicContext, keyword: string): RawBuilder<boolean> {
  const found =
    keyword === ''
      ? sql`true`
      : sql`(b.bill_no = ${keyword.toUpperCase()}
          or b.patient_id in (select f.id from ${foundBy(ctx.tx, keyword, 200, seesDigits(ctx, '/orderSet:view'))} f))`
  return sql<boolean>`b.clinic_id = ${ctx.clinicId} and ${billsWithin(ctx)} and ${found}`
}

/** The bills of the list of what is owed in a clinic, by their ids. */
export const owedListed = (ctx: ClinicContext, keyword: string): RawBuilder<string> =>
  owedIdsOf(ctx.tx, owedWhere(ctx, keyword))

export const instalmentHandlers: Handlers<typeof contract.instalment> = {
  ofBill: async (ctx, { billId }) => {
    const { tx } = ctx
    const bill = await findOwing(tx, billId, billsWithin(ctx))
    const plans = await plansOfBill(tx, bill.id)
    const periods = await periodsNow(tx, plans, today(tx.now))
    return {
      bill: { ...bill, proposed: await proposedFor(tx, bill.id) },
      clinic: await clinicHead(tx, bill.clinicId),
      plans: plans.map((plan) => {
        const parts = periods.get(plan.id) ?? []
        return { ...plan, openAmount: openOf(parts), overdueAmount: overdueOf(parts), periods: parts }
      }),
      calls: await callsOf(tx, [bill.id]),
      staff: (await staffOf(tx, bill.clinicId)).map(({ id, name }) => ({ id, name })),
      allowed: { agree: ctx.can('/orderSet:instalment') },
    }
  },

  list: async (ctx, input) => {
    const { tx } = ctx
    const day = today(tx.now)
    const where = owedWhere(ctx, input.keyword)
    const filter = {
      tab: input.tab,
      today: day,
      where,
      limit: input.pageSize,
      offset: (input.pageNum - 1) * input.pageSize,
    }
    const { counts, ages } = await owedSums(tx, day, where)
    const rows = await listOwed(tx, filter)
    const calls = await callsOf(
      tx,
      rows.map(({ billId }) => billId),
    )
    const shown = await coveredRows(ctx, rows, ({ patientId }) => ({ patientId }))
    return {
      list: shown.map((row) => {
        const own = calls.filter(({ billId }) => billId === row.billId)
        return { ...row, callCount: own.length, lastCall: own[0] ?? null, dunning: dunningOf(own[0], day) }
      }),
      total: await owedTotal(tx, filter),
      pageNum: input.pageNum,
      pageSize: input.pageSize,
      counts,
      ages: seesAmounts(ctx) ? ages : null,
    }
  },

  create: createPlan,
  change: changePlan,
  end: endPlan,
  addCall,
  agreement: async (ctx, input) => agreement(ctx, input),
  letter: async (ctx, input) => letter(ctx, input),
}
