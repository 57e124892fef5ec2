/**
 * Status in words, by the number on the wire: the same words in the server's messages and on the screen. Without zod, so
 * that a light page may have them.
 */
type Names = Readonly<Record<number, string>>

export const appointmentStatusNames: Names = {
  0: '待确认',
  1: '已预约',
  2: '已确认',
  3: '已到店',
  4: '就诊中',
  5: '已完成',
  6: '已取消',
  7: '走诊',
  8: '已拒绝',
  9: '爽约',
}

export const registrationStatusNames: Names = {
  1: '候诊',
  2: '已叫号',
  3: '就诊中',
  4: '待收费',
  5: '已收费',
  6: '已离开',
  7: '已退号',
  8: '已转出',
  9: '过号',
}

/** 7 stands in the status log only. */
export const billStatusNames: Names = {
  0: '草稿',
  1: '待收费',
  2: '部分支付',
  3: '已付清',
  4: '部分退款',
  5: '全额退款',
  6: '支付中',
  7: '收费撤销',
  8: '已退回医生',
  9: '已作废',
}

export const recordStatusNames: Names = {
  0: '草稿',
  1: '已提交',
  2: '已签名',
  3: '已归档',
  4: '修订中',
  9: '已删除',
}

/** Does a doctor with this reception status take patients? 0 yes, 1 stopped, 2 yes with a limit. */
export const isReceiving = (registrationStatus: number): boolean => registrationStatus === 0 || registrationStatus === 2

/** What the reception switch says of the present state. */
export const receptionName = (registrationStatus: number): string =>
  isReceiving(registrationStatus) ? '接诊中' : '已停诊'

/** What a switch of the reception did: said when it succeeded. */
export const receptionMessage = (to: number): string => (isReceiving(to) ? '继续接诊' : '停止接诊')

/** An order to the platform: of membership, of short messages. */
export const orderStatusNames: Names = {
  0: '待支付',
  1: '已支付',
  2: '已取消',
  3: '超时关闭',
  4: '待确认收款',
  5: '已退款',
}
