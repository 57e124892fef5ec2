import { billStates } from '@dentin/contract/core/status'
import { yuanToFen } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import {
  followsPatient,
  type ClinicSum,
  type FigureCount,
  type Following,
  type ObstacleSource,
} from '../patient/index.ts'

/** What becomes of its rows when two files of one person become one. */
export const mergeRules: readonly Following[] = [
  followsPatient('bill', {
    name: '账单',
    number: 'bill_no',
    partOf: { registration: 'registration_id', treatment: 'treatment_id', medical_record: 'record_id' },
    topic: 'bill',
  }),
  followsPatient('refund', { name: '退费单', number: 'refund_no', partOf: { bill: 'bill_id' }, topic: 'bill' }),
  followsPatient('pay_adjust', { name: '改账单', number: 'adjust_no', partOf: { bill: 'bill_id' }, topic: 'bill' }),
  followsPatient('discount_approval', {
    name: '优惠申请',
    number: 'approval_no',
    partOf: { bill: 'bill_id' },
    topic: 'bill',
  }),
  followsPatient('bill_payment', { plain: true, partOf: { bill: 'bill_id' } }),
]

export const mergeObstacles: ObstacleSource = async (tx, patientIds) => {
  const rows = await tx.rows<{ patientId: string; billNo: string; name: string }>(
    keptSql`select b.patient_id as "patientId", b.bill_no as "billNo", p.name from bill b
        join patient p on p.tenant_id = ${tx.tenantId} and p.id = b.patient_id
        where b.tenant_id = ${tx.tenantId} and b.patient_id = any(${patientIds}::uuid[]) and b.status in ${codes(billStates, 'paying')} order by b.bill_no`,
  )
  return rows.map(({ patientId, billNo, name }) => ({
    patientId,
    text: `${name}的账单 ${billNo} 正在支付，完成后才能合并`,
  }))
}

export const countFigures: FigureCount = async (tx, patientId) => {
  const row = await tx.need<{ arrears: string; paid: string }>(
    keptSql`select (select coalesce(sum(b.arrears_amount), 0)::numeric(14, 2)::text from bill b
            where b.tenant_id = ${tx.tenantId} and b.patient_id = ${patientId}) as arrears,
          (select coalesce(sum(y.amount), 0)::numeric(14, 2)::text from bill_payment y
            where y.tenant_id = ${tx.tenantId} and y.patient_id = ${patientId}) as paid`,
  )
  return { arrears: yuanToFen(row.arrears), consumed: yuanToFen(row.paid) }
}

/** What a patient owes and has paid to each clinic that ever billed something. */
export async function clinicSums(tx: TenantTx, patientId: string): Promise<ClinicSum[]> {
  const rows = await tx.rows<{ clinicId: string; since: Date; arrears: string; paid: string }>(
    sql`select b.clinic_id as "clinicId", min(b.open_time) as since, sum(b.arrears_amount)::numeric(14, 2)::text as arrears,
          coalesce((select sum(y.amount) from bill_payment y
            where y.tenant_id = ${tx.tenantId} and y.patient_id = ${patientId} and y.clinic_id = b.clinic_id), 0)::numeric(14, 2)::text as paid
        from bill b where b.tenant_id = ${tx.tenantId} and b.patient_id = ${patientId} group by b.clinic_id`,
  )
  return rows.map(({ clinicId, since, arrears, paid }) => ({
    clinicId,
    since,
    arrears: yuanToFen(arrears),
    consumed: yuanToFen(paid),
  }))
}
