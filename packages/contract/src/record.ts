import { anaestheticRiskIds } from '@dentin/clinical/anaesthetic-words'
import { calloutKeyProblem } from '@dentin/clinical/callout-words'
import { teethProblem } from '@dentin/clinical/teeth'
import { detailProblem } from '@dentin/clinical/tooth-conditions'
import { z } from 'zod'
import { anaestheticLine } from './core/anaesthetic-line.ts'
import { implantLine } from './core/implant-line.ts'
import { call, resource, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  amount,
  idOf,
  localDate,
  moment,
  oneOf,
  oneWord,
  optionalText,
  pageOf,
  paging,
  patientFace,
  queryNumber,
  requestId,
  requiredText,
  version,
  wholeNumber,
  wordsOf,
} from './core/fields.ts'
import { orthoExam, orthoVisit } from './core/ortho-sections.ts'
import { pregnancyNames } from './core/pregnancy-words.ts'
import { recordTypes } from './core/record-kinds.ts'
import { recordOriginNames } from './core/record-origins.ts'
import { recordSections, type SectionKey } from './core/record-sections.ts'
import { MOST_ON_RECORD } from './record-image.ts'
import { conditionIds, drawnMark, markStatuses, mouthHistory } from './record-mouth.ts'

export { pregnancyNames } from './core/pregnancy-words.ts'
export * from './core/record-kinds.ts'
export * from './core/record-sections.ts'

/** Refusals of this domain: codes 25001 to 25999, those of templates in record-template.ts. */
export const recordErrors = {
  /** data.id: the record that is there. */
  RECORD_EXISTS: { code: 25001, message: '这次就诊已有病历' },
  RECORD_LOCKED: { code: 25002, message: '病历已签名锁定，请先点修订' },
  /** data.missing: the sections that are still to be written. */
  RECORD_INCOMPLETE: { code: 25003, message: '病历还有必填项未写' },
  RECORD_NOT_YOURS: { code: 25004, message: '只有接诊医生本人可以操作这份病历' },
  RECORD_REASON_REQUIRED: { code: 25005, message: '请填写原因' },
  RECORD_DELETED: { code: 25006, message: '病历已删除，恢复后才能操作' },
  RECORD_CODE_UNKNOWN: { code: 25007, message: '病历里有查不到的诊断或收费项目' },
  RECORD_ARCHIVED: { code: 25043, message: '病历已归档，要修订或删除请先申请，由负责人批准' },
  RECORD_REVIEW_OWN: { code: 25044, message: '自己的病历由别人审签、批准' },
  RECORD_REVIEW_NONE: { code: 25045, message: '这份病历现在不需要审签' },
  AMEND_REQUEST_OPEN: { code: 25046, message: '已有一份修订申请在等批准，或已获批准' },
  CALLOUT_KEY_TWICE: { code: 25048, message: '两种所见用了同样的字母' },
  AMEND_REQUEST_DECIDED: { code: 25047, message: '这份修订申请已经处理' },
  RECORD_IMPOSSIBLE: { code: 25008, message: '病历里有不可能的内容' },
  /** data.treatmentId: the visit of that day. */
  RECORD_VISIT_THERE: { code: 25049, message: '这一天有就诊还没写病历，请从待写病历里写' },
  FILE_FACT_CHANGED: { code: 25041, message: '档案刚刚被改过，请看过新内容再写回' },
  FILE_ALLERGY_KNOWN: { code: 25042, message: '档案里记有过敏，要改成否认请到患者档案修改' },
} satisfies Record<string, ErrorEntry>

/** What may be written: no control characters but line breaks and tabs. */
const words = (label: string, max: number) => optionalText(label, max)
/** Teeth as stored text, e.g. '16:MO;24;Q3'; '' for the whole mouth or where no tooth applies. */
const teeth = z
  .string({ error: '牙位应为文字' })
  .max(400, { error: '牙位过多' })
  .superRefine((text, context) => {
    const problem = teethProblem(text)
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })
  .default('')
const measure = (label: string, min: number, max: number) =>
  z
    .number({ error: `${label}应为数字` })
    .min(min, { error: `${label}应在${min}到${max}之间` })
    .max(max, { error: `${label}应在${min}到${max}之间` })
    .nullable()
    .default(null)
const rows = <T extends z.ZodType>(label: string, row: T, max = 60) =>
  z
    .array(row, { error: `${label}应为列表` })
    .max(max, { error: `${label}不能超过${max}行` })
    .default([])

