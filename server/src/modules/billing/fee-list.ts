import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { billStates } from '@dentin/contract/core/status'
import { add, amountInWords, subtract, sum, ZERO, type Fen } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { amounts, columns, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { mustReachPatient, patientBriefs } from '../patient/index.ts'
import { billsWithin } from './access.ts'
import { letterhead } from './queries.ts'
import { allocationsOf } from '../ledger/index.ts'

type Input = ParsedInput<typeof contract.feeList.read>
type Output = HandlerOutput<typeof contract.feeList.read>

const MOST = 1000
/** The day for which a bill counts: an earlier one when it was entered late. */
const DAY = sql<string>`coalesce(b.belong_date, (b.pay_time at time zone 'Asia/Shanghai')::date)`

const lines = select(
  columns('bill', 'b', 'bill_no', 'clinic_id'),
  named('bill', 'b', { billId: 'id' }),
  columns('bill_item', 'i', 'id', 'name', 'category_name', 'teeth', 'unit', 'qty'),
  amounts(
    'bill_item',
    'i',
    'price',
    'original_amount',
    'discount_amount',
    'amount',
    'returned_amount',
    'written_off_amount',
    'settled_amount',
  ),
  { day: DAY },
)
/** A line, and what of its payments is charged to a unit. */
type Line = RowIn<typeof lines> & { unitAmount: Fen }

/** Lines of a patient's bills that were charged, the first day first. */
async function linesOf(tx: TenantTx, input: Input, reach: RawBuilder<boolean>): Promise<RowIn<typeof lines>[]> {
  const { patientId, billId, registrationId, from, to } = input
  return tx.rows(
    lines.from`bill b join bill_item i on ${tx.own('i')} and i.bill_id = b.id
      where ${tx.own('b')} and b.patient_id = ${patientId} and b.status in ${codes(billStates, 'received')} and ${reach}
        and ${billId ? sql`b.id = ${billId}` : sql`true`}
        and ${registrationId ? sql`b.registration_id = ${registrationId}` : sql`true`}
        and ${from ? sql`${DAY} >= ${from}::date` : sql`true`}
        and ${to ? sql`${DAY} <= ${to}::date` : sql`true`}
      order by ${DAY}, b.pay_time, b.id, i.line_no limit ${MOST + 1}`,
  )
}

/** What a unit was charged with on each line. */
async function chargedToUnits(tx: TenantTx, billIds: readonly string[]): Promise<ReadonlyMap<string, Fen>> {
  const byLine = new Map<string, Fen>()
  for (const billId of new Set(billIds))
    for (const { part, itemId, amount } of await allocationsOf(tx, billId))
      if (part === 'unit') byLine.set(itemId, add(byLine.get(itemId) ?? ZERO, amount))
  return byLine
}

const sumsOf = (rows: readonly Line[]) => {
  const of = (field: (row: Line) => Fen) => sum(rows.map(field))
  const receivableAmount = of(({ amount }) => amount)
  const returnedAmount = of((row) => row.returnedAmount)
  const writtenOffAmount = of((row) => row.writtenOffAmount)
  const unitAmount = of((row) => row.unitAmount)
  const settledAmount = of((row) => row.settledAmount)
  return {
    originalAmount: of((row) => row.originalAmount),
    discountAmount: of((row) => row.discountAmount),
    receivableAmount,
    returnedAmount,
    writtenOffAmount,
    paidAmount: subtract(settledAmount, unitAmount),
    unitAmount,
    arrearsAmount: subtract(receivableAmount, add(returnedAmount, writtenOffAmount, settledAmount)),
  }
}

/** What was charged to a patient on a bill, in a visit or in a range of days, by category. Reading it counts as a print. */
export async function readFees(ctx: ClinicContext, input: Input): Promise<Output> {
  const { tx } = ctx
  if (input.from && input.to && input.from > input.to) throw fieldError('BAD_INPUT', 'to', '结束日期不能早于开始日期')
  await mustReachPatient(ctx, input.patientId)
  const charged = await linesOf(tx, input, billsWithin(ctx, ['/orderSet:print']))
  const [first, last] = [charged[0], charged.at(-1)]
  if (!first || !last) throw new AppError('FEE_LIST_EMPTY')
  if (charged.length > MOST) throw new AppError('FEE_LIST_LONG')
  const units = await chargedToUnits(
    tx,
    charged.map(({ billId }) => billId),
  )
  const found = charged.map((row): Line => ({ ...row, unitAmount: units.get(row.id) ?? ZERO }))
  const patient = (await patientBriefs(tx, [input.patientId])).get(input.patientId)
  if (!patient) throw new AppError('NOT_FOUND')
  const sums = sumsOf(found)
  const { billId = null, registrationId = null, from = null, to = null } = input
  if (!input.preview)
    await tx.note('printFees', 'patient', input.patientId, {
      patientId: input.patientId,
      after: { billId, registrationId, from, to },
    })
  return {
    clinic: await letterhead(tx, ctx.clinicId),
    patient: { ...patient, patientId: input.patientId, patientName: patient.name },
    from: from ?? first.day,
    to: to ?? last.day,
    billNos: [...new Set(found.map(({ billNo }) => billNo))],
    groups: [...new Set(found.map(({ categoryName }) => categoryName))].map((name) => {
      const own = found.filter(({ categoryName }) => categoryName === name)
      return {
        name: name || '其他',
        lines: own.map((row) => ({ ...row, ...sumsOf([row]) })),
        sums: sumsOf(own),
      }
    }),
    sums,
    paidInWords: amountInWords(sums.paidAmount),
    printedAt: tx.now,
  }
}
