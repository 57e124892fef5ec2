import { z } from 'zod'
import { call, resource, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  amount,
  idOf,
  localDate,
  moment,
  money,
  oneWord,
  optionalText,
  pageOf,
  paging,
  patientFace,
  requestId,
  requiredText,
  version,
  wholeNumber,
  wordsOf,
} from './core/fields.ts'
import {
  doseUnits,
  handOutUnits,
  MOST_DRUGS,
  MOST_VALID_DAYS,
  overrideKinds,
  prescriptionKinds,
  rxFrequencies,
  rxRoutes,
  skinTests,
} from './core/prescription-words.ts'

export * from './core/prescription-words.ts'

/** Refusals of prescriptions: codes 25120 to 25149. */
export const prescriptionErrors = {
  RX_NOT_DOCTOR: { code: 25120, message: '只有医生可以开处方' },
  RX_DRUG_OFF: { code: 25121, message: '药品已停用，不能再开' },
  RX_CONTROLLED: { code: 25122, message: '本门诊没有精神药品处方资格，不能开具' },
  RX_CONTROLLED_APART: { code: 25136, message: '第二类精神药品须单独开一张处方' },
  RX_TOO_LONG: { code: 25123, message: '超过规定天数，请写明理由' },
  /** data.findings: what stands in the way. */
  RX_BLOCKED: { code: 25124, message: '用药核对有阻断项，请写明理由或换药' },
  /** data.findings: what nobody has said to have seen. */
  RX_UNSEEN: { code: 25125, message: '用药核对有强提示，请逐项确认' },
  RX_NOT_YOURS: { code: 25126, message: '只有开方医生本人可以修改这张处方' },
  RX_SELF_AUDIT: { code: 25127, message: '审核人不能是开方医生本人' },
  RX_EXPIRED: { code: 25129, message: '处方已过有效期，请重新开具' },
  RX_SKIN_TEST: { code: 25130, message: '皮试未完成或为阳性，不能发药' },
  RX_QUANTITY: { code: 25131, message: '请填写总量' },
  RX_SECOND: { code: 25132, message: '有阻断项，须由开方医生以外的第二人确认签名' },
  RX_PREGNANCY: { code: 25133, message: '男性患者不能填写妊娠情况' },
  RX_UNPAID: { code: 25134, message: '药费未收，请先到前台收费再发药' },
  RX_OVERSTEP: { code: 25137, message: '抗菌药物越级使用限急诊处方一日量，请写明理由' },
  RX_PAID: { code: 25135, message: '药费已收，请先到前台退费再作废' },
} satisfies Record<string, ErrorEntry>

const words = { error: '用量应为数字' }
const dose = z
  .number(words)
  .positive({ error: '单次用量应大于0' })
  .max(100_000, { error: '单次用量过大' })
  .refine((value) => Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6, { error: '单次用量最多三位小数' })
const EMPTY_WORDS = /遵医嘱|自用/
const remark = optionalText('备注', 60).refine((text) => !EMPTY_WORDS.test(text), {
  error: '用法须写明，不能写“遵医嘱”“自用”',
})

/** A line as it is written. */
const line = {
  drugId: idOf('药品'),
  spec: requiredText('规格', 60),
  singleDose: dose,
  doseUnit: oneWord('单位', doseUnits),
  route: oneWord('用法', rxRoutes),
  frequency: oneWord('频次', wordsOf(rxFrequencies)),
  days: wholeNumber('天数', 1, 90),
  unit: oneWord('总量单位', handOutUnits),
  /** null: worked out; given where that can't be done. */
  totalQty: wholeNumber('总量', 1, 9999).nullable().default(null),
  price: money('单价', 0, 99_999).default(0 as never),
  skinTest: oneWord('皮试', ['none', 'exempt', 'needed', 'negative']).default('none'),
  remark,
}
export const writtenLine = z.strictObject(line, { error: '处方明细有误' })
export type WrittenLine = z.output<typeof writtenLine>

