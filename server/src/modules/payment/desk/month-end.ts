import { billStates } from '@dentin/contract/core/status'
import { exceptionStates } from '@dentin/contract/scan-pay'
import { addDays, dayRange, formatYuan } from '@dentin/kit'
import { codes } from '../../../platform/database/codes.ts'
import { amounts, columns, select } from '../../../platform/database/select.ts'
import { someOf, type MonthEndCheck, type MonthOfClinic } from '../../ledger/index.ts'

const endOf = ({ before }: MonthOfClinic): Date => dayRange(addDays(before, -1)).to
const open = select(columns('pay_exception', 'x', 'exception_no'), amounts('pay_exception', 'x', 'amount'))
const paying = select(columns('bill', 'b', 'bill_no'), amounts('bill', 'b', 'receivable_amount'))

/** What payments through gateways have open at the end of a month. */
export const monthEndChecks: readonly MonthEndCheck[] = [
  {
    code: 'paying',
    title: '支付中的账单',
    blocks: true,
    path: '/orderSet',
    button: '去看',
    nothing: '没有支付中的账单',
    of: async (tx, month) => {
      const rows = await tx.rows(
        paying.keptFrom`bill b where ${tx.own('b')} and b.clinic_id = ${month.clinicId} and b.status in ${codes(billStates, 'paying')}
          and b.open_time < ${endOf(month)} order by b.open_time`,
      )
      return {
        count: rows.length,
        note: someOf(rows.map((row) => `${row.billNo} ${formatYuan(row.receivableAmount)}`)),
      }
    },
  },
  {
    code: 'pay-exceptions',
    title: '支付异常待处理',
    blocks: true,
    path: '/orderSet?tab=exception',
    button: '去处理',
    nothing: '没有待处理的支付异常',
    of: async (tx, month) => {
      const rows = await tx.rows(
        open.keptFrom`pay_exception x where ${tx.own('x')} and x.clinic_id = ${month.clinicId}
          and x.status in ${codes(exceptionStates, 'open', 'goingBack')} and x.found_at < ${endOf(month)} order by x.found_at`,
      )
      return { count: rows.length, note: someOf(rows.map((row) => `${row.exceptionNo} ${formatYuan(row.amount)}`)) }
    },
  },
]
