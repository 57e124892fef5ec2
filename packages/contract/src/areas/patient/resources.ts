import { accounts, frontOffice, managers } from '../posts.ts'
import { ANYWHERE, OF_THE_CLINIC, type ResourceGroup } from '../resource-group.ts'

export const patientResources = [
  {
    uri: '/inTreatment',
    title: '候诊与就诊',
    group: '接诊',
    order: 22,
    scopes: OF_THE_CLINIC,
    codes: {
      view: { does: '查看', posts: { ...managers, doctor: 1, nurse: 2, reception: 3 } },
      register: { does: '挂号、签到', posts: { ...managers, doctor: 1, nurse: 2, reception: 3 } },
      call: { does: '叫号', posts: { ...managers, doctor: 1, nurse: 2, reception: 3 } },
      treat: { does: '开始与完成就诊', posts: { ...managers, doctor: 1, nurse: 2 } },
      leave: { does: '办理离开', posts: { ...managers, doctor: 1, nurse: 2, reception: 3 } },
      cancel: { does: '取消挂号', posts: { ...managers, doctor: 1, nurse: 2, reception: 3 } },
    },
  },
  {
    uri: '/referralRecord',
    scopes: OF_THE_CLINIC,
    codes: {
      view: { does: '查看', posts: { ...managers, doctor: 1, nurse: 2, reception: 3 } },
      export: { does: '导出', posts: { ...managers, doctor: 1, nurse: 2 } },
      reward: { does: '发与收回介绍奖励', posts: managers },
    },
  },
  {
    uri: '/allTimePatients',
    scopes: ANYWHERE,
    codes: {
      view: { does: '查看', posts: { ...frontOffice, consultant: 1, finance: 3, headquarters: 5 } },
      add: { does: '新建', posts: { ...frontOffice, doctor: 3 } },
      edit: { does: '修改', posts: { ...frontOffice, doctor: 3 } },
      group: { does: '分组', posts: { ...frontOffice, consultant: 1 } },
      share: { does: '共享分组', posts: { ...managers, reception: 3, service: 3 } },
      archive: { does: '归档与取消归档', posts: { ...managers, reception: 3, service: 3, headquarters: 5 } },
      delete: { does: '删除与回收站', posts: { ...managers, headquarters: 5 } },
      export: { does: '导出', posts: { ...managers, headquarters: 5 } },
      import: { does: '导入', posts: managers },
      // A branch that keeps its files to itself opens one to another when asked.
      open: { does: '向其他门诊开放档案', posts: { ...managers, reception: 3, headquarters: 5 } },
    },
  },
  {
    uri: '/archived',
    codes: {
      view: { does: '查看', posts: { ...managers, reception: 3, service: 3, headquarters: 5 } },
    },
  },
  {
    uri: '/patientCenter',
    group: '接诊',
    order: 43,
    scopes: OF_THE_CLINIC,
    codes: {
      view: { does: '查看', posts: { ...frontOffice, consultant: 1, finance: 3, headquarters: 5 } },
    },
  },
  {
    uri: '/imageData',
    title: '影像资料',
    group: '接诊',
    order: 53,
    scopes: ANYWHERE,
    codes: {
      view: { does: '查看', posts: { admin: 2, director: 3, doctor: 3, nurse: 3, consultant: 1 } },
      upload: { does: '上传与整理', posts: { director: 3, doctor: 3, nurse: 3 } },
      delete: { does: '删除与恢复', posts: { director: 3, doctor: 3 } },
    },
  },
  {
    uri: '/duplicate',
    codes: {
      view: { does: '查看', posts: { ...managers, headquarters: 5 } },
      merge: { does: '合并、撤销合并', posts: { ...managers, headquarters: 5 } },
    },
  },
  {
    uri: '/recordManage',
    scopes: OF_THE_CLINIC,
    codes: {
      view: { does: '查看', posts: { ...managers, reception: 3, service: 3, headquarters: 5 } },
    },
  },
  {
    uri: '/remindManage',
    scopes: OF_THE_CLINIC,
    codes: {
      view: { does: '查看', posts: { ...frontOffice, consultant: 1 } },
      edit: { does: '维护', posts: { ...frontOffice, consultant: 1 } },
    },
  },
  {
    uri: '/field',
    title: '敏感字段',
    group: '字段',
    order: 300,
    scopes: ANYWHERE,
    codes: {
      phone: {
        does: '完整手机号',
        posts: { ...managers, doctor: 1, reception: 3, consultant: 1, service: 3, headquarters: 3 },
      },
      idNumber: {
        does: '完整证件号',
        posts: { ...managers, doctor: 1, reception: 3, consultant: 1, service: 3, headquarters: 3 },
      },
      // What patients owe and paid and what came in: for whoever charges, counsels or answers for it.
      amounts: {
        does: '金额',
        posts: { ...managers, doctor: 1, reception: 3, consultant: 1, finance: 3, headquarters: 3 },
      },
      // What an item costs the house: for whoever sets prices, keeps the store or the books.
      cost: { does: '成本价', posts: { ...managers, storekeeper: 3, ...accounts } },
      // What people are paid: everybody the own, whoever answers for it those of the clinic.
      commission: {
        does: '提成',
        posts: { ...managers, ...accounts, doctor: 1, nurse: 1, reception: 1, consultant: 1 },
      },
    },
  },
] as const satisfies readonly ResourceGroup[]
