import { perioRounds } from '@dentin/clinical/perio/keys'
import { perioPaths } from '@dentin/clinical/perio/sites'
import { z } from 'zod'
import { call, resource, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  idOf,
  localDate,
  moment,
  oneWord,
  optionalText,
  patientFace,
  queryNumber,
  requestId,
  requiredText,
  version,
  wholeNumber,
  wordsOf,
} from './core/fields.ts'
import {
  cellChange,
  cellValue,
  perioAnswers,
  perioCells,
  perioDiagnosis,
  perioPlan,
  perioProposal,
  perioStages,
  perioSummary,
  wholeAnswers,
  wholeDiagnosis,
  wholePlan,
} from './core/perio-sections.ts'
import { record, recordContent } from './record.ts'

export * from './core/perio-sections.ts'
export * from './core/perio-words.ts'

/** Refusals of this domain: codes 25521 to 25539. */
export const perioErrors = {
  /** data: the draft that is there and its record, {id, recordId, recordNo, doctorName, clinicName, deleted}. */
  PERIO_DRAFT_THERE: { code: 25521, message: '这位患者另有一份没有完成的牙周检查' },
  PERIO_CHART_THERE: { code: 25522, message: '这份病历已有牙周检查，要改请更正' },
  PERIO_NOTHING_MEASURED: { code: 25523, message: '还没有测量任何位点，不能保存' },
  PERIO_CASE_OPEN: { code: 25524, message: '请先回答是否牙周炎' },
  PERIO_REASON: { code: 25525, message: '与建议不同的诊断须写理由' },
  /** A stage is not lowered by treatment. */
  STAGE_LOWERED: { code: 25526, message: '分期不能低于治疗前' },
  PERIO_CELLS_CHANGED: { code: 25527, message: '表格刚被他人改过，请看过再保存' },
  /** data.recordId: the signed record that has to be amended first. */
  PERIO_RECORD_SIGNED: { code: 25528, message: '病历已签名，请先修订病历' },
  PERIO_DRAFT_UNSEALED: { code: 25529, message: '牙周检查还没有保存为快照，请先保存或放弃' },
  PERIO_REMOVED: { code: 25530, message: '这次牙周检查已删除，恢复后才能操作' },
  PERIO_SUPERSEDED: { code: 25531, message: '这次牙周检查已被更正，请看更正后的' },
  PERIO_OTHER_PATIENT: { code: 25532, message: '两次牙周检查不是同一位患者的' },
  /** data.lacking: names of the axes that are not known. */
  PERIO_RISK_OPEN: { code: 25533, message: '风险评估的数据不全，请选择复查日期' },
  PERIO_RECALL_PAST: { code: 25534, message: '复查日期应在今天之后' },
  PERIO_PLAN_EMPTY: { code: 25535, message: '六个区都没有选治疗' },
} satisfies Record<string, ErrorEntry>

const VIEW = '/patientMedicalRecord:view'
const ADD = '/patientMedicalRecord:add'
const SIGN = '/patientMedicalRecord:sign'
const AMEND = '/patientMedicalRecord:amend'
const DELETE = '/patientMedicalRecord:delete'
const PRINT = '/patientMedicalRecord:print'
const view = resource(VIEW)
const write = resource(ADD)
const draftId = idOf('牙周草稿')
const chartId = idOf('牙周检查')
const seq = wholeNumber('格子序号', 0, 2_000_000_000)

const chartHead = {
  id: z.string(),
  chartNo: z.string(),
  recordId: z.string(),
  recordNo: z.string(),
  clinicName: z.string(),
  doctorName: z.string(),
  /** When the patient was examined: the time of the visit. */
  examinedAt: moment,
  summary: perioSummary,
  diagnosis: wholeDiagnosis.nullable(),
  /** The chart that this one corrects. */
  correctsId: z.string().nullable(),
}
const brief = z.object(chartHead)
/** A snapshot as lists and trends show it. */
export type PerioBrief = z.input<typeof brief>

const removal = z.object({ reason: z.string(), byName: z.string(), at: moment })
const removed = brief.extend({ removal })

