import { findTooth, toothLabel, toothName, surfaceText, type ToothMark, type ToothNotation } from '@dentin/clinical'
import {
  marksText,
  occlusalShapes,
  silhouetteShapes,
  sideTilt,
  tiltFromAbove,
  toothDrawing,
  toothShape,
  type ChartSize,
  type ToothPlace,
} from '@dentin/clinical/drawing'
import { memo, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Shapes } from './Shapes.tsx'
import css from './tooth.module.css'

export interface ToothProps {
  place: ToothPlace
  marks: readonly ToothMark[]
  size: ChartSize
  notation: ToothNotation
  hatch: string
  /** By age not in the mouth: presumed, not found. */
  absent: boolean
  selected: boolean
  /** The only tooth selected: outlined, with its roots tinted. */
  lone: boolean
  /** Chosen surfaces of a selected tooth. */
  chosen: string
  tabbable: boolean
  interactive: boolean
}

/** One tooth of the chart: option of the listbox, drawing, number. Draws again only when its own props change. */
export const Tooth = memo(function Tooth(props: ToothProps): ReactNode {
  const { place, marks, size, notation, hatch, absent, selected, lone, chosen, tabbable, interactive } = props
  const shape = toothShape(place.fdi)
  const drawing = toothDrawing(marks)
  const clip = `${hatch}-${place.fdi}`
  const { x, scale, flipX, flipY } = place
  const frame = `scale(${scale * flipX} ${scale * flipY})`
  const label = toothLabel(place.fdi, notation)
  const surfaces = surfaceText(place.fdi, chosen)
  const bare = size === 'small' && marks.length === 0 && !selected
  const alone = place.neckY === null
  const numberWidth = size === 'small' ? 18 : 26
  const numberHeight = size === 'small' ? 14 : 18
  const tinted = lone && !alone
  // Zone letters of the drawing: the middle field is O for every tooth.
  const zonesChosen = chosen.replace('I', 'O')
  const side = findTooth(place.fdi)?.arch === 'upper' ? -1 : 1
  const tooth = (
    <g
      role="option"
      id={`${hatch}-t${place.fdi}`}
      data-tooth={place.fdi}
      aria-selected={selected}
      aria-label={`${place.fdi} ${toothName(place.fdi)}，${marksText(marks)}${surfaces && `，选中${surfaces}`}`}
      tabIndex={interactive ? (tabbable ? 0 : -1) : undefined}
      className={cx(
        css.tooth,
        absent && css.absent,
        interactive && css.interactive,
        tinted && css.tinted,
        selected && css.selected,
      )}
    >
      <rect
        className={css.cell}
        x={place.left + 0.75}
        y={place.top}
        width={place.right - place.left - 1.5}
        height={place.bottom - place.top}
        rx={6}
      />
      {place.neckY !== null && (
        <g className={css.drawing} transform={`translate(${x} ${place.neckY}) ${frame}`}>
          <g
            transform={sideTilt(drawing)}
            className={drawing.position === 'unerupted' || drawing.position === 'embedded' ? css.buried : undefined}
          >
            <Shapes shapes={silhouetteShapes(shape, drawing)} hatch={hatch} clip={clip} />
          </g>
        </g>
      )}
      <g className={css.drawing} transform={`translate(${x} ${place.occlusalY}) ${frame}`}>
        <g transform={tiltFromAbove(drawing)}>
          <Shapes
            shapes={occlusalShapes(shape, drawing, { chosen: zonesChosen, alone, bare })}
            hatch={hatch}
            clip={`${clip}o`}
          />
        </g>
      </g>
      {selected && (
        <rect
          className={css.numberBox}
          x={x - numberWidth / 2}
          y={place.numberY - numberHeight / 2}
          width={numberWidth}
          height={numberHeight}
          rx={4}
        />
      )}
      <text
        className={cx(css.number, marks.length > 0 && css.numberMarked)}
        x={x}
        y={place.numberY}
        fontSize={size === 'small' ? Math.max(9, Math.min(11, scale * 5.2)) : Math.max(10, Math.min(13, scale * 3.6))}
        dy=".36em"
      >
        {label}
      </text>
    </g>
  )
  // Beside the option, not in it: its text is part of the spoken name already.
  return (
    <>
      {tooth}
      {drawing.mobility && place.neckY !== null && (
        <text
          aria-hidden
          className={css.grade}
          x={x}
          y={place.neckY + side * (shape.rootLength * scale + 8)}
          dy=".35em"
        >
          {drawing.mobility}
        </text>
      )}
    </>
  )
})
