import { managers } from '../posts.ts'
import { ANYWHERE, COMPANY, type ResourceGroup } from '../resource-group.ts'

export const recordsResources = [
  {
    uri: '/patientMedicalRecord',
    scopes: ANYWHERE,
    codes: {
      view: { does: '查看', posts: { admin: 2, director: 3, doctor: 3, nurse: 3, consultant: 1, headquarters: 3 } },
      // The nurse drafts on a doctor's behalf; signing stays with the doctor.
      add: { does: '书写', posts: { director: 2, doctor: 1, nurse: 2 } },
      sign: { does: '签名', posts: { director: 1, doctor: 1 } },
      amend: { does: '修改已签名病历', posts: { director: 1, doctor: 1 } },
      delete: { does: '作废', posts: { director: 1, doctor: 1 } },
      // Never one's own.
      approve: { does: '上级审签、批准修订', posts: { admin: 2, director: 3 } },
      // The figures of everybody, and spot checks of others' records.
      check: { does: '质控统计与抽查', posts: { admin: 2, director: 3 } },
      // In a dispute, both sides present; a doctor asks for it.
      seal: { does: '封存', posts: { admin: 3, director: 3 } },
      print: { does: '打印', posts: { director: 3, doctor: 3, nurse: 3 } },
    },
  },
  {
    uri: '/myTemplete',
    codes: {
      view: { does: '使用', posts: { director: 3, doctor: 3, nurse: 3 } },
      // One's own: who writes and signs records.
      edit: { does: '维护自己的', posts: { director: 3, doctor: 3 } },
    },
  },
  {
    uri: '/medicalRecordTempSet',
    // The clinic's templates, or those of the chain.
    scopes: COMPANY,
    codes: {
      view: { does: '查看', posts: { ...managers, headquarters: 5 } },
      edit: { does: '维护', posts: { ...managers, headquarters: 5 } },
    },
  },
] as const satisfies readonly ResourceGroup[]
