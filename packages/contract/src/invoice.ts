import { checkCreditCode } from '@dentin/kit'
import { z } from 'zod'
import { anyone, call, resource, resourceApart, type CallGroup, type Resource } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  amount,
  idOf,
  localDate,
  moment,
  money,
  oneOf,
  oneWord,
  optionalText,
  pageOf,
  paging,
  queryNumber,
  requestId,
  requiredText,
  version,
  wholeNumber,
} from './core/fields.ts'
import { states } from './core/states.ts'
import { PAPER_CODE_LENGTH, PAPER_CODE_SIGNS } from './paper.ts'

/** An electronic invoice for a patient's money. */
export const invoiceStates = states(
  {
    toSend: [0, '未开', 'due'],
    running: [1, '开票中', 'running'],
    issued: [2, '已开', 'done'],
    failed: [3, '失败', 'late'],
    red: [4, '已红冲', 'ended'],
    dropped: [5, '已取消', 'ended'],
  },
  {
    /** Nobody knows yet what becomes of it. */
    open: ['toSend', 'running'],
    /** What it covers is invoiced by it. */
    counted: ['toSend', 'running', 'issued', 'red'],
  },
  {
    arrive: { from: ['toSend', 'running'], to: ['issued', 'failed', 'running'] },
    retry: { from: ['failed'], to: ['toSend'] },
    cancel: { from: ['toSend', 'running', 'failed'], to: ['dropped'] },
    redden: { from: ['issued'], to: ['issued', 'red'] },
  },
)

/** A red invoice, which takes a blue one back in part or whole. */
export const invoiceRedStates = states(
  {
    toSend: [0, '待红冲', 'due'],
    running: [1, '红冲中', 'running'],
    issued: [2, '已红冲', 'done'],
    failed: [3, '失败', 'late'],
    withdrawn: [5, '已撤回', 'ended'],
  },
  { open: ['toSend', 'running'], standing: ['toSend', 'running', 'issued', 'failed'] },
  {
    arrive: { from: ['toSend', 'running'], to: ['issued', 'failed', 'running'] },
    retry: { from: ['failed'], to: ['toSend'] },
    withdraw: { from: ['toSend', 'failed'], to: ['withdrawn'] },
  },
)

/** What an invoice covers. */
export const invoiceKinds = { 1: '账单', 2: '会员卡充值', 3: '预交金', 4: '会员卡费' } as const
export type InvoiceKind = keyof typeof invoiceKinds
export const invoiceTypes = { 0: '电子普通发票', 1: '增值税专用发票' } as const
export const titleTypes = { 0: '个人', 1: '企业' } as const
/** Why an invoice is taken back, as the tax office counts the reasons. */
export const redReasons = { 1: '开票有误', 2: '销货退回', 3: '服务中止', 4: '销售折让' } as const
/** When what is recharged on cards or prepaid is invoiced: never at both. */
export const invoiceRules = { 1: '充值时开', 2: '消费时开' } as const

/** Refusals of this domain: codes 31201 to 31299. */
export const invoiceErrors = {
  INVOICE_NOT_OFFERED: { code: 31201, message: '本门诊没有开通电子发票' },
  INVOICE_OVER: { code: 31202, message: '超过可开票金额' },
  INVOICE_NOTHING: { code: 31203, message: '没有可开票的金额' },
  INVOICE_STATE: { code: 31204, message: '发票状态已变化' },
  INVOICE_RED_OVER: { code: 31205, message: '超过可红冲的金额' },
  INVOICE_RED_DUE: { code: 31206, message: '退款带来的红冲必须开出，不能撤回' },
  INVOICE_CODE_UNKNOWN: { code: 31207, message: '没有这个开票码，请核对收据上的二维码' },
  INVOICE_KEY_WRONG: { code: 31208, message: '密钥的写法不正确' },
  INVOICE_FILE_MISSING: { code: 31209, message: '平台还没有给出发票文件' },
  INVOICE_FILE_ALTERED: { code: 31210, message: '下载到的发票文件与开具时不一致，不能作为凭据，请联系开票平台' },
  INVOICE_PLATFORM_BUSY: { code: 31211, message: '开票平台暂时没有回应，请稍后再试' },
  INVOICE_STILL_THERE: { code: 31212, message: '开票平台还在处理这张发票，不能取消' },
  INVOICE_OTHER_CLINIC: { code: 31213, message: '请到收款的门诊开票' },
} as const satisfies Record<string, ErrorEntry>

