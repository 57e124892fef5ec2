import { subtract, yuanToFen, type Fen, type LocalDate } from '@dentin/kit'
import { sql } from 'kysely'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'

/** What app.month_book() says, and what is kept of a closed month. */
export interface StoredBook {
  received: string
  receivedCount: number
  returned: string
  returnedCount: number
  takings: string
  stored: string
  used: string
  otherIncome: string
  revenueOfBills: string
  revenue: string
  overShort: string
  added: string
  repaid: string
  returnedItems: string
  writtenOff: string
  recharged: string
  cardUsed: string
  cardBack: string
  cardRefunded: string
  cardMoved: string
  depositIn: string
  depositUsed: string
  depositOut: string
  depositMoved: string
  unitCharged: string
  unitBack: string
  unitSettled: string
  balance: string
  opening: { receivable: string; principal: string; deposit: string; unitReceivable: string }
  closing: { receivable: string; principal: string; deposit: string; unitReceivable: string }
  categories: { name: string; amount: string }[]
  methods: { name: string; amount: string }[]
}

interface Named {
  name: string
  amount: Fen
}

/** The book of a month, in fen. */
export interface Book {
  received: Fen
  receivedCount: number
  returned: Fen
  returnedCount: number
  takings: Fen
  stored: Fen
  used: Fen
  otherIncome: Fen
  revenue: Fen
  overShort: Fen
  receivable: { opening: Fen; added: Fen; repaid: Fen; returned: Fen; writtenOff: Fen; closing: Fen }
  principal: { opening: Fen; recharged: Fen; used: Fen; back: Fen; refunded: Fen; moved: Fen; closing: Fen }
  deposit: { opening: Fen; received: Fen; used: Fen; returned: Fen; moved: Fen; closing: Fen }
  /** What units owe. */
  unit: { opening: Fen; charged: Fen; back: Fen; settled: Fen; closing: Fen }
  categories: Named[]
  methods: Named[]
  /** Of all postings of the month: 0 when it balances. */
  balance: Fen
  /** What payments on bills come to by the lines that they lie on. */
  revenueOfBills: Fen
}

const named = (rows: readonly { name: string; amount: string }[]): Named[] =>
  rows.map(({ name, amount }) => ({ name, amount: yuanToFen(amount) }))

/** A book as it is kept, in fen. */
export function readBook(book: StoredBook): Book {
  const of = (key: Exclude<keyof StoredBook, 'opening' | 'closing' | 'categories' | 'methods'>) =>
    yuanToFen(String(book[key]))
  return {
    received: of('received'),
    receivedCount: book.receivedCount,
    returned: of('returned'),
    returnedCount: book.returnedCount,
    takings: of('takings'),
    stored: of('stored'),
    used: of('used'),
    otherIncome: of('otherIncome'),
    revenue: of('revenue'),
    overShort: of('overShort'),
    receivable: {
      opening: yuanToFen(book.opening.receivable),
      added: of('added'),
      repaid: of('repaid'),
      returned: of('returnedItems'),
      writtenOff: of('writtenOff'),
      closing: yuanToFen(book.closing.receivable),
    },
    principal: {
      opening: yuanToFen(book.opening.principal),
      recharged: of('recharged'),
      used: of('cardUsed'),
      back: of('cardBack'),
      refunded: of('cardRefunded'),
      moved: of('cardMoved'),
      closing: yuanToFen(book.closing.principal),
    },
    deposit: {
      opening: yuanToFen(book.opening.deposit),
      received: of('depositIn'),
      used: of('depositUsed'),
      returned: of('depositOut'),
      moved: of('depositMoved'),
      closing: yuanToFen(book.closing.deposit),
    },
    unit: {
      opening: yuanToFen(book.opening.unitReceivable),
      charged: of('unitCharged'),
      back: of('unitBack'),
      settled: of('unitSettled'),
      closing: yuanToFen(book.closing.unitReceivable),
    },
    categories: named(book.categories),
    methods: named(book.methods),
    balance: of('balance'),
    revenueOfBills: of('revenueOfBills'),
  }
}

/** The book of a month as the ledger says it now, as it is kept. */
export async function bookOf(tx: TenantTx, clinicId: string, month: LocalDate): Promise<StoredBook> {
  const row = await tx.need<{ book: StoredBook }>(
    keptSql`select app.month_book(${tx.tenantId}::uuid, ${clinicId}::uuid, ${month}::date) as book`,
  )
  return row.book
}

/** What came in less what went out by cash-like ways in each of several months. */
export async function takingsByMonth(
  tx: TenantTx,
  clinicId: string,
  from: LocalDate,
  before: LocalDate,
): Promise<ReadonlyMap<string, Fen>> {
  const rows = await tx.rows<{ month: string; amount: string }>(
    sql`select to_char(p.business_date, 'YYYY-MM') as month, sum(p.amount)::text as amount from ledger_posting p
        where p.tenant_id = ${tx.tenantId} and p.clinic_id = ${clinicId} and p.account in ('cash', 'clearing') and p.kind <> 17
          and p.business_date >= ${from}::date and p.business_date < ${before}::date
        group by 1`,
  )
  return new Map(rows.map(({ month, amount }) => [month, yuanToFen(amount)]))
}

/** Where two books say different things, each figure with its name. */
export function differencesOf(before: Book, now: Book): { name: string; before: Fen; now: Fen }[] {
  const pairs: [string, Fen, Fen][] = [
    ['收款', before.received, now.received],
    ['退款', before.returned, now.returned],
    ['实收', before.takings, now.takings],
    ['收入', before.revenue, now.revenue],
    ['应收期初', before.receivable.opening, now.receivable.opening],
    ['应收新增', before.receivable.added, now.receivable.added],
    ['还款', before.receivable.repaid, now.receivable.repaid],
    ['退项冲减', before.receivable.returned, now.receivable.returned],
    ['核销', before.receivable.writtenOff, now.receivable.writtenOff],
    ['应收期末', before.receivable.closing, now.receivable.closing],
    ['会员卡本金期末', before.principal.closing, now.principal.closing],
    ['预交金期末', before.deposit.closing, now.deposit.closing],
    ['单位应收期末', before.unit.closing, now.unit.closing],
  ]
  return pairs.flatMap(([name, was, is]) => (subtract(is, was) === 0 ? [] : [{ name, before: was, now: is }]))
}
