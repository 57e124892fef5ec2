import { accounts } from '../posts.ts'
import type { ResourceGroup } from '../resource-group.ts'

export const membershipResources = [
  {
    uri: '/vipInfoDetail',
    codes: {
      view: { does: '查看', posts: accounts },
      buy: { does: '购买', posts: { admin: 3, headquarters: 5 } },
      pay: { does: '付款', posts: accounts },
    },
  },
  {
    uri: '/vipChargeRecord',
    codes: {
      view: { does: '查看', posts: accounts },
    },
  },
  {
    uri: '/orderRecord',
    codes: {
      view: { does: '查看', posts: accounts },
      invoice: { does: '申请发票', posts: accounts },
    },
  },
] as const satisfies readonly ResourceGroup[]
