import type { contract } from '@dentin/contract'
import { monthCloseStates } from '@dentin/contract/month-close'
import { addMonths, today, uuidv7, ZERO, type LocalDate } from '@dentin/kit'
import { AppError } from '../../../platform/errors.ts'
import type { ClinicContext, Handlers } from '../../../platform/http/context.ts'
import type { MonthOfClinic } from '../extension-points.ts'
import { clinicHead } from '../shift-queries.ts'
import { bookOf, differencesOf, readBook, takingsByMonth, type Book, type StoredBook } from './book.ts'
import { closingsBetween, holdPostings, lastClosing, laterClosed } from './queries.ts'

const CLOSE = '/orderSet:monthClose'
const REOPEN = '/orderSet:monthReopen'

const firstOf = (month: string): LocalDate => `${month}-01`
const spanOf = (clinicId: string, month: string): MonthOfClinic => ({
  clinicId,
  from: firstOf(month),
  before: addMonths(firstOf(month), 1),
})
const isOver = (ctx: ClinicContext, { before }: MonthOfClinic) => today(ctx.tx.now) >= before

/** Everything that may be open in a month, each as its module says. */
async function checksOf(ctx: ClinicContext, month: MonthOfClinic) {
  const checks = ctx.tx.parts('monthEnd').flatMap((part) => part.checks ?? [])
  const rows = []
  for (const { code, title, blocks, path, button, nothing, of } of checks) {
    const { count, note } = await of(ctx.tx, month)
    rows.push({ code, title, blocks, path, button, count, note: count === 0 ? nothing : note })
  }
  return rows
}

async function identitiesOf(ctx: ClinicContext, month: MonthOfClinic, book: Book) {
  const rows = []
  for (const { name, holds } of ctx.tx.parts('monthEnd').flatMap((part) => part.identities ?? []))
    rows.push({ name, holds: await holds(ctx.tx, month, book) })
  return rows
}

export const monthCloseHandlers: Handlers<typeof contract.monthClose> = {
  state: async (ctx, input) => {
    const { tx } = ctx
    const month = spanOf(ctx.clinicId, input.month)
    const last = await lastClosing(tx, ctx.clinicId, month.from)
    const closed = last && monthCloseStates.is(last.status, 'closed')
    const now = readBook(await bookOf(tx, ctx.clinicId, month.from))
    const book = closed ? readBook(last.book as unknown as StoredBook) : now
    const stripFrom = addMonths(month.from, -5)
    const stripBefore = addMonths(month.from, 2)
    const takings = await takingsByMonth(tx, ctx.clinicId, stripFrom, stripBefore)
    const closings = await closingsBetween(tx, ctx.clinicId, stripFrom, stripBefore)
    return {
      month: input.month,
      clinic: await clinicHead(tx, ctx.clinicId),
      isOver: isOver(ctx, month),
      checks: closed ? [] : await checksOf(ctx, month),
      identities: await identitiesOf(ctx, month, book),
      checkedAt: tx.now,
      book,
      last: last
        ? {
            closeNo: last.closeNo,
            status: last.status,
            closedAt: last.closedAt,
            closerName: last.closerName,
            reopenedAt: last.reopenedAt,
            reopenerName: last.reopenerName,
            reopenReason: last.reopenReason,
            version: last.version,
          }
        : null,
      differences: last ? differencesOf(readBook(last.book as unknown as StoredBook), now) : [],
      strip: Array.from({ length: 7 }, (_, n) => {
        const first = addMonths(stripFrom, n)
        const name = first.slice(0, 7)
        return {
          month: name,
          takings: takings.get(name) ?? ZERO,
          status: closings.get(name) ?? null,
          isOver: today(tx.now) >= addMonths(first, 1),
        }
      }),
      allowed: { close: ctx.can(CLOSE), reopen: ctx.can(REOPEN) },
    }
  },

  close: async (ctx, input) => {
    const { tx } = ctx
    const month = spanOf(ctx.clinicId, input.month)
    if (!isOver(ctx, month)) throw new AppError('MONTH_NOT_OVER')
    await holdPostings(tx, ctx.clinicId)
    const last = await lastClosing(tx, ctx.clinicId, month.from)
    if (last && monthCloseStates.is(last.status, 'closed'))
      throw new AppError('MONTH_CLOSED', { message: '这个月已经月结' })
    const stored = await bookOf(tx, ctx.clinicId, month.from)
    const open = (await checksOf(ctx, month)).filter(({ blocks, count }) => blocks && count > 0)
    const broken = (await identitiesOf(ctx, month, readBook(stored))).filter(({ holds }) => !holds)
    if (open.length + broken.length > 0) {
      const words = [
        ...open.map(({ title, count }) => `${title} ${count}`),
        ...broken.map(({ name }) => `恒等式不成立：${name}`),
      ]
      throw new AppError('MONTH_BLOCKED', { message: `还差 ${words.length} 件就能结：${words.join('，')}` })
    }
    const id = uuidv7()
    const closeNo = await tx.nextNumber('YJ', ctx.clinicId, today(tx.now))
    await tx.insert('month_close', {
      id,
      clinic_id: ctx.clinicId,
      close_no: closeNo,
      month: month.from,
      status: monthCloseStates.code.closed,
      book: JSON.stringify(stored),
      closed_at: tx.now,
      closer_id: ctx.employeeId,
      closer_name: ctx.actorName,
      created_at: tx.now,
      updated_at: tx.now,
    })
    await tx.logStatus('month_close', id, ctx.clinicId, null, monthCloseStates.code.closed)
    for (const part of tx.parts('monthEnd')) await part.closed?.(tx, month)
    tx.publish('bill')
    return { closeNo }
  },

  reopen: async (ctx, input) => {
    const { tx } = ctx
    const month = firstOf(input.month)
    await holdPostings(tx, ctx.clinicId)
    const last = await lastClosing(tx, ctx.clinicId, month)
    if (!last || !monthCloseStates.may('reopen', last.status)) throw new AppError('MONTH_NOT_CLOSED')
    if (await laterClosed(tx, ctx.clinicId, month)) throw new AppError('MONTH_LATER_CLOSED')
    await tx.update(
      'month_close',
      { id: last.id, version: last.version },
      {
        status: monthCloseStates.code.reopened,
        reopened_at: tx.now,
        reopener_id: ctx.employeeId,
        reopener_name: ctx.actorName,
        reopen_reason: input.reason,
      },
      { action: 'reopen', reason: input.reason },
    )
    await tx.logStatus('month_close', last.id, ctx.clinicId, last.status, monthCloseStates.code.reopened, input.reason)
    for (const part of tx.parts('monthEnd')) await part.reopened?.(tx, spanOf(ctx.clinicId, input.month))
    tx.publish('bill')
    return { closeNo: last.closeNo }
  },
}
