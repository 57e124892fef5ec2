import { payAdjustStates } from '@dentin/contract/pay-adjust'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import { amounts, columns, named, select, type RowIn } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'

type Reach = RawBuilder<boolean>

const adjustList = select(
  columns(
    'pay_adjust',
    'a',
    'id',
    'adjust_no',
    'clinic_id',
    'bill_id',
    'patient_id',
    'payment_id',
    'status',
    'old_method_id',
    'ways',
    'reason',
    'is_paired',
    'applicant_id',
    'applicant_name',
    'applied_at',
    'approver_name',
    'decided_at',
    'decision_reason',
    'version',
  ),
  amounts('pay_adjust', 'a', 'amount'),
  named('bill', 'b', { billNo: 'bill_no' }),
  named('patient', 'p', { patientName: 'name' }),
  named('pay_method', 'm', { oldMethodName: 'name' }),
)
export type AdjustRow = RowIn<typeof adjustList>

const adjustsWith = (tx: TenantTx, rest: RawBuilder<unknown>) => sql`pay_adjust a
    join bill b on ${tx.own('b')} and b.id = a.bill_id
    join patient p on ${tx.own('p')} and p.id = a.patient_id
    join pay_method m on ${tx.own('m')} and m.id = a.old_method_id
    where ${tx.own('a')} and ${rest}`

/** One, whose bill lies within a reach. */
export async function findAdjust(tx: TenantTx, id: string, reach: Reach): Promise<AdjustRow> {
  return tx.need(adjustList.keptFrom`${adjustsWith(tx, sql`a.id = ${id} and ${reach}`)}`)
}

/** The same, locked until the transaction ends. */
export async function lockAdjust(tx: TenantTx, id: string, reach: Reach): Promise<AdjustRow> {
  return tx.need(adjustList.keptFrom`${adjustsWith(tx, sql`a.id = ${id} and ${reach} for no key update of a`)}`)
}

/** Those of a bill, the latest first. */
export async function adjustsOfBill(tx: TenantTx, billId: string): Promise<AdjustRow[]> {
  return tx.rows(adjustList.keptFrom`${adjustsWith(tx, sql`a.bill_id = ${billId} order by a.applied_at desc, a.id`)}`)
}

/** Those of a clinic that wait for somebody's word, the first first; of a month those asked for before its end. */
export async function waitingAdjusts(
  tx: TenantTx,
  clinicId: string,
  { before = null, reach = sql<boolean>`true` }: { before?: Date | null; reach?: Reach },
): Promise<AdjustRow[]> {
  return tx.rows(
    adjustList.keptFrom`${adjustsWith(
      tx,
      sql`a.clinic_id = ${clinicId} and a.status in ${codes(payAdjustStates, 'asked')}
      and (${before}::timestamptz is null or a.applied_at < ${before}) and ${reach} order by a.applied_at, a.id limit 200`,
    )}`,
  )
}
