import { states } from './states.ts'

/** Status in words, by the number on the wire: the same words in the server's messages and on the screen. */

export const appointmentStates = states(
  {
    requested: [0, '待确认', 'open'],
    booked: [1, '已预约', 'due'],
    confirmed: [2, '已确认', 'ready'],
    arrived: [3, '已到店', 'waiting'],
    inTreatment: [4, '就诊中', 'underWay'],
    completed: [5, '已完成', 'done'],
    cancelled: [6, '已取消', 'ended'],
    walkedOut: [7, '走诊', 'away'],
    refused: [8, '已拒绝', 'ended'],
    missed: [9, '爽约', 'away'],
  },
  {
    /** The patient is still to come. */
    coming: ['requested', 'booked', 'confirmed'],
    /** The time of the doctor is taken. */
    holding: ['requested', 'booked', 'confirmed', 'arrived', 'inTreatment', 'completed'],
    /** The clinic has agreed to it, and the patient is still to come. */
    agreed: ['booked', 'confirmed'],
    /** Somebody said that it will not take place. */
    calledOff: ['cancelled', 'refused'],
    /** It will not take place. */
    over: ['cancelled', 'walkedOut', 'refused', 'missed'],
  },
  {
    accept: { from: ['requested'], to: ['booked'] },
    refuse: { from: ['requested'], to: ['refused'] },
    confirm: { from: ['booked'], to: ['confirmed'] },
    /** Time, doctor and chair change only before the patient is there. */
    change: { from: ['coming'], to: [] },
    cancel: { from: ['agreed'], to: ['cancelled'] },
    miss: { from: ['agreed'], to: ['missed'] },
    /** Somebody who was given up may still come. */
    arrive: { from: ['agreed', 'missed'], to: ['arrived'] },
    /** The registration is cancelled. */
    undoArrival: { from: ['arrived'], to: ['confirmed'] },
    walkOut: { from: ['arrived'], to: ['walkedOut'] },
    begin: { from: ['arrived'], to: ['inTreatment'] },
    /** The treatment is sent back to the queue. */
    sendBack: { from: ['inTreatment'], to: ['arrived'] },
    finish: { from: ['inTreatment'], to: ['completed'] },
  },
)

export const registrationStates = states(
  {
    waiting: [1, '候诊', 'waiting'],
    called: [2, '已叫号', 'ready'],
    inTreatment: [3, '就诊中', 'underWay'],
    toCharge: [4, '待收费', 'unsettled'],
    charged: [5, '已收费', 'done'],
    left: [6, '已离开', 'done'],
    cancelled: [7, '已退号', 'ended'],
    transferred: [8, '已转出', 'away'],
    passedOver: [9, '过号', 'away'],
  },
  {
    /** Not in treatment yet. */
    toCome: ['waiting', 'called'],
    /** In the clinic before the desk: waiting or treated. */
    inHouse: ['waiting', 'called', 'inTreatment'],
    /** The visit goes on. */
    underWay: ['waiting', 'called', 'inTreatment', 'toCharge'],
    /** The patient is or was in the chair. */
    begun: ['inTreatment', 'toCharge', 'charged', 'left'],
    /** The patient is out of the chair. */
    treated: ['toCharge', 'charged', 'left'],
    /** No treatment comes of it. */
    off: ['cancelled', 'transferred', 'passedOver'],
    /** It took or takes place. */
    live: ['waiting', 'called', 'inTreatment', 'toCharge', 'charged', 'left'],
  },
  {
    call: { from: ['waiting'], to: ['called'] },
    begin: { from: ['toCome'], to: ['inTreatment'] },
    /** The wrong number was called, or the treatment was begun by mistake. */
    sendBack: { from: ['called', 'inTreatment'], to: ['waiting'] },
    finish: { from: ['inTreatment'], to: ['toCharge'] },
    charge: { from: ['toCharge'], to: ['charged'] },
    revokeCharge: { from: ['charged'], to: ['toCharge'] },
    /** Without a charge: nothing to pay, or agreed to owe. */
    leave: { from: ['toCharge', 'charged'], to: ['left'] },
    cancel: { from: ['toCome'], to: ['cancelled'] },
    transfer: { from: ['inHouse'], to: ['transferred'] },
    passOver: { from: ['toCome'], to: ['passedOver'] },
  },
)

