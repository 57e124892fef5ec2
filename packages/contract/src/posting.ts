import { z } from 'zod'
import { call, resource, type CallGroup } from './core/call.ts'
import {
  amount,
  idOf,
  moment,
  oneOf,
  oneWord,
  optionalText,
  paging,
  pageOf,
  requiredText,
  wordsOf,
} from './core/fields.ts'
import { month } from './month-close.ts'
import { tracedFigures } from './traced-figures.ts'

const whose = [
  '/orderSet:view',
  '/membercard:view',
  '/prepayments:view',
  '/allTimePatients:view',
  '/orderSet:charge',
  '/orderSet:shifts',
  '/orderSet:monthClose',
  '/unitAccounts:view',
  '/orderSet:exceptions',
] as const
/** What a list is narrowed by. */
const listed = z.strictObject({
  tab: oneWord('页签', ['valid', 'all']).default('all'),
  keyword: optionalText('关键字', 30),
  typeId: idOf('卡种').nullish(),
  status: oneOf('状态', [1, 2, 3, 4, 5, 6]).nullish(),
  hasBalance: z.boolean({ error: '应为是或否' }).default(false),
})
export type Listed = z.input<typeof listed>

export const posting = {
  list: call({
    method: 'POST',
    path: '/bill-api/ledger/postings',
    doc: '一个金额由哪些分录合成，新的在前；合计就是这个金额',
    spec: null,
    effect: 'read',
    allow: resource(...whose),
    also: [...whose, '/field:amounts', '/field:phone'],
    scope: 'all',
    body: {
      figure: oneWord('金额', wordsOf(tracedFigures)),
      /** Of the bill, the patient (of a sum of refunds too), the card, the prepayment, the unit, the refund, the exception or the shift whose figure it is. */
      id: idOf('单据').optional(),
      /** Of a shift: the way to pay. */
      payMethodId: idOf('收款方式').optional(),
      /** The month of the clinic at work whose figure it is. */
      month: month.optional(),
      /** Of a month's figure by way or category: the name of the one. */
      name: requiredText('名称', 60).optional(),
      /** Of the sum of a list: what it is narrowed by, as the list's own call has it. */
      listed: listed.optional(),
      ...paging,
    },
    output: pageOf(
      z.object({
        entryId: z.string(),
        no: z.number(),
        /** See `entryKindNames`. */
        kind: z.number(),
        documentNo: z.string(),
        moment,
        clinicName: z.string(),
        actorName: z.string(),
        /** The line of the bill that it lies on. */
        itemName: z.string().nullable(),
        /** The way to pay. */
        wayName: z.string().nullable(),
        billId: z.string().nullable(),
        billNo: z.string().nullable(),
        /** Above zero where it raises the figure. In yuan; uses and points as whole numbers. */
        amount,
        /** The figure as this posting left it. */
        after: amount,
        /** Carried over from before there was a ledger. */
        isCarried: z.boolean(),
      }),
    ).extend({
      /** What they come to; null for whoever may not see amounts. */
      sum: amount.nullable(),
    }),
  }),
} as const satisfies CallGroup
