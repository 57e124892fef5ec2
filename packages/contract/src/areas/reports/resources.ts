import { accounts, managers } from '../posts.ts'
import { ANYWHERE, type ResourceGroup } from '../resource-group.ts'

export const reportsResources = [
  {
    uri: '/analysisData',
    group: '经营',
    order: 121,
    scopes: ANYWHERE,
    codes: { view: { does: '查看', posts: { ...managers, ...accounts } } },
  },
  {
    uri: '/clinicanalysisData',
    group: '经营',
    order: 150,
    codes: { view: { does: '查看', posts: managers } },
  },
  {
    uri: '/productReport',
    group: '经营',
    order: 123,
    scopes: ANYWHERE,
    codes: { view: { does: '查看', posts: { ...managers, ...accounts } } },
  },
] as const satisfies readonly ResourceGroup[]
