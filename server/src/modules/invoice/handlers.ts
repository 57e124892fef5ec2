import type { contract } from '@dentin/contract'
import { invoiceRedStates, patientInvoiceStates, type InvoiceOf } from '@dentin/contract/invoice'
import { maskPhone, maskWord, sum } from '@dentin/kit'
import { sql } from 'kysely'
import type { ClinicContext, Handlers } from '../../platform/http/context.ts'
import { patientsWithin, seesDigits } from '../patient/index.ts'
import { accountOf, saveAccount, switchAccount, testAccount, type AccountRow } from './accounts.ts'
import {
  cancel,
  invoiceFor,
  issue,
  mayStillBeIssued,
  paperFor,
  partsOf,
  red,
  reddableOf,
  retry,
  settleByHand,
  withdrawRed,
} from './commands.ts'
import { freeOf, sourcesOf } from './limits.ts'
import { look, makeCode, ownIssue } from './own.ts'
import {
  invoicesOf,
  invoiceStatusOf,
  lastOf,
  listInvoices,
  paperNumbers,
  redsOfInvoice,
  type InvoiceRow,
} from './queries.ts'
import { isOverdue } from './rules.ts'

const faceOf = ({ appRef: _, ...row }: AccountRow) => row
/** The buyer, and how he is reached as this person may see it. */
function buyerOf(ctx: ClinicContext, { titleType, title, taxNo, mail, phone }: InvoiceRow) {
  const reached = seesDigits(ctx, '/allTimePatients:view')
    ? { mail, phone }
    : { mail: maskWord(mail), phone: maskPhone(phone) }
  return { titleType, title, taxNo, ...reached }
}
const COLUMNS = { bill: 'bill_id', recharge: 'card_log_id', prepay: 'prepay_id' } as const

/** What may be invoiced of a paper, and what was. */
async function offer(ctx: ClinicContext, of: InvoiceOf, id: string) {
  const { tx } = ctx
  const paper = await paperFor(ctx, of, id)
  const account = await accountOf(tx, ctx.clinicId)
  const free = account ? await tx.acrossClinics(async () => freeOf(tx, await partsOf(tx, paper, account.rule))) : []
  const last = await lastOf(tx, paper.patientId)
  return {
    closed: account ? (account.enabled ? '' : '本门诊的电子发票已停用') : '本门诊还没有填写开票账号',
    rule: account?.rule ?? null,
    patientId: paper.patientId,
    patientName: paper.patientName,
    invoiceable: sum(free.map((one) => one.free)),
    parts: free.map(({ part, free: amount }) => ({ part, amount })),
    invoiceStatus: of === 'bill' ? await invoiceStatusOf(tx, id) : 0,
    invoices: await invoicesOf(tx, COLUMNS[of], id),
    buyer: last ? buyerOf(ctx, last) : null,
  }
}

export const invoiceHandlers: Handlers<typeof contract.invoice> = {
  account: async ({ tx, clinicId, services }) => {
    const found = await accountOf(tx, clinicId)
    return { account: found ? faceOf(found) : null, sandbox: !services.config.isProduction }
  },
  saveAccount: async (ctx, input) => faceOf(await saveAccount(ctx, input)),
  testAccount: (ctx) => testAccount(ctx),
  switchAccount: async (ctx, input) => faceOf(await switchAccount(ctx, input)),

  forBill: (ctx, { id }) => offer(ctx, 'bill', id),
  forRecharge: (ctx, { id }) => offer(ctx, 'recharge', id),
  forPrepay: (ctx, { id }) => offer(ctx, 'prepay', id),

  issue: (ctx, input) => issue(ctx, input),
  retry: (ctx, input) => retry(ctx, input),
  cancel: (ctx, input) => cancel(ctx, input),
  red: (ctx, input) => red(ctx, input),
  withdrawRed: (ctx, input) => withdrawRed(ctx, input),
  settle: (ctx, input) => settleByHand(ctx, input),

  makeCode: async (ctx, { of, id }) => makeCode(ctx, await paperFor(ctx, of, id)),
  look,
  ownIssue,

  list: async (ctx, input) => {
    const { pageNum, pageSize } = input
    const filter = {
      clinicId: ctx.clinicId,
      reach: patientsWithin(ctx, sql`i.patient_id`),
      status: input.status ?? null,
      keyword: input.keyword,
      digits: seesDigits(ctx, '/allTimePatients:view'),
      from: input.from ?? null,
      to: input.to ?? null,
    }
    const { list, total, counts } = await listInvoices(ctx.tx, filter, {
      limit: pageSize,
      offset: (pageNum - 1) * pageSize,
    })
    return { list, total, counts, pageNum, pageSize }
  },

  detail: async (ctx, { id }) => {
    const { tx } = ctx
    const found = await invoiceFor(ctx, id)
    const sources = await sourcesOf(tx, id)
    const numbers = await paperNumbers(tx, id)
    const reds = await redsOfInvoice(tx, id)
    const reddable = reddableOf(sources)
    return {
      ...found,
      buyer: buyerOf(ctx, found),
      sources: sources.map((one) => ({ ...one, redAmount: one.reds, documentNo: numbers.get(one.id) ?? '' })),
      reds: reds.map((one) => ({
        ...one,
        isForced: one.entryId !== null,
        allowed: {
          retry: invoiceRedStates.may('retry', one.status) && ctx.can('/invoices:red'),
          withdraw:
            invoiceRedStates.may('withdraw', one.status) &&
            !mayStillBeIssued(one) &&
            one.entryId === null &&
            ctx.can('/invoices:red'),
          settle:
            invoiceRedStates.may('settle', one.status) &&
            (invoiceRedStates.is(one.status, 'failed') || isOverdue(one, tx.realNow)) &&
            one.operatorId !== ctx.employeeId &&
            ctx.can('/invoices:red'),
        },
      })),
      reddable,
      allowed: {
        retry: patientInvoiceStates.may('retry', found.status) && ctx.can('/invoices:issue'),
        cancel: patientInvoiceStates.may('cancel', found.status) && ctx.can('/invoices:issue'),
        red: patientInvoiceStates.may('red', found.status) && reddable > 0 && ctx.can('/invoices:red'),
        settle:
          patientInvoiceStates.may('settle', found.status) &&
          isOverdue(found, tx.realNow) &&
          found.operatorId !== ctx.employeeId &&
          ctx.can('/invoices:red'),
      },
    }
  },
}
