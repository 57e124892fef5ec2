import { shiftStates } from '@dentin/contract/shift'
import { today, uuidv7 } from '@dentin/kit'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'

async function shiftAtWork(tx: TenantTx, clinicId: string, cashierId: string): Promise<string | undefined> {
  const row = await tx.row<{ id: string }>(
    keptSql`select s.id from cash_shift s where s.tenant_id = ${tx.tenantId} and s.clinic_id = ${clinicId} and s.cashier_id = ${cashierId}
      and s.status in ${codes(shiftStates, 'open')} for share of s`,
  )
  return row?.id
}

/**
 * The cashier's till in a clinic, which begins with the first movement. It can't be handed over before the transaction that
 * asked has ended.
 */
export async function openShift(
  tx: TenantTx,
  clinicId: string,
  cashier: { id: string | null; name: string },
): Promise<string> {
  const cashierId = cashier.id as string
  const open = await shiftAtWork(tx, clinicId, cashierId)
  if (open) return open
  const id = uuidv7()
  const shiftNo = await tx.nextNumber('JB', clinicId, today(tx.now))
  try {
    await tx.attempt(() =>
      tx.insert('cash_shift', {
        id,
        clinic_id: clinicId,
        shift_no: shiftNo,
        cashier_id: cashierId,
        cashier_name: cashier.name,
        started_at: tx.now,
        created_at: tx.now,
        updated_at: tx.now,
      }),
    )
    return id
  } catch (error) {
    // Another window of the same cashier was faster.
    const theirs = await shiftAtWork(tx, clinicId, cashierId)
    if (!theirs) throw error
    return theirs
  }
}
