import type { Screen } from '../screen.ts'

export const treatmentPlanScreens = [
  {
    path: '/treatmentPlan',
    title: '治疗计划',
    frame: 'workspace',
    resource: '/treatmentPlan:view',
    menu: { group: '接诊', order: 54, icon: 'ruler', short: '计划' },
    tabsHidden: 'id',
  },
  {
    path: '/treatmentPlan/choose',
    title: '患者选择方案',
    frame: 'bare',
    resource: '/treatmentPlan:accept',
  },
  {
    path: '/treatmentPlan/print',
    title: '打印治疗计划',
    area: 'print',
    frame: 'print',
    resource: '/treatmentPlan:view',
  },
] as const satisfies readonly Screen[]
