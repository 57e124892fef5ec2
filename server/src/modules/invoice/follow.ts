import { invoiceRedStates, patientInvoiceStates, redReasons } from '@dentin/contract/invoice'
import { fenToYuan, formatYuan, sum } from '@dentin/kit'
import { systemActor, type Actor } from '../../platform/database/ids.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { Services } from '../../platform/services.ts'
import { holdersIn } from '../staff/index.ts'
import { notify } from '../messaging/index.ts'
import { platformOf } from './accounts.ts'
import { PlatformUnsure, type InvoicePlatform, type Standing } from './platform.ts'
import {
  attemptOf,
  findRed,
  formerAttempts,
  lockInvoice,
  lockRed,
  redsOfInvoice,
  type AttemptRow,
  type InvoiceRow,
  type RedRow,
} from './queries.ts'
import { isForgotten, nextPause } from './rules.ts'

/** Carries one invoice or red on at the platform; queued in the transaction that makes it necessary. */
export const CARRY = 'invoice.carry'
export interface Carry {
  tenantId: string
  clinicId: string
  id: string
  isRed: boolean
}

const actor: Actor = { ...systemActor, name: '开票平台' }
/** Longer than two exchanges with a platform take. */
const BUSY_MS = 60_000
const UNKNOWN = '开票平台没有这个单号，请核对后重开'

const running = new WeakMap<Services, Map<string, Promise<number>>>()

/**
 * Tells the platform of an invoice or red, or asks what has become of it, always under the one number of its attempt. What is told
 * again changes nothing there, so a lost answer never issues twice. Told of it by several at once, it asks once.
 * @returns its state afterwards
 */
export function carry(services: Services, what: Carry): Promise<number> {
  const all = running.get(services) ?? new Map<string, Promise<number>>()
  running.set(services, all)
  const known = all.get(what.id)
  if (known) return known
  const outcome = (what.isRed ? carryRed(services, what) : carryInvoice(services, what))
    .catch(async (error: unknown) => {
      await putOff(services, what)
      throw error
    })
    .finally(() => all.delete(what.id))
  all.set(what.id, outcome)
  return outcome
}

/** Whatever stopped one, the others come before it is tried again. */
const putOff = (services: Services, { tenantId, clinicId, id, isRed }: Carry): Promise<unknown> =>
  services.database.withTenant(
    tenantId,
    clinicId,
    async (tx) => {
      const { asks } = isRed ? await lockRed(tx, id) : await lockInvoice(tx, id)
      const next = new Date(tx.realNow.getTime() + Math.max(nextPause(asks), BUSY_MS))
      await tx.update(isRed ? 'invoice_red' : 'invoice', { id }, { asks: asks + 1, next_ask_at: next })
    },
    actor,
  )

/** What the platform of an app says; nothing when it can't be reached or believed. */
async function heard(
  services: Services,
  of: { tenantId: string; clinicId: string },
  appRef: string,
  ask: (platform: InvoicePlatform) => Promise<Standing>,
): Promise<Standing | null> {
  try {
    return await ask(await platformOf(services, of, appRef))
  } catch (error) {
    if (!(error instanceof PlatformUnsure)) throw error
    services.log.warn({ err: error }, 'invoice not carried on')
    return null
  }
}

const isBusy = (tx: TenantTx, { busyUntil }: { busyUntil: Date | null }) =>
  busyUntil !== null && busyUntil.getTime() > tx.realNow.getTime()
const busy = (tx: TenantTx) => new Date(tx.realNow.getTime() + BUSY_MS)

async function markSent(tx: TenantTx, { id, attemptNo }: Pick<InvoiceRow, 'id' | 'attemptNo'>): Promise<void> {
  const now = await lockInvoice(tx, id)
  if (now.attemptNo !== attemptNo || now.sentAt !== null) return
  const attempt = await attemptOf(tx, now)
  await tx.update('invoice_attempt', { id: attempt.id }, { sent_at: tx.realNow })
  await tx.update('invoice', { id }, { sent_at: tx.realNow, busy_until: busy(tx) }, { action: 'send' })
}

