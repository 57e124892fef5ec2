import type { contract, ParsedInput } from '@dentin/contract'
import { invoiceRedStates, isTaxNo, patientInvoiceStates, type InvoiceOf } from '@dentin/contract/invoice'
import { fen, fenToYuan, formatYuan, subtract, sum, today, uuidv7, ZERO, type Fen } from '@dentin/kit'
import { sql } from 'kysely'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ApartContext, ClinicContext } from '../../platform/http/context.ts'
import { visibleBill } from '../billing/index.ts'
import type { Moved } from '../ledger/index.ts'
import { mustReachPatient, seesDigits } from '../patient/index.ts'
import { mustIssue, type AccountRow } from './accounts.ts'
import { CARRY, endRed, noteReddened, settle, standingAt, type Carry } from './follow.ts'
import {
  excessOf,
  freeOf,
  linkedCards,
  linkedPrepays,
  lockInvoicesOf,
  partsOfBill,
  partsOfCardLog,
  partsOfPrepay,
  purseOf,
  sourcesOf,
  type CountedSource,
  type Limited,
  type Purse,
  type Source,
} from './limits.ts'
import { PlatformUnsure } from './platform.ts'
import {
  findInvoice,
  findRed as lookUpRed,
  formerAttempts,
  knownNumber,
  lockInvoice,
  lockRed,
  redsOfInvoice,
  type InvoiceRow,
  type RedRow,
} from './queries.ts'
import { isOverdue, mustBe, redMustBe, redTax, taxIn } from './rules.ts'

type Calls = typeof contract.invoice
type In<K extends keyof Calls> = ParsedInput<Calls[K]>

/** A paper that may be invoiced. */
export interface Paper {
  of: InvoiceOf
  id: string
  patientId: string
  patientName: string
  clinicId: string
}

const paperOf = {
  bill: (tx: TenantTx, id: string) =>
    sql`bill d join patient p on ${tx.own('p')} and p.id = d.patient_id where ${tx.own('d')} and d.id = ${id}`,
  recharge: (tx: TenantTx, id: string) =>
    sql`card_log l join member_card d on ${tx.own('d')} and d.id = l.card_id join patient p on ${tx.own('p')} and p.id = d.patient_id
      where ${tx.own('l')} and l.id = ${id} and l.type in (1, 2, 11) and l.reverses_id is null`,
  prepay: (tx: TenantTx, id: string) =>
    sql`prepay d join patient p on ${tx.own('p')} and p.id = d.patient_id where ${tx.own('d')} and d.id = ${id}`,
}
const paperRow = (of: InvoiceOf) =>
  select(columns('patient', 'p', 'id', 'name'), {
    clinicId: of === 'bill' ? sql<string>`d.clinic_id` : sql<string>`d.open_clinic_id`,
  })

/** A paper within reach of whoever asks, of this clinic: the clinic that took the money issues. */
export async function paperFor(ctx: ClinicContext, of: InvoiceOf, id: string): Promise<Paper> {
  if (of === 'bill') await visibleBill(ctx, id)
  const paper = await findPaper(ctx.tx, of, id)
  await mustReachPatient(ctx, paper.patientId)
  if (paper.clinicId !== ctx.clinicId) throw new AppError('NOT_FOUND')
  return paper
}

/** A paper, whoever asks: its code was shown. */
export async function findPaper(tx: TenantTx, of: InvoiceOf, id: string): Promise<Paper> {
  const row = await tx.need(paperRow(of).keptFrom`${paperOf[of](tx, id)}`)
  return { of, id, patientId: row.id, patientName: row.name, clinicId: row.clinicId }
}

const allPartsOf = (tx: TenantTx, { of, id }: Pick<Paper, 'of' | 'id'>): Promise<Limited[]> =>
  of === 'bill' ? partsOfBill(tx, id) : of === 'recharge' ? partsOfCardLog(tx, id) : partsOfPrepay(tx, id)

/** The parts of a paper that are invoiced under a rule: stored money as it comes in (1), or as it is used (2). */
export async function partsOf(tx: TenantTx, { of, id }: Pick<Paper, 'of' | 'id'>, rule: number): Promise<Limited[]> {
  const all = await allPartsOf(tx, { of, id })
  return all.filter(
    ({ part }) =>
      part === 'cash' ||
      part === 'times' ||
      part === 'fee' ||
      (part === 'recharge' || part === 'prepay' ? rule === 1 : rule === 2),
  )
}

