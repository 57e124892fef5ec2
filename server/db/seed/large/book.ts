import { fen, fenToYuan, sum, ZERO, type Fen, type PartKind } from '@dentin/kit'
import type { EntryKind } from '@dentin/contract/ledger-words'
import { entryKinds } from '@dentin/contract/ledger-words'
import type { Clinic, Staff } from '../organisation.ts'
import type { Random } from '../random.ts'
import type { Sink } from './sink.ts'
import { dayIn } from './day-in.ts'

/** One line of an entry: debit above zero, credit below. */
export interface Posting {
  account: string
  amount: Fen
  itemId?: string
  payment?: { id: string; part: PartKind }
  payMethodId?: string
  cardId?: string
}
/** What is entered: of which paper, when and by whom. */
export interface Entry {
  kind: EntryKind
  clinic: Clinic
  document: { kind: 'bill' | 'refund' | 'card'; id: string; no: string }
  /** The bill that its postings are about. */
  billId?: string
  at: Date
  by: Staff
}

interface Till {
  row: {
    tenant_id: string
    id: string
    clinic_id: string
    shift_no: string
    cashier_id: string | null
    cashier_name: string
    started_at: Date
    ended_at: Date
  }
  by: Staff
  cash: Fen
}

/** The ledger of the large chain, and the tills that its movements go through: one for each cashier and day. */
export class Book {
  /** The tills that are open or will be, by day. */
  readonly #tills = new Map<string, Map<string, Till>>()

  constructor(
    readonly tenantId: string,
    readonly cashMethodId: string,
    readonly r: Random,
    readonly sink: Sink,
    readonly numberOf: (clinic: Clinic, prefix: string, at: Date) => string,
  ) {}

  /**
   * Writes one entry into the till of whoever made it.
   * @returns its id
   * @throws when its postings do not sum to nothing
   */
  enter({ kind, clinic, document, billId, at, by }: Entry, postings: readonly Posting[]): string {
    if (sum(postings.map(({ amount }) => amount)) !== 0) throw new Error('an entry must sum to nothing')
    const id = this.r.uuid(at)
    const date = dayIn(at)
    const code = entryKinds[kind]
    this.sink.put('ledger_entry', {
      tenant_id: this.tenantId,
      clinic_id: clinic.id,
      kind: code,
      business_date: date,
      id,
      document: document.kind,
      document_id: document.id,
      document_no: document.no,
      moment: at,
      actor_id: by.id,
      actor_name: by.name,
      shift_id: this.#tillOf(clinic, by, at, date, postings),
    })
    let no = 0
    for (const { account, amount, itemId, payment, payMethodId, cardId } of postings) {
      if (amount === 0) continue
      no += 1
      this.sink.put('ledger_posting', {
        tenant_id: this.tenantId,
        clinic_id: clinic.id,
        kind: code,
        business_date: date,
        entry_id: id,
        no,
        account,
        amount: fenToYuan(amount),
        bill_id: billId ?? null,
        item_id: itemId ?? null,
        payment_id: payment?.id ?? null,
        part: payment?.part ?? null,
        pay_method_id: payMethodId ?? null,
        card_id: cardId ?? null,
      })
    }
    return id
  }

  /** Hands over every till of a day; those of today stay open. */
  closeDay(date: string, isToday: boolean): void {
    for (const { row, by, cash } of this.#tills.get(date)?.values() ?? [])
      this.sink.audited(
        'cash_shift',
        {
          ...row,
          status: isToday ? 0 : 1,
          ended_at: isToday ? null : row.ended_at,
          expected_cash: isToday ? null : fenToYuan(cash),
          counted_cash: isToday ? null : fenToYuan(cash),
          difference_amount: isToday ? null : '0.00',
          created_at: row.started_at,
          updated_at: isToday ? row.started_at : row.ended_at,
          version: 1,
        },
        by,
        row.started_at,
        null,
      )
    this.#tills.delete(date)
  }

  #tillOf(clinic: Clinic, by: Staff, at: Date, date: string, postings: readonly Posting[]): string {
    let tills = this.#tills.get(date)
    if (!tills) this.#tills.set(date, (tills = new Map()))
    const key = `${clinic.id} ${by.id}`
    let till = tills.get(key)
    if (!till) {
      const row = {
        tenant_id: this.tenantId,
        id: this.r.uuid(at),
        clinic_id: clinic.id,
        shift_no: this.numberOf(clinic, 'JB', at),
        cashier_id: by.id,
        cashier_name: by.name,
        started_at: at,
        ended_at: at,
      }
      tills.set(key, (till = { row, by, cash: ZERO }))
    }
    const { row } = till
    if (at < row.started_at) row.started_at = at
    if (at > row.ended_at) row.ended_at = at
    for (const { account, amount, payMethodId } of postings)
      if (account === 'cash' && payMethodId === this.cashMethodId) till.cash = fen(till.cash + amount)
    return row.id
  }
}
