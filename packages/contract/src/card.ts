import { z } from 'zod'
import { call, resource, type CallGroup, type Resource } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  amount,
  idOf,
  localDate,
  moment,
  money,
  oneOf,
  oneWord,
  optionalText,
  pageOf,
  paging,
  patientFace,
  requestId,
  requiredText,
  version,
} from './core/fields.ts'
import {
  giveBackAllowed,
  giveBackDecision,
  giveBackDone,
  giveBackPaper,
  giveBackStates,
  giveBackWithdrawal,
} from './core/give-back.ts'
import { handOverCodes, handOverCodeSent, handOverSide } from './core/hand-over.ts'
import { asPreview, letterhead, printedFields } from './core/printed.ts'
import { states } from './core/states.ts'
import { cashWays } from './core/ways.ts'
import { cardRules } from './card-rules.ts'

/** A member card. Run out (4) follows from its last day and is written nowhere. */
export const cardStates = states(
  {
    inUse: [1, '正常', 'done'],
    frozen: [2, '冻结', 'waiting'],
    lost: [3, '已挂失', 'late'],
    runOut: [4, '已过期', 'late'],
    givenBack: [5, '已退', 'ended'],
    cancelled: [6, '已注销', 'ended'],
  },
  {
    /** It is still somebody's: what it holds is kept. */
    standing: ['inUse', 'frozen', 'lost', 'runOut'],
    closed: ['givenBack', 'cancelled'],
  },
  {
    pay: { from: ['inUse'], to: [] },
    recharge: { from: ['inUse', 'frozen', 'lost', 'runOut'], to: [] },
    refund: { from: ['standing'], to: ['givenBack'] },
    transfer: { from: ['inUse'], to: [] },
    change: { from: ['inUse', 'runOut'], to: ['inUse'] },
    renew: { from: ['inUse', 'runOut'], to: ['inUse'] },
    freeze: { from: ['inUse', 'runOut'], to: ['frozen'] },
    unfreeze: { from: ['frozen'], to: ['inUse'] },
    lose: { from: ['inUse', 'frozen', 'runOut'], to: ['lost'] },
    find: { from: ['lost'], to: ['inUse'] },
    replace: { from: ['lost', 'inUse'], to: ['inUse'] },
    /** Of a family's card: how much a day. */
    limit: { from: ['standing'], to: [] },
    cancel: { from: ['standing'], to: ['cancelled'] },
  },
)
export type CardStep = keyof typeof cardStates.moves

/** What is given back of a card, from asking to paying out. */
export const cardRefundStates = giveBackStates

/** Movements of a card. */
export const cardMoves = {
  1: '开卡',
  2: '充值',
  3: '消费',
  4: '消费退回',
  5: '退卡',
  6: '转出',
  7: '转入',
  8: '调整',
  9: '赠送',
  10: '过期清零',
  11: '换卡',
  12: '次卡核销',
} as const

/** Movements by which money may come in: a card is sold, recharged, or changed for a dearer one. */
export const cardMovesIn: readonly number[] = [1, 2, 11]

