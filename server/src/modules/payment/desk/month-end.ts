import { exceptionStates, scanPayStates, scanPurposes } from '@dentin/contract/scan-pay'
import { addDays, dayRange, formatYuan } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import { amounts, columns, fenOf, select } from '../../../platform/database/select.ts'
import { someOf, type MonthEndCheck, type MonthOfClinic } from '../../ledger/index.ts'

const endOf = ({ before }: MonthOfClinic): Date => dayRange(addDays(before, -1)).to
const open = select(columns('pay_exception', 'x', 'exception_no'), amounts('pay_exception', 'x', 'amount'))
const paying = select({
  no: sql<string>`coalesce(b.bill_no, c.card_no, case when s.purpose = ${scanPurposes.cardSale} then '开卡' else '预交金' end)`,
  amount: fenOf(sql`s.amount`),
})

/** What payments through gateways have open at the end of a month. */
export const monthEndChecks: readonly MonthEndCheck[] = [
  {
    code: 'paying',
    title: '正在扫码收款',
    blocks: true,
    path: '/orderSet',
    button: '去看',
    nothing: '没有正在扫码的收款',
    of: async (tx, month) => {
      const rows = await tx.rows(
        paying.keptFrom`scan_payment s left join bill b on ${tx.own('b')} and b.id = s.bill_id
          left join member_card c on ${tx.own('c')} and c.id = s.card_id
          where ${tx.own('s')} and s.clinic_id = ${month.clinicId} and s.status in ${codes(scanPayStates, 'running')}
            and least(b.open_time, s.created_at) < ${endOf(month)} order by s.created_at`,
      )
      return { count: rows.length, note: someOf(rows.map((row) => `${row.no} ${formatYuan(row.amount)}`)) }
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
