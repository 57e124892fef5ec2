import { OF_THE_CLINIC, type ResourceGroup } from '../resource-group.ts'

export const treatmentPlanResources = [
  {
    uri: '/treatmentPlan',
    scopes: OF_THE_CLINIC,
    codes: {
      // The desk shows a plan to the patient; it neither writes nor concludes one.
      view: { does: '查看', posts: { director: 3, doctor: 1, consultant: 1, reception: 3 } },
      edit: { does: '制定与报价', posts: { director: 3, doctor: 1, consultant: 1 } },
      accept: { does: '记录患者答复', posts: { director: 3, doctor: 1, consultant: 1 } },
    },
  },
] as const satisfies readonly ResourceGroup[]
