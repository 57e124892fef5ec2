import { daysBetween, daysOf, uuidv7, type LocalDate } from '@dentin/kit'
import { lunarText } from '@dentin/kit/calendar'
import { sql } from 'kysely'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { fieldError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { ownDay } from '../rules.ts'

const LONGEST_DAYS = 31

/** Says for some days whether the company works, beside the public calendar. @returns how many days are now otherwise */
export async function setHolidays(
  { tx }: ClinicContext,
  input: { from: LocalDate; to: LocalDate; kind: 'plain' | 'off' | 'work'; name: string },
): Promise<number> {
  const { from, to } = input
  if (from > to) throw fieldError('BAD_INPUT', 'to', '结束日期不能早于开始日期')
  if (daysBetween(from, to) >= LONGEST_DAYS) throw fieldError('BAD_INPUT', 'to', `一次最多设置 ${LONGEST_DAYS} 天`)
  // One at a time in a company: what is there decides what is written.
  await tx.need(sql`select c.id from company c where c.tenant_id = ${tx.tenantId} for no key update`)
  const shared = new Map(
    (
      await tx.rows<{ date: LocalDate; name: string; isWorkday: boolean }>(
        sql`select h.date, h.name, h.is_workday as "isWorkday" from holiday h where h.date between ${from}::date and ${to}::date`,
      )
    ).map((row) => [row.date, row]),
  )
  const own = new Map(
    (
      await tx.rows<{ id: string; date: LocalDate; name: string; kind: number }>(
        sql`select o.id, o.date, o.name, o.kind from company_holiday o
            where o.tenant_id = ${tx.tenantId} and o.date between ${from}::date and ${to}::date`,
      )
    ).map((row) => [row.date, row]),
  )
  let changed = 0
  for (const date of daysOf(from, to)) {
    const wanted = ownDay(shared.get(date) ?? null, input.kind, input.name)
    const present = own.get(date)
    if (wanted === null && present) await tx.remove('company_holiday', { id: present.id })
    else if (wanted !== null && !present)
      await tx.insert('company_holiday', { id: uuidv7(), date, ...wanted, created_at: tx.now, updated_at: tx.now })
    else if (wanted !== null && present && (present.kind !== wanted.kind || present.name !== wanted.name))
      await tx.update('company_holiday', { id: present.id }, wanted)
    else continue
    changed += 1
  }
  if (changed > 0) tx.publish('schedule')
  return changed
}

/** A year of the company's calendar. */
export async function holidayYear(tx: TenantTx, year: number) {
  const [from, to] = [`${year}-01-01`, `${year}-12-31`]
  const rows = await tx.rows<{ date: LocalDate; name: string; kind: number | null; isWorkday: boolean | null }>(
    sql`select coalesce(o.date, c.date) as date, coalesce(o.name, c.name) as name, o.kind, c.is_workday as "isWorkday"
        from (select x.date, x.name, x.is_workday from holiday x where x.date between ${from}::date and ${to}::date) c
        full join (select y.date, y.name, y.kind from company_holiday y
          where y.tenant_id = ${tx.tenantId} and y.date between ${from}::date and ${to}::date) o on o.date = c.date
        order by 1`,
  )
  const words = ['plain', 'off', 'work'] as const
  return {
    holidays: rows.map((row) => ({
      date: row.date,
      name: row.name,
      kind: row.kind === null ? (row.isWorkday ? ('work' as const) : ('off' as const)) : (words[row.kind] ?? 'off'),
      own: row.kind !== null,
    })),
    lunar: daysOf(from, to).map(lunarText),
  }
}