/** What is wrong with a tax number; '' when nothing is. Of 18 signs it is the credit code, whose last sign proves it. */
export function taxNoProblem(text: string): string {
  if (text === '') return '请填写税号'
  if (!/^[0-9A-Z]{15,20}$/.test(text)) return '税号应为15–20位数字或大写字母'
  if (text.length !== 18) return ''
  const check = checkCreditCode(text)
  return check.ok ? '' : `税号有误：${check.reason}`
}

/** What is said of a buyer. */
export interface InvoiceBuyer {
  type: number
  titleType: number
  taxNo: string
  regAddress: string
  regPhone: string
  bankName: string
  bankAccount: string
  email: string
  mobile: string
}

/** What is missing or wrong in what is said of a buyer, field by field. A special invoice needs everything. */
export function buyerProblems(buyer: InvoiceBuyer): { field: string; message: string }[] {
  const problems: { field: string; message: string }[] = []
  const say = (field: string, message: string) => problems.push({ field, message })
  const special = buyer.type === 1
  if (special && buyer.titleType === 0) say('titleType', '增值税专用发票只能开给企业')
  const problem = buyer.titleType === 1 ? taxNoProblem(buyer.taxNo) : ''
  if (problem) say('taxNo', problem)
  if (special) {
    if (buyer.regAddress === '') say('regAddress', '请填写注册地址')
    if (buyer.regPhone === '') say('regPhone', '请填写注册电话')
    if (buyer.bankName === '') say('bankName', '请填写开户银行')
    if (buyer.bankAccount === '') say('bankAccount', '请填写银行账号')
  }
  if (buyer.regPhone !== '' && !/^[0-9+\- ]{7,20}$/.test(buyer.regPhone)) say('regPhone', '注册电话格式不正确')
  if (buyer.bankAccount !== '' && !/^[0-9 -]{8,30}$/.test(buyer.bankAccount))
    say('bankAccount', '银行账号应为8–30位数字')
  if (buyer.email !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(buyer.email)) say('email', '邮箱格式不正确')
  if (buyer.mobile !== '' && !/^1[2-9]\d{9}$/.test(buyer.mobile)) say('mobile', '手机号应为11位')
  return problems
}

const kind = oneOf('开票对象', [1, 2, 3, 4])
const id = idOf('发票')
const redId = idOf('红字发票')
const buyerFields = {
  type: oneOf('发票类型', [0, 1]).default(0),
  titleType: z.literal([0, 1], { error: '请选择抬头类型' }),
  title: requiredText('发票抬头', 100),
  taxNo: optionalText('税号', 20).transform((text) => text.toUpperCase()),
  regAddress: optionalText('注册地址', 100),
  regPhone: optionalText('注册电话', 20),
  bankName: optionalText('开户银行', 60),
  bankAccount: optionalText('银行账号', 30),
  email: optionalText('收票邮箱', 80),
  mobile: optionalText('收票手机号', 11),
}

const item = z.object({
  name: z.string(),
  /** service, goods */
  kind: z.string(),
  amount,
  /** In percent; 0 exempt. */
  rate: z.number(),
  tax: amount,
})
const buyer = z.object({
  type: z.number(),
  titleType: z.number(),
  title: z.string(),
  taxNo: z.string(),
  regAddress: z.string(),
  regPhone: z.string(),
  bankName: z.string(),
  bankAccount: z.string(),
  email: z.string(),
  mobile: z.string(),
})

const red = z.object({
  id: z.string(),
  status: z.number(),
  reason: z.number(),
  remark: z.string(),
  /** 1 the desk, 2 a refund */
  source: z.number(),
  isDue: z.boolean(),
  amount,
  taxAmount: amount.nullable(),
  number: z.string(),
  issueDate: z.string().nullable(),
  message: z.string(),
  hasFile: z.boolean(),
  raisedName: z.string(),
  createdAt: moment,
  allowed: z.object({ retry: z.boolean(), withdraw: z.boolean() }),
})

const invoiceRow = z.object({
  id: z.string(),
  invoiceNo: z.string(),
  status: z.number(),
  patientId: z.string(),
  patientName: z.string(),
  /** What it is for: numbers of bills, cards, prepayments. */
  covers: z.array(z.object({ kind: z.number(), id: z.string(), no: z.string(), amount })),
  ...buyer.shape,
  items: z.array(item),
  amount,
  taxAmount: amount,
  redAmount: amount,
  /** What of it may still be taken back. */
  restAmount: amount,
  number: z.string(),
  issueDate: z.string().nullable(),
  hasFile: z.boolean(),
  attempt: z.number(),
  message: z.string(),
  source: z.number(),
  drawerName: z.string(),
  createdAt: moment,
  sandbox: z.boolean(),
  reds: z.array(red),
  version: z.number(),
  allowed: z.object({
    retry: z.boolean(),
    cancel: z.boolean(),
    red: z.boolean(),
    ask: z.boolean(),
  }),
})

