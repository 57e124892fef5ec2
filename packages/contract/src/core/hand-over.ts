import { z } from 'zod'
import { oneWord, optionalText, requiredText } from './fields.ts'

/** What was sent to the phones of the two who agree to a hand-over; where they share one, the first is enough. */
export const handOverCodes = {
  fromCode: requiredText('转出方验证码', 6),
  toCode: optionalText('转入方验证码', 6),
}

/** Whose phone a code goes to. */
export const handOverSide = oneWord('哪一方', ['from', 'to'])

export const handOverCodeSent = z.object({
  /** The phone, covered. */
  mobile: z.string(),
  /** Both have this phone: one code is enough. */
  shared: z.boolean(),
})
