import { uuidv7, type LocalDate } from '@dentin/kit'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { extensionCount, giftOf, lockTerm, termOf } from '../queries.ts'
import { dayOf, extended, TRIAL_DAYS, type VipKind } from '../rules.ts'
import { deskStanding } from './desk.ts'

interface Extension {
  kind: VipKind
  source: 'trial' | 'order' | 'given'
  orderId?: string
  years?: number
  days?: number
  reason?: string
}

/** Adds to the ledger and moves the running end, the only way in which it ever moves. Gives the new end. */
export async function extendTerm(tx: TenantTx, clinicId: string, by: Extension): Promise<LocalDate> {
  await lockTerm(tx, clinicId)
  const term = await termOf(tx, clinicId, by.kind)
  const length = { years: by.years ?? 0, days: by.days ?? 0 }
  const { startsOn, endDate } = extended(term?.endDate ?? null, length, dayOf(tx.now))
  const seq = (await extensionCount(tx, clinicId, by.kind)) + 1
  await tx.rows(
    keptSql`insert into vip_extension (tenant_id, id, clinic_id, kind, source, order_id, years, days, end_before, starts_on, end_date, seq, reason,
          actor_name, created_at)
        values (${tx.tenantId}, ${uuidv7()}, ${clinicId}, ${by.kind}, ${by.source}, ${by.orderId ?? null}, ${length.years}, ${length.days},
          ${term?.endDate ?? null}::date, ${startsOn}::date, ${endDate}::date, ${seq}, ${by.reason ?? ''}, ${tx.actor.name}, ${tx.now})`,
  )
  const paid = (term?.paid ?? false) || by.source === 'order'
  if (term) await tx.update('vip_term', { id: term.id }, { end_date: endDate, paid })
  else {
    await tx.insert('vip_term', {
      id: uuidv7(),
      clinic_id: clinicId,
      kind: by.kind,
      end_date: endDate,
      paid,
      created_at: tx.now,
      updated_at: tx.now,
    })
  }
  await deskStanding(tx, clinicId, by.kind, { endDate, paid })
  return endDate
}

/** The 99 days that a new clinic is given; a second time changes nothing. Gives the end, null when they were given before. */
export async function giveTrial(tx: TenantTx, clinicId: string): Promise<LocalDate | null> {
  await lockTerm(tx, clinicId)
  if ((await giftOf(tx, clinicId)) !== null) return null
  return extendTerm(tx, clinicId, { kind: 'vip', source: 'trial', days: TRIAL_DAYS, reason: '新门诊赠送' })
}
