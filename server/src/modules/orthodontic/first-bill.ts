import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { orthoStates } from '@dentin/contract/orthodontic'
import { ZERO, yuanToFen } from '@dentin/kit'
import { columns, select } from '../../platform/database/select.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { billAgreed, standingBill } from '../billing/index.ts'
import { clinicSettings } from '../clinic/index.ts'
import { mustRead } from './access.ts'
import { mustHavePictures, picturesOfCase } from './pictures.ts'
import { lockCase } from './standing.ts'

type Call = typeof contract.orthodontic.firstBill
const agreed = select(columns('ortho_case', 'k', 'down_payment', 'fee_total'))

/**
 * Bills the down payment of a signed plan, once: a bill that was voided may be made again. Instalments are charged at the
 * desk as they fall due.
 */
export async function makeFirstBill(context: ClinicContext, input: ParsedInput<Call>): Promise<HandlerOutput<Call>> {
  const { tx } = context
  const found = await lockCase(context, input.id)
  await mustRead(context, found)
  if (!orthoStates.may('bill', found.status)) throw new AppError('STATUS_CHANGED')
  const standing = found.firstBillId === null ? undefined : await standingBill(tx, found.firstBillId)
  if (standing) throw new AppError('ORTHO_BILLED', { data: standing })
  const { downPayment, feeTotal } = await tx.need(
    agreed.keptFrom`ortho_case k where ${tx.own('k')} and k.id = ${found.id}`,
  )
  const down = downPayment === null ? ZERO : yuanToFen(downPayment)
  if (down === ZERO) throw fieldError('ORTHO_PLAN_INCOMPLETE', 'fee.down', '方案没有首付，不用开单')
  const { planSigned, lackingAtStart } = await picturesOfCase(tx, found)
  if (!planSigned) throw new AppError('ORTHO_PLAN_UNSIGNED')
  const { orthoPictureRule } = await clinicSettings(tx, found.clinicId)
  mustHavePictures(orthoPictureRule, lackingAtStart)
  const bill = await billAgreed(context, {
    patientId: found.patientId,
    doctorId: found.doctorId,
    tariffId: input.tariffId,
    price: down,
    remark: `正畸首付，病例 ${found.caseNo}，总费用 ${feeTotal} 元`,
  })
  const { version } = await tx.update(
    'ortho_case',
    { id: found.id, version: input.version },
    { first_bill_id: bill.id },
    { action: 'bill', patientId: found.patientId },
  )
  tx.publish('orthodontic', found.id)
  return { ...bill, version }
}
