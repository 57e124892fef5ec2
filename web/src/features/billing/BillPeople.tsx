import { useStaff } from '../../domain/staff.ts'
import { Select } from '../../ui/heavy.ts'
import type { BillDetail } from './hooks.ts'
import type { Draft } from './draft.ts'
import s from './billing.module.css'

/** Who may have part in a bill, and as what. */
const parts = [
  { key: 'doctorId', label: '医生', named: 'doctorName', among: 'doctors', isOfGoods: false },
  { key: 'nurseId', label: '护士', named: 'nurseName', among: 'nurses', isOfGoods: false },
  { key: 'consultantId', label: '咨询师', named: 'consultantName', among: 'consultants', isOfGoods: true },
  { key: 'salesId', label: '销售人', named: 'salesName', among: 'everybody', isOfGoods: true },
] as const
type Part = (typeof parts)[number]['key']

/** Who sees the patient today: each stands on a new bill as long as nobody is chosen. */
export type Proposed = Partial<Record<Part, string | null>>

/** Whose work a bill is, and who assisted, advised and sold: without a doctor it counts for nobody. */
export function BillPeople({
  bill,
  draft,
  proposed,
  isRetail,
  problemOf,
  onChange,
}: {
  /** null: a new one. */
  bill: BillDetail | null
  draft: Pick<Draft, Part>
  proposed: Proposed
  isRetail: boolean
  problemOf: (field: Part) => string | undefined
  onChange: (change: Partial<Pick<Draft, Part>>) => void
}) {
  const staff = useStaff()
  return (
    <div className={s.people}>
      {parts
        .filter(({ isOfGoods }) => isOfGoods || !isRetail)
        .map(({ key, label, named, among }) => {
          // Whoever stands on the bill and has left meanwhile is still named.
          const own = bill?.[key]
          const isGone = own && !staff[among].some(({ value }) => value === own)
          const options = isGone ? [...staff[among], { value: own, label: bill[named] }] : staff[among]
          const waiting = proposed[key] ?? null
          const problem = problemOf(key)
          return (
            <div key={key} className={s.person}>
              <span className="t-13 secondary">{label}</span>
              <Select
                label={label}
                placeholder={key === 'doctorId' ? '未归属' : '不填'}
                clearable={waiting === null}
                value={draft[key] ?? waiting}
                options={options}
                onChange={(id: string | null) => onChange({ [key]: id })}
              />
              {problem && (
                <span className="t-12 danger" role="alert">
                  {problem}
                </span>
              )}
            </div>
          )
        })}
    </div>
  )
}

/** Those who have part in a bill that can't be changed any more, in words: 医生 顾清妍, 护士 柳依依. */
export const peopleWords = (bill: BillDetail): string =>
  parts.flatMap(({ label, named }) => (bill[named] ? [`${label} ${bill[named]}`] : [])).join('　')
