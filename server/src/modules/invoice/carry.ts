import { invoiceRedStates, invoiceStates } from '@dentin/contract/invoice'
import { fen, fenToYuan, formatYuan, sum, type Fen } from '@dentin/kit'
import { keptSql } from '../../platform/database/plans.ts'
import { systemActor } from '../../platform/database/ids.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { Services } from '../../platform/services.ts'
import { companies } from '../identity/index.ts'
import { platformOf, sellerOf } from './accounts.ts'
import { queueRed, type CarryInvoice } from './queue.ts'
import { drop, dropReds, weigh } from './steps.ts'
import { PlatformUnsure, type InvoicePlatform, type Seller, type Standing } from './platform/platform.ts'
import {
  findInvoice,
  findRed,
  keptItems,
  lockInvoice,
  lockRed,
  readItems,
  redsOf,
  underWay,
  type InvoiceRow,
  type RedRow,
} from './queries.ts'
import { redItemsOf, taxOf } from './rules.ts'

/** Who writes what the platform says. */
const byPlatform = { ...systemActor, name: '开票平台' }
const BATCH = 200
/** One that is older than this is asked about every ten minutes, a younger one every minute. */
const YOUNG_MS = 3_600_000
/** A page that waits has the platform asked at most so often. */
const ASK_EVERY_MS = 4_500
/** A request that nobody answered may still arrive: so long it is not given up. The platform refuses older signatures. */
const MAY_ARRIVE_MS = 10 * 60_000

const carrying = new WeakMap<Services, Map<string, Promise<void>>>()
const askedAt = new WeakMap<Services, Map<string, number>>()

/**
 * Carries an invoice or a red on: asks for it, or asks how it stands, always under the number of its attempt. Told of it by several at
 * once, it asks once. What nobody answered stays as it is and is asked about again; nothing is issued twice, since the platform
 * knows the number.
 */
export function carry(services: Services, what: CarryInvoice): Promise<void> {
  const running = carrying.get(services) ?? new Map<string, Promise<void>>()
  carrying.set(services, running)
  const known = running.get(what.id)
  if (known) return known
  const outcome = (what.isRed ? carryRed(services, what) : carryBlue(services, what)).finally(() =>
    running.delete(what.id),
  )
  running.set(what.id, outcome)
  return outcome
}

/** As `carry`, for a page that waits: now and then, and nobody waits for the answer. */
export function carrySoon(services: Services, what: CarryInvoice): void {
  const times = askedAt.get(services) ?? new Map<string, number>()
  askedAt.set(services, times)
  const now = Date.now()
  if (now - (times.get(what.id) ?? 0) < ASK_EVERY_MS) return
  if (times.size > 5_000) times.clear()
  times.set(what.id, now)
  carry(services, what).catch((error: unknown) => {
    services.log.warn({ err: error }, 'invoice not carried on')
  })
}

const unsureAsRunning =
  (services: Services, requestNo: string) =>
  (error: unknown): Standing => {
    if (!(error instanceof PlatformUnsure)) throw error
    services.log.warn({ err: error, requestNo }, 'invoice platform unsure')
    return { state: 'running' }
  }

async function carryBlue(services: Services, { tenantId, clinicId, id }: CarryInvoice): Promise<void> {
  const { database } = services
  const open = <T>(work: (tx: TenantTx) => Promise<T>): Promise<T> =>
    database.withTenant(tenantId, clinicId, work, byPlatform)
  const seen = await open((tx) => findInvoice(tx, id))
  if (!invoiceStates.is(seen.status, 'open')) return
  const found = await platformOf(services, { tenantId, clinicId })
  if (!found) return
  const { platform, account } = found
  const wasSent = invoiceStates.is(seen.status, 'running')
  // What was sent with another account is only asked about: nobody sends it a second time.
  const sameAccount = seen.appId === account.appId && seen.accountId === account.id
  let standing: Standing = { state: 'missing' }
  if (wasSent)
    standing = await platform.ask(seen.requestNo, account.taxNo).catch(unsureAsRunning(services, seen.requestNo))
  if (standing.state === 'missing' && wasSent && !sameAccount) {
    await open((tx) => noteBlue(tx, id, seen.requestNo, '开票账号已更换，平台查不到这张发票；核实没有开出后可取消'))
    return
  }
  if (standing.state === 'missing') {
    const sent = await open((tx) => markSent(tx, id, seen.requestNo, account))
    if (!sent) return
    standing = await send(platform, sent, sellerOf(account)).catch(unsureAsRunning(services, seen.requestNo))
    if (standing.state === 'missing') standing = { state: 'running' }
  }
  await open((tx) => settleBlue(tx, services, id, seen.requestNo, standing))
}