/**
 * Locks papers and the purses they have to do with, in the order in which desks lock them: bills, prepayments, cards, each by id, in
 * whichever clinic they are. Whoever linked another purse meanwhile is seen once these are held.
 */
export const lockPapers = (tx: TenantTx, papers: readonly Pick<Paper, 'of' | 'id'>[]): Promise<void> =>
  tx.acrossClinics(async () => {
    const bills = papers.flatMap(({ of, id }) => (of === 'bill' ? [id] : []))
    if (bills.length > 0)
      await tx.rows(
        sql`select b.id from bill b where ${tx.own('b')} and b.id = any(${bills}::uuid[]) order by b.id for no key update of b`,
      )
    let held = -1
    for (;;) {
      const cards = new Set<string>()
      const prepays = new Set<string>()
      for (const paper of papers)
        for (const part of await allPartsOf(tx, paper)) {
          if (part.cardId) for (const each of await linkedCards(tx, part.cardId)) cards.add(each)
          if (part.prepayId) for (const each of await linkedPrepays(tx, part.prepayId)) prepays.add(each)
        }
      if (cards.size + prepays.size <= held) return
      held = cards.size + prepays.size
      await lockPurses(tx, [...cards], [...prepays])
    }
  })

async function lockPurses(tx: TenantTx, cards: readonly string[], prepays: readonly string[]): Promise<void> {
  if (prepays.length > 0)
    await tx.rows(
      sql`select q.id from prepay q where ${tx.own('q')} and q.id = any(${prepays}::uuid[]) order by q.id for no key update of q`,
    )
  if (cards.length > 0)
    await tx.rows(
      sql`select c.id from member_card c where ${tx.own('c')} and c.id = any(${cards}::uuid[]) order by c.id for no key update of c`,
    )
}

interface Buyer {
  titleType: number
  title: string
  taxNo: string
  mail: string
  phone: string
}

/** The buyer as the invoice keeps it: a firm has a tax number, a person has none. */
function buyerOf(
  buyer: Buyer,
  prefix = '',
): { title_type: number; title: string; tax_no: string; mail: string; phone: string } {
  const { titleType, title, mail, phone } = buyer
  if (titleType === 1 && buyer.taxNo === '')
    throw fieldError('INVOICE_TAX_NO', `${prefix}taxNo`, '企业抬头须填写纳税人识别号')
  if (titleType === 1 && !isTaxNo(buyer.taxNo)) throw fieldError('INVOICE_TAX_NO', `${prefix}taxNo`)
  return { title_type: titleType, title, tax_no: titleType === 1 ? buyer.taxNo : '', mail, phone }
}

/** A number with which something is sent: of this attempt alone, whatever is asked under it again. */
const newAttemptNo = () => uuidv7().replaceAll('-', '')

/** Spreads a sum over the parts of a paper, in their order. @throws when they don't bear it */
function spread(
  parts: readonly (Limited & { free: Fen })[],
  amount: Fen,
  field: string,
): { source: Limited; amount: Fen }[] {
  const most = sum(parts.map(({ free }) => free))
  if (most === 0) throw fieldError('INVOICE_NOTHING', field)
  if (amount > most) throw fieldError('INVOICE_OVER', field, `最多可开 ${formatYuan(most)} 元`)
  let open = amount
  return parts.flatMap((source) => {
    const some = fen(Math.min(open, source.free))
    open = subtract(open, some)
    return some > 0 ? [{ source, amount: some }] : []
  })
}

/** Issues an invoice at the desk, over papers of one patient. */
export async function issue(ctx: ClinicContext, input: In<'issue'>) {
  await mustIssue(ctx.tx, ctx.clinicId)
  const papers: AskedPaper[] = []
  for (const [n, { of, id, amount }] of input.sources.entries()) {
    const field = `sources.${n}.amount`
    const paper = await paperFor(ctx, of, id)
    if (papers.some((one) => one.paper.id === id)) throw fieldError('BAD_INPUT', `sources.${n}.id`, '同一笔选了两次')
    if (papers[0] && papers[0].paper.patientId !== paper.patientId)
      throw fieldError('BAD_INPUT', `sources.${n}.id`, '一张发票只能开给一位患者')
    papers.push({ paper, amount, field })
  }
  return write(ctx, papers, input)
}

/** A paper with what of it is to be invoiced, and where that stands in the request. */
interface AskedPaper {
  paper: Paper
  amount: Fen
  field: string
}

