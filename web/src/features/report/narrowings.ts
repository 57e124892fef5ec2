import type { ReportFrame } from './hooks.ts'
import { sourceOptions } from './source-options.ts'

interface Narrowing {
  /** In the address. */
  key: 'clinics' | 'doctors' | 'sources' | 'categories' | 'depts' | 'methods'
  label: string
  /** What is said while nothing is chosen. */
  all: string
  options: readonly { value: string; label: string }[]
}

const named = (rows: readonly { id: string; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: id, label: name }))

/** By what a report can be narrowed, as far as there is something to choose. */
export function narrowingsOf(frame: ReportFrame, ofPeople: boolean): readonly Narrowing[] {
  const { clinics, doctors, sources, categories, depts, methods } = frame
  const some = (isThere: boolean, one: Narrowing) => (isThere ? [one] : [])
  const has = (what: ReportFrame['narrows'][number], rows: readonly unknown[]) =>
    frame.narrows.includes(what) && rows.length > 0
  return [
    ...some(clinics.length > 1, { key: 'clinics', label: '门诊', all: '全部门诊', options: named(clinics) }),
    ...some(!ofPeople && doctors.length > 1, {
      key: 'doctors',
      label: '医生',
      all: '全部医生',
      options: named(doctors),
    }),
    ...some(has('source', sources), {
      key: 'sources',
      label: '来源',
      all: '全部来源',
      options: sourceOptions(sources),
    }),
    ...some(has('category', categories), {
      key: 'categories',
      label: '类别',
      all: '全部类别',
      options: categories.map((name) => ({ value: name, label: name })),
    }),
    ...some(has('dept', depts), { key: 'depts', label: '科室', all: '全部科室', options: named(depts) }),
    ...some(has('method', methods), { key: 'methods', label: '支付方式', all: '全部方式', options: named(methods) }),
  ]
}