/** Kinds of auxiliary examination, in the order of the screen. */
export const auxExamKinds = ['根尖片', '全景片', 'CBCT', '口内照', '化验', '其他'] as const
/** 1 main, 2 secondary, 3 to be confirmed. */
export const diagnosisKindNames: Record<number, string> = { 1: '主', 2: '次', 3: '待查' }
/** 1 first visit, 2 return visit. */
export const visitKindNames: Record<number, string> = { 1: '初诊', 2: '复诊' }

const sectionKeys = recordSections.map((section) => section.key) as unknown as [SectionKey, ...SectionKey[]]

const pregnancyStates = Object.keys(pregnancyNames) as [keyof typeof pregnancyNames, ...(keyof typeof pregnancyNames)[]]

const generalCondition = z.strictObject({
  /** mmHg */
  bloodPressureSys: measure('收缩压', 40, 300),
  bloodPressureDia: measure('舒张压', 20, 200),
  /** beats a minute */
  pulse: measure('脉搏', 20, 250),
  /** °C */
  temperature: measure('体温', 30, 45),
  /** mmol/L */
  bloodGlucose: measure('血糖', 0.5, 60),
  /** cm */
  height: measure('身高', 30, 250),
  /** kg */
  weight: measure('体重', 0.5, 250),
  /** ASA physical status, 1 to 5. */
  asa: measure('ASA 分级', 1, 5),
  pregnancy: z.enum(pregnancyStates, { error: '妊娠情况不在可选范围内' }).nullable().default(null),
  /** Full weeks of a pregnancy. */
  pregnancyWeek: measure('孕周', 1, 42),
})
/** Depth, material or grade: one of those of the condition. */
const markDetail = z.string({ error: '标记细节应为文字' }).max(20, { error: '标记细节过长' }).optional()
/** Names one piece over several teeth (a bridge); made where it is charted. */
const markGroup = z
  .string({ error: '整件编号应为文字' })
  .regex(/^[\w-]{1,64}$/, { error: '整件编号有误' })
  .optional()
/** Why something was taken off. */
const markReason = z.string({ error: '拆除原因应为文字' }).max(40, { error: '拆除原因不超过 40 字' }).optional()

/** How far ahead a next visit is proposed, in days. */
export const MOST_NEXT_DAYS = 730

const auxExam = z.strictObject({ teeth, kind: words('检查类型', 20), content: words('检查所见', 1000) })

