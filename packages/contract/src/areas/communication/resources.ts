import { managers } from '../posts.ts'
import type { ResourceGroup } from '../resource-group.ts'

export const communicationResources = [
  {
    uri: '/anestheticCount',
    // Who injects, and who prepares what is injected.
    codes: { view: { does: '使用', posts: { ...managers, doctor: 3, nurse: 3 } } },
  },
] as const satisfies readonly ResourceGroup[]
