import { z } from 'zod'
import { movement } from './card.ts'
import { call, resource, type CallGroup } from './core/call.ts'
import { amount, idOf, localDate, moment, patientFace } from './core/fields.ts'
import { asPreview, letterhead } from './core/printed.ts'

// Apart from the calls of cards: the charge desk prints none and does not load what it is made of.

/** What a card holds. */
const heldFields = { principal: amount, bonus: amount, points: z.number(), times: z.number() }

export const cardStatement = {
  read: call({
    method: 'GET',
    path: '/bill-api/member/statement/{id}',
    doc: '一张卡一段日期的对账单（打印用，写打印日志）：期初、逐笔、期末；期末等于期初加各笔',
    spec: null,
    effect: 'write',
    allow: resource('/membercard:view'),
    also: ['/allTimePatients:view', '/field:amounts'],
    scope: 'all',
    params: { id: idOf('会员卡') },
    query: { from: localDate('开始日期'), to: localDate('结束日期'), ...asPreview },
    output: z.object({
      clinic: letterhead,
      patient: z.object(patientFace),
      card: z.object({
        cardNo: z.string(),
        typeName: z.string(),
        kind: z.number(),
        expireDate: z.string().nullable(),
      }),
      from: z.string(),
      to: z.string(),
      opening: z.object(heldFields),
      closing: z.object(heldFields),
      list: z.array(movement),
      printedAt: moment,
      printCount: z.number(),
    }),
  }),
} satisfies CallGroup
