/** Words of follow-ups and reminders by their number on the wire. Without zod, so that a light page may have them. */

export const FOLLOW_UP_TYPES = {
  1: '术后',
  2: '治疗中',
  3: '定期复查',
  4: '流失召回',
  5: '欠费',
  6: '满意度',
  7: '生日',
  8: '爽约',
  9: '咨询未成交',
  10: '其他',
} as const

/** Kinds that ask somebody to come: recall for a check-up, of who stays away, and of who had advice only. */
export const RECALL_TYPES: readonly number[] = [3, 4, 9]

export const FOLLOW_UP_METHODS = { 1: '电话', 2: '短信', 3: '微信', 4: '面访' } as const

export const FOLLOW_UP_TRIGGERS = { 1: '诊断', 2: '处置项目', 3: '收费项目', 4: '未到店天数' } as const

/** Posts that may have a follow-up to do, by their code. */
export const FOLLOW_UP_ROLES = {
  doctor: '医生',
  nurse: '护士',
  service: '客服',
  reception: '前台',
  consultant: '咨询师',
} as const
export type FollowUpRole = keyof typeof FOLLOW_UP_ROLES

export const FOLLOW_UP_TABS = {
  today: '今日',
  overdue: '逾期',
  upcoming: '以后',
  done: '已访',
  cancelled: '已取消',
} as const
export type FollowUpTab = keyof typeof FOLLOW_UP_TABS

export const REMIND_REPEATS = { 0: '不重复', 1: '每天', 2: '每周', 3: '每月', 4: '每年' } as const

/**
 * Codes of the dictionary of results with a meaning of their own: pain wants a visit, a wrong number wants the file changed,
 * and who was won for a visit is booked.
 */
export const RESULT_PAIN = '3'
export const RESULT_WRONG_NUMBER = '6'
export const RESULT_BOOKED = '8'

/** What a template's text may name. */
export const TEMPLATE_VARIABLES = ['姓名', '称呼', '项目', '牙位', '医生', '日期'] as const
