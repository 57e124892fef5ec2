import type { TemplateValues, TemplateVariable } from '@dentin/kit/text-template'

interface PaperColumn {
  key: string
  /** At the head of the column. */
  name: string
  /** Without it the paper would not say what it is for. */
  must?: true
}

interface PrintPaperSaid {
  name: string
  /** Of slips and letters a device remembers its paper separately. */
  use: 'slip' | 'letter'
  /** In their usual order. The first stands at the beginning of every row, and says what a sum beneath it is. */
  columns: readonly PaperColumn[]
  /** What may be left out, by its key. Code, number, print time and what is owed are no such parts. */
  parts: Readonly<Record<string, string>>
  /** What its texts may name, beside what every paper has. */
  variables: readonly TemplateVariable[]
}

const text = <const N extends string>(...names: readonly N[]) =>
  names.map((name) => ({ name, type: 'text' })) as { [K in N]: { name: K; type: 'text' } }[N][]
const money = <const N extends string>(...names: readonly N[]) =>
  names.map((name) => ({ name, type: 'money' })) as { [K in N]: { name: K; type: 'money' } }[N][]
const date = <const N extends string>(...names: readonly N[]) =>
  names.map((name) => ({ name, type: 'date' })) as { [K in N]: { name: K; type: 'date' } }[N][]
type Column = { readonly name: string; readonly type: 'text' | 'money' | 'date' }
const list = <const N extends string, const C extends readonly (readonly Column[])[]>(name: N, ...columns: C) =>
  ({ name, type: 'list', columns: columns.flat() }) as { name: N; type: 'list'; columns: C[number][number][] }

/** What every paper has. */
export const commonVariables = [...text('门诊', '地址', '电话', '单号', '时间'), ...date('打印日期')]

const person = text('患者', '病历号')
const words = { words: '大写金额' } as const
const ways = <const N extends string>(name: N) => list(name, text('方式'), money('金额'))

/**
 * The papers of money that the product prints, each with what a template may say of it: columns, what may be left out, and the
 * variables of its texts. The sheets take their columns from here.
 */
