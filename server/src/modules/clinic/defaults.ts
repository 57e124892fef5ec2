import type { PayIcon } from '@dentin/contract/lists/pay-methods'
import type { DictType } from '@dentin/contract'
import { RESULT_BOOKED } from '@dentin/contract/core/follow-up-words'
import { defaultPosts } from './posts.ts'

/** Dictionary types and their items; an item's code is its place, counted from 1, where it is not said beside it. */
const dictionaries: Readonly<Record<string, readonly (string | readonly [item: string, code: string])[]>> = {
  'cancel-reason': ['患者原因', '医生停诊', '重复预约', '改约', '失联', '其他'],
  'refund-reason': ['项目未做', '收费错误', '患者不满意', '方案变更', '其他'],
  'discount-reason': ['老客户', '员工亲属', '团体优惠', '节日活动', '多颗同做', '服务补偿', '其他'],
  'lost-reason': ['价格', '需与家人商量', '时间不便', '对比其他机构', '害怕治疗', '其他'],
  'archive-reason': ['治疗结束', '失访', '迁出', '逝世', '投诉终止', ['其他', '9']],
  'arrears-reason': ['分期付款', '现金不足', '等待医保结算', '约定下次付清', '其他'],
  'amend-reason': ['补充检查结果', '更正笔误', '更正牙位', '补充处置', '其他'],
  occupation: [
    '学生',
    '职员',
    '教师',
    '公务员',
    '医务人员',
    '工人',
    '农民',
    '自由职业',
    '个体经营',
    '退休',
    '学龄前',
    '其他',
  ],
  ethnicity: ['汉族', '回族', '满族', '蒙古族', '藏族', '维吾尔族', '苗族', '土家族', '壮族', '畲族', '其他'],
  relation: ['父亲', '母亲', '配偶', '儿子', '女儿', '祖辈', '兄弟姐妹', '监护人', '其他'],
  tag: [
    '怕疼',
    '需家属陪同',
    '正畸在治',
    '种植在治',
    '牙周维护',
    '时间紧张',
    '重点回访',
    '老客户',
    '老客户介绍',
    '喜欢周末',
    '外院转入',
    '对价格敏感',
  ],
  systemic_disease: [
    '高血压',
    '心脏病',
    '糖尿病',
    '血液病',
    '肝炎',
    '传染病',
    '哮喘',
    '癫痫',
    '妊娠或哺乳',
    '双膦酸盐用药',
    '抗凝药',
    '放化疗',
    '心脏起搏器',
    '其他',
  ],
  transfer_reason: ['专科会诊', '医生停诊', '患者要求', '病情需要', '其他'],
  follow_up_result: ['恢复良好', '轻度不适', '疼痛肿胀需复诊', '已在外院', '拒访', '号码错误', '其他'],
  complaint_type: ['服务态度', '等待时间', '治疗效果', '收费', '环境', '其他'],
  material: ['复合树脂', '玻璃离子', '氧化锆', '二硅酸锂', '钴铬合金', '纯钛', '生物陶瓷', '牙胶', '其他'],
  brand: ['国产', '进口', '其他'],
  unit: ['次', '颗', '单颌', '全口', '张', '个', '副', '象限', '支', '盒'],
  pay_type: ['现金类', '预收类', '优惠类', '医保类', '挂账'],
  stock_move_type: ['采购入库', '调拨入库', '盘盈', '科室领用', '诊疗消耗', '报损', '盘亏', '退供应商'],
  vacation_type: ['年假', '病假', '事假', '学习', '其他'],
}

/** Items that came to the dictionaries later; companies of before have them by migration. */
const addedItems: readonly (readonly [type: DictType, code: string, item: string])[] = [
  ['follow_up_result', RESULT_BOOKED, '已约'],
  ...(
    [
      ['transfer_reason', 6, ['专科治疗', '就近就诊', '设备条件', '超出诊疗范围', '需住院手术', '系统疾病']],
      ['refuse_referral_reason', 1, ['号已满', '医生不在', '无相应设备']],
      ['pin_reason', 1, ['年老体弱', '孕妇', '儿童', '疼痛剧烈']],
      ['void_visit_reason', 1, ['误点签到', '患者改期', '医生停诊']],
      ['walk_out_reason', 1, ['等候太久', '临时有事', '改日再来']],
      ['return_bill_reason', 1, ['牙位不对', '项目不对', '数量不对', '患者改主意']],
      ['void_bill_reason', 1, ['开错患者', '重复开单', '患者放弃治疗']],
      ['revoke_reason', 1, ['收款方式选错', '金额收错', '收错患者']],
      ['prepay_purpose', 1, ['种植', '正畸', '其他']],
      ['cancel_follow_reason', 1, ['已到店复诊', '重复', '患者不需要', '联系不上']],
    ] as const
  ).flatMap(([type, from, words]) => words.map((word, n) => [type, String(from + n), word] as const)),
]

