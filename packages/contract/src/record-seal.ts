import { z } from 'zod'
import { call, resource, resourceApart, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import { idOf, moment, requestId, requiredText } from './core/fields.ts'

/** Refusals of seals: codes 25411 to 25419. */
export const recordSealErrors = {
  RECORD_SEALED: { code: 25411, message: '病历已封存，不能删除；要更正请修订，新版本与封存件并存' },
  SEAL_ONE_SIDED: { code: 25412, message: '封存须双方在场，请至少写一位患者一方的在场人' },
} satisfies Record<string, ErrorEntry>

/** Who is present of the patient's side. */
export const patientSide = ['患者本人', '父母', '配偶', '子女', '其他近亲属', '监护人', '委托代理人'] as const
/** Who may be present besides; whoever seals is the clinic's side anyhow. */
export const otherSide = ['门诊工作人员', '其他见证人'] as const
/** So many records go into one package. */
export const SEAL_RECORDS = 60

const VIEW = '/patientMedicalRecord:view'
const SEAL = '/patientMedicalRecord:seal'

const witness = z.strictObject({
  name: requiredText('姓名', 40),
  relation: z.enum([...patientSide, ...otherSide], { error: '请选择身份' }),
  idTail: z.string({ error: '请填写证件尾号' }).regex(/^\d{3}[\dXx]$/, { error: '证件尾号为 4 位' }),
})
const seal = z.object({
  id: z.string(),
  sealNo: z.string(),
  reason: z.string(),
  witnesses: z.array(z.object({ name: z.string(), relation: z.string(), idTail: z.string() })),
  /** SHA-256 of the package, hex. */
  packageHash: z.string(),
  files: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
  records: z.array(
    z.object({
      id: z.string(),
      recordNo: z.string(),
      visitTime: moment,
      versionNo: z.number(),
      /** False: sealed as far as it was finished. */
      finished: z.boolean(),
    }),
  ),
  clinicName: z.string(),
  sealedName: z.string(),
  sealedAt: moment,
  /** The package may be taken out and checked here. */
  open: z.boolean(),
})

/** Records sealed in a dispute. */
export const recordSeal = {
  create: call({
    method: 'POST',
    path: '/emr-api/recordSeal/create',
    doc: '封存病历：双方在场，把所选病历的 PDF、各版本数据、相关同意书和处方做成一份不可更改的封存包；同一 requestId 只封存一次',
    spec: null,
    allow: resourceApart(SEAL),
    body: {
      patientId: idOf('患者'),
      recordIds: z
        .array(idOf('病历'), { error: '请选择病历' })
        .min(1, { error: '请选择要封存的病历' })
        .max(SEAL_RECORDS, { error: `一次最多封存 ${SEAL_RECORDS} 份病历` }),
      reason: requiredText('原因', 200),
      witnesses: z
        .array(witness, { error: '请填写在场人' })
        .min(1, { error: '请填写在场人' })
        .max(6, { error: '在场人最多 6 位' }),
      requestId,
    },
    output: z.object({ id: z.string(), sealNo: z.string(), packageHash: z.string(), unfinished: z.number() }),
    errors: ['NOT_FOUND', 'SEAL_ONE_SIDED', 'PAPER_ALTERED'],
  }),
  ofPatient: call({
    method: 'GET',
    path: '/emr-api/recordSeal/list/{id}',
    doc: '患者病历的封存，新的在前',
    spec: null,
    allow: resource(VIEW),
    also: [SEAL],
    scope: 'all',
    params: { id: idOf('患者') },
    output: z.array(seal),
  }),
  download: call({
    method: 'POST',
    path: '/emr-api/recordSeal/download',
    doc: '取出封存包（zip，与封存时逐字节相同）；留痕',
    spec: null,
    allow: resourceApart(SEAL),
    body: { id: idOf('封存') },
    output: z.null(),
    answer: 'file',
    errors: ['NOT_FOUND'],
  }),
  check: call({
    method: 'POST',
    path: '/emr-api/recordSeal/check',
    doc: '核对封存包：重新计算 SHA-256，与封存时的比对；留痕',
    spec: null,
    allow: resourceApart(SEAL),
    body: { id: idOf('封存') },
    output: z.object({ same: z.boolean(), kept: z.string(), now: z.string().nullable(), checkedAt: moment }),
    errors: ['NOT_FOUND'],
  }),
} satisfies CallGroup
