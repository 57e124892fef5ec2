import type { InvoicePart } from '@dentin/contract/invoice'
import { invoiceRedStates, patientInvoiceStates } from '@dentin/contract/invoice'
import { add, fen, subtract, sum, ZERO, type Fen } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { amounts, columns, fenOf, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'

// What may be invoiced (J23). Each part of a paper has a limit of its own: what came in on it and has not gone back. Stored money
// has a second one: a recharge and the bills that it pays are the same money, so that what is invoiced of both together may not be
// more than what the linked cards still hold and have paid. All of it is read from the ledger, across the clinics of a chain.

/** A part of a paper that is invoiced, or may be. */
export interface Source {
  part: InvoicePart
  billId: string | null
  cardLogId: string | null
  cardId: string | null
  prepayId: string | null
}

/** What has one limit: the same part of the same paper from the same purse. */
const keyOf = ({ part, billId, cardLogId, cardId, prepayId }: Source): string =>
  [part, billId ?? cardLogId ?? '', cardId ?? prepayId ?? ''].join(':')

/** A part of the money that is stored: invoiced as it comes in, or as it is used. */
const isStored = (part: InvoicePart): boolean => part !== 'cash' && part !== 'fee'

/** A part that may be invoiced, and how much of it came in and has not gone back. */
export interface Limited extends Source {
  limit: Fen
}

const paidParts = select(
  { part: sql<'cash' | 'deposit' | 'principal'>`p.part`, cardId: sql<string | null>`coalesce(c.main_card_id, c.id)` },
  columns('bill_payment', 'y', 'prepay_id'),
  { limit: fenOf(sql`-sum(p.amount)`) },
)

/** The parts of a bill: what was paid in cash-like ways but platform vouchers, from each prepayment and from each card. */
export async function partsOfBill(tx: TenantTx, billId: string): Promise<Limited[]> {
  const rows = await tx.rows(
    paidParts.keptFrom`ledger_posting p join bill_payment y on ${tx.own('y')} and y.id = p.payment_id
        join pay_method m on ${tx.own('m')} and m.id = y.pay_method_id
        left join member_card c on ${tx.own('c')} and c.id = y.card_id and p.part = 'principal'
      where ${tx.own('p')} and p.bill_id = ${billId} and p.account = 'receivable'
        and (p.part in ('deposit', 'principal') or (p.part = 'cash' and m.type <> 6))
      group by p.part, coalesce(c.main_card_id, c.id), y.prepay_id
      order by array_position(array['cash', 'deposit', 'principal'], p.part), 2, 3`,
  )
  return rows.map(({ part, cardId, prepayId, limit }) => ({
    part,
    billId,
    cardLogId: null,
    cardId,
    prepayId: part === 'deposit' ? prepayId : null,
    limit,
  }))
}

const broughtIn = select(columns('card_log', 'l', 'card_id'), {
  recharge: fenOf(sql`coalesce(-sum(p.amount) filter (where p.account = 'principal'), 0)`),
  times: fenOf(sql`coalesce(-sum(p.amount) filter (where p.account = 'times' and p.unit = 0), 0)`),
  fee: fenOf(sql`coalesce(-sum(p.amount) filter (where p.account = 'otherIncome'), 0)`),
})

/** The parts of a card's sale, recharge or change, less what of it was taken back. */
export async function partsOfCardLog(tx: TenantTx, cardLogId: string): Promise<Limited[]> {
  const row = await tx.row(
    broughtIn.keptFrom`card_log l join ledger_entry e on ${tx.own('e')} and (e.id = l.entry_id or e.reverses_id = l.entry_id)
        join ledger_posting p on ${tx.own('p')} and p.entry_id = e.id and p.card_id = l.card_id
      where ${tx.own('l')} and l.id = ${cardLogId} and l.type in (1, 2, 11) and l.reverses_id is null group by l.card_id`,
  )
  if (!row) return []
  const { cardId } = row
  return (['recharge', 'times', 'fee'] as const)
    .map((part) => ({ part, billId: null, cardLogId, cardId, prepayId: null, limit: row[part] }))
    .filter(({ limit }) => limit > 0)
}

const taken = select({ limit: fenOf(sql`coalesce(-sum(p.amount), 0)`) })

/** What a prepayment brought in: nothing when it was taken back, or was handed over by somebody else. */
export async function partsOfPrepay(tx: TenantTx, prepayId: string): Promise<Limited[]> {
  const { limit } = await tx.need(
    taken.keptFrom`ledger_posting p where ${tx.own('p')} and p.prepay_id = ${prepayId} and p.account = 'deposit'
      and (p.kind = 13 or (p.kind = 3 and p.bill_id is null))`,
  )
  return limit > 0 ? [{ part: 'prepay', billId: null, cardLogId: null, cardId: null, prepayId, limit }] : []
}

/** The limit of one part as the books stand. */
async function limitOf(tx: TenantTx, source: Source): Promise<Fen> {
  const parts = source.billId
    ? await partsOfBill(tx, source.billId)
    : source.cardLogId
      ? await partsOfCardLog(tx, source.cardLogId)
      : await partsOfPrepay(tx, source.prepayId as string)
  return parts.find((one) => keyOf(one) === keyOf(source))?.limit ?? ZERO
}

/** The cards with which a card shares its money: those to and from which principal was ever transferred, in order. */
export async function linkedCards(tx: TenantTx, cardId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    keptSql`with recursive linked(id) as (
        select ${cardId}::uuid
        union
        select q.card_id from linked l
          join ledger_posting p on p.tenant_id = ${tx.tenantId} and p.card_id = l.id and p.account = 'principal' and p.kind = 10
          join ledger_posting q on q.tenant_id = ${tx.tenantId} and q.entry_id = p.entry_id and q.account = 'principal')
      select id from linked order by id`,
  )
  return rows.map(({ id }) => id)
}

