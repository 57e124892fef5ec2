/** Chinese public holidays: closed days and the working days in exchange, 2026 as published; 2027 the fixed dates only. */
export const holidays: readonly { name: string; from: string; days: number; workdays: readonly string[] }[] = [
  { name: '元旦', from: '2026-01-01', days: 3, workdays: ['2026-01-04'] },
  { name: '春节', from: '2026-02-15', days: 9, workdays: ['2026-02-14', '2026-02-28'] },
  { name: '清明节', from: '2026-04-04', days: 3, workdays: [] },
  { name: '劳动节', from: '2026-05-01', days: 5, workdays: ['2026-05-09'] },
  { name: '端午节', from: '2026-06-19', days: 3, workdays: [] },
  { name: '中秋节', from: '2026-09-25', days: 3, workdays: [] },
  { name: '国庆节', from: '2026-10-01', days: 7, workdays: ['2026-09-20', '2026-10-10'] },
  { name: '元旦', from: '2027-01-01', days: 1, workdays: [] },
  { name: '劳动节', from: '2027-05-01', days: 2, workdays: [] },
  { name: '国庆节', from: '2027-10-01', days: 3, workdays: [] },
]

/** Dictionary types and their items. */
export const dictionaries: Readonly<Record<string, readonly string[]>> = {
  'cancel-reason': ['患者原因', '医生停诊', '重复预约', '改约', '失联', '其他'],
  'refund-reason': ['项目未做', '收费错误', '患者不满意', '方案变更', '其他'],
  'discount-reason': ['老客户', '员工亲属', '团体优惠', '节日活动', '多颗同做', '服务补偿', '其他'],
  'lost-reason': ['价格', '需与家人商量', '时间不便', '对比其他机构', '害怕治疗', '其他'],
  'archive-reason': ['治疗结束', '失访', '迁出', '逝世', '投诉终止', '其他'],
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

/** Sources of patients, three levels: type 1 online, 2 walk-in and offline, 3 referral, 4 partner. */
export const patientSources: readonly {
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
  { name: '渠道合作', type: 4, children: { 保险: ['商业口腔险'], 企业: ['企业福利平台'], 医疗机构: ['外院转诊'] } },
]

/** Built-in ways to pay: code, name, type, a trade number is asked for, usable before member cards exist. */
export const payMethods: readonly [code: string, name: string, type: number, needTradeNo: boolean, enabled: boolean][] =
  [
    ['cash', '现金', 1, false, true],
    ['wechat', '微信', 1, false, true],
    ['alipay', '支付宝', 1, false, true],
    ['bank_card', '银行卡', 1, true, true],
    ['card_principal', '储值本金', 2, false, false],
    ['card_bonus', '储值赠金', 2, false, false],
    ['prepayment', '预交金', 2, false, false],
    ['medicare_pool', '医保统筹', 4, false, true],
    ['medicare_account', '医保个账', 4, false, true],
    ['transfer', '对公', 1, true, true],
  ]

export const allergies: readonly (readonly [text: string, weight: number])[] = [
  ['青霉素', 40],
  ['头孢类', 22],
  ['磺胺类', 10],
  ['阿司匹林', 6],
  ['碘', 4],
  ['利多卡因', 2],
  ['乳胶', 4],
  ['海鲜', 8],
  ['花粉、尘螨', 4],
]
