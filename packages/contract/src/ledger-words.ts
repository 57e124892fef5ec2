/** What an entry of the ledger is about: its number in the database, and its word on the screens. */
const kinds = {
  charge: [1, '收费'],
  repay: [2, '还欠款'],
  revoke: [3, '撤销'],
  refund: [4, '退款'],
  adjust: [5, '改账'],
  writeOff: [6, '核销'],
  /** A card is sold or changed: its price, and what is recharged with it. */
  cardSale: [7, '开卡'],
  recharge: [8, '充值'],
  cardRefund: [9, '退卡'],
  cardTransfer: [10, '转卡'],
  /** A gift, or what ran out. */
  cardAdjust: [11, '卡调整'],
  /** The card of a clinic pays in another: what the one owes the other for it. */
  cardElsewhere: [12, '跨店用卡'],
  /** A prepayment is taken, given back, handed to another patient; one of a clinic pays in another. */
  prepay: [13, '收预交金'],
  prepayReturn: [14, '退预交金'],
  prepayTransfer: [15, '转预交金'],
  prepayElsewhere: [16, '跨店用预交金'],
  /** A till: a difference of its count. */
  till: [17, '长短款'],
  /** What a clinic owed another for cards and prepayments was paid. */
  clinicSettlement: [18, '门诊结算'],
  /** A unit paid what was charged to it. */
  unitSettlement: [19, '单位结算'],
  /** Told by a gateway: money that came in, money that went back; and what was done about money without a place. */
  gatewayIn: [20, '扫码到账'],
  gatewayOut: [21, '扫码退回'],
  exception: [22, '异常处理'],
  /** What introducing somebody earned: points or yuan, given or taken back. */
  reward: [23, '介绍奖励'],
} as const
export type EntryKind = keyof typeof kinds

/** The numbers of the kinds of entries. */
export const entryKinds = Object.fromEntries(Object.entries(kinds).map(([kind, [code]]) => [kind, code])) as {
  readonly [K in EntryKind]: (typeof kinds)[K][0]
}
/** The words of the kinds of entries, by number. */
export const entryKindNames: Readonly<Record<number, string>> = Object.fromEntries(Object.values(kinds))
