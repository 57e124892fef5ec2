import type { contract } from '@dentin/contract'
import { invoiceRedStates, invoiceStates } from '@dentin/contract/invoice'
import { subtract, sum, yuanToFen, ZERO } from '@dentin/kit'
import { AppError } from '../../platform/errors.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { ClinicContext, Handlers } from '../../platform/http/context.ts'
import { coveredRows, mustReachPatient, seesAmounts, seesDigits } from '../patient/index.ts'
import { invoicesWithin } from './access.ts'
import { accountOf, faceOf, saveAccount, testAccount, whyNot } from './accounts.ts'
import { cancel, carry, carrySoon } from './carry.ts'
import { fileOf } from './files.ts'
import {
  freeNow,
  holderHere,
  issue,
  nothingBecause,
  proposedItems,
  redden,
  retry,
  retryRed,
  withdrawRed,
} from './issue.ts'
import { look, makeCode, ownFile, ownIssue } from './own.ts'
import {
  coversOf,
  findInvoice,
  findRed,
  holderOf,
  holders,
  invoicesOn,
  listCounts,
  listInvoices,
  listSums,
  readItems,
  redsOf,
  titlesOf,
  type Holder,
  type InvoiceRow,
} from './queries.ts'

/** A holder as screens show it. */
function holderFace(holder: Holder, freeAmount: Holder['right']) {
  const { kind, id, no, what, day, right, invoiced, red } = holder
  return { kind, id, no, what, day, rightAmount: right, invoicedAmount: subtract(invoiced, red), freeAmount }
}

/** Invoices as screens show them: with what they cover, their reds, and what this person may do with them. */
async function faces(ctx: ClinicContext, rows: readonly InvoiceRow[]) {
  const { tx } = ctx
  const ids = rows.map(({ id }) => id)
  const [covers, reds, account] = [await coversOf(tx, ids), await redsOf(tx, ids), await accountOf(tx, ctx.clinicId)]
  const [mayIssue, mayRed] = [ctx.can('/invoices:issue'), ctx.can('/invoices:red')]
  const offered = whyNot(ctx.services, account) === ''
  const shown = await coveredRows(ctx, rows, ({ patientId }) => ({ patientId }))
  return shown.map((row) => {
    const own = reds.filter(({ invoiceId }) => invoiceId === row.id)
    const rest = subtract(
      row.amount,
      sum(own.filter(({ status }) => invoiceRedStates.is(status, 'standing')).map(({ amount }) => amount)),
    )
    const {
      items,
      fileUrl,
      fileHash,
      appId,
      keyHash: _key,
      requestNo: _request,
      sentAt: _sent,
      accountId: _account,
      ...face
    } = row
    return {
      ...face,
      covers: covers
        .filter(({ invoiceId }) => invoiceId === row.id)
        .map((cover) => ({ kind: cover.kind, id: holderOf(cover), no: cover.no, amount: cover.amount })),
      items: readItems(items),
      restAmount: rest,
      hasFile: fileUrl !== '' && fileHash !== '',
      sandbox: appId === '',
      reds: own.map((red) => ({
        ...red,
        taxAmount: red.taxText === null ? null : yuanToFen(red.taxText),
        hasFile: red.fileUrl !== '' && red.fileHash !== '',
        allowed: {
          retry: mayRed && offered && invoiceRedStates.may('retry', red.status),
          withdraw: mayRed && !red.isDue && invoiceRedStates.may('withdraw', red.status),
        },
      })),
      allowed: {
        retry: (mayIssue || mayRed) && offered && invoiceStates.may('retry', row.status),
        cancel: mayRed && invoiceStates.may('cancel', row.status),
        red: mayRed && offered && invoiceStates.may('redden', row.status) && rest > 0,
        ask: invoiceStates.is(row.status, 'open') || own.some(({ status }) => invoiceRedStates.is(status, 'open')),
      },
    }
  })
}

/** An invoice that the person at work may see. */
const seen = (ctx: Omit<ClinicContext, 'tx'>, tx: TenantTx, id: string): Promise<InvoiceRow> =>
  findInvoice(tx, id, invoicesWithin(ctx))