/** Sources of patients, three levels: type 1 online, 2 walk-in and offline, 3 referral, 4 partner. */
const patientSources: readonly {
  name: string
  type: number
  children: Readonly<Record<string, readonly string[]>>
}[] = [
  {
    name: '线上',
    type: 1,
    children: {
      搜索: ['百度', '地图导航'],
      点评团购: ['美团', '大众点评'],
      新媒体: ['小红书', '抖音', '公众号'],
      小程序: ['门诊小程序'],
    },
  },
  { name: '线下', type: 2, children: { 自然到店: ['路过', '附近居民'], 活动: ['社区义诊', '企业团检', '学校筛查'] } },
  {
    name: '转介绍',
    type: 3,
    children: { 患者介绍: ['朋友介绍', '家人介绍', '同事介绍'], 员工介绍: ['医生介绍', '员工亲友'] },
  },
  { name: '渠道合作', type: 5, children: { 保险: ['商业口腔险'], 企业: ['企业福利平台'], 医疗机构: ['外院转诊'] } },
]

/** Built-in ways to pay: code, name, type, a trade number is asked for, usable before member cards exist, picture. */
const payMethods: readonly [
  code: string,
  name: string,
  type: number,
  needTradeNo: boolean,
  enabled: boolean,
  icon: PayIcon,
][] = [
  ['cash', '现金', 1, false, true, 'cash'],
  ['wechat', '微信', 1, false, true, 'wechat'],
  ['alipay', '支付宝', 1, false, true, 'alipay'],
  ['bank_card', '银行卡', 1, true, true, 'bank-card'],
  ['card_principal', '储值本金', 2, false, true, 'card'],
  ['card_bonus', '储值赠金', 2, false, false, 'card'],
  ['prepayment', '预交金', 2, false, true, 'yen'],
  ['medicare_pool', '医保统筹', 4, false, true, 'shield-check'],
  ['medicare_account', '医保个账', 4, false, true, 'shield-check'],
  ['transfer', '对公', 1, true, true, 'bank'],
  ['points', '积分', 2, false, true, 'ticket'],
  ['unit', '单位记账', 5, false, true, 'receipt'],
  ['meituan', '美团团购券', 6, true, true, 'ticket'],
  ['douyin', '抖音团购券', 6, true, true, 'ticket'],
]

/** What patients call an item whose name is the dentists'. */
const patientWords: Readonly<Record<string, string>> = { 洁治: '洗牙' }

/** Bookable items with their usual length in minutes and colour. */
const appointItems: readonly [
  name: string,
  minutes: number,
  colour: string,
  firstVisitOnly: boolean,
  online: boolean,
][] = [
  ['检查', 30, '#8A99A8', false, true],
  ['洁治', 40, '#3C9D8F', false, true],
  ['补牙', 40, '#4C7FC0', false, true],
  ['根管治疗', 60, '#8B6BC4', false, false],
  ['拔牙', 40, '#C0694C', false, false],
  ['种植咨询', 30, '#C09A3C', true, true],
  ['种植手术', 90, '#B5563A', false, false],
  ['正畸咨询', 40, '#5BA3D0', true, true],
  ['正畸复诊', 25, '#6F8FD6', false, false],
  ['取模/扫描', 30, '#7FA36A', false, false],
  ['戴牙', 30, '#5E9E5A', false, false],
  ['牙周治疗', 60, '#2F8C7C', false, false],
  ['儿童涂氟/窝沟封闭', 25, '#E0A03A', false, true],
  ['美白', 60, '#D88FB0', false, true],
  ['复查', 20, '#9AA5B1', false, false],
  ['急诊', 30, '#D04A4A', false, false],
]

/** Departments that a clinic begins with. type: 1 clinical, 2 medical technology, 3 other. */
const departments: readonly [name: string, type: number][] = [
  ['牙体牙髓科', 1],
  ['牙周科', 1],
  ['修复科', 1],
  ['种植科', 1],
  ['口腔外科', 1],
  ['正畸科', 1],
  ['儿童口腔科', 1],
  ['影像科', 2],
  ['前台', 3],
  ['行政', 3],
]

