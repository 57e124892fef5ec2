import type { Shape } from '@dentin/clinical/drawing'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './tooth.module.css'

interface ShapesProps {
  shapes: readonly Shape[]
  /** Id of the chart's hatch. */
  hatch: string
  /** Begins the ids of the clips of this tooth. */
  clip: string
}

/** Draws shapes as SVG; each paint is a class of the style sheet. */
export function Shapes({ shapes, hatch, clip }: ShapesProps): ReactNode {
  return shapes.map((shape, index) => {
    const id = `${clip}-${index}`
    return (
      // oxlint-disable-next-line react/no-array-index-key -- shapes have no identity but their place in the drawing
      <ShapeView key={index} shape={shape} hatch={hatch} clip={id} />
    )
  })
}

function ShapeView({ shape, hatch, clip }: { shape: Shape; hatch: string; clip: string }): ReactNode {
  const { form } = shape
  const common = {
    className: cx(...shape.paints.map((paint) => css[paint])) || undefined,
    clipPath: shape.clip ? `url(#${clip})` : undefined,
    transform: shape.transform,
    style: shape.hatched ? { fill: `url(#${hatch})` } : undefined,
  }
  const drawn = () => {
    switch (form.kind) {
      case 'path':
        return <path {...common} d={form.d} data-zone={shape.zone} fillRule={shape.evenOdd ? 'evenodd' : undefined} />
      case 'ellipse':
        return form.rx === form.ry ? (
          <circle {...common} cx={form.x} cy={form.y} r={form.rx} />
        ) : (
          <ellipse {...common} cx={form.x} cy={form.y} rx={form.rx} ry={form.ry} />
        )
      case 'rect':
        return (
          <rect {...common} x={form.x} y={form.y} width={form.width} height={form.height} rx={form.r || undefined} />
        )
      case 'group':
        return (
          <g {...common}>
            <Shapes shapes={form.shapes} hatch={hatch} clip={clip} />
          </g>
        )
    }
  }
  if (!shape.clip) return drawn()
  return (
    <>
      <clipPath id={clip}>
        <path d={shape.clip} />
      </clipPath>
      {drawn()}
    </>
  )
}
