import { couponStates } from '@dentin/contract/coupon'
import { today } from '@dentin/kit'
import { sql } from 'kysely'
import { columns, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { COPY_ROWS, copySheet, momentColumn, textColumn } from '../patient/index.ts'

const own = (tx: TenantTx) =>
  select(columns('coupon', 'c', 'code', 'name', 'issued_at', 'valid_until', 'bill_no'), {
    status: sql<number>`case when c.status = ${couponStates.code.unused} and c.valid_until < ${today(tx.now)}::date
      then ${couponStates.code.runOut} else c.status end`,
  })
type Row = RowIn<ReturnType<typeof own>>

/** The patient's own coupons. */
export const copy = copySheet<Row>({
  sheet: '优惠券',
  grant: '/coupons:view',
  columns: () => [
    textColumn('券码', 18, (row) => row.code),
    textColumn('优惠券', 18, (row) => row.name),
    momentColumn('发放', (row) => row.issuedAt),
    textColumn('有效期至', 12, (row) => row.validUntil),
    textColumn('状态', 10, (row) => couponStates.names[row.status] ?? ''),
    textColumn('用于账单', 18, (row) => row.billNo),
  ],
  rows: ({ tx, patientId }) =>
    tx.rows(
      own(tx)
        .from`coupon c where ${tx.own('c')} and c.patient_id = ${patientId} order by c.issued_at desc, c.id limit ${COPY_ROWS}`,
    ),
})
