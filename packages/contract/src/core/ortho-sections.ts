import {
  allWireSizes,
  anchorages,
  angleTypes,
  appliances,
  archForms,
  badHabits,
  careGrades,
  cephFigures,
  chainKinds,
  chins,
  dentitions,
  elasticForces,
  elasticSizes,
  elasticTypes,
  faceTypes,
  gradeKeys,
  lipClosures,
  mandibularPlanes,
  MOST_MONTHS,
  nasolabialAngles,
  orthoPhases,
  parParts,
  profiles,
  puberty,
  relationNames,
  skeletalClasses,
  springKinds,
  symmetryNames,
  visitMeasureKeys,
  visitMeasures,
  wireMaterials,
  type CephFigure,
  type VisitMeasure,
} from '@dentin/clinical/orthodontics/index'
import { iotnItems } from '@dentin/clinical/model-analysis/iotn'
import { boltonNorms } from '@dentin/clinical/model-analysis/bolton'
import { findTooth, teethProblem } from '@dentin/clinical/teeth'
import { yuanToFen } from '@dentin/kit'
import { z } from 'zod'
import { idOf, oneOf, oneWord, optionalText, requiredText, wholeNumber } from './fields.ts'

/** A number with a unit; null: not measured. */
const measure = (label: string, min: number, max: number, unit = 'mm') =>
  z
    .number({ error: `${label}应为数字` })
    .min(min, { error: `${label}应在 ${min}～${max} ${unit} 之间` })
    .max(max, { error: `${label}应在 ${min}～${max} ${unit} 之间` })
    .nullable()
    .default(null)
const among = <const T extends readonly [string, ...string[]]>(label: string, words: T) =>
  oneWord(label, words).nullable().default(null)
const code = <const T extends readonly [number, ...number[]]>(label: string, codes: T) =>
  oneOf(label, codes).nullable().default(null)
const list = <T extends z.ZodType>(label: string, item: T, most: number) =>
  z
    .array(item, { error: `${label}应为列表` })
    .max(most, { error: `${label}不超过 ${most} 项` })
    .default([])
const tooth = z.string({ error: '请选择牙位' }).refine((fdi) => findTooth(fdi) !== undefined, { error: '没有这个牙位' })
const teeth = z
  .string({ error: '牙位应为文字' })
  .max(200, { error: '牙位过多' })
  .refine((text) => text === '' || teethProblem(text) === null, { error: '牙位写法有误' })
  .default('')
const keyed = <K extends string, T extends z.ZodType>(keys: readonly K[], of: (key: K) => T) =>
  Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<K, T>
const noneOf = <K extends string>(keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, null])) as Record<K, null>

const relation = (label: string) => code(label, Object.keys(relationNames).map(Number) as [number, ...number[]])
const cephKeys = Object.keys(cephFigures) as CephFigure[]
const parKeys = Object.keys(parParts) as (keyof typeof parParts)[]
const normIds = boltonNorms.map(({ id }) => id) as [string, ...string[]]
const iotnCodes = iotnItems.map((item) => item.code) as [string, ...string[]]

/** Yuan as text, as it is typed and kept: '12800', '12800.00'. */
const yuan = (label: string) =>
  z.string({ error: `请填写${label}` }).regex(/^\d{1,7}(\.\d{1,2})?$/, { error: `${label}应为数字，最多两位小数` })

/** What is paid for a plan: at once, then so many times on a day of the month. */
export const orthoFee = z
  .strictObject({
    total: yuan('总费用'),
    down: yuan('首付'),
    count: wholeNumber('期数', 0, 60),
    each: yuan('每期'),
    /** Day of the month. */
    day: wholeNumber('每月几号', 1, 28),
  })
  .superRefine(({ total, down, count, each }, context) => {
    const sums = [total, down, each].map((text) => (/^\d{1,7}(\.\d{1,2})?$/.test(text) ? yuanToFen(text) : null))
    const [whole, first, instalment] = sums
    if (whole == null || first == null || instalment == null) return
    if (whole !== first + count * instalment)
      context.addIssue({ code: 'custom', message: '首付加各期应等于总费用', path: ['total'] })
  })
export type OrthoFee = z.output<typeof orthoFee>

const treatmentMonths = wholeNumber('疗程月数', 1, MOST_MONTHS)

const plan = z.strictObject({
  name: requiredText('方案名称', 40),
  appliance: oneWord('矫治器', appliances),
  /** Teeth to be taken out, as stored text. */
  extraction: teeth,
  anchorage: among('支抗', anchorages),
  months: treatmentMonths.nullable().default(null),
  risks: optionalText('风险', 500),
  fee: orthoFee.nullable().default(null),
  chosen: z.boolean({ error: '请选择是否选定' }).default(false),
})
export type OrthoPlan = z.output<typeof plan>

const symmetry = Object.keys(symmetryNames).map(Number) as [number, ...number[]]

