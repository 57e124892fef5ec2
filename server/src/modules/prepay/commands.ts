import type { contract, ParsedInput } from '@dentin/contract'
import { prepayReturnStates } from '@dentin/contract/prepay'
import { fenToYuan, formatYuan, subtract, today, uuidv7, yuanToFen, ZERO, type Fen } from '@dentin/kit'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import {
  cashOf,
  checkWays,
  confirmHandOver,
  keptWays,
  sendHandOverCode,
  spendCodes,
  type HandOver,
  type Way,
  type WayAsked,
} from '../card/index.ts'
import { clinicSettings } from '../clinic/index.ts'
import {
  approvalFrom,
  entriesOf,
  isHandedOver,
  noteDecision,
  noteWithdrawal,
  post,
  takeBack,
  tellApprovers,
  type AskingPaper,
} from '../ledger/index.ts'
import { mustBePatient, mustReachPatient } from '../patient/index.ts'
import { momentForPatients, tellPatient } from '../sms/index.ts'
import {
  cashId,
  findPrepay,
  findReturn,
  lockPrepays,
  lockReturn,
  loggedOf,
  openReturnOf,
  phoneOf,
  waysOf,
  wentBack,
  type PrepayRow,
  type ReturnRow,
} from './queries.ts'
import { assertHeld, assertReturn, assertStep, assertWays } from './rules.ts'

type Calls = typeof contract.prepay
type In<K extends keyof Calls> = ParsedInput<Calls[K]>
interface Done {
  id: string
  version: number
}
interface ReturnDone extends Done {
  status: number
}

/** Ways as a prepayment, or the paper of giving it back, keeps them. */
export const readWays = (kept: unknown) =>
  (kept as ReturnType<typeof keptWays>).map((way) => ({ ...way, amount: yuanToFen(way.amount) }))
/** Did some of it come in through a gateway? */
export const isByGateway = ({ ways }: Pick<PrepayRow, 'ways'>): boolean =>
  readWays(ways).some(({ gatewayTradeId }) => gatewayTradeId !== undefined)

const actorOf = (ctx: ClinicContext) => ({ id: ctx.employeeId as string, name: ctx.actorName })
const NUMBER = 'YK'

/** Money of a prepayment moves where it was taken; the books of that clinic owe it. */
function mustBeHome(ctx: ClinicContext, found: PrepayRow): void {
  if (found.openClinicId === ctx.clinicId) return
  throw new AppError('PREPAY_OTHER_CLINIC', {
    message: `这笔预交金在${found.openClinicName}收取，请到收款门诊办理`,
  })
}

/** A prepayment, locked; the screen saw it as it is, its patient is within reach, and it is of this clinic. */
async function prepayFor(ctx: ClinicContext, id: string, version: number): Promise<PrepayRow> {
  const { tx } = ctx
  const seen = await findPrepay(tx, id)
  await mustReachPatient(ctx, seen.patientId)
  mustBeHome(ctx, seen)
  const found = (await lockPrepays(tx, [id])).get(id) as PrepayRow
  // The gate refuses the stale version and says who changed what; the row is locked, so this never writes.
  if (found.version !== version) await tx.update('prepay', { id, version }, { remark: found.remark })
  return found
}

function told(ctx: ClinicContext, id: string, patientId: string): void {
  ctx.tx.publish('bill', id)
  ctx.tx.publish('patient', patientId)
}

/** The patient hears of money that came in, and of money that left: whoever takes it out alone is not alone in knowing it. */
async function tell(
  { tx, services, clinicId }: ClinicContext,
  scene: 'prepay.received' | 'prepay.out',
  { patientId, key, what, amount }: { patientId: string; key: string; what: string; amount: Fen },
): Promise<void> {
  await tellPatient(tx, services, {
    scene,
    clinicId,
    patientId,
    key,
    values: { 项目: what, 时间: momentForPatients(tx.now), 金额: fenToYuan(amount) },
    treatType: null,
  })
}

/** Notes in the audit what was done to a prepayment, with its new version. */
async function noted(ctx: ClinicContext, found: PrepayRow, action: string, reason: string): Promise<Done> {
  const { id, patientId, remark } = found
  const { version } = await ctx.tx.update('prepay', { id }, { remark }, { action, patientId, reason })
  told(ctx, id, patientId)
  return { id, version }
}

interface NewPrepay {
  patientId: string
  purpose: string
  refundable: boolean
  amount: Fen
  remark: string
  fromId: string | null
  ways: readonly Way[]
}

