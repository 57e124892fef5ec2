import { z } from 'zod'
import { numberField, numbersOf, partOf, type FieldControl, type PartOf } from './core/field-kinds.ts'
import { localDate, noneTwice, oneOf, optionalText, phone, requiredText } from './core/fields.ts'
import { genderNames } from './patient-words.ts'

/** The parts of the form. */
export const employeeSections = { basics: '登记资料', work: '专业与权限额度' } as const

/** What is written down about a member of staff. */
interface EmployeeField {
  label: string
  column: string
  /** Schemas of the form, and of the answer. */
  ask: z.ZodType
  shown: z.ZodType
  /** What somebody new begins with; left out: it has to be chosen. */
  blank?: unknown
  max?: number
  words?: Readonly<Record<number, string>>
  section: keyof typeof employeeSections
  /** own: the form draws it for this field alone; with: another field's control asks for this one too. */
  edit: FieldControl | 'own' | { with: string }
  /** Stands in the rows of the list. */
  listed?: true
}

const JOB_TYPES: [number, ...number[]] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
const WORK_TYPES: [number, ...number[]] = [1, 2, 3, 4]
const jobNumberProblem = { error: '工号由1–20位字母、数字或短横组成' }
const jobNumber = z
  .string({ error: '请填写工号' })
  .trim()
  .regex(/^[A-Za-z0-9-]{1,20}$/, jobNumberProblem)
/** The number of somebody new; empty: the next one. */
export const newJobNumber = z.union([z.literal(''), jobNumber], jobNumberProblem)

/** Which tier of antibiotics somebody may prescribe. */
const antibioticRights = { 0: '无', 1: '非限制使用级', 2: '限制使用级', 3: '特殊使用级' } as const

/** The fields of a member of staff, in the order of the form. */
export const employeeFields = {
  name: {
    label: '姓名',
    column: 'name',
    max: 20,
    ask: requiredText('姓名', 20),
    shown: z.string(),
    blank: '',
    section: 'basics',
    edit: { as: 'text', required: true },
    listed: true,
  },
  gender: {
    label: '性别',
    column: 'gender',
    words: genderNames,
    ask: oneOf('性别', numbersOf(genderNames)),
    shown: z.number(),
    blank: 2,
    section: 'basics',
    edit: { as: 'segments' },
    listed: true,
  },
  phone: {
    label: '手机号',
    column: 'phone',
    max: 11,
    ask: z.union([z.literal(''), phone()], { error: '手机号应为11位手机号' }),
    shown: z.string(),
    blank: '',
    section: 'basics',
    edit: { as: 'tel' },
    listed: true,
  },
  jobNumber: {
    label: '工号',
    column: 'job_number',
    max: 20,
    ask: jobNumber,
    shown: z.string(),
    blank: '',
    section: 'basics',
    edit: { as: 'text' },
    listed: true,
  },
  jobType: {
    label: '工种',
    column: 'job_type',
    ask: oneOf('工种', JOB_TYPES),
    shown: z.number(),
    section: 'basics',
    edit: 'own',
    listed: true,
  },
  workType: {
    label: '工作类型',
    column: 'work_type',
    ask: oneOf('工作类型', WORK_TYPES),
    shown: z.number(),
    blank: 1,
    section: 'basics',
    edit: 'own',
    listed: true,
  },
  titlePost: {
    label: '职称',
    column: 'title_post',
    ask: optionalText('职称', 20),
    shown: z.string(),
    blank: '',
    section: 'work',
    edit: 'own',
    listed: true,
  },
  specialty: {
    label: '专长',
    column: 'specialty',
    ask: z
      .array(requiredText('专长', 20))
      .max(10, { error: '专长不能超过10项' })
      .refine(noneTwice, { error: '专长重复' }),
    shown: z.array(z.string()),
    blank: [] as string[],
    section: 'work',
    edit: 'own',
  },
  isDoctor: {
    label: '医生',
    column: 'is_doctor',
    ask: z.boolean({ error: '请选择是否医生' }),
    shown: z.boolean(),
    blank: false,
    section: 'work',
    edit: 'own',
    listed: true,
  },
  isConsultant: {
    label: '咨询师',
    column: 'is_consultant',
    ask: z.boolean({ error: '请选择是否咨询师' }),
    shown: z.boolean(),
    blank: false,
    section: 'work',
    edit: { with: 'isDoctor' },
  },
  /** Lowest percentage of the original price this person may charge: 85 = 8.5 折. */
  discountLimit: {
    ...numberField('最低折扣', { min: 0, max: 100 }),
    column: 'discount_limit',
    blank: 100,
    section: 'work',
    edit: { as: 'number', unit: '%', help: '收费时最低可打到原价的百分之几；100 为不能打折' },
  },
  antibioticTier: {
    label: '抗菌药物处方权',
    column: 'antibiotic_tier',
    words: antibioticRights,
    ask: oneOf('抗菌药物处方权', numbersOf(antibioticRights)).default(1),
    shown: z.number(),
    blank: 1,
    section: 'work',
    edit: { as: 'choice', help: '开超出权限的抗菌药物时，须第二人签名' },
  },
  antibioticSince: {
    label: '处方权授予日期',
    column: 'antibiotic_since',
    ask: localDate('处方权授予日期').nullable().default(null),
    shown: z.string().nullable(),
    blank: null,
    section: 'work',
    edit: { as: 'day' },
  },
  colour: {
    label: '预约板颜色',
    column: 'colour',
    ask: z.string({ error: '请选择颜色' }).regex(/^(#[0-9A-Fa-f]{6})?$/, { error: '请选择颜色' }),
    shown: z.string(),
    blank: '',
    section: 'work',
    edit: { as: 'colour', wide: true },
    listed: true,
  },
  entryDate: {
    label: '入职日期',
    column: 'entry_date',
    ask: localDate('入职日期').nullable(),
    shown: z.string().nullable(),
    blank: null,
    section: 'work',
    edit: { as: 'day' },
  },
  introduction: {
    label: '简介',
    column: 'introduction',
    max: 500,
    ask: optionalText('简介', 500),
    shown: z.string(),
    blank: '',
    section: 'work',
    edit: { as: 'notes', wide: true },
  },
} as const satisfies Record<string, EmployeeField>

type Fields = typeof employeeFields
export type EmployeeKey = keyof Fields
export type OwnDrawnKey = { [K in EmployeeKey]: Fields[K]['edit'] extends 'own' ? K : never }[EmployeeKey]
export const employeeFieldOf = (key: EmployeeKey): EmployeeField => employeeFields[key]
export const employeeKeys = Object.keys(employeeFields) as EmployeeKey[]

export const newEmployee = partOf(employeeFields, 'blank')
export const askedEmployee = partOf(employeeFields, 'ask')
export const shownEmployee = partOf(employeeFields, 'shown')

/** What stands in the rows of the list. */
type ListedKey = keyof PartOf<Fields, 'listed'>
export const listedEmployeeKeys = Object.keys(partOf(employeeFields, 'listed')) as ListedKey[]

/** What the form says, and what is known, of somebody. */
export type EmployeeSaid = z.output<z.ZodObject<typeof askedEmployee>>
export type EmployeeShown = z.output<z.ZodObject<typeof shownEmployee>>
export type EmployeeListed = Pick<EmployeeShown, ListedKey>