/** The first examination: what is asked, seen and measured, then diagnosis, goals and plans. */
export const orthoExam = z
  .strictObject({
    caseId: idOf('正畸病例'),
    growthHistory: optionalText('生长发育', 500),
    puberty: among('青春期', puberty),
    menarcheAge: measure('初潮年龄', 8, 20, '岁'),
    voiceBreakAge: measure('变声年龄', 8, 20, '岁'),
    badHabits: list('不良习惯', oneWord('不良习惯', badHabits), badHabits.length),
    familyMalocclusion: optionalText('家族错𬌗史', 300),
    pastOrtho: optionalText('既往正畸', 300),
    traumaHistory: optionalText('外伤史', 300),
    ent: optionalText('耳鼻喉', 300),
    psychology: optionalText('心理', 300),
    expectation: optionalText('期望', 300),
    cooperation: optionalText('配合', 300),
    symmetry: code('面部对称', symmetry),
    symmetryMm: measure('偏斜', 0, 20),
    faceType: among('面型', faceTypes),
    thirdUpper: measure('面上三分之一', 20, 120),
    thirdMiddle: measure('面中三分之一', 20, 120),
    thirdLower: measure('面下三分之一', 20, 120),
    lipClosure: among('唇闭合', lipClosures),
    gummySmile: measure('露龈', 0, 15),
    /** Positive to the patient's left. */
    midlineUpper: measure('上中线', -15, 15),
    midlineLower: measure('下中线', -15, 15),
    profile: among('侧貌', profiles),
    nasolabialAngle: among('鼻唇角', nasolabialAngles),
    lipProtrusion: optionalText('唇突度', 100),
    chin: among('颏部', chins),
    mandibularPlane: among('下颌平面', mandibularPlanes),
    dentition: among('牙列', dentitions),
    missingTeeth: teeth,
    supernumerary: teeth,
    impacted: teeth,
    caries: teeth,
    archFormUpper: among('上牙弓', archForms),
    archFormLower: among('下牙弓', archForms),
    crowdingUpper: measure('上颌拥挤', 0, 30),
    crowdingLower: measure('下颌拥挤', 0, 30),
    spacingUpper: measure('上颌间隙', 0, 30),
    spacingLower: measure('下颌间隙', 0, 30),
    speeLeft: measure('左侧 Spee 曲线', 0, 12),
    speeRight: measure('右侧 Spee 曲线', 0, 12),
    boltonAnterior: measure('Bolton 前牙比', 50, 120, '%'),
    boltonTotal: measure('Bolton 全牙比', 50, 120, '%'),
    boltonNorm: oneWord('Bolton 参考', normIds).default('cn_textbook'),
    molarLeft: relation('左磨牙关系'),
    molarRight: relation('右磨牙关系'),
    canineLeft: relation('左尖牙关系'),
    canineRight: relation('右尖牙关系'),
    angleType: among('安氏分类', angleTypes),
    overjet: measure('覆盖', -15, 20),
    /** Part of the lower crown that is covered, 0–1. */
    overbite: measure('覆𬌗', 0, 1.5, ''),
    openBite: measure('开𬌗', 0, 15),
    crossbiteTeeth: teeth,
    scissorbiteTeeth: teeth,
    functionalShift: optionalText('功能性移位', 200),
    tmjClick: z.boolean({ error: '请选择有无弹响' }).nullable().default(null),
    tmjPain: z.boolean({ error: '请选择有无疼痛' }).nullable().default(null),
    tmjOpening: measure('开口度', 0, 80),
    tmjDeviation: optionalText('开口型', 100),
    periodontalStatus: optionalText('牙周情况', 300),
    oralHygiene: among('口腔卫生', careGrades),
    modelAnalysis: optionalText('模型分析', 500),
    ceph: z
      .strictObject(keyed(cephKeys, (key) => measure(key, cephFigures[key].min, cephFigures[key].max, '°')))
      .default(noneOf(cephKeys)),
    cephSummary: optionalText('侧位片分析', 500),
    boneAgeStage: optionalText('骨龄', 60),
    cbctFindings: optionalText('CBCT 所见', 500),
    par: z.strictObject(keyed(parKeys, (key) => measure(`PAR ${parParts[key]}`, 0, 60, '分'))).default(noneOf(parKeys)),
    iotn: among('IOTN', iotnCodes),
    /** Grades that somebody has set by hand, over what was worked out. */
    gradesByHand: z.strictObject(keyed(gradeKeys, () => optionalText('分级', 60).optional())).default({}),
    skeletalClass: among('骨性分类', skeletalClasses),
    dentalClass: optionalText('牙性诊断', 200),
    softTissue: optionalText('软组织诊断', 200),
    problems: list('问题', requiredText('问题', 120), 20),
    goals: list('目标', requiredText('目标', 120), 20),
    plans: list('方案', plan, 4),
    patientChoice: optionalText('患者选择', 300),
  })
  .superRefine(({ plans, overbite, openBite, symmetry: side, symmetryMm }, context) => {
    const add = (path: string, message: string) => context.addIssue({ code: 'custom', message, path: [path] })
    if (plans.filter(({ chosen }) => chosen).length > 1) add('plans', '只能选定一个方案')
    if (openBite !== null && openBite > 0 && overbite !== null && overbite > 0) add('openBite', '有覆𬌗就没有开𬌗')
    if (side === 0 && symmetryMm !== null && symmetryMm > 0) add('symmetryMm', '面部对称，不填偏斜')
  })
