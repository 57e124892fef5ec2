import type { contract } from '@dentin/contract'
import { today } from '@dentin/kit'
import { sql } from 'kysely'
import type { Handlers } from '../../platform/http/context.ts'
import { mustReachPatient, patientsWithin, seesDigits } from '../patient/index.ts'
import { issue, issueMany, voidCoupon } from './commands.ts'
import { couponsOfPatient, listCoupons, type CouponRow } from './queries.ts'
import { lastDay, termsOfCoupon } from './rules.ts'
import { couponTypes } from './types.ts'

const asShown = (row: CouponRow) => ({ ...row, rules: termsOfCoupon(row.rules) })

export const couponHandlers: Handlers<typeof contract.coupon> = {
  types: async (at) => await couponTypes.list(at),
  saveType: async (at, input) => await couponTypes.save(at, input),
  sortTypes: async (at, input) => await couponTypes.sort(at, input),
  typeSheet: async (at) => await couponTypes.sheet(at),

  forIssue: async ({ tx, clinicId }) => {
    const day = today(tx.now)
    const types = (await couponTypes.list({ tx, clinicId })).filter((type) => type.enabled && lastDay(type, day) >= day)
    return types.map((type) => ({
      id: type.id,
      name: type.name,
      rules: type,
      left: type.total === null ? null : Math.max(0, type.total - type.issued),
      until: lastDay(type, day),
    }))
  },

  list: async (ctx, input) => {
    const { list, total } = await listCoupons(
      ctx.tx,
      {
        keyword: input.keyword,
        typeId: input.typeId ?? null,
        status: input.status ?? null,
        reach: patientsWithin(ctx, sql`c.patient_id`),
        digits: seesDigits(ctx, '/allTimePatients:view'),
      },
      { limit: input.pageSize, offset: (input.pageNum - 1) * input.pageSize },
    )
    return { list: list.map(asShown), total, pageNum: input.pageNum, pageSize: input.pageSize }
  },

  ofPatient: async (ctx, { patientId }) => {
    await mustReachPatient(ctx, patientId)
    return (await couponsOfPatient(ctx.tx, patientId)).map(asShown)
  },

  issue: async (ctx, input) => await issue(ctx, input),
  issueMany: async (ctx, input) => await issueMany(ctx, input),
  void: async (ctx, input) => await voidCoupon(ctx, input),
}
