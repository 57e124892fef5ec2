/** Sections of records in the order in which they are written and printed; record-kinds.ts says which kind has one of its own. */
export const recordSections = [
  { key: 'chiefComplaint', name: '主诉' },
  { key: 'presentIllness', name: '现病史' },
  { key: 'interval', name: '病情变化' },
  { key: 'pastHistory', name: '既往史' },
  { key: 'allergyHistory', name: '过敏史' },
  { key: 'familyHistory', name: '家族史' },
  { key: 'personalHistory', name: '个人史' },
  { key: 'generalCondition', name: '全身情况' },
  { key: 'exams', name: '口腔检查' },
  { key: 'perio', name: '牙周检查' },
  { key: 'orthoExam', name: '正畸检查' },
  { key: 'orthoVisit', name: '正畸复诊' },
  { key: 'auxExams', name: '辅助检查' },
  { key: 'diagnoses', name: '诊断' },
  { key: 'plans', name: '治疗计划' },
  { key: 'treatments', name: '处置' },
  { key: 'advice', name: '医嘱' },
  { key: 'nextVisit', name: '复诊建议' },
  { key: 'toothMarks', name: '牙位标记' },
] as const
export type SectionKey = (typeof recordSections)[number]['key']

/** Sections without which there is no record, whatever the visit. */
export const ALWAYS_REQUIRED: readonly SectionKey[] = ['chiefComplaint', 'diagnoses', 'treatments']
/** Sections that a clinic may ask for besides. */
export const REQUIRABLE_SECTIONS = [
  'presentIllness',
  'interval',
  'pastHistory',
  'allergyHistory',
  'familyHistory',
  'personalHistory',
  'generalCondition',
  'exams',
  'auxExams',
  'plans',
  'advice',
  'nextVisit',
] as const satisfies readonly SectionKey[]
export type RequirableSection = (typeof REQUIRABLE_SECTIONS)[number]
/**
 * What a clinic asks for that has said nothing else: of a first visit, of a return visit. Present illness and course since
 * the last visit stand for each other: a new complaint at a return visit has the one, what goes on has the other.
 */
export const USUALLY_REQUIRED = {
  first: ['presentIllness', 'pastHistory', 'allergyHistory', 'exams'],
  return: ['interval', 'exams'],
} as const satisfies Record<string, readonly RequirableSection[]>