/** A line of a prescription: of one drug, with why an antibiotic above the prescriber's tier is given for a day in an emergency. */
const prescribedLine = z.strictObject(
  { ...line, overstep: optionalText('越级使用理由', 200) },
  { error: '处方明细有误' },
)
export type PrescribedLine = z.output<typeof prescribedLine>

const linesOf = <S extends z.ZodType<WrittenLine>>(one: S) =>
  z
    .array(one, { error: '处方明细应为列表' })
    .min(1, { error: '请至少开一种药' })
    .max(MOST_DRUGS, { error: `每张处方不超过${MOST_DRUGS}种药` })
    .superRefine((all, context) => {
      for (const [index, { drugId }] of all.entries())
        if (all.findIndex((each) => each.drugId === drugId) < index)
          context.addIssue({ code: 'custom', message: '这个药已在处方中', path: [index, 'drugId'] })
    })
/** Lines of a set have no patient: nothing is an emergency. */
const lines = linesOf(writtenLine)
const prescribedLines = linesOf(prescribedLine)

/** What is known beside the file on the day. */
const state = {
  patientId: idOf('患者'),
  recordId: idOf('病历').nullable().default(null),
  kind: oneWord('处方类型', wordsOf(prescriptionKinds)).default('ordinary'),
  /** kg; null: as the record says. */
  weightKg: z
    .number({ error: '体重应为数字' })
    .min(0.5, { error: '体重应在0.5到250之间' })
    .max(250, { error: '体重应在0.5到250之间' })
    .nullable()
    .default(null),
  pregnancy: oneWord('妊娠情况', ['no', 'pregnant', 'lactating', 'unknown']).nullable().default(null),
  pregnancyWeek: wholeNumber('孕周', 1, 42).nullable().default(null),
}
const key = requiredText('核对项', 200)

/** What a check said. */
export const rxFinding = z.object({
  /** The rule and the drugs it spoke of. */
  key: z.string(),
  ruleId: z.string(),
  outcome: z.enum(['命中', '无法自动核对']),
  severity: z.enum(['阻断', '强提示', '提示']),
  drugs: z.array(z.string()),
  datum: z.string(),
  text: z.string(),
  source: z.string(),
})
export type RxFinding = z.output<typeof rxFinding>

/** Somebody went on in spite of a check. */
export const prescriptionOverride = z.object({
  key: z.string(),
  kind: z.enum(wordsOf(overrideKinds)),
  severity: z.string(),
  text: z.string(),
  reason: z.string(),
  name: z.string(),
  at: moment,
})

/** A line as it is kept: the words of the drug are copied when it is written. */
export const prescriptionLine = z.object({
  drugId: z.string(),
  /** By which the checks know it. */
  code: z.string().nullable(),
  name: z.string(),
  form: z.string(),
  spec: z.string(),
  singleDose: z.number(),
  doseUnit: z.enum(doseUnits),
  route: z.enum(rxRoutes),
  frequency: z.enum(wordsOf(rxFrequencies)),
  days: z.number(),
  unit: z.enum(handOutUnits),
  totalQty: z.number(),
  price: amount,
  amount,
  skinTest: z.enum(wordsOf(skinTests)),
  skinTestAt: moment.nullable(),
  skinTestName: z.string().nullable(),
  remark: z.string(),
  /** Why an antibiotic above the prescriber's tier was given for a day; '' it was not. */
  overstep: z.string().default(''),
})

const face = {
  id: z.string(),
  rxNo: z.string(),
  version: z.number(),
  status: z.number(),
  kind: z.enum(wordsOf(prescriptionKinds)),
  ...patientFace,
  clinicId: z.string(),
  clinicName: z.string(),
  recordId: z.string().nullable(),
  doctorId: z.string(),
  doctorName: z.string(),
  diagnosis: z.string(),
  summary: z.string(),
  totalAmount: amount,
  prescribedAt: moment,
  validUntil: z.string(),
  refusedName: z.string().nullable(),
  refusedReason: z.string().nullable(),
  overridden: z.boolean(),
}
const listed = z.object({ ...face, overrides: z.array(prescriptionOverride) })