const holder = z.object({
  kind: z.number(),
  id: z.string(),
  /** The number of the bill, card or prepayment. */
  no: z.string(),
  what: z.string(),
  day: z.string(),
  /** What may be invoiced in all, what was, and what is left. */
  rightAmount: amount,
  invoicedAmount: amount,
  freeAmount: amount,
})

const done = z.object({ id: z.string(), status: z.number(), version: z.number() })
const redDone = z.object({ id: z.string(), status: z.number() })

const account = z.object({
  id: z.string(),
  sellerName: z.string(),
  taxNo: z.string(),
  address: z.string(),
  phone: z.string(),
  bankName: z.string(),
  bankAccount: z.string(),
  drawer: z.string(),
  rule: z.number(),
  serviceRate: z.number(),
  goodsRate: z.number(),
  enabled: z.boolean(),
  addressUrl: z.string(),
  appId: z.string(),
  publicKeyTail: z.string(),
  privateKeyTail: z.string(),
  sandbox: z.boolean(),
  testedAt: moment.nullable(),
  testResult: z.string(),
  version: z.number(),
})

/** A code as it was typed: blanks and hyphens between, small letters. */
const code = z
  .string({ error: '请填写开票码' })
  .max(60, { error: '开票码有误' })
  .transform((text) => text.toUpperCase().replaceAll(/[\s-]/g, ''))
  .pipe(
    z
      .string()
      .regex(new RegExp(`^[${PAPER_CODE_SIGNS}]{${PAPER_CODE_LENGTH}}$`), { error: '开票码应为 16 位字母和数字' }),
  )
/** What proves to the page that it is the one that asked for the invoice. */
const key = z.string({ error: '开票凭证有误' }).regex(/^[A-Za-z0-9_-]{43}$/, { error: '开票凭证有误' })

const publicInvoice = z.object({
  status: z.number(),
  amount,
  redAmount: amount,
  number: z.string(),
  message: z.string(),
  createdAt: moment,
  /** It was asked for with the key that the page has. */
  own: z.boolean(),
  hasFile: z.boolean(),
})

const whose: readonly Resource[] = ['/allTimePatients:view', '/orderSet:view', '/field:amounts']
const SEES = '/invoices:view'
const ISSUES = '/invoices:issue'
const REDS = '/invoices:red'
const KEEPS = '/baseAccounting:invoice'

