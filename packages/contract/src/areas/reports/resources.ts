import { accounts, managers, type DefaultScopes } from '../posts.ts'
import { ANYWHERE, CLINICS, type ResourceGroup } from '../resource-group.ts'

/** Who looks at a report takes it out as a file too, but for the desk. */
function looks<P extends DefaultScopes>(posts: P) {
  const { reception: _desk, ...others }: DefaultScopes = posts
  return { view: { does: '查看', posts }, export: { does: '导出', posts: others } }
}
/** Whoever may not look at the days before sees the takings of the day. */
const past = { does: '看当天以前的', posts: managers } as const

export const reportsResources = [
  {
    uri: '/homeCockpit',
    group: '经营',
    order: 118,
    scopes: CLINICS,
    codes: {
      // Finance follows a figure from here to its postings.
      view: { does: '查看', posts: { ...managers, ...accounts } },
      goals: { does: '设目标与填投放', posts: { admin: 3, headquarters: 5 } },
    },
  },
  {
    uri: '/analysisData',
    group: '经营',
    order: 121,
    scopes: ANYWHERE,
    codes: looks({ ...managers, ...accounts }),
  },
  {
    uri: '/employeeReport',
    group: '经营',
    order: 122,
    scopes: ANYWHERE,
    codes: {
      // Whoever treats, assists, counsels or takes the money sees the own row, and the own pay for confirming it.
      ...looks({ ...managers, ...accounts, doctor: 1, nurse: 1, reception: 1, consultant: 1 }),
      rules: { does: '设提成规则与试算', posts: { admin: 3, headquarters: 5 } },
    },
  },
  {
    uri: '/clinicemployeeReport',
    group: '经营',
    order: 152,
    codes: looks(managers),
  },
  {
    uri: '/clinicanalysisData',
    group: '经营',
    order: 150,
    codes: looks(managers),
  },
  {
    uri: '/clinicaccountStatement',
    group: '经营',
    order: 151,
    codes: { ...looks({ ...managers, reception: 3 }), past },
  },
  {
    uri: '/incomeSummary',
    group: '经营',
    order: 131,
    scopes: ANYWHERE,
    codes: looks({ ...managers, ...accounts }),
  },
  {
    uri: '/accountStatement',
    group: '经营',
    order: 132,
    scopes: ANYWHERE,
    codes: looks({ ...managers, ...accounts }),
  },
  {
    uri: '/collectionBalanceSheet',
    group: '经营',
    order: 133,
    scopes: ANYWHERE,
    codes: looks({ ...managers, ...accounts }),
  },
  {
    uri: '/patientBalanceRecord',
    group: '经营',
    order: 134,
    scopes: ANYWHERE,
    codes: looks({ ...managers, ...accounts }),
  },
  {
    uri: '/customerService',
    group: '经营',
    order: 135,
    scopes: ANYWHERE,
    codes: looks({ ...managers, ...accounts, reception: 3, consultant: 3, service: 3 }),
  },
  {
    uri: '/productReport',
    group: '经营',
    order: 123,
    scopes: ANYWHERE,
    codes: looks({ ...managers, ...accounts }),
  },
  {
    uri: '/membershipCardSurvey',
    group: '经营',
    order: 124,
    scopes: ANYWHERE,
    codes: looks({ ...managers, ...accounts }),
  },
  {
    uri: '/patientAnalysisData',
    group: '经营',
    order: 125,
    scopes: ANYWHERE,
    codes: looks({ admin: 3, headquarters: 5 }),
  },
  {
    uri: '/clinicpatientAnalysisData',
    group: '经营',
    order: 161,
    codes: looks({ ...managers, service: 3 }),
  },
  {
    uri: '/firstDiagnosjuiis',
    group: '经营',
    order: 141,
    scopes: ANYWHERE,
    codes: {
      ...looks({ ...managers, doctor: 1, consultant: 1, service: 3, headquarters: 5 }),
      note: { does: '记未成交原因', posts: { ...managers, doctor: 1, consultant: 1, service: 3, headquarters: 5 } },
    },
  },
  {
    uri: '/billRecord',
    group: '经营',
    order: 142,
    scopes: ANYWHERE,
    codes: looks({ ...managers, ...accounts }),
  },
  {
    uri: '/treatmentRecord',
    group: '经营',
    order: 143,
    scopes: ANYWHERE,
    codes: looks({ ...managers, doctor: 1, nurse: 2, headquarters: 5 }),
  },
  {
    uri: '/memberCardRecord',
    group: '经营',
    order: 144,
    scopes: ANYWHERE,
    codes: looks({ ...managers, ...accounts }),
  },
  {
    uri: '/matchingDiagnosis',
    group: '经营',
    order: 145,
    scopes: ANYWHERE,
    codes: {
      ...looks({ ...managers, doctor: 1, consultant: 3, service: 3, headquarters: 5 }),
      edit: { does: '改应做项目的对应', posts: { admin: 3, headquarters: 5 } },
    },
  },
  {
    uri: '/clinicfirstDiagnosis',
    group: '经营',
    order: 162,
    codes: {
      ...looks({ ...managers, reception: 3 }),
      note: { does: '记未成交原因', posts: { ...managers, reception: 3 } },
    },
  },
  {
    uri: '/clinicbillRecord',
    group: '经营',
    order: 163,
    codes: { ...looks({ ...managers, reception: 3 }), past },
  },
  {
    uri: '/clinictreatmentRecord',
    group: '经营',
    order: 164,
    codes: looks({ ...managers, reception: 3 }),
  },
  {
    uri: '/clinicmatchingDiagnosis',
    group: '经营',
    order: 165,
    codes: looks({ ...managers, reception: 3 }),
  },
  {
    uri: '/clinicreferralRecord',
    group: '经营',
    order: 166,
    codes: looks({ ...managers, reception: 3 }),
  },
] as const satisfies readonly ResourceGroup[]
