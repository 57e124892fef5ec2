import { randomInt } from 'node:crypto'
import { invoiceKinds, invoiceStates, type InvoiceKind } from '@dentin/contract/invoice'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { PAPER_CODE_LENGTH, PAPER_CODE_SIGNS } from '@dentin/contract/paper'
import { subtract } from '@dentin/kit'
import { keptSql } from '../../platform/database/plans.ts'
import { systemActor } from '../../platform/database/ids.ts'
import { columns, select, type RowIn } from '../../platform/database/select.ts'
import type { PlatformTx, TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext, FileAnswer, PublicContext } from '../../platform/http/context.ts'
import { hashToken, newToken } from '../../platform/security/tokens.ts'
import { mustBeWithin, withinLimit, type Limit } from '../identity/index.ts'
import { accountOf, whyNot } from './accounts.ts'
import { carrySoon } from './carry.ts'
import { fileOf } from './files.ts'
import { freeNow, writeInvoice } from './issue.ts'
import { holders, invoicesOn, type Holder, type InvoiceRow } from './queries.ts'

/** Wrong codes from one address: a machine that guesses is stopped. A right one counts for nobody. */
const WRONG_PER_ADDRESS: Limit = { name: 'invoice-code', times: 30, minutes: 10 }
/** The page asks every five seconds while it waits, and less often later: far below this. */
const LOOKS_PER_CODE: Limit = { name: 'invoice-look', times: 600, minutes: 10 }
const ISSUES_PER_CODE: Limit = { name: 'invoice-own', times: 10, minutes: 60 }
const FILES_PER_CODE: Limit = { name: 'invoice-file', times: 30, minutes: 60 }

type Calls = typeof contract.invoice
type In<K extends keyof Calls> = ParsedInput<Calls[K]>

const newCode = (): string =>
  Array.from({ length: PAPER_CODE_LENGTH }, () => PAPER_CODE_SIGNS[randomInt(PAPER_CODE_SIGNS.length)]).join('')

/** A code for the receipt of something of which an invoice may be asked for; none where nothing can be. */
export async function makeCode(
  ctx: ClinicContext,
  holder: Holder,
): Promise<{ code: string | null; url: string | null }> {
  const { tx, clinicId, services } = ctx
  const account = await accountOf(tx, clinicId)
  if (whyNot(services, account) || freeNow(holder, account) === 0) return { code: null, url: null }
  const code = newCode()
  await tx.need(
    keptSql`insert into invoice_code (code_hash, tenant_id, clinic_id, kind, holder_id, created_at)
      values (${hashToken(code)}, ${tx.tenantId}, ${clinicId}, ${holder.kind}, ${holder.id}, ${tx.realNow}) returning holder_id`,
  )
  const { config } = services
  // Behind the hash, which no browser sends: the code stands in no log of a server.
  return { code, url: new URL(`/invoice#${code}`, config.PUBLIC_ORIGIN ?? `http://localhost:${config.PORT}`).href }
}

const codes = select(columns('invoice_code', 'k', 'tenant_id', 'clinic_id', 'kind', 'holder_id'))
type Code = RowIn<typeof codes>

/** What a code leads to. Limits are counted by the code's hash and outlast a refusal. */
async function behind(context: PublicContext, code: string, limit: Limit): Promise<Code> {
  const { database } = context.services
  const hash = hashToken(code)
  const found = await database.withPlatform((tx: PlatformTx) =>
    tx.row(codes.keptFrom`invoice_code k where k.code_hash = ${hash}`),
  )
  if (!found) {
    await database.withPlatform((tx) => mustBeWithin(tx, WRONG_PER_ADDRESS, context.ip))
    throw new AppError('INVOICE_CODE_UNKNOWN')
  }
  const within = await database.withPlatform((tx) => withinLimit(tx, limit, hash))
  if (!within) throw new AppError('TOO_MANY')
  return found
}

