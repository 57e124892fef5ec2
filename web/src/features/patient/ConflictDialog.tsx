import { useState } from 'react'
import { Dialog } from '../../ui/heavy.ts'
import { Notice } from '../../ui/index.ts'
import { preferred, type Difference } from './conflict.ts'
import s from './patient.module.css'

/** Both versions of a file side by side; one is kept for each field. */
export function ConflictDialog({
  differences,
  changedBy,
  labelOf,
  wordsOf,
  busy,
  onClose,
  onKeep,
}: {
  differences: readonly Difference[]
  changedBy: string
  labelOf: (field: string) => string
  wordsOf: (field: string, value: unknown) => string
  busy: boolean
  onClose: () => void
  /** The values to keep, by field. */
  onKeep: (values: Record<string, unknown>) => void
}) {
  const [chosen, setChosen] = useState<Record<string, 'mine' | 'theirs'>>(() =>
    Object.fromEntries(differences.map((each) => [each.field, preferred(each)])),
  )
  const keep = () =>
    onKeep(
      Object.fromEntries(
        differences.map((each) => [each.field, chosen[each.field] === 'mine' ? each.mine : each.theirs]),
      ),
    )
  const cell = (each: Difference, side: 'mine' | 'theirs') => (
    <td>
      <label>
        <input
          type="radio"
          aria-label={`${labelOf(each.field)}：${side === 'mine' ? '我填写的' : '对方保存的'}`}
          name={`keep-${each.field}`}
          checked={chosen[each.field] === side}
          onChange={() => setChosen((now) => ({ ...now, [each.field]: side }))}
        />
        <span>{wordsOf(each.field, each[side]) || <span className="tertiary">空</span>}</span>
      </label>
    </td>
  )
  return (
    <Dialog
      open
      sticky
      width={720}
      title="已被他人修改"
      onClose={onClose}
      onSubmit={keep}
      submitText="按所选保存"
      cancelText="回到表单"
      busy={busy}
    >
      <Notice tone="wait" icon="users">
        {changedBy || '另一位同事'}在你填写时保存了这份档案。逐项选择要留下的内容。
      </Notice>
      {differences.length === 0 ? (
        <p className="t-13 secondary">两份内容相同，直接保存即可。</p>
      ) : (
        <table className={s.compare}>
          <thead>
            <tr>
              <th scope="col">项目</th>
              <th scope="col">我填写的</th>
              <th scope="col">{changedBy || '对方'}保存的</th>
            </tr>
          </thead>
          <tbody>
            {differences.map((each) => (
              <tr key={each.field}>
                <td>{labelOf(each.field)}</td>
                {cell(each, 'mine')}
                {cell(each, 'theirs')}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  )
}