/** The prepayments with which one shares its money: handed over from one patient to the next, in order. */
export async function linkedPrepays(tx: TenantTx, prepayId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    keptSql`with recursive linked(id) as (
        select ${prepayId}::uuid
        union
        select x.id from linked l cross join lateral (
          select q.id from prepay q where q.tenant_id = ${tx.tenantId} and q.from_id = l.id
          union all select q.from_id from prepay q where q.tenant_id = ${tx.tenantId} and q.id = l.id and q.from_id is not null) x)
      select id from linked order by id`,
  )
  return rows.map(({ id }) => id)
}

const fenAlone = select({ total: fenOf(sql`x.total`) })

/** What linked cards hold of money, have paid of bills, and had kept of it when they were given back. */
async function potOfCards(tx: TenantTx, ids: readonly string[]): Promise<Fen> {
  const { total } = await tx.need(
    fenAlone.keptFrom`(select
        coalesce((select sum(c.principal_amount + c.times_amount) from member_card c where ${tx.own('c')} and c.id = any(${ids}::uuid[])), 0)
        - coalesce((select sum(p.amount) from bill_payment y join ledger_posting p on ${tx.own('p')} and p.payment_id = y.id
            join member_card c on ${tx.own('c')} and c.id = y.card_id
            where ${tx.own('y')} and coalesce(c.main_card_id, c.id) = any(${ids}::uuid[]) and p.account = 'receivable'
              and p.part in ('principal', 'times')), 0)
        - coalesce((select sum(p.amount) from ledger_posting p where ${tx.own('p')} and p.card_id = any(${ids}::uuid[])
            and p.account = 'otherIncome' and p.kind in (9, 11)), 0) as total) x`,
  )
  return total
}

/** What linked prepayments hold, and have paid of bills. */
async function potOfPrepays(tx: TenantTx, ids: readonly string[]): Promise<Fen> {
  const { total } = await tx.need(
    fenAlone.keptFrom`(select
        coalesce((select sum(q.balance_amount) from prepay q where ${tx.own('q')} and q.id = any(${ids}::uuid[])), 0)
        - coalesce((select sum(p.amount) from bill_payment y join ledger_posting p on ${tx.own('p')} and p.payment_id = y.id
            where ${tx.own('y')} and y.prepay_id = any(${ids}::uuid[]) and p.account = 'receivable' and p.part = 'deposit'), 0) as total) x`,
  )
  return total
}

