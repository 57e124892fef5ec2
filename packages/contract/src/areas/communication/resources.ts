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
      // Who answers for the clinic, where neither the patient nor a near relative can be asked.
      approve: { does: '批准紧急同意书', posts: managers },
    },
  },
  {
    uri: '/doctorPatientCommunication',
    // Whom a case is shown to sits beside whoever shows it.
    codes: {
      view: { does: '看图库、给患者演示', posts: { ...managers, doctor: 3, nurse: 3, consultant: 3, headquarters: 3 } },
    },
  },
  {
    uri: '/caseList',
    scopes: [1, 3, 5],
    codes: {
      view: { does: '查看', posts: { director: 3, doctor: 1, headquarters: 5 } },
      edit: { does: '编写与删除', posts: { director: 3, doctor: 1 } },
      publish: { does: '在门诊发布、下架', posts: { director: 3, doctor: 1, headquarters: 5 } },
      open: { does: '向连锁和公开发布，批准申请', posts: { director: 3, headquarters: 5 } },
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
