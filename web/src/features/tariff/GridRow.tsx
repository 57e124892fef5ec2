import type { TariffKey } from '@dentin/contract/tariff-fields'
import { memo, useRef, useState, type KeyboardEvent } from 'react'
import { cx, IconButton } from '../../ui/index.ts'
import { cellValue, fieldOf, readCell, type CellValue, type Edit } from './grid.ts'
import type { Price } from './hooks.ts'
import p from './grid.module.css'
import { plainPrice } from './words.ts'

/** What cells are chosen from. */
export interface CellOptions {
  categories: readonly { value: string; label: string }[]
  units: readonly string[]
}

interface RowProps {
  row: string
  base: Price | null
  edit: Edit | undefined
  problems: Readonly<Record<string, string>> | undefined
  keys: readonly TariffKey[]
  options: CellOptions
  onCell: (row: string, base: Price | null, key: TariffKey, value: CellValue) => void
  /** Takes a new row away. */
  onDrop?: () => void
}

/** One item of the grid. */
export const GridRow = memo(function GridRow({ row, base, edit, problems, keys, options, onCell, onDrop }: RowProps) {
  const name = String(cellValue('name', base, edit) || '新项目')
  return (
    <tr className={cx(problems?.version && p.late, edit && !edit.base && p.fresh)}>
      {keys.map((key) => (
        <td key={key} className={cx(edit?.values[key] !== undefined && p.changed, problems?.[key] && p.wrong)}>
          <div className={p.cell}>
            <Cell
              field={key}
              label={`${name}的${fieldOf(key).label}`}
              value={cellValue(key, base, edit)}
              invalid={problems?.[key] !== undefined}
              options={options}
              onChange={(value) => onCell(row, base, key, value)}
            />
            {key === 'code' && onDrop && <IconButton icon="x" size="xs" label={`去掉${name}`} onClick={onDrop} />}
          </div>
          {problems?.[key] && (
            <span className={p.problem} role="alert">
              {problems[key]}
            </span>
          )}
        </td>
      ))}
    </tr>
  )
}, sameRow)

function sameRow(a: RowProps, b: RowProps): boolean {
  return (
    a.base === b.base && a.edit === b.edit && a.problems === b.problems && a.keys === b.keys && a.options === b.options
  )
}

/** Moves to the cell so many rows and columns away, if there is one. */
function go(from: HTMLElement, down: number, right: number): boolean {
  const cell = from.closest('td')
  const line = cell?.closest('tr')
  const table = line?.closest('table')
  if (!cell || !line || !table) return false
  const target = table.rows[line.rowIndex + down]?.cells[cell.cellIndex + right]
  const next = target?.querySelector<HTMLElement>('[data-cell]')
  next?.focus()
  return next != null
}

const ARROWS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
}

interface CellProps {
  field: TariffKey
  label: string
  value: CellValue
  invalid: boolean
  options: CellOptions
  onChange: (value: CellValue) => void
}

/** A cell: a text, a choice or a box to tick, plain until it has the focus. */
function Cell({ field, label, value, invalid, options, onChange }: CellProps) {
  const { kind, words = {}, max, edit } = fieldOf(field)
  const shared = { 'data-cell': true, 'aria-label': label, 'aria-invalid': invalid || undefined }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'Enter' ? ([event.shiftKey ? -1 : 1, 0] as const) : ARROWS[event.key]
    if (step && !event.nativeEvent.isComposing && go(event.currentTarget, ...step)) event.preventDefault()
  }
  if (kind === 'flag')
    return (
      <input
        {...shared}
        type="checkbox"
        className={p.tick}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
        onKeyDown={onKeyDown}
      />
    )
  if (kind === 'words' || kind === 'category' || field === 'unit') {
    const choices =
      kind === 'category'
        ? options.categories
        : kind === 'words'
          ? Object.entries(words).map(([key, word]) => ({ value: key, label: word }))
          : [...new Set([...options.units, String(value ?? '')])]
              .filter(Boolean)
              .map((unit) => ({ value: unit, label: unit }))
    const may = edit.required !== true && fieldOf(field).blank === null
    return (
      <select
        {...shared}
        className={p.choice}
        value={value === null ? '' : String(value)}
        onChange={(event) => onChange(readCell(field, event.target.value))}
        onKeyDown={(event) => event.key === 'Enter' && onKeyDown(event)}
      >
        {(may || value === null || value === '') && <option value="">{may ? '' : '请选择'}</option>}
        {choices.map((each) => (
          <option key={each.value} value={each.value}>
            {each.label}
          </option>
        ))}
      </select>
    )
  }
  return (
    <TextCell
      {...shared}
      max={max}
      numeric={kind === 'money' || kind === 'number'}
      shown={
        kind === 'money' && typeof value === 'string' && /^\d+\.\d\d$/.test(value)
          ? plainPrice(value)
          : String(value ?? '')
      }
      value={String(value ?? '')}
      onKeyDown={onKeyDown}
      onDone={(text) => onChange(readCell(field, text))}
    />
  )
}

/** Text is taken over as it is typed; Esc puts back what stood there when the cell was entered. */
function TextCell({
  value,
  shown,
  numeric,
  max,
  onDone,
  onKeyDown,
  ...shared
}: {
  value: string
  shown: string
  numeric: boolean
  max: number | undefined
  onDone: (text: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const entered = useRef(value)
  return (
    <input
      {...shared}
      type="text"
      className={cx(p.text, numeric && p.numeric)}
      inputMode={numeric ? 'decimal' : undefined}
      maxLength={max ?? 20}
      value={typed ?? shown}
      onFocus={(event) => {
        entered.current = value
        setTyped(shown)
        event.target.select()
      }}
      onChange={(event) => {
        setTyped(event.target.value)
        onDone(event.target.value)
      }}
      onBlur={() => setTyped(null)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation()
          setTyped(entered.current)
          onDone(entered.current)
        } else onKeyDown(event)
      }}
    />
  )
}