async function carryInvoice(services: Services, { tenantId, clinicId, id }: Carry): Promise<number> {
  const open = <T>(work: (tx: TenantTx) => Promise<T>) => services.database.withTenant(tenantId, clinicId, work, actor)
  const place = { tenantId, clinicId }
  // Whoever holds it alone talks to the platform of it; that it is being sent is written down before the platform hears of it.
  const { row, attempt, formers, mine } = await open(async (tx) => {
    const found = await lockInvoice(tx, id)
    const isMine = patientInvoiceStates.is(found.status, 'issuing') && !isBusy(tx, found)
    if (!isMine) return { row: found, attempt: null, formers: [], mine: false }
    const before = found.sentAt === null ? await formerAttempts(tx, found) : []
    await tx.update('invoice', { id }, { busy_until: busy(tx) })
    if (before.length === 0) await markSent(tx, found)
    return { row: found, attempt: await attemptOf(tx, found), formers: before, mine: true }
  })
  if (!mine || !attempt) return row.status
  // What was sent under a former number may have been issued after all: then that is the invoice.
  for (const former of formers) {
    const standing = await heard(services, place, former.appId, (platform) => platform.ask(former.attemptNo))
    if (standing === null || standing.state === 'running') return open((tx) => settle(tx, row, row.attemptNo, null))
    if (standing.state === 'issued') return open((tx) => settle(tx, row, row.attemptNo, standing, former))
  }
  if (formers.length > 0) await open((tx) => markSent(tx, row))
  const send = (platform: InvoicePlatform) =>
    platform.issue({
      no: row.attemptNo,
      seller: { taxNo: attempt.sellerTaxNo, name: attempt.sellerName },
      buyer: { titleType: row.titleType, title: row.title, taxNo: row.taxNo, mail: row.mail, phone: row.phone },
      amount: row.amount,
      tax: row.tax,
      taxRate: row.taxRate,
    })
  const isNew = row.sentAt === null
  let standing = await heard(services, place, row.appId, isNew ? send : (platform) => platform.ask(row.attemptNo))
  let isMissing = false
  if (standing?.state === 'missing') {
    isMissing = true
    // Under the same number it is the same invoice, whether or not the first telling arrived.
    if (!isForgotten(row, services.clock.realNow())) standing = await heard(services, place, row.appId, send)
  }
  const said = standing
  return open((tx) => settle(tx, row, row.attemptNo, said, null, isMissing))
}

/** What is written down after the platform was asked; as long as an answer is lost, what was told may still be on its way. */
const askedOf = (tx: TenantTx, { asks }: { asks: number }, standing: Standing | null) => ({
  asked_at: tx.realNow,
  asks: asks + 1,
  ...(standing === null ? {} : { busy_until: null }),
})
const nextAsk = (tx: TenantTx, { asks }: { asks: number }, standing: Standing | null) =>
  new Date(tx.realNow.getTime() + Math.max(nextPause(asks), standing === null ? BUSY_MS : 0))

/**
 * Writes down what the platform says of an invoice, if that is of the attempt that stands.
 * @param taken the former attempt that was issued instead
 * @returns its state afterwards
 */