const signed = z.object({ name: z.string(), at: moment }).nullable()
const detail = z.object({
  ...face,
  items: z.array(prescriptionLine),
  weightKg: z.number().nullable(),
  pregnancy: z.string().nullable(),
  pregnancyWeek: z.number().nullable(),
  longReason: z.string(),
  findings: z.array(rxFinding),
  overrides: z.array(prescriptionOverride),
  /** What the sheet says to the patient because of its drugs. */
  advice: z.array(z.string()),
  auditNote: z.string(),
  audited: signed,
  dispensed: signed,
  returned: signed,
  returnReason: z.string().nullable(),
  voided: signed,
  voidReason: z.string().nullable(),
  /** The bill of its drugs; null: not audited, or nothing to pay. */
  billId: z.string().nullable(),
  /** Of the patient's insurance; null: nobody has said. */
  medicareType: z.number().nullable(),
  deptName: z.string().nullable(),
  clinicPhone: z.string(),
  clinicAddress: z.string(),
  can: z.object({
    edit: z.boolean(),
    audit: z.boolean(),
    dispense: z.boolean(),
    test: z.boolean(),
    giveBack: z.boolean(),
    void: z.boolean(),
  }),
})

const VIEW = '/prescription:view'
const ADD = '/prescription:add'
const AUDIT = '/prescription:audit'
const DISPENSE = '/prescription:dispense'
const REVIEW = '/prescription:review'
const moved = z.object({ id: z.string(), version: z.number(), status: z.number() })
const own = { id: idOf('处方'), version }
const PATH = '/bill-api/medical-project/prescription'

/** What a list shows: those to audit, to hand out, of a patient, or with something gone against. */
export const prescriptionTabs = ['audit', 'dispense', 'all', 'overridden'] as const