/** `revoked` stands in the status log only. */
export const billStates = states(
  {
    draft: [0, '草稿', 'open'],
    due: [1, '待收费', 'due'],
    partPaid: [2, '部分支付', 'owing'],
    paid: [3, '已付清', 'done'],
    partRefunded: [4, '部分退款', 'partBack'],
    refunded: [5, '全额退款', 'ended'],
    paying: [6, '支付中', 'running'],
    revoked: [7, '收费撤销', 'away'],
    returned: [8, '已退回医生', 'away'],
    void: [9, '已作废', 'ended'],
  },
  {
    /** Still written: not at the desk. */
    unsent: ['draft', 'returned'],
    /** Money was taken for it. */
    charged: ['partPaid', 'paid'],
    /** Something is still to be paid. */
    toPay: ['due', 'partPaid'],
    /** Of these something may be owing. */
    owing: ['partPaid', 'partRefunded'],
    /** Something of what was charged stands. */
    standing: ['partPaid', 'paid', 'partRefunded'],
    /** Money was taken, some of which may have gone back. */
    received: ['partPaid', 'paid', 'partRefunded', 'refunded'],
    /** Nobody owes anything for it: it was never sent, or it is void. */
    withoutClaim: ['draft', 'returned', 'void'],
  },
  {
    edit: { from: ['unsent', 'due'], to: [] },
    submit: { from: ['unsent'], to: ['due'] },
    takeBack: { from: ['due'], to: ['returned'] },
    void: { from: ['unsent', 'due'], to: ['void'] },
    charge: { from: ['due'], to: ['partPaid', 'paid'] },
    /** A gateway was asked to take the money. */
    startPaying: { from: ['due'], to: ['paying'] },
    /** The money is there. */
    settle: { from: ['paying'], to: ['partPaid', 'paid'] },
    /** Nobody has paid in time. */
    stopPaying: { from: ['paying'], to: ['due'] },
    repay: { from: ['owing'], to: ['paid'] },
    revoke: { from: ['charged'], to: ['due'] },
    refund: { from: ['standing'], to: ['partPaid', 'paid', 'partRefunded', 'refunded'] },
  },
)

export const recordStates = states(
  {
    draft: [0, '草稿', 'open'],
    submitted: [1, '已提交', 'due'],
    signed: [2, '已签名', 'done'],
    archived: [3, '已归档', 'filed'],
    amending: [4, '修订中', 'reopened'],
    deleted: [9, '已删除', 'ended'],
  },
  {
    /** Being written for the first time. */
    open: ['draft', 'submitted'],
    /** The text is locked. */
    locked: ['signed', 'archived'],
  },
  {
    edit: { from: ['open', 'amending'], to: [] },
    submit: { from: ['draft'], to: ['submitted'] },
    /** Something that is asked for was taken out again. */
    reopen: { from: ['submitted'], to: ['draft'] },
    /** An amendment of a filed record goes back to the files. */
    sign: { from: ['submitted', 'amending'], to: ['signed', 'archived'] },
    archive: { from: ['signed'], to: ['archived'] },
    amend: { from: ['signed'], to: ['amending'] },
    /** With an approval. */
    amendArchived: { from: ['archived'], to: ['amending'] },
    remove: { from: ['open', 'signed', 'amending'], to: ['deleted'] },
    /** With an approval. */
    removeArchived: { from: ['archived'], to: ['deleted'] },
    /** As it was before. */
    restore: { from: ['deleted'], to: ['draft', 'submitted', 'signed', 'archived', 'amending'] },
  },
)

export const amendRequestStates = states(
  {
    open: [0, '待批准', 'due'],
    granted: [1, '已同意', 'done'],
    refused: [2, '已拒绝', 'ended'],
    used: [3, '已修订', 'ended'],
  },
  {
    /** Of these there is one at most. */
    live: ['open', 'granted'],
  },
  {
    decide: { from: ['open'], to: ['granted', 'refused'] },
    use: { from: ['granted'], to: ['used'] },
  },
)

export const followUpStates = states(
  {
    due: [0, '待随访', 'due'],
    done: [1, '已随访', 'done'],
    unreached: [2, '未接通', 'waiting'],
    overdue: [3, '已逾期', 'late'],
    cancelled: [4, '已取消', 'ended'],
  },
  { open: ['due', 'unreached', 'overdue'] },
)

