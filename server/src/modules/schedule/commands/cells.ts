import { scheduleStates } from '@dentin/contract/core/status'
import { formatDate, uuidv7, type LocalDate, formatDateTime } from '@dentin/kit'
import { codes } from '../../../platform/database/codes.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import { sql } from 'kysely'
import { AppError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { displacedIn, type Displaced } from '../displaced.ts'
import { clashesElsewhere, placesOf, plannedWeeks, stretchRows, type StretchRow } from '../queries.ts'
import { isSame, mustNotOverlap, weekStart, type Content } from '../rules.ts'

/** One person's day that somebody wants otherwise. */
export interface Cell {
  employeeId: string
  date: LocalDate
  /** What is to stand there, given what stands there; null leaves it alone. */
  next: (present: readonly Content[], homeChair: string | null) => Content[] | null
  /** What the screen saw; something else there now is refused. */
  seen?: readonly { id: string; version: number }[]
}

/** What came of a change of the plan. */
export interface Outcome {
  saved: boolean
  /** Cells that are (or would be) other than before. */
  changed: number
  affected: Displaced[]
}

/** So many rows may one call write; more keeps others waiting for too long. */
const MOST_ROWS = 3000

/** Ends the attempt without a fault: patients are booked there, and nobody has said yet that this is meant. */
class Standing extends Error {
  constructor(readonly affected: Displaced[]) {
    super('bookings stand in the way')
  }
}

/**
 * Runs a change of the plan that is in force. Bookings that it leaves without their doctor are told first, and nothing is
 * changed until that is accepted.
 */
async function changing(
  context: ClinicContext,
  range: { from: LocalDate; to: LocalDate },
  plan: { changed: number; inForce: boolean; acceptAffected: boolean },
  work: () => Promise<void>,
): Promise<Outcome> {
  const { tx, clinicId } = context
  const { changed } = plan
  if (changed === 0) return { saved: true, changed, affected: [] }
  try {
    const affected = await tx.attempt(async () => {
      if (!plan.inForce) {
        await work()
        return []
      }
      const before = new Set((await displacedIn(tx, clinicId, range.from, range.to)).map(({ id }) => id))
      await work()
      const now = (await displacedIn(tx, clinicId, range.from, range.to)).filter(({ id }) => !before.has(id))
      if (now.length > 0 && !plan.acceptAffected) throw new Standing(now)
      return now
    })
    tx.publish('schedule', null, clinicId)
    return { saved: true, changed, affected }
  } catch (error) {
    if (error instanceof Standing) return { saved: false, changed, affected: error.affected }
    throw error
  }
}

interface Wanted extends Content {
  employeeId: string
  date: LocalDate
}

/** Writes cells: only what is other than before, in the order of people and days. Draft until the week is published. */
export async function writeCells(
  context: ClinicContext,
  cells: readonly Cell[],
  acceptAffected: boolean,
): Promise<Outcome> {
  const { tx, clinicId } = context
  if (cells.length === 0) return { saved: true, changed: 0, affected: [] }
  const dates = cells.map(({ date }) => date).sort()
  const range = { from: dates[0] as LocalDate, to: dates.at(-1) as LocalDate }
  const employeeIds = [...new Set(cells.map(({ employeeId }) => employeeId))].sort()
  const places = await placesOf(tx, clinicId, employeeIds)
  const rows = await stretchRows(tx, clinicId, employeeIds, range)
  const planned = await plannedWeeks(tx, clinicId, range)

  const steps: { remove: StretchRow[]; insert: Wanted[]; inForce: boolean }[] = []
  for (const cell of cells) {
    const place = places.get(cell.employeeId)
    if (!place) throw new AppError('SCHEDULE_NOT_HERE')
    const present = rows.get(`${cell.employeeId} ${cell.date}`) ?? []
    if (cell.seen && !sameRows(present, cell.seen)) throw new AppError('SCHEDULE_CHANGED')
    const next = cell.next(present, place.chairId)
    if (next === null) continue
    if (next.length > 0 && !place.here)
      throw new AppError('SCHEDULE_NOT_HERE', { message: `${place.name} 不在本门诊或已离职，不能排班` })
    mustNotOverlap(next)
    const remove = present.filter((old) => !next.some((one) => isSame(one, old)))
    const insert = next
      .filter((one) => !present.some((old) => isSame(one, old)))
      .map((one) => ({ ...one, employeeId: cell.employeeId, date: cell.date }))
    if (remove.length + insert.length > 0)
      steps.push({ remove, insert, inForce: planned.has(weekStart(cell.date)) && cell.date >= formatDate(tx.now) })
  }
  const wanted = steps.flatMap((step) => step.insert)
  if (steps.reduce((sum, step) => sum + step.remove.length + step.insert.length, 0) > MOST_ROWS)
    throw new AppError('SCHEDULE_TOO_MUCH')

  try {
    const inForce = steps.some((step) => step.inForce)
    return await changing(context, range, { changed: steps.length, inForce, acceptAffected }, async () => {
      for (const { remove } of steps) for (const old of remove) await tx.remove('schedule', { id: old.id })
      for (const one of wanted) {
        const published = planned.has(weekStart(one.date))
        await tx.insert('schedule', {
          id: uuidv7(),
          clinic_id: clinicId,
          employee_id: one.employeeId,
          date: one.date,
          kind: one.kind,
          starts_min: one.startsMin,
          ends_min: one.endsMin,
          title: one.title,
          shift_id: one.shiftId,
          chair_id: one.chairId,
          bookable: one.bookable,
          remark: one.remark,
          status: published ? scheduleStates.code.published : scheduleStates.code.draft,
          published_at: published ? tx.now : null,
          created_at: tx.now,
          updated_at: tx.now,
        })
      }
    })
  } catch (error) {
    throw await explained(context, error, wanted)
  }
}

/** The drafts of these weeks come into force. @returns also whose plan it was */
export async function publishPlan(
  context: ClinicContext,
  range: { from: LocalDate; to: LocalDate },
  acceptAffected: boolean,
): Promise<{ outcome: Outcome; employeeIds: string[] }> {
  const { tx, clinicId } = context
  // Nobody plans on meanwhile.
  await tx.rows(
    keptSql`select ec.id from employee_clinic ec where ec.tenant_id = ${tx.tenantId} and ec.clinic_id = ${clinicId}
        order by ec.employee_id for no key update`,
  )
  const drafts = await tx.rows<{ id: string; employeeId: string; date: LocalDate }>(
    sql`select d.id, d.employee_id as "employeeId", d.date from schedule d
        where d.tenant_id = ${tx.tenantId} and d.clinic_id = ${clinicId} and d.date between ${range.from}::date and ${range.to}::date
          and d.status in ${codes(scheduleStates, 'draft')} order by d.employee_id, d.date, d.starts_min`,
  )
  if (drafts.length === 0) throw await nothingToPublish(context, range)
  if (drafts.length > MOST_ROWS) throw new AppError('SCHEDULE_TOO_MUCH')
  const changed = new Set(drafts.map((each) => `${each.employeeId} ${each.date}`)).size
  const outcome = await changing(context, range, { changed, inForce: true, acceptAffected }, async () => {
    for (const { id } of drafts)
      await tx.update('schedule', { id }, { status: scheduleStates.code.published, published_at: tx.now })
  })
  return { outcome, employeeIds: [...new Set(drafts.map(({ employeeId }) => employeeId))] }
}

/** Whoever comes second hears who was first: the week is published, nothing went wrong. */
async function nothingToPublish({ tx, clinicId }: ClinicContext, range: { from: LocalDate; to: LocalDate }) {
  const last = await tx.row<{ publishedAt: Date; name: string | null }>(
    sql`select d.published_at as "publishedAt", (
          select x.actor_name from audit x where x.tenant_id = ${tx.tenantId} and x.entity = 'schedule' and x.entity_id = d.id
          order by x.created_at desc limit 1) as name
        from schedule d
        where d.tenant_id = ${tx.tenantId} and d.clinic_id = ${clinicId} and d.date between ${range.from}::date and ${range.to}::date
          and d.status in ${codes(scheduleStates, 'published')} and d.published_at is not null
        order by d.published_at desc limit 1`,
  )
  if (!last) return new AppError('SCHEDULE_NO_DRAFT')
  const when = formatDateTime(last.publishedAt).slice(5, 16)
  return new AppError('SCHEDULE_NO_DRAFT', {
    message: `这段日期的排班已由${last.name || '同事'}于 ${when} 发布，没有新的草稿`,
  })
}

function sameRows(present: readonly StretchRow[], seen: readonly { id: string; version: number }[]): boolean {
  return (
    present.length === seen.length &&
    present.every((row) => seen.some((one) => one.id === row.id && one.version === row.version))
  )
}

/** Says who would be where: the constraint knows only that somebody would be in two clinics at once. */
async function explained(context: ClinicContext, error: unknown, wanted: readonly Wanted[]): Promise<unknown> {
  const told = context.tx.refusalOf(error)
  if (!(told instanceof AppError) || told.refusal !== 'SCHEDULE_TWO_CLINICS') return told
  const { tx, tenantId, clinicId } = context
  // The attempt is undone and the refusal ends the transaction: looking into the other clinics changes nothing.
  const wide = await tx.enter(tenantId, 'all')
  const clashes = await clashesElsewhere(wide, clinicId, wanted)
  if (clashes.length === 0) return told
  return new AppError('SCHEDULE_TWO_CLINICS', {
    message: clashes.map((each) => each.text).join('；'),
    data: { clashes },
  })
}
