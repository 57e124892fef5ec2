import {
  formatTeeth,
  isToothRegion,
  surfaceName,
  teeth,
  toothColumn,
  toothLabel,
  toothName,
  toothRegions,
  toothText,
  type Dentition,
  type Quadrant,
  type TeethSelection,
  type ToothNotation,
  type ToothSurface,
} from '@dentin/clinical'
import { useRef, useState, type PointerEvent, type ReactNode } from 'react'
import type { ChartDentition } from '@dentin/clinical/drawing'
import { Segmented } from '../control/Segmented.tsx'
import { letterOf, selectRange, toggleSurfaceOfAll, toggleTooth } from './selection.ts'
import css from './tooth-picker.module.css'

export interface ToothPickerProps {
  value: TeethSelection
  onChange: (value: TeethSelection) => void
  /** The set shown first; the user may switch. */
  dentition?: ChartDentition
  notation?: ToothNotation
  /** Hides the surfaces where only whole teeth make sense. */
  withoutSurfaces?: boolean
}

const quadrants: readonly Quadrant[] = ['UR', 'UL', 'LR', 'LL']
const kinds: Record<ChartDentition, readonly Dentition[]> = {
  permanent: ['permanent'],
  deciduous: ['deciduous'],
  mixed: ['permanent', 'deciduous'],
}
const faces: readonly ToothSurface[] = ['M', 'D', 'B', 'L', 'O', 'C']

function rowOf(quadrant: Quadrant, dentition: Dentition): string[] {
  return teeth
    .filter((tooth) => tooth.quadrant === quadrant && tooth.dentition === dentition)
    .map((tooth) => tooth.fdi)
    .sort((a, b) => toothColumn(a) - toothColumn(b))
}

/** Chooses teeth for one row of a record, bill or plan: quadrant cross, regions and surfaces. Drag takes a range. */
export function ToothPicker(props: ToothPickerProps): ReactNode {
  const { value, onChange, notation = 'fdi', withoutSurfaces = false } = props
  const [dentition, setDentition] = useState<ChartDentition>(() => props.dentition ?? dentitionOf(value))
  const drag = useRef<{ from: string; base: TeethSelection; moved: boolean } | null>(null)
  const last = useRef('')
  const chosen = new Set(value.map((entry) => entry.code))
  const whole = value.filter((entry) => !isToothRegion(entry.code))

  const add = (base: TeethSelection, from: string, to: string): void => {
    const range = selectRange(from, to)
    const rest = base.filter((entry) => !range.some((item) => item.code === entry.code))
    const kept = range.map((item) => base.find((entry) => entry.code === item.code) ?? item)
    onChange([...rest, ...kept])
  }
  const toggle = (code: string, extend: boolean): void => {
    if (extend && last.current) add(value, last.current, code)
    else onChange(toggleTooth(value, code))
    last.current = code
  }
  const onDown = (event: PointerEvent, code: string): void => {
    if (event.button !== 0) return
    if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId))
      event.target.releasePointerCapture(event.pointerId)
    drag.current = { from: code, base: value, moved: false }
  }
  const onEnter = (event: PointerEvent, code: string): void => {
    const current = drag.current
    if (!current || event.buttons !== 1) return
    if (code !== current.from) current.moved = true
    if (current.moved) add(current.base, current.from, code)
  }

  const anterior = whole.length > 0 && whole.every((entry) => letterOf(entry.code, 'O') === 'I')
  const faceName = (face: ToothSurface): string => {
    const sample = whole[0]?.code ?? '16'
    if (face === 'O') return anterior ? '切缘' : '𬌗面'
    const names = new Set(whole.map((entry) => surfaceName(entry.code, face)))
    if (names.size > 1) return face === 'B' ? '颊/唇' : '舌/腭'
    return surfaceName(sample, face)
  }
  const has = (face: ToothSurface): boolean =>
    whole.length > 0 && whole.every((entry) => entry.surfaces.includes(letterOf(entry.code, face)))

  return (
    <div className={css.picker} onPointerUp={() => (drag.current = null)}>
      <div className={css.head}>
        <Segmented
          label="牙列"
          size="sm"
          value={dentition}
          options={[
            { value: 'permanent', label: '恒牙' },
            { value: 'deciduous', label: '乳牙' },
            { value: 'mixed', label: '混合' },
          ]}
          onChange={setDentition}
        />
        <span className={css.text} aria-live="polite" title={formatTeeth(value)}>
          {toothText(value, notation)}
        </span>
        <button type="button" className={css.clear} disabled={value.length === 0} onClick={() => onChange([])}>
          清空
        </button>
      </div>
      <div className={css.cross}>
        {quadrants.map((quadrant) => (
          <div
            key={quadrant}
            role="group"
            aria-label={quadrantName(quadrant)}
            className={`${css.quadrant} ${css[quadrant]}`}
          >
            {inOrder(quadrant, kinds[dentition]).map((kind) => (
              <div key={kind} className={css.row}>
                {rowOf(quadrant, kind).map((code) => (
                  <button
                    key={code}
                    type="button"
                    className={css.tooth}
                    aria-pressed={chosen.has(code)}
                    aria-label={`${code} ${toothName(code)}`}
                    onPointerDown={(event) => onDown(event, code)}
                    onPointerEnter={(event) => onEnter(event, code)}
                    onClick={(event) => {
                      const dragged = drag.current?.moved
                      drag.current = null
                      if (!dragged) toggle(code, event.shiftKey)
                    }}
                  >
                    {toothLabel(code, notation)}
                  </button>
                ))}
              </div>
            ))}
          </div>
        ))}
      </div>
      <div role="group" aria-label="区域" className={css.regions}>
        {toothRegions.map((region) => (
          <button
            key={region.code}
            type="button"
            className={css.chip}
            aria-pressed={chosen.has(region.code)}
            onClick={() => onChange(toggleTooth(value, region.code))}
          >
            {region.nameZh}
          </button>
        ))}
      </div>
      {!withoutSurfaces && (
        <div role="group" aria-label="牙面" className={css.regions}>
          {faces.map((face) => (
            <button
              key={face}
              type="button"
              className={css.chip}
              aria-pressed={has(face)}
              disabled={whole.length === 0}
              onClick={() => onChange(toggleSurfaceOfAll(value, face))}
            >
              {faceName(face)}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** Deciduous teeth stand next to the horizontal line, as on the mixed chart. */
function inOrder(quadrant: Quadrant, list: readonly Dentition[]): readonly Dentition[] {
  return quadrant.startsWith('U') ? list : [...list].reverse()
}

function quadrantName(quadrant: Quadrant): string {
  return { UR: '右上', UL: '左上', LR: '右下', LL: '左下' }[quadrant]
}

function dentitionOf(value: TeethSelection): ChartDentition {
  const codes = value.filter((entry) => !isToothRegion(entry.code)).map((entry) => entry.code.replace('S', ''))
  const deciduous = codes.filter((code) => code >= '50')
  if (deciduous.length === 0) return 'permanent'
  return deciduous.length === codes.length ? 'deciduous' : 'mixed'
}
