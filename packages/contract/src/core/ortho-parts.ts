import { orthoExam, orthoVisit, type OrthoExam, type OrthoVisitContent } from './ortho-sections.ts'

/** Fields that are written together, as the screen groups them. */
interface FieldGroup<K> {
  key: string
  name: string
  fields: readonly K[]
}

/** Parts of a monthly visit. */
export const orthoVisitParts: readonly FieldGroup<keyof OrthoVisitContent>[] = [
  { key: 'phase', name: '阶段', fields: ['phase'] },
  { key: 'wires', name: '弓丝', fields: ['upperWire', 'lowerWire', 'wiresOff'] },
  { key: 'elastics', name: '橡皮圈', fields: ['elastics'] },
  { key: 'spans', name: '链圈、簧', fields: ['chains', 'springs'] },
  { key: 'trays', name: '隐形、佩戴', fields: ['tray', 'wearHours'] },
  {
    key: 'lost',
    name: '托槽、附件',
    fields: ['bracketLoss', 'rebonded', 'attachmentLoss', 'attachmentsRebonded'],
  },
  { key: 'stripping', name: '片切', fields: ['stripping'] },
  { key: 'works', name: '本次处置', fields: ['works', 'bends'] },
  { key: 'care', name: '卫生、配合', fields: ['hygiene', 'cooperation'] },
  { key: 'measures', name: '间隙与关系', fields: ['measures'] },
  { key: 'next', name: '下一步', fields: ['next', 'nextPlan', 'interval'] },
]

/** Parts of a first examination. */
export const orthoExamParts: readonly FieldGroup<keyof OrthoExam>[] = [
  {
    key: 'history',
    name: '病史',
    fields: [
      ...(['growthHistory', 'puberty', 'menarcheAge', 'voiceBreakAge', 'badHabits', 'familyMalocclusion'] as const),
      ...(['pastOrtho', 'traumaHistory', 'ent', 'psychology', 'expectation', 'cooperation'] as const),
    ],
  },
  {
    key: 'front',
    name: '正面',
    fields: [
      ...(['symmetry', 'symmetryMm', 'faceType', 'thirdUpper', 'thirdMiddle', 'thirdLower'] as const),
      ...(['lipClosure', 'gummySmile', 'midlineUpper', 'midlineLower'] as const),
    ],
  },
  {
    key: 'profile',
    name: '侧面',
    fields: ['profile', 'nasolabialAngle', 'lipProtrusion', 'chin', 'mandibularPlane'],
  },
  {
    key: 'arches',
    name: '牙列',
    fields: [
      ...(['dentition', 'missingTeeth', 'supernumerary', 'impacted', 'caries', 'archFormUpper'] as const),
      ...(['archFormLower', 'crowdingUpper', 'crowdingLower', 'spacingUpper', 'spacingLower'] as const),
      ...(['speeLeft', 'speeRight', 'boltonAnterior', 'boltonTotal', 'boltonNorm'] as const),
    ],
  },
  {
    key: 'occlusion',
    name: '咬合',
    fields: [
      ...(['molarLeft', 'molarRight', 'canineLeft', 'canineRight', 'angleType', 'overjet', 'overbite'] as const),
      ...(['openBite', 'crossbiteTeeth', 'scissorbiteTeeth', 'functionalShift'] as const),
    ],
  },
  {
    key: 'joint',
    name: '关节、牙周',
    fields: ['tmjClick', 'tmjPain', 'tmjOpening', 'tmjDeviation', 'periodontalStatus', 'oralHygiene'],
  },
  {
    key: 'analysis',
    name: '分析',
    fields: ['modelAnalysis', 'ceph', 'cephSummary', 'boneAgeStage', 'cbctFindings', 'par'],
  },
  { key: 'grades', name: '分级', fields: ['iotn', 'gradesByHand'] },
  { key: 'diagnosis', name: '诊断', fields: ['skeletalClass', 'dentalClass', 'softTissue'] },
  { key: 'problems', name: '问题', fields: ['problems'] },
  { key: 'goals', name: '目标', fields: ['goals'] },
  { key: 'plans', name: '方案', fields: ['plans', 'patientChoice'] },
]

const picked = (of: object, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(of).filter(([key]) => fields.includes(key)))

/** A visit or an examination that says one part alone. */
export const onlyPart = {
  orthoVisit: (visit: OrthoVisitContent, fields: readonly string[]): OrthoVisitContent => ({
    ...orthoVisit.parse({ caseId: visit.caseId }),
    ...picked(visit, fields),
  }),
  orthoExam: (exam: OrthoExam, fields: readonly string[]): OrthoExam => ({
    ...orthoExam.parse({ caseId: exam.caseId }),
    ...picked(exam, fields),
  }),
}
