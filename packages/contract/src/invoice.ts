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
  patientFace,
  requestId,
  requiredText,
  version,
} from './core/fields.ts'
import { states } from './core/states.ts'
import { typedPaperCode } from './paper.ts'

/** An electronic invoice for a patient's money. */
export const patientInvoiceStates = states(
  {
    notIssued: [0, '未开', 'due'],
    issuing: [1, '开票中', 'running'],
    issued: [2, '已开', 'done'],
    failed: [3, '失败', 'late'],
    reddened: [4, '已红冲', 'ended'],
  },
  {
    /** Takes up what may be invoiced. */
    counted: ['issuing', 'issued', 'reddened'],
    again: ['notIssued', 'failed'],
  },
  {
    retry: { from: ['again'], to: ['issuing'] },
    cancel: { from: ['issuing'], to: ['notIssued'] },
    arrive: { from: ['issuing'], to: ['issued'] },
    fail: { from: ['issuing'], to: ['failed'] },
    red: { from: ['issued'], to: ['reddened'] },
    /** By hand, as somebody found it at the platform. */
    settle: { from: ['issuing'], to: ['issued'] },
  },
)
export type InvoiceStep = keyof typeof patientInvoiceStates.moves

/** What takes an invoice back, whole or in part. */
export const invoiceRedStates = states(
  {
    toSend: [0, '待开', 'due'],
    issuing: [1, '开票中', 'running'],
    issued: [2, '已开', 'done'],
    failed: [3, '失败', 'late'],
    withdrawn: [4, '已撤回', 'ended'],
  },
  {
    /** Still to reach the platform. */
    open: ['toSend', 'issuing'],
    /** Takes something off its invoice, or will. */
    standing: ['toSend', 'issuing', 'issued', 'failed'],
  },
  {
    send: { from: ['toSend'], to: ['issuing'] },
    arrive: { from: ['issuing'], to: ['issued'] },
    fail: { from: ['issuing'], to: ['failed'] },
    retry: { from: ['failed'], to: ['toSend'] },
    withdraw: { from: ['toSend', 'failed'], to: ['withdrawn'] },
    settle: { from: ['issuing', 'failed'], to: ['issued'] },
  },
)
export type InvoiceRedStep = keyof typeof invoiceRedStates.moves

/** Why an invoice is taken back, as the tax office counts it. */
export const redReasons = { 1: '销货退回', 2: '开票有误', 3: '服务中止', 4: '销售折让' } as const
/** When stored money is invoiced: as it comes in, or as it is used. */
export const invoiceRules = { 1: '充值时开', 2: '消费时开' } as const
export const buyerTypes = { 0: '个人', 1: '企业' } as const
/** What an invoice covers: parts of a bill, of a card's sale or recharge, a prepayment. */
export const invoiceParts = {
  cash: '现金类收款',
  deposit: '预交金抵扣',
  principal: '储值本金',
  recharge: '会员卡充值',
  times: '次卡',
  fee: '会员卡费',
  prepay: '预交金',
} as const
export type InvoicePart = keyof typeof invoiceParts
/** Papers that an invoice may cover. */
export const invoiceOf = { bill: '账单', recharge: '充值', prepay: '预交金' } as const
export type InvoiceOf = keyof typeof invoiceOf
/** Rates of the value-added tax, in per cent. */
export const taxRates = [0, 1, 3, 6, 9, 13] as const