/** Shifts that a clinic begins with, in minutes of the day. type: 1 work, 2 rest, 3 leave, 4 out, 5 meeting. */
const shifts: readonly [
  name: string,
  short: string,
  colour: string,
  type: number,
  periods: readonly (readonly [number, number])[],
][] = [
  [
    '全日班',
    '全',
    'teal',
    1,
    [
      [510, 720],
      [810, 1050],
    ],
  ],
  ['休息', '休', 'grey', 2, [[510, 1110]]],
  ['请假', '假', 'gold', 3, [[510, 1110]]],
  ['外出', '外', 'purple', 4, [[510, 1110]]],
  ['会议', '会', 'blue', 5, [[975, 1050]]],
]

/** Makes the ids of the rows, one after another. */
export type NewId = () => string

const stamped = (at: Date) => ({ created_at: at, updated_at: at })

/** The posts a company begins with, each with what it grants. Rows lack only their tenant. */
export function postRows(newId: NewId, at: Date) {
  return defaultPosts.map((post, n) => ({
    code: post.code,
    row: { id: newId(), code: post.code, name: post.name, is_admin: post.isAdmin, sort_no: n, ...stamped(at) },
    grants: Object.entries(post.resources).map(([resource, dataScope]) => ({ resource, data_scope: dataScope })),
  }))
}

/** The kinds of appointment a company begins with. */
export function appointItemRows(newId: NewId, at: Date) {
  return appointItems.map(([name, minutes, colour, first, online], n) => ({
    id: newId(),
    name,
    duration_min: minutes,
    colour,
    first_visit_only: first,
    allow_online: online,
    online_name: patientWords[name] ?? '',
    sort_no: n,
    enabled: true,
    ...stamped(at),
  }))
}

/** The ways to pay a company begins with. */
export function payMethodRows(newId: NewId, at: Date, isWanted: (code: string) => boolean = () => true) {
  return payMethods.flatMap(([code, name, type, needTradeNo, enabled, icon], n) =>
    isWanted(code)
      ? [
          {
            id: newId(),
            code,
            name,
            type,
            need_trade_no: needTradeNo,
            icon,
            // What was given costs nobody anything and is nobody's performance.
            count_performance: code !== 'card_bonus' && code !== 'points',
            built_in: true,
            sort_no: n,
            enabled,
            ...stamped(at),
          },
        ]
      : [],
  )
}

/** The dictionaries a company begins with. */
export function dictItemRows(newId: NewId, at: Date) {
  return Object.entries(dictionaries).flatMap(([type, items]) =>
    items.map((each, n) => {
      const [item, code] = typeof each === 'string' ? [each, String(n + 1)] : each
      return { id: newId(), type_code: type, item_code: code, item, sort_no: n, enabled: true, ...stamped(at) }
    }),
  )
}

/** What was added to the dictionaries since, after what they began with. */
export function addedDictItemRows(newId: NewId, at: Date) {
  return addedItems.map(([type, code, item]) => ({
    id: newId(),
    type_code: type,
    item_code: code,
    item,
    sort_no: Number(code) - 1,
    enabled: true,
    ...stamped(at),
  }))
}

/** The sources of patients a company begins with, a parent before its children; `path` names them down to the leaf. */
export function patientSourceRows(newId: NewId, at: Date) {
  const made: { path: string; leaf: boolean; row: ReturnType<typeof source> }[] = []
  const source = (name: string, parent: string | null, type: number, n: number) => ({
    id: newId(),
    parent_id: parent,
    name,
    type,
    sort_no: n,
    enabled: true,
    ...stamped(at),
  })
  patientSources.forEach((top, a) => {
    const topRow = source(top.name, null, top.type, a)
    made.push({ path: top.name, leaf: false, row: topRow })
    Object.entries(top.children).forEach(([middle, leaves], b) => {
      const middleRow = source(middle, topRow.id, top.type, b)
      made.push({ path: `${top.name}/${middle}`, leaf: false, row: middleRow })
      leaves.forEach((leaf, c) => {
        const row = source(leaf, middleRow.id, top.type, c)
        made.push({ path: `${top.name}/${middle}/${leaf}`, leaf: true, row })
      })
    })
  })
  return made
}

/** The departments a clinic begins with. */
export function deptRows(clinicId: string, newId: NewId, at: Date) {
  return departments.map(([name, type], n) => ({
    id: newId(),
    clinic_id: clinicId,
    name,
    type,
    sort_no: n,
    enabled: true,
    ...stamped(at),
  }))
}

/** The shifts a clinic begins with. */
export function shiftRows(clinicId: string, newId: NewId, at: Date) {
  return shifts.map(([name, short, colour, type, periods], n) => ({
    id: newId(),
    clinic_id: clinicId,
    name,
    short_name: short,
    colour,
    type,
    bookable: type === 1,
    periods: periods.map(([startsMin, endsMin]) => ({ startsMin, endsMin })),
    enabled: true,
    sort_no: n + 1,
    ...stamped(at),
  }))
}
