import { accounts, everybody, managers } from '../posts.ts'
import { CLINICS, COMPANY, type ResourceGroup } from '../resource-group.ts'

export const clinicManagementResources = [
  {
    uri: '/orgSchedule',
    codes: {
      view: { does: '查看', posts: everybody },
    },
  },
  {
    uri: '/clinicSchedule',
    codes: {
      view: { does: '查看', posts: { ...managers, headquarters: 5 } },
      edit: { does: '排班', posts: { ...managers, headquarters: 5 } },
      publish: { does: '发布', posts: { ...managers, headquarters: 5 } },
    },
  },
  {
    uri: '/baseEmployee',
    scopes: CLINICS,
    codes: {
      // The director's reach is narrower than the administrator's: nobody who outranks a director is made or changed by one.
      view: { does: '查看', posts: { ...managers, headquarters: 5 } },
      edit: { does: '维护', posts: { ...managers, headquarters: 5 } },
    },
  },
  {
    uri: '/employeEaudit',
    scopes: CLINICS,
    codes: {
      view: { does: '查看', posts: { ...managers, headquarters: 5 } },
      audit: { does: '审核', posts: { ...managers, headquarters: 5 } },
    },
  },
  {
    uri: '/employeeSet',
    scopes: CLINICS,
    codes: {
      view: { does: '查看', posts: { ...managers, headquarters: 5 } },
      edit: { does: '维护', posts: { ...managers, headquarters: 5 } },
    },
  },
  {
    uri: '/outpatientServiceInfo',
    codes: {
      view: { does: '查看', posts: { ...managers, headquarters: 5 } },
      edit: { does: '维护', posts: { ...managers, headquarters: 5 } },
    },
  },
  {
    uri: '/configInfo',
    scopes: COMPANY,
    codes: {
      view: { does: '查看', posts: { ...managers, headquarters: 5 } },
      edit: { does: '维护', posts: { ...managers, headquarters: 5 } },
    },
  },
  {
    uri: '/tariffsClinic',
    codes: {
      view: { does: '查看', posts: { ...managers, headquarters: 5 } },
      edit: { does: '维护', posts: { ...managers, headquarters: 5 } },
    },
  },
  {
    uri: '/appointItem',
    codes: {
      view: { does: '查看', posts: { ...managers, headquarters: 5 } },
      edit: { does: '维护', posts: { ...managers, headquarters: 5 } },
    },
  },
  {
    uri: '/address',
    codes: {
      view: { does: '查看', posts: { ...managers, headquarters: 5 } },
      edit: { does: '维护', posts: { ...managers, headquarters: 5 } },
    },
  },
  {
    uri: '/basicSetting',
    title: '门诊设置',
    group: '经营',
    order: 211,
    codes: {
      edit: { does: '维护', posts: managers },
      view: { does: '查看机构规则', posts: { ...managers, ...accounts } },
      rules: { does: '设置机构规则', posts: { admin: 3, headquarters: 5 } },
    },
  },
] as const satisfies readonly ResourceGroup[]