/** Refusals of member cards: codes 26251 to 26299. */
export const cardErrors = {
  CARD_STATE: { code: 26251, message: '会员卡状态不允许这样操作' },
  CARD_SHORT: { code: 26252, message: '余额不足' },
  CARD_NO_TAKEN: { code: 26253, message: '这个卡号已有人使用' },
  CARD_TYPE_OFF: { code: 26254, message: '这个卡种已停用' },
  CARD_OTHER_CLINIC: { code: 26255, message: '这张卡只能在开卡门诊使用' },
  CARD_PASSWORD: { code: 26256, message: '卡密码不正确' },
  CARD_LOCKED: { code: 26257, message: '卡密码连续输错 5 次，已锁定' },
  CARD_DAY_LIMIT: { code: 26258, message: '超过副卡当日限额' },
  CARD_NOT_EMPTY: { code: 26259, message: '卡里还有余额，请先退卡' },
  CARD_MOVED_SINCE: { code: 26260, message: '充值后已有消费，不能撤销，请走退款' },
  CARD_NOT_SHARED: { code: 26261, message: '这种卡不能给亲属共用' },
  CARD_KIND: { code: 26262, message: '这种卡不能这样操作' },
  CARD_CODE: { code: 26263, message: '验证码不正确或已过期' },
  CARD_NO_PHONE: { code: 26264, message: '持卡人没有手机号，请先在档案里补录' },
  CARD_RIGHT_SPENT: { code: 26265, message: '这项权益本期已用完' },
  CARD_RIGHT_BACK: { code: 26266, message: '这一笔已退回' },
  CARD_REFUND_OPEN: { code: 26267, message: '这张卡已有退卡在办理，先办完或撤回' },
  CARD_REFUND_STATE: { code: 26268, message: '退卡单状态已变化' },
  CARD_REFUND_SELF: { code: 26269, message: '退卡须由另一个人审批' },
  CARD_REFUND_OTHERS: { code: 26298, message: '只能撤回自己申请的退卡' },
  CARD_RECEIPT: { code: 26271, message: '这一笔没有收款，不能打印收据' },
  CARD_REFUND_CHANGED: { code: 26270, message: '卡里的钱在申请后变了，请撤回后重新申请' },
} satisfies Record<string, ErrorEntry>

const SEE: Resource = '/membercard:view'
const whose: readonly Resource[] = ['/allTimePatients:view', '/field:amounts']
const manage = resource('/membercard:manage')

/** What is typed to recharge a card. */
export const recharge = {
  version,
  amount: money('充值金额', 0.01, 9_999_999),
  ways: cashWays,
  /** Who sold it. */
  salesId: idOf('销售人').nullish(),
  remark: optionalText('备注', 100),
}
/** What is typed to sell a card. */
export const sale = {
  patientId: idOf('患者'),
  typeId: idOf('卡种'),
  cardNo: optionalText('卡号', 20).refine((text) => text === '' || /^[A-Za-z0-9]{4,20}$/.test(text), {
    error: '卡号为 4 到 20 位字母或数字',
  }),
  /** Recharged with it; 0 for none. */
  amount: money('充值金额', 0, 9_999_999).default(0 as never),
  ways: cashWays,
  salesId: idOf('销售人').nullish(),
  remark: optionalText('备注', 100),
}
/** How a sale is refused. */
export const saleRefusals = [
  'CARD_TYPE_OFF',
  'CARD_NO_TAKEN',
  'PAYMENT_SHORT',
  'PAYMENT_OVER_DUE',
  'PAY_METHOD_OFF',
] as const
/** How a recharge is refused. */
export const rechargeRefusals = [
  'CARD_STATE',
  'CARD_KIND',
  'CARD_OTHER_CLINIC',
  'PAYMENT_SHORT',
  'PAYMENT_OVER_DUE',
  'PAY_METHOD_OFF',
] as const

const balances = {
  principalAmount: amount.nullable(),
  bonusAmount: amount.nullable(),
  points: z.number(),
  timesLeft: z.number(),
}

const card = z.object({
  id: z.string(),
  cardNo: z.string(),
  patientId: z.string(),
  typeId: z.string(),
  typeName: z.string(),
  kind: z.number(),
  status: z.number(),
  openClinicId: z.string(),
  openClinicName: z.string(),
  openedAt: moment,
  expireDate: z.string().nullable(),
  salesName: z.string(),
  saleAmount: amount.nullable(),
  timesSold: z.number(),
  timesAmount: amount.nullable(),
  mainCardId: z.string().nullable(),
  dayLimit: amount.nullable(),
  hasPassword: z.boolean(),
  remark: z.string(),
  ...balances,
  rules: cardRules,
  version: z.number(),
})
export type MemberCard = z.output<typeof card>

const row = z.object({
  id: z.string(),
  cardNo: z.string(),
  ...patientFace,
  mobile: z.string().nullable(),
  typeName: z.string(),
  kind: z.number(),
  status: z.number(),
  isSub: z.boolean(),
  openClinicName: z.string(),
  openedAt: moment,
  expireDate: z.string().nullable(),
  salesName: z.string(),
  ...balances,
  balance: amount.nullable(),
  rechargeTotal: amount.nullable(),
  consumeTotal: amount.nullable(),
})

