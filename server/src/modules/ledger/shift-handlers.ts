import type { contract } from '@dentin/contract'
import { shiftStates } from '@dentin/contract/shift'
import { fenToYuan, formatYuan, multiply, fen, subtract, sum, type Fen } from '@dentin/kit'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext, Handlers } from '../../platform/http/context.ts'
import { clinicSettings } from '../clinic/index.ts'
import { countPrint } from '../issued-document/index.ts'
import { post } from './post.ts'
import {
  cashMethodOf,
  clinicHead,
  countsOfShift,
  expectedCash,
  findShift,
  listShifts,
  lockShift,
  methodsOfShift,
  movementsOfShift,
  openShiftOf,
  type ShiftRow,
} from './shift-queries.ts'

const REVIEW = '/orderSet:shifts'
/** Whose shifts the person sees: everybody's with the right to review, else the own. */
const whoseOf = (ctx: ClinicContext) => (ctx.can(REVIEW) ? null : ctx.employeeId)

/** Counted blind, nobody learns what should be in the own till before it was counted. */
async function isHidden(ctx: ClinicContext, shift: Pick<ShiftRow, 'status' | 'cashierId'>): Promise<boolean> {
  if (!shiftStates.is(shift.status, 'open') || shift.cashierId !== ctx.employeeId) return false
  return (await clinicSettings(ctx.tx, ctx.clinicId)).shiftBlind
}
/** It was counted blind and differs, and nobody has said why. */
const isUnexplained = ({ differenceReason }: Pick<ShiftRow, 'differenceReason'>): boolean => differenceReason === ''
const isNoCash = ({ code }: { code: string }) => code !== 'cash'

export const shiftHandlers: Handlers<typeof contract.shift> = {
  current: async (ctx) => {
    const { shiftBlind } = await clinicSettings(ctx.tx, ctx.clinicId)
    const shift = await openShiftOf(ctx.tx, ctx.clinicId, ctx.employeeId)
    if (!shift) return { shift: null, isBlind: shiftBlind }
    const methods = await methodsOfShift(ctx.tx, shift.id)
    return {
      shift: {
        ...shift,
        methods: shiftBlind ? methods.filter(isNoCash) : methods,
        expectedCash: shiftBlind ? null : expectedCash(methods),
        total: shiftBlind ? null : shift.total,
        ...(await countsOfShift(ctx.tx, shift.id)),
      },
      isBlind: shiftBlind,
    }
  },

  handOver: async (ctx, input) => {
    const { tx } = ctx
    const shift = await lockShift(tx, input.id, ctx.clinicId, ctx.employeeId)
    if (!shiftStates.may('handOver', shift.status)) throw new AppError('SHIFT_STATE', { message: '本班已经交过了' })
    if (input.notes.length > 0) {
      const byNotes = sum(input.notes.map(({ face, count }) => multiply(fen(face), count)))
      if (byNotes !== input.countedCash)
        throw fieldError('BAD_INPUT', 'countedCash', `各面额加起来是 ${formatYuan(byNotes)} 元`)
    }
    const expected = expectedCash(await methodsOfShift(tx, shift.id))
    const difference = subtract(input.countedCash, expected)
    const { shiftBlind } = await clinicSettings(tx, ctx.clinicId)
    // Counted blind, the first count is the count: a refusal would tell whether it is right, and could be asked again.
    if (difference !== 0 && input.differenceReason === '' && !shiftBlind) {
      const message = `${difference > 0 ? '多' : '少'} ${formatYuan(fen(Math.abs(difference)))} 元，请填写原因`
      throw new AppError('SHIFT_DIFFERENCE', { message, fields: [{ field: 'differenceReason', message }] })
    }
    await post(tx, {
      kind: 'till',
      clinicId: ctx.clinicId,
      document: { kind: 'shift', id: shift.id, no: shift.shiftNo },
      actor: { id: ctx.employeeId, name: ctx.actorName },
      postings: [
        { account: 'cash', amount: difference, payMethodId: await cashMethodOf(tx) },
        { account: 'overShort', amount: fen(-difference) },
      ],
    })
    const row = await tx.update(
      'cash_shift',
      { id: shift.id, version: input.version },
      {
        status: shiftStates.code.handedOver,
        ended_at: tx.now,
        expected_cash: fenToYuan(expected),
        counted_cash: fenToYuan(input.countedCash),
        difference_amount: fenToYuan(difference),
        difference_reason: difference === 0 ? null : input.differenceReason,
        notes: JSON.stringify(input.notes),
        float_amount: fenToYuan(input.floatAmount),
        remark: input.remark,
      },
      { action: 'handOver' },
    )
    await tx.logStatus('cash_shift', shift.id, shift.clinicId, shift.status, shiftStates.code.handedOver)
    tx.publish('bill')
    return { id: shift.id, differenceAmount: difference, version: row.version }
  },

  explain: async (ctx, { id, version, differenceReason }) => {
    const { tx } = ctx
    const shift = await lockShift(tx, id, ctx.clinicId, ctx.employeeId)
    if (!isUnexplained(shift)) throw new AppError('SHIFT_STATE', { message: '这个班没有要补写的差额原因' })
    const row = await tx.update(
      'cash_shift',
      { id, version },
      { difference_reason: differenceReason },
      { action: 'explain', reason: differenceReason },
    )
    tx.publish('bill')
    return { version: row.version }
  },

  review: async (ctx, { id, version }) => {
    const { tx } = ctx
    const shift = await lockShift(tx, id, ctx.clinicId, null)
    if (!shiftStates.may('review', shift.status)) throw new AppError('SHIFT_STATE')
    if (shift.cashierId === ctx.employeeId) throw new AppError('SHIFT_SELF')
    if (isUnexplained(shift)) throw new AppError('SHIFT_UNEXPLAINED')
    const row = await tx.update(
      'cash_shift',
      { id, version },
      {
        status: shiftStates.code.reviewed,
        reviewer_id: ctx.employeeId,
        reviewer_name: ctx.actorName,
        reviewed_at: tx.now,
      },
      { action: 'review' },
    )
    await tx.logStatus('cash_shift', id, shift.clinicId, shift.status, shiftStates.code.reviewed)
    tx.publish('bill')
    return { version: row.version }
  },

  list: async (ctx, input) => {
    const { list, total } = await listShifts(ctx.tx, {
      clinicId: ctx.clinicId,
      cashierId: whoseOf(ctx),
      from: input.from,
      to: input.to,
      open: input.open,
      limit: input.pageSize,
      offset: (input.pageNum - 1) * input.pageSize,
    })
    const rows = []
    for (const row of list) rows.push((await isHidden(ctx, row)) ? { ...row, total: null } : row)
    return { list: rows, total, pageNum: input.pageNum, pageSize: input.pageSize }
  },

  print: async (ctx, { id, preview }) => {
    const { shift, ...shown } = await shiftShown(ctx, id)
    // Counted blind, nobody reads off a paper what should be there until it was counted.
    if (shiftStates.is(shift.status, 'open'))
      throw new AppError('SHIFT_STATE', { message: '还没有交班，不能打印交班单' })
    return { ...shift, ...shown, ...(await countPrint(ctx, 'cash_shift', id, undefined, { preview })) }
  },

  detail: async (ctx, { id }) => {
    const { shift, ...shown } = await shiftShown(ctx, id)
    const movements = await movementsOfShift(ctx.tx, id)
    return {
      ...shift,
      ...shown,
      movements: shown.isHidden ? movements.filter(isNoCash) : movements,
      allowed: {
        review:
          ctx.can(REVIEW) &&
          shiftStates.may('review', shift.status) &&
          shift.cashierId !== ctx.employeeId &&
          !isUnexplained(shift),
        explain: isUnexplained(shift) && shift.cashierId === ctx.employeeId,
      },
    }
  },
}