const chart = z.object({
  ...chartHead,
  recordStatus: z.number(),
  ...patientFace,
  /** Years on the day of the examination; null: no birthday is known. */
  age: z.number().nullable(),
  doctorId: z.string(),
  sealedAt: moment,
  sealedName: z.string(),
  cells: perioCells,
  answers: wholeAnswers,
  proposal: perioProposal,
  plan: wholePlan,
  note: z.string(),
  correctReason: z.string(),
  /** The chart that corrects this one; null: none does, or that one is removed. */
  correctedById: z.string().nullable(),
  /** null: not removed. */
  removal: removal.nullable(),
  /** SHA-256 of what it says; signed with the record. */
  hash: z.string(),
  /** False when it no longer is what was sealed. */
  intact: z.boolean(),
  /** The one examined before, for comparison. */
  previousId: z.string().nullable(),
  /** The follow-up of its recall, which stands or was done; null: none was planned, or it was cancelled. */
  recall: z.object({ id: z.string(), planTime: moment, status: z.number() }).nullable(),
  can: z.object({
    /** 更正: a draft that begins with these cells. */
    correct: z.boolean(),
    remove: z.boolean(),
    restore: z.boolean(),
    recall: z.boolean(),
    print: z.boolean(),
  }),
})
/** A whole snapshot. */
export type PerioSnapshot = z.input<typeof chart>

const paths = wordsOf(perioPaths)
const rounds = wordsOf(perioRounds)
/** How somebody goes through a mouth, as the person has set it. */
const perioWay = z.object({ path: z.enum(paths), rounds: z.enum(rounds) })
export type PerioWay = z.output<typeof perioWay>

const draftBrief = z.object({
  id: z.string(),
  recordId: z.string(),
  recordNo: z.string(),
  clinicName: z.string(),
  doctorName: z.string(),
  visitTime: moment,
  /** It waits with its record, which was deleted: another may be begun, or go on with it. */
  deleted: z.boolean(),
})

const draft = z.object({
  id: z.string(),
  /** Of what was decided: answers, diagnosis, plan, note. */
  version: z.number(),
  /** Of the cells: grows with every change that was taken. */
  seq: z.number(),
  recordId: z.string(),
  recordNo: z.string(),
  recordStatus: z.number(),
  recordVersion: z.number(),
  ...patientFace,
  /** Years on the day of the visit. */
  age: z.number().nullable(),
  doctorId: z.string(),
  doctorName: z.string(),
  visitTime: moment,
  cells: perioCells,
  answers: wholeAnswers,
  diagnosis: wholeDiagnosis.nullable(),
  plan: wholePlan,
  note: z.string(),
  /** The chart that it corrects, and why. */
  corrects: z.object({ id: z.string(), chartNo: z.string(), examinedAt: moment, reason: z.string() }).nullable(),
  /** The patient's newest chart of a visit before this one, whole. */
  latest: chart.nullable(),
  /** The newest charts of visits before this one, at most six, the newest first: for trends. */
  earlier: z.array(brief),
  /** The worst stage that was ever diagnosed: it is not lowered. */
  previousStage: z.enum(perioStages).nullable(),
  /** What the file says of the patient's risks, in its words; '' where it says nothing. */
  risks: z.object({ diabetes: z.string(), smoking: z.string() }),
  settings: z.object({
    /** Sound of dictation may be sent to the service of the browser's maker. */
    speechRemote: z.boolean(),
  }),
  /** How this person goes through a mouth. */
  way: perioWay,
  can: z.object({
    edit: z.boolean(),
    seal: z.boolean(),
  }),
})
/** A draft as its screen reads it. */
export type PerioDraft = z.input<typeof draft>

/** A change that was not taken: somebody else has changed the cell since. */
const conflict = z.object({
  tooth: z.string(),
  cell: z.string(),
  mine: cellValue,
  theirs: cellValue,
  /** Who put it there, and when; '' and null: it stood there from the beginning. */
  by: z.string(),
  at: moment.nullable(),
})
export type CellConflict = z.input<typeof conflict>
/** A change that can't be, told at its cell. */
const refused = z.object({ tooth: z.string(), cell: z.string(), message: z.string() })
export type CellRefusal = z.input<typeof refused>

/** One of two charts that are compared: a snapshot, or the examination that is being made. */
const compared = z.object({
  id: z.string(),
  /** It is still being made: its cells are those of this moment. */
  isDraft: z.boolean(),
  /** '' of a draft. */
  chartNo: z.string(),
  recordId: z.string(),
  clinicName: z.string(),
  doctorName: z.string(),
  examinedAt: moment,
  /** Its own day, YYYY-MM-DD. */
  day: z.string(),
  cells: perioCells,
  summary: perioSummary,
})
/** A side of a comparison. */
export type ComparedChart = z.input<typeof compared>

