import { providerRoles } from '@dentin/contract/provider'

/** Names of what stands in an audit row's before and after. */
const FIELDS: Record<string, string> = {
  loginName: '登录名',
  name: '姓名',
  role: '角色',
  status: '状态',
  first: '首个管理员',
}

export const fieldWord = (key: string): string => FIELDS[key] ?? key

/** A value of an audit row, in words. */
export function valueWord(key: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (key === 'role' && typeof value === 'string' && value in providerRoles)
    return providerRoles[value as keyof typeof providerRoles]
  if (Array.isArray(value)) return value.map((each) => valueWord(key, each)).join('、')
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number)
}
