import type { Cut } from '@dentin/contract/report'
import { addDays } from '@dentin/kit'
import { weekdayName } from '@dentin/kit'
import { columns, named, select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'

const clinics = select(columns('clinic', 'x', 'id'), named('clinic', 'x', { name: 'short_name' }))
const employees = select(columns('employee', 'x', 'id', 'name'))
const depts = select(columns('dept', 'x', 'id', 'name'))
const sources = select(columns('patient_source', 'x', 'id', 'name'))
const methods = select(columns('pay_method', 'x', 'id', 'name'))

/** What a row is called that no doctor, category or source stands for. */
const NONE: Readonly<Partial<Record<Cut, string>>> = {
  doctor: '未归属',
  dept: '未分科',
  source: '未填来源',
  category: '未归类',
  item: '不属于项目',
  method: '其他',
}

/** The words of rows, in the order in which they stand. */
export async function labelsOf(tx: TenantTx, by: Cut, keys: readonly string[]): Promise<Map<string, string>> {
  const ids = keys.filter((key) => key !== '')
  const labels = new Map<string, string>()
  const put = (rows: readonly { id: string; name: string }[]) => rows.forEach(({ id, name }) => labels.set(id, name))
  switch (by) {
    case 'day':
      for (const key of keys) labels.set(key, `${key.slice(5)} ${weekdayName(key)}`)
      break
    case 'week':
      for (const key of keys) labels.set(key, `${key.slice(5)} – ${addDays(key, 6).slice(5)}`)
      break
    case 'month':
      for (const key of keys) labels.set(key, `${key.slice(0, 4)}年${Number(key.slice(5))}月`)
      break
    case 'clinic':
      put(
        await tx.rows(
          clinics.keptFrom`clinic x where ${tx.own('x')} and x.id = any(${ids}::uuid[]) order by x.sort_no, x.id`,
        ),
      )
      break
    case 'doctor':
      put(
        await tx.rows(
          employees.keptFrom`employee x where ${tx.own('x')} and x.id = any(${ids}::uuid[]) order by x.sort_no, x.name, x.id`,
        ),
      )
      break
    case 'dept':
      put(
        await tx.rows(
          depts.keptFrom`dept x where ${tx.own('x')} and x.id = any(${ids}::uuid[]) order by x.sort_no, x.id`,
        ),
      )
      break
    case 'source':
      put(
        await tx.rows(
          sources.keptFrom`patient_source x where ${tx.own('x')} and x.id = any(${ids}::uuid[]) order by x.sort_no, x.id`,
        ),
      )
      break
    case 'method':
      put(
        await tx.rows(
          methods.keptFrom`pay_method x where ${tx.own('x')} and x.id = any(${ids}::uuid[]) order by x.sort_no, x.id`,
        ),
      )
      break
    default:
      for (const key of ids.sort()) labels.set(key, key)
  }
  const none = NONE[by]
  if (none && keys.includes('')) labels.set('', none)
  return labels
}
