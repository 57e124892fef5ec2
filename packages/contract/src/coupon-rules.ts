import { z } from 'zod'
import { amount, idOf, noneTwice } from './core/fields.ts'

/** Until when coupons of a type are good. */
export const couponValidities = { 1: '到某一天', 2: '发券后若干天' } as const

/** What a coupon is for, or where: some of something; none named: all. */
export const couponScope = (what: string) =>
  z
    .array(idOf(what), { error: `${what}应为列表` })
    .max(200, { error: `${what}过多` })
    .refine(noneTwice, { error: `同一${what}不能选两次` })
    .default([])

/** The terms of a coupon as it keeps them. */
export const couponRules = z.object({
  kind: z.number(),
  value: amount.nullable(),
  percent: z.number().nullable(),
  most: amount.nullable(),
  threshold: amount,
  categoryIds: z.array(z.string()),
  tariffIds: z.array(z.string()),
  clinicIds: z.array(z.string()),
  stackable: z.boolean(),
})
