import { recordStates } from '@dentin/contract/core/status'
import { dayRange, formatDate } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, select } from '../../platform/database/select.ts'
import type { AskedByAppointment } from '../appointment/index.ts'
import { readable, VIEW } from './access.ts'

const MOST = 20

/** What it answers for appointments. */
export const forAppointments: Pick<AskedByAppointment, 'recordsOf'> = {
  async recordsOf(context, { id, patientId, bookedAt }) {
    const { tx } = context
    // The reach of a right that somebody has not got says nothing.
    if (!context.can(VIEW)) return []
    const { from, to } = dayRange(formatDate(bookedAt))
    const came = sql<boolean>`coalesce(g.appointment_id = ${id}, false)`
    return tx.rows(
      select(columns('medical_record', 'r', 'id', 'record_no', 'visit_time'), { came }).from`medical_record r
        left join registration g on ${tx.own('g')} and g.id = r.registration_id
        where ${tx.own('r')} and r.patient_id = ${patientId} and r.status not in ${codes(recordStates, 'deleted')}
          and (${came} or (r.visit_time >= ${from} and r.visit_time < ${to})) and ${readable(context)}
        order by r.visit_time, r.id limit ${MOST}`,
    )
  },
}