const send = (platform: InvoicePlatform, row: InvoiceRow, seller: Seller): Promise<Standing> =>
  platform.issue({
    requestNo: row.requestNo,
    type: row.type,
    seller,
    buyer: row,
    items: readItems(row.items),
    amount: row.amount,
    taxAmount: row.taxAmount,
  })

/** Before the platform hears of it: written down that it may. @returns null when it is no longer this attempt */
async function markSent(
  tx: TenantTx,
  id: string,
  requestNo: string,
  account: { id: string; appId: string },
): Promise<InvoiceRow | null> {
  const row = await lockInvoice(tx, id)
  if (row.requestNo !== requestNo || !invoiceStates.is(row.status, 'open')) return null
  const first = invoiceStates.is(row.status, 'toSend')
  await tx.update(
    'invoice',
    { id },
    {
      status: invoiceStates.code.running,
      sent_at: tx.realNow,
      // One that nobody has sent yet goes out with the account of now.
      ...(first ? { account_id: account.id, app_id: account.appId } : {}),
    },
    { action: 'send', patientId: row.patientId },
  )
  if (first) await tx.logStatus('invoice', id, row.clinicId, row.status, invoiceStates.code.running)
  return { ...row, ...(first ? { accountId: account.id, appId: account.appId } : {}) }
}

async function noteBlue(tx: TenantTx, id: string, requestNo: string, message: string): Promise<void> {
  const row = await lockInvoice(tx, id)
  if (row.requestNo !== requestNo || row.message === message) return
  await tx.update('invoice', { id }, { message })
  tx.publish('bill')
}

const noteOf = (issued: { oddDay: boolean; amount: Fen }, amount: Fen): string =>
  [
    issued.oddDay ? '平台给出的开票日期有误，按答复日期记录' : '',
    issued.amount === amount ? '' : `平台开出的金额为 ${formatYuan(issued.amount)} 元，与请求不符，请核对并红冲`,
  ]
    .filter(Boolean)
    .join('；')

/**
 * Writes down what the platform says of an attempt. What it says of an earlier one changes nothing but a note: it is not believed for
 * the newer.
 */
export async function settleBlue(
  tx: TenantTx,
  services: Services,
  id: string,
  requestNo: string,
  standing: Standing,
): Promise<void> {
  const row = await lockInvoice(tx, id)
  if (row.requestNo !== requestNo || !invoiceStates.is(row.status, 'open')) {
    if (standing.state === 'issued' && standing.issued.number !== row.number)
      await tx.update(
        'invoice',
        { id },
        { message: `平台对较早的请求也开出了发票 ${standing.issued.number}，请在平台红冲`.slice(0, 200) },
      )
    return
  }
  if (standing.state === 'issued') {
    const { number, issueDate, fileUrl, fileHash } = standing.issued
    await tx.update(
      'invoice',
      { id },
      {
        status: invoiceStates.code.issued,
        number,
        issue_date: issueDate,
        file_url: fileUrl,
        file_hash: fileHash,
        message: noteOf(standing.issued, row.amount),
      },
      { action: 'issued', patientId: row.patientId },
    )
    await tx.logStatus('invoice', id, row.clinicId, row.status, invoiceStates.code.issued)
    for (const red of await redsOf(tx, [id]))
      if (invoiceRedStates.is(red.status, 'toSend')) await queueRed(tx, services, red)
  } else if (standing.state === 'failed') {
    await tx.update(
      'invoice',
      { id },
      { status: invoiceStates.code.failed, message: standing.why },
      { action: 'failed', patientId: row.patientId },
    )
    await tx.logStatus('invoice', id, row.clinicId, row.status, invoiceStates.code.failed, standing.why)
    await dropReds(tx, id, '发票没有开出')
    await weigh(tx, id, false)
  } else return
  tx.publish('bill')
}