/** Refusals of patients' invoices: codes 27401 to 27449. */
export const invoiceErrors = {
  INVOICE_ACCOUNT_MISSING: { code: 27401, message: '本门诊还没有填写开票账号' },
  INVOICE_OFF: { code: 27402, message: '本门诊的电子发票已停用' },
  INVOICE_OVER: { code: 27403, message: '超过可开票金额' },
  INVOICE_NOTHING: { code: 27404, message: '没有可开票的金额' },
  INVOICE_STATE: { code: 27405, message: '发票的状态不允许这样操作' },
  INVOICE_KNOWN: { code: 27406, message: '开票平台已受理这张发票，不能取消，请等待结果' },
  INVOICE_RED_OVER: { code: 27407, message: '超过可红冲金额' },
  INVOICE_RED_STATE: { code: 27408, message: '红字发票的状态不允许这样操作' },
  INVOICE_RED_FORCED: { code: 27409, message: '退款产生的红字发票不能撤回' },
  INVOICE_PLATFORM: { code: 27410, message: '开票平台没有应答，请稍后再试' },
  INVOICE_TAX_NO: { code: 27411, message: '纳税人识别号不正确' },
  INVOICE_SETTLE_EARLY: { code: 27413, message: '提交还不满一天，请等待平台的结果' },
  INVOICE_SETTLE_OWN: { code: 27414, message: '自己申请的不能自己登记结果，请另一位有权限的人登记' },
  INVOICE_CODE_UNKNOWN: { code: 27412, message: '没有这个开票码，请核对收据上的二维码' },
} satisfies Record<string, ErrorEntry>

/**
 * The check of a unified social credit code (GB 32100): 18 signs, the last follows from the others. Older numbers of 15 or 20
 * signs have none.
 */
export function isTaxNo(text: string): boolean {
  if (/^[0-9A-Z]{15}$/.test(text) || /^[0-9A-Z]{20}$/.test(text)) return true
  const SIGNS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
  if (!/^[0-9A-HJ-NPQRTUWXY]{18}$/.test(text)) return false
  let total = 0
  let weight = 1
  for (const sign of text.slice(0, 17)) {
    total += SIGNS.indexOf(sign) * weight
    weight = (weight * 3) % 31
  }
  return SIGNS[(31 - (total % 31)) % 31] === text[17]
}

const SEE: Resource = '/invoices:view'
const whose: readonly Resource[] = ['/allTimePatients:view', '/field:amounts']

const code = typedPaperCode('开票码')
/** What proves to the page that it is the one that asked for the invoice. */
const key = z.string({ error: '开票凭证有误' }).regex(/^[A-Za-z0-9_-]{43}$/, { error: '开票凭证有误' })

const taxNo = (label: string) => optionalText(label, 20).transform((text) => text.toUpperCase().replaceAll(/\s/g, ''))

const buyer = {
  titleType: oneOf('抬头类型', [0, 1]),
  title: requiredText('发票抬头', 100),
  taxNo: taxNo('纳税人识别号'),
  mail: optionalText('邮箱', 100).refine((text) => text === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text), {
    error: '邮箱格式不正确',
  }),
  phone: optionalText('手机号', 11).refine((text) => text === '' || /^1[3-9]\d{9}$/.test(text), {
    error: '手机号应为11位手机号',
  }),
}
const buyerShown = z.object({
  titleType: z.number(),
  title: z.string(),
  taxNo: z.string(),
  mail: z.string(),
  phone: z.string(),
})

const account = z.object({
  id: z.string(),
  taxNo: z.string(),
  sellerName: z.string(),
  platformUrl: z.string(),
  appId: z.string(),
  secretTail: z.string(),
  rule: z.number(),
  taxRate: z.number(),
  enabled: z.boolean(),
  testedAt: moment.nullable(),
  testResult: z.string(),
  version: z.number(),
})

const part = z.object({ part: oneWord('部分', Object.keys(invoiceParts) as [InvoicePart, ...InvoicePart[]]), amount })

const red = z.object({
  id: z.string(),
  redNo: z.string(),
  status: z.number(),
  reason: z.number(),
  note: z.string(),
  /** Raised by a refund or the like, not at the desk. */
  isForced: z.boolean(),
  amount,
  tax: amount,
  platformNo: z.string(),
  issuedOn: z.string().nullable(),
  failReason: z.string(),
  operatorName: z.string(),
  createdAt: moment,
  version: z.number(),
  allowed: z.object({ retry: z.boolean(), withdraw: z.boolean(), settle: z.boolean() }),
})

