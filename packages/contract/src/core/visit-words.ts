/** Words of appointments and visits by their number on the wire. Without zod, so that a light page may have them. */

/** Where an appointment comes from; index 0 is unused. */
export const appointmentSourceNames = [
  '',
  '前台',
  '电话',
  '医生自约',
  '小程序',
  '公众号',
  '网电',
  '第三方',
  '转诊',
  '网上预约',
] as const

/** Kind of visit; index 0 is unused. */
export const treatTypeNames = ['', '初诊', '复诊', '再初诊'] as const

/** Parts of the day: number on the wire, name, minutes since midnight. */
export const timeBands = [
  { value: 1, label: '上午', from: 0, to: 720 },
  { value: 2, label: '下午', from: 720, to: 1080 },
  { value: 3, label: '晚上', from: 1080, to: 1440 },
] as const
