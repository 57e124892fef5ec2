import { discountApprovalStates } from '@dentin/contract/discount-approval'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import { amounts, columns, named, select, type RowIn } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'

type Reach = RawBuilder<boolean>

const approvalList = select(
  columns(
    'discount_approval',
    'a',
    'id',
    'approval_no',
    'clinic_id',
    'bill_id',
    'bill_version',
    'patient_id',
    'status',
    'content',
    'reason',
    'applicant_id',
    'applicant_name',
    'applied_at',
    'approver_name',
    'decided_at',
    'decision_reason',
    'version',
  ),
  amounts('discount_approval', 'a', 'original_amount', 'discount_amount', 'receivable_amount'),
  named('bill', 'b', { billNo: 'bill_no', billStatus: 'status', billNow: 'version' }),
  named('patient', 'p', {
    patientName: 'name',
    gender: 'gender',
    birthDay: 'birth_day',
    medicalNumber: 'medical_number',
  }),
)
export type ApprovalRow = RowIn<typeof approvalList>

const approvalsWith = (tx: TenantTx, rest: RawBuilder<unknown>) => sql`discount_approval a
    join bill b on ${tx.own('b')} and b.id = a.bill_id
    join patient p on ${tx.own('p')} and p.id = a.patient_id
    where ${tx.own('a')} and ${rest}`

/** One, whose bill lies within a reach. */
export async function findApproval(tx: TenantTx, id: string, reach: Reach): Promise<ApprovalRow> {
  return tx.need(approvalList.keptFrom`${approvalsWith(tx, sql`a.id = ${id} and ${reach}`)}`)
}

/** The same, locked until the transaction ends. */
export async function lockApproval(tx: TenantTx, id: string, reach: Reach): Promise<ApprovalRow> {
  return tx.need(approvalList.keptFrom`${approvalsWith(tx, sql`a.id = ${id} and ${reach} for no key update of a`)}`)
}

/** Those of a bill, the latest first. */
export async function approvalsOfBill(tx: TenantTx, billId: string): Promise<ApprovalRow[]> {
  return tx.rows(
    approvalList.keptFrom`${approvalsWith(tx, sql`a.bill_id = ${billId} order by a.applied_at desc, a.id desc limit 20`)}`,
  )
}

/** Those of a clinic that wait for somebody's word, the first first; of a month those asked for before its end. */
export async function waitingApprovals(
  tx: TenantTx,
  clinicId: string,
  { before = null, reach = sql<boolean>`true` }: { before?: Date | null; reach?: Reach },
): Promise<ApprovalRow[]> {
  return tx.rows(
    approvalList.keptFrom`${approvalsWith(
      tx,
      sql`a.clinic_id = ${clinicId} and a.status in ${codes(discountApprovalStates, 'asked')}
      and (${before}::timestamptz is null or a.applied_at < ${before}) and ${reach} order by a.applied_at, a.id limit 200`,
    )}`,
  )
}
