import type { contract } from '@dentin/contract'
import { addDays, daysBetween, daysOf, type LocalDate } from '@dentin/kit'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/context.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { holidayYear, setHolidays } from '../clinic/index.ts'
import { notify } from '../messaging/index.ts'
import { publishPlan, writeCells, type Cell } from './commands/cells.ts'
import { enableShift, removeShift, saveShift } from './commands/shifts.ts'
import {
  calendarOf,
  chairsOf,
  daysOff,
  isOn,
  plannable,
  sheetOf,
  shiftPlans,
  shiftsOf,
  stretchesOfPerson,
  stretchRows,
} from './queries.ts'
import { mix, stretchesOf, weekStart, type Content, type Entry } from './rules.ts'

const LONGEST_VIEW = 42
const LONGEST_FILL = 92

/** Refuses a range that ends before it begins or is too long. */
function mustBeRange({ from, to }: { from: LocalDate; to: LocalDate }, longest: number): void {
  if (from > to) throw fieldError('BAD_INPUT', 'to', '结束日期不能早于开始日期')
  if (daysBetween(from, to) >= longest) throw fieldError('BAD_INPUT', 'to', `最长 ${longest} 天`)
}

/** What entries mean for somebody with a chair of their own; refuses shifts that are unknown or stopped. */
async function meaningOf(
  tx: TenantTx,
  clinicId: string,
  entries: readonly Entry[],
): Promise<(entries: readonly Entry[], homeChair: string | null, present: readonly Content[]) => Content[]> {
  const ids = [...new Set(entries.flatMap(({ shiftId }) => (shiftId ? [shiftId] : [])))]
  const shifts = await shiftPlans(tx, clinicId, ids)
  if (shifts.size < ids.length) throw new AppError('NOT_FOUND', { message: '没有找到该班次' })
  const chairs = new Set(
    entries.some(({ chairId }) => chairId) ? (await chairsOf(tx, clinicId)).map(({ id }) => id) : [],
  )
  const unknown = entries.some(({ chairId }) => chairId && !chairs.has(chairId))
  if (unknown) throw new AppError('NOT_FOUND', { message: '诊椅不存在或已停用' })
  return (some, homeChair, present) =>
    some.flatMap((entry) => {
      const shift = entry.shiftId ? (shifts.get(entry.shiftId) ?? null) : null
      // A shift that was stopped later may stay where it was planned.
      if (shift && !shift.enabled && !present.some((old) => old.shiftId === shift.id))
        throw new AppError('SHIFT_STOPPED', { message: `${shift.name}已停用，不能再排` })
      return stretchesOf(entry, shift, homeChair)
    })
}

export const scheduleHandlers: Handlers<typeof contract.schedule> = {
  shifts: ({ tx, clinicId }) => shiftsOf(tx, clinicId),
  saveShift: async (context, input) => ({ id: await saveShift(context, input) }),
  async enableShift(context, input) {
    await enableShift(context, input)
    return null
  },
  async removeShift(context, input) {
    await removeShift(context, input)
    return null
  },
  async plan({ tx, clinicId }, range) {
    mustBeRange(range, LONGEST_VIEW)
    return sheetOf(tx, clinicId, range, { drafts: true })
  },
  chairs: ({ tx, clinicId }) => chairsOf(tx, clinicId),

  async save(context, { cells, acceptAffected }) {
    const { tx, clinicId } = context
    const twice = new Set(cells.map(({ employeeId, date }) => `${employeeId} ${date}`)).size < cells.length
    if (twice) throw new AppError('BAD_INPUT', { message: '同一格不能提交两次' })
    const mean = await meaningOf(
      tx,
      clinicId,
      cells.flatMap((cell) => cell.entries),
    )
    const wanted = cells.map(({ employeeId, date, seen, entries }): Cell => ({
      employeeId,
      date,
      seen,
      next: (present, homeChair) => mean(entries, homeChair, present),
    }))
    return writeCells(context, wanted, acceptAffected)
  },

  async fill(context, input) {
    const { tx, clinicId } = context
    mustBeRange(input, LONGEST_FILL)
    const mean = await meaningOf(tx, clinicId, input.entries)
    const off = input.skipHolidays ? await daysOff(tx, input) : new Set<LocalDate>()
    const days = daysOf(input.from, input.to).filter((date) => isOn(date, input.weekdays) && !off.has(date))
    const cells = [...new Set(input.employeeIds)].flatMap((employeeId) =>
      days.map((date): Cell => ({
        employeeId,
        date,
        next: (present, homeChair) => mix(present, mean(input.entries, homeChair, present), input.mode),
      })),
    )
    return writeCells(context, cells, input.acceptAffected)
  },

  async repeat(context, input) {
    const { tx, clinicId } = context
    const source = weekStart(input.sourceWeek)
    const target = weekStart(input.targetWeek)
    const sourceTo = addDays(source, input.cycleWeeks * 7 - 1)
    const targetTo = addDays(target, input.weeks * 7 - 1)
    if (target <= sourceTo && source <= targetTo) throw fieldError('BAD_INPUT', 'targetWeek', '不能套用到来源的周')
    const employeeIds = input.employeeIds.length > 0 ? [...new Set(input.employeeIds)] : await plannable(tx, clinicId)
    const rows = await stretchRows(tx, clinicId, employeeIds, { from: source, to: sourceTo })
    const off = input.skipHolidays ? await daysOff(tx, { from: target, to: targetTo }) : new Set<LocalDate>()
    const planned = new Set([...rows.keys()].map((key) => key.split(' ')[0]))
    const cells = employeeIds
      // Who is not in the weeks that are copied keeps what they have.
      .filter((employeeId) => planned.has(employeeId))
      .flatMap((employeeId) =>
        daysOf(target, targetTo)
          .filter((date) => !off.has(date))
          .map((date): Cell => {
            const from = addDays(source, daysBetween(target, date) % (input.cycleWeeks * 7))
            const wanted = (rows.get(`${employeeId} ${from}`) ?? []).map(contentOf)
            return { employeeId, date, next: (present) => mix(present, wanted, input.mode) }
          }),
      )
    return writeCells(context, cells, input.acceptAffected)
  },

  async publish(context, { from, to, acceptAffected }) {
    mustBeRange({ from, to }, LONGEST_FILL)
    const range = { from: weekStart(from), to: addDays(weekStart(to), 6) }
    const { outcome, employeeIds } = await publishPlan(context, range, acceptAffected)
    if (outcome.saved)
      await notify(context.tx, {
        clinicId: context.clinicId,
        employeeIds: employeeIds.filter((id) => id !== context.employeeId),
        category: 'appointment',
        title: '新的排班已发布',
        body: `${range.from} 至 ${range.to} 的排班已发布，请查看`,
        link: `/mySchedule?date=${range.from}`,
      })
    return outcome
  },

  async view({ tx, clinicId }, range) {
    mustBeRange(range, LONGEST_VIEW)
    return sheetOf(tx, clinicId, range, { drafts: false })
  },
  async mine({ tx, clinicId, employeeId }, range) {
    mustBeRange(range, LONGEST_VIEW)
    return {
      days: await calendarOf(tx, range),
      stretches: await stretchesOfPerson(tx, clinicId, employeeId, range),
    }
  },
  holidays: ({ tx }, { year }) => holidayYear(tx, year),
  setHolidays: async (context, input) => ({ changed: await setHolidays(context, input) }),
}

/** What a row says, without whose and when. */
function contentOf({ kind, startsMin, endsMin, title, shiftId, chairId, bookable, remark }: Content): Content {
  return { kind, startsMin, endsMin, title, shiftId, chairId, bookable, remark }
}
