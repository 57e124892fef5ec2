import type { contract, ParsedInput } from '@dentin/contract'
import { unitSettlementStates } from '@dentin/contract/unit-account'
import { fen, fenToYuan, subtract, sum, today, uuidv7, ZERO, type Fen } from '@dentin/kit'
import { sql } from 'kysely'
import { keptSql } from '../../platform/database/plans.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { payMethods } from '../clinic/index.ts'
import { entriesOf, isHandedOver, post, takeBack } from '../ledger/index.ts'
import { findSettlement, isUsedSince, lockUnits, openClaims, type UnitRow } from './queries.ts'
import { clear, type OpenClaim } from './rules.ts'

type Calls = typeof contract.unitAccount
type In<K extends keyof Calls> = ParsedInput<Calls[K]>

const NUMBER = 'DJ'
const actorOf = (ctx: ClinicContext) => ({ id: ctx.employeeId as string, name: ctx.actorName })

/** A unit, locked: whatever moves what it owes waits for this. */
async function unitFor(ctx: ClinicContext, id: string): Promise<UnitRow> {
  const unit = (await lockUnits(ctx.tx, [id])).get(id)
  if (!unit) throw new AppError('NOT_FOUND')
  return unit
}

/** Units pay as others do: by a cash-like way. */
async function mustBeWay({ tx }: ClinicContext, payMethodId: string, tradeNo: string): Promise<void> {
  const method = (await payMethods(tx)).find(({ id }) => id === payMethodId)
  if (!method) throw fieldError('NOT_FOUND', 'payMethodId', '没有这种收款方式')
  if (!method.enabled || method.type !== 1)
    throw fieldError(
      'PAY_METHOD_OFF',
      'payMethodId',
      method.enabled ? `单位结算不能用${method.name}` : `${method.name}未启用`,
    )
  if (method.needTradeNo && tradeNo === '') throw fieldError('BAD_INPUT', 'tradeNo', '请填写交易号')
}

/** The claims that are to be cleared, in their order: those that were chosen, or all. What the unit has left with us counts always. */
function chosenOf(open: readonly OpenClaim[], ids: readonly string[]): readonly OpenClaim[] {
  if (ids.length === 0) return open
  const missing = ids.findIndex((id) => !open.some((claim) => claim.id === id))
  if (missing !== -1) throw fieldError('NOT_FOUND', `claimIds.${missing}`, '这笔记账已结清，或不是这个单位的')
  return open.filter((claim) => claim.open < 0 || ids.includes(claim.id))
}

/** A unit pays what was charged to it, some or all. */
export async function settle(
  ctx: ClinicContext,
  input: In<'settle'>,
): Promise<{ id: string; settlementNo: string; version: number; open: Fen }> {
  const { tx, clinicId } = ctx
  const unit = await unitFor(ctx, input.unitId)
  await mustBeWay(ctx, input.payMethodId, input.tradeNo)
  const day = today(tx.now)
  const open = await openClaims(tx, { clinicId, unitId: unit.id, day }, sql<boolean>`true`)
  const lines = clear(chosenOf(open, input.claimIds), input.amount)
  const id = uuidv7()
  const row = await tx.insert(
    'unit_settlement',
    {
      id,
      clinic_id: clinicId,
      settlement_no: await tx.nextNumber(NUMBER, clinicId, day),
      pay_unit_id: unit.id,
      amount: fenToYuan(input.amount),
      status: unitSettlementStates.code.settled,
      pay_method_id: input.payMethodId,
      trade_no: input.tradeNo,
      remark: input.remark,
      settled_at: tx.now,
      settler_id: ctx.employeeId,
      settler_name: ctx.actorName,
      created_at: tx.now,
      updated_at: tx.now,
    },
    {},
  )
  const rows = lines.map(({ claimId, amount }) => ({ id: uuidv7(), claim_id: claimId, amount: fenToYuan(amount) }))
  await tx.rows(
    keptSql`insert into unit_settlement_line (tenant_id, clinic_id, settlement_id, id, claim_id, amount)
        select ${tx.tenantId}::uuid, ${clinicId}::uuid, ${id}::uuid, x.id, x.claim_id, x.amount
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, claim_id uuid, amount numeric) returning id`,
  )
  await post(tx, {
    kind: 'unitSettlement',
    clinicId,
    document: { kind: 'unitSettlement', id, no: row.settlement_no },
    actor: actorOf(ctx),
    postings: [
      { account: 'cash', payMethodId: input.payMethodId, amount: input.amount },
      { account: 'unitReceivable', payUnitId: unit.id, amount: subtract(ZERO, input.amount) },
    ],
  })
  await tx.logStatus('unit_settlement', id, clinicId, null, row.status)
  tx.publish('bill')
  return {
    id,
    settlementNo: row.settlement_no,
    version: row.version,
    open: fen(sum(open.map((claim) => claim.open)) - input.amount),
  }
}

/** Takes a settlement back: the opposite today, and its claims are open again. */
export async function undo(ctx: ClinicContext, input: In<'undo'>): Promise<{ id: string; version: number }> {
  const { tx, clinicId } = ctx
  const { payUnitId } = await findSettlement(tx, input.id, clinicId)
  await unitFor(ctx, payUnitId)
  const found = await findSettlement(tx, input.id, clinicId, true)
  if (!unitSettlementStates.may('undo', found.status))
    throw new AppError('UNIT_SETTLEMENT_STATE', {
      message: `结算单${unitSettlementStates.names[found.status]}，不能再撤销`,
    })
  if (await isUsedSince(tx, found.id)) throw new AppError('UNIT_SETTLED_SINCE')
  // A till that was handed over stays as it was: the opposite is of today, in the till of whoever takes it back.
  const handedOver = await isHandedOver(tx, found.id)
  const row = await tx.update(
    'unit_settlement',
    { id: found.id, version: input.version },
    {
      status: unitSettlementStates.code.undone,
      undone_at: tx.now,
      undoer_id: ctx.employeeId,
      undoer_name: ctx.actorName,
      undo_reason: input.reason,
    },
    { action: 'undo', reason: input.reason },
  )
  for (const entry of await entriesOf(tx, found.id))
    await takeBack(tx, entry, {
      document: { kind: 'unitSettlement', id: found.id, no: found.settlementNo },
      actor: actorOf(ctx),
      ownTill: handedOver,
    })
  await tx.logStatus('unit_settlement', found.id, clinicId, found.status, row.status, input.reason)
  tx.publish('bill')
  return { id: found.id, version: row.version }
}
