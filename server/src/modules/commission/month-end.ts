import { slipStates } from '@dentin/contract/commission'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, select } from '../../platform/database/select.ts'
import { someOf, type MonthEndCheck } from '../ledger/index.ts'

const waiting = select(columns('commission_slip', 's', 'employee_name'), {
  month: sql<string>`to_char(s.month, 'YYYY-MM')`,
})

/** Slips of months that are closed already which their people have not confirmed. */
export const monthEndChecks: readonly MonthEndCheck[] = [
  {
    code: 'slips',
    title: '提成单未确认',
    blocks: false,
    path: '/employeeReport?slips=1',
    button: '去看',
    nothing: '以前各月的提成单都由本人确认了',
    of: async (tx, { clinicId, before }) => {
      const rows = await tx.rows(
        waiting.keptFrom`commission_slip s where ${tx.own('s')} and s.clinic_id = ${clinicId} and s.month < ${before}::date
          and s.status in ${codes(slipStates, 'frozen')} order by s.month, s.employee_name, s.role`,
      )
      return {
        count: rows.length,
        note: someOf(rows.map(({ employeeName, month }) => `${Number(month.slice(5))}月 ${employeeName}`)),
      }
    },
  },
]
