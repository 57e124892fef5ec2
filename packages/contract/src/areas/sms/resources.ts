import { accounts, managers } from '../posts.ts'
import type { ResourceGroup } from '../resource-group.ts'

export const smsResources = [
  {
    uri: '/SMSmanagement',
    codes: {
      view: { does: '查看', posts: { ...managers, ...accounts, reception: 3, service: 3 } },
      send: { does: '发送、补发与拒收', posts: { ...managers, reception: 3, service: 3 } },
      edit: { does: '签名、模板与自动发送', posts: { ...managers, headquarters: 5 } },
      recharge: { does: '充值', posts: { admin: 3, finance: 3, headquarters: 5 } },
    },
  },
] as const satisfies readonly ResourceGroup[]
