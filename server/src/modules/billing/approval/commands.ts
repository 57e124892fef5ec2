import type { contract, ParsedInput } from '@dentin/contract'
import { discountApprovalStates } from '@dentin/contract/discount-approval'
import { billStates } from '@dentin/contract/core/status'
import { fenToYuan, formatYuan, today, uuidv7, yuanToFen } from '@dentin/kit'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { billsWithin } from '../access.ts'
import { billFor, discountRights, priceChange, writeChange, type BillContent } from '../commands.ts'
import { lockBill } from '../queries.ts'
import { noteDecision, noteWithdrawal, tellApprovers, type Decided } from '../../ledger/index.ts'
import { paperOf } from '../asking-paper.ts'
import { findApproval, lockApproval, type ApprovalRow } from './queries.ts'

type Step = keyof typeof discountApprovalStates.moves

/** What is kept of what was typed, with how its lines read. Amounts as yuan text. */
export interface KeptContent {
  items: {
    tariffId: string
    teeth: string
    qty: number
    price: string
    discountPercent: number
    /** Left out by what was asked before a line had a doctor of its own. */
    doctorId?: string | null
    planLineId: string | null
    /** Left out by what was asked before there were packages. */
    packageId?: string | null
    packageNo?: number | null
    name: string
    unit: string
    listPrice: string
    amount: string
  }[]
  discountPercent: number
  reductionAmount: string
  roundingRule: BillContent['roundingRule']
  manualRounding: string
  discountReason: string
  remark: string
  /** Left out: the bill keeps its own. */
  doctorId?: string | null
  nurseId?: string | null
  consultantId?: string | null
  salesId?: string | null
  /** Left out by what was asked before there were member prices on bills. */
  cardChoice?: number
  discountCardId?: string | null
  couponIds?: string[]
}

/** What was typed, as a bill is changed by it. */
const contentOf = (kept: KeptContent): BillContent => ({
  ...kept,
  cardChoice: kept.cardChoice ?? 2,
  couponIds: kept.couponIds ?? [],
  items: kept.items.map((line) => ({
    tariffId: line.tariffId,
    teeth: line.teeth,
    qty: line.qty,
    price: yuanToFen(line.price),
    discountPercent: line.discountPercent,
    doctorId: line.doctorId ?? null,
    planLineId: line.planLineId,
    packageId: line.packageId ?? null,
    packageNo: line.packageNo ?? null,
  })),
  reductionAmount: yuanToFen(kept.reductionAmount),
  manualRounding: yuanToFen(kept.manualRounding),
})

const EVERYTHING = { limit: 0, unlimited: true }

function mustBe(step: Step, approval: ApprovalRow): void {
  if (discountApprovalStates.may(step, approval.status)) return
  throw new AppError('APPROVAL_STATE', {
    message: `优惠申请${discountApprovalStates.names[approval.status]}，不能再操作`,
  })
}

