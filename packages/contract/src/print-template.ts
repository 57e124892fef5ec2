import { templateProblems } from '@dentin/kit/text-template'
import { z } from 'zod'
import { call, inClinic, resource, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  idOf,
  moment,
  noneTwice,
  oneWord,
  optionalText,
  requestId,
  requiredText,
  version,
  wholeNumber,
  wordsOf,
} from './core/fields.ts'
import { receiptPapers } from './core/papers.ts'
import { columnsOf, partsOf, printPaperKinds, variablesOf, type PrintPaper } from './core/print-papers.ts'

/** Refusals of this domain: codes 27601 to 27609. */
export const printTemplateErrors = {
  PRINT_TEMPLATE_SAME: { code: 27601, message: '与现在的版本相同，没有要保存的' },
} as const satisfies Record<string, ErrorEntry>

/** Whose a template is: of one clinic, or of all that have none of their own. */
export const templateOwners = { clinic: '门诊', chain: '连锁' } as const
export type TemplateOwner = keyof typeof templateOwners
/** Where the template that is printed by comes from. */
export const templateSources = { ...templateOwners, builtIn: '默认' } as const
export type TemplateSource = keyof typeof templateSources

export const MOST_COPIES = 5
const MOST_SIGNATURES = 4
const TEXT_LENGTH = 1000

const keys = (label: string) =>
  z
    .array(z.string(), { error: `请选择${label}` })
    .max(20)
    .refine(noneTwice, { error: `${label}有重复` })

/** How a paper is printed. */
export const printTemplateContent = z.object({
  /** Instead of the clinic's name at the head; '': the clinic's name. */
  headline: optionalText('抬头', 50).unwrap(),
  /** Instead of the paper's name; '': its name. */
  title: optionalText('标题', 20).unwrap(),
  logo: z.boolean({ error: '请选择是否印 logo' }),
  address: z.boolean({ error: '请选择是否印地址' }),
  phone: z.boolean({ error: '请选择是否印电话' }),
  /** Those that are printed, in their order. */
  columns: keys('列'),
  /** Those that are printed. */
  parts: keys('内容'),
  /** Before and after what the paper says. */
  header: optionalText('开头文字', TEXT_LENGTH).unwrap(),
  footer: optionalText('结尾文字', TEXT_LENGTH).unwrap(),
  /** null: what the device or the clinic uses. */
  paper: oneWord('纸型', wordsOf(receiptPapers)).nullable(),
  copies: wholeNumber('份数', 1, MOST_COPIES),
  /** null: as usual. */
  signatures: z
    .array(requiredText('签名处', 20))
    .max(MOST_SIGNATURES, { error: `签名处最多 ${MOST_SIGNATURES} 个` })
    .refine(noneTwice, { error: '签名处有重复' })
    .nullable(),
})
export type PrintTemplateContent = z.infer<typeof printTemplateContent>

/** The paper as it is printed without a template. */
export const builtInTemplate = (kind: PrintPaper): PrintTemplateContent => ({
  headline: '',
  title: '',
  logo: true,
  address: true,
  phone: true,
  columns: columnsOf(kind).map(({ key }) => key),
  parts: partsOf(kind).map(({ key }) => key),
  header: '',
  footer: '',
  paper: null,
  copies: 1,
  signatures: null,
})

/** What of a template does not fit its paper, by field: names that stand for nothing, a column that has to be there. */
export function templateFaults(
  kind: PrintPaper,
  { header, footer, columns, parts }: PrintTemplateContent,
): { field: 'header' | 'footer' | 'columns' | 'parts'; message: string }[] {
  const said = columnsOf(kind)
  const missing = said.filter(({ key, must }) => must && !columns.includes(key)).map(({ name }) => `「${name}」`)
  const texts = (
    [
      ['header', header],
      ['footer', footer],
    ] as const
  ).flatMap(([field, text]) => {
    const problems = templateProblems(text, variablesOf(kind))
    return problems.length === 0
      ? []
      : [{ field, message: problems.map(({ line, message }) => `第 ${line} 行：${message}`).join('；') }]
  })
  return [
    ...texts,
    ...(columns.some((key) => said.every((each) => each.key !== key))
      ? [{ field: 'columns' as const, message: '有这种单据没有的列' }]
      : []),
    ...(missing.length > 0 ? [{ field: 'columns' as const, message: `${missing.join('')}必须打印` }] : []),
    ...(said[0] && columns.length > 0 && columns[0] !== said[0].key
      ? [{ field: 'columns' as const, message: `「${said[0].name}」必须是第一列` }]
      : []),
    ...(parts.some((key) => partsOf(kind).every((each) => each.key !== key))
      ? [{ field: 'parts' as const, message: '有这种单据没有的内容' }]
      : []),
  ]
}

