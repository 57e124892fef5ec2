import { accounts, managers } from '../posts.ts'
import { COMPANY, type ResourceGroup } from '../resource-group.ts'

export const settingsResources = [
  {
    uri: '/baseScheduleSet',
    codes: {
      view: { does: '查看', posts: { ...managers, headquarters: 5 } },
      edit: { does: '维护', posts: { ...managers, headquarters: 5 } },
    },
  },
  {
    uri: '/followRule',
    codes: {
      view: { does: '查看', posts: { ...managers, service: 3 } },
      edit: { does: '维护', posts: managers },
    },
  },
  {
    uri: '/postPermission',
    scopes: COMPANY,
    codes: {
      view: { does: '查看', posts: { admin: 3, headquarters: 5 } },
      edit: { does: '维护', posts: { admin: 3, headquarters: 5 } },
    },
  },
  {
    uri: '/allSetting',
    codes: {
      // Lists and rules of a clinic are kept by who runs it; those of the whole company by its administrator and the head office.
      view: { does: '查看', posts: { ...managers, headquarters: 5 } },
    },
  },
  {
    uri: '/vipCardList',
    codes: {
      view: { does: '查看', posts: { ...managers, headquarters: 5 } },
      edit: { does: '维护', posts: { ...managers, headquarters: 5 } },
    },
  },
  {
    uri: '/couponList',
    codes: {
      view: { does: '查看', posts: { ...managers, headquarters: 5 } },
      edit: { does: '维护', posts: { ...managers, headquarters: 5 } },
    },
  },
  {
    uri: '/tariffPackageList',
    codes: {
      view: { does: '查看', posts: { ...managers, headquarters: 5 } },
      edit: { does: '维护', posts: { admin: 3, headquarters: 5 } },
    },
  },
  {
    uri: '/payUnitList',
    codes: {
      view: { does: '查看', posts: { ...managers, ...accounts } },
      edit: { does: '维护', posts: { ...managers, ...accounts } },
    },
  },
  {
    uri: '/baseDepartSet',
    codes: {
      view: { does: '查看', posts: { ...managers, headquarters: 5 } },
      edit: { does: '维护', posts: { ...managers, headquarters: 5 } },
    },
  },
  {
    uri: '/baseAppointSet',
    codes: {
      view: { does: '查看', posts: { ...managers, headquarters: 5 } },
      edit: { does: '维护', posts: { admin: 3, headquarters: 5 } },
    },
  },
  {
    uri: '/basePatientSourceSet',
    codes: {
      view: { does: '查看', posts: { ...managers, headquarters: 5 } },
      edit: { does: '维护', posts: { admin: 3, headquarters: 5 } },
    },
  },
  {
    uri: '/baseDictSet',
    codes: {
      view: { does: '查看', posts: { ...managers, headquarters: 5 } },
      edit: { does: '维护', posts: { admin: 3, headquarters: 5 } },
    },
  },
  {
    uri: '/baseTariffSet',
    codes: {
      view: { does: '查看', posts: { ...managers, headquarters: 5 } },
      edit: { does: '维护', posts: { admin: 3, headquarters: 5 } },
    },
  },
  {
    uri: '/clinicTariffSet',
    codes: {
      // What every clinic charges: a director sees only the own.
      view: { does: '查看', posts: { admin: 3, headquarters: 5 } },
      edit: { does: '下发与定价', posts: { admin: 3, headquarters: 5 } },
    },
  },
  {
    uri: '/templateSetting',
    codes: {
      view: { does: '查看', posts: { ...managers, headquarters: 5 } },
      edit: { does: '维护本门诊的', posts: { ...managers, headquarters: 5 } },
      chain: { does: '维护连锁的', posts: { admin: 3, headquarters: 5 } },
    },
  },
  {
    uri: '/baseAccounting',
    codes: {
      view: { does: '查看', posts: { ...managers, ...accounts } },
      edit: { does: '维护', posts: { admin: 3, headquarters: 5 } },
      merchant: { does: '收款商户密钥', posts: { admin: 3, headquarters: 5 } },
    },
  },
] as const satisfies readonly ResourceGroup[]
