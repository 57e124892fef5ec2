import { manualFields, type MergeField } from '@dentin/contract/merge'
import { cx, TextArea, TextField } from '../../ui/index.ts'
import type { Preview } from './hooks.ts'
import s from './merge.module.css'

export type Choice = 'keep' | 'remove' | 'manual'

const LONG: readonly MergeField[] = ['pastHistory', 'familyHistory', 'medicationHistory', 'remark', 'alertNote']

export function FieldRow({
  row,
  choice,
  onChoose,
  error,
  typed,
  onType,
}: {
  row: Preview['fields'][number]
  choice: Choice | null
  onChoose: (to: Choice) => void
  error: string | undefined
  typed: string
  onType: (text: string) => void
}) {
  const { field, label, how } = row
  const option = (side: 'keep' | 'remove') => (
    <label className={cx(s.option, choice === side && s.optionOn)}>
      <input
        type="radio"
        name={`merge-${field}`}
        aria-label={`${label}：用${side === 'keep' ? '保留方' : '并入方'}的`}
        checked={choice === side}
        onChange={() => onChoose(side)}
      />
      <span className={s.said}>{row[side] ?? '—'}</span>
    </label>
  )
  const said = (side: 'keep' | 'remove') => (
    <span className={cx(s.plain, row[side] === null && 'tertiary')}>{row[side] ?? '未填'}</span>
  )
  const Typing = LONG.includes(field) ? TextArea : TextField
  return (
    <div className={s.fieldRow} role="row">
      <span role="rowheader" className={s.fieldLabel}>
        {label}
      </span>
      <span role="cell" data-side="保留方">
        {how === 'choose' ? option('keep') : said('keep')}
      </span>
      <span role="cell" data-side="并入方">
        {how === 'choose' ? option('remove') : said('remove')}
      </span>
      {how === 'choose' && field in manualFields && (
        <span role="cell" className={s.under}>
          <label className={cx(s.option, choice === 'manual' && s.optionOn)}>
            <input
              type="radio"
              name={`merge-${field}`}
              aria-label={`${label}：另外填写`}
              checked={choice === 'manual'}
              onChange={() => onChoose('manual')}
            />
            {choice === 'manual' ? (
              <Typing
                aria-label={`${label}填写为`}
                placeholder={field === 'birthDay' ? '如 1992-03-14' : `填写${label}`}
                value={typed}
                invalid={Boolean(error)}
                onChange={(event: { target: { value: string } }) => onType(event.target.value)}
              />
            ) : (
              <span className="secondary">另外填写</span>
            )}
          </label>
        </span>
      )}
      {how !== 'choose' && (
        <span role="cell" className={cx(s.under, s.outcome)}>
          {how === 'filled' ? '自动补齐' : '取并集'}：<b>{row.result ?? '—'}</b>
        </span>
      )}
      {error && (
        <span role="cell" className={cx(s.under, 'danger', 't-12')}>
          {error}
        </span>
      )}
    </div>
  )
}
