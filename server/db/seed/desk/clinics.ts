import { formatDate, yuanToFen, type Fen, type LocalDate } from '@dentin/kit'
import type pg from 'pg'

/** A clinic of the demo as its desk is told: who works there, how people pay, what things cost. */
export interface DeskClinic {
  tenantId: string
  clinicId: string
  /** Somebody of each post, by its name. */
  people: Map<string, Person>
  /** Its busiest doctors. */
  doctors: string[]
  methods: Map<string, string>
  tariffs: Map<string, { id: string; price: Fen }>
  /** The days of the past on which money was taken. */
  days: LocalDate[]
}
export interface Person {
  accountId: string
  employeeId: string
  name: string
}

/** The clinics of the demo, those with the most bills first. */
export async function deskClinics(owner: pg.Client, now: Date): Promise<DeskClinic[]> {
  const { rows } = await owner.query<{ tenant_id: string; id: string }>(
    `select c.tenant_id, c.id from clinic c
     order by (select count(*) from bill b where b.tenant_id = c.tenant_id and b.clinic_id = c.id) desc, c.id`,
  )
  const clinics: DeskClinic[] = []
  for (const { tenant_id: tenantId, id: clinicId } of rows)
    clinics.push(await deskClinic(owner, tenantId, clinicId, now))
  return clinics
}

async function deskClinic(owner: pg.Client, tenantId: string, clinicId: string, now: Date): Promise<DeskClinic> {
  const people = await owner.query<Person & { post: string }>(
    `select distinct on (p.name) p.name as post, e.account_id as "accountId", e.id as "employeeId", e.name from employee_post ep
     join employee e on e.tenant_id = ep.tenant_id and e.id = ep.employee_id
     join post p on p.tenant_id = ep.tenant_id and p.id = ep.post_id
     where ep.tenant_id = $1 and ep.clinic_id = $2 and e.account_id is not null order by p.name, e.id`,
    [tenantId, clinicId],
  )
  const doctors = await owner.query<{ id: string }>(
    `select doctor_id as id from bill where tenant_id = $1 and clinic_id = $2 and doctor_id is not null
     group by 1 order by count(*) desc, 1 limit 4`,
    [tenantId, clinicId],
  )
  const methods = await owner.query<{ code: string; id: string }>(
    'select code, id from pay_method where tenant_id = $1 and enabled',
    [tenantId],
  )
  const tariffs = await owner.query<{ name: string; id: string; price: string }>(
    `select t.name, t.id, coalesce(c.price, t.price)::text as price from tariff t
     left join tariff_clinic c on c.tenant_id = t.tenant_id and c.tariff_id = t.id and c.clinic_id = $2
     where t.tenant_id = $1 and t.enabled`,
    [tenantId, clinicId],
  )
  const days = await owner.query<{ day: LocalDate }>(
    `select distinct to_char(pay_date, 'YYYY-MM-DD') as day from bill_payment
     where tenant_id = $1 and clinic_id = $2 and pay_date < $3 order by 1`,
    [tenantId, clinicId, formatDate(now)],
  )
  return {
    tenantId,
    clinicId,
    people: new Map(people.rows.map(({ post, ...person }) => [post, person])),
    doctors: doctors.rows.map(({ id }) => id),
    methods: new Map(methods.rows.map(({ code, id }) => [code, id])),
    tariffs: new Map(tariffs.rows.map(({ name, id, price }) => [name, { id, price: yuanToFen(price) }])),
    days: days.rows.map(({ day }) => day),
  }
}
