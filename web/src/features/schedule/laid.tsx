import { MultiSelect } from '../../ui/heavy.ts'
import { Field, Segmented, toast } from '../../ui/index.ts'
import type { Affected, Sheet } from './hooks.ts'

/** What the dialogs that lay shifts over days are given. */
export interface LaidProps {
  employees: Sheet['employees']
  onAffected: (affected: Affected[], again: () => void) => void
  onClose: (affected?: boolean) => void
}

/** What came of laying shifts: nothing before the affected bookings were seen (`again` accepts them), or how many cells. */
export function laid(
  answer: { saved: boolean; changed: number; affected: Affected[] },
  again: () => void,
  { onAffected, onClose }: Pick<LaidProps, 'onAffected' | 'onClose'>,
): void {
  if (!answer.saved) return onAffected(answer.affected, again)
  toast.success(answer.changed > 0 ? `已排 ${answer.changed} 格` : '没有需要改动的格子')
  onClose(answer.affected.length > 0)
}

/** The people of the sheet to choose from. */
export function EmployeeChoice({
  employees,
  value,
  ...field
}: {
  employees: Sheet['employees']
  value: readonly string[] | null | undefined
  placeholder: string
  onChange: (ids: string[]) => void
}) {
  return (
    <MultiSelect
      label="员工"
      searchable
      options={employees.map(({ id, name, deptName }) => ({ value: id, label: name, hint: deptName }))}
      {...field}
      value={[...(value ?? [])]}
    />
  )
}

const MODES = { replace: '替换原有', empty: '只排空格', add: '加在原有之外' } as const
export type Mode = keyof typeof MODES

/** What becomes of the shifts that stand there already. */
export function ModeField<M extends Mode>({
  label,
  modes,
  value,
  onChange,
}: {
  label: string
  modes: readonly M[]
  value: M | undefined
  onChange: (mode: M) => void
}) {
  return (
    <Field label={label} group>
      <Segmented
        label={label}
        options={modes.map((mode) => ({ value: mode, label: MODES[mode] }))}
        value={value ?? ('replace' as M)}
        onChange={onChange}
      />
    </Field>
  )
}
