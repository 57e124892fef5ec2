import { fileStates } from '@dentin/contract/core/status'
import { minutesOfDay, today } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { isTimeFor, type SmsEvent, type TimedScene } from './public-api.ts'

/** Patients of the clinic whose birthday is today; who was born on 29 February has it on the 28th in other years. */
export const birthdays: TimedScene = {
  scene: 'patient.birthday',
  async due(tx, clinicId, { now, sendMin }) {
    if (sendMin === null || !isTimeFor(sendMin, minutesOfDay(now))) return []
    const day = today(now)
    const days = [monthDay(day)]
    if (days[0] === 228 && !isLeap(Number(day.slice(0, 4)))) days.push(229)
    return tx.rows<Omit<SmsEvent, 'scene'>>(
      sql`select p.home_clinic_id as "clinicId", p.id as "patientId", ${day.slice(0, 4)} || ':' || p.id as key,
            case when coalesce(s.visit_count, 0) = 0 then 1 else 2 end as "treatType"
          from patient p left join patient_stat s on s.tenant_id = ${tx.tenantId} and s.patient_id = p.id
          where p.tenant_id = ${tx.tenantId} and p.home_clinic_id = ${clinicId} and p.status in ${codes(fileStates, 'active')} and p.birth_day is not null
            and (extract(month from p.birth_day) * 100 + extract(day from p.birth_day))::int = any(${days}::int[])
            and not p.birth_year_estimated
            and not exists (select 1 from sms_outbox o where o.tenant_id = ${tx.tenantId}
              and o.biz_key = 'patient.birthday:' || ${day.slice(0, 4)} || ':' || p.id)
          order by p.id limit 500`,
    )
  },
}

const monthDay = (date: string) => Number(date.slice(5, 7)) * 100 + Number(date.slice(8, 10))
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