const sections = {
  chiefComplaint: words('主诉', 200),
  presentIllness: words('现病史', 2000),
  /** What has changed since the last visit. */
  interval: words('病情变化', 2000),
  pastHistory: words('既往史', 1000),
  allergyHistory: words('过敏史', 500),
  familyHistory: words('家族史', 500),
  personalHistory: words('个人史', 500),
  generalCondition: generalCondition.default({
    bloodPressureSys: null,
    bloodPressureDia: null,
    pulse: null,
    temperature: null,
    bloodGlucose: null,
    height: null,
    weight: null,
    asa: null,
    pregnancy: null,
    pregnancyWeek: null,
  }),
  exams: rows('口腔检查', z.strictObject({ teeth, content: words('检查所见', 1000) })),
  auxExams: rows(
    '辅助检查',
    auxExam.extend({
      /** Pictures that hang on the record and show what the line says; left out where there are none. */
      imageIds: z
        .array(idOf('图片'), { error: '图片应为列表' })
        .max(MOST_ON_RECORD, { error: `一行最多附 ${MOST_ON_RECORD} 张图片` })
        .optional(),
    }),
  ),
  diagnoses: rows(
    '诊断',
    z.strictObject({
      teeth,
      icdCode: words('诊断编码', 16),
      icdName: words('诊断名称', 80),
      kind: oneOf('诊断类型', [1, 2, 3]),
    }),
  ),
  plans: rows(
    '治疗计划',
    z.strictObject({
      teeth,
      content: words('计划', 1000),
      /** Items of the price list that the plan comes to; left out where nobody has chosen any. */
      tariffIds: z
        .array(idOf('收费项目'), { error: '收费项目应为列表' })
        .max(30, { error: '收费项目不能超过30个' })
        .optional(),
      /** What could be done instead; left out where nothing is said. */
      alternative: z
        .string({ error: '备选方案应为文字' })
        .max(500, { error: '备选方案不能超过500字' })
        .regex(/^[^\p{Cc}]*$/u, { error: '备选方案里有不能识别的字符' })
        .optional(),
    }),
  ),
  treatments: rows(
    '处置',
    z.strictObject({
      teeth,
      content: words('处置', 2000),
      tariffs: rows(
        '收费项目',
        z.strictObject({
          tariffId: idOf('收费项目'),
          qty: wholeNumber('数量', 1, 999),
          /** The line of the patient's accepted treatment plan that is done by it. */
          planLineId: idOf('计划条目').optional(),
        }),
        30,
      ),
      /** In words, as it was written before there were lines. */
      anesthetic: z
        .strictObject({ drug: words('麻药', 60), dose: words('剂量', 30), batch: words('批号', 40) })
        .nullable()
        .default(null),
      /** Left out where nothing was injected, so that older texts stay what was signed. */
      anaesthetics: z
        .array(anaestheticLine, { error: '局麻应为列表' })
        .max(10, { error: '局麻不能超过10行' })
        .optional(),
      /** Left out where no implant went in. */
      implants: z.array(implantLine, { error: '种植体应为列表' }).max(16, { error: '种植体不能超过16行' }).optional(),
    }),
  ),
  advice: words('医嘱', 1000),
  nextVisit: z
    .strictObject({
      days: wholeNumber('复诊天数', 1, MOST_NEXT_DAYS).nullable().default(null),
      remark: words('复诊说明', 200),
      doctorId: idOf('复诊医生').nullable().default(null),
      itemIds: z
        .array(idOf('复诊项目'), { error: '复诊项目应为列表' })
        .max(10, { error: '复诊项目不能超过10个' })
        .default([]),
    })
    .default({ days: null, remark: '', doctorId: null, itemIds: [] }),
  /** What was charted at this visit; copied to the patient's mouth when the record is signed. */
  toothMarks: rows(
    '牙位标记',
    z
      .strictObject({
        tooth: requiredText('牙位', 4).refine((text) => teethProblem(text) === null, { error: '没有这个牙位' }),
        condition: z.enum(conditionIds, { error: '标记不在可选范围内' }),
        surfaces: z
          .string({ error: '牙面应为文字' })
          .regex(/^[MDBLOIC]{0,7}$/, { error: '没有这个牙面' })
          .default(''),
        status: z.enum(markStatuses, { error: '标记状态不在可选范围内' }),
        detail: markDetail,
        group: markGroup,
        reason: markReason,
      })
      .superRefine(({ condition, detail, status, reason }, context) => {
        if (reason && status !== 'removed')
          context.addIssue({ code: 'custom', message: '只有拆除才写原因', path: ['reason'] })
        const problem = detailProblem(condition, detail ?? '')
        if (problem) context.addIssue({ code: 'custom', message: problem, path: ['detail'] })
      }),
    300,
  ).superRefine((marks, context) => {
    const pieces = new Map<string, number>()
    for (const { group } of marks) if (group) pieces.set(group, (pieces.get(group) ?? 0) + 1)
    for (const [index, { group, status }] of marks.entries())
      if (group && status !== 'removed' && pieces.get(group) === 1)
        context.addIssue({ code: 'custom', message: '整件修复体至少占两颗牙', path: [index, 'group'] })
  }),
}

/**
 * Sections of one kind alone, left out where they are not written; the signature covers them with the text. A periodontal
 * chart is written by its own module, orthodontic ones with the text.
 */
const sectionsOfKinds = {
  orthoExam: orthoExam.optional(),
  orthoVisit: orthoVisit.optional(),
  /** The snapshot of a periodontal chart: its hash is signed with the text, its figures are read without it. */
  perio: z
    .strictObject({
      chartId: idOf('牙周快照'),
      hash: z.string().regex(/^[0-9a-f]{64}$/, { error: '牙周检查的摘要有误' }),
      words: z.array(words('牙周检查', 400)).max(8),
    })
    .optional(),
}

/** Everything a record says, as it is stored and signed. Missing sections become empty ones. */
export const recordContent = z.strictObject({ ...sections, ...sectionsOfKinds }, { error: '病历内容有误' })
export type RecordContent = z.output<typeof recordContent>

/** In an answer every section is there. */
const wholeContent = recordContent as unknown as z.ZodType<RecordContent, RecordContent>

