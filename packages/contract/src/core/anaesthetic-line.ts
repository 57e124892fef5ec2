import { anaestheticTechniques } from '@dentin/clinical/anaesthetic-words'
import { z } from 'zod'
import { optionalNumber, optionalText } from './fields.ts'

const shaped = (label: string, shape: RegExp, hint: string) =>
  z
    .string({ error: `${label}应为文字` })
    .regex(shape, { error: hint })
    .default('')

/**
 * One injection as a record keeps it. What is not written yet is null or ''. Its mg are ml × concentration × 10 and are not kept;
 * cartridges are ml ÷ cartridgeMl.
 */
export const anaestheticLine = z.strictObject({
  /** An id of the table of anaesthetics; 'other': name, strength and adrenaline are written by hand. */
  drug: optionalText('麻药', 40),
  name: optionalText('麻药名称', 40),
  /** Percent. */
  concentration: optionalNumber('浓度', 0.1, 20),
  /** '1:100000'; '' without. */
  vasoconstrictor: shaped('血管收缩剂', /^(1:[1-9]\d{4,5})?$/, '血管收缩剂应写成 1:100000'),
  ml: optionalNumber('用量', 0, 50),
  cartridgeMl: optionalNumber('每支容量', 0.5, 20),
  technique: z.enum(['', ...anaestheticTechniques], { error: '注射方法不在可选范围内' }).default(''),
  teeth: optionalText('麻醉牙位', 200),
  /** HH:mm */
  time: shaped('注射时间', /^(([01]\d|2[0-3]):[0-5]\d)?$/, '注射时间应写成 09:30'),
  lot: optionalText('批号', 40),
  /** YYYY-MM-DD */
  expiry: shaped('有效期', /^(\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]))?$/, '有效期应为日期'),
  aspiration: z.enum(['', '-', '+'], { error: '回抽应为阳性或阴性' }).default(''),
  reaction: optionalText('反应', 100),
  givenBy: optionalText('注射者', 20),
  /** Why more was given than the limit of the visit. */
  overReason: optionalText('超量理由', 100),
})
export type AnaestheticLine = z.output<typeof anaestheticLine>