const counted = (tx: TenantTx) =>
  select(
    columns('invoice_source', 's', 'id', 'invoice_id', 'part', 'bill_id', 'card_log_id', 'card_id', 'prepay_id'),
    amounts('invoice_source', 's', 'amount'),
    columns('invoice', 'i', 'status'),
    {
      /** Taken back, or asked to be. */
      reds: fenOf(redSum(tx, sql`r.status in ${codes(invoiceRedStates, 'standing')}`)),
      /** Taken back at the platform: only that frees anything. */
      redsIssued: fenOf(redSum(tx, sql`r.status in ${codes(invoiceRedStates, 'issued')}`)),
    },
  )
const redSum = (tx: TenantTx, which: ReturnType<typeof sql<boolean>>) =>
  sql`coalesce((select sum(x.amount) from invoice_red_part x join invoice_red r on ${tx.own('r')} and r.id = x.red_id
    where ${tx.own('x')} and x.source_id = s.id and ${which}), 0)`
/** A part of an invoice that stands or is under way. */
export type CountedSource = Omit<RowIn<ReturnType<typeof counted>>, 'part'> & { part: InvoicePart }

const which = (ids: {
  bills?: readonly string[]
  logs?: readonly string[]
  cards?: readonly string[]
  prepays?: readonly string[]
}) =>
  sql<boolean>`(s.bill_id = any(${ids.bills ?? []}::uuid[]) or s.card_log_id = any(${ids.logs ?? []}::uuid[])
    or s.card_id = any(${ids.cards ?? []}::uuid[]) or s.prepay_id = any(${ids.prepays ?? []}::uuid[]))`

/** The invoiced parts of papers and purses, of the newest invoice first. */
async function countedSources(tx: TenantTx, ids: Parameters<typeof which>[0]): Promise<CountedSource[]> {
  const rows = await tx.rows(
    counted(tx).keptFrom`invoice_source s join invoice i on ${tx.own('i')} and i.id = s.invoice_id
      where ${tx.own('s')} and ${which(ids)} and i.status in ${codes(patientInvoiceStates, 'counted')}
      order by i.created_at desc, i.id desc, s.id desc`,
  )
  return rows as CountedSource[]
}

/** The same of one invoice, whatever has become of it. */
export async function sourcesOf(tx: TenantTx, invoiceId: string): Promise<CountedSource[]> {
  const rows = await tx.rows(
    counted(tx).keptFrom`invoice_source s join invoice i on ${tx.own('i')} and i.id = s.invoice_id
      where ${tx.own('s')} and s.invoice_id = ${invoiceId} order by s.id`,
  )
  return rows as CountedSource[]
}

const locked = select(columns('invoice', 'i', 'id'))

/** Locks the invoices of papers and purses, in the order of their ids. */
export async function lockInvoicesOf(tx: TenantTx, ids: Parameters<typeof which>[0]): Promise<string[]> {
  const rows = await tx.rows(
    locked.keptFrom`invoice i where ${tx.own('i')} and i.status in ${codes(patientInvoiceStates, 'counted')}
      and exists (select 1 from invoice_source s where ${tx.own('s')} and s.invoice_id = i.id and ${which(ids)})
      order by i.id for no key update of i`,
  )
  return rows.map(({ id }) => id)
}

/** What of parts counts as invoiced: all that stands less what was taken back at the platform. */
const invoicedOf = (sources: readonly CountedSource[]): Fen =>
  sum(sources.map(({ amount, redsIssued }) => subtract(amount, redsIssued)))

/** The same when what is on its way back counts as taken back. */
const standingOf = (sources: readonly CountedSource[]): Fen =>
  sum(sources.map(({ amount, reds }) => subtract(amount, reds)))

/** The purse of a stored part: its linked cards or prepayments. */
export interface Purse {
  cards: readonly string[]
  prepays: readonly string[]
}

export async function purseOf(tx: TenantTx, source: Source): Promise<Purse | null> {
  if (!isStored(source.part)) return null
  return source.cardId
    ? { cards: await linkedCards(tx, source.cardId), prepays: [] }
    : { cards: [], prepays: await linkedPrepays(tx, source.prepayId as string) }
}

const potOf = (tx: TenantTx, { cards, prepays }: Purse): Promise<Fen> =>
  cards.length > 0 ? potOfCards(tx, cards) : potOfPrepays(tx, prepays)

