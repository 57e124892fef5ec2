/** Words of the choices in a patient's file. */
export type Words = Readonly<Record<number, string>>

/** The order is the order on the screen. */
export const genderNames: Words = { 0: '男', 1: '女', 2: '未知' }
export const idTypeNames: Words = {
  1: '身份证',
  2: '护照',
  3: '港澳台通行证',
  4: '出生证',
  5: '军官证',
}
export const mobileOwnerNames: Words = {
  1: '本人',
  2: '父亲',
  3: '母亲',
  4: '配偶',
  5: '子女',
  6: '其他',
}
export const medicareTypeNames: Words = {
  1: '职工医保',
  2: '居民医保',
  3: '公费',
  4: '商保',
  5: '自费',
}
export const maritalNames: Words = { 1: '未婚', 2: '已婚', 3: '离异', 4: '丧偶' }
export const patientTypeNames: Words = {
  1: '普通',
  2: '会员',
  3: 'VIP',
  4: '员工/家属',
  5: '团检',
  6: '黑名单',
}
export const allergyFlagNames: Words = { 0: '否认', 1: '有', 2: '不详' }
export const noMobileReasons = ['儿童，用监护人电话', '老人，无手机', '不愿提供', '境外号码', '其他'] as const
export const systemicDiseaseNames = [
  '高血压',
  '心脏病',
  '糖尿病',
  '血液病',
  '肝炎',
  'HIV',
  '梅毒',
  '结核',
  '哮喘',
  '癫痫',
  '妊娠',
  '哺乳',
  '骨质疏松用药（双膦酸盐）',
  '抗凝药',
  '放化疗',
  '心脏起搏器',
  '甲状腺疾病',
  '肾病',
] as const
export const educationNames: Words = {
  1: '小学及以下',
  2: '初中',
  3: '高中、中专',
  4: '大专',
  5: '本科',
  6: '硕士及以上',
}
/** How far away somebody lives. */
export const distanceAreaNames: Words = {
  1: '1 公里内',
  2: '1–3 公里',
  3: '3–10 公里',
  4: '本市较远',
  5: '外地',
}
/** Smoking and drinking. */
export const habitNames: Words = { 0: '从不', 1: '偶尔', 2: '经常', 3: '已戒' }
export const bruxismNames: Words = { 0: '无', 1: '夜磨牙', 2: '紧咬牙', 3: '磨牙并紧咬' }
export const brushingNames: Words = {
  0: '不规律',
  1: '每天 1 次',
  2: '每天 2 次',
  3: '每天 3 次及以上',
}
/** Who introduced the patient. */
export const referrerTypeNames: Words = { 1: '患者', 2: '员工', 3: '合作机构' }
/** Who agreed for a minor. */
export const guardianRelationNames: Words = { 1: '父亲', 2: '母亲', 3: '祖父母', 4: '其他监护人' }
/** Who asks for a copy of the data. */
export const copyReasonNames: Words = { 1: '患者本人索取', 2: '监护人索取', 3: '其他' }
/** Under this age a guardian agrees. */
export const ADULT_AGE = 18
