import { z } from 'zod'
import { moment } from './fields.ts'

/** What stands on each printed paper of money: its code with the address where its standing can be asked, when, how often. */
export const printedFields = {
  verify: z.object({ code: z.string(), url: z.string() }),
  printedAt: moment,
  printCount: z.number(),
}
