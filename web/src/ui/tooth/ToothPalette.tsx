import {
  markLayer,
  toothCondition,
  toothConditions,
  toothMarkStatuses,
  type TeethSelection,
  type ToothConditionId,
  type ToothMarkStatus,
} from '@dentin/clinical'
import type { ReactNode } from 'react'
import { Segmented } from '../control/Segmented.tsx'
import { swatchOf, ToothSwatch } from './ToothSwatch.tsx'
import css from './tooth-palette.module.css'

export type PaletteStatus = ToothMarkStatus

/** What may be said more exactly of a condition that the chosen teeth have. */
export interface PaletteDetail {
  condition: ToothConditionId
  details: readonly string[]
  /** The one they all have, '' when none. */
  detail: string
}

export interface ToothPaletteProps {
  selection: TeethSelection
  /** Conditions all selected teeth have on the current status; shown pressed. */
  active: readonly ToothConditionId[]
  status: PaletteStatus
  onStatusChange: (status: PaletteStatus) => void
  onMark: (condition: ToothConditionId) => void
  details: readonly PaletteDetail[]
  onDetail: (condition: ToothConditionId, detail: string) => void
  /** Charts a bridge over the chosen teeth. */
  onBridge: () => void
  readOnly?: boolean
}

const marks = toothConditions.filter((condition) => condition.palette)
const more = toothConditions.filter((condition) => !condition.palette)
/** What is rarer than the two of the switch. */
const rareStatuses = toothMarkStatuses.filter(({ id }) => id !== 'present' && id !== 'planned')

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
      <button
        type="button"
        className={css.mark}
        disabled={readOnly || selection.length < 2}
        title="选两颗以上相连的牙"
        onClick={props.onBridge}
      >
        <ToothSwatch kind={swatchOf('bridge_abutment', markLayer({ condition: 'bridge_abutment', status }))} />
        <span className={css.name}>固定桥</span>
      </button>
      {props.details.map(({ condition, details, detail }) => (
        <div
          key={condition}
          role="group"
          aria-label={`${toothCondition(condition).nameZh}细节`}
          className={css.details}
        >
          {details.map((each) => (
            <button
              key={each}
              type="button"
              className={css.detail}
              aria-pressed={each === detail}
              disabled={disabled}
              onClick={() => props.onDetail(condition, each)}
            >
              {each}
            </button>
          ))}
        </div>
      ))}
      <Segmented
        label="标记的性质"
        size="sm"
        block
        value={status === 'present' || status === 'planned' ? status : null}
        options={[
          { value: 'present', label: '现有', disabled: readOnly },
          { value: 'planned', label: '计划', disabled: readOnly },
        ]}
        onChange={props.onStatusChange}
      />
      <select
        className={css.more}
        aria-label="其他性质"
        value={status === 'present' || status === 'planned' ? '' : status}
        disabled={readOnly}
        onChange={(event) =>
          props.onStatusChange(rareStatuses.find(({ id }) => id === event.target.value)?.id ?? 'present')
        }
      >
        <option value="">其他性质</option>
        {rareStatuses.map(({ id, nameZh }) => (
          <option key={id} value={id}>
            {nameZh}
          </option>
        ))}
      </select>
    </div>
  )
}
