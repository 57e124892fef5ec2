/**
 * Amounts of the money screens that open the postings they are the sum of: what each is, and which sum it is. `of`: whose it is.
 * The plural ones are the sums of lists. `unit`: yuan where none is said. `one`: of what it is the figure of one, by name. `span`: of a month's figure that is not of the month
 * alone: everything before it, or through its end.
 */
export const tracedFigures = {
  'bill.receivable': { of: 'bill', name: '应收', says: '收费时记的应收，减当日撤销的；退项另计' },
  'bill.returned': { of: 'bill', name: '退项', says: '退款从应收里减去的' },
  'bill.writtenOff': { of: 'bill', name: '核销', says: '核销掉的欠费' },
  'bill.paid': { of: 'bill', name: '已付', says: '各次收款、还欠款，减撤销的；未减退款' },
  'bill.refunded': { of: 'bill', name: '已退', says: '退回给患者的' },
  'bill.arrears': { of: 'bill', name: '欠费', says: '应收 − 退项 − 核销 − 已付 + 已退' },
  'patient.arrears': { of: 'patient', name: '欠费', says: '各账单的欠费合计' },
  'patient.consumption': { of: 'patient', name: '累计消费', says: '各账单的已付，减已退' },
  'card.principal': { of: 'card', name: '本金', says: '充值的本金，减消费与退回' },
  'card.bonus': { of: 'card', name: '赠金', says: '赠送的，减消费、收回与到期' },
  'card.points': { of: 'card', name: '积分', says: '得到的，减抵扣与退款扣回', unit: '分' },
  'card.times': { of: 'card', name: '剩余次数', says: '售出的次数，减已用的', unit: '次' },
  'prepay.balance': { of: 'prepay', name: '预交金余额', says: '收取的，减用掉、退回与转出的' },
  'unit.open': { of: 'unit', name: '单位未结', says: '本门诊记账的，减退回与已结算的' },
  'members.principal': { of: 'members', name: '本金合计', says: '列出的会员卡充值的本金，减消费与退回' },
  'members.bonus': { of: 'members', name: '赠金合计', says: '列出的会员卡赠送的，减消费、收回与到期' },
  'prepays.balance': { of: 'prepays', name: '余额合计', says: '列出的预交金收取的，减用掉、退回与转出的' },
  'owed.arrears': { of: 'owed', name: '欠费合计', says: '有欠费的账单应收，减退项、核销与已付' },
  'units.open': { of: 'units', name: '未结合计', says: '各单位在本门诊记账的，减退回与已结算的' },
  'refunds.paid': { of: 'refunds', name: '实退合计', says: '本门诊退回给这位患者的，按各收款方式' },
  'refund.paid': { of: 'refund', name: '实退', says: '这次退回给患者的，按各收款方式' },
  'exception.amount': { of: 'exception', name: '异常金额', says: '平台收进、退出而没有去处，记到待查账上的' },
  'shift.method': { of: 'shift', name: '本班收款', says: '这个班以这种方式收进的，减退出的' },
  'month.takings': { of: 'month', name: '实收', says: '这个月现金类方式收进的，减退出的；长短款不算' },
  'month.received': { of: 'month', name: '收款', says: '这个月现金类方式收进的；当月收当月撤的不算' },
  'month.paidBack': { of: 'month', name: '退款', says: '这个月现金类方式退出去的；当月收当月撤的不算' },
  'month.method': { of: 'month', name: '实收', says: '这个月以这种方式收进的，减退出的', one: '收款方式' },
  'month.category': {
    of: 'month',
    name: '收入',
    says: '这个月落到这个分类的项目上的付款（赠金、积分除外）',
    one: '分类',
  },
  'month.stored': { of: 'month', name: '充值、预交金收入', says: '卡与预交金收进的现金类款项，减退还的' },
  'month.used': { of: 'month', name: '卡与预交金消费', says: '用卡本金、预交金、次卡付的，减退回的' },
  'month.otherIncome': { of: 'month', name: '补差、卡费', says: '不落在项目上的收入' },
  'month.revenue': { of: 'month', name: '收入', says: '落到项目上的付款（赠金、积分除外），加补差、卡费与单位结算' },
  'month.added': { of: 'month', name: '应收新增', says: '收费时没有付的，减撤销的' },
  'month.repaid': { of: 'month', name: '还款', says: '还进来的欠费' },
  'month.returned': { of: 'month', name: '退项冲减', says: '退项时先抵掉的欠费' },
  'month.writtenOff': { of: 'month', name: '核销', says: '核销的坏账' },
  'month.recharged': { of: 'month', name: '充值本金', says: '开卡与充值充进的本金，减撤销的' },
  'month.cardUsed': { of: 'month', name: '本金消费', says: '用会员卡本金付的，减撤销的' },
  'month.cardBack': { of: 'month', name: '消费退回', says: '退费退回到卡里的本金' },
  'month.cardRefunded': { of: 'month', name: '退卡', says: '退卡退出的本金' },
  'month.cardMoved': { of: 'month', name: '本金转入转出', says: '转卡、换卡、调整与到期转走的本金' },
  'month.depositIn': { of: 'month', name: '预交金收取', says: '收进的预交金，减撤销的' },
  'month.depositUsed': { of: 'month', name: '预交金使用', says: '用预交金付的，减退回的' },
  'month.depositOut': { of: 'month', name: '预交金退还', says: '退还的预交金' },
  'month.depositMoved': { of: 'month', name: '预交金转入转出', says: '转给别人、转入的，与在他店用掉的预交金' },
  'month.unitCharged': { of: 'month', name: '单位记账', says: '患者记在单位账上的，减撤销的' },
  'month.unitBack': { of: 'month', name: '单位记账退回', says: '退费时从单位账上退回的' },
  'month.unitSettled': { of: 'month', name: '单位结算', says: '单位付来的，减撤销的' },
  'month.withoutPlace': {
    of: 'month',
    name: '没有入账的支付异常与介绍奖励',
    says: '平台收进而没有去处的（记入长短款的也算），减后来入账和退出的、给出的现金介绍奖励',
  },
  'month.receivableOpening': {
    of: 'month',
    span: 'before',
    name: '应收期初',
    says: '这个月以前的应收，减还的和抵掉的',
  },
  'month.receivableClosing': {
    of: 'month',
    span: 'through',
    name: '应收期末',
    says: '到这个月底为止的应收，减还的和抵掉的',
  },
  'month.principalOpening': {
    of: 'month',
    span: 'before',
    name: '会员卡本金期初',
    says: '这个月以前充进的本金，减用掉和退出的',
  },
  'month.principalClosing': {
    of: 'month',
    span: 'through',
    name: '会员卡本金期末',
    says: '到这个月底为止充进的本金，减用掉和退出的',
  },
  'month.depositOpening': {
    of: 'month',
    span: 'before',
    name: '预交金期初',
    says: '这个月以前收进的预交金，减用掉和退出的',
  },
  'month.depositClosing': {
    of: 'month',
    span: 'through',
    name: '预交金期末',
    says: '到这个月底为止收进的预交金，减用掉和退出的',
  },
  'month.unitOpening': {
    of: 'month',
    span: 'before',
    name: '单位应收期初',
    says: '这个月以前单位记的账，减退回和结算的',
  },
  'month.unitClosing': {
    of: 'month',
    span: 'through',
    name: '单位应收期末',
    says: '到这个月底为止单位记的账，减退回和结算的',
  },
  'month.overShort': { of: 'month', name: '长短款', says: '交班清点的差额与记入长短款的支付异常；短款为负' },
} as const satisfies Record<
  string,
  {
    of:
      | 'bill'
      | 'patient'
      | 'card'
      | 'prepay'
      | 'unit'
      | 'refund'
      | 'exception'
      | 'shift'
      | 'month'
      | 'members'
      | 'prepays'
      | 'owed'
      | 'units'
      | 'refunds'
    name: string
    says: string
    unit?: string
    one?: string
    span?: 'before' | 'through'
  }
>
export type TracedFigure = keyof typeof tracedFigures
