/** The accounts of the ledger. Debit stands above zero, credit below. */
export const accounts = {
  cash: '现金类收款',
  clearing: '支付在途',
  receivable: '应收',
  unitReceivable: '单位应收',
  principal: '储值本金',
  bonus: '储值赠金',
  deposit: '预交金',
  times: '次卡',
  points: '积分',
  billed: '开单收入',
  bonusGiven: '赠送赠金',
  pointsGiven: '赠送积分',
  timesGiven: '售出次数',
  writtenOff: '核销',
  overShort: '长短款',
  otherIncome: '其他收入',
  interClinic: '门诊往来',
  /** Between the clinics' banks, past every till: no takings. */
  bank: '门诊间划转',
  suspense: '待查',
} as const
export type Account = keyof typeof accounts

/** What stands on the other side of a part of a payment. */
export const accountOfPart = {
  bonus: 'bonus',
  principal: 'principal',
  deposit: 'deposit',
  times: 'times',
  // What points pay was given by the house; the points themselves move in their own unit.
  points: 'pointsGiven',
  unit: 'unitReceivable',
  cash: 'cash',
} as const
