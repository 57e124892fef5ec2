import { RESULT_BOOKED, RESULT_PAIN, RESULT_WRONG_NUMBER } from './follow-up-words.ts'

/** Parts of the product that the dictionaries belong to, in the order of the screen. */
export const dictGroups = ['预约与收费', '患者', '病历与随访', '物料', '平台'] as const

interface DictMeaning {
  name: string
  group: (typeof dictGroups)[number]
  /** For whom the words hold. */
  scope: '平台' | '连锁' | '门诊'
  editable: boolean
  /** Codes that the system goes by: such an entry gets another name, it is not switched off. */
  fixed?: readonly string[]
  /** Rows keep the entry's number, so that each has one; else they keep the words. */
  numbered?: true
}

/** Who somebody is to a patient, as far as the other side follows from it: father to grandparent, sibling, guardian, other. */
const KNOWN_RELATIONS = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

/** The dictionaries by code; without zod, so that a light page may have them. */
export const dictTypes = {
  'cancel-reason': { name: '预约取消原因', group: '预约与收费', scope: '连锁', editable: true },
  pin_reason: { name: '置顶原因', group: '预约与收费', scope: '连锁', editable: true },
  void_visit_reason: { name: '退号原因', group: '预约与收费', scope: '连锁', editable: true },
  walk_out_reason: { name: '未诊离开原因', group: '预约与收费', scope: '连锁', editable: true },
  'discount-reason': { name: '优惠原因', group: '预约与收费', scope: '连锁', editable: true },
  'arrears-reason': { name: '挂账原因', group: '预约与收费', scope: '连锁', editable: true },
  return_bill_reason: { name: '账单退回原因', group: '预约与收费', scope: '连锁', editable: true },
  void_bill_reason: { name: '账单作废原因', group: '预约与收费', scope: '连锁', editable: true },
  revoke_reason: { name: '撤销收费原因', group: '预约与收费', scope: '连锁', editable: true },
  'refund-reason': { name: '退款原因', group: '预约与收费', scope: '连锁', editable: true },
  prepay_purpose: { name: '预交金用途', group: '预约与收费', scope: '连锁', editable: true },
  'lost-reason': { name: '未成交原因', group: '预约与收费', scope: '连锁', editable: true },
  'archive-reason': { name: '归档原因', group: '患者', scope: '连锁', editable: true, fixed: ['9'], numbered: true },
  relation: { name: '亲属关系', group: '患者', scope: '连锁', editable: true, fixed: KNOWN_RELATIONS, numbered: true },
  occupation: { name: '职业', group: '患者', scope: '连锁', editable: true },
  ethnicity: { name: '民族', group: '患者', scope: '连锁', editable: true },
  tag: { name: '患者标签', group: '患者', scope: '连锁', editable: true },
  transfer_reason: { name: '转诊原因', group: '病历与随访', scope: '连锁', editable: true },
  refuse_referral_reason: { name: '拒绝转诊原因', group: '病历与随访', scope: '连锁', editable: true },
  'amend-reason': { name: '病历修订原因', group: '病历与随访', scope: '连锁', editable: true },
  follow_up_result: {
    name: '随访结果',
    group: '病历与随访',
    scope: '连锁',
    editable: true,
    fixed: [RESULT_PAIN, RESULT_WRONG_NUMBER, RESULT_BOOKED],
    numbered: true,
  },
  cancel_follow_reason: { name: '随访取消原因', group: '病历与随访', scope: '连锁', editable: true },
  complaint_type: { name: '投诉类型', group: '病历与随访', scope: '连锁', editable: true },
  material: { name: '材料', group: '物料', scope: '连锁', editable: true },
  brand: { name: '品牌', group: '物料', scope: '连锁', editable: true },
  unit: { name: '单位', group: '物料', scope: '连锁', editable: true },
  pay_type: { name: '支付类型', group: '平台', scope: '平台', editable: false },
  stock_move_type: { name: '库存出入类型', group: '平台', scope: '平台', editable: false },
} as const satisfies Record<string, DictMeaning>

export type DictType = keyof typeof dictTypes
/** The dictionaries as far as each may have every mark. */
export const dictMeaning = (type: DictType): DictMeaning => dictTypes[type]
