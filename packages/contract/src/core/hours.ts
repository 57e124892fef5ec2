import { z } from 'zod'
import { wholeNumber } from './fields.ts'

/** Minutes after midnight in whole 5 minutes. */
const minuteOfDay = (label: string) =>
  wholeNumber(label, 0, 1440).refine((value) => value % 5 === 0, { error: `${label}应为整 5 分钟` })

/** Hours of the seven days of a week in an answer, Sunday first; null: closed. */
export const weekHoursShown = z.array(z.object({ opensMin: z.number(), closesMin: z.number() }).nullable())

/** The same in a request. */
export const weekHours = z
  .array(
    z
      .object(
        { opensMin: minuteOfDay('开始营业时间'), closesMin: minuteOfDay('结束营业时间') },
        { error: '请填写营业时间，或选择休息' },
      )
      .nullable(),
    { error: '请填写每天的营业时间' },
  )
  .length(7, { error: '请填写每天的营业时间' })
  .refine((days) => days.some((day) => day !== null), { error: '至少有一天营业' })
