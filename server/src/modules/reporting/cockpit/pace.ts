import { addDays, hoursOn, today, type LocalDate, type WeekHours } from '@dentin/kit'
import { sql } from 'kysely'
import { columns, named, select } from '../../../platform/database/select.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { fieldError } from '../../../platform/errors.ts'
import { clinicsWithin } from './goals.ts'

const MOST_DAYS = 370

const hoursList = select(columns('clinic', 'c', 'id'), named('clinic', 'c', { name: 'short_name' }), {
  hours: sql<WeekHours>`c.hours`,
})

/** How many days of a span a clinic opens, by its hours of the week; `until` is the last day that counts. */
export function openDaysOf(hours: Readonly<WeekHours>, from: LocalDate, until: LocalDate): number {
  let count = 0
  for (let day = from; day <= until; day = addDays(day, 1)) if (hoursOn(hours, day)) count += 1
  return count
}

/** The days on which clinics open, of a span and of what of it is over, today with it. */
export async function paceOf(ctx: ClinicContext, { from, to }: { from: LocalDate; to: LocalDate }) {
  const { tx } = ctx
  if (from > to) throw fieldError('BAD_INPUT', 'to', '结束日期不能早于开始日期')
  if (addDays(from, MOST_DAYS) < to) throw fieldError('BAD_INPUT', 'to', '一次最多一年')
  const ids = (await clinicsWithin(ctx, '/homeCockpit:view')).map(({ id }) => id)
  const rows = await tx.rows(
    hoursList.keptFrom`clinic c where ${tx.own('c')} and c.id = any(${ids}::uuid[]) order by c.sort_no, c.id`,
  )
  const now = today(tx.now)
  return {
    asOf: ctx.now,
    clinics: rows.map(({ id, name, hours }) => ({
      id,
      name,
      openDays: openDaysOf(hours, from, to),
      openDaysGone: openDaysOf(hours, from, to < now ? to : now),
    })),
  }
}
