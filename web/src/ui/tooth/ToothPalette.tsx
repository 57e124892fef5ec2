import {
  markLayer,
  toothConditions,
  type TeethSelection,
  type ToothConditionId,
  type ToothMarkStatus,
} from '@dentin/clinical'
import type { ReactNode } from 'react'
import { Segmented } from '../control/Segmented.tsx'
import { swatchOf, ToothSwatch } from './ToothSwatch.tsx'
import css from './tooth-palette.module.css'

export type PaletteStatus = Extract<ToothMarkStatus, 'present' | 'planned'>

export interface ToothPaletteProps {
  selection: TeethSelection
  /** Conditions all selected teeth have on the current status; shown pressed. */
  active: readonly ToothConditionId[]
  status: PaletteStatus
  onStatusChange: (status: PaletteStatus) => void
  onMark: (condition: ToothConditionId) => void
  readOnly?: boolean
}

const marks = toothConditions.filter((condition) => condition.palette)
const more = toothConditions.filter((condition) => !condition.palette && condition.layer !== 'plan')

/** The ten marks with their letter keys, the rest behind 更多, and the switch between what is there and what is planned. */
export function ToothPalette(props: ToothPaletteProps): ReactNode {
  const { selection, active, status, readOnly = false } = props
  const disabled = readOnly || selection.length === 0
  const title =
    selection.length === 0 ? '先选牙位' : selection.length === 1 ? selection[0]?.code : `${selection.length} 处`
  return (
    <div className={css.palette} role="group" aria-label="标记牙位">
      <div className={css.title}>{selection.length === 0 ? title : `标记 ${title}`}</div>
      {marks.map((condition) => (
        <button
          key={condition.id}
          type="button"
          className={css.mark}
          aria-pressed={active.includes(condition.id)}
          aria-keyshortcuts={condition.key ?? undefined}
          disabled={disabled}
          onClick={() => props.onMark(condition.id)}
        >
          <ToothSwatch kind={swatchOf(condition.id, markLayer({ condition: condition.id, status }))} />
          <span className={css.name}>{condition.nameZh}</span>
          <kbd className={css.key}>{condition.key}</kbd>
        </button>
      ))}
      <select
        className={css.more}
        aria-label="更多标记"
        value=""
        disabled={disabled}
        onChange={(event) => {
          const condition = more.find((item) => item.id === event.target.value)
          if (condition) props.onMark(condition.id)
        }}
      >
        <option value="">更多标记</option>
        {more.map((condition) => (
          <option key={condition.id} value={condition.id}>
            {condition.key ? `${condition.nameZh}　${condition.key}` : condition.nameZh}
          </option>
        ))}
      </select>
      <Segmented
        label="标记的性质"
        size="sm"
        block
        value={status}
        options={[
          { value: 'present', label: '现有', disabled: readOnly },
          { value: 'planned', label: '计划', disabled: readOnly },
        ]}
        onChange={props.onStatusChange}
      />
    </div>
  )
}