const kind = oneWord('单据', printPaperKinds)
const owner = oneWord('模板归属', wordsOf(templateOwners))
const saved = {
  /** The how manieth version, from 1. */
  no: z.number(),
  /** null: it was put back, so that the chain's or the usual paper holds. */
  content: printTemplateContent.nullable(),
  note: z.string(),
  setterName: z.string(),
  setAt: moment,
}
const standing = z.object({ ...saved, version: z.number() })

/** Templates of the papers that are printed: of the chain, and of a clinic that has its own. */
export const printTemplate = {
  list: call({
    method: 'GET',
    path: '/tenant-api/print-template/list',
    doc: '打印模板：每种单据在本门诊与连锁的现行版本',
    spec: null,
    allow: resource('/templateSetting:view'),
    also: ['/templateSetting:edit', '/templateSetting:chain'],
    output: z.object({
      papers: z.array(z.object({ kind, clinic: standing.nullable(), chain: standing.nullable() })),
      clinicName: z.string(),
      /** Whose templates the person at work may change. */
      mayEdit: z.object({ clinic: z.boolean(), chain: z.boolean() }),
    }),
  }),
  versions: call({
    method: 'GET',
    path: '/tenant-api/print-template/versions',
    doc: '一种单据的模板历史，新的在前',
    spec: null,
    allow: resource('/templateSetting:view'),
    query: { kind, owner },
    output: z.object({ list: z.array(z.object(saved)) }),
  }),
  save: call({
    method: 'POST',
    path: '/tenant-api/print-template/save',
    doc: '保存打印模板的新版本；不给内容即恢复：门诊恢复为连锁的，连锁恢复为默认的',
    spec: null,
    allow: resource('/templateSetting:edit', '/templateSetting:chain'),
    idempotent: true,
    body: {
      kind,
      owner,
      content: printTemplateContent.nullable(),
      note: optionalText('说明', 100),
      /** Of what the screen was looking at; null: there was none. */
      version: version.nullable(),
      requestId,
    },
    output: z.object({ no: z.number(), version: z.number() }),
    errors: ['PRINT_TEMPLATE_SAME', 'VERSION_CONFLICT'],
  }),
  restore: call({
    method: 'POST',
    path: '/tenant-api/print-template/restore',
    doc: '把模板恢复到以前的一版：作为新的版本',
    spec: null,
    allow: resource('/templateSetting:edit', '/templateSetting:chain'),
    idempotent: true,
    body: { kind, owner, no: wholeNumber('版次', 1, 1_000_000), version, requestId },
    output: z.object({ no: z.number(), version: z.number() }),
    errors: ['PRINT_TEMPLATE_SAME', 'VERSION_CONFLICT', 'NOT_FOUND'],
  }),
  effective: call({
    method: 'GET',
    path: '/tenant-api/print-template/effective',
    doc: '一种单据在一个门诊按哪个模板打印：门诊的，没有则连锁的，都没有则默认',
    spec: null,
    allow: inClinic,
    scope: 'all',
    query: { kind, clinicId: idOf('门诊') },
    output: z.object({
      source: oneWord('模板来源', wordsOf(templateSources)),
      /** Of which version; null: none was made. */
      no: z.number().nullable(),
      content: printTemplateContent.nullable(),
    }),
  }),
  recent: call({
    method: 'GET',
    path: '/tenant-api/print-template/recent',
    doc: '本门诊最近的几张单据，供预览：只有单号与时间',
    spec: null,
    allow: resource('/templateSetting:view'),
    query: { kind },
    output: z.object({
      list: z.array(
        z.object({
          id: z.string(),
          /** Of papers that are about a patient. */
          patientId: z.string().nullable(),
          label: z.string(),
          at: moment,
        }),
      ),
    }),
  }),
} satisfies CallGroup
