import { recordSections, type RecordContent } from '@dentin/contract'
import { fieldsWithGaps } from '@dentin/clinical'
import type { ConsentRule } from '@dentin/contract/core/consent-rules'
import type { Missing } from './rules.ts'

/** Consents that what was done asks for and that nobody signed, and what the clinic makes of it. */
export interface LackingConsents {
  rule: ConsentRule
  names: readonly string[]
}

/** The missing consents, where the clinic's rule is this one. */
export const unsigned = ({ rule, names }: LackingConsents, wanted: ConsentRule): Missing[] =>
  rule === wanted && names.length > 0 ? [{ section: 'treatments', message: `还没有签：${names.join('、')}` }] : []

/** Places that a template left open and nobody has filled, field by field, in the order of the record (Q28). */
export function openGaps(content: RecordContent): Missing[] {
  const fields = new Map<string, Missing & { count: number }>()
  for (const { key, name } of recordSections)
    for (const { path, gaps } of fieldsWithGaps(content[key])) {
      const row = typeof path[0] === 'number' ? path[0] : null
      const field = row === null ? key : `${key}.${row}`
      const count = (fields.get(field)?.count ?? 0) + gaps.length
      const where = row === null ? name : `${name}第 ${row + 1} 行`
      fields.set(field, { section: key, field, count, message: `${where}还有 ${count} 处空未填` })
    }
  return [...fields.values()].map(({ count: _count, ...each }) => each)
}
