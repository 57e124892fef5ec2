import { billStates } from '@dentin/contract/core/status'
import type { contract, ParsedInput } from '@dentin/contract'
import { executionStates } from '@dentin/contract/execution'
import { DONE_AT_CHARGE } from '@dentin/contract/tariff-fields'
import { today, uuidv7, type LocalDate } from '@dentin/kit'
import { sql } from 'kysely'
import { keptSql } from '../../../platform/database/plans.ts'
import { columns, perhaps, named, select, type RowIn } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext, Handlers } from '../../../platform/http/context.ts'
import { tariffsByIds } from '../../clinic/index.ts'
import { doctorOfClinic, staffOf } from '../../staff/index.ts'
import { billsWithin } from '../access.ts'
import { mustBeOpenMonth } from '../closed-months.ts'
import { billItems, findBill, lockBill, type BillRow, type ItemRow } from '../queries.ts'

const EXECUTE = '/orderSet:execute'

/** How much of a line has been done: nothing, something, all that was not refunded. */
function executionState({
  qty,
  returnedQty,
  executedQty,
}: Pick<ItemRow, 'qty' | 'returnedQty' | 'executedQty'>): number {
  if (executedQty === 0) return executionStates.code.untouched
  return executedQty < qty - returnedQty ? executionStates.code.begun : executionStates.code.done
}

const doneList = select(
  columns(
    'bill_item_execution',
    'x',
    'id',
    'bill_item_id',
    'qty',
    'done_on',
    'reason',
    'by_charge',
    'operator_name',
    'noted_at',
  ),
  perhaps(named('employee', 'd', { doctorName: 'name' })),
  perhaps(named('employee', 'h', { assistantName: 'name' })),
)

async function doneOf(tx: TenantTx, billId: string): Promise<RowIn<typeof doneList>[]> {
  return tx.rows(
    doneList.keptFrom`bill_item_execution x
      left join employee d on ${tx.own('d')} and d.id = x.doctor_id
      left join employee h on ${tx.own('h')} and h.id = x.assistant_id
      where ${tx.own('x')} and x.bill_id = ${billId} order by x.noted_at desc, x.id desc`,
  )
}

interface Done {
  itemId: string
  qty: number
  doctorId: string | null
  assistantId: string | null
  doneOn: LocalDate
  reason: string
  /** It is done, or undone, by the charge and not by somebody. */
  byCharge?: boolean
}

/** Notes what was done of lines, or (below zero) takes it off. The bill is locked by the caller. */
async function note(ctx: ClinicContext, bill: BillRow, all: readonly Done[]): Promise<void> {
  const { tx } = ctx
  const rows = all
    .filter(({ qty }) => qty !== 0)
    .map((done) => ({
      id: uuidv7(),
      item_id: done.itemId,
      qty: done.qty,
      doctor_id: done.doctorId,
      assistant_id: done.assistantId,
      done_on: done.doneOn,
      reason: done.reason,
      by_charge: done.byCharge ?? false,
    }))
  if (rows.length === 0) return
  tx.send(
    keptSql`with noted as (
        insert into bill_item_execution (tenant_id, id, clinic_id, bill_id, bill_item_id, qty, doctor_id, assistant_id, done_on,
          reason, by_charge, operator_id, operator_name, noted_at)
        select ${tx.tenantId}::uuid, x.id, ${bill.clinicId}::uuid, ${bill.id}::uuid, x.item_id, x.qty, x.doctor_id, x.assistant_id, x.done_on,
          x.reason, x.by_charge, ${ctx.employeeId}::uuid, ${ctx.actorName}::text, ${tx.now}::timestamptz
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, item_id uuid, qty int, doctor_id uuid, assistant_id uuid,
          done_on date, reason text, by_charge boolean)
        returning bill_item_id, qty)
      update bill_item i set executed_qty = i.executed_qty + n.qty
      from (select bill_item_id, sum(qty)::int as qty from noted group by 1) n
      where ${tx.own('i')} and i.id = n.bill_item_id returning i.id`,
  )
}

