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

/** The code with which somebody agrees; it is used up when everything else was right. */
export async function confirmedBy(
  ctx: ClinicContext,
  owner: Owner,
  purpose: Purpose,
  code: string,
  field: string,
  subject = '',
): Promise<string> {
  const id = await codeAmong(ctx, phoneOf(owner), purpose, code, subject)
  if (id === null) throw fieldError('CARD_CODE', field)
  return id
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
