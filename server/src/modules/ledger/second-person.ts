import type { Resource } from '@dentin/contract'
import { fen, ZERO, type Fen } from '@dentin/kit'
import type { ClinicContext } from '../../platform/http/context.ts'
import { notify } from '../messaging/index.ts'
import { holdersIn } from '../staff/index.ts'

// What one person asks for and another agrees to or refuses: refunds, ways set right, discounts beyond a limit, prepayments and
// cards given back.

interface Decision {
  status: number
  approver_id?: string
  approver_name?: string
  decided_at?: Date
  decision_reason?: string | null
}
/** The paper of what was asked for: the module that owns its table writes it. */
export interface AskingPaper {
  table: 'refund' | 'pay_adjust' | 'discount_approval' | 'prepay_return' | 'card_refund'
  write: (
    row: { id: string; version: number },
    decision: Decision,
    note: { action: string; patientId: string; reason?: string },
  ) => Promise<{ version: number }>
}

/** Such a request, as it stands: on which bill, prepayment or card. */
export interface AskedFor {
  id: string
  clinicId: string
  /** What screens read again, and of which row. */
  topic?: 'memberCard'
  billId: string
  billNo: string
  patientId: string
  patientName: string
  status: number
  applicantId: string | null
}

/** Its new state. */
export interface Decided {
  id: string
  status: number
  version: number
}

/**
 * From which sum on somebody else agrees to giving back what a patient left with the clinic: what went back of the same
 * prepayment or card before counts, so that it can't leave in pieces that nobody agrees to.
 */
export const approvalFrom = (limit: Fen, before: Fen = ZERO): Fen => fen(Math.max(0, limit - before))

/** Tells those at work whose posts let them agree, without whoever asks. */
export async function tellApprovers(
  ctx: ClinicContext,
  clinicId: string,
  act: Resource,
  message: { title: string; body: string; link: string; key: string },
): Promise<void> {
  const others = (await holdersIn(ctx.tx, clinicId, act)).filter(({ id }) => id !== ctx.employeeId)
  await notify(ctx.tx, { clinicId, employeeIds: others.map(({ id }) => id), category: 'bill', ...message })
}

/** Notes what the other person said, and tells whoever asked. */
export async function noteDecision(
  ctx: ClinicContext,
  paper: AskingPaper,
  asked: AskedFor,
  said: {
    version: number
    agree: boolean
    reason: string
    status: number
    /** What was asked for, in words: 退费 60.00 元. */
    what: string
    link: string
    key: string
  },
): Promise<Decided> {
  const { tx } = ctx
  const { table, write } = paper
  const row = await write(
    { id: asked.id, version: said.version },
    {
      status: said.status,
      approver_id: ctx.employeeId,
      approver_name: ctx.actorName,
      decided_at: tx.now,
      decision_reason: said.reason || null,
    },
    { action: said.agree ? 'approve' : 'refuse', patientId: asked.patientId, reason: said.reason },
  )
  await tx.logStatus(table, asked.id, asked.clinicId, asked.status, said.status, said.reason)
  if (asked.applicantId)
    await notify(tx, {
      clinicId: asked.clinicId,
      employeeIds: [asked.applicantId],
      category: 'bill',
      title: `${ctx.actorName}${said.agree ? '同意' : '拒绝'}了${said.what}`,
      body: [asked.billNo, asked.patientName, said.reason].filter(Boolean).join('　'),
      link: said.link,
      key: said.key,
    })
  tx.publish(asked.topic ?? 'bill', asked.billId)
  return { id: asked.id, status: said.status, version: row.version }
}

/** Takes back what nobody has answered yet. */
export async function noteWithdrawal(
  ctx: ClinicContext,
  paper: AskingPaper,
  asked: AskedFor,
  taken: { version: number; status: number; reason?: string },
): Promise<Decided> {
  const { tx } = ctx
  const { table, write } = paper
  const row = await write(
    { id: asked.id, version: taken.version },
    { status: taken.status },
    { action: 'withdraw', patientId: asked.patientId, ...(taken.reason ? { reason: taken.reason } : {}) },
  )
  await tx.logStatus(table, asked.id, asked.clinicId, asked.status, taken.status, taken.reason)
  tx.publish(asked.topic ?? 'bill', asked.billId)
  return { id: asked.id, status: taken.status, version: row.version }
}