export const invoiceHandlers: Handlers<typeof contract.invoice> = {
  offer: async (ctx, { kind, holderId }) => {
    const { tx, clinicId, services } = ctx
    const holder = await holderHere(tx, clinicId, kind, holderId)
    await mustReachPatient(ctx, holder.patientId)
    const account = await accountOf(tx, clinicId)
    const free = freeNow(holder, account)
    const rows = await invoicesOn(tx, kind, holderId)
    const why = whyNot(services, account)
    for (const { id, status } of rows)
      if (invoiceStates.is(status, 'open')) carrySoon(services, { tenantId: ctx.tenantId, clinicId, id, isRed: false })
    const titles = await titlesOf(tx, holder.patientId)
    return {
      holder: holderFace(holder, free),
      patientId: holder.patientId,
      patientName: holder.patientName,
      offered: why === '',
      why: why || (free === 0 ? nothingBecause(holder, account) : ''),
      sandbox: account?.addressUrl === '',
      rule: account?.rule ?? 2,
      sellerName: account?.sellerName ?? '',
      items: account ? await proposedItems(tx, holder, free, account) : [],
      titles: await coveredRows(ctx, titles, () => ({ patientId: holder.patientId })),
      invoices: await faces(ctx, rows),
      mayIssue: ctx.can('/invoices:issue'),
    }
  },

  ofPatient: async (ctx, { patientId }) => {
    const { tx, clinicId } = ctx
    await mustReachPatient(ctx, patientId)
    const account = await accountOf(tx, clinicId)
    const why = whyNot(ctx.services, account)
    const list = (await holders(tx, { patientId, clinicId })).map((holder) =>
      holderFace(holder, freeNow(holder, account)),
    )
    return {
      list: list.filter(({ freeAmount }) => freeAmount > 0),
      offered: why === '',
      why,
      sandbox: account?.addressUrl === '',
    }
  },

  issue: (ctx, input) => issue(ctx, input),

  list: async (ctx, input) => {
    const { tx, clinicId } = ctx
    const { pageNum, pageSize } = input
    // Invoices are sums: whoever may not see amounts is shown none.
    if (!seesAmounts(ctx))
      return { list: [], total: 0, pageNum, pageSize, counts: { open: 0, failed: 0, reds: 0 }, issued: ZERO, red: ZERO }
    const filter = {
      clinicId,
      state: input.state,
      keyword: input.keyword,
      from: input.from ?? null,
      to: input.to ?? null,
      reach: invoicesWithin(ctx),
      digits: seesDigits(ctx, '/allTimePatients:view'),
    }
    const rows = await listInvoices(tx, filter, { limit: pageSize, offset: (pageNum - 1) * pageSize })
    const { total, issued, red } = await listSums(tx, filter)
    return { list: await faces(ctx, rows), total, pageNum, pageSize, counts: await listCounts(tx, filter), issued, red }
  },

  ask: async (ctx, { id }) => {
    const { services, tenantId, clinicId } = ctx
    const { reds } = await ctx.open(async (tx) => ({ row: await seen(ctx, tx, id), reds: await redsOf(tx, [id]) }))
    await carry(services, { tenantId, clinicId, id, isRed: false })
    for (const red of reds)
      if (invoiceRedStates.is(red.status, 'open'))
        await carry(services, { tenantId, clinicId, id: red.id, isRed: true })
    return ctx.open((tx) => seen(ctx, tx, id))
  },

  retry: (ctx, input) => retry(ctx, input),
  cancel: (ctx, { id, version, reason }) =>
    cancel(
      ctx.services,
      ctx,
      (work) => ctx.open(work),
      (tx) => seen(ctx, tx, id),
      { version, reason },
    ),
  red: (ctx, input) => redden(ctx, input),
  withdrawRed: (ctx, input) => withdrawRed(ctx, input),
  retryRed: (ctx, input) => retryRed(ctx, input),

  file: async (ctx, { id, redId }) => {
    const document = await ctx.open(async (tx) => {
      const row = await seen(ctx, tx, id)
      const red = redId ? await findRed(tx, redId) : null
      if (red && red.invoiceId !== id) throw new AppError('NOT_FOUND')
      await tx.note('download', 'invoice', id, { patientId: row.patientId })
      return red ?? row
    })
    return fileOf(ctx.services, ctx, document, redId ? '红字发票' : '电子发票')
  },

  makeCode: async (ctx, { kind, holderId }) => {
    const [holder] = await holders(ctx.tx, { kind, id: holderId })
    if (!holder) {
      // A card without a fee, say: there is nothing to be invoiced, and its receipt has no code.
      return { code: null, url: null }
    }
    await mustReachPatient(ctx, holder.patientId)
    return holder.clinicId === ctx.clinicId ? makeCode(ctx, holder) : { code: null, url: null }
  },

  account: async (ctx) => {
    const account = await accountOf(ctx.tx, ctx.clinicId)
    return {
      account: account ? faceOf(account) : null,
      mayEdit: ctx.can('/baseAccounting:invoice'),
      sandbox: !ctx.services.config.isProduction,
    }
  },
  saveAccount: (ctx, input) => saveAccount(ctx, input),
  testAccount: (ctx) => testAccount(ctx),

  look,
  ownIssue,
  ownFile,
}
