import { MOST_MONTHS } from '@dentin/clinical/orthodontics/course'
import { z } from 'zod'
import { call, resource, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  amount,
  idOf,
  localDate,
  moment,
  oneWord,
  optionalText,
  pageOf,
  paging,
  patientFace,
  queryNumber,
  requestId,
  version,
} from './core/fields.ts'
import { record, recordContent } from './record.ts'
import { orthoCaseFields, orthoFee, orthoVisit, type OrthoVisitContent } from './core/ortho-sections.ts'

export * from './core/ortho-sections.ts'
export * from './core/ortho-states.ts'

/** Refusals of this domain: codes 25480 to 25499. */
export const orthodonticErrors = {
  /** data.id: the case that is open. */
  ORTHO_CASE_OPEN: { code: 25480, message: '这位患者已有一个进行中的正畸病例' },
  ORTHO_PLAN_UNSIGNED: { code: 25481, message: '还没有签字的正畸方案，请先签《正畸治疗知情同意书》' },
  /** data.lacking: what the set lacks. */
  ORTHO_PICTURES: { code: 25482, message: '影像不齐' },
  /** data.id: the bill that stands. */
  ORTHO_BILLED: { code: 25484, message: '首付已经开单' },
  ORTHO_PLAN_INCOMPLETE: { code: 25483, message: '请先填写矫治器和疗程月数' },
} satisfies Record<string, ErrorEntry>

const VIEW = '/patientMedicalRecord:view'
const ADD = '/patientMedicalRecord:add'
const view = resource(VIEW)
const write = resource(ADD)
const caseId = idOf('正畸病例')

const head = {
  id: z.string(),
  caseNo: z.string(),
  version: z.number(),
  /** A number of `orthoStates`. */
  status: z.number(),
  clinicId: z.string(),
  clinicName: z.string(),
  ...patientFace,
  doctorId: z.string(),
  doctorName: z.string(),
  beganOn: z.string(),
  startDate: z.string().nullable(),
  debondDate: z.string().nullable(),
  endDate: z.string().nullable(),
  appliance: z.string().nullable(),
  months: z.number().nullable(),
  /** Which month of treatment today is; null before the start, and when it is over. */
  month: z.number().nullable(),
  stopReason: z.string(),
}
const brief = z.object({
  ...head,
  lastVisit: z.string().nullable(),
  /** Days since the last visit of somebody under treatment. */
  daysSince: z.number().nullable(),
  visitCount: z.number(),
})
/** A case as lists show it. */
export type OrthoCaseBrief = z.input<typeof brief>

const lacking = z.array(z.object({ kind: z.number().nullable(), name: z.string(), count: z.number() }))
const wholeVisit = orthoVisit as unknown as z.ZodType<OrthoVisitContent, OrthoVisitContent>

const detail = z.object({
  ...head,
  slot: z.string().nullable(),
  planName: z.string(),
  extraction: z.string(),
  fee: orthoFee.nullable(),
  retainerUpper: z.string(),
  retainerLower: z.string(),
  retentionHours: z.number().nullable(),
  retentionMonths: z.number().nullable(),
  retentionPlan: z.string(),
  recallMonths: z.array(z.number()),
  finalRelation: z.string(),
  satisfaction: z.number().nullable(),
  remark: z.string(),
  /** The orthodontic texts of the case, the newest first: what is not signed yet too. */
  records: z.array(
    z.object({
      id: z.string(),
      recordNo: z.string(),
      status: z.number(),
      visitTime: moment,
      doctorName: z.string(),
      isExam: z.boolean(),
    }),
  ),
  /** Monthly visits, the oldest first. */
  visits: z.array(z.object({ recordId: z.string(), day: z.string(), visit: wholeVisit })),
  /** Teeth that are not in the mouth today. */
  gone: z.array(z.string()),
  /** The patient's visit of today in the clinic at hand, the newest. */
  visitToday: z.string().nullable(),
  /** The plan was signed as it stands now. */
  planSigned: z.boolean(),
  /** It was signed, and changed since. */
  planChanged: z.boolean(),
  /** The bill of the down payment, or of the whole fee, unless it is void; null: there is none. */
  firstBill: z.object({ id: z.string(), billNo: z.string(), status: z.number(), isWhole: z.boolean() }).nullable(),
  lackingAtStart: lacking,
  lackingAtEnd: lacking,
  pictureRule: oneWord('影像检查', ['off', 'warn', 'block']),
  can: z.object({ edit: z.boolean(), bill: z.boolean() }),
})
/** A case with its course. */
export type OrthoCase = z.input<typeof detail>

const changed = z.object({ id: z.string(), version: z.number(), status: z.number() })

