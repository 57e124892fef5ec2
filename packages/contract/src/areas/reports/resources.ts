import { accounts, managers } from '../posts.ts'
import { ANYWHERE, CLINICS, type ResourceGroup } from '../resource-group.ts'

export const reportsResources = [
  {
    uri: '/homeCockpit',
    group: '经营',
    order: 118,
    scopes: CLINICS,
    codes: {
      view: { does: '查看', posts: { admin: 3, director: 3, headquarters: 5 } },
      goals: { does: '设目标与填投放', posts: { admin: 3, headquarters: 5 } },
    },
  },
  {
    uri: '/analysisData',
    group: '经营',
    order: 121,
    scopes: ANYWHERE,
    codes: { view: { does: '查看', posts: { ...managers, ...accounts } } },
  },
  {
    uri: '/employeeReport',
    group: '经营',
    order: 122,
    scopes: ANYWHERE,
    codes: {
      // Whoever treats, assists, counsels or takes the money sees the own row, and the own pay for confirming it.
      view: { does: '查看', posts: { ...managers, ...accounts, doctor: 1, nurse: 1, reception: 1, consultant: 1 } },
      rules: { does: '设提成规则与试算', posts: { admin: 3, headquarters: 5 } },
    },
  },
  {
    uri: '/clinicemployeeReport',
    group: '经营',
    order: 152,
    codes: { view: { does: '查看', posts: managers } },
  },
  {
    uri: '/clinicanalysisData',
    group: '经营',
    order: 150,
    codes: { view: { does: '查看', posts: managers } },
  },
  {
    uri: '/clinicaccountStatement',
    group: '经营',
    order: 151,
    codes: { view: { does: '查看', posts: { ...managers, reception: 3 } } },
  },
  {
    uri: '/incomeSummary',
    group: '经营',
    order: 131,
    scopes: ANYWHERE,
    codes: { view: { does: '查看', posts: { ...managers, ...accounts } } },
  },
  {
    uri: '/accountStatement',
    group: '经营',
    order: 132,
    scopes: ANYWHERE,
    codes: { view: { does: '查看', posts: { ...managers, ...accounts } } },
  },
  {
    uri: '/collectionBalanceSheet',
    group: '经营',
    order: 133,
    scopes: ANYWHERE,
    codes: { view: { does: '查看', posts: { ...managers, ...accounts } } },
  },
  {
    uri: '/patientBalanceRecord',
    group: '经营',
    order: 134,
    scopes: ANYWHERE,
    codes: { view: { does: '查看', posts: { ...managers, ...accounts } } },
  },
  {
    uri: '/customerService',
    group: '经营',
    order: 135,
    scopes: ANYWHERE,
    codes: { view: { does: '查看', posts: { ...managers, ...accounts, reception: 3, consultant: 3, service: 3 } } },
  },
  {
    uri: '/productReport',
    group: '经营',
    order: 123,
    scopes: ANYWHERE,
    codes: { view: { does: '查看', posts: { ...managers, ...accounts } } },
  },
] as const satisfies readonly ResourceGroup[]
