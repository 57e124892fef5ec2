import { invoiceOf, patientInvoiceStates, type InvoiceOf } from '@dentin/contract/invoice'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { sum, type Fen } from '@dentin/kit'
import { keptSql } from '../../platform/database/plans.ts'
import { systemActor, type ClinicId } from '../../platform/database/ids.ts'
import { columns, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext, PublicContext } from '../../platform/http/context.ts'
import { hashToken } from '../../platform/security/tokens.ts'
import { mustBeWithin, withinLimit, type Limit } from '../identity/index.ts'
import { newPaperCode, printedUrl } from '../issued-document/index.ts'
import { accountOf } from './accounts.ts'
import { findPaper, lockPapers, partsOf, write, type Paper } from './commands.ts'
import { freeOf } from './limits.ts'
import { invoicesOf } from './queries.ts'

/** Wrong codes from one address: a machine that guesses is stopped. A right one counts for nobody. */
const WRONG_PER_ADDRESS: Limit = { name: 'invoice-code', times: 30, minutes: 10 }
/** The page asks every four seconds while the platform is at it: 150 in ten minutes, on a few devices. */
const LOOKS_PER_CODE: Limit = { name: 'invoice-look', times: 600, minutes: 10 }
const ISSUES_PER_CODE: Limit = { name: 'invoice-own', times: 10, minutes: 60 }

type Calls = typeof contract.invoice
type In<K extends keyof Calls> = ParsedInput<Calls[K]>
const COLUMNS = { bill: 'bill_id', recharge: 'card_log_id', prepay: 'prepay_id' } as const

/** What of a paper may be invoiced now, and why nothing is issued. */
async function standingOf(tx: TenantTx, paper: Paper): Promise<{ closed: string; free: Fen; sandbox: boolean }> {
  const account = await accountOf(tx, paper.clinicId)
  if (!account?.enabled) return { closed: '门诊暂时不能开票，请联系门诊', free: sum([]), sandbox: false }
  const parts = await tx.acrossClinics(async () => freeOf(tx, await partsOf(tx, paper, account.rule)))
  return { closed: '', free: sum(parts.map(({ free }) => free)), sandbox: account.platformUrl === '' }
}

/** A code for the receipt of a paper of which an invoice may be asked for; none where nothing can be. */
export async function makeCode(ctx: ClinicContext, paper: Paper): Promise<{ code: string | null; url: string | null }> {
  const { tx, clinicId } = ctx
  const { closed, free } = await standingOf(tx, paper)
  if (closed !== '' || free === 0) return { code: null, url: null }
  const code = newPaperCode()
  await tx.need(
    keptSql`insert into invoice_code (code_hash, tenant_id, clinic_id, paper, paper_id, created_at)
      values (${hashToken(code)}, ${tx.tenantId}, ${clinicId}, ${paper.of}, ${paper.id}, ${tx.realNow}) returning paper_id`,
  )
  // Behind the hash, which no browser sends: the code stands in no log of a server.
  return { code, url: printedUrl(ctx, `/invoice#${code}`) }
}

const codes = select(columns('invoice_code', 'k', 'tenant_id', 'clinic_id', 'paper', 'paper_id'))
type Code = RowIn<typeof codes>
/** A code that is older leads nowhere, like one that there never was. */
const DAYS = 180

/** What a code leads to. What is counted is counted under its hash, and outlasts a refusal. */
async function behind({ services: { database }, ip }: PublicContext, code: string, limit: Limit): Promise<Code> {
  const hash = hashToken(code)
  const found = await database.withPlatform((tx) =>
    tx.row(
      codes.keptFrom`invoice_code k where k.code_hash = ${hash} and k.created_at > ${new Date(tx.realNow.getTime() - DAYS * 86_400_000)}`,
    ),
  )
  if (!found) {
    await database.withPlatform((tx) => mustBeWithin(tx, WRONG_PER_ADDRESS, ip))
    throw new AppError('INVOICE_CODE_UNKNOWN')
  }
  if (!(await database.withPlatform((tx) => withinLimit(tx, limit, hash)))) throw new AppError('TOO_MANY')
  return found
}

const inside = <T>(
  { services, ip, requestId }: PublicContext,
  code: Code,
  work: (tx: TenantTx) => Promise<T>,
): Promise<T> =>
  services.database.withTenant(code.tenantId, code.clinicId, work, {
    ...systemActor,
    name: '患者自助',
    ip,
    requestId,
  })

const clinics = select(columns('clinic', 'c', 'name'))

/** What whoever holds a receipt may know: the clinic, the sum, how its invoices stand; nothing of the patient and of no buyer. */
export async function look(context: PublicContext, { code, key }: In<'look'>): Promise<HandlerOutput<Calls['look']>> {
  const found = await behind(context, code, LOOKS_PER_CODE)
  return inside(context, found, async (tx) => {
    const paper = await findPaper(tx, found.paper as InvoiceOf, found.paperId)
    const { closed, free, sandbox } = await standingOf(tx, paper)
    const { name } = await tx.need(clinics.keptFrom`clinic c where ${tx.own('c')} and c.id = ${found.clinicId}`)
    const own = key === undefined ? null : hashToken(key)
    return {
      clinicName: name,
      what: invoiceOf[paper.of],
      invoiceable: free,
      closed,
      sandbox,
      invoices: (await invoicesOf(tx, COLUMNS[paper.of], paper.id)).map((row) => {
        const isOwn = own !== null && row.keyHash === own
        const { status, amount, createdAt } = row
        return {
          status,
          amount,
          createdAt,
          isOwn,
          platformNo: isOwn ? row.platformNo : '',
          issuedOn: isOwn ? row.issuedOn : null,
          why: isOwn ? row.failReason : '',
        }
      }),
    }
  })
}

/**
 * The buyer's own invoice over all that may be invoiced. The key proves to the page that it is theirs; sent twice it is issued
 * once.
 */
export async function ownIssue(
  context: PublicContext,
  { code, key, ...buyer }: In<'ownIssue'>,
): Promise<{ status: number }> {
  const found = await behind(context, code, ISSUES_PER_CODE)
  const keyHash = hashToken(key)
  return inside(context, found, async (tx) => {
    const paper = await findPaper(tx, found.paper as InvoiceOf, found.paperId)
    // Sent twice at once, the second sees what the first has made.
    await lockPapers(tx, [paper])
    const { closed, free } = await standingOf(tx, paper)
    if (closed !== '') throw new AppError('INVOICE_OFF', { message: closed })
    const known = (await invoicesOf(tx, COLUMNS[paper.of], paper.id)).find(
      (row) => row.keyHash === keyHash && patientInvoiceStates.is(row.status, 'counted'),
    )
    if (known && free === 0) return { status: known.status }
    const asker = {
      tx,
      services: context.services,
      clinicId: found.clinicId as ClinicId,
      actorName: '患者自助',
      employeeId: null,
      keyHash,
    }
    const { status } = await write(asker, [{ paper, amount: free, field: 'code' }], buyer)
    return { status }
  })
}