const decided = {
  answers: perioAnswers,
  /** null: not diagnosed yet. */
  diagnosis: perioDiagnosis.nullable().default(null),
  plan: perioPlan,
  note: optionalText('牙周检查备注', 300),
}

/** Periodontal records: a draft that several people fill, snapshots that nobody changes, what becomes of them. */
export const perio = {
  createRecord: call({
    method: 'POST',
    path: '/emr-api/clinic-periodontal-medial/create',
    doc: '为一次就诊新建牙周病历，并从口腔现状开始一份牙周检查；患者另有没完成的检查时只建病历',
    spec: 'clinic-periodontal-medial-create',
    allow: write,
    body: { treatmentId: idOf('就诊'), requestId },
    idempotent: true,
    output: record.create.output,
    errors: record.create.errors,
  }),
  getRecord: call({
    method: 'GET',
    path: '/emr-api/clinic-periodontal-medial/detail/{id}',
    doc: '一份牙周病历的全文，与普通病历同样返回；不是牙周病历的按没有处理；查看留痕',
    spec: 'clinic-periodontal-medial-detail',
    allow: record.get.allow,
    also: record.get.also,
    effect: 'write',
    scope: 'all',
    params: { id: idOf('病历') },
    output: record.get.output,
  }),
  saveRecord: call({
    method: 'POST',
    path: '/emr-api/clinic-periodontal-medial/update',
    doc: '保存牙周病历的文字；牙周检查由它自己的接口写入，这里送来的不算；版本不符时以 409 拒绝',
    spec: 'clinic-periodontal-medial-update',
    allow: record.save.allow,
    also: record.save.also,
    body: { id: idOf('病历'), version, content: recordContent },
    output: record.save.output,
    errors: record.save.errors,
  }),
  removeRecord: call({
    method: 'GET',
    path: '/emr-api/clinic-periodontal-medial/delete/{id}',
    doc: '删除牙周病历（可恢复），其中的牙周检查随之不再列出；已签名的须写明原因',
    spec: 'clinic-periodontal-medial-delete',
    allow: record.remove.allow,
    effect: 'write',
    params: { id: idOf('病历') },
    query: { version: queryNumber('版本', 1, 2_000_000_000), reason: optionalText('原因', 200) },
    output: record.remove.output,
    errors: record.remove.errors,
  }),
  begin: call({
    method: 'POST',
    path: '/emr-api/perio-chart/begin',
    doc: '为没签名的牙周病历开始一次检查；患者另有没完成的检查时拒绝，take 为接着那一份做',
    spec: null,
    allow: write,
    also: [VIEW, AMEND],
    scope: 'all',
    idempotent: true,
    body: { recordId: idOf('病历'), take: z.boolean({ error: '应为是或否' }).default(false), requestId },
    output: z.object({ id: z.string() }),
    errors: ['PERIO_DRAFT_THERE', 'PERIO_CHART_THERE', 'PERIO_RECORD_SIGNED', 'RECORD_NOT_YOURS', 'RECORD_DELETED'],
  }),
  draft: call({
    method: 'GET',
    path: '/emr-api/perio-chart/draft/{recordId}',
    doc: '一份牙周病历正在做的检查；没有时为空',
    spec: null,
    allow: view,
    also: [ADD, SIGN, AMEND, DELETE, PRINT],
    scope: 'all',
    params: { recordId: idOf('病历') },
    output: draft.nullable(),
  }),
  cells: call({
    method: 'POST',
    path: '/emr-api/perio-chart/cells',
    doc: '保存一批格子：别人改过的格子不覆盖，不可能的值退回，其余保存',
    spec: null,
    allow: write,
    also: [VIEW, AMEND],
    idempotent: true,
    body: {
      id: draftId,
      changes: z
        .array(cellChange, { error: '改动应为列表' })
        .min(1, { error: '没有改动' })
        .max(400, { error: '一次最多 400 格' }),
      requestId,
    },
    /** before: of the cells without this batch; a window that knows another has not seen what others typed. */
    output: z.object({
      seq: z.number(),
      before: z.number(),
      conflicts: z.array(conflict),
      refused: z.array(refused),
    }),
    errors: ['RECORD_NOT_YOURS', 'PERIO_RECORD_SIGNED', 'RECORD_DELETED'],
  }),
  keepWay: call({
    method: 'POST',
    path: '/emr-api/perio-chart/way',
    doc: '记住本人录入的顺序和各遍内容，在哪台电脑都一样',
    spec: null,
    allow: write,
    body: {
      path: oneWord('录入顺序', paths),
      rounds: oneWord('录入内容', rounds),
    },
    output: perioWay,
  }),
  decide: call({
    method: 'POST',
    path: '/emr-api/perio-chart/decide',
    doc: '保存问答、诊断、计划、备注：与建议不同的诊断须写理由，分期不低于治疗前',
    spec: null,
    allow: write,
    also: [VIEW, AMEND],
    scope: 'all',
    body: { id: draftId, version, ...decided },
    output: z.object({ id: z.string(), version: z.number() }),
    errors: [
      'PERIO_CASE_OPEN',
      'PERIO_REASON',
      'STAGE_LOWERED',
      'RECORD_NOT_YOURS',
      'PERIO_RECORD_SIGNED',
      'RECORD_DELETED',
    ],
  }),
  seal: call({
    method: 'POST',
    path: '/emr-api/perio-chart/seal',
    doc: '把检查存为快照（此后不可改），写入病历，随病历签名',
    spec: null,
    allow: resource(SIGN),
    also: [VIEW, ADD, AMEND, DELETE, PRINT],
    scope: 'all',
    idempotent: true,
    /** seq: of the cells that the person has seen. */
    body: { id: draftId, version, seq, requestId },
    /** recordVersion: the record was written to; whoever has its text open goes on from here. */
    output: z.object({ snapshot: chart, recordVersion: z.number() }),
    errors: [
      'PERIO_NOTHING_MEASURED',
      'PERIO_CHART_THERE',
      'PERIO_CELLS_CHANGED',
      'PERIO_CASE_OPEN',
      'PERIO_REASON',
      'STAGE_LOWERED',
      'PERIO_RECORD_SIGNED',
      'RECORD_NOT_YOURS',
      'RECORD_DELETED',
    ],
  }),
  discard: call({
    method: 'POST',
    path: '/emr-api/perio-chart/discard',
    doc: '放弃一次没完成的检查；量过的须写原因，看过之后又有人录入时拒绝',
    spec: null,
    allow: write,
    also: [VIEW, AMEND],
    /** seq: of the cells that the person has seen. */
    body: { id: draftId, version, seq, reason: optionalText('原因', 200) },
    output: z.null(),
    errors: ['RECORD_REASON_REQUIRED', 'PERIO_CELLS_CHANGED', 'RECORD_NOT_YOURS'],
  }),
  snapshot: call({
    method: 'GET',
    path: '/emr-api/perio-chart/snapshot/{id}',
    doc: '一次牙周检查的快照；已删除的随签了名的病历仍可看；查看留痕',
    spec: null,
    allow: view,
    also: [ADD, SIGN, AMEND, DELETE, PRINT],
    effect: 'write',
    scope: 'all',
    params: { id: chartId },
    output: chart,
  }),
  ofPatient: call({
    method: 'GET',
    path: '/emr-api/perio-chart/patient/{patientId}',
    doc: '一位患者的牙周检查，新的在前；删除了的另列，给可以恢复的人',
    spec: null,
    allow: view,
    also: [DELETE],
    scope: 'all',
    params: { patientId: idOf('患者') },
    output: z.object({
      /** mayRemove: this person may take it out of the list. */
      list: z.array(brief.extend({ mayRemove: z.boolean() })),
      removed: z.array(removed),
      draft: draftBrief.nullable(),
    }),
  }),
  compare: call({
    method: 'GET',
    path: '/emr-api/perio-chart/compare',
    doc: '两次牙周检查（快照，或正在做的一份），先查的在前，供逐点对比；查看留痕',
    spec: null,
    allow: view,
    effect: 'write',
    scope: 'all',
    query: { a: chartId, b: chartId },
    /** a: the earlier of the two. What became of each site follows from their cells (`perioTurns`). */
    output: z.object({ a: compared, b: compared }),
    errors: ['PERIO_OTHER_PATIENT', 'PERIO_REMOVED'],
  }),
  correct: call({
    method: 'POST',
    path: '/emr-api/perio-chart/correct',
    doc: '更正一次检查：以它的内容开始新的一份，保存后代替它；病历已签名时须先修订病历',
    spec: null,
    allow: write,
    also: [VIEW, AMEND],
    scope: 'all',
    idempotent: true,
    body: { id: chartId, reason: requiredText('更正原因', 200), requestId },
    output: z.object({ id: z.string(), recordId: z.string() }),
    errors: [
      'PERIO_DRAFT_THERE',
      'PERIO_RECORD_SIGNED',
      'PERIO_REMOVED',
      'PERIO_SUPERSEDED',
      'RECORD_NOT_YOURS',
      'RECORD_DELETED',
    ],
  }),
  remove: call({
    method: 'POST',
    path: '/emr-api/perio-chart/remove',
    doc: '删除一次检查（可恢复）：不再列出、对比，签了名的病历里仍可看',
    spec: null,
    allow: resource(DELETE),
    also: [VIEW],
    body: { id: chartId, reason: requiredText('删除原因', 200) },
    output: z.object({ id: z.string() }),
    errors: [
      'PERIO_REMOVED',
      'PERIO_SUPERSEDED',
      'PERIO_DRAFT_UNSEALED',
      'RECORD_NOT_YOURS',
      'RECORD_DELETED',
      'RECORD_SEALED',
    ],
  }),
  restore: call({
    method: 'POST',
    path: '/emr-api/perio-chart/restore',
    doc: '恢复删除了的检查；病历正在做另一次检查，或已不带这次检查签名时拒绝',
    spec: null,
    allow: resource(DELETE),
    also: [VIEW],
    body: { id: chartId },
    output: z.object({ id: z.string() }),
    errors: [
      'STATUS_CHANGED',
      'PERIO_CHART_THERE',
      'PERIO_DRAFT_UNSEALED',
      'PERIO_RECORD_SIGNED',
      'RECORD_NOT_YOURS',
      'RECORD_DELETED',
    ],
  }),
  recall: call({
    method: 'POST',
    path: '/emr-api/perio-chart/recall',
    doc: '按六轴风险（PRA）或指定日期安排一次复查随访；一次检查只安排一次，取消了的可以再安排',
    spec: null,
    allow: write,
    also: [VIEW],
    scope: 'all',
    idempotent: true,
    body: { chartId, on: localDate('复查日期').nullable().default(null), requestId },
    output: z.object({
      followUpId: z.string(),
      planTime: moment,
      /** False: it was there already. */
      isNew: z.boolean(),
      /** 0 low, 1 moderate, 2 high by axis; an axis that is not known is null. */
      scores: z.object({
        bop: z.number().nullable(),
        pd5: z.number().nullable(),
        toothLoss: z.number().nullable(),
        blAge: z.number().nullable(),
        systemic: z.number().nullable(),
        env: z.number().nullable(),
      }),
      risk: z.enum(['low', 'moderate', 'high']).nullable(),
      months: z.number().nullable(),
    }),
    errors: [
      'PERIO_RISK_OPEN',
      'PERIO_RECALL_PAST',
      'PERIO_REMOVED',
      'PERIO_SUPERSEDED',
      'FOLLOW_UP_PATIENT_GONE',
      'RECORD_NOT_YOURS',
      'RECORD_DELETED',
    ],
  }),
  toPlan: call({
    method: 'POST',
    path: '/emr-api/perio-chart/to-plan',
    doc: '把六区治疗转成治疗计划草稿的条目；一份病历只转一次',
    spec: null,
    allow: resource('/treatmentPlan:edit'),
    also: [VIEW, '/allTimePatients:view', '/orderSet:discount'],
    idempotent: true,
    body: {
      chartId,
      /** null: as the chart plans. */
      sextants: perioPlan.shape.sextants.nullable().default(null),
      requestId,
    },
    /** unmatched: treatments for which the price list has no item. */
    output: z.object({
      id: z.string(),
      version: z.number(),
      status: z.number(),
      unmatched: z.array(z.string()),
    }),
    errors: ['PERIO_PLAN_EMPTY', 'PLAN_OF_RECORD', 'PLAN_NO_ITEMS', 'PERIO_REMOVED', 'PERIO_SUPERSEDED'],
  }),
  print: call({
    method: 'GET',
    path: '/emr-api/perio-chart/print/{id}',
    doc: '打印一次牙周检查（写打印日志）',
    spec: null,
    effect: 'write',
    allow: resource(PRINT),
    also: [VIEW, ADD, SIGN, AMEND, DELETE],
    scope: 'all',
    params: { id: chartId },
    output: z.object({
      chart,
      clinicPhone: z.string(),
      clinicAddress: z.string(),
      printedAt: moment,
      /** Counting this one. */
      printCount: z.number(),
    }),
  }),
} satisfies CallGroup
