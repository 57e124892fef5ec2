import { providerRoles } from '@dentin/contract/provider'

/** Names of what stands in an audit row's before and after. */
const FIELDS: Record<string, string> = {
  loginName: '登录名',
  name: '姓名',
  role: '角色',
  status: '状态',
  first: '首个管理员',
  isChange: '变更',
  amount: '金额',
  reference: '银行流水号',
  paidOn: '到账日期',
  settledAs: '处理方式',
  price: '价格',
  discountPrice: '首次续费价',
  listPrice: '划线价',
  tip: '提示文字',
  sortNo: '顺序',
  enabled: '在售',
  kind: '会员',
  days: '天数',
  endDate: '有效期至',
  file: '文件',
  clinics: '门诊',
  body: '内容',
}

export const fieldWord = (key: string): string => FIELDS[key] ?? key

/** A value of an audit row, in words. */
export function valueWord(key: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (key === 'role' && typeof value === 'string' && value in providerRoles)
    return providerRoles[value as keyof typeof providerRoles]
  if (key === 'kind' && (value === 'vip' || value === 'medical')) return kindWord(value)
  if (key === 'settledAs' && typeof value === 'string') return settledWord(value)
  if (Array.isArray(value)) return value.map((each) => valueWord(key, each)).join('、')
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number)
}

/** Which membership, in words. */
export const kindWord = (kind: 'vip' | 'medical'): string => (kind === 'vip' ? '会员' : '医保会员')

const SETTLED: Record<string, string> = { refunded: '已退款', credited: '已人工入账', other: '其他' }
/** What was done with money that fits no order. */
export const settledWord = (way: string): string => SETTLED[way] ?? way

/** The memberships to choose from. */
export const kindOptions = (['vip', 'medical'] as const).map((value) => ({ value, label: kindWord(value) }))
