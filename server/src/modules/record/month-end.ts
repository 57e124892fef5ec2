import { recordStates } from '@dentin/contract/core/status'
import { addDays, dayRange } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { named, select } from '../../platform/database/select.ts'
import { someOf, type MonthEndCheck } from '../ledger/index.ts'
import { visitsToWrite } from './queries.ts'

const late = select(named('employee', 'd', { doctorName: 'name' }), { count: sql<number>`count(*)::int` })

/** Visits of a month that nobody has written down; they move no money. */
export const monthEndChecks: readonly MonthEndCheck[] = [
  {
    code: 'records',
    title: '病历未写',
    blocks: false,
    path: '/patientMedicalRecord',
    button: '去看',
    nothing: '每次就诊都写了病历',
    of: async (tx, month) => {
      const rows = await tx.rows(
        late.from`${visitsToWrite(tx)} and (r.id is null or r.status in ${codes(recordStates, 'open')})
          and t.clinic_id = ${month.clinicId} and t.start_time >= ${dayRange(month.from).from}
          and t.start_time < ${dayRange(addDays(month.before, -1)).to}
          group by d.name order by count(*) desc, d.name`,
      )
      return {
        count: rows.reduce((total, { count }) => total + count, 0),
        note: `${someOf(rows.map(({ doctorName, count }) => `${doctorName} ${count}`))}；不影响金额`,
      }
    },
  },
]