export type OrthoExam = z.output<typeof orthoExam>

const wire = z
  .strictObject({ size: oneWord('弓丝尺寸', allWireSizes), material: oneWord('弓丝材料', wireMaterials) })
  .nullable()
  .default(null)
const arch = oneWord('牙弓', ['upper', 'lower'])
const span = <const T extends readonly [string, ...string[]]>(label: string, kinds: T) =>
  z
    .array(z.strictObject({ kind: oneWord(label, kinds), from: tooth, to: tooth }), { error: `${label}应为列表` })
    .max(8, { error: `${label}不超过 8 段` })
    .nullable()
    .default(null)
const hours = (label: string) => wholeNumber(label, 1, 24).nullable().default(null)

/** One monthly visit. null says nothing of a thing: it stays as it was. */
export const orthoVisit = z.strictObject({
  caseId: idOf('正畸病例'),
  phase: among('阶段', orthoPhases),
  upperWire: wire,
  lowerWire: wire,
  wiresOff: list('拆除的弓丝', arch, 2),
  elastics: z
    .array(
      z.strictObject({
        type: oneWord('橡皮圈类型', elasticTypes),
        size: oneWord('橡皮圈直径', elasticSizes),
        force: oneOf('橡皮圈力量', elasticForces),
        teeth: z.array(tooth, { error: '请选择牙位' }).min(2, { error: '橡皮圈至少挂两颗牙' }).max(5),
        hours: hours('橡皮圈每天小时'),
      }),
      { error: '橡皮圈应为列表' },
    )
    .max(8, { error: '橡皮圈不超过 8 根' })
    .nullable()
    .default(null),
  chains: span('链圈', chainKinds),
  springs: span('推簧、拉簧', springKinds),
  bracketLoss: list('脱落的托槽', tooth, 32),
  rebonded: list('重粘的托槽', tooth, 32),
  attachmentLoss: list('脱落的附件', tooth, 32),
  attachmentsRebonded: list('重粘的附件', tooth, 32),
  tray: z
    .strictObject({
      no: wholeNumber('当前副数', 0, 999),
      total: wholeNumber('总副数', 1, 999),
      daysPerTray: wholeNumber('每副天数', 1, 99),
      /** 0: the first series; n: the nth 精调. */
      refinement: wholeNumber('精调次数', 0, 9).default(0),
    })
    .nullable()
    .default(null),
  wearHours: hours('每天佩戴小时'),
  stripping: list(
    '片切',
    z.strictObject({
      between: z.tuple([tooth, tooth], { error: '请选择两颗牙' }),
      mm: z.number({ error: '片切量应为数字' }),
    }),
    30,
  ),
  bends: optionalText('弯制', 300),
  works: list('处置', requiredText('处置', 30), 20),
  hygiene: among('卫生', careGrades),
  cooperation: among('配合', careGrades),
  measures: z
    .strictObject(
      keyed(visitMeasureKeys, (key) =>
        measure(visitMeasures[key].name, visitMeasures[key].min, visitMeasures[key].max),
      ),
    )
    .default(noneOf(visitMeasureKeys) as Record<VisitMeasure, null>),
  next: list('下一步', requiredText('下一步', 40), 12),
  nextPlan: optionalText('下次计划', 300),
  /** Weeks to the next visit. */
  interval: wholeNumber('几周后复诊', 1, 52).nullable().default(null),
})
export type OrthoVisitContent = z.output<typeof orthoVisit>

/** Of a case: what is chosen and what comes of it. */
export const orthoCaseFields = {
  doctorId: idOf('医生'),
  appliance: oneWord('矫治器', appliances).nullable().default(null),
  slot: oneWord('槽沟', ['0.018', '0.022']).nullable().default(null),
  planName: optionalText('方案名称', 40),
  extraction: teeth,
  months: treatmentMonths.nullable().default(null),
  fee: orthoFee.nullable().default(null),
  retainerUpper: optionalText('上颌保持器', 40),
  retainerLower: optionalText('下颌保持器', 40),
  retentionHours: hours('保持器每天小时'),
  retentionMonths: wholeNumber('保持月数', 1, 240).nullable().default(null),
  retentionPlan: optionalText('保持计划', 300),
  /** Months after debonding in which the patient is asked to come. */
  recallMonths: list('复查月份', wholeNumber('复查月份', 1, 120), 12).default([]),
  finalRelation: optionalText('结束时咬合', 200),
  satisfaction: oneOf('满意度', [1, 2, 3, 4, 5]).nullable().default(null),
  remark: optionalText('备注', 500),
}
