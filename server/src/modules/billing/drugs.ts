import { billStates } from '@dentin/contract/core/status'
import { computeBill, formatYuan, ZERO, type BillTerms } from '@dentin/kit'
import { sql } from 'kysely'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import type { DrugsToPay } from '../prescription/index.ts'
import { recordForBilling } from '../record/index.ts'
import { DRUG_LINE, insertBill, voidLocked, writeLines } from './commands.ts'
import { lockBill } from './queries.ts'

const CATEGORY = '药品'
/** A drug costs what the prescription says: nothing comes off and nothing is rounded. */
const AS_WRITTEN: BillTerms = { discountPercent: 100, reduction: ZERO, roundingRule: 0 }

/** Makes the bill of a prescription's drugs and sends it to the desk, beside whatever else the visit comes to. */
export async function chargeDrugs(ctx: ClinicContext, drugs: DrugsToPay): Promise<string> {
  const visit = drugs.recordId ? await recordForBilling(ctx.tx, drugs.recordId) : null
  const lines = drugs.lines.map((line) => ({
    ...line,
    itemType: DRUG_LINE,
    tariffId: null,
    categoryName: CATEGORY,
    topCategoryName: CATEGORY,
    teeth: '',
    canDiscount: false,
    canBonus: true,
    discountPercent: 100,
    planLineId: null,
    packageId: null,
    packageNo: null,
    packageName: null,
    packagePrice: null,
  }))
  const amounts = computeBill(lines, AS_WRITTEN)
  const { id } = await insertBill(ctx, {
    patientId: drugs.patientId,
    billType: 1,
    registrationId: visit?.registrationId ?? null,
    treatmentId: visit?.treatmentId ?? null,
    recordId: null,
    doctorId: drugs.doctorId,
    status: billStates.code.due,
    priced: { sums: amounts },
    terms: AS_WRITTEN,
    discountReason: '',
    remark: `处方 ${drugs.rxNo}`,
  })
  await writeLines(ctx.tx, { id, clinicId: ctx.clinicId, doctorId: drugs.doctorId }, lines, amounts)
  return id
}

/** The prescription is void: its bill is too. What was paid goes back at the desk first. */
export async function unchargeDrugs(ctx: ClinicContext, billId: string, reason: string): Promise<void> {
  const bill = await lockBill(ctx.tx, billId, sql<boolean>`true`)
  if (billStates.is(bill.status, 'void', 'refunded')) return
  if (!billStates.may('void', bill.status))
    throw new AppError('RX_PAID', {
      message: billStates.is(bill.status, 'paying')
        ? `账单 ${bill.billNo} 正在收款，收款结束后再作废`
        : `账单 ${bill.billNo} 已收 ${formatYuan(bill.paidAmount)} 元，请先到前台退费再作废`,
    })
  await voidLocked(ctx, bill, bill.version, reason)
}