/** A prepayment that holds nothing yet. */
async function insertPrepay(ctx: ClinicContext, one: NewPrepay): Promise<Done & { prepayNo: string }> {
  const { tx } = ctx
  const id = uuidv7()
  const row = await tx.insert(
    'prepay',
    {
      id,
      prepay_no: await tx.nextNumber(NUMBER, ctx.clinicId, today(tx.now)),
      patient_id: one.patientId,
      open_clinic_id: ctx.clinicId,
      purpose: one.purpose,
      refundable: one.refundable,
      amount: fenToYuan(one.amount),
      remark: one.remark,
      from_id: one.fromId,
      ways: JSON.stringify(keptWays(one.ways)),
      receiver_id: ctx.employeeId,
      receiver_name: ctx.actorName,
      received_at: tx.now,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { patientId: one.patientId },
  )
  return { id, version: row.version, prepayNo: row.prepay_no }
}

/** What is to be taken before there is a bill for it. */
export type ToReceive = Pick<In<'receive'>, 'patientId' | 'purpose' | 'amount' | 'refundable' | 'remark'> & {
  ways: readonly WayAsked[]
}

/**
 * The ways in which it is paid.
 * @throws what taking it is refused with
 */
export async function receivable(ctx: ClinicContext, input: ToReceive): Promise<Way[]> {
  await mustBePatient(ctx, input.patientId, 'patientId')
  return checkWays(ctx.tx, input.ways, input.amount, '收预交金')
}

/** Takes money before there is a bill for it: it is owed to the patient, and no revenue. */
export async function receive(
  ctx: ClinicContext,
  input: ToReceive,
): Promise<Done & { prepayNo: string; balanceAmount: Fen }> {
  const { tx } = ctx
  const ways = await receivable(ctx, input)
  const made = await insertPrepay(ctx, { ...input, ways, fromId: null })
  await post(tx, {
    kind: 'prepay',
    clinicId: ctx.clinicId,
    document: { kind: 'prepay', id: made.id, no: made.prepayNo },
    actor: actorOf(ctx),
    postings: [
      ...cashOf(ways, 'in', { prepayId: made.id }),
      { account: 'deposit', prepayId: made.id, amount: subtract(ZERO, input.amount) },
    ],
  })
  await tell(ctx, 'prepay.received', {
    patientId: input.patientId,
    key: made.id,
    what: `${input.purpose}预交金`,
    amount: input.amount,
  })
  told(ctx, made.id, input.patientId)
  return { ...made, balanceAmount: input.amount }
}

/** Takes back what was typed wrong: of today, not handed over, and nothing has moved on it since. */
export async function undo(ctx: ClinicContext, input: In<'undo'>): Promise<Done> {
  const { tx } = ctx
  const found = await prepayFor(ctx, input.id, input.version)
  assertStep('undo', found.status)
  if (((await loggedOf(tx, [found.id])).get(found.id)?.count ?? 0) > 1 || found.fromId !== null)
    throw new AppError('PREPAY_MOVED_SINCE')
  if (await openReturnOf(tx, found.id)) throw new AppError('PREPAY_RETURN_OPEN')
  if (isByGateway(found))
    throw new AppError('PAID_BY_GATEWAY', { message: '这笔预交金是扫码收的，不能撤销收取，请走退款' })
  if (today(found.receivedAt) !== today(tx.now)) throw new AppError('REVOKE_NOT_TODAY')
  if (await isHandedOver(tx, found.id)) throw new AppError('SHIFT_CLOSED')
  for (const entry of await entriesOf(tx, found.id))
    await takeBack(tx, entry, {
      document: { kind: 'prepay', id: found.id, no: found.prepayNo },
      actor: actorOf(ctx),
    })
  await tell(ctx, 'prepay.out', {
    patientId: found.patientId,
    key: found.id,
    what: `${found.purpose}预交金撤销收取`,
    amount: found.amount,
  })
  return noted(ctx, found, 'undo', input.reason)
}

/** Asks for some or all of a prepayment back; below the clinic's sum, and with the right, it is paid out at once. */
export async function requestReturn(
  ctx: ClinicContext,
  input: In<'requestReturn'>,
): Promise<ReturnDone & { returnNo: string }> {
  const { tx } = ctx
  const found = await prepayFor(ctx, input.id, input.version)
  assertStep('giveBack', found.status)
  if (!found.refundable) throw new AppError('PREPAY_NOT_REFUNDABLE')
  assertHeld(input.amount, found.balanceAmount, (most) => `余额不足，最多可退 ${most} 元`, 'amount')
  if (await openReturnOf(tx, found.id)) throw new AppError('PREPAY_RETURN_OPEN')
  const ways = await checkWays(tx, input.ways, input.amount, '退预交金', 'out')
  assertWays(ways, (await waysOf(tx, [found.id])).get(found.id) ?? [], await cashId(tx))
  const { refundApprovalAmount } = await clinicSettings(tx, ctx.clinicId)
  const needed = input.amount >= approvalFrom(refundApprovalAmount, (await wentBack(tx, [found.id])).get(found.id))
  const id = uuidv7()
  const status = needed ? prepayReturnStates.code.asked : prepayReturnStates.code.agreed
  const row = await tx.insert(
    'prepay_return',
    {
      id,
      clinic_id: ctx.clinicId,
      return_no: await tx.nextNumber('YT', ctx.clinicId, today(tx.now)),
      prepay_id: found.id,
      patient_id: found.patientId,
      status,
      amount: fenToYuan(input.amount),
      ways: JSON.stringify(keptWays(withFees(found, ways))),
      reason: input.reason,
      applicant_id: ctx.employeeId,
      applicant_name: ctx.actorName,
      applied_at: tx.now,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { patientId: found.patientId, reason: input.reason },
  )
  await tx.logStatus('prepay_return', id, ctx.clinicId, null, status, input.reason)
  told(ctx, found.id, found.patientId)
  const made = { id, returnNo: row.return_no, status: row.status, version: row.version }
  if (needed)
    await tellApprovers(ctx, ctx.clinicId, '/prepayments:returnApprove', {
      title: `${ctx.actorName} 申请退预交金 ${formatYuan(input.amount)} 元，等您审批`,
      body: `${found.prepayNo}　${found.patientName}　${input.reason}`,
      link: '/prepayments?tab=returns',
      key: `prepay-return:${id}`,
    })
  if (needed || !input.payNow || !ctx.can('/prepayments:return')) return made
  return { ...made, ...(await payOut(ctx, found, await lockReturn(tx, id, ctx.clinicId), row.version)) }
}

/** What goes back by the way it came takes its fee back, at the rate at which it came. */
function withFees(found: PrepayRow, ways: readonly Way[]): Way[] {
  const came = readWays(found.ways)
  return ways.map((way) => ({
    ...way,
    feeRate: came.find(({ payMethodId }) => payMethodId === way.payMethodId)?.feeRate,
  }))
}

/** A paper of giving back, its prepayment locked before it. */
async function returnFor(ctx: ClinicContext, id: string): Promise<{ found: PrepayRow; paper: ReturnRow }> {
  const { tx } = ctx
  const seen = await findReturn(tx, id, ctx.clinicId)
  await mustReachPatient(ctx, seen.patientId)
  const found = (await lockPrepays(tx, [seen.prepayId])).get(seen.prepayId) as PrepayRow
  return { found, paper: await lockReturn(tx, id, ctx.clinicId) }
}

const asPaper = ({ tx }: ClinicContext): AskingPaper => ({
  table: 'prepay_return',
  write: (row, decision, note) => tx.update('prepay_return', row, decision, note),
})
const asAsked = (paper: ReturnRow) => ({ ...paper, billId: paper.prepayId, billNo: paper.prepayNo })

/** Agrees to it or refuses: never by whoever asked. */
export async function decideReturn(ctx: ClinicContext, input: In<'decideReturn'>): Promise<ReturnDone> {
  const { paper } = await returnFor(ctx, input.id)
  assertReturn('decide', paper.status)
  if (paper.applicantId === ctx.employeeId) throw new AppError('PREPAY_RETURN_SELF')
  return noteDecision(ctx, asPaper(ctx), asAsked(paper), {
    ...input,
    status: input.agree ? prepayReturnStates.code.agreed : prepayReturnStates.code.refused,
    what: `退预交金 ${formatYuan(paper.amount)} 元`,
    link: '/prepayments?tab=returns',
    key: `prepay-return-decided:${paper.id}`,
  })
}

/** Takes back what was not paid out yet. */
export async function withdrawReturn(ctx: ClinicContext, input: In<'withdrawReturn'>): Promise<ReturnDone> {
  const { paper } = await returnFor(ctx, input.id)
  assertReturn('withdraw', paper.status)
  return noteWithdrawal(ctx, asPaper(ctx), asAsked(paper), {
    version: input.version,
    status: prepayReturnStates.code.withdrawn,
    reason: input.reason,
  })
}

/** Pays out what was agreed to, as far as the prepayment still holds it. */
export async function payReturn(ctx: ClinicContext, input: In<'payReturn'>): Promise<ReturnDone> {
  const { found, paper } = await returnFor(ctx, input.id)
  assertReturn('pay', paper.status)
  return payOut(ctx, found, paper, input.version)
}

async function payOut(ctx: ClinicContext, found: PrepayRow, paper: ReturnRow, version: number): Promise<ReturnDone> {
  const { tx } = ctx
  assertStep('giveBack', found.status)
  assertHeld(paper.amount, found.balanceAmount, (most) => `余额不足，最多可退 ${most} 元`, 'amount')
  await post(tx, {
    kind: 'prepayReturn',
    clinicId: ctx.clinicId,
    document: { kind: 'prepay', id: paper.id, no: paper.returnNo },
    actor: actorOf(ctx),
    postings: [
      { account: 'deposit', prepayId: found.id, amount: paper.amount },
      ...cashOf(readWays(paper.ways), 'out', { prepayId: found.id }),
    ],
  })
  const row = await tx.update(
    'prepay_return',
    { id: paper.id, version },
    {
      status: prepayReturnStates.code.paid,
      payer_id: ctx.employeeId,
      payer_name: ctx.actorName,
      paid_at: tx.now,
    },
    { action: 'pay', patientId: paper.patientId },
  )
  await tx.logStatus('prepay_return', paper.id, ctx.clinicId, paper.status, row.status)
  await tell(ctx, 'prepay.out', {
    patientId: found.patientId,
    key: paper.id,
    what: `${found.purpose}预交金退款`,
    amount: paper.amount,
  })
  await noted(ctx, found, 'giveBack', paper.reason)
  return { id: paper.id, status: row.status, version: row.version }
}

/** Hands some or all of it to another patient, to whom it is a prepayment of its own; both agree by a code. */
export async function transfer(
  ctx: ClinicContext,
  input: In<'transfer'>,
): Promise<Done & { toId: string; toNo: string }> {
  const { tx } = ctx
  const seen = await findPrepay(tx, input.id)
  await mustReachPatient(ctx, seen.patientId)
  mustBeHome(ctx, seen)
  if (seen.patientId === input.toPatientId) throw fieldError('BAD_INPUT', 'toPatientId', '不能转给自己')
  await mustBePatient(ctx, input.toPatientId, 'toPatientId')
  const mostOf = (most: string) => `余额不足，最多可转 ${most} 元`
  assertStep('transfer', seen.status)
  assertHeld(input.amount, seen.balanceAmount, mostOf, 'amount')
  const confirmed = await confirmHandOver(ctx, await handOverOf(ctx, seen, input), input)
  const from = await prepayFor(ctx, input.id, input.version)
  assertStep('transfer', from.status)
  if (await openReturnOf(tx, from.id)) throw new AppError('PREPAY_RETURN_OPEN')
  assertHeld(input.amount, from.balanceAmount, mostOf, 'amount')
  if (!(await spendCodes(ctx, confirmed))) throw fieldError('CARD_CODE', 'fromCode', '验证码已用过，请重新获取')
  const to = await insertPrepay(ctx, {
    patientId: input.toPatientId,
    purpose: from.purpose,
    refundable: from.refundable,
    amount: input.amount,
    remark: '',
    fromId: from.id,
    ways: [],
  })
  await post(tx, {
    kind: 'prepayTransfer',
    clinicId: ctx.clinicId,
    document: { kind: 'prepay', id: to.id, no: to.prepayNo },
    actor: actorOf(ctx),
    postings: [
      { account: 'deposit', prepayId: from.id, amount: input.amount },
      { account: 'deposit', prepayId: to.id, amount: subtract(ZERO, input.amount) },
    ],
  })
  for (const [scene, patientId, what] of [
    ['prepay.out', from.patientId, '转出'],
    ['prepay.received', input.toPatientId, '转入'],
  ] as const)
    await tell(ctx, scene, { patientId, key: to.id, what: `${from.purpose}预交金${what}`, amount: input.amount })
  told(ctx, to.id, input.toPatientId)
  return { ...(await noted(ctx, from, 'transfer', input.reason)), toId: to.id, toNo: to.prepayNo }
}

/** A hand-over with the phones of both. */
async function handOverOf(
  { tx }: ClinicContext,
  found: PrepayRow,
  { toPatientId, amount }: { toPatientId: string; amount: Fen },
): Promise<HandOver> {
  return {
    purpose: 'prepay',
    what: '预交金',
    from: { ...(await phoneOf(tx, found.patientId)), id: found.id },
    to: await phoneOf(tx, toPatientId),
    amount,
  }
}

/** Sends a code to the phone of a patient who hands a prepayment over, or takes it. */
export async function sendCode(
  ctx: ClinicContext,
  input: In<'sendCode'>,
): Promise<{ mobile: string; shared: boolean }> {
  const found = await findPrepay(ctx.tx, input.id)
  await mustReachPatient(ctx, found.patientId)
  mustBeHome(ctx, found)
  await mustBePatient(ctx, input.toPatientId, 'toPatientId')
  return sendHandOverCode(ctx, await handOverOf(ctx, found, input), input.side)
}