/** Some sections of a record, to be put into one. */
export const templateContent = z.strictObject({
  chiefComplaint: sections.chiefComplaint,
  presentIllness: sections.presentIllness,
  interval: sections.interval,
  pastHistory: sections.pastHistory,
  allergyHistory: sections.allergyHistory,
  familyHistory: sections.familyHistory,
  personalHistory: sections.personalHistory,
  exams: sections.exams,
  auxExams: rows('辅助检查', auxExam),
  diagnoses: sections.diagnoses,
  plans: sections.plans,
  treatments: sections.treatments,
  advice: sections.advice,
  nextVisit: sections.nextVisit,
  /** What it charts, on the teeth that it names; nothing is taken off by a template. */
  toothMarks: sections.toothMarks.superRefine((marks, context) => {
    for (const [index, { status }] of marks.entries())
      if (status === 'removed')
        context.addIssue({ code: 'custom', message: '模板里不标拆除，拆除在病历里标', path: [index, 'status'] })
  }),
})
export type TemplateContent = z.output<typeof templateContent>
export const wholeTemplate = templateContent as unknown as z.ZodType<TemplateContent, TemplateContent>

/** field: where in the section it lies, e.g. 'treatments.0'. */
const missing = z.object({ section: z.enum(sectionKeys), message: z.string(), field: z.string().optional() })
/** Who sees the patient next, and for what: names of what a text holds by id. */
const nextNames = z.object({ doctorName: z.string().nullable(), itemNames: z.array(z.string()) })
const quality = z.object({
  /** 0–100 */
  score: z.number(),
  items: z.array(
    z.object({
      /** Its number in the list: Q15. */
      rule: z.string(),
      /** 1 it can't be signed, 2 points, 3 only said. */
      level: z.number(),
      section: z.enum(sectionKeys),
      message: z.string(),
      field: z.string().optional(),
      points: z.number(),
    }),
  ),
})

/** Facts that stand in the patient's file and in a record: what a record says of one may be taken into the file. */
export const recordFacts = {
  pastHistory: '既往史',
  allergyHistory: '过敏史',
  familyHistory: '家族史',
  pregnancy: '妊娠',
} as const
export type RecordFactKey = keyof typeof recordFacts
const factKey = z.enum(Object.keys(recordFacts) as [RecordFactKey, ...RecordFactKey[]], { error: '请选择写回哪一项' })
const fileFacts = z.object({
  pastHistory: z.string(),
  allergyHistory: z.string(),
  familyHistory: z.string(),
  /** '妊娠 23 周' on the day of the visit; '' when the file knows of none. */
  pregnancy: z.string(),
})

/** Its kind: record-kinds.ts. */
const recordType = z.literal(recordTypes)

const head = {
  id: z.string(),
  recordNo: z.string(),
  status: z.number(),
  version: z.number(),
  clinicId: z.string(),
  clinicName: z.string(),
  ...patientFace,
  treatmentId: z.string().nullable(),
  registrationId: z.string().nullable(),
  doctorId: z.string(),
  doctorName: z.string(),
  visitTime: moment,
  visitKind: z.number(),
  recordType,
  /** What it tells of; of a day alone the time is 00:00. */
  origin: z.enum(wordsOf(recordOriginNames)),
  /** Why it was written late, or who called. */
  originReason: z.string(),
  /** First sealed in a dispute; null: not sealed. */
  sealedAt: moment.nullable(),
}

const amendRequest = z.object({
  id: z.string(),
  version: z.number(),
  status: z.number(),
  reason: z.string(),
  askedName: z.string(),
  askedAt: moment,
  decidedName: z.string().nullable(),
  note: z.string(),
})

/** 科别: the department at the visit, kept when it is signed; '' where none is known. */
const deptName = z.string()

