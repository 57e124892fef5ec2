import { findTooth } from '@dentin/clinical/teeth'
import { z } from 'zod'
import { optionalNumber, optionalText } from './fields.ts'

/** One implant as a record keeps it, so that it can be traced. What is not written yet is null or ''. */
export const implantLine = z.strictObject({
  /** FDI code of the place; '' while it is not said. */
  tooth: z
    .string({ error: '种植牙位应为文字' })
    .refine((code) => code === '' || Boolean(findTooth(code)), { error: '种植牙位不是一颗牙' })
    .default(''),
  /** The maker, or the maker's system. */
  brand: optionalText('种植体品牌', 40),
  /** mm */
  diameter: optionalNumber('种植体直径', 1.5, 8, ' mm '),
  /** mm; a zygomatic implant is up to 60 long. */
  length: optionalNumber('种植体长度', 4, 60, ' mm '),
  lot: optionalText('种植体批号', 40),
})
export type ImplantLine = z.output<typeof implantLine>