async function carryRed(services: Services, { tenantId, clinicId, id }: CarryInvoice): Promise<void> {
  const { database } = services
  const open = <T>(work: (tx: TenantTx) => Promise<T>): Promise<T> =>
    database.withTenant(tenantId, clinicId, work, byPlatform)
  const { red, blue } = await open(async (tx) => {
    const row = await findRed(tx, id)
    return { red: row, blue: await findInvoice(tx, row.invoiceId) }
  })
  if (!invoiceRedStates.is(red.status, 'open') || !invoiceStates.is(blue.status, 'issued')) return
  const found = await platformOf(services, { tenantId, clinicId })
  if (!found) return
  const { platform, account } = found
  let standing: Standing = { state: 'missing' }
  if (invoiceRedStates.is(red.status, 'running'))
    standing = await platform.ask(red.requestNo, account.taxNo).catch(unsureAsRunning(services, red.requestNo))
  if (standing.state === 'missing') {
    const sent = await open((tx) => markRedSent(tx, id, red.requestNo, account.appId))
    if (!sent) return
    standing = await platform
      .red({
        requestNo: sent.requestNo,
        blueNumber: blue.number,
        blueRequestNo: blue.requestNo,
        reason: sent.reason,
        seller: sellerOf(account),
        items: readItems(sent.items),
        amount: sent.amount,
        taxAmount: taxOf(readItems(sent.items)),
      })
      .catch(unsureAsRunning(services, red.requestNo))
  }
  await open((tx) => settleRed(tx, id, red.requestNo, standing))
}

/** Shares a red out over the lines of its invoice, as far as other reds have left them, and writes down that it is sent. */
async function markRedSent(tx: TenantTx, id: string, requestNo: string, appId: string): Promise<RedRow | null> {
  const seen = await findRed(tx, id)
  const blue = await lockInvoice(tx, seen.invoiceId)
  const red = await lockRed(tx, id)
  if (red.requestNo !== requestNo || !invoiceRedStates.is(red.status, 'open')) return null
  const others = (await redsOf(tx, [blue.id])).filter(
    (each) => each.id !== id && invoiceRedStates.is(each.status, 'running', 'issued'),
  )
  const items = red.items
    ? readItems(red.items)
    : redItemsOf(
        readItems(blue.items),
        others.map((each) => readItems(each.items)),
        red.amount,
      )
  await tx.rows(
    keptSql`update invoice_red set status = ${invoiceRedStates.code.running}, items = ${keptItems(items)}::jsonb, tax_amount = ${fenToYuan(taxOf(items))},
        app_id = ${appId}, sent_at = ${tx.realNow} where tenant_id = ${tx.tenantId} and id = ${id} returning id`,
  )
  if (!invoiceRedStates.is(red.status, 'running'))
    await tx.logStatus('invoice_red', id, red.clinicId, red.status, invoiceRedStates.code.running)
  return { ...red, items: JSON.parse(keptItems(items)) as unknown as RedRow['items'] }
}

