import { cardRefundStates } from '@dentin/contract/card'
import { addDays, dayRange, formatYuan } from '@dentin/kit'
import { codes } from '../../platform/database/codes.ts'
import { amounts, columns, named, select } from '../../platform/database/select.ts'
import { someOf, type MonthEndCheck } from '../ledger/index.ts'

const waiting = select(
  columns('card_refund', 'r', 'refund_no'),
  amounts('card_refund', 'r', 'amount'),
  named('patient', 'p', { patientName: 'name' }),
)

/** What of cards is open at the end of a month. */
export const monthEndChecks: readonly MonthEndCheck[] = [
  {
    code: 'cardRefunds',
    title: '退卡未办完',
    blocks: true,
    path: '/membercard?tab=refunds',
    button: '去办理',
    nothing: '没有等审批、等退款的退卡',
    of: async (tx, month) => {
      const rows = await tx.rows(
        waiting.keptFrom`card_refund r join patient p on ${tx.own('p')} and p.id = r.patient_id
          where ${tx.own('r')} and r.clinic_id = ${month.clinicId} and r.status in ${codes(cardRefundStates, 'open')}
            and r.applied_at < ${dayRange(addDays(month.before, -1)).to} order by r.applied_at`,
      )
      return {
        count: rows.length,
        note: someOf(rows.map((row) => `${row.refundNo} ${row.patientName} ${formatYuan(row.amount)}`)),
      }
    },
  },
]