export const movement = z.object({
  id: z.string(),
  logNo: z.string(),
  cardId: z.string(),
  type: z.number(),
  createdAt: moment,
  clinicName: z.string(),
  bizNo: z.string(),
  billId: z.string().nullable(),
  /** Paid with a card of the family: whose. */
  subName: z.string().nullable(),
  principalDelta: amount,
  bonusDelta: amount,
  pointsDelta: z.number(),
  timesDelta: z.number(),
  principalAfter: amount,
  bonusAfter: amount,
  pointsAfter: z.number(),
  timesAfter: z.number(),
  ways: z.array(z.object({ name: z.string(), amount })),
  operatorName: z.string(),
  /** Who sold it: the card, or the recharge. */
  salesName: z.string(),
  remark: z.string(),
  /** Taken back, or takes one back. */
  undone: z.boolean(),
  reversesId: z.string().nullable(),
})

/** What a card holds, or what its movements come to. */
const cardSums = z.object({ principal: amount, bonus: amount, points: z.number(), times: z.number() })
const done = z.object({ id: z.string(), version: z.number() })
const moved = done.extend({ logId: z.string(), principalAmount: amount, bonusAmount: amount, points: z.number() })

/** The paper of what is given back of a card: as asked for until it is paid, then as paid. */
const cardRefund = z.object({
  id: z.string(),
  refundNo: z.string(),
  cardId: z.string(),
  cardNo: z.string(),
  typeName: z.string(),
  kind: z.number(),
  /** All that the card is worth, after which it is closed. */
  whole: z.boolean(),
  /** What leaves the card, what of it stays with the house, and the bonus that lapses with it. */
  principal: amount,
  keptAmount: amount,
  bonusTaken: amount,
  ...giveBackPaper,
})
/** What was paid for a card: its sale, a recharge, or a dearer one. */
const cardReceipt = z.object({
  id: z.string(),
  logNo: z.string(),
  type: z.number(),
  createdAt: moment,
  ...patientFace,
  cardNo: z.string(),
  typeName: z.string(),
  kind: z.number(),
  expireDate: z.string().nullable(),
  /** All that was paid, and of it what is neither principal nor uses. */
  amount,
  fee: amount,
  principalDelta: amount,
  bonusDelta: amount,
  timesAmountDelta: amount,
  timesDelta: z.number(),
  pointsDelta: z.number(),
  principalAfter: amount,
  bonusAfter: amount,
  ways: z.array(z.object({ payMethodId: z.string(), name: z.string(), amount, tradeNo: z.string() })),
  operatorName: z.string(),
  salesName: z.string(),
  remark: z.string(),
})
const REFUND: Resource = '/membercard:refund'
const ASK_BACK: Resource = '/membercard:refundAsk'
const APPROVE: Resource = '/orderSet:refundApprove'

const filter = {
  keyword: optionalText('关键字', 30),
  typeId: idOf('卡种').nullish(),
  status: oneOf('状态', [1, 2, 3, 4, 5, 6]).nullish(),
  hasBalance: z.boolean({ error: '应为是或否' }).default(false),
}

