import {
  brushingNames,
  bruxismNames,
  distanceAreaNames,
  educationNames,
  genderNames,
  guardianRelationNames,
  habitNames,
  idTypeNames,
  maritalNames,
  medicareTypeNames,
  mobileOwnerNames,
  patientTypeNames,
  allergyFlagNames,
  referrerTypeNames,
} from '@dentin/contract/patient'
import type { CallForm } from '../../lib/form.ts'
import type { CreateInput, PatientFile } from './hooks.ts'
import { present } from '../../lib/present.ts'

/** What the form holds, for a new file and for a changed one. */
export type PatientValues = Omit<CreateInput, 'requestId' | 'acceptDuplicates'>

/** The form of a file, new or changed. */
export type PatientForm = CallForm<PatientValues & Record<string, unknown>>

/** Fields in the order of the screen, with their names there. */
export const fieldLabels: Record<keyof PatientValues, string> = {
  name: '姓名',
  gender: '性别',
  birthDay: '出生日期',
  age: '年龄',
  idType: '证件类型',
  idNo: '证件号',
  patientType: '患者类型',
  medicareType: '医保类型',
  medicareNo: '医保号',
  ethnicity: '民族',
  marital: '婚姻状况',
  education: '学历',
  nationality: '国籍',
  occupation: '职业',
  workUnit: '工作单位',
  tags: '标签',
  mobile: '手机号',
  mobileOwner: '机主',
  noMobileReason: '没有手机号的原因',
  mobile2: '备用手机号',
  tel: '固定电话',
  wechat: '微信号',
  email: '邮箱',
  province: '省份',
  city: '城市',
  district: '区县',
  address: '详细地址',
  distanceArea: '距离',
  allergyFlag: '过敏史',
  allergyHistory: '过敏内容',
  systemicDiseases: '系统病史',
  pastHistory: '既往史',
  medicationHistory: '用药史',
  anesthesiaHistory: '麻醉史',
  familyHistory: '家族史',
  smoking: '吸烟',
  alcohol: '饮酒',
  bruxism: '磨牙',
  brushingHabit: '刷牙',
  sourceId: '来源',
  referrerType: '介绍人',
  referrerPatientId: '介绍人（患者）',
  referrerEmployeeId: '介绍人（员工）',
  referrerRemark: '介绍人姓名',
  respDoctorId: '责任医生',
  consultantId: '咨询师',
  respNurseId: '责任护士',
  customerServiceId: '客服',
  alertNote: '警示',
  remark: '备注',
  consentOn: '隐私同意',
  consentGuardian: '监护人姓名',
  consentGuardianRelation: '监护人关系',
  marketingOptOut: '不收营销短信',
  smsOptOut: '不收任何短信',
}
export const fieldNames = Object.keys(fieldLabels) as (keyof PatientValues)[]

/** The numbers that are covered for whoever may not see them. */
const coverable = ['mobile', 'mobile2', 'tel', 'wechat', 'idNo', 'medicareNo'] as const
export type CoverableField = (typeof coverable)[number]

/** A new file before anything is typed. */
export const emptyValues = (preset: Partial<PatientValues> = {}): Partial<PatientValues> => ({
  name: '',
  birthDay: null,
  age: null,
  idType: 1,
  idNo: null,
  patientType: 1,
  mobile: null,
  mobileOwner: 1,
  noMobileReason: null,
  allergyFlag: 2,
  allergyHistory: '',
  systemicDiseases: [],
  tags: [],
  respDoctorId: null,
  consultantId: null,
  marketingOptOut: false,
  smsOptOut: false,
  ...preset,
})

/** A file as the form holds it. Covered numbers are left out: what is not sent is not changed. */
export function valuesOf(file: PatientFile): Partial<PatientValues> {
  const source = file as unknown as Record<string, unknown>
  const values = Object.fromEntries(
    fieldNames.filter((name) => name in source).map((name) => [name, source[name]]),
  ) as Partial<PatientValues>
  if (file.birthYearEstimated) {
    values.age = present().getFullYear() - Number(file.birthDay?.slice(0, 4))
    values.birthDay = null
  }
  for (const name of coverable) if (file.covered.includes(name)) delete values[name]
  return values
}

const choices: Partial<Record<keyof PatientValues, Record<number, string>>> = {
  gender: genderNames,
  idType: idTypeNames,
  marital: maritalNames,
  medicareType: medicareTypeNames,
  mobileOwner: mobileOwnerNames,
  patientType: patientTypeNames,
  allergyFlag: allergyFlagNames,
  education: educationNames,
  distanceArea: distanceAreaNames,
  smoking: habitNames,
  alcohol: habitNames,
  bruxism: bruxismNames,
  brushingHabit: brushingNames,
  referrerType: referrerTypeNames,
  consentGuardianRelation: guardianRelationNames,
}

/** A value of the form in words; ids of sources and staff through `nameOf`. */
export function valueInWords(field: string, value: unknown, nameOf: (id: string) => string): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.join('、')
  const names = choices[field as keyof PatientValues]
  if (names && typeof value === 'number') return names[value] ?? ''
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (field === 'referrerPatientId') return '已选的患者'
  if (
    /^(sourceId|respDoctorId|consultantId|respNurseId|customerServiceId|referrerEmployeeId)$/.test(field) &&
    typeof value === 'string'
  )
    return nameOf(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
