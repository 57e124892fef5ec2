import { orthoStates } from '@dentin/contract/orthodontic'

/** Steps of a case in their order, with what their button says. */
export const caseSteps = [
  { name: 'diagnose', label: '已诊断', says: '诊断已作出' },
  { name: 'propose', label: '方案待定', says: '方案已给患者，等患者选择' },
  { name: 'start', label: '开始治疗', says: '粘上或戴上矫治器的日子' },
  { name: 'debond', label: '拆除，转保持', says: '拆下矫治器的日子' },
  { name: 'end', label: '结束', says: '保持结束的日子' },
  { name: 'stop', label: '中止', says: '中止后这个病例不能再改，患者可以另建' },
] as const
export type StepName = (typeof caseSteps)[number]['name']

/** The steps that may be taken from a state, going on before breaking off. */
export const stepsFrom = (status: number) => caseSteps.filter(({ name }) => orthoStates.may(name, status))
