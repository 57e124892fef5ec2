import { z } from 'zod'
import { anyone, call, resource, resourceApart, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import { idOf, localDate, moment, oneWord, wordsOf } from './core/fields.ts'
import { recordPapers } from './core/papers.ts'

/** Refusals of this domain: codes 25401 to 25499. */
export const paperErrors = {
  PAPER_UNKNOWN: { code: 25401, message: '没有这份文件，请核对编码' },
  PAPER_NOTHING: { code: 25403, message: '所选范围里没有可打印的，签名后的才会连续打印' },
  PAPER_ALTERED: { code: 25402, message: '留存的文件与签署时不一致，不能作为凭据，请联系管理员核查' },
  NOTHING_WORN: { code: 25404, message: '这个病例没有要佩戴的：没有隐形、橡皮圈、功能矫治器，也没有保持器' },
} satisfies Record<string, ErrorEntry>

/** What is issued as a PDF. */
export const paperKinds = {
  record: '门诊病历',
  prescription: '处方笺',
  plan: '治疗计划',
  consent: '知情同意书',
  seal: '病历封存包',
  ortho: '正畸转诊资料',
  orthoWear: '正畸佩戴说明',
  receipt: '收费收据',
  refundSlip: '退费单',
  prepayReceipt: '预交金收据',
  prepayReturn: '预交金退款单',
  cardReceipt: '会员卡收据',
  cardRefund: '退卡单',
  agreement: '分期付款协议',
} as const
export type PaperKind = keyof typeof paperKinds

/** Papers of money, printed from the screen: which table each is about. */
export const moneyPaperKinds = {
  receipt: { table: 'bill' },
  refundSlip: { table: 'refund' },
  prepayReceipt: { table: 'prepay' },
  prepayReturn: { table: 'prepay_return' },
  cardReceipt: { table: 'card_log' },
  cardRefund: { table: 'card_refund' },
  agreement: { table: 'instalment_plan' },
} as const satisfies { readonly [K in PaperKind]?: { table: string } }
export type MoneyPaperKind = keyof typeof moneyPaperKinds

/** How a paper that was given out stands to what it shows. */
export const paperStandings = { valid: '有效', void: '已作废', newer: '有新版本', unsigned: '未签名' } as const
export type PaperStanding = keyof typeof paperStandings

/** Signs of a code: no letter that is taken for a digit. Sixteen of them are 80 bits. */
export const PAPER_CODE_SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const PAPER_CODE_LENGTH = 16

/**
 * A code of a paper as it was typed: blanks and hyphens between, small letters.
 * @param label what the code is called where it is asked for
 */
export const typedPaperCode = (label: string) =>
  z
    .string({ error: `请填写${label}` })
    .max(60, { error: `${label}有误` })
    .transform((text) => text.toUpperCase().replaceAll(/[\s-]/g, ''))
    .pipe(
      z.string().regex(new RegExp(`^[${PAPER_CODE_SIGNS}]{${PAPER_CODE_LENGTH}}$`), {
        error: `${label}应为 ${PAPER_CODE_LENGTH} 位字母和数字`,
      }),
    )
const code = typedPaperCode('核验编码')

/** Whose signatures stand on a record or a prescription. */
export const signaturePlaces = ['doctor', 'superior', 'auditor', 'dispenser'] as const
export type SignaturePlace = (typeof signaturePlaces)[number]
/** Pictures of signatures as data URLs, by their place. */
const signatures = z.partialRecord(z.enum(signaturePlaces), z.string())

/** Small pictures of what hangs on a record; left out: as the clinic has set. */
const withPictures = z.boolean({ error: '附图应为是或否' }).nullish()
const chosenPaper = oneWord('纸型', wordsOf(recordPapers)).nullish()

/** Which papers of a patient are printed one after the other. */
const whichPapers = {
  patientId: idOf('患者'),
  kinds: z
    .array(oneWord('种类', ['record', 'consent', 'prescription']), { error: '请选择种类' })
    .min(1, { error: '请选择种类' })
    .max(3, { error: '种类过多' })
    .default(['record']),
  from: localDate('开始日期').nullish(),
  to: localDate('结束日期').nullish(),
}
/** Rights on which it depends which of them somebody may read. */
const asksForPapers = [
  '/patientMedicalRecord:view',
  '/imageData:view',
  '/patientConsent:view',
  '/prescription:view',
  '/patientConsent:void',
  '/patientConsent:sign',
  '/prescription:add',
  '/prescription:audit',
  '/prescription:dispense',
] as const

/** PDFs that are given out, and the public check of one. */
export const paper = {
  record: call({
    method: 'POST',
    path: '/emr-api/paper/record',
    doc: '一份病历的 PDF：带编号和核验二维码；打印留痕并计次',
    spec: null,
    allow: resourceApart('/patientMedicalRecord:print'),
    also: ['/patientMedicalRecord:view', '/imageData:view'],
    scope: 'all',
    body: {
      id: idOf('病历'),
      /** Left out: the clinic's. */
      paper: chosenPaper,
      /** With the mouth as this visit left it. */
      chart: z.boolean({ error: '牙位图应为是或否' }).default(true),
      pictures: withPictures,
    },
    output: z.null(),
    answer: 'file',
    errors: ['NOT_FOUND'],
  }),
  prescription: call({
    method: 'POST',
    path: '/emr-api/paper/prescription',
    doc: '一张处方的 PDF（A5，按类型分色）：带编号和核验二维码；打印留痕',
    spec: null,
    allow: resourceApart('/prescription:view'),
    also: ['/prescription:add', '/prescription:audit', '/prescription:dispense'],
    body: { id: idOf('处方') },
    output: z.null(),
    answer: 'file',
    errors: ['NOT_FOUND'],
  }),
  recordSignatures: call({
    method: 'GET',
    path: '/emr-api/paper/record-signatures/{id}',
    doc: '一份病历上的签名图：签名医师、审签的上级医师，签名时已设签名图的才有',
    spec: null,
    allow: resource('/patientMedicalRecord:print'),
    also: ['/patientMedicalRecord:view'],
    scope: 'all',
    params: { id: idOf('病历') },
    output: signatures,
  }),
  prescriptionSignatures: call({
    method: 'GET',
    path: '/emr-api/paper/prescription-signatures/{id}',
    doc: '一张处方上的签名图：开方医师、审核人、调配人，签名时已设签名图的才有',
    spec: null,
    allow: resource('/prescription:view'),
    also: ['/prescription:add', '/prescription:audit', '/prescription:dispense'],
    params: { id: idOf('处方') },
    output: signatures,
  }),
  plan: call({
    method: 'POST',
    path: '/emr-api/paper/plan',
    doc: '一份治疗计划的 PDF：各方案附做完以后的口腔；打印留痕并计次',
    spec: null,
    allow: resourceApart('/treatmentPlan:view'),
    also: ['/allTimePatients:view'],
    body: { id: idOf('治疗计划'), paper: chosenPaper },
    output: z.null(),
    answer: 'file',
    errors: ['NOT_FOUND'],
  }),
  ortho: call({
    method: 'POST',
    path: '/emr-api/paper/ortho',
    doc: '一个正畸病例的转诊资料 PDF：方案、口内现在、弓丝经过、历次复诊、保持；打印留痕并计次',
    spec: null,
    allow: resourceApart('/patientMedicalRecord:print'),
    also: ['/patientMedicalRecord:view', '/patientMedicalRecord:add', '/orderSet:open'],
    body: { id: idOf('正畸病例'), paper: chosenPaper },
    output: z.null(),
    answer: 'file',
    errors: ['NOT_FOUND'],
  }),
  orthoWear: call({
    method: 'POST',
    path: '/emr-api/paper/ortho-wear',
    doc: '一个正畸病例的佩戴说明 PDF，交给患者：隐形每副的日期、橡皮圈挂法、保持器和每天几小时；打印留痕',
    spec: null,
    allow: resourceApart('/patientMedicalRecord:print'),
    also: ['/patientMedicalRecord:view', '/patientMedicalRecord:add', '/orderSet:open'],
    body: { id: idOf('正畸病例'), paper: chosenPaper },
    output: z.null(),
    answer: 'file',
    errors: ['NOT_FOUND', 'NOTHING_WORN'],
  }),
  consent: call({
    method: 'POST',
    path: '/emr-api/paper/consent',
    doc: '一份同意书的 PDF：签署完成的给出签署时留存的原件（字节不变），其余按需生成；打印留痕',
    spec: null,
    allow: resourceApart('/patientConsent:view'),
    also: ['/patientConsent:sign', '/patientConsent:void'],
    scope: 'all',
    body: { id: idOf('同意书'), paper: chosenPaper },
    output: z.null(),
    answer: 'file',
    errors: ['NOT_FOUND', 'PAPER_ALTERED'],
  }),
  all: call({
    method: 'POST',
    path: '/emr-api/paper/all',
    doc: '患者的病历（可另选同意书、处方）按日期连成一份 PDF，边生成边发送；每份各有编号、二维码、页码，打印各自留痕并计次。份数多于 all/size 所说的，转为后台导出',
    spec: null,
    allow: resourceApart('/patientMedicalRecord:print'),
    also: asksForPapers,
    scope: 'all',
    body: {
      ...whichPapers,
      paper: chosenPaper,
      chart: z.boolean({ error: '牙位图应为是或否' }).default(true),
      pictures: withPictures,
    },
    output: z.null(),
    answer: 'file',
    exported: '患者病历资料',
    exportedAs: 'papers',
    errors: ['PAPER_NOTHING', 'PAPER_ALTERED', 'NOT_FOUND'],
  }),
  allSize: call({
    method: 'POST',
    path: '/emr-api/paper/all/size',
    doc: '连续打印所选的共几份，多于几份时在后台生成',
    spec: null,
    allow: resource('/patientMedicalRecord:print'),
    also: asksForPapers,
    scope: 'all',
    effect: 'read',
    body: whichPapers,
    output: z.object({
      papers: z.number(),
      /** So many are made while somebody waits. */
      atOnce: z.number(),
    }),
    errors: ['NOT_FOUND'],
  }),
  verify: call({
    method: 'POST',
    path: '/emr-api/paper/public/verify',
    doc: '凭编码核验一份发出的文件：类型、编号、版本、是否有效；不含任何患者资料',
    spec: null,
    allow: anyone,
    effect: 'read',
    body: { code },
    output: z.object({
      kind: z.enum(wordsOf(paperKinds)),
      number: z.string(),
      versionNo: z.number(),
      standing: z.enum(wordsOf(paperStandings)),
      issuedAt: moment,
      clinicName: z.string(),
      /** SHA-256 of the PDF as it was issued, hex; null for papers that are printed from the screen. */
      contentHash: z.string().nullable(),
    }),
    errors: ['PAPER_UNKNOWN', 'TOO_MANY'],
  }),
} satisfies CallGroup
