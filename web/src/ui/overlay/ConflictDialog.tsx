import { useState } from 'react'
import { preferred, sameValue, type Difference } from '../../lib/conflict.ts'
import { TextButton } from '../control/Button.tsx'
import { Notice } from '../feedback/ErrorLine.tsx'
import s from './conflict.module.css'
import { Dialog } from './Dialog.tsx'

export interface ConflictDialogProps {
  /** What both were changing: 这份档案. */
  what: string
  differences: readonly Difference[]
  changedBy: string
  /** When it was saved, in words. */
  changedAt?: string
  /** What else the other one changed, of which the form knows nothing. */
  also?: readonly { label: string; from: string; to: string }[]
  labelOf: (field: string) => string
  wordsOf: (field: string, value: unknown) => string
  busy: boolean
  /** Where choosing does not save yet. */
  keepText?: string
  onClose: () => void
  /** The values to keep, by field. */
  onKeep: (values: Record<string, unknown>) => void
  /** Gives the own changes up. */
  onTheirs?: () => void
}

/** Both versions side by side, with what stood there before; one is kept for each field. */
export function ConflictDialog({
  what,
  differences,
  changedBy,
  changedAt,
  also = [],
  labelOf,
  wordsOf,
  busy,
  keepText = '按所选保存',
  onClose,
  onKeep,
  onTheirs,
}: ConflictDialogProps) {
  const [chosen, setChosen] = useState<Record<string, 'mine' | 'theirs'>>(() =>
    Object.fromEntries(differences.map((each) => [each.field, preferred(each)])),
  )
  const keep = () =>
    onKeep(
      Object.fromEntries(
        differences.map((each) => [each.field, chosen[each.field] === 'mine' ? each.mine : each.theirs]),
      ),
    )
  const empty = <span className="tertiary">空</span>
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
        <span>
          {wordsOf(each.field, each[side]) || empty}
          {side === 'theirs' && !sameValue(each.base, each.theirs) && (
            <span className={s.was}>原来：{wordsOf(each.field, each.base) || '空'}</span>
          )}
        </span>
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
      submitText={keepText}
      cancelText="回到表单"
      busy={busy}
    >
      <Notice tone="wait" icon="users">
        {changedBy || '另一位同事'}
        {changedAt ? ` ${changedAt} ` : '在你填写时'}保存了{what}。
        {differences.length > 0 ? '逐项选择要留下的内容。' : ''}
      </Notice>
      {also.length > 0 && (
        <ul className={s.also} aria-label="对方还改了">
          {also.map((each) => (
            <li key={each.label}>
              {each.label}：{each.from || '空'} → <b>{each.to || '空'}</b>
            </li>
          ))}
        </ul>
      )}
      {differences.length === 0 ? (
        <p className="t-13 secondary" style={{ marginTop: 12 }}>
          {also.length > 0 ? '你填写的内容对方没有改，可以直接保存。' : '两份内容相同，直接保存即可。'}
        </p>
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
      {onTheirs && (
        <p className={s.theirs}>
          <TextButton tone="quiet" onClick={onTheirs}>
            放弃我填写的，用对方保存的
          </TextButton>
        </p>
      )}
    </Dialog>
  )
}
