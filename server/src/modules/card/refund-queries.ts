import { cardRefundStates } from '@dentin/contract/card'
import type { Fen } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { amounts, columns, counted, fenOf, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { foundBy } from '../patient/index.ts'

const papers = select(
  columns(
    'card_refund',
    'r',
    'id',
    'refund_no',
    'clinic_id',
    'card_id',
    'patient_id',
    'status',
    'whole',
    'ways',
    'reason',
    'applicant_id',
    'applicant_name',
    'applied_at',
    'approver_name',
    'decision_reason',
    'payer_name',
    'paid_at',
    'version',
  ),
  amounts('card_refund', 'r', 'principal', 'amount', 'kept_amount', 'bonus_taken'),
  columns('member_card', 'c', 'card_no', 'type_name', 'kind'),
  named('patient', 'p', {
    patientName: 'name',
    gender: 'gender',
    birthDay: 'birth_day',
    medicalNumber: 'medical_number',
  }),
)
/** The paper of what is given back of a card. */
export type RefundRow = RowIn<typeof papers>
const papersWith = (tx: TenantTx, rest: RawBuilder<unknown>) =>
  sql`card_refund r join member_card c on ${tx.own('c')} and c.id = r.card_id
    join patient p on ${tx.own('p')} and p.id = r.patient_id where ${tx.own('r')} and ${rest}`

/** One paper of giving back, of this clinic. */
export async function findRefund(tx: TenantTx, id: string, clinicId: string): Promise<RefundRow> {
  return tx.need(papers.keptFrom`${papersWith(tx, sql`r.id = ${id} and r.clinic_id = ${clinicId}`)}`)
}

/** The same, locked. */
export async function lockRefund(tx: TenantTx, id: string, clinicId: string): Promise<RefundRow> {
  return tx.need(
    papers.keptFrom`${papersWith(tx, sql`r.id = ${id} and r.clinic_id = ${clinicId} for no key update of r`)}`,
  )
}

/** Whether one is under way for a card. */
export async function openRefundOf(tx: TenantTx, cardId: string): Promise<boolean> {
  const { total } = await tx.need(
    counted.keptFrom`card_refund r where ${tx.own('r')} and r.card_id = ${cardId} and r.status in ${codes(cardRefundStates, 'open')}`,
  )
  return total > 0
}

const back = select({ amount: fenOf(sql`coalesce(sum(r.amount), 0)`) })

/** What of a card was paid back before. */
export async function paidBackOf(tx: TenantTx, cardId: string): Promise<Fen> {
  const { amount } = await tx.need(
    back.keptFrom`card_refund r where ${tx.own('r')} and r.card_id = ${cardId} and r.status in ${codes(cardRefundStates, 'paid')}`,
  )
  return amount
}

export interface RefundFilter {
  clinicId: string
  cardId: string | null
  reach: RawBuilder<boolean>
  keyword: string
  digits: boolean
}
const refundsWhere = (tx: TenantTx, { clinicId, cardId, reach, keyword, digits }: RefundFilter): RawBuilder<unknown> =>
  sql`r.clinic_id = ${clinicId} and ${reach} and ${cardId === null ? sql`true` : sql`r.card_id = ${cardId}`} and ${
    keyword === ''
      ? sql`true`
      : sql`(r.refund_no = ${keyword.toUpperCase()} or c.card_no = ${keyword}
          or r.patient_id in (select f.id from ${foundBy(tx, keyword, 200, digits)} f))`
  }`

/** One page of a clinic's papers of giving back, those under way first. */
export async function listRefunds(
  tx: TenantTx,
  filter: RefundFilter,
  page: { limit: number; offset: number },
): Promise<{ list: RefundRow[]; total: number }> {
  const where = refundsWhere(tx, filter)
  const list = await tx.rows(
    papers.from`${papersWith(
      tx,
      sql`${where} order by r.status in ${codes(cardRefundStates, 'open')} desc, r.applied_at desc, r.id limit ${page.limit} offset ${page.offset}`,
    )}`,
  )
  const { total } = await tx.need(counted.from`${papersWith(tx, where)}`)
  return { list, total }
}

/** How many are under way. */
export async function openRefunds(tx: TenantTx, filter: RefundFilter): Promise<number> {
  const where = sql`${refundsWhere(tx, filter)} and r.status in ${codes(cardRefundStates, 'open')}`
  return (await tx.need(counted.from`${papersWith(tx, where)}`)).total
}

const after = select({ principalAfter: fenOf(sql`l.principal_after`), bonusAfter: fenOf(sql`l.bonus_after`) })

/** What a card held after a paper had been paid; one from before there were papers has the number of its movement. */
export async function heldAfterRefund(tx: TenantTx, { cardId, refundNo }: RefundRow): Promise<RowIn<typeof after>> {
  return tx.need(
    after.keptFrom`card_log l where ${tx.own('l')} and l.card_id = ${cardId} and l.type = 5
      and (l.biz_no = ${refundNo} or l.log_no = ${refundNo}) order by l.seq desc limit 1`,
  )
}

const states = select(columns('card_refund', 'r', 'status'))
/** In what state a paper is, wherever it was made. */
export async function refundStatusOf(tx: TenantTx, id: string): Promise<number> {
  return (await tx.need(states.keptFrom`card_refund r where ${tx.own('r')} and r.id = ${id}`)).status
}
