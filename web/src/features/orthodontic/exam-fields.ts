import {
  angleTypes,
  archForms,
  badHabits,
  chins,
  dentitions,
  faceTypes,
  lipClosures,
  mandibularPlanes,
  nasolabialAngles,
  profiles,
  puberty,
  relationNames,
  skeletalClasses,
  symmetryNames,
} from '@dentin/clinical/orthodontics/exam-words'
import { careGrades } from '@dentin/clinical/orthodontics/vocabulary'
import { boltonNorms } from '@dentin/clinical/model-analysis/bolton'
import type { OrthoExam } from '@dentin/contract/orthodontic'

/** Fields of an examination whose value is of a kind. */
type KeysOf<V> = { [K in keyof OrthoExam]-?: OrthoExam[K] extends V ? K : never }[keyof OrthoExam]

interface Choice {
  value: string | number | boolean
  label: string
}
/** One field of the examination: what it is called, and how it is entered. */
export type ExamField = { label: string; wide?: boolean } & (
  | { kind: 'text'; key: KeysOf<string> }
  | { kind: 'teeth'; key: KeysOf<string> }
  | { kind: 'number'; key: KeysOf<number | null>; unit: string }
  | { kind: 'choice'; key: keyof OrthoExam; choices: readonly Choice[] }
  | { kind: 'select'; key: KeysOf<string | null>; choices: readonly Choice[]; clearable: boolean }
  | { kind: 'several'; key: 'badHabits'; choices: readonly string[] }
)

const words = (list: readonly string[]): Choice[] => list.map((value) => ({ value, label: value }))
const coded = (names: Readonly<Record<number, string>>): Choice[] =>
  Object.entries(names).map(([code, label]) => ({ value: Number(code), label }))
const yesNo: Choice[] = [
  { value: true, label: '有' },
  { value: false, label: '无' },
]
const text = (key: KeysOf<string>, label: string, wide = false): ExamField => ({ kind: 'text', key, label, wide })
const teeth = (key: KeysOf<string>, label: string): ExamField => ({ kind: 'teeth', key, label })
const number = (key: KeysOf<number | null>, label: string, unit = 'mm'): ExamField => ({
  kind: 'number',
  key,
  label,
  unit,
})
const choice = (key: keyof OrthoExam, label: string, choices: readonly Choice[]): ExamField => ({
  kind: 'choice',
  key,
  label,
  choices,
})
const relation = (key: KeysOf<number | null>, label: string) => choice(key, label, coded(relationNames))

/** Every field of the first examination in its group, in the order of examining. */
export const examGroups: readonly { title: string; fields: readonly ExamField[] }[] = [
  {
    title: '病史',
    fields: [
      choice('puberty', '青春期', words(puberty)),
      number('menarcheAge', '初潮', '岁'),
      number('voiceBreakAge', '变声', '岁'),
      text('growthHistory', '生长发育', true),
      { kind: 'several', key: 'badHabits', label: '不良习惯', choices: badHabits, wide: true },
      text('familyMalocclusion', '家族错𬌗'),
      text('pastOrtho', '既往正畸'),
      text('traumaHistory', '外伤'),
      text('ent', '耳鼻喉'),
      text('psychology', '心理'),
      text('expectation', '期望'),
      text('cooperation', '配合'),
    ],
  },
  {
    title: '正面',
    fields: [
      choice('symmetry', '对称', coded(symmetryNames)),
      number('symmetryMm', '偏斜'),
      choice('faceType', '面型', words(faceTypes)),
      number('thirdUpper', '面上三分之一'),
      number('thirdMiddle', '面中三分之一'),
      number('thirdLower', '面下三分之一'),
      choice('lipClosure', '唇闭合', words(lipClosures)),
      number('gummySmile', '露龈'),
      number('midlineUpper', '上中线（左为正）'),
      number('midlineLower', '下中线（左为正）'),
    ],
  },
  {
    title: '侧面',
    fields: [
      choice('profile', '侧貌', words(profiles)),
      choice('nasolabialAngle', '鼻唇角', words(nasolabialAngles)),
      text('lipProtrusion', '唇突度'),
      choice('chin', '颏部', words(chins)),
      choice('mandibularPlane', '下颌平面', words(mandibularPlanes)),
    ],
  },
  {
    title: '牙列',
    fields: [
      choice('dentition', '牙列', words(dentitions)),
      teeth('missingTeeth', '缺失牙'),
      teeth('supernumerary', '多生牙'),
      teeth('impacted', '阻生牙'),
      teeth('caries', '龋'),
      choice('archFormUpper', '上牙弓', words(archForms)),
      choice('archFormLower', '下牙弓', words(archForms)),
      number('crowdingUpper', '上颌拥挤'),
      number('crowdingLower', '下颌拥挤'),
      number('spacingUpper', '上颌间隙'),
      number('spacingLower', '下颌间隙'),
      number('speeRight', 'Spee 曲线右'),
      number('speeLeft', 'Spee 曲线左'),
      number('boltonAnterior', 'Bolton 前牙比', '%'),
      number('boltonTotal', 'Bolton 全牙比', '%'),
      {
        kind: 'select',
        key: 'boltonNorm',
        label: 'Bolton 参考',
        clearable: false,
        choices: boltonNorms.map(({ id, nameZh }) => ({ value: id, label: nameZh })),
      },
    ],
  },
  {
    title: '咬合',
    fields: [
      relation('molarRight', '右磨牙'),
      relation('molarLeft', '左磨牙'),
      relation('canineRight', '右尖牙'),
      relation('canineLeft', '左尖牙'),
      choice('angleType', '安氏分类', words(angleTypes)),
      number('overjet', '覆盖（反为负）'),
      number('openBite', '开𬌗'),
      choice('overbite', '覆𬌗', [
        { value: 0.25, label: '≤1/3' },
        { value: 0.45, label: '1/3–1/2' },
        { value: 0.6, label: '1/2–2/3' },
        { value: 0.85, label: '>2/3' },
      ]),
      teeth('crossbiteTeeth', '反𬌗牙'),
      teeth('scissorbiteTeeth', '锁𬌗牙'),
      text('functionalShift', '功能性移位'),
    ],
  },
  {
    title: '关节、牙周',
    fields: [
      choice('tmjClick', '弹响', yesNo),
      choice('tmjPain', '疼痛', yesNo),
      number('tmjOpening', '开口度'),
      text('tmjDeviation', '开口型'),
      text('periodontalStatus', '牙周情况'),
      choice('oralHygiene', '口腔卫生', words(careGrades)),
    ],
  },
  {
    title: '分析',
    fields: [
      text('modelAnalysis', '模型分析', true),
      text('cephSummary', '侧位片分析', true),
      text('boneAgeStage', '骨龄'),
      text('cbctFindings', 'CBCT 所见'),
    ],
  },
  {
    title: '诊断',
    fields: [
      choice('skeletalClass', '骨性', words(skeletalClasses)),
      text('dentalClass', '牙性'),
      text('softTissue', '软组织'),
    ],
  },
]
