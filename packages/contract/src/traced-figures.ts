/**
 * Amounts of the money screens that open the postings they are the sum of: what each is, and which sum it is. `of`: whose it is.
 * `unit`: yuan where none is said.
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
} as const satisfies Record<
  string,
  { of: 'bill' | 'patient' | 'card' | 'prepay'; name: string; says: string; unit?: string }
>
export type TracedFigure = keyof typeof tracedFigures
