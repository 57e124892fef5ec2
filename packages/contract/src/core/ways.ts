import { z } from 'zod'
import { idOf, money, optionalText } from './fields.ts'

/** By so many ways one sum may come in or go out. */
export const MOST_WAYS = 5

const way = z.strictObject({
  payMethodId: idOf('收款方式'),
  amount: money('金额', 0.01, 9_999_999),
  tradeNo: optionalText('交易号', 64),
})

/** The ways by which money for cards and prepayments comes in or goes out, each with its sum. */
export const cashWays = z
  .array(way, { error: '请选择收款方式' })
  .max(MOST_WAYS, { error: `一次最多 ${MOST_WAYS} 种收款方式` })