const actorOf = ({ ip, requestId }: PublicContext) => ({ ...systemActor, name: '患者自助', ip, requestId })
const inside = <T>(context: PublicContext, code: Code, work: (tx: TenantTx) => Promise<T>): Promise<T> =>
  context.services.database.withTenant(code.tenantId, code.clinicId, work, actorOf(context))

async function holderOf(tx: TenantTx, code: Code): Promise<Holder> {
  const [holder] = await holders(tx, { kind: code.kind, id: code.holderId })
  if (!holder) throw new AppError('INVOICE_CODE_UNKNOWN')
  return holder
}

const isOwn = (row: InvoiceRow, key: string | undefined): boolean => key !== undefined && row.keyHash === hashToken(key)

/** What whoever holds a receipt may know: the clinic, the sum and how its invoices stand; nothing of the patient, no buyer. */
export async function look(context: PublicContext, { code, key }: In<'look'>): Promise<HandlerOutput<Calls['look']>> {
  const { services } = context
  const found = await behind(context, code, LOOKS_PER_CODE)
  const { seen, open } = await inside(context, found, async (tx) => {
    const holder = await holderOf(tx, found)
    const account = await accountOf(tx, found.clinicId)
    const rows = (await invoicesOn(tx, found.kind, found.holderId)).filter(
      ({ status }) => !invoiceStates.is(status, 'dropped'),
    )
    return {
      open: rows.filter((row) => invoiceStates.is(row.status, 'open')),
      seen: {
        clinicName: holder.clinicName,
        sellerName: account?.sellerName ?? '',
        what: invoiceKinds[found.kind as InvoiceKind],
        freeAmount: freeNow(holder, account),
        offered: whyNot(services, account) === '',
        sandbox: account?.addressUrl === '',
        invoices: rows.map((row) => ({
          status: row.status,
          amount: row.amount,
          redAmount: row.redAmount,
          number: isOwn(row, key) ? row.number : '',
          message: isOwn(row, key) && invoiceStates.is(row.status, 'failed') ? row.message : '',
          createdAt: row.createdAt,
          own: isOwn(row, key),
          hasFile: isOwn(row, key) && row.fileUrl !== '' && row.fileHash !== '',
        })),
      },
    }
  })
  for (const { id } of open)
    carrySoon(services, { tenantId: found.tenantId, clinicId: found.clinicId, id, isRed: false })
  return seen
}

/** The buyer's own invoice over all that may be invoiced. The key that it answers is the page's: with it the file is opened. */
export async function ownIssue(
  context: PublicContext,
  { code, ...buyer }: In<'ownIssue'>,
): Promise<{ key: string; status: number }> {
  const found = await behind(context, code, ISSUES_PER_CODE)
  const key = newToken()
  const { status } = await inside(context, found, async (tx) => {
    const holder = await holderOf(tx, found)
    const amount = freeNow(holder, await accountOf(tx, found.clinicId))
    if (amount === 0)
      throw new AppError('INVOICE_NOTHING', {
        message: subtract(holder.invoiced, holder.red) > 0 ? '已经开过发票' : '没有可开票的金额',
      })
    return writeInvoice(
      tx,
      context.services,
      { clinicId: found.clinicId, id: null, name: '患者自助', source: 2, keyHash: hashToken(key) },
      [{ holder, amount }],
      { type: 0, regAddress: '', regPhone: '', bankName: '', bankAccount: '', ...buyer },
    )
  })
  return { key, status }
}

/** The file of the invoice that was asked for with this key. */
export async function ownFile(context: PublicContext, { code, key }: In<'ownFile'>): Promise<FileAnswer> {
  const found = await behind(context, code, FILES_PER_CODE)
  const row = await inside(context, found, async (tx) =>
    (await invoicesOn(tx, found.kind, found.holderId)).find((each) => isOwn(each, key)),
  )
  if (!row) throw new AppError('INVOICE_FILE_MISSING')
  return fileOf(context.services, found, row, '电子发票')
}
