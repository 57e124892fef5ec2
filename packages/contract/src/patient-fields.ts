/** Words of the choices in a patient's file, and which of its fields a clinic may ask for on creation. */
export const educationNames: Record<number, string> = {
  1: '小学及以下',
  2: '初中',
  3: '高中、中专',
  4: '大专',
  5: '本科',
  6: '硕士及以上',
}
/** How far away somebody lives. */
export const distanceAreaNames: Record<number, string> = {
  1: '1 公里内',
  2: '1–3 公里',
  3: '3–10 公里',
  4: '本市较远',
  5: '外地',
}
/** Smoking and drinking. */
export const habitNames: Record<number, string> = { 0: '从不', 1: '偶尔', 2: '经常', 3: '已戒' }
export const bruxismNames: Record<number, string> = { 0: '无', 1: '夜磨牙', 2: '紧咬牙', 3: '磨牙并紧咬' }
export const brushingNames: Record<number, string> = {
  0: '不规律',
  1: '每天 1 次',
  2: '每天 2 次',
  3: '每天 3 次及以上',
}
/** Who introduced the patient. */
export const referrerTypeNames: Record<number, string> = { 1: '患者', 2: '员工', 3: '合作机构' }
/** Who agreed for a minor. */
export const guardianRelationNames: Record<number, string> = { 1: '父亲', 2: '母亲', 3: '祖父母', 4: '其他监护人' }
/** Who asks for a copy of the data. */
export const copyReasonNames: Record<number, string> = { 1: '患者本人索取', 2: '监护人索取', 3: '其他' }
/** Under this age a guardian agrees. */
export const ADULT_AGE = 18

/** Fields that a clinic may ask for when a file is opened, beside those that always are. */
export const requirableFields = {
  birthDay: '出生日期',
  idNo: '证件号',
  mobile2: '备用手机号',
  tel: '固定电话',
  wechat: '微信号',
  email: '邮箱',
  address: '详细地址',
  distanceArea: '距离',
  medicareType: '医保类型',
  nationality: '国籍',
  ethnicity: '民族',
  marital: '婚姻状况',
  education: '学历',
  occupation: '职业',
  workUnit: '工作单位',
  referrerType: '介绍人',
  respDoctorId: '责任医生',
  respNurseId: '责任护士',
  consultantId: '咨询师',
  customerServiceId: '客服',
  allergyFlag: '过敏史',
  consentOn: '隐私同意',
} as const
export type RequirableField = keyof typeof requirableFields

const says = (value: unknown): boolean =>
  value !== null && value !== undefined && (typeof value !== 'string' || value.trim() !== '')

/** Which of the fields a clinic asks for a new file leaves open. An allergy that nobody asked about is one. */
export function missingFields(
  values: Readonly<Record<string, unknown>>,
  required: readonly RequirableField[],
): { field: RequirableField; message: string }[] {
  return required.flatMap((field) => {
    const given =
      field === 'birthDay'
        ? says(values.birthDay) || says(values.age)
        : field === 'allergyFlag'
          ? values.allergyFlag === 0 || values.allergyFlag === 1
          : field === 'referrerType'
            ? says(values.referrerType) || says(values.referrerRemark)
            : says(values[field])
    return given ? [] : [{ field, message: `请填写${requirableFields[field]}，本门诊建档时必填` }]
  })
}