export async function settle(
  tx: TenantTx,
  { id }: Pick<InvoiceRow, 'id'>,
  attemptNo: string,
  standing: Standing | null,
  taken: AttemptRow | null = null,
  isMissing = false,
): Promise<number> {
  const row = await lockInvoice(tx, id)
  if (row.attemptNo !== attemptNo || !patientInvoiceStates.is(row.status, 'issuing')) return row.status
  const asked = askedOf(tx, row, standing)
  const end = async (status: number, change: object, action: string, reason?: string) => {
    await tx.update(
      'invoice',
      { id },
      { ...asked, ...change, status, next_ask_at: null, busy_until: null },
      { action, patientId: row.patientId },
    )
    await tx.logStatus('invoice', id, row.issuerClinicId, row.status, status, reason)
    tx.publish('bill', null)
    return status
  }
  if (standing?.state === 'issued')
    return end(
      patientInvoiceStates.code.issued,
      {
        ...(taken && {
          attempt_no: taken.attemptNo,
          app_id: taken.appId,
          title_type: taken.titleType,
          title: taken.title,
          tax_no: taken.taxNo,
          mail: taken.mail,
          phone: taken.phone,
          tax_rate: taken.taxRate,
          tax: fenToYuan(taken.tax),
        }),
        platform_no: standing.platformNo,
        issued_on: standing.issuedOn,
        file_hash: standing.fileHash,
        fail_reason: '',
      },
      'arrive',
    )
  if (standing?.state === 'refused' || standing?.state === 'missing') {
    const why = standing.state === 'refused' ? standing.why : UNKNOWN
    if (standing.state === 'refused') {
      const attempt = await attemptOf(tx, row)
      await tx.update('invoice_attempt', { id: attempt.id }, { is_refused: true })
    }
    // It takes up nothing any more, so nothing is left to take back of it.
    for (const red of await redsOfInvoice(tx, id))
      if (invoiceRedStates.is(red.status, 'toSend'))
        await endRed(tx, red, { status: invoiceRedStates.code.withdrawn }, 'withdraw')
    return end(patientInvoiceStates.code.failed, { fail_reason: why }, 'fail', why)
  }
  await tx.update(
    'invoice',
    { id },
    { ...asked, missed: row.missed + (isMissing ? 1 : 0), next_ask_at: nextAsk(tx, row, standing) },
  )
  return row.status
}

/** Ends a red, or ends it for now. */
export async function endRed(
  tx: TenantTx,
  red: RedRow,
  change: { status: number } & Record<string, unknown>,
  action: string,
  reason?: string,
): Promise<void> {
  await tx.update('invoice_red', { id: red.id }, { ...change, next_ask_at: null, busy_until: null }, { action })
  await tx.logStatus('invoice_red', red.id, red.issuerClinicId, red.status, change.status, reason)
  tx.publish('bill', null)
}

async function carryRed(services: Services, { tenantId, clinicId, id }: Carry): Promise<number> {
  const open = <T>(work: (tx: TenantTx) => Promise<T>) => services.database.withTenant(tenantId, clinicId, work, actor)
  const place = { tenantId, clinicId }
  const { row, blue, mine } = await open(async (tx) => {
    const seen = await findRed(tx, id)
    const invoice = await lockInvoice(tx, seen.invoiceId)
    const found = await lockRed(tx, id)
    // It waits until there is something to take back.
    const isMine =
      invoiceRedStates.is(found.status, 'open') &&
      patientInvoiceStates.is(invoice.status, 'issued') &&
      !isBusy(tx, found)
    if (!isMine) return { row: found, blue: invoice, mine: false }
    const isFirst = invoiceRedStates.is(found.status, 'toSend')
    const status = isFirst ? invoiceRedStates.after('send') : found.status
    await tx.update(
      'invoice_red',
      { id },
      {
        status,
        busy_until: busy(tx),
        // Sent is what was told under the number that stands.
        ...(found.sentAt === null && found.formerNos.length === 0 ? { sent_at: tx.realNow } : {}),
      },
      ...(isFirst ? [{ action: 'send' }] : []),
    )
    if (isFirst) await tx.logStatus('invoice_red', id, clinicId, found.status, status)
    return { row: { ...found, status }, blue: invoice, mine: true }
  })
  if (!mine) return row.status
  const isNew = row.sentAt === null
  if (isNew && row.formerNos.length > 0) {
    for (const formerNo of row.formerNos) {
      const former = await heard(services, place, blue.appId, (platform) => platform.askRed(formerNo))
      if (former === null || former.state === 'running') return open((tx) => settleRed(tx, row, row.attemptNo, null))
      if (former.state === 'issued') return open((tx) => settleRed(tx, row, row.attemptNo, former, formerNo))
    }
    await open(async (tx) => {
      const now = await lockRed(tx, id)
      if (now.attemptNo === row.attemptNo) await tx.update('invoice_red', { id }, { sent_at: tx.realNow })
    })
  }
  const send = (platform: InvoicePlatform) =>
    platform.red({
      no: row.attemptNo,
      blueNo: blue.platformNo,
      amount: row.amount,
      tax: row.tax,
      reason: [redReasons[row.reason as keyof typeof redReasons], row.note].filter(Boolean).join('：'),
    })
  let standing = await heard(services, place, blue.appId, isNew ? send : (platform) => platform.askRed(row.attemptNo))
  let isMissing = false
  if (standing?.state === 'missing') {
    isMissing = true
    if (!isForgotten(row, services.clock.realNow())) standing = await heard(services, place, blue.appId, send)
  }
  const said = standing
  return open((tx) => settleRed(tx, row, row.attemptNo, said, undefined, isMissing))
}