/** Refuses a shift whose sums the person at work may not see, or not yet. */
export async function mustSeeShift(ctx: ClinicContext, id: string): Promise<void> {
  const shift = await findShift(ctx.tx, id, ctx.clinicId, whoseOf(ctx))
  if (await isHidden(ctx, shift)) throw new AppError('NOT_FOUND')
}

/** A shift as its page and its paper show it. */
async function shiftShown(ctx: ClinicContext, id: string) {
  const shift = await findShift(ctx.tx, id, ctx.clinicId, whoseOf(ctx))
  const hidden = await isHidden(ctx, shift)
  const methods = await methodsOfShift(ctx.tx, id)
  return {
    shift: hidden ? { ...shift, total: null } : shift,
    isHidden: hidden,
    clinic: await clinicHead(ctx.tx, ctx.clinicId),
    methods: hidden ? methods.filter(isNoCash) : methods,
    notes: (shift.notes ?? []) as { face: number; count: number }[],
    ...(await countsOfShift(ctx.tx, id)),
  }
}

/** What somebody has taken in the open shift; counted blind, without cash. */
export async function takingsOf(ctx: ClinicContext): Promise<{
  received: Fen
  withoutCash: boolean
  count: number
  since: Date | null
  methods: { name: string; amount: Fen }[]
}> {
  const shift = await openShiftOf(ctx.tx, ctx.clinicId, ctx.employeeId)
  if (!shift) return { received: fen(0), withoutCash: false, count: 0, since: null, methods: [] }
  const withoutCash = await isHidden(ctx, shift)
  const all = await methodsOfShift(ctx.tx, shift.id)
  const methods = withoutCash ? all.filter(isNoCash) : all
  const { receivedCount } = await countsOfShift(ctx.tx, shift.id)
  return {
    received: sum(methods.map(({ total }) => total)),
    withoutCash,
    count: receivedCount,
    since: shift.startedAt,
    methods: methods.map(({ name, total }) => ({ name, amount: total })),
  }
}