/** Orthodontic cases: one open a patient, from the first examination to the end of retention. */
export const orthodontic = {
  createRecord: call({
    method: 'POST',
    path: '/emr-api/clinic-orthodontics-medial/create',
    doc: '为一次就诊新建正畸病历：治疗开始前是检查与方案，之后是复诊；没有进行中的病例时同时建一个',
    spec: 'clinic-orthodontics-medial-create',
    allow: write,
    body: { treatmentId: idOf('就诊'), requestId },
    idempotent: true,
    output: record.create.output,
    errors: record.create.errors,
  }),
  getRecord: call({
    method: 'GET',
    path: '/emr-api/clinic-orthodontics-medial/detail/{id}',
    doc: '一份正畸病历的全文，与普通病历同样返回；不是正畸病历的按没有处理；查看留痕',
    spec: 'clinic-orthodontics-medial-detail',
    allow: record.get.allow,
    also: record.get.also,
    effect: 'write',
    scope: 'all',
    params: { id: idOf('病历') },
    output: record.get.output,
  }),
  saveRecord: call({
    method: 'POST',
    path: '/emr-api/clinic-orthodontics-medial/update',
    doc: '保存正畸病历的草稿或修订；版本不符时以 409 拒绝',
    spec: 'clinic-orthodontics-medial-update',
    allow: record.save.allow,
    also: record.save.also,
    body: { id: idOf('病历'), version, content: recordContent },
    output: record.save.output,
    errors: record.save.errors,
  }),
  removeRecord: call({
    method: 'GET',
    path: '/emr-api/clinic-orthodontics-medial/delete/{id}',
    doc: '删除正畸病历（可恢复）；已签名的须写明原因，各版本仍保留',
    spec: 'clinic-orthodontics-medial-delete',
    allow: record.remove.allow,
    effect: 'write',
    params: { id: idOf('病历') },
    query: { version: queryNumber('版本', 1, 2_000_000_000), reason: optionalText('原因', 200) },
    output: record.remove.output,
    errors: record.remove.errors,
  }),
  open: call({
    method: 'POST',
    path: '/emr-api/orthodontic-case/open',
    doc: '为患者建一个正畸病例；同时只有一个进行中的',
    spec: null,
    allow: write,
    also: [VIEW],
    idempotent: true,
    body: { patientId: idOf('患者'), doctorId: idOf('医生').nullable().default(null), requestId },
    output: changed,
    errors: ['ORTHO_CASE_OPEN', 'RECORD_NOT_YOURS'],
  }),
  ofPatient: call({
    method: 'GET',
    path: '/emr-api/orthodontic-case/patient/{patientId}',
    doc: '一位患者的正畸病例，新的在前',
    spec: null,
    allow: view,
    params: { patientId: idOf('患者') },
    output: z.array(brief),
  }),
  get: call({
    method: 'GET',
    path: '/emr-api/orthodontic-case/detail/{id}',
    doc: '正畸病例：方案、历次复诊、缺失的牙、开始与结束缺的影像',
    spec: null,
    allow: view,
    also: [ADD, '/orderSet:open'],
    params: { id: caseId },
    output: detail,
  }),
  print: call({
    method: 'GET',
    path: '/emr-api/orthodontic-case/print/{id}',
    doc: '打印病例的前后对照：抬头与病例信息；打印留痕',
    spec: null,
    allow: resource('/patientMedicalRecord:print'),
    also: [VIEW],
    effect: 'write',
    params: { id: caseId },
    output: z.object({
      ...head,
      clinicAddress: z.string(),
      clinicPhone: z.string(),
      printedAt: moment,
    }),
  }),
  list: call({
    method: 'POST',
    path: '/emr-api/orthodontic-case/list',
    doc: '本店的正畸病例，按状态；late 为治疗中超过 45 天没复诊的，最久的在前',
    spec: null,
    effect: 'read',
    allow: view,
    body: {
      tab: oneWord('页签', ['late', 'before', 'treating', 'retention', 'closed']),
      keyword: optionalText('关键字', 30),
      doctorId: idOf('医生').nullish(),
      ...paging,
    },
    output: pageOf(brief).extend({
      counts: z.object({
        late: z.number(),
        before: z.number(),
        treating: z.number(),
        retention: z.number(),
        closed: z.number(),
      }),
    }),
  }),
  save: call({
    method: 'POST',
    path: '/emr-api/orthodontic-case/save',
    doc: `修改正畸病例：方案、疗程（最多 ${MOST_MONTHS} 个月）、费用、保持`,
    spec: null,
    allow: write,
    also: [VIEW],
    body: { id: caseId, version, ...orthoCaseFields },
    output: changed,
    errors: ['RECORD_NOT_YOURS', 'STATUS_CHANGED'],
  }),
  firstBill: call({
    method: 'POST',
    path: '/emr-api/orthodontic-case/first-bill',
    doc: '按病例的首付或总费用开收费单并送前台；须有签字方案，按设置须影像齐；作废后可再开',
    spec: null,
    allow: resource('/orderSet:open'),
    also: ['/orderSet:view', '/allTimePatients:view', VIEW, ADD],
    idempotent: true,
    body: {
      id: caseId,
      version,
      tariffId: idOf('收费项目'),
      /** The whole fee: after the down payment the desk agrees on instalments as the plan has them. */
      whole: z.boolean({ error: '应为是或否' }).default(false),
      requestId,
    },
    output: z.object({ id: z.string(), billNo: z.string(), receivableAmount: amount, version: z.number() }),
    errors: [
      'ORTHO_BILLED',
      'ORTHO_PLAN_UNSIGNED',
      'ORTHO_PICTURES',
      'ORTHO_PLAN_INCOMPLETE',
      'STATUS_CHANGED',
      'TARIFF_OFF',
    ],
  }),
  step: call({
    method: 'POST',
    path: '/emr-api/orthodontic-case/step',
    doc: '病例走一步：诊断、出方案、开始（须有签字方案；按设置须影像齐）、拆除转保持、结束（按设置须影像齐）、中止',
    spec: null,
    allow: write,
    also: [VIEW],
    body: {
      id: caseId,
      version,
      step: oneWord('步骤', ['diagnose', 'propose', 'start', 'debond', 'end', 'stop']),
      /** The day of the step; null: today. */
      on: localDate('日期').nullable().default(null),
      /** Why it is broken off. */
      reason: optionalText('原因', 200),
    },
    output: changed,
    errors: [
      'ORTHO_PLAN_UNSIGNED',
      'ORTHO_PICTURES',
      'ORTHO_PLAN_INCOMPLETE',
      'RECORD_NOT_YOURS',
      'RECORD_REASON_REQUIRED',
      'STATUS_CHANGED',
    ],
  }),
} satisfies CallGroup
