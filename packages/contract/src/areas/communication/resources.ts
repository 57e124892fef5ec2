import { managers } from '../posts.ts'
import { ANYWHERE, COMPANY, type ResourceGroup } from '../resource-group.ts'

export const communicationResources = [
  {
    uri: '/anestheticCount',
    // Who injects, and who prepares what is injected.
    codes: { view: { does: '使用', posts: { ...managers, doctor: 3, nurse: 3 } } },
  },
  {
    uri: '/patientConsent',
    title: '同意书',
    group: '接诊',
    order: 52,
    scopes: ANYWHERE,
    codes: {
      view: { does: '查看', posts: { admin: 2, director: 3, doctor: 3, nurse: 3, reception: 3, consultant: 3 } },
      sign: { does: '准备并请患者签名', posts: { director: 3, doctor: 1, nurse: 3, reception: 3, consultant: 3 } },
      void: { does: '作废', posts: { director: 3, doctor: 1 } },
    },
  },
  {
    uri: '/baseInformedConsent',
    // The clinic's texts, or those of the chain.
    scopes: COMPANY,
    codes: {
      view: { does: '查看', posts: { ...managers, headquarters: 5 } },
      edit: { does: '维护', posts: { ...managers, headquarters: 5 } },
    },
  },
] as const satisfies readonly ResourceGroup[]
