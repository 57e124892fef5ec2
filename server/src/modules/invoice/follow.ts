import { invoiceRedStates, patientInvoiceStates, redReasons } from '@dentin/contract/invoice'
import { sum } from '@dentin/kit'
import { systemActor, type Actor } from '../../platform/database/ids.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { Services } from '../../platform/services.ts'
import { accountOf, platformOf } from './accounts.ts'
import { PlatformUnsure, type Standing } from './platform.ts'
import { findRed, lockInvoice, lockRed, redsOfInvoice, type InvoiceRow, type RedRow } from './queries.ts'
import { MISSES, nextPause } from './rules.ts'

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
  const outcome = (what.isRed ? carryRed(services, what) : carryInvoice(services, what)).finally(() =>
    all.delete(what.id),
  )
  all.set(what.id, outcome)
  return outcome
}

/** What the platform says; nothing when it can't be reached or believed. */
async function heard(services: Services, ask: () => Promise<Standing>): Promise<Standing | null> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof PlatformUnsure)) throw error
    services.log.warn({ err: error }, 'invoice not carried on')
    return null
  }
}

async function carryInvoice(services: Services, { tenantId, clinicId, id }: Carry): Promise<number> {
  const open = <T>(work: (tx: TenantTx) => Promise<T>) => services.database.withTenant(tenantId, clinicId, work, actor)
  const place = { tenantId, clinicId }
  // That it is being sent is written down before the platform hears of it.
  const { row, seller, isNew } = await open(async (tx) => {
    const found = await lockInvoice(tx, id)
    const account = await accountOf(tx, clinicId)
    const first = found.sentAt === null
    if (patientInvoiceStates.is(found.status, 'issuing'))
      await tx.update(
        'invoice',
        { id },
        {
          busy_until: new Date(tx.realNow.getTime() + BUSY_MS),
          ...(first && found.formerAttemptNo === null ? { sent_at: tx.realNow } : {}),
        },
      )
    return { row: found, seller: account && { taxNo: account.taxNo, name: account.sellerName }, isNew: first }
  })
  if (!patientInvoiceStates.is(row.status, 'issuing')) return row.status
  // What was sent under a former number may have been issued after all: then that is the invoice.
  if (isNew && row.formerAttemptNo !== null) {
    const formerNo = row.formerAttemptNo
    const former = await platformOf(services, place, row.formerAppId ?? row.appId)
    const standing = await heard(services, () => former.ask(formerNo))
    if (standing === null || standing.state === 'running') return open((tx) => settle(tx, row, row.attemptNo, null))
    if (standing.state === 'issued')
      return open((tx) =>
        settle(tx, row, row.attemptNo, standing, { attempt_no: formerNo, app_id: row.formerAppId ?? row.appId }),
      )
    await open(async (tx) => {
      const now = await lockInvoice(tx, id)
      if (now.attemptNo === row.attemptNo)
        await tx.update('invoice', { id }, { sent_at: tx.realNow }, { action: 'send' })
    })
  }
  const platform = await platformOf(services, place, row.appId)
  const send = () =>
    platform.issue({
      no: row.attemptNo,
      seller: seller ?? { taxNo: '', name: '' },
      buyer: { titleType: row.titleType, title: row.title, taxNo: row.taxNo, mail: row.mail, phone: row.phone },
      amount: row.amount,
      tax: row.tax,
      taxRate: row.taxRate,
    })
  let standing = await heard(services, isNew ? send : () => platform.ask(row.attemptNo))
  let isMissing = false
  if (standing?.state === 'missing') {
    isMissing = true
    // Under the same number it is the same invoice, whether or not the first telling arrived.
    standing = row.missed + 1 >= MISSES ? { state: 'missing' } : await heard(services, send)
  }
  const said = standing
  return open((tx) => settle(tx, row, row.attemptNo, said, {}, isMissing))
}

/** Writes down what the platform says of an invoice, if that is of the attempt that stands. @returns its state afterwards */
export async function settle(
  tx: TenantTx,
  { id }: Pick<InvoiceRow, 'id'>,
  attemptNo: string,
  standing: Standing | null,
  taken: { attempt_no?: string; app_id?: string } = {},
  isMissing = false,
): Promise<number> {
  const row = await lockInvoice(tx, id)
  if (row.attemptNo !== attemptNo || !patientInvoiceStates.is(row.status, 'issuing')) return row.status
  const asked = { asked_at: tx.realNow, asks: row.asks + 1, busy_until: null }
  const end = async (status: number, change: object, action: string, reason?: string) => {
    await tx.update(
      'invoice',
      { id },
      { ...asked, ...change, status, next_ask_at: null },
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
        ...taken,
        platform_no: standing.platformNo,
        issued_on: standing.issuedOn,
        file_hash: standing.fileHash,
        fail_reason: '',
      },
      'arrive',
    )
  if (standing?.state === 'refused' || standing?.state === 'missing') {
    const why = standing.state === 'refused' ? standing.why : UNKNOWN
    // It takes up nothing any more, so nothing is left to take back of it.
    for (const red of await redsOfInvoice(tx, id))
      if (invoiceRedStates.is(red.status, 'toSend'))
        await endRed(tx, red, { status: invoiceRedStates.code.withdrawn }, 'withdraw')
    return end(patientInvoiceStates.code.failed, { fail_reason: why }, 'fail', why)
  }
  await tx.update(
    'invoice',
    { id },
    {
      ...asked,
      missed: row.missed + (isMissing ? 1 : 0),
      next_ask_at: new Date(tx.realNow.getTime() + nextPause(row.asks)),
    },
  )
  return row.status
}