const row = z.object({
  id: z.string(),
  invoiceNo: z.string(),
  status: z.number(),
  ...patientFace,
  titleType: z.number(),
  title: z.string(),
  amount,
  tax: amount,
  /** Taken back so far, and what is on its way. */
  redAmount: amount,
  redPending: amount,
  platformNo: z.string(),
  issuedOn: z.string().nullable(),
  failReason: z.string(),
  operatorName: z.string(),
  createdAt: moment,
  version: z.number(),
})

/** What may be invoiced of one paper. */
const offered = z.object({
  /** Why nothing can be issued now; '' when it can. */
  closed: z.string(),
  rule: z.number().nullable(),
  patientId: z.string(),
  patientName: z.string(),
  invoiceable: amount,
  parts: z.array(part),
  /** 0 not invoiced, 1 receipt printed, 2 invoiced, 3 taken back; of a bill. */
  invoiceStatus: z.number(),
  invoices: z.array(row),
  /** Whom the patient's last invoice was made out to. */
  buyer: buyerShown.nullable(),
})

const done = z.object({ id: z.string(), status: z.number(), version: z.number() })
const SHAPED = ['INVOICE_ACCOUNT_MISSING', 'INVOICE_OFF', 'INVOICE_OVER', 'INVOICE_NOTHING', 'INVOICE_TAX_NO'] as const

