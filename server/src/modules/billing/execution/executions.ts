import { billStates } from '@dentin/contract/core/status'
import type { contract, ParsedInput } from '@dentin/contract'
import { executionStates } from '@dentin/contract/execution'
import { today, uuidv7, type LocalDate } from '@dentin/kit'
import { keptSql } from '../../../platform/database/plans.ts'
import { columns, perhaps, named, select, type RowIn } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext, Handlers } from '../../../platform/http/context.ts'
import { doctorOfClinic, staffOf } from '../../staff/index.ts'
import { billsWithin } from '../access.ts'
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
  columns('bill_item_execution', 'x', 'id', 'bill_item_id', 'qty', 'done_on', 'reason', 'operator_name', 'noted_at'),
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
}

/** Notes what was done of a line, or (below zero) takes it off. The bill is locked by the caller. */
async function note(ctx: ClinicContext, bill: BillRow, done: Done): Promise<void> {
  const { tx } = ctx
  await tx.rows(
    keptSql`insert into bill_item_execution (tenant_id, id, clinic_id, bill_id, bill_item_id, qty, doctor_id, assistant_id, done_on,
          reason, operator_id, operator_name, noted_at)
        values (${tx.tenantId}, ${uuidv7()}, ${bill.clinicId}, ${bill.id}, ${done.itemId}, ${done.qty}, ${done.doctorId},
          ${done.assistantId}, ${done.doneOn}::date, ${done.reason}, ${ctx.employeeId}, ${ctx.actorName}, ${tx.now}) returning id`,
  )
  await tx.rows(
    keptSql`update bill_item set executed_qty = executed_qty + ${done.qty} where tenant_id = ${tx.tenantId} and id = ${done.itemId} returning id`,
  )
}

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
    await note(ctx, bill, {
      itemId: item.id,
      qty,
      doctorId: input.doctorId,
      assistantId: input.assistantId ?? null,
      doneOn: input.doneOn,
      reason: '',
    })
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
  await note(ctx, bill, {
    itemId: item.id,
    qty: -input.qty,
    doctorId: null,
    assistantId: null,
    doneOn: today(tx.now),
    reason: input.reason,
  })
  await tx.note('takeBackExecution', 'bill', bill.id, { patientId: bill.patientId, reason: input.reason })
  tx.publish('bill', bill.id)
  return null
}

/** Pieces that are refunded though they were done are no longer done: what nobody has done yet goes first. */
export async function takeOffRefunded(
  ctx: ClinicContext,
  bill: BillRow,
  item: ItemRow,
  returnedQty: number,
  refundNo: string,
): Promise<void> {
  const over = item.executedQty - (item.qty - item.returnedQty - returnedQty)
  if (over <= 0) return
  await note(ctx, bill, {
    itemId: item.id,
    qty: -over,
    doctorId: null,
    assistantId: null,
    doneOn: today(ctx.tx.now),
    reason: `退费 ${refundNo}`,
  })
}

/** A bill of which something was done is not taken back to the desk. */
export function refuseExecuted(items: readonly ItemRow[]): void {
  if (items.some(({ executedQty }) => executedQty > 0)) throw new AppError('EXECUTION_STANDS')
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