export const prescription = {
  check: call({
    method: 'POST',
    path: `${PATH}/check`,
    doc: '开方时即时核对：与保存、审核用同一规则，返回处方类型、总量和各项结果；不写任何数据',
    spec: null,
    allow: resource(ADD),
    also: ['/allTimePatients:view'],
    effect: 'read',
    scope: 'all',
    body: { ...state, id: idOf('处方').nullish(), items: prescribedLines },
    output: z.object({
      kind: z.enum(wordsOf(prescriptionKinds)),
      weightKg: z.number().nullable(),
      totals: z.array(z.number().nullable()),
      findings: z.array(rxFinding),
    }),
    errors: ['RX_DRUG_OFF', 'RX_CONTROLLED', 'RX_CONTROLLED_APART', 'RX_PREGNANCY'],
  }),
  save: call({
    method: 'POST',
    path: `${PATH}/createAndUpdate`,
    doc: '开处方，或修改待审的处方：阻断项须写明理由，强提示须逐项确认；不足 14 岁自动为儿科处方；第二类精神药品须门诊有资格，单独一张精二处方',
    spec: 'medical-project-prescription-create-and-update',
    allow: resource(ADD),
    also: ['/allTimePatients:view'],
    scope: 'all',
    body: {
      id: idOf('处方').nullish(),
      version: version.nullish(),
      ...state,
      diagnosis: requiredText('诊断', 200),
      items: prescribedLines,
      longReason: optionalText('超天数理由', 100),
      validDays: wholeNumber('有效天数', 1, MOST_VALID_DAYS).default(1),
      overrides: z
        .array(z.strictObject({ key, reason: requiredText('理由', 200) }), { error: '理由应为列表' })
        .max(60, { error: '理由不能超过60条' })
        .default([]),
      seen: z.array(key, { error: '已知晓应为列表' }).max(60, { error: '已知晓不能超过60条' }).default([]),
      requestId,
    },
    idempotent: true,
    output: z.object({ id: z.string(), rxNo: z.string(), version: z.number(), status: z.number() }),
    errors: [
      'RX_NOT_DOCTOR',
      'RX_DRUG_OFF',
      'RX_CONTROLLED',
      'RX_CONTROLLED_APART',
      'RX_TOO_LONG',
      'RX_BLOCKED',
      'RX_UNSEEN',
      'RX_NOT_YOURS',
      'RX_QUANTITY',
      'RX_PREGNANCY',
      'RX_OVERSTEP',
      'STATUS_CHANGED',
    ],
  }),
  list: call({
    method: 'POST',
    path: `${PATH}/list`,
    doc: '处方列表：待审、待发、全部，或越过提醒的处方；可按患者、病历、药名、处方号查找',
    spec: null,
    allow: resource(VIEW),
    also: [REVIEW],
    effect: 'read',
    body: {
      tab: oneWord('列表', prescriptionTabs).default('all'),
      patientId: idOf('患者').nullish(),
      recordId: idOf('病历').nullish(),
      keyword: optionalText('查找', 40),
      dateFrom: localDate('开始日期').nullish(),
      dateTo: localDate('结束日期').nullish(),
      ...paging,
    },
    output: pageOf(listed),
    errors: ['FORBIDDEN'],
  }),
  detail: call({
    method: 'GET',
    path: `${PATH}/detail/{id}`,
    doc: '一张处方：明细、核对结果、越过的提醒、各环节签名；查看留痕',
    spec: null,
    allow: resource(VIEW),
    also: [ADD, AUDIT, DISPENSE],
    effect: 'write',
    params: { id: idOf('处方') },
    output: detail,
  }),
  print: call({
    method: 'GET',
    path: `${PATH}/print/{id}`,
    doc: '打印一张处方；打印留痕',
    spec: null,
    allow: resource(VIEW),
    also: [ADD, AUDIT, DISPENSE],
    effect: 'write',
    params: { id: idOf('处方') },
    output: detail,
  }),
  audit: call({
    method: 'POST',
    path: `${PATH}/audit`,
    doc: '审核处方：重新核对，通过后药费送前台待收；阻断项须由开方医生以外的人确认；不通过时退回开方医生修改',
    spec: null,
    allow: resource(AUDIT),
    scope: 'all',
    body: {
      ...own,
      pass: z.boolean({ error: '请选择是否通过' }),
      note: optionalText('审核意见', 200),
      /** The second signature under what was blocked. */
      confirm: z.boolean({ error: '第二人确认应为是或否' }).default(false),
      seen: z.array(key, { error: '已知晓应为列表' }).max(60, { error: '已知晓不能超过60条' }).default([]),
    },
    output: moved,
    errors: [
      'RX_SELF_AUDIT',
      'RX_CONTROLLED',
      'RX_SECOND',
      'RX_BLOCKED',
      'RX_UNSEEN',
      'RX_EXPIRED',
      'RX_SKIN_TEST',
      'STATUS_CHANGED',
    ],
  }),
  skinTest: call({
    method: 'POST',
    path: `${PATH}/skin-test`,
    doc: '登记皮试结果：留下时间和皮试人；阳性时不能再用，并写入患者过敏史',
    spec: null,
    allow: resource(DISPENSE, ADD),
    body: { ...own, drugId: idOf('药品'), result: oneWord('皮试结果', ['negative', 'positive']) },
    output: moved,
    errors: ['STATUS_CHANGED'],
  }),
  dispense: call({
    method: 'POST',
    path: `${PATH}/dispense`,
    doc: '发药：处方须已审核、药费已收、在有效期内，皮试为阴性或免试',
    spec: null,
    allow: resource(DISPENSE),
    body: own,
    output: moved,
    errors: ['RX_EXPIRED', 'RX_SKIN_TEST', 'RX_UNPAID', 'STATUS_CHANGED'],
  }),
  giveBack: call({
    method: 'POST',
    path: `${PATH}/return`,
    doc: '退药：写明原因，发药人和退药人都保留',
    spec: null,
    allow: resource(DISPENSE),
    body: { ...own, reason: requiredText('退药原因', 200) },
    output: moved,
    errors: ['STATUS_CHANGED'],
  }),
  void: call({
    method: 'POST',
    path: `${PATH}/void`,
    doc: '作废处方：写明原因，开方医生和作废人都保留；未收的账单随之作废，已收的先退费',
    spec: null,
    allow: resource(ADD, AUDIT),
    body: { ...own, reason: requiredText('作废原因', 200) },
    output: moved,
    errors: ['RX_NOT_YOURS', 'RX_PAID', 'STATUS_CHANGED'],
  }),
  oversteps: call({
    method: 'POST',
    path: `${PATH}/overstep/list`,
    doc: '越级使用抗菌药物的处方：负责人看全门诊，开方医生看本人的；待补办的在前，24 小时内补办',
    spec: null,
    allow: resource(VIEW),
    also: [ADD, REVIEW],
    effect: 'read',
    body: { isOpen: z.boolean({ error: '只看待补办应为是或否' }).default(false) },
    output: z.array(
      z.object({
        id: z.string(),
        rxNo: z.string(),
        version: z.number(),
        ...patientFace,
        doctorId: z.string(),
        doctorName: z.string(),
        prescribedAt: moment,
        /** What was given above the tier, and why. */
        drugs: z.array(z.object({ name: z.string(), reason: z.string() })),
        dueAt: moment,
        done: signed,
        note: z.string(),
        mayFinish: z.boolean(),
      }),
    ),
  }),
  finishOverstep: call({
    method: 'POST',
    path: `${PATH}/overstep/finish`,
    doc: '补办越级使用手续：开方医生本人或负责人写明用药指征和同意越级使用的上级医师；留下姓名和时间',
    spec: null,
    allow: resource(ADD, REVIEW),
    body: { ...own, note: requiredText('补办说明', 200) },
    output: moved,
    errors: ['RX_NOT_YOURS', 'STATUS_CHANGED'],
  }),
  sets: call({
    method: 'GET',
    path: `${PATH}/sets`,
    doc: '本人的常用组合：几种药一次开入',
    spec: null,
    allow: resource(ADD),
    output: z.array(
      z.object({
        id: z.string(),
        version: z.number(),
        name: z.string(),
        /** Lines whose drug may still be prescribed, with its name and what it may be. */
        items: z.array(
          z.object({
            drugId: z.string(),
            name: z.string(),
            spec: z.string(),
            singleDose: z.number(),
            doseUnit: z.enum(doseUnits),
            route: z.enum(rxRoutes),
            frequency: z.enum(wordsOf(rxFrequencies)),
            days: z.number(),
            unit: z.enum(handOutUnits),
            totalQty: z.number().nullable(),
            price: amount,
            skinTest: z.enum(['none', 'exempt', 'needed', 'negative']),
            remark: z.string(),
          }),
        ),
        /** Drugs of it that are switched off by now. */
        off: z.array(z.string()),
      }),
    ),
  }),
  saveSet: call({
    method: 'POST',
    path: `${PATH}/save-set`,
    doc: '把几种药存为本人的常用组合；同名的换成新的内容',
    spec: null,
    allow: resource(ADD),
    body: { name: requiredText('组合名称', 30), items: lines, requestId },
    idempotent: true,
    output: z.object({ id: z.string(), version: z.number() }),
    errors: ['NOT_FOUND'],
  }),
  removeSet: call({
    method: 'POST',
    path: `${PATH}/remove-set`,
    doc: '删除本人的一个常用组合；已开的处方不受影响',
    spec: null,
    allow: resource(ADD),
    body: { id: idOf('常用组合'), version },
    output: z.object({ id: z.string() }),
  }),
} satisfies CallGroup