const detail = z.object({
  ...head,
  deptName,
  content: wholeContent,
  tariffs: z.array(z.object({ id: z.string(), name: z.string(), unit: z.string(), toothCountPriced: z.boolean() })),
  /** The mouth before this visit; what this record charts is in its content. */
  mouth: z.array(drawnMark),
  mouthOn: z.string().nullable(),
  /** What the file says today, as a new record would be filled with it. */
  inFile: fileFacts,
  allergyFlag: z.number(),
  allergyHistory: z.string(),
  systemicDiseases: z.array(z.string()),
  pregnantSince: z.string().nullable(),
  alertNote: z.string(),
  /** What the file says of the person that changes the limits of local anaesthetics. */
  body: z.object({
    weightKg: z.number().nullable(),
    weighedAt: moment.nullable(),
    age: z.number().nullable(),
    underSixMonths: z.boolean(),
    asa: z.number().nullable(),
    risks: z.array(z.enum(anaestheticRiskIds)),
  }),
  /** Whoever reads the record may open the patient's file too. */
  fileOpen: z.boolean(),
  signDoctorName: z.string(),
  signTime: moment.nullable(),
  amendReason: z.string().nullable(),
  versionCount: z.number(),
  updatedAt: moment,
  updatedBy: z.string(),
  /** False when a signed text no longer is what was signed. */
  intact: z.boolean(),
  /** Sections that this clinic asks for at such a visit. */
  required: z.array(z.enum(sectionKeys)),
  missing: z.array(missing),
  quality,
  /** Where a superior signs too. */
  countersign: z.object({
    due: z.boolean(),
    name: z.string().nullable(),
    at: moment.nullable(),
    /** Why it was sent back, and by whom. */
    sentBack: z.string().nullable(),
    sentBackName: z.string().nullable(),
  }),
  archivedAt: moment.nullable(),
  /** The request to amend the filed record that was made last. */
  amendRequest: amendRequest.nullable(),
  can: z.object({
    edit: z.boolean(),
    sign: z.boolean(),
    amend: z.boolean(),
    remove: z.boolean(),
    print: z.boolean(),
    /** 上级审签, and sending it back. */
    countersign: z.boolean(),
    /** 申请修订 of a filed record. */
    askAmend: z.boolean(),
    /** Granting or refusing what is asked. */
    decideAmend: z.boolean(),
    /** 诊毕: the patient is still in treatment. */
    finish: z.boolean(),
  }),
})

const listed = z.object({
  ...head,
  diagnosisText: z.string(),
  treatmentText: z.string(),
  teeth: z.string(),
  signTime: moment.nullable(),
})

const printed = z.object({
  ...head,
  deptName,
  /** The superior who signed too, and when. */
  countersignedName: z.string().nullable(),
  countersignedAt: moment.nullable(),
  clinicPhone: z.string(),
  clinicAddress: z.string(),
  content: wholeContent,
  tariffs: z.array(z.object({ id: z.string(), name: z.string(), unit: z.string() })),
  next: nextNames,
  /** Those that what was done asks for, and those made for it; status null: nobody has prepared it. */
  consents: z.array(
    z.object({
      name: z.string(),
      required: z.boolean(),
      status: z.number().nullable(),
      signerName: z.string(),
      signTime: moment.nullable(),
      /** Who approved it in an emergency; '' nobody. */
      approvedName: z.string(),
      approvedAt: moment.nullable(),
    }),
  ),
  signDoctorName: z.string(),
  signTime: moment.nullable(),
  versionNo: z.number(),
  required: z.array(z.enum(sectionKeys)),
  intact: z.boolean(),
  /** The mouth as the visit left it. */
  mouth: z.array(drawnMark),
  printedAt: moment,
  /** Counting this one. */
  printCount: z.number(),
})

const VIEW = '/patientMedicalRecord:view'
const ADD = '/patientMedicalRecord:add'
const SIGN = '/patientMedicalRecord:sign'
const AMEND = '/patientMedicalRecord:amend'
const DELETE = '/patientMedicalRecord:delete'
const PRINT = '/patientMedicalRecord:print'
const APPROVE = '/patientMedicalRecord:approve'
const status = z.object({ id: z.string(), status: z.number(), version: z.number() })
/** A list of one patient's records, and what is shown before they are printed, has at most so many. */
export const MOST_RECORDS = 200
const reason = requiredText('原因', 200)

