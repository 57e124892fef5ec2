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
    /** It will not take place. */
    over: ['cancelled', 'walkedOut', 'refused', 'missed'],
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
    /** It took or takes place. */
    live: ['waiting', 'called', 'inTreatment', 'toCharge', 'charged', 'left'],
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