/** Writes down what the platform says of a red: issued it frees what it takes back. */
export async function settleRed(tx: TenantTx, id: string, requestNo: string, standing: Standing): Promise<void> {
  const seen = await findRed(tx, id)
  const blue = await lockInvoice(tx, seen.invoiceId)
  const red = await lockRed(tx, id)
  if (red.requestNo !== requestNo || !invoiceRedStates.is(red.status, 'open')) return
  if (standing.state === 'issued') {
    const { number, issueDate, fileUrl, fileHash } = standing.issued
    await tx.rows(
      keptSql`update invoice_red set status = ${invoiceRedStates.code.issued}, number = ${number}, issue_date = ${issueDate}, file_url = ${fileUrl},
          file_hash = ${fileHash}, message = ${noteOf(standing.issued, red.amount)}, ended_at = ${tx.now}
        where tenant_id = ${tx.tenantId} and id = ${id} returning id`,
    )
    await tx.logStatus('invoice_red', id, red.clinicId, red.status, invoiceRedStates.code.issued)
    const gone = fen(
      red.amount +
        sum(
          (await redsOf(tx, [blue.id]))
            .filter((each) => each.id !== id && invoiceRedStates.is(each.status, 'issued'))
            .map(({ amount }) => amount),
        ),
    )
    const whole = gone === blue.amount
    await tx.update(
      'invoice',
      { id: blue.id },
      { red_amount: fenToYuan(gone), ...(whole ? { status: invoiceStates.code.red } : {}) },
      { action: 'reddened', patientId: blue.patientId },
    )
    if (whole) await tx.logStatus('invoice', blue.id, blue.clinicId, blue.status, invoiceStates.code.red)
    await weigh(tx, blue.id, false)
  } else if (standing.state === 'failed') {
    await tx.rows(
      keptSql`update invoice_red set status = ${invoiceRedStates.code.failed}, message = ${standing.why} where tenant_id = ${tx.tenantId} and id = ${id} returning id`,
    )
    await tx.logStatus('invoice_red', id, red.clinicId, red.status, invoiceRedStates.code.failed, standing.why)
    await weigh(tx, blue.id, false)
  } else return
  tx.publish('bill')
}

/**
 * Gives up an invoice that was not issued. What may be at the platform is asked about first: only one that it has never heard of, and
 * whose request can arrive no more, goes. With an account that was changed since nobody there knows it: whoever cancels has looked.
 */
export async function cancel(
  services: Services,
  place: { tenantId: string; clinicId: string },
  open: <T>(work: (tx: TenantTx) => Promise<T>) => Promise<T>,
  find: (tx: TenantTx) => Promise<InvoiceRow>,
  { version, reason }: { version: number; reason: string },
): Promise<{ id: string; status: number; version: number }> {
  const seen = await open(find)
  if (invoiceStates.is(seen.status, 'running')) {
    const found = await platformOf(services, place)
    const sameAccount = found?.account.appId === seen.appId && found.account.id === seen.accountId
    if (found) {
      const standing = await found.platform.ask(seen.requestNo, found.account.taxNo).catch((error: unknown) => {
        if (!(error instanceof PlatformUnsure)) throw error
        return null
      })
      if (standing?.state === 'issued' || standing?.state === 'failed') {
        await services.database.withTenant(
          place.tenantId,
          place.clinicId,
          (tx) => settleBlue(tx, services, seen.id, seen.requestNo, standing),
          byPlatform,
        )
        if (standing.state === 'issued') throw new AppError('INVOICE_STATE', { message: '平台已开出这张发票，请刷新' })
      } else if (standing?.state === 'running') throw new AppError('INVOICE_STILL_THERE')
      else if (!standing && sameAccount) throw new AppError('INVOICE_PLATFORM_BUSY')
    }
    const since = services.clock.realNow().getTime() - (seen.sentAt?.getTime() ?? 0)
    if (since < MAY_ARRIVE_MS)
      throw new AppError('INVOICE_STILL_THERE', { message: '请求刚发出，可能还在路上，请 10 分钟后再取消' })
  }
  return open(async (tx) => {
    const locked = await lockInvoice(tx, seen.id)
    // A failure that was just heard has moved the row on: who cancels saw it before.
    return drop(tx, locked, locked.version === seen.version ? version : undefined, reason)
  })
}

/** Carries on what is under way, and the reds that refunds raised. @returns how many */
export async function carryAll(services: Services, signal?: AbortSignal): Promise<number> {
  const { database, clock, log } = services
  let count = 0
  const slowTurn = clock.realNow().getMinutes() % 10 === 0
  for (const tenantId of await database.withPlatform(companies)) {
    const found = await database.withTenant(tenantId, 'all', (tx) => underWay(tx, BATCH))
    for (const { id, clinicId, isRed, createdAt } of found) {
      if (signal?.aborted) return count
      if (!slowTurn && clock.now().getTime() - createdAt.getTime() > YOUNG_MS) continue
      await carry(services, { tenantId, clinicId, id, isRed }).catch((error: unknown) => {
        log.warn({ err: error, id }, 'invoice not carried on')
      })
      count += 1
    }
  }
  return count
}