export const printPapers = {
  receipt: {
    name: '收费收据',
    use: 'slip',
    columns: [
      { key: 'name', name: '项目', must: true },
      { key: 'teeth', name: '牙位' },
      { key: 'price', name: '单价' },
      { key: 'qty', name: '数量' },
      { key: 'off', name: '优惠' },
      { key: 'amount', name: '金额', must: true },
    ],
    parts: {
      doctor: '医生',
      discounts: '各项优惠',
      cards: '会员卡余额',
      ...words,
      operator: '收费员',
      invoice: '开票二维码',
    },
    variables: [
      ...person,
      ...text('医生', '收费员', '大写'),
      ...money('原价', '应收', '实收', '已退', '欠费'),
      list('明细', text('项目', '牙位', '数量'), money('单价', '优惠', '金额')),
      ways('付款'),
    ],
  },
  feeList: {
    name: '费用清单',
    use: 'letter',
    columns: [
      { key: 'name', name: '项目', must: true },
      { key: 'day', name: '日期' },
      { key: 'teeth', name: '牙位' },
      { key: 'price', name: '单价' },
      { key: 'qty', name: '数量' },
      { key: 'off', name: '优惠' },
      { key: 'receivable', name: '应收', must: true },
      { key: 'paid', name: '已付' },
      { key: 'arrears', name: '欠费' },
    ],
    parts: words,
    variables: [
      ...person,
      ...date('开始日期', '结束日期'),
      ...text('大写'),
      ...money('原价', '优惠', '应收', '已付', '欠费'),
      list('明细', text('分类', '项目', '牙位', '数量'), date('日期'), money('单价', '优惠', '应收', '已付', '欠费')),
    ],
  },
  refundSlip: {
    name: '退费单',
    use: 'slip',
    columns: [
      { key: 'name', name: '退费项目', must: true },
      { key: 'teeth', name: '牙位' },
      { key: 'qty', name: '数量' },
      { key: 'amount', name: '金额', must: true },
    ],
    parts: { ...words, operator: '经办人', reason: '原因与审批' },
    variables: [
      ...person,
      ...text('账单', '原因', '申请人', '审批人', '经办人', '大写'),
      ...money('退项合计', '实退'),
      list('明细', text('项目', '牙位', '数量'), money('金额')),
      ways('退款'),
    ],
  },
  agreement: {
    name: '分期付款协议',
    use: 'letter',
    columns: [
      { key: 'no', name: '期', must: true },
      { key: 'due', name: '应付日', must: true },
      { key: 'amount', name: '金额', must: true },
      { key: 'signed', name: '付款签收' },
    ],
    parts: { ...words, operator: '经办人' },
    variables: [
      ...person,
      ...text('账单', '期数', '每月应付日', '经办人', '大写'),
      ...money('应收', '首付', '余款'),
      list('分期', text('期'), date('应付日'), money('金额')),
    ],
  },
  letter: {
    name: '催款函',
    use: 'letter',
    columns: [
      { key: 'bill', name: '账单', must: true },
      { key: 'plan', name: '约定' },
      { key: 'due', name: '应付日', must: true },
      { key: 'days', name: '逾期' },
      { key: 'promise', name: '承诺日' },
      { key: 'amount', name: '金额', must: true },
    ],
    parts: { ...words, request: '付款提示' },
    variables: [
      ...person,
      ...text('大写'),
      ...money('逾期金额', '欠费合计'),
      list('明细', text('账单', '约定', '逾期天数'), date('应付日', '承诺日'), money('金额')),
    ],
  },
  prepayReceipt: {
    name: '预交金收据',
    use: 'slip',
    columns: [],
    parts: { ...words, operator: '收款人', notice: '退款说明与备注', invoice: '开票二维码' },
    variables: [...person, ...text('用途', '收款人', '备注', '大写'), ...money('预交金'), ways('付款')],
  },
  prepayReturn: {
    name: '预交金退款单',
    use: 'slip',
    columns: [],
    parts: { balance: '退后余额', ...words, operator: '经办人', reason: '原因与审批' },
    variables: [
      ...person,
      ...text('用途', '预交金单号', '原因', '申请人', '审批人', '经办人', '大写'),
      ...money('实退', '退后余额'),
      ways('退款'),
    ],
  },
  cardReceipt: {
    name: '会员卡收据',
    use: 'slip',
    columns: [],
    parts: {
      balance: '卡内余额',
      ...words,
      operator: '收款人',
      notice: '有效期与退卡说明',
      invoice: '开票二维码',
    },
    variables: [
      ...person,
      ...text('卡种', '卡号', '收款人', '备注', '大写'),
      ...date('有效期'),
      ...money('实收', '充值本金', '赠金', '卡内本金', '卡内赠金'),
      ways('付款'),
    ],
  },
  cardRefund: {
    name: '退卡单',
    use: 'slip',
    columns: [],
    parts: { balance: '退后余额', ...words, operator: '经办人', reason: '原因与审批' },
    variables: [
      ...person,
      ...text('卡种', '卡号', '原因', '申请人', '审批人', '经办人', '大写'),
      ...money('退本金', '实退', '赠金作废', '退后本金', '退后赠金'),
      ways('退款'),
    ],
  },
  cardStatement: {
    name: '会员卡对账单',
    use: 'letter',
    columns: [
      { key: 'at', name: '时间', must: true },
      { key: 'type', name: '变动', must: true },
      { key: 'biz', name: '单号' },
      { key: 'clinic', name: '门诊' },
      { key: 'times', name: '次数', must: true },
      { key: 'principal', name: '本金', must: true },
      { key: 'bonus', name: '赠金', must: true },
      { key: 'after', name: '余额', must: true },
      { key: 'points', name: '积分' },
    ],
    parts: { validity: '卡种与有效期' },
    variables: [
      ...person,
      ...text('卡种', '卡号'),
      ...date('有效期', '开始日期', '结束日期'),
      list('变动', text('时间', '变动', '单号', '门诊'), money('本金', '赠金')),
    ],
  },
  shift: {
    name: '交班单',
    use: 'slip',
    columns: [
      { key: 'name', name: '收款方式', must: true },
      { key: 'count', name: '笔数' },
      { key: 'received', name: '收' },
      { key: 'returned', name: '退' },
      { key: 'total', name: '应有', must: true },
      { key: 'counted', name: '实点', must: true },
    ],
    parts: { counts: '收退笔数', notes: '各券别张数', float: '备用金' },
    variables: [
      ...text('收费员', '开始时间', '结束时间', '收款笔数', '退款笔数', '差额原因'),
      ...money('合计', '应有现金', '实点现金', '差额', '备用金'),
      list('收款方式', text('方式', '笔数'), money('收', '退', '应有')),
    ],
  },
  unitStatement: {
    name: '单位对账单',
    use: 'letter',
    columns: [
      { key: 'date', name: '日期', must: true },
      { key: 'what', name: '类型', must: true },
      { key: 'no', name: '单号' },
      { key: 'patient', name: '患者' },
      { key: 'reference', name: '工号、备注' },
      { key: 'amount', name: '金额', must: true },
    ],
    parts: { contact: '联系人', term: '账期', ...words, summary: '本月合计' },
    variables: [
      ...text('单位', '联系人', '联系电话', '账期天数', '大写'),
      ...money('期初', '记账', '退回', '结算', '期末'),
      list('明细', text('类型', '单号', '患者', '备注'), date('日期'), money('金额')),
    ],
  },
  commissionSlip: {
    name: '提成单',
    use: 'letter',
    columns: [
      { key: 'day', name: '日期', must: true },
      { key: 'bill', name: '账单' },
      { key: 'patient', name: '患者' },
      { key: 'item', name: '项目', must: true },
      { key: 'amount', name: '金额' },
      { key: 'less', name: '减成本' },
      { key: 'base', name: '基数', must: true },
      { key: 'pay', name: '提成', must: true },
    ],
    parts: { rules: '各规则合计', ...words, notice: '冻结与确认说明' },
    variables: [
      ...text('姓名', '岗位', '笔数', '大写'),
      ...money('基数', '提成'),
      list('规则', text('规则'), money('基数', '提成')),
      list('明细', text('账单', '患者', '项目'), date('日期'), money('金额', '基数', '提成')),
    ],
  },
} as const satisfies Readonly<Record<string, PrintPaperSaid>>

