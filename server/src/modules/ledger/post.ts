import { entryKinds, type EntryKind } from '@dentin/contract/ledger-words'
import { fen, fenToYuan, sum, today, uuidv7, type Fen, type PartKind } from '@dentin/kit'
import { sql } from 'kysely'
import { keptSql } from '../../platform/database/plans.ts'
import { amounts, columns, fenOf, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { Account } from './accounts.ts'
import { openShift } from './shifts.ts'

/** Money that a gateway took: its trade, and the account on which it has lain since. */
export interface Through {
  tradeId: string
  account: 'clearing' | 'suspense'
}

/** One line of an entry. */
export interface Posting {
  account: Account
  /** Debit above zero, credit below. */
  amount: Fen
  billId?: string
  itemId?: string | null
  /** The payment that it is a part of. */
  payment?: { id: string; part: PartKind }
  payMethodId?: string
  cardId?: string
  prepayId?: string
  /** The unit that owes it. */
  payUnitId?: string
  /** Of what: yuan (none said), 1 times, 2 points. */
  unit?: 1 | 2
}

/** One movement, as the module that makes it says it. */
export interface Entry {
  kind: EntryKind
  clinicId: string
  document: {
    kind:
      | 'bill'
      | 'refund'
      | 'card'
      | 'prepay'
      | 'shift'
      | 'settlement'
      | 'unitSettlement'
      | 'gateway'
      | 'exception'
      | 'reward'
    id: string
    no: string
  }
  /** Who moved it: the till is theirs. */
  actor: { id: string | null; name: string }
  /** The till it goes into, where that is not the actor's: a payment is set right where it was taken. */
  shiftId?: string | null
  /** The entry that it takes back. */
  reverses?: { id: string; shiftId: string | null }
  postings: readonly Posting[]
}

/**
 * Writes one entry of the ledger. Bills, lines and patients follow in the same call: the database works them out of the
 * postings. The caller has locked what it is about. Nothing is written when there is nothing to post.
 * @returns the id of the entry; null when there was nothing to post
 * @throws when the postings do not sum to zero; what the database refuses of them comes with the next statement
 */
export async function post(tx: TenantTx, entry: Entry): Promise<string | null> {
  const postings = entry.postings.filter(({ amount }) => amount !== 0)
  if (postings.length === 0) return null
  for (const unit of [undefined, 1, 2])
    if (sum(postings.filter((each) => each.unit === unit).map(({ amount }) => amount)) !== 0)
      throw new Error('a ledger entry must sum to nothing')
  const till = entry.reverses?.shiftId ?? entry.shiftId ?? (await tillOf(tx, entry))
  const rows = postings.map((posting, n) => ({
    no: n + 1,
    account: posting.account,
    amount: fenToYuan(posting.amount),
    bill_id: posting.billId,
    item_id: posting.itemId,
    payment_id: posting.payment?.id,
    part: posting.payment?.part,
    pay_method_id: posting.payMethodId,
    card_id: posting.cardId,
    prepay_id: posting.prepayId,
    pay_unit_id: posting.payUnitId,
    unit: posting.unit,
  }))
  const head = {
    id: uuidv7(),
    clinic_id: entry.clinicId,
    kind: entryKinds[entry.kind],
    document: entry.document.kind,
    document_id: entry.document.id,
    document_no: entry.document.no,
    business_date: today(tx.now),
    moment: tx.now,
    actor_id: entry.actor.id,
    actor_name: entry.actor.name,
    shift_id: till,
    reverses_id: entry.reverses?.id,
  }
  // What is asked next goes with it: a card for which desks wait is locked for each way to the database that is spared.
  tx.send(
    keptSql`select app.post_entry(${tx.tenantId}::uuid, ${JSON.stringify(head)}::jsonb, ${JSON.stringify(rows)}::jsonb) as id`,
  )
  const named = (key: 'billId' | 'cardId' | 'prepayId') => [
    ...new Set(postings.flatMap((posting) => posting[key] ?? [])),
  ]
  for (const { moved } of tx.parts('ledger'))
    await moved?.(tx, {
      entryId: head.id,
      kind: entry.kind,
      document: entry.document,
      actor: entry.actor,
      billIds: named('billId'),
      cardIds: named('cardId'),
      prepayIds: named('prepayId'),
    })
  return head.id
}

/** The till into which whoever moves money puts it; null when nobody does. */
export const tillOf = async (
  tx: TenantTx,
  { clinicId, actor }: Pick<Entry, 'clinicId' | 'actor'>,
): Promise<string | null> => (actor.id ? openShift(tx, clinicId, actor) : null)

/** The same, on the other side. */
const opposite = (posting: Posting): Posting => ({ ...posting, amount: fen(-posting.amount) })

const posted = select(
  amounts('ledger_posting', 'p', 'amount'),
  columns(
    'ledger_posting',
    'p',
    'account',
    'bill_id',
    'item_id',
    'payment_id',
    'part',
    'pay_method_id',
    'card_id',
    'prepay_id',
    'pay_unit_id',
    'unit',
    'entry_id',
  ),
  columns('ledger_entry', 'e', 'shift_id', 'clinic_id'),
)

/** An entry as it stands. */
interface EntryRow {
  id: string
  clinicId: string
  shiftId: string | null
  postings: Posting[]
}

/**
 * Takes an entry back: its opposite, today, in its own till.
 * @param what whose paper it is and who does it; `ownTill` when the till was handed over: the opposite is in that of the actor
 * @returns the entry that takes it back
 */
export async function takeBack(
  tx: TenantTx,
  entry: EntryRow,
  what: Pick<Entry, 'document' | 'actor'> & { ownTill?: boolean },
): Promise<string | null> {
  return post(tx, {
    kind: 'revoke',
    clinicId: entry.clinicId,
    document: what.document,
    actor: what.actor,
    reverses: { id: entry.id, shiftId: what.ownTill ? null : entry.shiftId },
    postings: entry.postings.map(opposite),
  })
}

/** The entries of a document that nothing has taken back, each with its postings, the newest first. */
export async function entriesOf(tx: TenantTx, documentId: string): Promise<EntryRow[]> {
  const rows = await tx.rows(
    posted.keptFrom`ledger_entry e join ledger_posting p on ${tx.own('p')} and p.entry_id = e.id
      where ${tx.own('e')} and e.document_id = ${documentId} and e.reverses_id is null
        and not exists (select 1 from ledger_entry r where ${tx.own('r')} and r.reverses_id = e.id)
      order by e.moment desc, e.id desc, p.no`,
  )
  const entries = new Map<string, EntryRow>()
  for (const row of rows) {
    const entry = entries.get(row.entryId) ?? {
      id: row.entryId,
      clinicId: row.clinicId,
      shiftId: row.shiftId,
      postings: [],
    }
    entries.set(row.entryId, entry)
    entry.postings.push({
      account: row.account as Account,
      amount: row.amount,
      ...(row.billId ? { billId: row.billId } : {}),
      itemId: row.itemId,
      ...(row.paymentId ? { payment: { id: row.paymentId, part: row.part as PartKind } } : {}),
      ...(row.payMethodId ? { payMethodId: row.payMethodId } : {}),
      ...(row.cardId ? { cardId: row.cardId } : {}),
      ...(row.prepayId ? { prepayId: row.prepayId } : {}),
      ...(row.payUnitId ? { payUnitId: row.payUnitId } : {}),
      ...(row.unit ? { unit: row.unit as 1 | 2 } : {}),
    })
  }
  return [...entries.values()]
}

const lying = select(columns('ledger_posting', 'p', 'payment_id', 'part', 'item_id'), {
  amount: fenOf(sql`-sum(p.amount)`),
})

/** How the payments of a bill lie on its lines. */
export async function allocationsOf(
  tx: TenantTx,
  billId: string,
): Promise<{ paymentId: string; part: PartKind; itemId: string; amount: Fen }[]> {
  const rows = await tx.rows(
    lying.keptFrom`ledger_posting p where ${tx.own('p')} and p.bill_id = ${billId} and p.account = 'receivable'
        and p.payment_id is not null and p.item_id is not null
      group by p.payment_id, p.part, p.item_id having sum(p.amount) <> 0`,
  )
  return rows.map((row) => ({
    paymentId: row.paymentId as string,
    part: row.part as PartKind,
    itemId: row.itemId as string,
    amount: row.amount,
  }))
}

const movedOff = select(columns('ledger_posting', 'p', 'payment_id', 'part', 'item_id'), {
  amount: fenOf(sql`sum(p.amount)`),
})

/** What some documents took of the payments of a bill off its lines; below zero what they laid on others instead. */
export async function takenOffLines(
  tx: TenantTx,
  billId: string,
  documentIds: readonly string[],
): Promise<{ paymentId: string; part: PartKind; itemId: string; amount: Fen }[]> {
  const rows = await tx.rows(
    movedOff.keptFrom`ledger_entry e join ledger_posting p on ${tx.own('p')} and p.entry_id = e.id
      where ${tx.own('e')} and e.document_id = any(${documentIds}::uuid[]) and p.bill_id = ${billId} and p.account = 'receivable'
        and p.payment_id is not null and p.item_id is not null
      group by p.payment_id, p.part, p.item_id having sum(p.amount) <> 0`,
  )
  return rows.map((row) => ({
    paymentId: row.paymentId as string,
    part: row.part as PartKind,
    itemId: row.itemId as string,
    amount: row.amount,
  }))
}

const pointsGiven = select(columns('ledger_posting', 'p', 'card_id'), { points: sql<number>`-sum(p.amount)::int` })

/** Points that a bill gave to cards, less what it took back. */
export async function pointsOfBill(tx: TenantTx, billId: string): Promise<{ cardId: string; points: number }[]> {
  const rows = await tx.rows(
    pointsGiven.keptFrom`ledger_posting p where ${tx.own('p')} and p.bill_id = ${billId} and p.account = 'points'
        and p.payment_id is null
      group by p.card_id having sum(p.amount) <> 0 order by p.card_id`,
  )
  return rows.map(({ cardId, points }) => ({ cardId: cardId as string, points }))
}

const usesTaken = select(columns('ledger_posting', 'p', 'card_id'), { times: sql<number>`sum(p.amount)::int` })

/** Uses of times cards with which a bill is paid, less what came back. */
export async function usesOfBill(tx: TenantTx, billId: string): Promise<{ cardId: string; times: number }[]> {
  const rows = await tx.rows(
    usesTaken.keptFrom`ledger_posting p where ${tx.own('p')} and p.bill_id = ${billId} and p.account = 'times' and p.unit = 1
      group by p.card_id having sum(p.amount) <> 0 order by p.card_id`,
  )
  return rows.map(({ cardId, times }) => ({ cardId: cardId as string, times }))
}

const backBy = select(columns('ledger_posting', 'p', 'pay_method_id', 'part'), { amount: fenOf(sql`-sum(p.amount)`) })

/** What went back by which way in the entry of a document: the way to pay, the part of the payment, how much. */
export async function waysOfDocument(
  tx: TenantTx,
  documentId: string,
): Promise<{ payMethodId: string; part: PartKind; amount: Fen }[]> {
  const rows = await tx.rows(
    backBy.keptFrom`ledger_entry e join ledger_posting p on ${tx.own('p')} and p.entry_id = e.id
      where ${tx.own('e')} and e.document_id = ${documentId} and p.account <> 'receivable' and p.payment_id is not null
      group by p.pay_method_id, p.part order by 3 desc`,
  )
  return rows.map((row) => ({ payMethodId: row.payMethodId as string, part: row.part as PartKind, amount: row.amount }))
}
