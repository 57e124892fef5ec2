import { z } from 'zod'
import { call, resource, type CallGroup } from './core/call.ts'
import { amount, idOf, localDate, moment, patientFace } from './core/fields.ts'
import { asPreview, letterhead } from './core/printed.ts'

// Apart from the calls of bills: the charge desk prints none and does not load what it is made of.

/** Sums of lines: 应收 less 退项 and 核销 is 已付, 单位记账 and 欠费. */
const feeSums = {
  originalAmount: amount,
  discountAmount: amount,
  receivableAmount: amount,
  returnedAmount: amount,
  writtenOffAmount: amount,
  paidAmount: amount,
  /** Charged to a unit, which pays it or not. */
  unitAmount: amount,
  arrearsAmount: amount,
}

export const feeList = {
  read: call({
    method: 'GET',
    path: '/bill-api/v2/bill/fee-list',
    doc: '费用清单（打印用，写打印日志）：一张账单、一次就诊或患者一段日期里收过费的全部项目，按分类小计',
    spec: null,
    effect: 'write',
    allow: resource('/orderSet:print'),
    also: ['/orderSet:view', '/allTimePatients:view'],
    query: {
      patientId: idOf('患者'),
      billId: idOf('账单').nullish(),
      registrationId: idOf('挂号').nullish(),
      from: localDate('开始日期').nullish(),
      to: localDate('结束日期').nullish(),
      ...asPreview,
    },
    output: z.object({
      clinic: letterhead,
      patient: z.object(patientFace),
      /** The first and the last day of the lines. */
      from: z.string(),
      to: z.string(),
      billNos: z.array(z.string()),
      groups: z.array(
        z.object({
          name: z.string(),
          lines: z.array(
            z.object({
              id: z.string(),
              billNo: z.string(),
              day: z.string(),
              name: z.string(),
              teeth: z.string(),
              unit: z.string(),
              qty: z.number(),
              price: amount,
              ...feeSums,
            }),
          ),
          sums: z.object(feeSums),
        }),
      ),
      sums: z.object(feeSums),
      paidInWords: z.string(),
      printedAt: moment,
    }),
    errors: ['FEE_LIST_EMPTY', 'FEE_LIST_LONG'],
  }),
} satisfies CallGroup
