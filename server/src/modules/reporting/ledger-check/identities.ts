import type { LedgerIdentity } from '@dentin/contract/cockpit'
import { billStates } from '@dentin/contract/core/status'
import { entryKinds } from '@dentin/contract/ledger-words'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import { select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'

/** An identity that fails in a clinic, and by how many rows. */
export interface Failing {
  clinicId: string
  code: LedgerIdentity
  rowCount: number
}

/** For each identity the rows that break it, each with its clinic. */
const broken: Readonly<Record<LedgerIdentity, (tx: TenantTx, clinicIds: readonly string[]) => RawBuilder<unknown>>> = {
  J2: (
    tx,
    ids,
  ) => sql`select p.clinic_id from ledger_posting p where ${tx.own('p')} and p.clinic_id = any(${ids}::uuid[])
    group by p.clinic_id, p.unit having sum(p.amount) <> 0`,
  J3: (tx, ids) => sql`select w.clinic_id from (
      select p.clinic_id, p.amount from ledger_posting p
        where ${tx.own('p')} and p.clinic_id = any(${ids}::uuid[]) and p.account = 'receivable'
      union all
      select b.clinic_id, -b.arrears_amount from bill b
        where ${tx.own('b')} and b.clinic_id = any(${ids}::uuid[]) and b.arrears_amount <> 0) w
    group by w.clinic_id having sum(w.amount) <> 0`,
  J3b: (tx, ids) => sql`select b.clinic_id from bill b left join (
      select p.bill_id,
        coalesce(-sum(p.amount) filter (where p.account = 'receivable' and p.payment_id is not null and p.kind <> ${entryKinds.refund}), 0) as paid,
        coalesce(sum(p.amount) filter (where p.account = 'receivable' and p.payment_id is not null and p.kind = ${entryKinds.refund}), 0) as refunded,
        coalesce(sum(p.amount) filter (where p.account = 'receivable'), 0) as owed
      from ledger_posting p where ${tx.own('p')} and p.clinic_id = any(${ids}::uuid[]) and p.bill_id is not null group by p.bill_id) x
      on x.bill_id = b.id
    where ${tx.own('b')} and b.clinic_id = any(${ids}::uuid[])
      and (b.paid_amount, b.refunded_amount, b.arrears_amount) is distinct from (coalesce(x.paid, 0), coalesce(x.refunded, 0), coalesce(x.owed, 0))`,
  // Card by card, by their index: what all clinics moved is not gone through for the cards of one.
  J4: (tx, ids) => sql`select c.open_clinic_id as clinic_id from member_card c left join lateral (
      select sum(l.principal_delta) as principal, sum(l.bonus_delta) as bonus, sum(l.points_delta)::int as points,
        sum(l.times_delta)::int as times, sum(l.times_amount_delta) as times_amount
      from card_log l where ${tx.own('l')} and l.card_id = c.id) x on true
    where ${tx.own('c')} and c.open_clinic_id = any(${ids}::uuid[])
      and (c.principal_amount, c.bonus_amount, c.points, c.times_left, c.times_amount) is distinct from
        (coalesce(x.principal, 0), coalesce(x.bonus, 0), coalesce(x.points, 0), coalesce(x.times, 0), coalesce(x.times_amount, 0))`,
  J4b: (tx, ids) => sql`select c.open_clinic_id as clinic_id from member_card c left join lateral (
      select coalesce(-sum(p.amount) filter (where p.account = 'principal'), 0) as principal,
        coalesce(-sum(p.amount) filter (where p.account = 'bonus'), 0) as bonus,
        coalesce(-sum(p.amount) filter (where p.account = 'times' and p.unit = 0), 0) as times_amount
      from ledger_posting p where ${tx.own('p')} and p.card_id = c.id) x on true
    where ${tx.own('c')} and c.open_clinic_id = any(${ids}::uuid[])
      and (c.principal_amount, c.bonus_amount, c.times_amount) is distinct from
        (coalesce(x.principal, 0), coalesce(x.bonus, 0), coalesce(x.times_amount, 0))`,
  J5: (tx, ids) => sql`select b.clinic_id from bill b where ${tx.own('b')} and b.clinic_id = any(${ids}::uuid[])
    and case when b.status in ${codes(billStates, 'received')}
      then b.receivable_amount - b.returned_amount - b.written_off_amount <> b.paid_amount - b.refunded_amount + b.arrears_amount
      else (b.paid_amount, b.refunded_amount, b.returned_amount, b.written_off_amount, b.arrears_amount) <> (0, 0, 0, 0, 0) end`,
  J6: (tx, ids) => sql`select p.clinic_id from ledger_posting p
    where ${tx.own('p')} and p.clinic_id = any(${ids}::uuid[]) and p.payment_id is not null
    group by p.clinic_id, p.payment_id, p.part having sum(p.amount) <> 0`,
  J21: (
    tx,
    ids,
  ) => sql`select e.clinic_id from ledger_entry e left join cash_shift s on ${tx.own('s')} and s.id = e.shift_id
    where ${tx.own('e')} and e.clinic_id = any(${ids}::uuid[]) and e.actor_id is not null
      and (s.id is null or s.clinic_id <> e.clinic_id
        or (e.reverses_id is null and e.kind <> ${entryKinds.adjust} and s.cashier_id <> e.actor_id))`,
}

const found = select({ clinicId: sql<string>`w.clinic_id`, rowCount: sql<number>`count(*)::int` })

/** The identities that fail in these clinics now. The session has to see all that is asked: cards pay in other clinics, too. */
export async function failingIn(tx: TenantTx, clinicIds: readonly string[]): Promise<Failing[]> {
  const all: Failing[] = []
  for (const [code, rows] of Object.entries(broken) as [LedgerIdentity, (typeof broken)['J2']][])
    for (const row of await tx.rows(found.from`(${rows(tx, clinicIds)}) w group by w.clinic_id`))
      all.push({ ...row, code })
  return all
}
