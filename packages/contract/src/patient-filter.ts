import { z } from 'zod'
import { idOf, localDate, money, oneOf, optionalText, requiredText, wholeNumber } from './core/fields.ts'

const nullish = <T extends z.ZodType>(field: T) => field.nullish().transform((value) => value ?? null)
const some = (item: z.ZodType<string, string>, label: string, max: number) =>
  z
    .array(item, { error: `${label}应为列表` })
    .max(max, { error: `${label}不能超过${max}项` })
    .transform((items) => [...new Set(items)])
    .default([])
/** A day of any year, 'MM-dd'; 29 February is one. */
export const monthDay = (label: string) =>
  z
    .string({ error: `请选择${label}` })
    .regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, { error: `${label}格式应为 01-31` })
    .refine(
      (text) =>
        Number(text.slice(3)) <= ([31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Number(text.slice(0, 2)) - 1] ?? 0),
      {
        error: `${label}没有这一天`,
      },
    )

/** What narrows a list of patients: the list, a rule-based group, a saved filter and the export all ask with these. */
export const patientFilter = {
  keyword: optionalText('关键字', 40),
  gender: nullish(oneOf('性别', [0, 1, 2])),
  ageFrom: nullish(wholeNumber('年龄', 0, 150)),
  ageTo: nullish(wholeNumber('年龄', 0, 150)),
  /** Birthdays from one day of the year to another, across its end where the first is the later one. */
  birthdayFrom: nullish(monthDay('生日起')),
  birthdayTo: nullish(monthDay('生日止')),
  birthMonth: nullish(wholeNumber('生日月份', 1, 12)),
  sourceId: nullish(idOf('来源')),
  /** In any of them. */
  groupIds: some(idOf('分组'), '分组', 20),
  /** With any of them. */
  tags: some(requiredText('标签', 20), '标签', 20),
  respDoctorId: nullish(idOf('责任医生')),
  firstVisitFrom: nullish(localDate('初诊起')),
  firstVisitTo: nullish(localDate('初诊止')),
  lastVisitFrom: nullish(localDate('最近就诊起')),
  lastVisitTo: nullish(localDate('最近就诊止')),
  /** Been here, but not within so many days. */
  absentDays: nullish(wholeNumber('未到天数', 1, 3650)),
  hasArrears: z.boolean().default(false),
  /** Owes more than this, in yuan. */
  arrearsOver: nullish(money('欠费', 0)),
  /** Words of a diagnosis in any record. */
  diagnosis: optionalText('诊断', 40),
  /** Has had one of these, by the bills. */
  tariffIds: some(idOf('项目'), '做过的项目', 20),
  patientType: nullish(oneOf('患者类型', [1, 2, 3, 4, 5, 6])),
  /** 0 normal, 1 archived */
  status: oneOf('档案状态', [0, 1]).default(0),
  /** Archived files too, beside the normal ones. */
  withArchived: z.boolean().default(false),
}

/** The conditions as they are kept and given back. */
export const keptFilter = z.object({
  keyword: z.string(),
  gender: z.number().nullable(),
  ageFrom: z.number().nullable(),
  ageTo: z.number().nullable(),
  birthdayFrom: z.string().nullable(),
  birthdayTo: z.string().nullable(),
  birthMonth: z.number().nullable(),
  sourceId: z.string().nullable(),
  groupIds: z.array(z.string()),
  tags: z.array(z.string()),
  respDoctorId: z.string().nullable(),
  firstVisitFrom: z.string().nullable(),
  firstVisitTo: z.string().nullable(),
  lastVisitFrom: z.string().nullable(),
  lastVisitTo: z.string().nullable(),
  absentDays: z.number().nullable(),
  hasArrears: z.boolean(),
  /** Yuan, as it was typed. */
  arrearsOver: z.string().nullable(),
  diagnosis: z.string(),
  tariffIds: z.array(z.string()),
  patientType: z.number().nullable(),
  status: z.number(),
  withArchived: z.boolean(),
})

const filterObject = z.object(patientFilter)
/** The conditions, parsed: sums in fen. */
export type PatientFilter = z.output<typeof filterObject>
export type KeptFilter = z.infer<typeof keptFilter>
/** Reads conditions in their wire form; what is missing narrows nothing. */
export const readFilter = (kept: unknown): PatientFilter => filterObject.parse(kept)
