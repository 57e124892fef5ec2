import { fileStates } from '@dentin/contract/core/status'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { addDays, today, type LocalDate } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, counted, named, perhaps, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { within, type Viewer } from './access.ts'
import { birthdayIn, birthdaySpans, daysOfSpan, nearestBirthdayYear } from './rules.ts'

/** How somebody was congratulated: see `greetingWayNames`. */
export const GREETING = { hand: 1, sms: 2, phone: 3 } as const

type Input = ParsedInput<typeof contract.patient.birthdays>
type Output = HandlerOutput<typeof contract.patient.birthdays>

/** First and last day that a choice means. */
function daysOf(on: LocalDate, { range, from, to }: Input): { first: LocalDate; last: LocalDate } {
  if (range === 'week') return { first: on, last: addDays(on, 6) }
  if (range === 'month') return daysOfSpan(on, `${on.slice(5, 7)}-01`, `${on.slice(5, 7)}-${lastOf(on)}`)
  if (range === 'span') return daysOfSpan(on, from ?? on.slice(5), to ?? from ?? on.slice(5))
  return { first: on, last: on }
}

const lastOf = (on: LocalDate): string =>
  String(new Date(Date.UTC(Number(on.slice(0, 4)), Number(on.slice(5, 7)), 0)).getUTCDate()).padStart(2, '0')

/** Of a birthday `b`: the patient's columns and the year in which it is kept. */
const birthdayList = select(
  columns('patient', 'b', 'id', 'name', 'gender', 'medical_number', 'mobile', 'patient_type'),
  { birthDay: sql<LocalDate>`b.birth_day`, year: sql<number>`b.year`, md: sql<number>`b.birth_md` },
  perhaps(columns('patient_stat', 's', 'last_visit_at')),
  perhaps(named('patient_greeting', 'g', { greetedAt: 'greeted_at', greetedBy: 'greeted_by', greetedWay: 'way' })),
)

/** Whose birthday is kept in a stretch of days, in its order. Estimated birthdays (only the age is known) are none. */
export async function birthdays(tx: TenantTx, input: Input, viewer: Viewer): Promise<Output> {
  const { first, last } = daysOf(today(tx.now), input)
  const spans = birthdaySpans(first, last)
  const parts = sql.join(
    spans.map(
      ({ year, from, to }) => sql`
        select p.id, p.name, p.gender, p.medical_number, p.birth_day, p.birth_md, p.mobile, p.patient_type, ${year}::int as year
        from patient p
        where ${tx.own('p')} and p.status in ${codes(fileStates, 'active')} and p.birth_md between ${from} and ${to}
          and not p.birth_year_estimated and ${within(viewer.reach)}`,
    ),
    sql` union all `,
  )
  const from = sql`(${parts}) b
    left join patient_greeting g on ${tx.own('g')} and g.patient_id = b.id and g.year = b.year
    where (not ${input.open}::boolean or g.patient_id is null)`
  const rows = await tx.rows(
    birthdayList.from`(select b.* from ${from} order by b.year, b.birth_md, b.id
          limit ${input.pageSize} offset ${(input.pageNum - 1) * input.pageSize}) b
        left join patient_greeting g on ${tx.own('g')} and g.patient_id = b.id and g.year = b.year
        left join patient_stat s on ${tx.own('s')} and s.patient_id = b.id
        order by b.year, b.birth_md, b.id`,
  )
  const { total } = await tx.need(counted.from`${from}`)
  return {
    list: rows.map(({ year, md, ...row }) => ({
      ...row,
      celebratedOn: birthdayIn(year, md),
      turns: year - Number(row.birthDay.slice(0, 4)),
    })),
    total,
    pageNum: input.pageNum,
    pageSize: input.pageSize,
    first,
    last,
  }
}

const fileId = select(columns('patient', 'p', 'id'))

/** Notes (or takes back) that these patients were congratulated in the year of the day. */
export async function greet(
  tx: TenantTx,
  input: ParsedInput<typeof contract.patient.greet>,
  viewer: Viewer & { actorName: string },
): Promise<{ count: number }> {
  const year = Number(input.celebratedOn.slice(0, 4))
  if (Math.abs(year - Number(today(tx.now).slice(0, 4))) > 1)
    throw fieldError('BAD_INPUT', 'celebratedOn', '只能标记去年到明年的生日')
  const ids = [...new Set(input.patientIds)]
  const seen = await tx.rows(
    fileId.keptFrom`patient p where ${tx.own('p')} and p.id = any(${ids}::uuid[]) and p.status in ${codes(fileStates, 'active')}
          and p.birth_day is not null and ${within(viewer.reach)}`,
  )
  if (seen.length < ids.length) throw new AppError('NOT_FOUND')
  const rows = input.greeted
    ? await tx.rows(
        keptSql`insert into patient_greeting (tenant_id, patient_id, year, greeted_by, greeted_at, way)
            select ${tx.tenantId}, x.id, ${year}::int, ${viewer.actorName}::text, ${tx.now}, ${input.way}::int
            from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as x(id uuid)
            on conflict do nothing returning patient_id`,
      )
    : await tx.rows(
        keptSql`delete from patient_greeting g where ${tx.own('g')} and g.patient_id = any(${ids}::uuid[]) and g.year = ${year}
            returning g.patient_id`,
      )
  tx.publish('patient', null, viewer.clinicId)
  return { count: rows.length }
}

const monthAndDay = select({ md: sql<number>`p.birth_md` })

/** The year in which a patient's birthday was or will be kept nearest to a day; null where no birthday is known. */
async function yearOfGreeting(tx: TenantTx, patientId: string, on: LocalDate): Promise<number | null> {
  const known = await tx.row(
    monthAndDay.keptFrom`patient p where ${tx.own('p')} and p.id = ${patientId} and p.status in ${codes(fileStates, 'kept')}
          and p.birth_day is not null and not p.birth_year_estimated`,
  )
  return known ? nearestBirthdayYear(on, known.md) : null
}

/** A patient was congratulated by what somebody did elsewhere. Once for each year: who was first stays. */
export async function noteGreeting(
  tx: TenantTx,
  { patientId, way, by }: { patientId: string; way: (typeof GREETING)[keyof typeof GREETING]; by: string },
): Promise<void> {
  const year = await yearOfGreeting(tx, patientId, today(tx.now))
  if (year === null) return
  await tx.rows(
    keptSql`insert into patient_greeting (tenant_id, patient_id, year, greeted_by, greeted_at, way)
        values (${tx.tenantId}, ${patientId}, ${year}, ${by}, ${tx.now}, ${way}) on conflict do nothing returning patient_id`,
  )
  tx.publish('patient', patientId)
}

/** A message of that day did not arrive: what it had noted goes, what somebody noted otherwise stays. */
export async function takeBackGreeting(tx: TenantTx, patientId: string, on: LocalDate): Promise<void> {
  const year = await yearOfGreeting(tx, patientId, on)
  await tx.rows(
    keptSql`delete from patient_greeting g where ${tx.own('g')} and g.patient_id = ${patientId} and g.year = ${year}::int
          and g.way = ${GREETING.sms} returning g.patient_id`,
  )
  tx.publish('patient', patientId)
}
