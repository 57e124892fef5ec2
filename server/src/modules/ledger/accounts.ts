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

/** What an entry is about. The numbers stand in the database. */
export const entryKinds = {
  charge: 1,
  repay: 2,
  revoke: 3,
  refund: 4,
  adjust: 5,
  writeOff: 6,
  /** A card is sold or changed: its price, and what is recharged with it. */
  cardSale: 7,
  recharge: 8,
  cardRefund: 9,
  cardTransfer: 10,
  /** A gift, or what ran out. */
  cardAdjust: 11,
  /** The card of a clinic pays in another: what the one owes the other for it. */
  cardElsewhere: 12,
  /** A prepayment is taken, given back, handed to another patient; one of a clinic pays in another. */
  prepay: 13,
  prepayReturn: 14,
  prepayTransfer: 15,
  prepayElsewhere: 16,
  /** A till: a difference of its count. */
  till: 17,
  /** What a clinic owed another for cards and prepayments was paid. */
  clinicSettlement: 18,
  /** A unit paid what was charged to it. */
  unitSettlement: 19,
  /** Told by a gateway: money that came in, money that went back; and what was done about money without a place. */
  gatewayIn: 20,
  gatewayOut: 21,
  exception: 22,
} as const
export type EntryKind = keyof typeof entryKinds

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