async function endRed(
  tx: TenantTx,
  red: RedRow,
  change: { status: number } & Record<string, unknown>,
  action: string,
  reason?: string,
): Promise<void> {
  await tx.update('invoice_red', { id: red.id }, { ...change, next_ask_at: null }, { action })
  await tx.logStatus('invoice_red', red.id, red.issuerClinicId, red.status, change.status, reason)
  tx.publish('bill', null)
}

async function carryRed(services: Services, { tenantId, clinicId, id }: Carry): Promise<number> {
  const open = <T>(work: (tx: TenantTx) => Promise<T>) => services.database.withTenant(tenantId, clinicId, work, actor)
  const { row, blue, isNew } = await open(async (tx) => {
    const seen = await findRed(tx, id)
    const invoice = await lockInvoice(tx, seen.invoiceId)
    const found = await lockRed(tx, id)
    const first = invoiceRedStates.is(found.status, 'toSend')
    // It waits until there is something to take back.
    if (!first || !patientInvoiceStates.is(invoice.status, 'issued')) return { row: found, blue: invoice, isNew: false }
    const status = invoiceRedStates.after('send')
    const sent = await tx.update('invoice_red', { id }, { status, sent_at: tx.realNow }, { action: 'send' })
    await tx.logStatus('invoice_red', id, clinicId, found.status, status)
    return { row: { ...found, status: sent.status }, blue: invoice, isNew: true }
  })
  if (!invoiceRedStates.is(row.status, 'issuing')) return row.status
  const platform = await platformOf(services, { tenantId, clinicId }, blue.appId)
  if (isNew && row.formerAttemptNo !== null) {
    const formerNo = row.formerAttemptNo
    const former = await heard(services, () => platform.askRed(formerNo))
    if (former?.state === 'issued') return open((tx) => settleRed(tx, row, row.attemptNo, former, formerNo))
  }
  const send = () =>
    platform.red({
      no: row.attemptNo,
      blueNo: blue.platformNo,
      amount: row.amount,
      tax: row.tax,
      reason: [redReasons[row.reason as keyof typeof redReasons], row.note].filter(Boolean).join('：'),
    })
  let standing = await heard(services, isNew ? send : () => platform.askRed(row.attemptNo))
  let isMissing = false
  if (standing?.state === 'missing') {
    isMissing = true
    standing = row.missed + 1 >= MISSES ? { state: 'missing' } : await heard(services, send)
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
  const asked = { asked_at: tx.realNow, asks: row.asks + 1 }
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
    const gone = sum(
      (await redsOfInvoice(tx, invoiceId))
        .filter((one) => invoiceRedStates.is(one.status, 'issued'))
        .map(({ amount }) => amount),
    )
    if (gone >= blue.amount && patientInvoiceStates.may('red', blue.status)) {
      const reddened = patientInvoiceStates.after('red')
      await tx.update(
        'invoice',
        { id: invoiceId },
        { status: reddened },
        { action: 'reddened', patientId: blue.patientId },
      )
      await tx.logStatus('invoice', invoiceId, blue.issuerClinicId, blue.status, reddened)
    }
    return status
  }
  if (standing?.state === 'refused' || standing?.state === 'missing') {
    const why = standing.state === 'refused' ? standing.why : UNKNOWN
    await endRed(tx, row, { ...asked, status: invoiceRedStates.code.failed, fail_reason: why }, 'fail', why)
    return invoiceRedStates.code.failed
  }
  await tx.update(
    'invoice_red',
    { id },
    {
      ...asked,
      missed: row.missed + (isMissing ? 1 : 0),
      next_ask_at: new Date(tx.realNow.getTime() + nextPause(row.asks)),
    },
  )
  return row.status
}

/** What the platform says of an invoice under its number, asked apart from any transaction. @throws PlatformUnsure */
export async function standingAt(
  services: Services,
  of: { tenantId: string; clinicId: string },
  row: Pick<InvoiceRow, 'appId' | 'attemptNo'>,
): Promise<Standing> {
  return (await platformOf(services, of, row.appId)).ask(row.attemptNo)
}