export type PrintPaper = keyof typeof printPapers
export const printPaperKinds = Object.keys(printPapers) as [PrintPaper, ...PrintPaper[]]

type Said<K extends PrintPaper> = (typeof printPapers)[K]
export type ColumnOf<K extends PrintPaper> = Said<K>['columns'][number]['key']
export type PartOf<K extends PrintPaper> = keyof Said<K>['parts'] & string
type ValueOf<V> = V extends { type: 'list'; columns: readonly (infer C)[] }
  ? readonly Readonly<Record<(C & Column)['name'], string | null>>[]
  : string | null
/** What a paper gives its texts: each of its variables. */
export type PaperValues<K extends PrintPaper> = {
  readonly [V in Said<K>['variables'][number] as V['name']]: ValueOf<V>
} & TemplateValues

/** What the texts of a paper may name. */
export const variablesOf = (kind: PrintPaper): readonly TemplateVariable[] => [
  ...commonVariables,
  ...printPapers[kind].variables,
]

/** Keys and names of the columns of a paper, in their usual order. */
export const columnsOf = (kind: PrintPaper): readonly PaperColumn[] => printPapers[kind].columns

/** Keys and names of what may be left out of a paper. */
export const partsOf = (kind: PrintPaper): readonly { key: string; name: string }[] =>
  Object.entries(printPapers[kind].parts).map(([key, name]) => ({ key, name }))
