import { followUpStates } from '@dentin/contract/core/status'
import { dayRange, minutesOfDay, today } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { CHECK_UP } from './rules.ts'
import { isTimeFor, momentForPatients, type TimedScene } from '../sms/index.ts'

/** Check-ups that are due today and that nobody has followed up yet; once each. */
export const checkUps: TimedScene = {
  scene: 'follow.checkUp',
  async due(tx, clinicId, { now, sendMin }) {
    if (sendMin === null || !isTimeFor(sendMin, minutesOfDay(now))) return []
    const { from, to } = dayRange(today(now))
    const rows = await tx.rows<{
      id: string
      patientId: string
      subject: string
      doctorName: string | null
      planAt: Date
    }>(
      sql`select f.id, f.patient_id as "patientId", f.subject, e.name as "doctorName", f.plan_at as "planAt"
          from follow_up f left join employee e on e.tenant_id = ${tx.tenantId} and e.id = f.doctor_id
          where f.tenant_id = ${tx.tenantId} and f.clinic_id = ${clinicId} and f.status in ${codes(followUpStates, 'due')}
            and f.type = ${CHECK_UP} and f.plan_at >= ${from} and f.plan_at < ${to} and f.appointment_id is null
            and not exists (select 1 from sms_outbox o where o.tenant_id = ${tx.tenantId} and o.biz_key = 'follow.checkUp:' || f.id)
          order by f.plan_at, f.id limit 500`,
    )
    return rows.map(({ id, patientId, subject, doctorName, planAt }) => ({
      clinicId,
      patientId,
      key: id,
      values: { 项目: subject || '口腔', 医生: doctorName ?? '', 时间: momentForPatients(planAt) },
      treatType: 2,
    }))
  },
}
