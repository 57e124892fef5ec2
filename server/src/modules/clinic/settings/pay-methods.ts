import { VOUCHER_TYPE } from '@dentin/contract/billing'
import { payMethods } from '@dentin/contract/lists/pay-methods'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { settingList } from '../../../platform/database/setting-list.ts'
import { fieldError } from '../../../platform/errors.ts'
import { counted } from '../extension-points.ts'

/** Money that was taken before the day it is used: these ways come with what holds the money, nobody makes more. */
const PREPAID = 2

/** The ways to pay. What was built in, and what somebody has paid by, keeps its name and its type. */
export const payMethodSettings = settingList('pay_method', payMethods, {
  select: () => ({ builtIn: sql`t.built_in` }),
  counts: async ({ tx }) => ({
    // What other clinics took counts as well: the list is the company's.
    used: await tx.acrossClinics(() => counted(tx, (part) => part.paymentsByMethod?.(tx))),
  }),
  prepare: ({ tx: _tx }, { name, type }, { present }) => {
    // A voucher is nothing without its code.
    const coded = type === VOUCHER_TYPE ? { need_trade_no: true } : {}
    if (!present) {
      if (type === PREPAID) throw fieldError('PAY_METHOD_FIXED', 'type', '预收类只有内置的几种，不能新建')
      return Promise.resolve({ code: uuidv7(), built_in: false, ...coded })
    }
    const keeps = present.builtIn ? '内置的支付方式' : present.used > 0 ? `已收过 ${present.used} 笔款` : null
    if (keeps && name !== present.name)
      throw fieldError('PAY_METHOD_FIXED', 'name', `${keeps}，不能改名；要换名称，停用后新建`)
    if (keeps && type !== present.type) throw fieldError('PAY_METHOD_FIXED', 'type', `${keeps}，不能改类型`)
    return Promise.resolve(coded)
  },
})
