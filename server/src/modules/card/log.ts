import type { cardMoves } from '@dentin/contract/card'
import { today, uuidv7 } from '@dentin/kit'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { keptWays } from './ways.ts'

/** Numbers of movements, beginning with 1 (`cardMoves`). */
export type MoveType = keyof typeof cardMoves

/** Who sold a card, or a recharge. */
export interface Seller {
  id: string
  name: string
}

/** A movement of cards, of which each gets a line in its log. */
export interface Movement {
  /** The entry that moved them; null for one that moved nothing. */
  entryId: string | null
  cardIds: readonly string[]
  type: MoveType
  /** The type of a card that got points and nothing else. */
  pointsType?: MoveType
  clinicId: string
  bizNo: string
  billId?: string
  /** Which card of the family was used, by the card that paid. */
  subs?: ReadonlyMap<string, string>
  /** The movement that it takes back. */
  reverses?: string
  ways?: ReturnType<typeof keptWays>
  operator: { id: string | null; name: string }
  /** Who sold the card, or the recharge. */
  seller?: Seller | null
  remark?: string
}

/**
 * Writes a line for each card of a movement: what changed is what the entry says, and what it holds is what the ledger left.
 * The cards are locked by the caller.
 * @returns the ids of the lines, in the order of the cards
 */
export async function logMovements(tx: TenantTx, movement: Movement): Promise<string[]> {
  const cards = [...new Set(movement.cardIds)]
  const numbers = await tx.nextNumbers('HY', movement.clinicId, today(tx.now), cards.length)
  const rows = cards.map((cardId, n) => ({
    card_id: cardId,
    id: uuidv7(),
    log_no: numbers[n],
    sub_card_id: movement.subs?.get(cardId) ?? null,
  }))
  tx.send(
    keptSql`insert into card_log (tenant_id, id, card_id, seq, log_no, type, moved_clinic_id, entry_id, principal_delta, bonus_delta, points_delta,
          times_delta, times_amount_delta, principal_after, bonus_after, points_after, times_after, biz_no, bill_id, sub_card_id, reverses_id, ways,
          operator_id, operator_name, sales_id, sales_name, remark, created_at)
        select ${tx.tenantId}::uuid, r.id, c.id,
          coalesce((select max(l.seq) from card_log l where l.tenant_id = ${tx.tenantId} and l.card_id = c.id), 0) + 1, r.log_no,
          case when x.principal = 0 and x.bonus = 0 and x.times = 0 and x.points > 0 then ${movement.pointsType ?? movement.type}::int
            when x.times <> 0 and ${movement.type}::int = 3 then 12 else ${movement.type}::int end,
          ${movement.clinicId}::uuid, ${movement.entryId}::uuid, x.principal, x.bonus, x.points, x.times, x.times_amount,
          c.principal_amount, c.bonus_amount, c.points, c.times_left, ${movement.bizNo}, ${movement.billId ?? null}::uuid, r.sub_card_id,
          ${movement.reverses ?? null}::uuid, ${JSON.stringify(movement.ways ?? [])}::jsonb, ${movement.operator.id}::uuid,
          ${movement.operator.name}, ${movement.seller?.id ?? null}::uuid, ${movement.seller?.name ?? ''}, ${movement.remark ?? ''}, ${tx.now}::timestamptz
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(card_id uuid, id uuid, log_no text, sub_card_id uuid)
        join member_card c on c.tenant_id = ${tx.tenantId} and c.id = r.card_id
        cross join lateral (select coalesce(-sum(p.amount) filter (where p.account = 'principal'), 0) as principal,
            coalesce(-sum(p.amount) filter (where p.account = 'bonus'), 0) as bonus,
            coalesce(-sum(p.amount) filter (where p.account = 'points'), 0)::int as points,
            coalesce(-sum(p.amount) filter (where p.account = 'times' and p.unit = 1), 0)::int as times,
            coalesce(-sum(p.amount) filter (where p.account = 'times' and p.unit = 0), 0) as times_amount
          from ledger_posting p where p.tenant_id = ${tx.tenantId} and p.entry_id = ${movement.entryId}::uuid and p.card_id = c.id) x
        returning id`,
  )
  return rows.map(({ id }) => id)
}
