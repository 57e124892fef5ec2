import { z } from 'zod'
import { moment, oneWord } from './fields.ts'

/** What stands on each printed paper of money: its code with the address where its standing can be asked, when, how often. */
export const printedFields = {
  verify: z.object({ code: z.string(), url: z.string() }),
  printedAt: moment,
  printCount: z.number(),
}

/** The clinic whose paper it is. */
export const letterhead = z.object({ id: z.string(), name: z.string(), address: z.string(), phone: z.string() })

/** Asks for a paper as it would be printed: nothing is noted, counted or given a code. */
export const asPreview = { preview: oneWord('预览', ['yes']).optional() }
