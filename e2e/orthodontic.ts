/** Steps of the orthodontic journeys: whom they treat, and the visits in which they do. */
import { uuidv7 } from '@dentin/kit'
import type { Stack } from './stack.ts'
import { one } from './steps.ts'

export const CLINIC = '望湖路门诊'
export const DOCTOR = 'guqingyan'

export interface Who {
  tenant: string
  clinic: string
  doctor: string
  patient: string
}

/** A patient of the orthodontist's who has no orthodontic case yet; another one for each place. */
export const withoutCase = (stack: Stack, place = 0): Promise<Who> =>
  one<Who>(
    stack.owner,
    `select p.tenant_id as tenant, p.home_clinic_id as clinic, e.id as doctor, p.id as patient
     from patient p join employee e on e.tenant_id = p.tenant_id and e.id = p.resp_doctor_id
       join account a on a.id = e.account_id join clinic c on c.id = p.home_clinic_id and c.name = $2
     where a.login_name = $1 and p.status = 0 and p.birth_day between '1996-01-01' and '2012-01-01'
       and not exists (select 1 from ortho_case k where k.tenant_id = p.tenant_id and k.patient_id = p.id)
     order by p.id offset $3 limit 1`,
    [DOCTOR, CLINIC, place],
  )

/** A case whose fixed treatment began in spring. */
export const beganInSpring = (stack: Stack, caseId: string): Promise<unknown> =>
  stack.owner.query(
    `update ortho_case set status = 4, began_on = '2026-04-20', start_date = '2026-05-15', months = 18, appliance = '固定金属', slot = '0.022' where id = $1`,
    [caseId],
  )

/** A visit that is under way on a day. */
export async function visitOn(stack: Stack, who: Who, day: string): Promise<string> {
  const [registration, treatment] = [uuidv7(), uuidv7()]
  const { tenant, clinic, doctor, patient } = who
  await stack.owner.query(
    `insert into registration (tenant_id, id, clinic_id, reg_no, queue_no, reg_date, patient_id, doctor_id, reg_time, status, treat_type, title, chief_complaint, created_at, updated_at)
     values ($1, $2, $3, $4, 990, $5::date, $6, $7, $5::date + time '09:00', 3, 2, '正畸复诊', '', now(), now())`,
    [tenant, registration, clinic, `GHZJ${day}`, day, patient, doctor],
  )
  await stack.owner.query(
    `insert into treatment (tenant_id, id, clinic_id, registration_id, patient_id, doctor_id, status, start_time, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 1, ($7::date + time '09:00') at time zone 'Asia/Shanghai', now(), now())`,
    [tenant, treatment, clinic, registration, patient, doctor, day],
  )
  return treatment
}
