import type { ResourceGroup } from '../resource-group.ts'

export const accountsResources = [
  {
    uri: '/userFactory',
    title: '机构资质',
    group: '经营',
    order: 212,
    codes: {
      edit: { does: '提交变更', posts: { admin: 3 } },
    },
  },
] as const satisfies readonly ResourceGroup[]