/** Asks for a discount or price that the person may not give. The bill stays as it is. */
export async function requestApproval(
  ctx: ClinicContext,
  input: ParsedInput<typeof contract.discountApproval.request>,
): Promise<Decided & { approvalNo: string }> {
  const { tx } = ctx
  const bill = await billFor(ctx, 'edit', input.billId, input.version, '/orderSet:open', '/orderSet:charge')
  if (bill.billType === 3) throw new AppError('BILL_NOT_OPEN', { message: '挂号费不能打折' })
  if (input.items.length === 0) throw fieldError('BILL_EMPTY', 'items')
  // What nobody may give is refused now; what this person may give needs nobody.
  const { lines, amounts } = await priceChange(ctx, bill, input, EVERYTHING)
  const isBeyond = await priceChange(ctx, bill, input, await discountRights(ctx)).then(
    () => false,
    (error: unknown) => {
      if (error instanceof AppError && ['DISCOUNT_OVER_LIMIT', 'PRICE_NOT_ALLOWED'].includes(error.refusal)) return true
      throw error
    },
  )
  if (!isBeyond) throw new AppError('APPROVAL_NOT_NEEDED')
  const content: KeptContent = {
    items: lines.map((line, n) => ({
      tariffId: line.tariffId,
      teeth: line.teeth,
      qty: line.qty,
      price: fenToYuan(line.price),
      discountPercent: line.discountPercent,
      doctorId: line.doctorId,
      planLineId: line.planLineId,
      packageId: line.packageId,
      packageNo: line.packageNo,
      name: line.name,
      unit: line.unit,
      listPrice: fenToYuan(line.listPrice),
      amount: fenToYuan(amounts.lines[n]?.amount ?? line.price),
    })),
    discountPercent: input.discountPercent,
    reductionAmount: fenToYuan(input.reductionAmount),
    roundingRule: input.roundingRule,
    manualRounding: fenToYuan(input.manualRounding),
    discountReason: input.discountReason,
    remark: input.remark,
    ...(input.doctorId === undefined ? {} : { doctorId: input.doctorId }),
    ...(input.nurseId === undefined ? {} : { nurseId: input.nurseId }),
    ...(input.consultantId === undefined ? {} : { consultantId: input.consultantId }),
    ...(input.salesId === undefined ? {} : { salesId: input.salesId }),
    cardChoice: input.cardChoice,
    discountCardId: input.discountCardId ?? null,
    couponIds: input.couponIds,
  }
  const id = uuidv7()
  const row = await tx.insert(
    'discount_approval',
    {
      id,
      clinic_id: bill.clinicId,
      approval_no: await tx.nextNumber('YH', bill.clinicId, today(tx.now)),
      bill_id: bill.id,
      bill_version: bill.version,
      patient_id: bill.patientId,
      status: discountApprovalStates.code.asked,
      original_amount: fenToYuan(amounts.original),
      discount_amount: fenToYuan(amounts.discount),
      receivable_amount: fenToYuan(amounts.receivable),
      content: JSON.stringify(content),
      reason: input.reason,
      applicant_id: ctx.employeeId,
      applicant_name: ctx.actorName,
      applied_at: tx.now,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { patientId: bill.patientId, reason: input.reason },
  )
  await tx.logStatus('discount_approval', id, bill.clinicId, null, row.status, input.reason)
  await tellApprovers(ctx, bill.clinicId, '/orderSet:discount', {
    title: `${ctx.actorName} 申请优惠 ${formatYuan(amounts.discount)} 元，等您审批`,
    body: `${bill.billNo}　改后应收 ${formatYuan(amounts.receivable)} 元　${input.reason}`,
    link: `/orderSet?approval=${id}`,
    key: `discount:${id}`,
  })
  tx.publish('bill', bill.id)
  return { id, approvalNo: row.approval_no, status: row.status, version: row.version }
}

/** Agrees to it, which changes the bill as it was asked, or refuses with words: never by whoever asked. */
export async function decideApproval(
  ctx: ClinicContext,
  input: ParsedInput<typeof contract.discountApproval.decide>,
): Promise<Decided> {
  const { tx } = ctx
  const reach = billsWithin(ctx, ['/orderSet:discount'])
  const found = await findApproval(tx, input.id, reach)
  const bill = await lockBill(tx, found.billId, reach)
  const approval = await lockApproval(tx, input.id, reach)
  mustBe('decide', approval)
  if (approval.applicantId === ctx.employeeId) throw new AppError('APPROVAL_SELF')
  if (!input.agree && input.reason === '') throw fieldError('BAD_INPUT', 'reason', '请写明拒绝的原因')
  if (input.agree) {
    if (bill.version !== approval.billVersion || !billStates.may('edit', bill.status))
      throw new AppError('APPROVAL_STALE')
    const content = contentOf(approval.content as unknown as KeptContent)
    const priced = await priceChange(ctx, bill, content, EVERYTHING)
    // A card or a coupon gives something else by now: it is not the sum that was shown.
    if (priced.amounts.receivable !== approval.receivableAmount) throw new AppError('APPROVAL_STALE')
    await writeChange(ctx, bill, content, priced, ctx.employeeId)
  }
  return noteDecision(ctx, paperOf(ctx, 'discount_approval'), approval, {
    ...input,
    status: input.agree ? discountApprovalStates.code.agreed : discountApprovalStates.code.refused,
    what: `优惠 ${formatYuan(approval.discountAmount)} 元`,
    link: `/orderSet?billId=${bill.id}`,
    key: `discount-decided:${approval.id}`,
  })
}

/** Takes back what nobody has answered yet. */
export async function withdrawApproval(
  ctx: ClinicContext,
  input: ParsedInput<typeof contract.discountApproval.withdraw>,
): Promise<Decided> {
  const approval = await lockApproval(ctx.tx, input.id, billsWithin(ctx, ['/orderSet:open', '/orderSet:charge']))
  mustBe('withdraw', approval)
  return noteWithdrawal(ctx, paperOf(ctx, 'discount_approval'), approval, {
    version: input.version,
    status: discountApprovalStates.code.withdrawn,
  })
}