export const invoice = {
  account: call({
    method: 'GET',
    path: '/bill-api/invoice/account',
    doc: '本门诊的开票账号；密钥只显示末尾几位',
    spec: null,
    allow: resource('/invoices:account'),
    output: z.object({ account: account.nullable(), sandbox: z.boolean() }),
  }),
  saveAccount: call({
    method: 'POST',
    path: '/bill-api/invoice/account/save',
    doc: '填写本门诊的开票账号；密钥加密保存，留空的沿用原来的；平台地址留空即用模拟平台（正式环境不可）',
    spec: null,
    allow: resource('/invoices:account'),
    body: {
      taxNo: taxNo('纳税人识别号'),
      sellerName: requiredText('销方名称', 100),
      platformUrl: optionalText('平台地址', 200),
      appId: optionalText('应用编号', 64),
      secret: optionalText('密钥', 200),
      rule: oneOf('开票规则', [1, 2]),
      taxRate: oneOf('税率', taxRates),
      version: version.optional(),
    },
    output: account,
    errors: ['INVOICE_TAX_NO', 'VERSION_CONFLICT'],
  }),
  testAccount: call({
    method: 'POST',
    path: '/bill-api/invoice/account/test',
    doc: '测试开票账号：向平台查一个没有的单号，验签通过即为成功',
    spec: null,
    allow: resourceApart('/invoices:account'),
    body: {},
    output: z.object({ passed: z.boolean(), message: z.string() }),
    errors: ['INVOICE_ACCOUNT_MISSING'],
  }),
  switchAccount: call({
    method: 'POST',
    path: '/bill-api/invoice/account/switch',
    doc: '启用或停用开票账号；停用后不能新开、不能重开，已在途的仍查询结果，红冲照常',
    spec: null,
    allow: resource('/invoices:account'),
    body: { version, enabled: z.boolean({ error: '应为是或否' }) },
    output: account,
    errors: ['INVOICE_ACCOUNT_MISSING', 'VERSION_CONFLICT'],
  }),
  forBill: call({
    method: 'GET',
    path: '/bill-api/invoice/for-bill/{id}',
    doc: '账单可开票的金额、已开的发票、患者上次的抬头',
    spec: null,
    allow: resource(SEE, '/invoices:issue'),
    also: [...whose, '/orderSet:view'],
    params: { id: idOf('账单') },
    output: offered,
  }),
  forRecharge: call({
    method: 'GET',
    path: '/bill-api/invoice/for-recharge/{id}',
    doc: '开卡、充值或换卡一笔可开票的金额',
    spec: null,
    allow: resource(SEE, '/invoices:issue'),
    also: whose,
    params: { id: idOf('会员卡流水') },
    output: offered,
  }),
  forPrepay: call({
    method: 'GET',
    path: '/bill-api/invoice/for-prepay/{id}',
    doc: '一笔预交金可开票的金额',
    spec: null,
    allow: resource(SEE, '/invoices:issue'),
    also: whose,
    params: { id: idOf('预交金') },
    output: offered,
  }),
  issue: call({
    method: 'POST',
    path: '/bill-api/invoice/issue',
    doc: '开票：同一位患者的账单、充值、预交金，每笔不超过可开票金额；先记为开票中，由平台应答',
    spec: null,
    allow: resource('/invoices:issue'),
    also: [...whose, '/orderSet:view'],
    idempotent: true,
    body: {
      sources: z
        .array(
          z.strictObject({
            of: oneWord('开票内容', ['bill', 'recharge', 'prepay']),
            id: idOf('开票内容'),
            amount: money('开票金额', 0.01, 99_999_999),
          }),
          { error: '请选择开票内容' },
        )
        .min(1, { error: '请选择开票内容' })
        .max(20, { error: '一张发票最多 20 笔' }),
      ...buyer,
      requestId,
    },
    output: done.extend({ invoiceNo: z.string(), amount, tax: amount }),
    errors: [...SHAPED],
  }),
  list: call({
    method: 'POST',
    path: '/bill-api/invoice/list',
    doc: '本门诊的发票，新的在前；关键字为单号、发票号码、抬头或患者',
    spec: null,
    effect: 'read',
    allow: resource(SEE),
    also: whose,
    body: {
      status: oneOf('状态', patientInvoiceStates.sets.all).nullish(),
      keyword: optionalText('关键字', 50),
      from: localDate('开始日期').nullish(),
      to: localDate('结束日期').nullish(),
      ...paging,
    },
    output: pageOf(row).extend({ counts: z.record(z.string(), z.number()) }),
  }),
  detail: call({
    method: 'GET',
    path: '/bill-api/invoice/detail/{id}',
    doc: '一张发票：内容、抬头、红字发票、可做的操作',
    spec: null,
    allow: resource(SEE),
    also: [...whose, '/invoices:issue', '/invoices:red'],
    params: { id: idOf('发票') },
    output: row.extend({
      buyer: buyerShown,
      taxRate: z.number(),
      fileHash: z.string(),
      attemptNo: z.string(),
      sources: z.array(
        z.object({
          part: z.string(),
          amount,
          redAmount: amount,
          billId: z.string().nullable(),
          cardLogId: z.string().nullable(),
          prepayId: z.string().nullable(),
          documentNo: z.string(),
        }),
      ),
      reds: z.array(red),
      /** What a red of the desk may still take back. */
      reddable: amount,
      allowed: z.object({ retry: z.boolean(), cancel: z.boolean(), red: z.boolean(), settle: z.boolean() }),
    }),
  }),
  retry: call({
    method: 'POST',
    path: '/bill-api/invoice/retry',
    doc: '重开没有开成的发票：再核对一遍，抬头可以改；失败的红字发票也在此重发',
    spec: null,
    allow: resource('/invoices:issue'),
    also: [...whose, '/invoices:red'],
    idempotent: true,
    body: {
      id: idOf('发票'),
      version,
      /** The failed red that is sent again; none: the invoice itself. */
      redId: idOf('红字发票').nullish(),
      buyer: z.strictObject(buyer).nullish(),
      requestId,
    },
    output: done,
    errors: [...SHAPED, 'INVOICE_STATE', 'INVOICE_RED_STATE'],
  }),
  cancel: call({
    method: 'POST',
    path: '/bill-api/invoice/cancel',
    doc: '取消开票中的发票：先问平台，平台没有这个单号才取消',
    spec: null,
    allow: resourceApart('/invoices:issue'),
    also: whose,
    body: { id: idOf('发票'), reason: requiredText('原因', 50) },
    output: done,
    errors: ['INVOICE_STATE', 'INVOICE_KNOWN', 'INVOICE_PLATFORM'],
  }),
  red: call({
    method: 'POST',
    path: '/bill-api/invoice/red',
    doc: '红冲已开的发票，全部或部分；开出之前不释放可开票金额',
    spec: null,
    allow: resource('/invoices:red'),
    also: whose,
    idempotent: true,
    body: {
      id: idOf('发票'),
      version,
      amount: money('红冲金额', 0.01, 99_999_999),
      reason: oneOf('红冲原因', [1, 2, 3, 4]),
      note: optionalText('说明', 50),
      requestId,
    },
    output: done.extend({ redId: z.string(), redNo: z.string(), amount, tax: amount }),
    errors: ['INVOICE_STATE', 'INVOICE_RED_OVER'],
  }),
  withdrawRed: call({
    method: 'POST',
    path: '/bill-api/invoice/red/withdraw',
    doc: '撤回手工申请、还没有送平台的红冲',
    spec: null,
    allow: resource('/invoices:red'),
    also: whose,
    body: { redId: idOf('红字发票'), version, reason: requiredText('原因', 50) },
    output: done,
    errors: ['INVOICE_RED_STATE', 'INVOICE_RED_FORCED'],
  }),
  settle: call({
    method: 'POST',
    path: '/bill-api/invoice/settle',
    doc: '登记在平台上查到的结果：开票中超过一天的发票或红字发票、没有开成而在平台外办理了的红字发票；申请人不能自己登记',
    spec: null,
    allow: resource('/invoices:red'),
    also: whose,
    body: {
      id: idOf('发票'),
      version,
      /** The red whose outcome is written down, with its version; none: the invoice itself. */
      redId: idOf('红字发票').nullish(),
      outcome: oneWord('结果', ['issued', 'notIssued']),
      platformNo: optionalText('发票号码', 20).refine((text) => text === '' || /^\d{20}$/.test(text), {
        error: '发票号码为 20 位数字',
      }),
      issuedOn: localDate('开票日期').nullish(),
      reason: requiredText('依据', 50),
    },
    output: done,
    errors: ['INVOICE_STATE', 'INVOICE_RED_STATE', 'INVOICE_SETTLE_EARLY', 'INVOICE_SETTLE_OWN', 'VERSION_CONFLICT'],
  }),
  makeCode: call({
    method: 'POST',
    path: '/bill-api/invoice/code',
    doc: '收据上的开票码：患者扫码自助开票；只保存编码的哈希，没有可开票的金额时为空',
    spec: null,
    allow: resource('/orderSet:print', '/invoices:issue'),
    also: [...whose, '/orderSet:view'],
    body: { of: oneWord('开票内容', ['bill', 'recharge', 'prepay']), id: idOf('账单') },
    output: z.object({ code: z.string().nullable(), url: z.string().nullable() }),
    errors: ['NOT_FOUND'],
  }),
  look: call({
    method: 'POST',
    path: '/bill-api/invoice/public/look',
    doc: '凭收据上的开票码看门诊、可开票金额和开票结果；不含任何患者资料',
    spec: null,
    allow: anyone,
    effect: 'read',
    body: { code, key: key.optional() },
    output: z.object({
      clinicName: z.string(),
      /** What was paid for, in one word. */
      what: z.string(),
      invoiceable: amount,
      /** Why nothing can be issued now; '' when it can. */
      closed: z.string(),
      sandbox: z.boolean(),
      invoices: z.array(
        z.object({
          status: z.number(),
          amount,
          createdAt: moment,
          /** It was asked for with the key that the page has; of any other the number and the reason stay out. */
          isOwn: z.boolean(),
          platformNo: z.string(),
          issuedOn: z.string().nullable(),
          /** Why it was not issued. */
          why: z.string(),
        }),
      ),
    }),
    errors: ['INVOICE_CODE_UNKNOWN', 'TOO_MANY'],
  }),
  ownIssue: call({
    method: 'POST',
    path: '/bill-api/invoice/public/issue',
    doc: '凭收据上的开票码自助开票，金额为全部可开票金额；凭证由页面生成，同一凭证只开一张',
    spec: null,
    allow: anyone,
    body: { code, key, ...buyer },
    output: z.object({ status: z.number() }),
    errors: ['INVOICE_CODE_UNKNOWN', 'TOO_MANY', ...SHAPED],
  }),
} satisfies CallGroup