const byChargeList = select(columns('bill_item_execution', 'x', 'bill_item_id'), { qty: sql<number>`sum(x.qty)::int` })

/** How many pieces of the lines of a bill are done by its charge alone. */
async function doneByCharge(tx: TenantTx, billId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.rows(
    byChargeList.keptFrom`bill_item_execution x where ${tx.own('x')} and x.bill_id = ${billId} and x.by_charge
      group by x.bill_item_id having sum(x.qty) <> 0`,
  )
  return new Map(rows.map(({ billItemId, qty }) => [billItemId, qty]))
}

/** A bill is charged: lines of which the price list says so are done by it, by their doctor, on the day for which the bill counts. */
export async function doneAtCharge(ctx: ClinicContext, bill: BillRow, items: readonly ItemRow[]): Promise<void> {
  const tariffs = await tariffsByIds(
    ctx.tx,
    bill.clinicId,
    items.flatMap(({ tariffId }) => tariffId ?? []),
  )
  const lines = items.filter(({ tariffId }) => tariffId && tariffs.get(tariffId)?.executeRule === DONE_AT_CHARGE)
  await note(
    ctx,
    bill,
    lines.map((item) => ({
      itemId: item.id,
      qty: item.qty - item.executedQty,
      doctorId: item.doctorId,
      assistantId: null,
      doneOn: bill.belongDate ?? today(ctx.tx.now),
      reason: '',
      byCharge: true,
    })),
  )
}

/**
 * A charge is taken back: so is what it did by itself.
 * @throws when somebody noted that something was done: they take it back first
 */
export async function undoneByRevoke(
  ctx: ClinicContext,
  bill: BillRow,
  items: readonly ItemRow[],
  reason: string,
): Promise<void> {
  const byCharge = await doneByCharge(ctx.tx, bill.id)
  if (items.some(({ id, executedQty }) => executedQty > (byCharge.get(id) ?? 0))) throw new AppError('EXECUTION_STANDS')
  await note(
    ctx,
    bill,
    [...byCharge].map(([itemId, qty]) => takenOff(ctx, itemId, qty, `撤销收费：${reason}`, true)),
  )
}

const takenOff = ({ tx }: ClinicContext, itemId: string, qty: number, reason: string, byCharge: boolean): Done => ({
  itemId,
  qty: -qty,
  doctorId: null,
  assistantId: null,
  doneOn: today(tx.now),
  reason,
  byCharge,
})

const lineOf = (items: readonly ItemRow[], id: string, field: string): ItemRow => {
  const item = items.find((each) => each.id === id)
  if (!item) throw fieldError('NOT_FOUND', field, '账单上没有这个项目')
  return item
}

async function execute(ctx: ClinicContext, input: ParsedInput<typeof contract.execution.execute>): Promise<null> {
  const { tx } = ctx
  const bill = await lockBill(tx, input.billId, billsWithin(ctx, [EXECUTE]))
  if (!billStates.is(bill.status, 'standing')) throw new AppError('EXECUTION_NOT_CHARGED')
  if (input.doneOn > today(tx.now)) throw fieldError('EXECUTION_FUTURE', 'doneOn')
  await mustBeOpenMonth(tx, bill.clinicId, input.doneOn, 'doneOn')
  await doctorOfClinic(tx, ctx.clinicId, input.doctorId)
  if (input.assistantId && !(await staffOf(tx, ctx.clinicId)).some(({ id }) => id === input.assistantId))
    throw fieldError('NOT_FOUND', 'assistantId', '助手不是本门诊的员工')
  const items = await billItems(tx, bill.id)
  for (const [n, { billItemId, qty }] of input.lines.entries()) {
    const item = lineOf(items, billItemId, `lines.${n}.billItemId`)
    if (input.lines.findIndex((each) => each.billItemId === billItemId) !== n)
      throw fieldError('BAD_INPUT', `lines.${n}.billItemId`, '同一个项目选了两次')
    const left = item.qty - item.returnedQty - item.executedQty
    if (qty > left) {
      const message = left > 0 ? `最多可执行 ${left} ${item.unit}` : '已经执行完'
      throw new AppError('EXECUTION_OVER', {
        message: `${item.name}${message}`,
        fields: [{ field: `lines.${n}.qty`, message }],
      })
    }
    await note(ctx, bill, [
      {
        itemId: item.id,
        qty,
        doctorId: input.doctorId,
        assistantId: input.assistantId ?? null,
        doneOn: input.doneOn,
        reason: '',
      },
    ])
  }
  await tx.note('execute', 'bill', bill.id, { patientId: bill.patientId })
  tx.publish('bill', bill.id)
  return null
}

