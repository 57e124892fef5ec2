import { clinicSettlementStates } from '@dentin/contract/clinic-settlement'
import { addMonths, type LocalDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { amounts, columns, fenOf, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'

/** Entries of a card or a prepayment that paid in another clinic (see `entryKinds`). */
const USES = [12, 16]

const clinicList = select(columns('clinic', 'k', 'id', 'name'))

/** The clinics of the chain. */
export async function clinicsOf(tx: TenantTx): Promise<RowIn<typeof clinicList>[]> {
  return tx.rows(clinicList.keptFrom`clinic k where ${tx.own('k')} order by k.sort_no, k.name, k.id`)
}

/** What one clinic is owed (p) and the other owes (o): the two postings of one paper, of one card or prepayment, in two clinics. */
const between = (
  tx: TenantTx,
  rest: RawBuilder<unknown>,
  joins: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> => sql`ledger_posting p
  join ledger_entry e on ${tx.own('e')} and e.id = p.entry_id
  join ledger_entry f on ${tx.own('f')} and f.document_id = e.document_id and f.kind = e.kind and f.clinic_id <> e.clinic_id
  join ledger_posting o on ${tx.own('o')} and o.entry_id = f.id and o.account = 'interClinic' and o.amount = -p.amount
    and o.card_id is not distinct from p.card_id and o.prepay_id is not distinct from p.prepay_id
  ${joins} where ${tx.own('p')} and p.account = 'interClinic' and p.amount > 0 and ${rest}`

const claimed = select({
  creditorId: sql<string>`p.clinic_id`,
  debtorId: sql<string>`o.clinic_id`,
  month: sql<string>`to_char(p.business_date, 'YYYY-MM')`,
  first: sql<string>`min(p.business_date)::text`,
  amount: fenOf(sql`sum(p.amount)`),
  count: sql<number>`count(*)::int`,
})
export type ClaimRow = RowIn<typeof claimed>

/** What clinics came to owe each other in each month of a span, each direction by itself. */
export async function claimsBetween(tx: TenantTx, from: LocalDate, before: LocalDate): Promise<ClaimRow[]> {
  return tx.rows(
    claimed.from`${between(
      tx,
      sql`p.kind = any(${USES}::int[]) and p.business_date >= ${from}::date and p.business_date < ${before}::date
        group by p.clinic_id, o.clinic_id, 3 order by 3, 1, 2`,
    )}`,
  )
}

const owed = select({
  creditorId: sql<string>`p.clinic_id`,
  debtorId: sql<string>`o.clinic_id`,
  amount: fenOf(sql`sum(p.amount)`),
})

/** What clinics owe each other now, settlements among it, each direction by itself. */
export async function claimsNow(tx: TenantTx): Promise<RowIn<typeof owed>[]> {
  return tx.rows(owed.from`${between(tx, sql`true group by p.clinic_id, o.clinic_id order by 1, 2`)}`)
}

const moved = (tx: TenantTx) =>
  select(
    columns('ledger_posting', 'p', 'kind'),
    named('ledger_entry', 'e', { id: 'id', moment: 'moment', documentNo: 'document_no' }),
    {
      creditorId: sql<string>`p.clinic_id`,
      patientId: sql<string>`coalesce(c.patient_id, q.patient_id)`,
      // The entry that moved the card or the prepayment, of which this one followed.
      billId: sql<
        string | null
      >`(select x.bill_id from ledger_posting x where ${tx.own('x')} and x.entry_id = e.document_id
        and x.bill_id is not null limit 1)`,
      amount: fenOf(sql`p.amount`),
      number: sql<string>`coalesce(c.card_no, q.prepay_no, '')`,
      patientName: sql<string>`coalesce((select t.name from patient t where ${tx.own('t')} and t.id = coalesce(c.patient_id, q.patient_id)), '')`,
      homeId: sql<string>`coalesce(c.open_clinic_id, q.open_clinic_id)`,
    },
  )
export type MovementRow = RowIn<ReturnType<typeof moved>>

/** Each movement between two clinics in a month, the first first. */
export async function movementsOf(tx: TenantTx, month: LocalDate, one: string, other: string): Promise<MovementRow[]> {
  const both = [one, other]
  return tx.rows(
    moved(tx).from`${between(
      tx,
      sql`p.kind = any(${USES}::int[]) and p.business_date >= ${month}::date and p.business_date < ${addMonths(month, 1)}::date
        and p.clinic_id = any(${both}::uuid[]) and o.clinic_id = any(${both}::uuid[]) order by e.moment, e.id limit 5000`,
      sql`left join member_card c on ${tx.own('c')} and c.id = p.card_id
        left join prepay q on ${tx.own('q')} and q.id = p.prepay_id`,
    )}`,
  )
}

const settlement = select(
  columns(
    'clinic_settlement',
    's',
    'id',
    'settlement_no',
    'month',
    'debtor_id',
    'creditor_id',
    'status',
    'method',
    'paid_on',
    'remark',
    'settled_at',
    'settler_name',
    'undone_at',
    'undoer_name',
    'undo_reason',
    'version',
  ),
  amounts('clinic_settlement', 's', 'amount'),
)
export type SettlementRow = RowIn<typeof settlement>

/** Settlements of months since one, the latest first. */
export async function settlementsSince(tx: TenantTx, from: LocalDate): Promise<SettlementRow[]> {
  return tx.rows(
    settlement.from`clinic_settlement s where ${tx.own('s')} and s.month >= ${from}::date order by s.settled_at desc, s.id limit 2000`,
  )
}

/** A settlement, locked. */
export async function lockSettlement(tx: TenantTx, id: string): Promise<SettlementRow> {
  return tx.need(settlement.keptFrom`clinic_settlement s where ${tx.own('s')} and s.id = ${id} for no key update of s`)
}

/** The one that stands for two clinics and a month. */
export async function standingOf(
  tx: TenantTx,
  month: LocalDate,
  one: string,
  other: string,
): Promise<SettlementRow | undefined> {
  const both = [one, other]
  return tx.row(
    settlement.keptFrom`clinic_settlement s where ${tx.own('s')} and s.month = ${month}::date and s.status in ${codes(clinicSettlementStates, 'settled')}
      and s.debtor_id = any(${both}::uuid[]) and s.creditor_id = any(${both}::uuid[])`,
  )
}

const companyName = select(columns('company', 'c', 'name'))

export async function nameOfCompany(tx: TenantTx): Promise<string> {
  return (await tx.need(companyName.keptFrom`company c where ${tx.own('c')}`)).name
}
