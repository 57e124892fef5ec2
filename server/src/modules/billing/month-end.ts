import { billStates } from '@dentin/contract/core/status'
import { refundStates } from '@dentin/contract/refund'
import { addDays, dayRange, formatYuan, yuanToFen } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { amounts, columns, counted, named, select } from '../../platform/database/select.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { waitingApprovals } from './approval/queries.ts'
import { waitingAdjusts } from './adjust/queries.ts'
import { someOf, type MonthEndCheck, type MonthIdentity, type MonthOfClinic } from '../ledger/index.ts'

const waitingRefund = select(
  columns('refund', 'r', 'refund_no'),
  amounts('refund', 'r', 'item_amount'),
  named('patient', 'p', { patientName: 'name' }),
)
const openBill = select(named('patient', 'p', { patientName: 'name' }), amounts('bill', 'b', 'receivable_amount'))

/** The moment at which a month has ended. */
const endOf = ({ before }: MonthOfClinic): Date => dayRange(addDays(before, -1)).to

/** What bills have open at the end of a month. */
export const monthEndChecks: readonly MonthEndCheck[] = [
  {
    code: 'refunds',
    title: '退费未办完',
    blocks: true,
    path: '/orderSet?tab=refund',
    button: '去办理',
    nothing: '没有等审批、等退款的退费',
    of: async (tx, month) => {
      const rows = await tx.rows(
        waitingRefund.keptFrom`refund r join patient p on ${tx.own('p')} and p.id = r.patient_id
          where ${tx.own('r')} and r.clinic_id = ${month.clinicId} and r.status in ${codes(refundStates, 'open')}
            and r.applied_at < ${endOf(month)} order by r.applied_at`,
      )
      return {
        count: rows.length,
        note: someOf(rows.map((row) => `${row.refundNo} ${row.patientName} ${formatYuan(row.itemAmount)}`)),
      }
    },
  },
  {
    code: 'adjusts',
    title: '改账待审',
    blocks: true,
    path: '/orderSet?tab=approval',
    button: '去审批',
    nothing: '没有等审批的改账',
    of: async (tx, month) => {
      const rows = await waitingAdjusts(tx, month.clinicId, { before: endOf(month) })
      return {
        count: rows.length,
        note: someOf(rows.map((row) => `${row.adjustNo} ${row.patientName} ${formatYuan(row.amount)}`)),
      }
    },
  },
  {
    code: 'discountApprovals',
    title: '优惠待审',
    blocks: false,
    path: '/orderSet?tab=approval',
    button: '去看',
    nothing: '没有等审批的优惠',
    of: async (tx, month) => {
      const rows = await waitingApprovals(tx, month.clinicId, { before: endOf(month) })
      return {
        count: rows.length,
        note: someOf(rows.map((row) => `${row.approvalNo} ${row.patientName} 优惠 ${formatYuan(row.discountAmount)}`)),
      }
    },
  },
  {
    code: 'drafts',
    title: '没收费的账单',
    blocks: false,
    path: '/orderSet',
    button: '去看',
    nothing: '没有草稿，也没有等收费的账单',
    of: async (tx, month) => {
      const where = sql`bill b join patient p on ${tx.own('p')} and p.id = b.patient_id
        where ${tx.own('b')} and b.clinic_id = ${month.clinicId} and b.status in ${codes(billStates, 'unsent', 'due')}
          and b.open_time < ${endOf(month)}`
      const { total } = await tx.need(counted.from`${where}`)
      const rows = await tx.rows(openBill.from`${where} order by b.open_time desc limit 4`)
      return {
        count: total,
        note: `${someOf(rows.map((row) => `${row.patientName} ${formatYuan(row.receivableAmount)}`))}；月结后只能记入当月`,
      }
    },
  },
]

/** What bills and the ledger have to agree on. */
export const monthIdentities: readonly MonthIdentity[] = [
  {
    name: '应收期末 = 账单欠费合计',
    holds: async (tx, month, book) => {
      const row = await tx.need<{ owed: string }>(
        keptSql`select (coalesce((select sum(b.arrears_amount) from bill b where b.tenant_id = ${tx.tenantId}
              and b.clinic_id = ${month.clinicId} and b.arrears_amount > 0), 0)
            - coalesce((select sum(p.amount) from ledger_posting p where p.tenant_id = ${tx.tenantId} and p.clinic_id = ${month.clinicId}
              and p.business_date >= ${month.before}::date and p.account = 'receivable'), 0))::numeric(14, 2)::text as owed`,
      )
      return yuanToFen(row.owed) === book.receivable.closing
    },
  },
  {
    name: '账单的收退款流水 = 总账',
    holds: async (tx, month) => {
      const row = await tx.need<{ differs: boolean }>(
        keptSql`select (select coalesce(sum(y.amount), 0) from bill_payment y where y.tenant_id = ${tx.tenantId}
              and y.clinic_id = ${month.clinicId} and y.pay_date >= ${month.from}::date and y.pay_date < ${month.before}::date)
            <> (select coalesce(-sum(p.amount), 0) from ledger_posting p where p.tenant_id = ${tx.tenantId}
              and p.clinic_id = ${month.clinicId} and p.business_date >= ${month.from}::date and p.business_date < ${month.before}::date
              and p.account = 'receivable' and p.payment_id is not null) as differs`,
      )
      return !row.differs
    },
  },
]