export const record = {
  create: call({
    method: 'POST',
    path: '/emr-api/clinic-medial/create',
    doc: '为一次就诊新建病历（普通、正畸、牙周各一份）；既往史、过敏史、家族史从患者档案带入',
    spec: 'clinic-medial-create',
    allow: resource(ADD),
    body: { treatmentId: idOf('就诊'), recordType: oneOf('病历类型', recordTypes).default(1), requestId },
    idempotent: true,
    output: z.object({ id: z.string(), recordNo: z.string(), version: z.number() }),
    errors: ['RECORD_EXISTS', 'RECORD_NOT_YOURS'],
  }),
  createApart: call({
    method: 'POST',
    path: '/emr-api/clinic-medial/create-apart',
    doc: '没有就诊的病历：补录以前漏写的一次，或电话咨询；归属日不能在将来，也不能早于出生',
    spec: null,
    allow: resource(ADD),
    body: {
      patientId: idOf('患者'),
      origin: oneWord('类型', ['late', 'phone']),
      /** null: whoever writes it. */
      doctorId: idOf('医生').nullable().default(null),
      day: localDate('归属日'),
      /** Where it is known. */
      time: z
        .string({ error: '请填写时间' })
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: '时间格式应为 09:30' })
        .nullable()
        .default(null),
      visitKind: oneOf('初诊或复诊', [1, 2]).default(2),
      /** Must be said of what is written late. */
      reason: optionalText('说明', 200),
      requestId,
    },
    idempotent: true,
    output: z.object({ id: z.string(), recordNo: z.string(), version: z.number() }),
    errors: ['RECORD_NOT_YOURS', 'RECORD_REASON_REQUIRED', 'RECORD_VISIT_THERE'],
  }),
  get: call({
    method: 'GET',
    path: '/emr-api/clinic-medial/detail/{id}',
    doc: '病历全文、口腔现状、缺项与质控得分；查看留痕',
    spec: 'clinic-medial-detail',
    allow: resource(VIEW),
    also: [ADD, SIGN, AMEND, DELETE, PRINT, APPROVE, '/inTreatment:treat'],
    effect: 'write',
    scope: 'all',
    params: { id: idOf('病历') },
    output: detail,
  }),
  save: call({
    method: 'POST',
    path: '/emr-api/clinic-medial/update',
    doc: '保存草稿或修订中的病历；版本不符时以 409 拒绝',
    spec: 'clinic-medial-update',
    allow: resource(ADD),
    also: [AMEND],
    body: { id: idOf('病历'), version, content: recordContent },
    output: z.object({
      id: z.string(),
      status: z.number(),
      version: z.number(),
      savedAt: moment,
      missing: z.array(missing),
      quality,
    }),
    errors: ['RECORD_LOCKED', 'RECORD_NOT_YOURS', 'RECORD_DELETED', 'RECORD_CODE_UNKNOWN', 'RECORD_IMPOSSIBLE'],
  }),
  submit: call({
    method: 'POST',
    path: '/emr-api/clinic-medial/submit',
    doc: '提交病历；有缺项时列出缺项，不改状态',
    spec: null,
    allow: resource(SIGN),
    body: { id: idOf('病历'), version },
    output: status,
    errors: ['RECORD_INCOMPLETE', 'RECORD_NOT_YOURS', 'RECORD_LOCKED', 'RECORD_DELETED'],
  }),
  sign: call({
    method: 'POST',
    path: '/emr-api/clinic-medial/sign',
    doc: '签名并锁定：生成一个不可更改的版本，牙位标记写入口腔现状',
    spec: null,
    allow: resource(SIGN),
    body: { id: idOf('病历'), version },
    output: status,
    errors: ['RECORD_INCOMPLETE', 'RECORD_NOT_YOURS', 'RECORD_LOCKED', 'RECORD_DELETED'],
  }),
  keepInFile: call({
    method: 'POST',
    path: '/emr-api/clinic-medial/keep-in-file',
    doc: '把病历里写的既往史、过敏史、家族史、妊娠写回患者档案；档案已有的过敏不会被删掉或改成否认',
    spec: null,
    allow: resource('/allTimePatients:edit'),
    also: [VIEW],
    body: {
      id: idOf('病历'),
      fact: factKey,
      text: requiredText('内容', 1000),
      /** What the person saw in the file. */
      seen: optionalText('档案内容', 1000),
    },
    output: fileFacts,
    errors: ['FILE_FACT_CHANGED', 'FILE_ALLERGY_KNOWN'],
  }),
  amend: call({
    method: 'POST',
    path: '/emr-api/clinic-medial/amend',
    doc: '修订已签名的病历，须写明原因；再次签名后成为新版本',
    spec: null,
    allow: resource(AMEND),
    body: { id: idOf('病历'), version, reason },
    output: status,
    errors: ['RECORD_NOT_YOURS', 'STATUS_CHANGED', 'RECORD_DELETED', 'RECORD_ARCHIVED'],
  }),
  askAmend: call({
    method: 'POST',
    path: '/emr-api/clinic-medial/ask-amend',
    doc: '申请修订已归档的病历，写明原因；一次批准修订一次',
    spec: null,
    allow: resource(AMEND),
    body: { id: idOf('病历'), reason, requestId },
    idempotent: true,
    output: z.object({ id: z.string() }),
    errors: ['RECORD_NOT_YOURS', 'STATUS_CHANGED', 'RECORD_DELETED', 'AMEND_REQUEST_OPEN'],
  }),
  decideAmend: call({
    method: 'POST',
    path: '/emr-api/clinic-medial/decide-amend',
    doc: '同意或拒绝修订申请；不能批准自己的',
    spec: null,
    allow: resource(APPROVE),
    body: {
      id: idOf('修订申请'),
      version,
      grant: z.boolean({ error: '请选择同意或拒绝' }),
      note: optionalText('意见', 200),
    },
    output: z.object({ id: z.string(), status: z.number(), version: z.number() }),
    errors: ['RECORD_REVIEW_OWN', 'AMEND_REQUEST_DECIDED', 'RECORD_REASON_REQUIRED'],
  }),
  countersign: call({
    method: 'POST',
    path: '/emr-api/clinic-medial/countersign',
    doc: '上级审签已签名的病历，或写明原因退回',
    spec: null,
    allow: resource(APPROVE),
    body: {
      id: idOf('病历'),
      version,
      pass: z.boolean({ error: '请选择审签或退回' }),
      note: optionalText('退回原因', 200),
    },
    output: status,
    errors: ['RECORD_REVIEW_OWN', 'RECORD_REVIEW_NONE', 'RECORD_REASON_REQUIRED', 'RECORD_DELETED'],
  }),
  calloutKeys: call({
    method: 'GET',
    path: '/emr-api/clinic-medial/callout-keys',
    doc: '口述行里自己的字母',
    spec: null,
    allow: resource(ADD),
    also: [VIEW],
    output: z.object({ keys: z.record(z.string(), z.string()) }),
  }),
  saveCalloutKeys: call({
    method: 'POST',
    path: '/emr-api/clinic-medial/save-callout-keys',
    doc: '改口述行里自己的字母；空的恢复原来的',
    spec: null,
    allow: resource(ADD),
    body: {
      keys: z
        .array(
          z.strictObject({
            condition: z.enum(conditionIds, { error: '没有这种所见' }),
            code: z
              .string({ error: '请填写字母' })
              .trim()
              .toLowerCase()
              .superRefine((code, context) => {
                const problem = calloutKeyProblem(code)
                if (problem !== null) context.addIssue({ code: 'custom', message: problem })
              }),
          }),
          { error: '字母应为列表' },
        )
        .max(conditionIds.length, { error: '字母过多' }),
    },
    output: z.object({ keys: z.record(z.string(), z.string()) }),
    errors: ['CALLOUT_KEY_TWICE'],
  }),
  versions: call({
    method: 'GET',
    path: '/emr-api/clinic-medial/versions/{id}',
    doc: '已签名的各个版本：何人何时签名、修订原因、内容是否未被改动',
    spec: null,
    allow: resource(VIEW),
    scope: 'all',
    params: { id: idOf('病历') },
    output: z.array(
      z.object({
        versionNo: z.number(),
        reason: z.string(),
        signedName: z.string(),
        signedAt: moment,
        contentHash: z.string(),
        intact: z.boolean(),
      }),
    ),
  }),
  compare: call({
    method: 'GET',
    path: '/emr-api/clinic-medial/compare/{id}',
    doc: '两个版本逐段对比；to 为 0 时与当前内容相比',
    spec: null,
    allow: resource(VIEW),
    scope: 'all',
    params: { id: idOf('病历') },
    query: { from: queryNumber('版本', 1, 9999), to: queryNumber('版本', 0, 9999) },
    output: z.object({
      before: wholeContent,
      after: wholeContent,
      changed: z.array(z.enum(sectionKeys)),
      tariffs: z.array(z.object({ id: z.string(), name: z.string(), unit: z.string() })),
      next: z.object({ before: nextNames, after: nextNames }),
    }),
  }),
  prices: call({
    method: 'GET',
    path: '/emr-api/clinic-medial/prices/{id}',
    doc: '病历里的收费项目现在的价格、就诊那天的价格，以及停用与否',
    spec: null,
    allow: resource(VIEW),
    scope: 'all',
    params: { id: idOf('病历') },
    output: z.array(
      z.object({
        tariffId: z.string(),
        enabled: z.boolean(),
        price: amount,
        /** On the day of the visit. */
        priceThen: amount,
      }),
    ),
  }),
  remove: call({
    method: 'GET',
    path: '/emr-api/clinic-medial/delete/{id}',
    doc: '删除病历（可恢复）；已签名的须写明原因，已归档的还须获批准，各版本仍保留',
    spec: 'clinic-medial-delete',
    allow: resource(DELETE),
    effect: 'write',
    params: { id: idOf('病历') },
    query: { version: queryNumber('版本', 1, 2_000_000_000), reason: optionalText('原因', 200) },
    output: status,
    errors: ['RECORD_NOT_YOURS', 'RECORD_REASON_REQUIRED', 'RECORD_DELETED', 'RECORD_SEALED', 'RECORD_ARCHIVED'],
  }),
  restore: call({
    method: 'GET',
    path: '/emr-api/clinic-medial/delete-reverse/{id}',
    doc: '恢复已删除的病历到删除前的状态',
    spec: 'clinic-medial-delete-reverse',
    allow: resource(DELETE),
    also: [VIEW],
    effect: 'write',
    params: { id: idOf('病历') },
    output: status,
    errors: ['RECORD_NOT_YOURS', 'RECORD_EXISTS', 'STATUS_CHANGED', 'PERIO_DRAFT_THERE'],
  }),
  ofPatient: call({
    method: 'GET',
    path: '/emr-api/clinic-medial/list/{id}',
    doc: '患者的病历，新的在前；medicalIds 为逗号分隔的病历 id，只列其中的',
    spec: 'clinic-medial-list',
    allow: resource(VIEW),
    also: [DELETE],
    scope: 'all',
    params: { id: idOf('患者') },
    query: {
      medicalIds: z
        .string()
        .max(4000, { error: '病历过多' })
        .regex(/^([0-9a-f-]{36}(,[0-9a-f-]{36})*)?$/, { error: 'medicalIds 应为逗号分隔的病历 id' })
        .optional(),
      deleted: queryNumber('是否已删除', 0, 1).default(0),
    },
    output: z.array(listed),
  }),
  mouth: call({
    method: 'GET',
    path: '/emr-api/mouth/{id}',
    doc: '患者口腔的全部记录：何时发现、何时做、何时得知、何时撤回，和提到每颗牙的病历',
    spec: null,
    allow: resource(VIEW),
    scope: 'all',
    params: { id: idOf('患者') },
    output: mouthHistory,
  }),
  work: call({
    method: 'POST',
    path: '/emr-api/clinic-medial/work',
    doc: '待写的病历（未写、草稿、修订中）、近期已签名的、待上级审签或批准修订的',
    spec: null,
    allow: resource(VIEW),
    also: [ADD, APPROVE],
    effect: 'read',
    body: {
      tab: oneWord('列表', ['todo', 'signed', 'review']),
      /** mine: the person's own; clinic: everybody's in this clinic. */
      whose: oneWord('范围', ['mine', 'clinic']).default('mine'),
      keyword: optionalText('关键字', 40),
      ...paging,
    },
    output: pageOf(
      z.object({
        /** null: nothing written for this visit yet. */
        id: z.string().nullable(),
        treatmentId: z.string().nullable(),
        recordNo: z.string(),
        status: z.number().nullable(),
        ...patientFace,
        doctorId: z.string(),
        doctorName: z.string(),
        visitTime: moment,
        visitKind: z.number(),
        recordType,
        origin: z.enum(wordsOf(recordOriginNames)),
        title: z.string(),
        teeth: z.string(),
        diagnosisText: z.string(),
        /** Not written for more than a day. */
        overdue: z.boolean(),
      }),
    ),
  }),
  print: call({
    method: 'POST',
    path: '/emr-api/clinic-medial/print',
    doc: '打印一份病历；打印留痕并计次',
    spec: 'clinic-medial-print',
    allow: resource(PRINT),
    also: [VIEW],
    scope: 'all',
    body: { id: idOf('病历') },
    output: printed,
  }),
  printAll: call({
    method: 'GET',
    path: '/emr-api/clinic-medial/print-all/{id}',
    doc: '连续打印患者已签名的病历，按就诊时间升序；打印留痕并计次',
    spec: 'clinic-medial-print-all',
    allow: resource(PRINT),
    also: [VIEW],
    effect: 'write',
    scope: 'all',
    params: { id: idOf('患者') },
    output: z.array(printed),
  }),
} satisfies CallGroup