/** Who asks for an invoice: somebody at the desk, or the buyer with the code of a receipt. */
interface Asker extends Pick<ClinicContext, 'tx' | 'services' | 'clinicId' | 'actorName'> {
  employeeId: string | null
  /** Of the buyer's page. */
  keyHash?: string
}

/** Writes an invoice down: what it covers is checked under lock, and a job sends it. */
export async function write(ctx: Asker, papers: readonly AskedPaper[], typed: Buyer) {
  const { tx, clinicId } = ctx
  const account = await mustIssue(tx, clinicId)
  const buyer = buyerOf(typed)
  await lockPapers(
    tx,
    papers.map(({ paper }) => paper),
  )
  const covered = await tx.acrossClinics(async () => {
    // What an earlier paper takes of a purse is not there for a later one.
    const spent: { source: Limited; amount: Fen }[] = []
    for (const { paper, amount, field } of papers) {
      const own = await freeOf(tx, await partsOf(tx, paper, account.rule), { spent })
      spent.push(...spread(own, amount, field))
    }
    return spent
  })
  const total = sum(covered.map(({ amount }) => amount))
  const tax = taxIn(total, account.taxRate)
  const id = uuidv7()
  const patientId = (papers[0] as { paper: Paper }).paper.patientId
  const row = await tx.insert(
    'invoice',
    {
      id,
      issuer_clinic_id: clinicId,
      invoice_no: await tx.nextNumber('FP', clinicId, today(tx.now)),
      patient_id: patientId,
      status: patientInvoiceStates.code.issuing,
      ...buyer,
      amount: fenToYuan(total),
      tax_rate: account.taxRate,
      tax: fenToYuan(tax),
      app_id: account.appRef,
      attempt_no: newAttemptNo(),
      next_ask_at: tx.realNow,
      operator_id: ctx.employeeId,
      operator_name: ctx.actorName,
      key_hash: ctx.keyHash ?? null,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { patientId },
  )
  for (const { source, amount } of covered) await insertSource(tx, id, source, amount)
  await noteAttempt(tx, id, account, { ...buyer, tax_rate: row.tax_rate, tax: row.tax, attempt_no: row.attempt_no })
  await tx.logStatus('invoice', id, clinicId, null, row.status)
  await queue(ctx, { id, isRed: false })
  tell(
    tx,
    papers.map(({ paper }) => paper),
  )
  return { id, status: row.status, version: row.version, invoiceNo: row.invoice_no, amount: total, tax }
}

/** Keeps what the platform is told at an attempt: the account and the buyer may be others at the next. */
const noteAttempt = (
  tx: TenantTx,
  invoiceId: string,
  account: AccountRow,
  told: ReturnType<typeof buyerOf> & { tax_rate: number; tax: string; attempt_no: string },
) =>
  tx.insert('invoice_attempt', {
    id: uuidv7(),
    invoice_id: invoiceId,
    app_id: account.appRef,
    seller_tax_no: account.taxNo,
    seller_name: account.sellerName,
    ...told,
    created_at: tx.now,
    updated_at: tx.now,
  })

async function insertSource(tx: TenantTx, invoiceId: string, source: Source, amount: Fen): Promise<void> {
  await tx.rows(
    keptSql`insert into invoice_source (tenant_id, id, invoice_id, part, bill_id, card_log_id, card_id, prepay_id, amount, created_at)
      values (${tx.tenantId}, ${uuidv7()}, ${invoiceId}, ${source.part}, ${source.billId}, ${source.cardLogId}, ${source.cardId},
        ${source.prepayId}, ${fenToYuan(amount)}, ${tx.now}) returning id`,
  )
}

function tell(tx: TenantTx, papers: readonly { of: InvoiceOf; id: string }[]): void {
  for (const { of, id } of papers) tx.publish('bill', of === 'bill' ? id : null)
}

const queue = (
  { tx, services, clinicId }: Pick<ClinicContext, 'tx' | 'services' | 'clinicId'>,
  what: Pick<Carry, 'id' | 'isRed'>,
) => services.jobs.enqueue(tx, CARRY, { tenantId: tx.tenantId, clinicId, ...what } satisfies Carry)

/** An invoice of this clinic whose patient is within reach. */
export async function invoiceFor(ctx: ClinicContext, id: string): Promise<InvoiceRow> {
  const found = await findInvoice(ctx.tx, id)
  if (found.issuerClinicId !== ctx.clinicId) throw new AppError('NOT_FOUND')
  await mustReachPatient(ctx, found.patientId)
  return found
}

/** The same, locked, as the screen saw it. */
async function invoiceToChange(ctx: ClinicContext, id: string, version: number): Promise<InvoiceRow> {
  await invoiceFor(ctx, id)
  const found = await lockInvoice(ctx.tx, id)
  // The gate refuses the stale version and says who changed what; the row is locked, so this never writes.
  if (found.version !== version) await ctx.tx.update('invoice', { id, version }, { fail_reason: found.failReason })
  return found
}

const papersOf = (sources: readonly CountedSource[]): Pick<Paper, 'of' | 'id'>[] => {
  const found = new Map<string, Pick<Paper, 'of' | 'id'>>()
  for (const { billId, cardLogId, prepayId } of sources) {
    const paper = billId
      ? ({ of: 'bill', id: billId } as const)
      : cardLogId
        ? ({ of: 'recharge', id: cardLogId } as const)
        : ({ of: 'prepay', id: prepayId as string } as const)
    found.set(paper.id, paper)
  }
  return [...found.values()]
}

/** Issues again what was not issued: every check anew, a number of its own. The platform is asked about the former one first. */
export async function retry(ctx: ClinicContext, input: In<'retry'>) {
  if (input.redId) return retryRed(ctx, input.id, input.redId, input.version)
  const { tx, clinicId } = ctx
  const account = await mustIssue(tx, clinicId)
  const seen = await invoiceFor(ctx, input.id)
  const sources = await sourcesOf(tx, seen.id)
  const papers = papersOf(sources)
  await lockPapers(tx, papers)
  const found = await invoiceToChange(ctx, input.id, input.version)
  mustBe('retry', found.status)
  const buyer = input.buyer ? buyerOf(input.buyer, 'buyer.') : buyerOf(found)
  // Whoever sees number and mail covered leaves them out, which does not take them away.
  if (!seesDigits(ctx, '/allTimePatients:view')) {
    buyer.phone ||= found.phone
    buyer.mail ||= found.mail
  }
  await tx.acrossClinics(() => mustStillBear(tx, found, sources, papers, account))
  const row = await tx.update(
    'invoice',
    { id: found.id },
    {
      ...buyer,
      status: patientInvoiceStates.code.issuing,
      tax_rate: account.taxRate,
      tax: fenToYuan(taxIn(found.amount, account.taxRate)),
      app_id: account.appRef,
      attempt: found.attempt + 1,
      attempt_no: newAttemptNo(),
      sent_at: null,
      asks: 0,
      missed: 0,
      next_ask_at: tx.realNow,
      fail_reason: '',
    },
    { action: 'retry', patientId: found.patientId },
  )
  const { tax_rate, tax, attempt_no } = row
  await noteAttempt(tx, found.id, account, { ...buyer, tax_rate, tax, attempt_no })
  await tx.logStatus('invoice', found.id, clinicId, found.status, row.status)
  await queue(ctx, { id: found.id, isRed: false })
  tell(tx, papers)
  return { id: found.id, status: row.status, version: row.version }
}

/** What an invoice covers still has to be invoiceable, part by part, under the rule of today. */
async function mustStillBear(
  tx: TenantTx,
  found: InvoiceRow,
  sources: readonly CountedSource[],
  papers: readonly Pick<Paper, 'of' | 'id'>[],
  account: AccountRow,
): Promise<void> {
  const limited: Limited[] = []
  for (const paper of papers) limited.push(...(await partsOf(tx, paper, account.rule)))
  const key = (one: Source) => [one.part, one.billId, one.cardLogId, one.cardId, one.prepayId].join(':')
  const wanted = sources.map((source) => ({ source, limited: limited.find((one) => key(one) === key(source)) }))
  const free = await freeOf(
    tx,
    wanted.flatMap((one) => one.limited ?? []),
    { except: found.id, wanted: wanted.flatMap((one) => (one.limited ? [one.source.amount] : [])) },
  )
  const bears = sum(
    sources.map((source) => fen(Math.min(source.amount, free.find((one) => key(one) === key(source))?.free ?? ZERO))),
  )
  if (bears >= found.amount) return
  throw new AppError('INVOICE_OVER', {
    message: `可开票金额已变为 ${formatYuan(bears)} 元，少于这张发票的 ${formatYuan(found.amount)} 元，请另开一张`,
  })
}

async function retryRed(ctx: ClinicContext, invoiceId: string, redId: string, version: number) {
  const { tx, clinicId } = ctx
  if (!ctx.can('/invoices:red')) throw new AppError('FORBIDDEN')
  await invoiceFor(ctx, invoiceId)
  await lockInvoice(tx, invoiceId)
  const red = await lockRed(tx, redId)
  if (red.invoiceId !== invoiceId) throw new AppError('NOT_FOUND')
  redMustBe('retry', red.status)
  const row = await tx.update(
    'invoice_red',
    { id: redId, version },
    {
      status: invoiceRedStates.after('retry'),
      attempt: red.attempt + 1,
      attempt_no: newAttemptNo(),
      former_nos: red.sentAt === null || red.isRefused ? red.formerNos : [red.attemptNo, ...red.formerNos],
      is_refused: false,
      sent_at: null,
      asks: 0,
      missed: 0,
      next_ask_at: tx.realNow,
      fail_reason: '',
    },
    { action: 'retry' },
  )
  await tx.logStatus('invoice_red', redId, clinicId, red.status, row.status)
  await queue(ctx, { id: redId, isRed: true })
  return { id: redId, status: row.status, version: row.version }
}

interface RedAsked {
  amount: Fen
  reason: number
  note: string
  entryId: string | null
  operator: { id: string | null; name: string }
  parts: readonly { sourceId: string; amount: Fen }[]
}

/** Writes down what takes an invoice back; the invoice is locked. */
async function raiseRed(tx: TenantTx, blue: InvoiceRow, asked: RedAsked) {
  const before = (await redsOfInvoice(tx, blue.id)).filter(({ status }) => invoiceRedStates.is(status, 'standing'))
  const tax = redTax(
    blue,
    { amount: sum(before.map(({ amount }) => amount)), tax: sum(before.map((one) => one.tax)) },
    asked.amount,
  )
  const id = uuidv7()
  const row = await tx.insert(
    'invoice_red',
    {
      id,
      issuer_clinic_id: blue.issuerClinicId,
      red_no: await tx.nextNumber('HZ', blue.issuerClinicId, today(tx.now)),
      invoice_id: blue.id,
      status: invoiceRedStates.code.toSend,
      amount: fenToYuan(asked.amount),
      tax: fenToYuan(tax),
      reason: asked.reason,
      note: asked.note,
      entry_id: asked.entryId,
      attempt_no: newAttemptNo(),
      next_ask_at: tx.realNow,
      operator_id: asked.operator.id,
      operator_name: asked.operator.name,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { patientId: blue.patientId },
  )
  for (const { sourceId, amount } of asked.parts)
    await tx.rows(
      keptSql`insert into invoice_red_part (tenant_id, id, red_id, source_id, amount)
        values (${tx.tenantId}, ${uuidv7()}, ${id}, ${sourceId}, ${fenToYuan(amount)}) returning id`,
    )
  await tx.logStatus('invoice_red', id, blue.issuerClinicId, null, row.status)
  return { id, redNo: row.red_no, version: row.version, status: row.status, tax }
}

/** Takes an issued invoice back at the desk, whole or in part. */
export async function red(ctx: ClinicContext, input: In<'red'>) {
  const { tx } = ctx
  const found = await invoiceToChange(ctx, input.id, input.version)
  mustBe('red', found.status)
  const sources = await sourcesOf(tx, found.id)
  const most = reddableOf(sources)
  if (input.amount > most) throw fieldError('INVOICE_RED_OVER', 'amount', `最多可红冲 ${formatYuan(most)} 元`)
  let open = input.amount
  const parts = sources.toReversed().flatMap(({ id, amount, reds }) => {
    const some = fen(Math.min(open, subtract(amount, reds)))
    open = subtract(open, some)
    return some > 0 ? [{ sourceId: id, amount: some }] : []
  })
  const made = await raiseRed(tx, found, {
    amount: input.amount,
    reason: input.reason,
    note: input.note,
    entryId: null,
    operator: { id: ctx.employeeId, name: ctx.actorName },
    parts,
  })
  await queue(ctx, { id: made.id, isRed: true })
  const row = await tx.update(
    'invoice',
    { id: found.id },
    { fail_reason: found.failReason },
    { action: 'red', patientId: found.patientId },
  )
  tell(tx, papersOf(sources))
  return {
    id: found.id,
    status: found.status,
    version: row.version,
    redId: made.id,
    redNo: made.redNo,
    amount: input.amount,
    tax: made.tax,
  }
}

/** What of an invoice nothing takes back yet. */
export const reddableOf = (sources: readonly CountedSource[]): Fen =>
  sum(sources.map(({ amount, reds }) => subtract(amount, reds)))

/** Has the platform been told of a red, under whichever number, without having refused it? */
export const mayStillBeIssued = ({ status, isRefused, formerNos }: RedRow): boolean =>
  formerNos.length > 0 || (invoiceRedStates.is(status, 'failed') && !isRefused)

/** Withdraws a red of the desk that the platform has not heard of; one that a refund drove stays. */
export async function withdrawRed(ctx: ClinicContext, input: In<'withdrawRed'>) {
  const { tx, clinicId } = ctx
  const seen = await lockRedOf(ctx, input.redId)
  if (seen.entryId !== null) throw new AppError('INVOICE_RED_FORCED')
  redMustBe('withdraw', seen.status)
  // What the platform may still issue is not freed here: neither under this number nor under one before.
  if (mayStillBeIssued(seen))
    throw new AppError('INVOICE_RED_STATE', { message: '平台没有明确拒绝这张红字发票，不能撤回，请重新红冲' })
  const row = await tx.update(
    'invoice_red',
    { id: seen.id, version: input.version },
    { status: invoiceRedStates.after('withdraw'), next_ask_at: null },
    { action: 'withdraw', reason: input.reason },
  )
  await tx.logStatus('invoice_red', seen.id, clinicId, seen.status, row.status, input.reason)
  // Money that went back meanwhile may have been left to this red.
  const excess = await tx.acrossClinics(async () =>
    excessOf(tx, await standOf(tx, await sourcesOf(tx, seen.invoiceId))),
  )
  if (excess.length > 0)
    throw new AppError('INVOICE_RED_FORCED', { message: '之后的退款已由这张红字发票冲抵，不能撤回' })
  return { id: seen.id, status: row.status, version: row.version }
}

/**
 * Writes down what somebody found at the platform: of an invoice or red that has had no answer for a day, of a red that failed and was
 * made elsewhere.
 */
export async function settleByHand(ctx: ClinicContext, input: In<'settle'>) {
  const { tx } = ctx
  if (input.outcome === 'issued') {
    if (input.platformNo === '') throw fieldError('BAD_INPUT', 'platformNo', '请填写发票号码')
    if (!input.issuedOn) throw fieldError('BAD_INPUT', 'issuedOn', '请选择开票日期')
    if (input.issuedOn > today(tx.now)) throw fieldError('BAD_INPUT', 'issuedOn', '开票日期不能晚于今天')
    const known = await knownNumber(tx, ctx.clinicId, input.platformNo)
    if (known) throw fieldError('BAD_INPUT', 'platformNo', `这个号码已登记在 ${known.paperNo}`)
  }
  return input.redId ? settleRedByHand(ctx, input, input.redId) : settleInvoiceByHand(ctx, input)
}

/** Another person than whoever asked for it, and no sooner than after a day. */
function maySettle(ctx: ClinicContext, row: InvoiceRow | RedRow, isWaiting: boolean): void {
  if (row.operatorId !== null && row.operatorId === ctx.employeeId) throw new AppError('INVOICE_SETTLE_OWN')
  if (isWaiting && !isOverdue(row, ctx.tx.realNow)) throw new AppError('INVOICE_SETTLE_EARLY')
}

async function settleInvoiceByHand(ctx: ClinicContext, input: In<'settle'>) {
  const { tx } = ctx
  const found = await invoiceToChange(ctx, input.id, input.version)
  mustBe('settle', found.status)
  maySettle(ctx, found, true)
  // Under none of its numbers: whoever issues it again need not ask about them.
  if (input.outcome === 'notIssued')
    for (const { id } of await formerAttempts(tx, found))
      await tx.update('invoice_attempt', { id }, { is_refused: true })
  const { platformNo, reason } = input
  await settle(
    tx,
    found,
    found.attemptNo,
    input.outcome === 'issued'
      ? { state: 'issued', platformNo, issuedOn: input.issuedOn as string, fileHash: '' }
      : { state: 'refused', why: reason },
  )
  const row = await tx.update(
    'invoice',
    { id: found.id },
    { fail_reason: input.outcome === 'issued' ? '' : reason },
    { action: 'settle', patientId: found.patientId, reason },
  )
  return { id: found.id, status: row.status, version: row.version }
}

async function settleRedByHand(ctx: ClinicContext, input: In<'settle'>, redId: string) {
  const { tx } = ctx
  const seen = await lockRedOf(ctx, redId)
  if (seen.invoiceId !== input.id) throw new AppError('NOT_FOUND')
  if (seen.version !== input.version)
    await tx.update('invoice_red', { id: redId, version: input.version }, { fail_reason: seen.failReason })
  redMustBe('settle', seen.status)
  maySettle(ctx, seen, invoiceRedStates.is(seen.status, 'issuing'))
  const { outcome, platformNo, reason } = input
  if (outcome === 'issued') {
    const status = invoiceRedStates.after('settle')
    const change = { status, platform_no: platformNo, issued_on: input.issuedOn, file_hash: '', fail_reason: '' }
    await endRed(tx, seen, change, 'settle', reason)
    await noteReddened(tx, await findInvoice(tx, seen.invoiceId))
  } else {
    const change = { status: invoiceRedStates.code.failed, fail_reason: reason, is_refused: true, former_nos: [] }
    await endRed(tx, seen, change, 'settle', reason)
  }
  const { status, version } = await lookUpRed(tx, redId)
  return { id: redId, status, version }
}

/** A red of this clinic, its invoice locked before it. */
async function lockRedOf(ctx: ClinicContext, redId: string) {
  const { tx } = ctx
  const seen = await lookUpRed(tx, redId)
  await invoiceFor(ctx, seen.invoiceId)
  await lockInvoice(tx, seen.invoiceId)
  return lockRed(tx, redId)
}

/** The papers and purses of parts. */
async function standOf(tx: TenantTx, sources: readonly Source[]) {
  const purses = new Map<string, Purse>()
  for (const source of sources) {
    const purse = await purseOf(tx, source)
    if (purse) purses.set([...purse.cards, ...purse.prepays].join(), purse)
  }
  return {
    bills: [...new Set(sources.flatMap(({ billId }) => billId ?? []))],
    logs: [...new Set(sources.flatMap(({ cardLogId }) => cardLogId ?? []))],
    purses: [...purses.values()],
  }
}

/** Entries that only bring money in: they can't make an invoice too big. */
const ONLY_IN: ReadonlySet<Moved['kind']> = new Set(['charge', 'repay', 'recharge', 'cardSale', 'prepay'])
const anyInvoice = select({ found: sql<boolean>`true` })
const payingPurses = select(
  { cardId: sql<string | null>`coalesce(c.main_card_id, c.id)` },
  columns('bill_payment', 'y', 'prepay_id'),
)

/**
 * Follows an entry of the ledger: what it makes too much of the invoices it concerns is taken back in the same transaction, of the
 * newest invoice first, in whichever clinic that was issued.
 */
export async function followEntry(tx: TenantTx, entry: Moved): Promise<void> {
  if (ONLY_IN.has(entry.kind)) return
  if (entry.billIds.length + entry.cardIds.length + entry.prepayIds.length === 0) return
  if (!(await tx.row(anyInvoice.keptFrom`invoice i where ${tx.own('i')} limit 1`))) return
  await tx.acrossClinics(async () => {
    const cards = new Set(entry.cardIds)
    const prepays = new Set(entry.prepayIds)
    if (entry.billIds.length > 0)
      for (const row of await tx.rows(
        payingPurses.keptFrom`bill_payment y left join member_card c on ${tx.own('c')} and c.id = y.card_id
          where ${tx.own('y')} and y.bill_id = any(${entry.billIds}::uuid[]) and (y.card_id is not null or y.prepay_id is not null)`,
      )) {
        if (row.cardId) cards.add(row.cardId)
        if (row.prepayId) prepays.add(row.prepayId)
      }
    // Whoever issues locks the purses first, so that it sees this entry or this sees its invoice.
    await lockPurses(tx, [...cards], [...prepays])
    // Two that lower the same purse, or link one to it, wait for one another at its invoices: once these are held nobody links another.
    let purses = await pursesOf(tx, cards, prepays)
    for (;;) {
      const ids = {
        bills: entry.billIds,
        cards: purses.flatMap((one) => one.cards),
        prepays: purses.flatMap((one) => one.prepays),
      }
      const held = await lockInvoicesOf(tx, ids)
      const now = await pursesOf(tx, cards, prepays)
      const isSame = sizeOf(now) === sizeOf(purses)
      purses = now
      if (!isSame) continue
      if (held.length === 0) return
      break
    }
    const excess = await excessOf(tx, { bills: entry.billIds, logs: [], purses })
    await takeBackExcess(tx, excess, entry)
  })
}

/** The purses of cards and prepayments, each with those that share its money: once, however many of them are named. */
async function pursesOf(tx: TenantTx, cards: Iterable<string>, prepays: Iterable<string>): Promise<Purse[]> {
  const purses = new Map<string, Purse>()
  for (const id of cards) {
    const linked = await linkedCards(tx, id)
    purses.set(linked.join(), { cards: linked, prepays: [] })
  }
  for (const id of prepays) {
    const linked = await linkedPrepays(tx, id)
    purses.set(linked.join(), { cards: [], prepays: linked })
  }
  return [...purses.values()]
}

/** How many cards and prepayments share: those that do once share for ever. */
const sizeOf = (purses: readonly Purse[]): number =>
  purses.reduce((all, { cards, prepays }) => all + cards.length + prepays.length, 0)

async function takeBackExcess(tx: TenantTx, excess: Awaited<ReturnType<typeof excessOf>>, entry: Moved): Promise<void> {
  const byInvoice = new Map<string, { sourceId: string; amount: Fen }[]>()
  for (const { source, amount } of excess)
    byInvoice.set(source.invoiceId, [...(byInvoice.get(source.invoiceId) ?? []), { sourceId: source.id, amount }])
  for (const [invoiceId, parts] of byInvoice) {
    const blue = await findInvoice(tx, invoiceId)
    await raiseRed(tx, blue, {
      amount: sum(parts.map(({ amount }) => amount)),
      reason: 1,
      note: entry.document.no,
      entryId: entry.entryId,
      operator: entry.actor,
      parts,
    })
  }
}

/** Gives up an invoice that is under way, if the platform says that it does not know it. Both questions are asked apart. */
export async function cancel(ctx: ApartContext, input: In<'cancel'>) {
  const { services } = ctx
  const { seen, numbers } = await ctx.open(async (tx) => {
    const found = await findInvoice(tx, input.id)
    if (found.issuerClinicId !== ctx.clinicId) throw new AppError('NOT_FOUND')
    await mustReachPatient({ ...ctx, tx }, found.patientId)
    mustBe('cancel', found.status)
    if (found.busyUntil !== null && found.busyUntil > tx.realNow)
      throw new AppError('INVOICE_KNOWN', { message: '正在与开票平台通信，请一分钟后再试' })
    return { seen: found, numbers: [found, ...(await formerAttempts(tx, found))] }
  })
  const standing = await standingAt(services, ctx, numbers).catch((error: unknown) => {
    if (error instanceof PlatformUnsure) throw new AppError('INVOICE_PLATFORM')
    throw error
  })
  if (standing.state !== 'missing') throw new AppError('INVOICE_KNOWN')
  return ctx.open(async (tx) => {
    const found = await lockInvoice(tx, input.id)
    mustBe('cancel', found.status)
    // Somebody has told the platform of it meanwhile.
    if (found.version !== seen.version) throw new AppError('INVOICE_KNOWN')
    for (const one of await redsOfInvoice(tx, found.id))
      if (invoiceRedStates.may('withdraw', one.status)) await dropRed(tx, one)
    const row = await tx.update(
      'invoice',
      { id: found.id },
      { status: patientInvoiceStates.code.notIssued, next_ask_at: null, fail_reason: input.reason },
      { action: 'cancel', patientId: found.patientId, reason: input.reason },
    )
    await tx.logStatus('invoice', found.id, found.issuerClinicId, found.status, row.status, input.reason)
    tx.publish('bill', null)
    return { id: found.id, status: row.status, version: row.version }
  })
}

/** Takes nothing back any more: its invoice was not issued. */
async function dropRed(tx: TenantTx, one: { id: string; issuerClinicId: string; status: number }): Promise<void> {
  const status = invoiceRedStates.after('withdraw')
  await tx.update('invoice_red', { id: one.id }, { status, next_ask_at: null }, { action: 'withdraw' })
  await tx.logStatus('invoice_red', one.id, one.issuerClinicId, one.status, status)
}
