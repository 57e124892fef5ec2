import { everybody, frontOffice, managers } from '../posts.ts'
import { ANYWHERE, OF_THE_CLINIC, type ResourceGroup } from '../resource-group.ts'

export const appointmentsResources = [
  {
    uri: '/dashboard',
    scopes: OF_THE_CLINIC,
    codes: {
      view: { does: '查看', posts: { ...frontOffice, headquarters: 5 } },
    },
  },
  {
    uri: '/doctorIndex',
    scopes: OF_THE_CLINIC,
    codes: {
      view: { does: '查看', posts: { director: 3, doctor: 1 } },
    },
  },
  {
    uri: '/myAppointmentBoard',
    scopes: ANYWHERE,
    codes: {
      view: { does: '查看', posts: { ...frontOffice, headquarters: 5 } },
      add: { does: '新建', posts: { ...frontOffice, headquarters: 5 } },
      edit: { does: '改约', posts: { ...frontOffice, headquarters: 5 } },
      cancel: { does: '取消', posts: { ...frontOffice, headquarters: 5 } },
      overbook: { does: '加号、越过休息', posts: { ...managers, doctor: 1 } },
    },
  },
  {
    uri: '/myAppointmentList',
    scopes: OF_THE_CLINIC,
    codes: {
      view: { does: '查看', posts: { ...frontOffice, headquarters: 5 } },
    },
  },
  {
    uri: '/myAppointmentNetwork',
    codes: {
      view: { does: '查看', posts: { ...managers, reception: 3, consultant: 3, service: 3, headquarters: 5 } },
      set: { does: '开放与限制', posts: { ...managers, headquarters: 5 } },
    },
  },
  {
    uri: '/mySchedule',
    codes: {
      view: { does: '查看', posts: everybody },
    },
  },
  {
    uri: '/followManagementList',
    scopes: OF_THE_CLINIC,
    codes: {
      view: { does: '查看', posts: { ...frontOffice, consultant: 1 } },
      add: { does: '新建', posts: { ...frontOffice, consultant: 1 } },
      edit: { does: '登记与修改', posts: { ...frontOffice, consultant: 1 } },
      assign: { does: '分派', posts: { ...managers, reception: 3, service: 3 } },
    },
  },
] as const satisfies readonly ResourceGroup[]