/** Electronic invoices for patients' money. */
export const invoice = {
  offer: call({
    method: 'GET',
    path: '/bill-api/v2/invoice/offer',
    doc: '一张账单、会员卡或预交金可开票的金额、明细，已开的发票，以及患者用过的抬头',
    spec: null,
    allow: resource(ISSUES, SEES),
    also: [...whose, REDS],
    query: { kind: queryNumber('开票对象', 1, 4), holderId: idOf('开票对象') },
    output: z.object({
      holder,
      patientId: z.string(),
      patientName: z.string(),
      offered: z.boolean(),
      /** Why nothing can be issued; '' when it can. */
      why: z.string(),
      sandbox: z.boolean(),
      rule: z.number(),
      sellerName: z.string(),
      items: z.array(item),
      titles: z.array(buyer),
      invoices: z.array(invoiceRow),
      mayIssue: z.boolean(),
    }),
    errors: ['NOT_FOUND', 'INVOICE_OTHER_CLINIC'],
  }),
  ofPatient: call({
    method: 'GET',
    path: '/bill-api/v2/invoice/patient',
    doc: '患者在本门诊还可开票的账单、会员卡、预交金',
    spec: null,
    allow: resource(ISSUES, SEES),
    also: whose,
    query: { patientId: idOf('患者') },
    output: z.object({ list: z.array(holder), offered: z.boolean(), why: z.string(), sandbox: z.boolean() }),
  }),
  issue: call({
    method: 'POST',
    path: '/bill-api/v2/invoice/issue',
    doc: '开票：可合并同一患者的几张账单；开票中的由任务查询结果，丢失的回应不会重复开票',
    spec: null,
    allow: resource(ISSUES),
    also: whose,
    idempotent: true,
    body: {
      covers: z
        .array(z.strictObject({ kind, holderId: idOf('开票对象'), amount: money('开票金额', 0.01, 9_999_999) }), {
          error: '请选择开票对象',
        })
        .min(1, { error: '请选择开票对象' })
        .max(50, { error: '一次最多合并 50 张' }),
      ...buyerFields,
      requestId,
    },
    output: done.extend({ invoiceNo: z.string() }),
    errors: ['INVOICE_NOT_OFFERED', 'INVOICE_OVER', 'INVOICE_NOTHING', 'INVOICE_OTHER_CLINIC', 'NOT_FOUND'],
  }),
  list: call({
    method: 'POST',
    path: '/bill-api/v2/invoice/list',
    doc: '发票列表：按状态、日期、抬头、患者、号码查找',
    spec: null,
    effect: 'read',
    allow: resource(SEES),
    also: [...whose, REDS, ISSUES],
    body: {
      state: oneWord('状态', ['all', 'open', 'issued', 'failed', 'red', 'reds']).default('all'),
      keyword: optionalText('关键字', 50),
      from: localDate('开始日期').nullish(),
      to: localDate('结束日期').nullish(),
      ...paging,
    },
    output: pageOf(invoiceRow).extend({
      counts: z.object({ open: z.number(), failed: z.number(), reds: z.number() }),
      /** Of what the list shows: issued less red. */
      issued: amount,
      red: amount,
    }),
  }),
  ask: call({
    method: 'POST',
    path: '/bill-api/v2/invoice/ask',
    doc: '向开票平台查询一张发票（及其红字发票）的结果',
    spec: null,
    allow: resourceApart(SEES, ISSUES),
    also: whose,
    body: { id },
    output: done,
    errors: ['NOT_FOUND', 'INVOICE_PLATFORM_BUSY'],
  }),
  retry: call({
    method: 'POST',
    path: '/bill-api/v2/invoice/retry',
    doc: '失败的发票重开：重新核对可开票金额，用新的请求号提交',
    spec: null,
    allow: resource(ISSUES, REDS),
    also: whose,
    body: { id, version },
    output: done,
    errors: ['INVOICE_STATE', 'INVOICE_NOT_OFFERED', 'INVOICE_OVER'],
  }),
  cancel: call({
    method: 'POST',
    path: '/bill-api/v2/invoice/cancel',
    doc: '取消没有开出的发票：失败的直接取消；开票中的须平台答复没有这张发票，或换过开票账号并写明已核实',
    spec: null,
    allow: resourceApart(REDS),
    also: whose,
    body: { id, version, reason: requiredText('取消原因', 200) },
    output: done,
    errors: ['INVOICE_STATE', 'INVOICE_STILL_THERE', 'INVOICE_PLATFORM_BUSY'],
  }),
  red: call({
    method: 'POST',
    path: '/bill-api/v2/invoice/red',
    doc: '红冲：全部或部分，须写原因；开出之前不释放可开票金额，提交平台之前可撤回',
    spec: null,
    allow: resource(REDS),
    also: whose,
    idempotent: true,
    body: {
      id,
      version,
      /** Left out: all that is left. */
      amount: money('红冲金额', 0.01, 9_999_999).optional(),
      reason: oneOf('红冲原因', [1, 2, 3, 4]),
      remark: optionalText('说明', 200),
      requestId,
    },
    output: redDone,
    errors: ['INVOICE_STATE', 'INVOICE_RED_OVER', 'INVOICE_NOT_OFFERED'],
  }),
  withdrawRed: call({
    method: 'POST',
    path: '/bill-api/v2/invoice/red-withdraw',
    doc: '撤回还没有提交平台的红冲；退款带来的不能撤回',
    spec: null,
    allow: resource(REDS),
    also: whose,
    body: { redId },
    output: redDone,
    errors: ['INVOICE_STATE', 'INVOICE_RED_DUE'],
  }),
  retryRed: call({
    method: 'POST',
    path: '/bill-api/v2/invoice/red-retry',
    doc: '失败的红冲重新提交，用新的请求号',
    spec: null,
    allow: resource(REDS),
    also: whose,
    body: { redId },
    output: redDone,
    errors: ['INVOICE_STATE', 'INVOICE_NOT_OFFERED'],
  }),
  file: call({
    method: 'POST',
    path: '/bill-api/v2/invoice/file',
    doc: '发票或红字发票的文件；内容与开具时的哈希不一致的不给出',
    spec: null,
    allow: resourceApart(SEES, ISSUES),
    also: whose,
    body: { id, redId: redId.optional() },
    output: z.null(),
    answer: 'file',
    errors: ['NOT_FOUND', 'INVOICE_FILE_MISSING', 'INVOICE_FILE_ALTERED', 'INVOICE_PLATFORM_BUSY'],
  }),
  makeCode: call({
    method: 'POST',
    path: '/bill-api/v2/invoice/code',
    doc: '收据上的开票码：患者扫码自助开票；只保存编码的哈希',
    spec: null,
    allow: resource('/orderSet:print', ISSUES),
    also: whose,
    body: { kind, holderId: idOf('开票对象') },
    output: z.object({
      /** null: nothing can be invoiced for it here. */
      code: z.string().nullable(),
      url: z.string().nullable(),
    }),
    errors: ['NOT_FOUND'],
  }),
  account: call({
    method: 'GET',
    path: '/bill-api/v2/invoice/account',
    doc: '本门诊的开票账号；密钥只显示末尾几位',
    spec: null,
    allow: resource('/baseAccounting:view'),
    also: [KEEPS],
    output: z.object({ account: account.nullable(), mayEdit: z.boolean(), sandbox: z.boolean() }),
  }),
  saveAccount: call({
    method: 'POST',
    path: '/bill-api/v2/invoice/account-save',
    doc: '填写本门诊的开票账号；密钥加密保存，留空的沿用原来的；不填平台地址时为模拟开票（仅非生产环境）',
    spec: null,
    allow: resource(KEEPS),
    body: {
      sellerName: requiredText('销售方名称', 100),
      taxNo: optionalText('税号', 20).transform((text) => text.toUpperCase()),
      address: optionalText('地址', 100),
      phone: optionalText('电话', 20),
      bankName: optionalText('开户银行', 60),
      bankAccount: optionalText('银行账号', 30),
      drawer: optionalText('开票人', 20),
      rule: oneOf('充值开票方式', [1, 2]),
      serviceRate: wholeNumber('医疗服务税率', 0, 13),
      goodsRate: wholeNumber('商品税率', 0, 13),
      enabled: z.boolean({ error: '应为是或否' }).default(true),
      addressUrl: optionalText('平台地址', 200),
      appId: optionalText('AppID', 64),
      privateKey: optionalText('私钥', 8_000),
      publicKey: optionalText('平台公钥', 8_000),
      version: version.optional(),
    },
    output: account,
    errors: ['INVOICE_KEY_WRONG'],
  }),
  testAccount: call({
    method: 'POST',
    path: '/bill-api/v2/invoice/account-test',
    doc: '测试开票账号：向平台查询一个不存在的请求号，签名正确的答复才算通过',
    spec: null,
    allow: resourceApart(KEEPS),
    body: {},
    output: z.object({ passed: z.boolean(), message: z.string() }),
    errors: ['INVOICE_NOT_OFFERED'],
  }),
  look: call({
    method: 'POST',
    path: '/bill-api/v2/public/invoice/look',
    doc: '凭收据上的开票码查看门诊、可开票金额和开票结果；不含任何患者资料',
    spec: null,
    allow: anyone,
    effect: 'read',
    body: { code, key: key.optional() },
    output: z.object({
      clinicName: z.string(),
      sellerName: z.string(),
      /** What was paid for, in one word: 账单… */
      what: z.string(),
      freeAmount: amount,
      offered: z.boolean(),
      sandbox: z.boolean(),
      invoices: z.array(publicInvoice),
    }),
    errors: ['INVOICE_CODE_UNKNOWN', 'TOO_MANY'],
  }),
  ownIssue: call({
    method: 'POST',
    path: '/bill-api/v2/public/invoice/issue',
    doc: '凭收据上的开票码自助开电子普通发票，金额为全部可开票金额',
    spec: null,
    allow: anyone,
    body: {
      code,
      titleType: buyerFields.titleType,
      title: buyerFields.title,
      taxNo: buyerFields.taxNo,
      email: buyerFields.email,
      mobile: buyerFields.mobile,
    },
    output: z.object({ key: z.string(), status: z.number() }),
    errors: ['INVOICE_CODE_UNKNOWN', 'INVOICE_NOTHING', 'INVOICE_NOT_OFFERED', 'TOO_MANY'],
  }),
  ownFile: call({
    method: 'POST',
    path: '/bill-api/v2/public/invoice/file',
    doc: '凭开票码和开票时得到的凭证下载自己的发票文件',
    spec: null,
    allow: anyone,
    effect: 'read',
    body: { code, key },
    output: z.null(),
    answer: 'file',
    errors: [
      'INVOICE_CODE_UNKNOWN',
      'INVOICE_FILE_MISSING',
      'INVOICE_FILE_ALTERED',
      'INVOICE_PLATFORM_BUSY',
      'TOO_MANY',
    ],
  }),
} satisfies CallGroup