const never = (value: Fen): Fen => fen(Math.max(0, value))

/**
 * How much of each part may still be invoiced: within its own limit, and within what its purse has left after the parts before it.
 * What is locked by whoever asks stays as it is said here.
 */
export async function freeOf(
  tx: TenantTx,
  parts: readonly Limited[],
  {
    except,
    spent = [],
    wanted,
  }: {
    /** An invoice that does not count: it is issued again. */
    except?: string
    /** Taken of other papers at the same time. */
    spent?: readonly { source: Limited; amount: Fen }[]
    /** How much is wanted of each part: more than that it leaves to the parts after it. */
    wanted?: readonly Fen[]
  } = {},
): Promise<(Limited & { free: Fen })[]> {
  const purses = new Map<string, Fen>()
  const found: (Limited & { free: Fen })[] = []
  for (const [n, part] of parts.entries()) {
    const same = (
      await countedSources(tx, {
        bills: part.billId ? [part.billId] : [],
        logs: part.cardLogId ? [part.cardLogId] : [],
        prepays: part.part === 'prepay' ? [part.prepayId as string] : [],
      })
    ).filter((one) => one.invoiceId !== except && keyOf(one) === keyOf(part))
    let free = never(subtract(part.limit, invoicedOf(same)))
    const purse = await purseOf(tx, part)
    if (purse) {
      const key = [...purse.cards, ...purse.prepays].join()
      const ofPurse = ({ cardId, prepayId, part: kind }: Source) =>
        isStored(kind) && (purse.cards.includes(cardId ?? '') || purse.prepays.includes(prepayId ?? ''))
      const left =
        purses.get(key) ??
        never(
          subtract(
            await potOf(tx, purse),
            add(
              invoicedOf(
                (await countedSources(tx, purse)).filter((one) => one.invoiceId !== except && isStored(one.part)),
              ),
              sum(spent.filter(({ source }) => ofPurse(source)).map(({ amount }) => amount)),
            ),
          ),
        )
      free = fen(Math.min(free, left))
      purses.set(key, subtract(left, fen(Math.min(free, wanted?.[n] ?? free))))
    }
    found.push({ ...part, free })
  }
  return found
}

/** A part of an invoice that has to be taken back. */
export interface Excess {
  source: CountedSource
  amount: Fen
}

/**
 * What of the invoices of papers and purses is more than may be invoiced: each part against its own limit, then each purse; of the
 * newest invoice first.
 */
export async function excessOf(
  tx: TenantTx,
  ids: { bills: readonly string[]; logs: readonly string[]; purses: readonly Purse[] },
): Promise<Excess[]> {
  const all = await countedSources(tx, {
    bills: ids.bills,
    logs: ids.logs,
    cards: ids.purses.flatMap(({ cards }) => cards),
    prepays: ids.purses.flatMap(({ prepays }) => prepays),
  })
  const taken = new Map<string, Fen>()
  const left = (source: CountedSource) => subtract(subtract(source.amount, source.reds), taken.get(source.id) ?? ZERO)
  const take = (sources: readonly CountedSource[], amount: Fen) => {
    let open = amount
    for (const source of sources) {
      const some = fen(Math.min(open, left(source)))
      if (some <= 0) continue
      taken.set(source.id, add(taken.get(source.id) ?? ZERO, some))
      open = subtract(open, some)
    }
  }
  for (const key of new Set(all.map(keyOf))) {
    const same = all.filter((one) => keyOf(one) === key)
    const [first] = same
    if (first) take(same, subtract(standingOf(same), await limitOf(tx, first)))
  }
  for (const purse of ids.purses) {
    const stored = all.filter(
      ({ part, cardId, prepayId }) =>
        isStored(part) && (purse.cards.includes(cardId ?? '') || purse.prepays.includes(prepayId ?? '')),
    )
    if (stored.length === 0) continue
    const standing = sum(stored.map(left))
    take(stored, subtract(standing, await potOf(tx, purse)))
  }
  return all.flatMap((source) => {
    const amount = taken.get(source.id) ?? ZERO
    return amount > 0 ? [{ source, amount }] : []
  })
}