export const remindStates = states(
  {
    due: [0, '未提醒', 'due'],
    reminded: [1, '已提醒', 'waiting'],
    completed: [2, '已完成', 'done'],
    closed: [3, '已关闭', 'ended'],
  },
  { open: ['due', 'reminded'] },
)

/** A patient's file. */
export const fileStates = states(
  {
    active: [0, '正常', 'due'],
    archived: [1, '已归档', 'filed'],
    merged: [2, '已合并', 'away'],
    deleted: [3, '已删除', 'ended'],
  },
  { kept: ['active', 'archived'] },
)

/** How an appointment stands with the patient's word. */
export const confirmStates = states({
  open: [0, '未确认', 'open'],
  told: [1, '短信已送达', 'waiting'],
  confirmed: [2, '患者已确认', 'done'],
  unreached: [3, '联系不上', 'late'],
  toMove: [4, '要求改期', 'reopened'],
})

/** What a doctor does in one visit. */
export const treatmentStates = states({
  open: [0, '未开始', 'open'],
  underWay: [1, '治疗中', 'underWay'],
  ended: [2, '已结束', 'done'],
})

/** Cells of the duty roster. */
export const scheduleStates = states({
  draft: [0, '未发布', 'open'],
  published: [1, '已发布', 'done'],
})

/** Does a doctor take patients? */
export const receptionStates = states({
  receiving: [0, '接诊', 'ready'],
  stopped: [1, '停诊', 'ended'],
  limited: [2, '限号', 'waiting'],
})

/** Two files that became one. */
export const mergeStates = states({ inForce: [1, '已合并', 'done'], undone: [2, '已撤销', 'away'] })

/** Somebody's account: whoever signs in. */
export const accountStates = states({
  active: [0, '正常', 'done'],
  frozen: [1, '已冻结', 'late'],
  closed: [2, '已注销', 'ended'],
})

/** An account of the provider's staff. */
export const providerAccountStates = states({
  active: [0, '正常', 'done'],
  frozen: [1, '已冻结', 'late'],
  invited: [2, '待设置', 'waiting'],
})

/** Signing in by scanning a picture. */
export const scanStates = states({
  waiting: [0, '待扫码', 'waiting'],
  scanned: [1, '已扫码', 'underWay'],
  confirmed: [2, '已确认', 'done'],
  cancelled: [3, '已取消', 'ended'],
  expired: [4, '已过期', 'away'],
})

/** Papers that the provider reviews. */
export const reviewStates = states({
  waiting: [0, '待审核', 'waiting'],
  passed: [1, '已通过', 'done'],
  refused: [2, '已驳回', 'late'],
})

/** How somebody, or a clinic, stands by the papers that were handed in. */
export const authStates = states({
  none: [-1, '未提交', 'open'],
  inReview: [0, '审核中', 'waiting'],
  passed: [1, '已认证', 'done'],
  refused: [2, '未通过', 'late'],
  changing: [3, '变更审核中', 'reopened'],
  expired: [4, '许可证已到期', 'away'],
})

/** A text or a signature of short messages that the provider reviews. */
export const smsReviewStates = states({
  inReview: [1, '待审核', 'waiting'],
  passed: [2, '已通过', 'done'],
  refused: [3, '已驳回', 'late'],
  withdrawn: [4, '已撤回', 'ended'],
})

/** The account of a clinic with the medical insurance. */
export const medicareStates = states({ stopped: [0, '停用', 'ended'], active: [1, '启用', 'done'] })

/** A membership on a day. */
export const standingStates = states({
  expired: [-1, '已到期', 'late'],
  gift: [0, '赠送期', 'waiting'],
  valid: [1, '有效', 'done'],
})

export const appointmentStatusNames = appointmentStates.names
export const registrationStatusNames = registrationStates.names
export const billStatusNames = billStates.names
export const recordStatusNames = recordStates.names

/** Does a doctor with this reception status take patients? 0 yes, 1 stopped, 2 yes with a limit. */
export const isReceiving = (registrationStatus: number): boolean => registrationStatus === 0 || registrationStatus === 2

/** What the reception switch says of the present state. */
export const receptionName = (registrationStatus: number): string =>
  isReceiving(registrationStatus) ? '接诊中' : '已停诊'

/** What a switch of the reception did: said when it succeeded. */
export const receptionMessage = (to: number): string => (isReceiving(to) ? '继续接诊' : '停止接诊')
