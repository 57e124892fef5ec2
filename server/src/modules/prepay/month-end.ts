import { prepayReturnStates } from '@dentin/contract/prepay'
import { addDays, dayRange, formatYuan, yuanToFen } from '@dentin/kit'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { amounts, columns, named, select } from '../../platform/database/select.ts'
import { someOf, type MonthEndCheck, type MonthIdentity } from '../ledger/index.ts'

const waiting = select(
  columns('prepay_return', 'r', 'return_no'),
  amounts('prepay_return', 'r', 'amount'),
  named('patient', 'p', { patientName: 'name' }),
)

/** What of prepayments is open at the end of a month. */
export const monthEndChecks: readonly MonthEndCheck[] = [
  {
    code: 'prepayReturns',
    title: '预交金退款未办完',
    blocks: true,
    path: '/prepayments?tab=returns',
    button: '去办理',
    nothing: '没有等审批、等退款的预交金',
    of: async (tx, month) => {
      const rows = await tx.rows(
        waiting.keptFrom`prepay_return r join patient p on ${tx.own('p')} and p.id = r.patient_id
          where ${tx.own('r')} and r.clinic_id = ${month.clinicId} and r.status in ${codes(prepayReturnStates, 'open')}
            and r.applied_at < ${dayRange(addDays(month.before, -1)).to} order by r.applied_at`,
      )
      return {
        count: rows.length,
        note: someOf(rows.map((row) => `${row.returnNo} ${row.patientName} ${formatYuan(row.amount)}`)),
      }
    },
  },
]

/** What prepayments and the ledger have to agree on. */
export const monthIdentities: readonly MonthIdentity[] = [
  {
    name: '预交金期末 = 各笔余额合计',
    holds: async (tx, month, book) => {
      const row = await tx.need<{ held: string }>(
        keptSql`select (coalesce((select sum(q.balance_amount) from prepay q where q.tenant_id = ${tx.tenantId}
              and q.open_clinic_id = ${month.clinicId}), 0)
            + coalesce((select sum(p.amount) from ledger_posting p where p.tenant_id = ${tx.tenantId} and p.clinic_id = ${month.clinicId}
              and p.business_date >= ${month.before}::date and p.account = 'deposit'), 0))::numeric(14, 2)::text as held`,
      )
      return yuanToFen(row.held) === book.deposit.closing
    },
  },
]
