import { accounts } from '../posts.ts'
import type { ResourceGroup } from '../resource-group.ts'

export const medicareResources = [
  {
    uri: '/medicareOrderRecord',
    codes: {
      view: { does: '查看', posts: accounts },
      buy: { does: '购买', posts: { admin: 3, headquarters: 5 } },
      pay: { does: '付款', posts: accounts },
      invoice: { does: '申请发票', posts: accounts },
      account: { does: '维护医保账号', posts: { admin: 3, headquarters: 5 } },
      password: { does: '查看医保密码', posts: { admin: 3, headquarters: 5 } },
    },
  },
] as const satisfies readonly ResourceGroup[]
