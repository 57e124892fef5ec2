import { managers } from '../posts.ts'
import type { ResourceGroup } from '../resource-group.ts'

export const drugsResources = [
  {
    uri: '/drugAdministration',
    codes: {
      view: { does: '查看', posts: { ...managers, doctor: 3, nurse: 3, consultant: 3, headquarters: 5 } },
      edit: { does: '维护', posts: { director: 3, headquarters: 5 } },
      // Whoever signs gives the number of the own certificate with it.
      sign: { does: '药师签名', posts: { director: 3, headquarters: 5 } },
    },
  },
] as const satisfies readonly ResourceGroup[]