async function takeBack(ctx: ClinicContext, input: ParsedInput<typeof contract.execution.takeBack>): Promise<null> {
  const { tx } = ctx
  const bill = await lockBill(tx, input.billId, billsWithin(ctx, [EXECUTE]))
  const item = lineOf(await billItems(tx, bill.id), input.billItemId, 'billItemId')
  if (input.qty > item.executedQty) {
    const message = `只执行了 ${item.executedQty} ${item.unit}`
    throw new AppError('EXECUTION_OVER', { message, fields: [{ field: 'qty', message }] })
  }
  // What somebody noted goes first, then what the charge did by itself.
  const byHand = Math.min(input.qty, item.executedQty - ((await doneByCharge(tx, bill.id)).get(item.id) ?? 0))
  await note(ctx, bill, [
    takenOff(ctx, item.id, byHand, input.reason, false),
    takenOff(ctx, item.id, input.qty - byHand, input.reason, true),
  ])
  await tx.note('takeBackExecution', 'bill', bill.id, { patientId: bill.patientId, reason: input.reason })
  tx.publish('bill', bill.id)
  return null
}

/**
 * Pieces that are refunded though they were done are no longer done: what nobody has done yet goes first, then what was done by the
 * charge alone, then what somebody noted.
 * @param returned how many of each line go back, by line
 */
export async function takeOffRefunded(
  ctx: ClinicContext,
  bill: BillRow,
  items: readonly ItemRow[],
  returned: readonly { qty: number }[],
  refundNo: string,
): Promise<void> {
  const byCharge = await doneByCharge(ctx.tx, bill.id)
  const reason = `退费 ${refundNo}`
  await note(
    ctx,
    bill,
    items.flatMap((item, line) => {
      const over = Math.max(0, item.executedQty - (item.qty - item.returnedQty - (returned[line]?.qty ?? 0)))
      const ofCharge = Math.min(over, byCharge.get(item.id) ?? 0)
      return [takenOff(ctx, item.id, ofCharge, reason, true), takenOff(ctx, item.id, over - ofCharge, reason, false)]
    }),
  )
}

export const executionHandlers: Handlers<typeof contract.execution> = {
  ofBill: async (ctx, { billId }) => {
    const bill = await findBill(ctx.tx, billId, billsWithin(ctx))
    const items = await billItems(ctx.tx, bill.id)
    const charged = billStates.is(bill.status, 'standing')
    return {
      lines: items.map((item) => ({
        billItemId: item.id,
        name: item.name,
        teeth: item.teeth,
        unit: item.unit,
        qty: item.qty,
        returnedQty: item.returnedQty,
        executedQty: item.executedQty,
        state: executionState(item),
        doctorId: item.doctorId,
      })),
      done: (await doneOf(ctx.tx, bill.id)).map((row) => ({
        ...row,
        doctorName: row.doctorName ?? '',
        assistantName: row.assistantName ?? '',
      })),
      refusal: charged ? null : '账单收费后才能执行',
      allowed: ctx.can(EXECUTE) && charged,
    }
  },
  execute,
  takeBack,
}