/** Writes down what the platform says of a red; when nothing of its invoice is left, that is taken back whole. */
async function settleRed(
  tx: TenantTx,
  { id, invoiceId }: RedRow,
  attemptNo: string,
  standing: Standing | null,
  takenNo?: string,
  isMissing = false,
): Promise<number> {
  const blue = await lockInvoice(tx, invoiceId)
  const row = await lockRed(tx, id)
  if (row.attemptNo !== attemptNo || !invoiceRedStates.is(row.status, 'issuing')) return row.status
  const asked = askedOf(tx, row, standing)
  if (standing?.state === 'issued') {
    const { platformNo, issuedOn, fileHash } = standing
    const status = invoiceRedStates.code.issued
    const more = takenNo ? { attempt_no: takenNo } : {}
    await endRed(
      tx,
      row,
      { ...asked, ...more, status, platform_no: platformNo, issued_on: issuedOn, file_hash: fileHash, fail_reason: '' },
      'arrive',
    )
    await noteReddened(tx, blue)
    return status
  }
  if (standing?.state === 'refused' || standing?.state === 'missing') {
    const why = standing.state === 'refused' ? standing.why : UNKNOWN
    const isRefused = standing.state === 'refused'
    await endRed(
      tx,
      row,
      { ...asked, status: invoiceRedStates.code.failed, fail_reason: why, is_refused: isRefused },
      'fail',
      why,
    )
    if (row.entryId !== null) await tellFailed(tx, blue, row, why)
    return invoiceRedStates.code.failed
  }
  await tx.update(
    'invoice_red',
    { id },
    { ...asked, missed: row.missed + (isMissing ? 1 : 0), next_ask_at: nextAsk(tx, row, standing) },
  )
  return row.status
}

/** Money has gone back and its invoice stands: nobody sits before it who would see that, so those who may take it back are told. */
async function tellFailed(
  tx: TenantTx,
  blue: InvoiceRow,
  { id, attemptNo, amount }: RedRow,
  why: string,
): Promise<void> {
  const clinicId = blue.issuerClinicId
  await notify(tx, {
    clinicId,
    employeeIds: (await holdersIn(tx, clinicId, '/invoices:red')).map((each) => each.id),
    category: 'bill',
    title: `发票 ${blue.invoiceNo} 红冲 ${formatYuan(amount)} 元失败，请处理`,
    body: why,
    link: '/invoices',
    key: `invoice-red:${id}:${attemptNo}`,
  })
}

/** An invoice of which nothing is left is taken back whole. */
export async function noteReddened(tx: TenantTx, blue: InvoiceRow): Promise<void> {
  const issued = (await redsOfInvoice(tx, blue.id)).filter(({ status }) => invoiceRedStates.is(status, 'issued'))
  if (sum(issued.map(({ amount }) => amount)) < blue.amount || !patientInvoiceStates.may('red', blue.status)) return
  const reddened = patientInvoiceStates.after('red')
  await tx.update('invoice', { id: blue.id }, { status: reddened }, { action: 'reddened', patientId: blue.patientId })
  await tx.logStatus('invoice', blue.id, blue.issuerClinicId, blue.status, reddened)
}

/**
 * What the platform says of an invoice under each number that it may know, asked apart from any transaction: the first that it
 * knows, or that it knows none. @throws PlatformUnsure
 */
export async function standingAt(
  services: Services,
  of: { tenantId: string; clinicId: string },
  numbers: readonly Pick<InvoiceRow, 'appId' | 'attemptNo'>[],
): Promise<Standing> {
  for (const { appId, attemptNo } of numbers) {
    const standing = await (await platformOf(services, of, appId)).ask(attemptNo)
    if (standing.state !== 'missing' && standing.state !== 'refused') return standing
  }
  return { state: 'missing' }
}