export const memberCard = {
  basicInformation: call({
    method: 'GET',
    path: '/bill-api/member/basicInformation',
    doc: '患者的会员卡：余额、规则、副卡；没有金额权限时金额为空',
    spec: 'member-basic-information',
    allow: resource(SEE),
    also: whose,
    scope: 'all',
    query: { patientId: idOf('患者') },
    output: z.object({
      cards: z.array(
        card.extend({
          /** The family's cards that pay from it. */
          subCards: z.array(
            z.object({
              id: z.string(),
              cardNo: z.string(),
              patientId: z.string(),
              patientName: z.string(),
              gender: z.number(),
              birthDay: z.string().nullable(),
              dayLimit: amount.nullable(),
              status: z.number(),
              version: z.number(),
            }),
          ),
          /** For a family's card: whose it pays from. */
          mainName: z.string().nullable(),
          /** What its movements come to is what it holds. */
          agrees: z.boolean(),
          /** The recharge that may still be undone. */
          undoable: z.string().nullable(),
          /** The sale that may still be undone. */
          saleUndoable: z.string().nullable(),
          /** The type that it has earned by what was recharged or used. */
          upgrade: z.object({ typeId: z.string(), typeName: z.string() }).nullable(),
        }),
      ),
    }),
  }),
  payable: call({
    method: 'GET',
    path: '/bill-api/member/payable',
    doc: '收费时可以用的卡：本人的，与所属主卡的',
    spec: null,
    allow: resource('/orderSet:charge', SEE),
    also: whose,
    scope: 'all',
    query: { patientId: idOf('患者') },
    output: z.array(
      z.object({
        id: z.string(),
        cardNo: z.string(),
        typeName: z.string(),
        kind: z.number(),
        status: z.number(),
        /** Why it can't pay now; '' when it can. */
        refusal: z.string(),
        mainName: z.string().nullable(),
        dayLeft: amount.nullable(),
        principalAmount: amount,
        bonusAmount: amount,
        timesLeft: z.number(),
        /** Its points, where they can pay; 0 where they can't. */
        points: z.number(),
        /** What the next uses of a times card are worth, first to last. */
        uses: z.array(amount),
        asksPassword: z.boolean(),
        rules: cardRules.pick({
          useOrder: true,
          maxBonusRatio: true,
          excludedCategories: true,
          passwordAbove: true,
          pointsPerYuan: true,
          maxPointsRatio: true,
        }),
        excludedNames: z.array(z.string()),
      }),
    ),
  }),
  openCard: call({
    method: 'POST',
    path: '/bill-api/member/openCard',
    doc: '开卡：卡费与首充一起收；次卡的售价按次分摊',
    spec: 'member-open-card',
    allow: resource('/membercard:open'),
    also: whose,
    idempotent: true,
    body: { ...sale, requestId },
    /** Why the coupon of the step could not be given; '' when it was. */
    output: moved.extend({ cardNo: z.string(), giftMissed: z.string() }),
    errors: saleRefusals,
  }),
  recharge: call({
    method: 'POST',
    path: '/bill-api/member/recharge/{id}',
    doc: '充值：赠金按达到的一档，不累加',
    spec: 'member-recharge',
    allow: resource('/membercard:recharge'),
    also: whose,
    idempotent: true,
    params: { id: idOf('会员卡') },
    body: { ...recharge, requestId },
    output: moved.extend({ giftMissed: z.string() }),
    errors: rechargeRefusals,
  }),
  undoRecharge: call({
    method: 'POST',
    path: '/bill-api/member/recharge-undo',
    doc: '撤销充值：当日、所在的班没交、它还是卡的最后一笔、不是扫码收的时',
    spec: null,
    allow: resource('/membercard:recharge'),
    also: whose,
    idempotent: true,
    body: { logId: idOf('充值'), reason: requiredText('原因', 50), requestId },
    output: moved,
    errors: ['CARD_MOVED_SINCE', 'CARD_STATE', 'COUPON_STATE', 'PAID_BY_GATEWAY', 'REVOKE_NOT_TODAY', 'SHIFT_CLOSED'],
  }),
  undoSale: call({
    method: 'POST',
    path: '/bill-api/member/sale-undo',
    doc: '撤销开卡：当日、所在的班没交、开卡后没有变动、没给过优惠与权益、不是扫码收的时；卡注销，钱按原来的方式退回',
    spec: null,
    allow: resource('/membercard:open'),
    also: whose,
    idempotent: true,
    body: { logId: idOf('开卡'), reason: requiredText('原因', 50), requestId },
    output: moved,
    errors: [
      'CARD_MOVED_SINCE',
      'CARD_STATE',
      'CARD_REFUND_OPEN',
      'COUPON_STATE',
      'PAID_BY_GATEWAY',
      'REVOKE_NOT_TODAY',
      'SHIFT_CLOSED',
    ],
  }),
  refundPreview: call({
    method: 'GET',
    path: '/bill-api/member/refund-preview',
    doc: '退卡前看：要补差多少（卡与副卡给过、还没有补的会员优惠）、退多少起须另一人同意',
    spec: null,
    allow: resource(REFUND, ASK_BACK),
    also: whose,
    query: { id: idOf('会员卡') },
    output: z.object({
      makeUp: amount,
      /** From this sum on somebody else agrees before it is paid; what went back before counts. */
      approvalFrom: amount,
    }),
  }),
  refund: call({
    method: 'POST',
    path: '/bill-api/member/refund/{id}',
    doc: '退卡或退一部分本金：赠金按比例收回，全退后赠金作废；达到审批金额的只申请，另一人同意后再退；只有申请权的人只申请，由有退卡权的人退',
    spec: 'member-refund',
    allow: resource(REFUND, ASK_BACK),
    also: [...whose, REFUND],
    idempotent: true,
    params: { id: idOf('会员卡') },
    body: {
      version,
      /** true: everything, and the card is closed. */
      whole: z.boolean({ error: '应为是或否' }).default(false),
      /** Principal that is given back; of the whole it is left out. */
      amount: money('退本金', 0.01, 9_999_999).optional(),
      payMethodId: idOf('退款方式'),
      reason: requiredText('原因', 50),
      requestId,
    },
    output: moved.extend({
      /** null as long as it is only asked for. */
      logId: z.string().nullable(),
      refundId: z.string(),
      refundNo: z.string(),
      refundStatus: z.number(),
      paidBack: amount,
      bonusTaken: amount,
      kept: amount,
    }),
    errors: ['CARD_STATE', 'CARD_SHORT', 'CARD_KIND', 'CARD_REFUND_OPEN', 'PAY_METHOD_OFF', 'MONTH_CLOSED'],
  }),
  refunds: call({
    method: 'POST',
    path: '/bill-api/member/refunds',
    doc: '本门诊的退卡单，未办完的在前；可只看一张卡的',
    spec: null,
    effect: 'read',
    allow: resource(SEE),
    also: [...whose, REFUND, ASK_BACK, APPROVE, '/orderSet:print'],
    body: { cardId: idOf('会员卡').nullish(), keyword: optionalText('关键字', 30), ...paging },
    output: pageOf(cardRefund.extend({ allowed: giveBackAllowed, mayPrint: z.boolean() })).extend({
      /** How many of the clinic's are under way. */
      open: z.number(),
    }),
  }),
  decideRefund: call({
    method: 'POST',
    path: '/bill-api/member/refund-decide',
    doc: '同意或拒绝退卡：不能是申请人',
    spec: null,
    allow: resource(APPROVE),
    also: whose,
    body: { id: idOf('退卡单'), ...giveBackDecision },
    output: giveBackDone,
    errors: ['CARD_REFUND_STATE', 'CARD_REFUND_SELF'],
  }),
  payRefund: call({
    method: 'POST',
    path: '/bill-api/member/refund-pay',
    doc: '按同意的退款：本金、赠金按退款时的余额再算一遍，退不出同意的数就拒绝',
    spec: null,
    allow: resource(REFUND),
    also: whose,
    idempotent: true,
    body: { id: idOf('退卡单'), version, requestId },
    output: giveBackDone,
    errors: ['CARD_REFUND_STATE', 'CARD_REFUND_CHANGED', 'CARD_SHORT', 'CARD_STATE', 'PAY_METHOD_OFF', 'MONTH_CLOSED'],
  }),
  withdrawRefund: call({
    method: 'POST',
    path: '/bill-api/member/refund-withdraw',
    doc: '撤回没有办完的退卡申请；只有申请权的人只能撤回自己的',
    spec: null,
    allow: resource(REFUND, ASK_BACK),
    also: [...whose, REFUND],
    body: { id: idOf('退卡单'), ...giveBackWithdrawal },
    output: giveBackDone,
    errors: ['CARD_REFUND_STATE', 'CARD_REFUND_OTHERS'],
  }),
  refundSlip: call({
    method: 'GET',
    path: '/bill-api/member/refund-slip/{id}',
    doc: '退卡单（打印用，写打印日志）',
    spec: null,
    effect: 'write',
    allow: resource('/orderSet:print'),
    also: [...whose, SEE],
    params: { id: idOf('退卡单') },
    query: asPreview,
    output: z.object({
      clinic: letterhead,
      refund: cardRefund,
      /** What the card held after it. */
      principalAfter: amount,
      bonusAfter: amount,
      amountInWords: z.string(),
      ...printedFields,
    }),
    errors: ['CARD_REFUND_STATE'],
  }),
  receipt: call({
    method: 'GET',
    path: '/bill-api/member/receipt/{id}',
    doc: '开卡、充值、换卡补差的收据（打印用，写打印日志）',
    spec: null,
    effect: 'write',
    allow: resource('/orderSet:print'),
    also: [...whose, SEE],
    params: { id: idOf('会员卡流水') },
    query: asPreview,
    output: z.object({
      clinic: letterhead,
      receipt: cardReceipt,
      amountInWords: z.string(),
      ...printedFields,
    }),
    errors: ['CARD_RECEIPT'],
  }),
  transfer: call({
    method: 'POST',
    path: '/bill-api/member/transfer',
    doc: '转账：本金转给另一张卡，赠金按比例随同',
    spec: null,
    allow: manage,
    also: whose,
    idempotent: true,
    body: {
      id: idOf('会员卡'),
      version,
      toId: idOf('转入的卡'),
      amount: money('转出本金', 0.01, 9_999_999),
      ...handOverCodes,
      reason: requiredText('原因', 50),
      requestId,
    },
    output: moved,
    errors: ['CARD_STATE', 'CARD_SHORT', 'CARD_KIND', 'CARD_NO_PHONE', 'CARD_CODE'],
  }),
  transferCode: call({
    method: 'POST',
    path: '/bill-api/member/transfer/code',
    doc: '转账时给一方的手机发验证码：只对这两张卡、这个金额、这一方有效；双方同一个手机号时一条即可',
    spec: null,
    allow: manage,
    also: whose,
    body: {
      id: idOf('会员卡'),
      toId: idOf('转入的卡'),
      amount: money('转出本金', 0.01, 9_999_999),
      side: handOverSide,
    },
    output: handOverCodeSent,
    errors: ['CARD_NO_PHONE', 'SMS_CLOSED', 'TOO_MANY'],
  }),
  sendCode: call({
    method: 'POST',
    path: '/bill-api/member/code',
    doc: '给持卡人的手机发验证码：用卡超过密码起点时代替密码',
    spec: null,
    allow: resource('/orderSet:charge', '/membercard:manage'),
    also: whose,
    body: { id: idOf('会员卡') },
    /** The phone, covered. */
    output: z.object({ mobile: z.string() }),
    errors: ['CARD_NO_PHONE', 'SMS_CLOSED', 'TOO_MANY'],
  }),
  change: call({
    method: 'POST',
    path: '/bill-api/member/change',
    doc: '换卡、升级：余额平移，规则换成新卡种的',
    spec: 'member-change',
    allow: manage,
    also: whose,
    idempotent: true,
    body: {
      id: idOf('会员卡'),
      version,
      typeId: idOf('新卡种'),
      ways: cashWays.default([]),
      reason: requiredText('原因', 50),
      requestId,
    },
    /** The movement, of which there is a receipt when something was paid. */
    output: done.extend({ logId: z.string() }),
    errors: ['CARD_STATE', 'CARD_KIND', 'CARD_TYPE_OFF', 'PAYMENT_SHORT', 'PAYMENT_OVER_DUE', 'PAY_METHOD_OFF'],
  }),
  changeLog: call({
    method: 'GET',
    path: '/bill-api/member/changeLog',
    doc: '一张卡的变更：换卡、换号、状态、有效期、副卡',
    spec: 'member-change-log',
    allow: resource(SEE),
    also: whose,
    scope: 'all',
    query: { id: idOf('会员卡') },
    output: z.array(
      z.object({
        id: z.string(),
        what: z.string(),
        beforeText: z.string(),
        afterText: z.string(),
        priceDiff: amount,
        reason: z.string(),
        operatorName: z.string(),
        createdAt: moment,
      }),
    ),
  }),
  relationAdd: call({
    method: 'POST',
    path: '/bill-api/member/relation/add',
    doc: '给亲属开副卡：用主卡余额，可设单日限额',
    spec: 'member-relation-add',
    allow: manage,
    also: whose,
    idempotent: true,
    body: {
      id: idOf('主卡'),
      patientId: idOf('亲属'),
      dayLimit: money('单日限额', 0.01, 9_999_999).nullish(),
      requestId,
    },
    output: done,
    errors: ['CARD_NOT_SHARED', 'CARD_STATE', 'CARD_KIND'],
  }),
  relationChange: call({
    method: 'POST',
    path: '/bill-api/member/relation/change',
    doc: '改一张副卡的单日限额；不填则不限',
    spec: null,
    allow: manage,
    also: whose,
    body: {
      id: idOf('副卡'),
      version,
      dayLimit: money('单日限额', 0.01, 9_999_999).nullish(),
      reason: requiredText('原因', 50),
    },
    output: done,
    errors: ['CARD_STATE', 'CARD_KIND'],
  }),
  relationDelete: call({
    method: 'POST',
    path: '/bill-api/member/relation/delete',
    doc: '停用一张副卡',
    spec: 'member-relation-delete',
    allow: manage,
    also: whose,
    body: { id: idOf('副卡'), version, reason: optionalText('原因', 50) },
    output: done,
    errors: ['CARD_STATE', 'CARD_KIND'],
  }),
  bindMembershipCard: call({
    method: 'POST',
    path: '/bill-api/member/bindMembershipCard',
    doc: '绑定实体卡号；挂失的卡这样补卡',
    spec: 'member-bind-membership-card',
    allow: manage,
    also: whose,
    body: {
      id: idOf('会员卡'),
      version,
      cardNo: requiredText('卡号', 20, 4).refine((text) => /^[A-Za-z0-9]+$/.test(text), {
        error: '卡号只用字母和数字',
      }),
    },
    output: done,
    errors: ['CARD_NO_TAKEN', 'CARD_STATE'],
  }),
  setStatus: call({
    method: 'POST',
    path: '/bill-api/member/status',
    doc: '挂失、解挂、冻结、解冻',
    spec: null,
    allow: manage,
    also: whose,
    body: {
      id: idOf('会员卡'),
      version,
      step: oneWord('操作', ['lose', 'find', 'freeze', 'unfreeze']),
      reason: requiredText('原因', 50),
    },
    output: done,
    errors: ['CARD_STATE'],
  }),
  renew: call({
    method: 'POST',
    path: '/bill-api/member/renew',
    doc: '续期：改有效期的最后一天',
    spec: null,
    allow: manage,
    also: whose,
    body: { id: idOf('会员卡'), version, expireDate: localDate('有效期至'), reason: requiredText('原因', 50) },
    output: done,
    errors: ['CARD_STATE'],
  }),
  setPassword: call({
    method: 'POST',
    path: '/bill-api/member/password',
    doc: '设置卡密码，同时解除锁定；不填则取消密码',
    spec: null,
    allow: manage,
    also: whose,
    body: {
      id: idOf('会员卡'),
      version,
      password: optionalText('卡密码', 6).refine((text) => text === '' || /^\d{6}$/.test(text), {
        error: '卡密码为 6 位数字',
      }),
    },
    output: done,
    errors: ['CARD_STATE'],
  }),
  cancel: call({
    method: 'GET',
    path: '/bill-api/member/cancel/{id}',
    doc: '注销会员卡：余额为零时',
    spec: 'member-cancel',
    effect: 'write',
    allow: manage,
    also: whose,
    params: { id: idOf('会员卡') },
    output: done,
    errors: ['CARD_NOT_EMPTY', 'CARD_STATE'],
  }),
  list: call({
    method: 'POST',
    path: '/bill-api/member/list',
    doc: '会员列表；没有金额权限时金额为空，没有完整手机号权限时手机号遮盖',
    spec: 'member-list',
    effect: 'read',
    allow: resource(SEE),
    also: [...whose, '/field:phone'],
    scope: 'all',
    body: { ...filter, ...paging },
    output: pageOf(row).extend({
      sums: z.object({ principal: amount, bonus: amount }).nullable(),
    }),
  }),
  listExport: call({
    method: 'POST',
    path: '/bill-api/member/list/export',
    doc: '导出会员列表',
    spec: 'member-list-export',
    allow: resource('/membercard:export'),
    also: [...whose, SEE, '/field:phone'],
    scope: 'all',
    answer: 'file',
    exported: '会员列表',
    body: filter,
    output: z.null(),
  }),
  mismatches: call({
    method: 'POST',
    path: '/bill-api/member/mismatches',
    doc: '对账异常：流水合计不等于余额的卡，本金、赠金、次数、积分各对一次',
    spec: null,
    effect: 'read',
    allow: resource(SEE),
    also: whose,
    scope: 'all',
    body: { ...paging },
    output: pageOf(
      z.object({
        id: z.string(),
        cardNo: z.string(),
        ...patientFace,
        typeName: z.string(),
        kind: z.number(),
        openClinicName: z.string(),
        held: cardSums,
        logged: cardSums,
        lastMovedAt: moment.nullable(),
      }),
    ),
  }),
  memberRights: call({
    method: 'GET',
    path: '/bill-api/member/getMemberRights',
    doc: '一张卡的权益：折扣、会员价、权益项目',
    spec: 'member-get-member-rights',
    allow: resource(SEE),
    also: whose,
    scope: 'all',
    query: { id: idOf('会员卡') },
    output: z.object({
      discounts: z.array(z.object({ name: z.string(), percent: z.number() })),
      prices: z.array(z.object({ name: z.string(), price: amount })),
      rights: z.array(
        z.object({ name: z.string(), qty: z.number(), period: z.number(), used: z.number(), left: z.number() }),
      ),
      excluded: z.array(z.string()),
    }),
  }),
  spendRight: call({
    method: 'POST',
    path: '/bill-api/member/right/use',
    doc: '用一次权益：记一笔，可注明用在哪张账单；本期次数用完不能再用',
    spec: null,
    allow: resource('/membercard:manage', '/orderSet:charge'),
    also: whose,
    scope: 'all',
    idempotent: true,
    body: {
      id: idOf('会员卡'),
      name: requiredText('权益', 30),
      billId: idOf('账单').nullish(),
      remark: optionalText('备注', 50),
      requestId,
    },
    output: z.object({ id: z.string(), left: z.number() }),
    errors: ['CARD_STATE', 'CARD_OTHER_CLINIC', 'CARD_RIGHT_SPENT', 'COUPON_TYPE_OFF', 'COUPON_TOTAL'],
  }),
  undoRight: call({
    method: 'POST',
    path: '/bill-api/member/right/undo',
    doc: '退回一次权益',
    spec: null,
    allow: manage,
    also: whose,
    scope: 'all',
    idempotent: true,
    body: { useId: idOf('权益记录'), reason: requiredText('原因', 50), requestId },
    output: z.object({ id: z.string() }),
    errors: ['CARD_KIND', 'COUPON_STATE', 'CARD_RIGHT_BACK'],
  }),
  rightUses: call({
    method: 'GET',
    path: '/bill-api/member/right/uses',
    doc: '一张卡用过的权益，新的在前',
    spec: null,
    allow: resource(SEE),
    also: whose,
    scope: 'all',
    query: { id: idOf('会员卡') },
    output: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        qty: z.number(),
        usedOn: z.string(),
        billId: z.string().nullable(),
        billNo: z.string(),
        clinicName: z.string(),
        operatorName: z.string(),
        remark: z.string(),
        createdAt: moment,
        /** Given back. */
        isUndone: z.boolean(),
      }),
    ),
  }),
  expendList: call({
    method: 'POST',
    path: '/bill-api/member/expend/list',
    doc: '一张卡的流水，新的在前；合计等于余额',
    spec: 'member-expend-list',
    effect: 'read',
    allow: resource(SEE),
    also: whose,
    scope: 'all',
    body: {
      id: idOf('会员卡'),
      kind: oneWord('范围', ['all', 'money', 'times', 'points']).default('all'),
      ...paging,
    },
    output: pageOf(movement).extend({
      /** null for whoever may not see amounts. */
      sums: cardSums.nullable(),
    }),
  }),
} as const satisfies CallGroup
