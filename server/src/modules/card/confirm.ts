import { formatYuan, type Fen } from '@dentin/kit'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { phoneCodeAmong, sendPhoneCode, spendCodeOf } from '../identity/index.ts'

// What a patient agrees to by a code that goes to the own phone: with a card, or with a prepayment.

type Purpose = 'card' | 'prepay'

/** Whose phone confirms. */
interface Owner {
  mobile: string | null
  patientName: string
}

function phoneOf({ mobile, patientName }: Owner): string {
  if (mobile) return mobile
  throw new AppError('CARD_NO_PHONE', { message: `${patientName}没有手机号，请先在档案里补录` })
}

/** The code that somebody typed, when it is the one that went to this phone last. */
export const codeAmong = (
  { services, tx: { actor } }: ClinicContext,
  phone: string,
  purpose: Purpose,
  code: string,
  subject = '',
): Promise<string | null> =>
  services.database.withPlatform((tx) => phoneCodeAmong(tx, { phone, purpose, code, subject }), actor)

/** Uses up codes; false when somebody was faster. */
export const spendCodes = ({ services, tx: { actor } }: ClinicContext, ids: readonly string[]): Promise<boolean> =>
  services.database.withPlatform(async (tx) => {
    let fresh = true
    for (const id of new Set(ids)) fresh = (await spendCodeOf(tx, id)) && fresh
    return fresh
  }, actor)

/** Something of value that goes from one patient to another: both agree by a code. */
export interface HandOver {
  purpose: Purpose
  /** In the words of the message: '预交金'. */
  what: string
  from: Owner & { id: string }
  to: Owner & { id: string }
  amount: Fen
}
export type Side = 'from' | 'to'

/** Both have the same phone: one code is enough. */
const isShared = ({ from, to }: HandOver): boolean => from.mobile !== null && from.mobile === to.mobile

/** A code is good for this thing, this sum, these two and this side alone, and says so. */
function codeOf({ what, from, to, amount }: HandOver, side: Side): { subject: string; forWhat: string } {
  const yuan = formatYuan(amount)
  return {
    subject: [side, from.id, to.id, amount].join(' '),
    forWhat: side === 'from' ? `转出您的${what} ${yuan} 元` : `接收他人转来的${what} ${yuan} 元`,
  }
}

/** Sends the code of one side. @returns the phone, covered, and whether one code is enough */
export async function sendHandOverCode(
  ctx: ClinicContext,
  over: HandOver,
  asked: Side,
): Promise<{ mobile: string; shared: boolean }> {
  const shared = isShared(over)
  const side = shared ? 'from' : asked
  return { ...(await sendCodeTo(ctx, over[side], over.purpose, codeOf(over, side))), shared }
}

/** Holds what was typed against the codes that were sent. @returns the codes, to be used up when everything else was right */
export async function confirmHandOver(
  ctx: ClinicContext,
  over: HandOver,
  typed: { fromCode: string; toCode: string },
): Promise<string[]> {
  const ids: string[] = []
  for (const side of isShared(over) ? (['from'] as const) : (['from', 'to'] as const)) {
    const field = `${side}Code` as const
    const id = await codeAmong(ctx, phoneOf(over[side]), over.purpose, typed[field], codeOf(over, side).subject)
    if (id === null) throw fieldError('CARD_CODE', field)
    ids.push(id)
  }
  return ids
}

/** Sends a code to the phone of whoever has to agree, good for one subject alone. @returns the phone, covered */
export async function sendCodeTo(
  ctx: ClinicContext,
  owner: Owner,
  purpose: Purpose,
  what: { subject?: string; forWhat?: string } = {},
): Promise<{ mobile: string }> {
  const phone = phoneOf(owner)
  const { services, ip } = ctx
  await sendPhoneCode({ services, ip, actor: ctx.tx.actor }, { phone, purpose, ...what })
  return { mobile: `${phone.slice(0, 3)}****${phone.slice(-4)}` }
}
