import { accounts, managers } from '../posts.ts'
import { ANYWHERE, COMPANY, type ResourceGroup } from '../resource-group.ts'

export const chargesResources = [
  {
    uri: '/orderSet',
    scopes: ANYWHERE,
    codes: {
      view: { does: '查看', posts: { ...managers, ...accounts, doctor: 3, nurse: 2, reception: 3, consultant: 3 } },
      open: { does: '开单', posts: { ...managers, doctor: 3, nurse: 2, reception: 3, consultant: 3 } },
      charge: { does: '收费', posts: { ...managers, reception: 3, finance: 3 } },
      arrears: { does: '欠费', posts: { ...managers, reception: 3, finance: 3 } },
      discount: { does: '超出本人折扣', posts: { ...managers, headquarters: 5 } },
      lateEntry: { does: '补录', posts: { ...managers, ...accounts } },
      void: { does: '作废', posts: { ...managers, reception: 3, finance: 3 } },
      revoke: { does: '撤销收费', posts: { ...managers, ...accounts } },
      refundAsk: { does: '申请退费', posts: { ...managers, ...accounts, reception: 3 } },
      refundApprove: { does: '审批退费', posts: { ...managers, headquarters: 5 } },
      refund: { does: '退款', posts: { ...managers, ...accounts } },
      exceptions: { does: '处理支付异常', posts: { ...managers, ...accounts } },
      adjust: { does: '改收款方式', posts: { ...managers, ...accounts } },
      adjustApprove: { does: '审批改账', posts: { ...managers, headquarters: 5 } },
      execute: { does: '执行', posts: { ...managers, doctor: 3, nurse: 2 } },
      instalment: { does: '约定分期', posts: { ...managers, ...accounts, reception: 3, consultant: 3 } },
      dun: { does: '登记催收', posts: { ...managers, ...accounts, reception: 3, consultant: 3, service: 3 } },
      dunEscalated: { does: '处理承诺逾期的欠费（待办）', posts: managers },
      writeOff: { does: '核销坏账', posts: { admin: 3, headquarters: 5 } },
      shifts: { does: '复核交班', posts: { ...managers, ...accounts } },
      monthClose: { does: '月结', posts: { ...managers, ...accounts } },
      monthReopen: { does: '重开已月结的月份', posts: { admin: 3, headquarters: 5 } },
      print: { does: '打印收据', posts: { ...managers, ...accounts, reception: 3 } },
    },
  },
  {
    uri: '/prepayments',
    codes: {
      view: { does: '查看', posts: { ...managers, ...accounts, reception: 3, consultant: 3 } },
      receive: { does: '收取', posts: { ...managers, reception: 3, finance: 3 } },
      returnAsk: { does: '申请退款', posts: { ...managers, ...accounts, reception: 3 } },
      returnApprove: { does: '审批退款', posts: { ...managers, headquarters: 5 } },
      return: { does: '退款', posts: { ...managers, ...accounts } },
      transfer: { does: '转给其他患者', posts: { ...managers, reception: 3, finance: 3 } },
    },
  },
  {
    uri: '/invoices',
    codes: {
      view: { does: '查看', posts: { ...managers, ...accounts, reception: 3 } },
      issue: { does: '开票', posts: { ...managers, ...accounts, reception: 3 } },
      red: { does: '红冲', posts: { ...managers, ...accounts } },
      account: { does: '开票账号', posts: { admin: 3 } },
    },
  },
  {
    uri: '/unitAccounts',
    codes: {
      view: { does: '查看', posts: { ...managers, ...accounts, reception: 3 } },
      settle: { does: '结算', posts: { ...managers, ...accounts } },
    },
  },
  {
    uri: '/interClinic',
    scopes: COMPANY,
    codes: {
      view: { does: '查看', posts: { admin: 5, finance: 3, headquarters: 5 } },
      settle: { does: '确认结算', posts: { admin: 5, headquarters: 5 } },
    },
  },
  {
    uri: '/membercard',
    codes: {
      view: { does: '查看', posts: { ...managers, ...accounts, reception: 3, consultant: 3 } },
      open: { does: '开卡', posts: { ...managers, reception: 3, finance: 3 } },
      recharge: { does: '充值', posts: { ...managers, reception: 3, finance: 3 } },
      refundAsk: { does: '申请退卡', posts: { ...managers, ...accounts, reception: 3 } },
      refund: { does: '退卡', posts: { ...managers, ...accounts } },
      manage: { does: '挂失、换卡、转账、副卡', posts: { ...managers, reception: 3, finance: 3 } },
      export: { does: '导出', posts: { ...managers, ...accounts } },
    },
  },
  {
    uri: '/coupons',
    codes: {
      view: { does: '查看', posts: { ...managers, ...accounts, reception: 3, consultant: 3, headquarters: 5 } },
      issue: { does: '发券', posts: { ...managers, headquarters: 5 } },
      void: { does: '作废优惠券', posts: { ...managers, headquarters: 5 } },
    },
  },
] as const satisfies readonly ResourceGroup[]
