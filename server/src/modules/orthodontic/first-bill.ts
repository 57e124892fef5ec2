import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { orthoStates } from '@dentin/contract/orthodontic'
import { fenToYuan, ZERO, type Fen } from '@dentin/kit'
import { amounts, columns, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { billAgreed, standingBill } from '../billing/index.ts'
import { clinicSettings } from '../clinic/index.ts'
import { mustRead } from './access.ts'
import { mustHavePictures, picturesOfCase } from './pictures.ts'
import { lockCase } from './standing.ts'

type Call = typeof contract.orthodontic.firstBill
const agreed = select(
  amounts('ortho_case', 'k', 'down_payment', 'fee_total', 'instalment_amount'),
  columns('ortho_case', 'k', 'instalment_count', 'instalment_day', 'case_no'),
)

type Agreed = RowIn<typeof agreed>
const yuan = (amount: Fen | null) => fenToYuan(amount ?? ZERO)

/** What the desk reads on a bill of the whole fee: what is paid at once, and what is agreed on for the rest. */
const wholeRemark = ({ caseNo, downPayment, instalmentCount, instalmentAmount, instalmentDay }: Agreed) =>
  [
    `正畸全款，病例 ${caseNo}`,
    `首付 ${yuan(downPayment)} 元`,
    ...(instalmentCount
      ? [`其余 ${instalmentCount} 期，每期 ${yuan(instalmentAmount)} 元，每月 ${instalmentDay} 日`]
      : []),
  ].join('，')

/** How the rest of a bill is to be paid, when it is the whole fee of a case with instalments; null: nobody has agreed on that. */
export async function proposedTerms(
  tx: TenantTx,
  billId: string,
): Promise<{ count: number; day: number; source: string } | null> {
  const plan = await tx.row(
    agreed.keptFrom`ortho_case k where ${tx.own('k')} and k.first_bill_id = ${billId} and k.first_bill_is_whole`,
  )
  if (!plan?.instalmentCount || plan.instalmentDay === null) return null
  return { count: plan.instalmentCount, day: plan.instalmentDay, source: `正畸病例 ${plan.caseNo}` }
}

/**
 * Bills the down payment of a signed plan, or its whole fee, once: a bill that was voided may be made again. Of the whole fee the
 * desk takes the down payment and agrees on instalments for the rest, as the plan has them.
 */
export async function makeFirstBill(context: ClinicContext, input: ParsedInput<Call>): Promise<HandlerOutput<Call>> {
  const { tx } = context
  const found = await lockCase(context, input.id)
  await mustRead(context, found)
  if (!orthoStates.may('bill', found.status)) throw new AppError('STATUS_CHANGED')
  const standing = found.firstBillId === null ? undefined : await standingBill(tx, found.firstBillId)
  if (standing) throw new AppError('ORTHO_BILLED', { data: standing })
  const plan = await tx.need(agreed.keptFrom`ortho_case k where ${tx.own('k')} and k.id = ${found.id}`)
  const price = (input.whole ? plan.feeTotal : plan.downPayment) ?? ZERO
  if (price === ZERO) {
    if (input.whole) throw fieldError('ORTHO_PLAN_INCOMPLETE', 'fee.total', '方案没有费用，不用开单')
    throw fieldError('ORTHO_PLAN_INCOMPLETE', 'fee.down', '方案没有首付，不用开单')
  }
  const { planSigned, lackingAtStart } = await picturesOfCase(tx, found)
  if (!planSigned) throw new AppError('ORTHO_PLAN_UNSIGNED')
  const { orthoPictureRule } = await clinicSettings(tx, found.clinicId)
  mustHavePictures(orthoPictureRule, lackingAtStart)
  const bill = await billAgreed(context, {
    patientId: found.patientId,
    doctorId: found.doctorId,
    tariffId: input.tariffId,
    price,
    remark: input.whole ? wholeRemark(plan) : `正畸首付，病例 ${found.caseNo}，总费用 ${yuan(plan.feeTotal)} 元`,
  })
  const { version } = await tx.update(
    'ortho_case',
    { id: found.id, version: input.version },
    { first_bill_id: bill.id, first_bill_is_whole: input.whole },
    { action: 'bill', patientId: found.patientId },
  )
  tx.publish('orthodontic', found.id)
  return { ...bill, version }
}
