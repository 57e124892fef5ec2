import { findTooth, toothLabel, toothName, surfaceText, type ToothMark, type ToothNotation } from '@dentin/clinical'
import { memo, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import { marksText, toothDrawing, type ToothDrawing } from './drawing.ts'
import type { ChartSize, ToothPlace } from './layout.ts'
import { zones, type ToothShape, toothShape } from './shapes.ts'
import css from './tooth.module.css'

interface DrawingProps {
  shape: ToothShape
  drawing: ToothDrawing
  /** Names the hatch and clips of this chart and tooth. */
  hatch: string
  clip: string
}

/** A jagged line from side to side at a height, for broken edges. */
const jag = (w: number, y: number): string =>
  `M${-w} ${y}L${-w * 0.62} ${y + 0.55}L${-w * 0.3} ${y - 0.25}L${w * 0.05} ${y + 0.6}L${w * 0.4} ${y - 0.2}L${w * 0.7} ${y + 0.5}L${w} ${y}`

const threads = [0.04, 0.19, 0.34, 0.49, 0.64, 0.79, 0.94]

/** Screw of an implant with its threads, in the place of the roots. */
function Implant({ shape, layer }: { shape: ToothShape; layer: 'existing' | 'plan' | 'finding' }): ReactNode {
  const length = Math.min(shape.rootLength * 0.86, 11.6)
  const wide = Math.min(shape.neck * 0.78, 2.6)
  const narrow = wide * 0.64
  const half = (t: number) => wide + (narrow - wide) * t
  const top = -0.4 - length
  return (
    <g className={cx(css.implant, layer === 'plan' && css.implantPlan)}>
      <path
        d={`M${-wide} -.4L${-narrow} ${top + 0.8}Q${-narrow} ${top} ${-narrow + 0.7} ${top}L${narrow - 0.7} ${top}Q${narrow} ${top} ${narrow} ${top + 0.8}L${wide} -.4Z`}
      />
      <path
        className={css.thread}
        d={threads
          .map((t) => {
            const y = -0.6 - t * (length - 0.9)
            const w = half(t) + 0.16
            return `M${-w} ${y + 0.22}L${w} ${y - 0.5}`
          })
          .join('')}
      />
    </g>
  )
}

/** Buccal silhouette in mm, apex upwards. */
function Silhouette({ shape, drawing, hatch, clip }: DrawingProps): ReactNode {
  const { crownHeight: height, neck } = shape
  const wide = shape.width / 2
  const fill = `url(#${hatch})`
  const crown = drawing.crown ?? (drawing.abutment ? null : drawing.implant)
  const natural = drawing.natural
  const replaced = natural === 'none'
  if (natural === 'ghost' && !drawing.implant && !crown)
    return (
      <g className={css.ghost}>
        {shape.roots.map((d) => (
          <path key={d} d={d} />
        ))}
        <path d={shape.crown} />
      </g>
    )
  const roots = natural === 'whole' || natural === 'roots' || natural === 'stump'
  const crownPath = (
    <path
      d={shape.crown}
      clipPath={natural === 'stump' ? `url(#${clip})` : undefined}
      className={cx(css.crown, crown === 'temporary' && css.temporary)}
    />
  )
  const side = (zone: 'M' | 'D'): ReactNode => {
    const zoneFill = drawing.zones[zone]
    if (!zoneFill || natural !== 'whole' || crown) return null
    return (
      <ellipse
        cx={(zone === 'M' ? 1 : -1) * wide * 0.72}
        cy={height * 0.56}
        rx={Math.min(0.92, wide * 0.26)}
        ry={1.5 * Math.min(1, height / 7)}
        className={cx(css.spot, css[zoneFill.plan ? 'plan' : zoneFill.base === 'finding' ? 'finding' : 'existing'])}
      />
    )
  }
  const buccal = drawing.zones.B
  const edge = drawing.zones.O
  const anterior = shape.occlusal.fissures === ''
  const lens = neck * 0.72
  return (
    <>
      {roots && (
        <g className={css.roots}>
          {shape.rootsBehind.map((d) => (
            <path key={d} d={d} className={css.rootFar} />
          ))}
          {shape.roots.map((d) => (
            <path key={d} d={d} className={css.root} />
          ))}
          {shape.grooves.map((d) => (
            <path key={d} d={d} className={css.groove} />
          ))}
        </g>
      )}
      {drawing.implant && <Implant shape={shape} layer={drawing.implant} />}
      {drawing.abutment && (
        <path
          className={css[drawing.abutment]}
          d={`M${-neck * 0.62} -.4L${-neck * 0.4} ${height * 0.5}L${neck * 0.4} ${height * 0.5}L${neck * 0.62} -.4Z`}
        />
      )}
      {roots && drawing.canals && (
        <g className={cx(css.canal, css[`canal-${drawing.canals}`])}>
          {shape.canals.map((d) => (
            <path key={d} d={d} />
          ))}
        </g>
      )}
      {natural === 'stump' && (
        <clipPath id={clip}>
          <path d={`${jag(wide + 1, height * 0.5)}L${wide + 1} -3L${-wide - 1} -3Z`} />
        </clipPath>
      )}
      {(natural === 'whole' || natural === 'stump' || crown) && (
        <>
          {crownPath}
          {natural === 'stump' && <path d={jag(wide * 0.97, height * 0.5)} className={cx(css.line, css.findingLine)} />}
          {natural !== 'stump' && !crown && <path d={shape.neckArc} className={css.neckArc} />}
          {!crown && natural === 'whole' && drawing.canals && (
            <g className={cx(css.chamber, css[`canal-${drawing.canals}`])}>
              {shape.canals.map((d) => (
                <path key={d} d={d} />
              ))}
            </g>
          )}
          {drawing.mottled && <path d={shape.crown} className={cx(css.plain, css.light, css[drawing.mottled])} />}
          {drawing.veneer && (
            <path
              d={shape.crown}
              transform={`translate(0 ${height * 0.12}) scale(.84 .84)`}
              className={drawing.veneer === 'plan' ? css.planHatch : cx(css.light, css[drawing.veneer])}
              style={drawing.veneer === 'plan' ? { fill } : undefined}
            />
          )}
          {crown && crown !== 'temporary' && (
            <path
              d={shape.crown}
              className={cx(
                css.restored,
                crown === 'plan'
                  ? css.planHatch
                  : cx(css.light, css[crown === 'removable' ? 'existing' : crown], crown === 'removable' && css.dashed),
              )}
              style={crown === 'plan' ? { fill } : undefined}
            />
          )}
          {natural !== 'stump' &&
            shape.crownMarks.map((d) => (
              <path key={d} d={d} className={cx(css.mark, crown && crown !== 'temporary' && css[`mark-${crown}`])} />
            ))}
        </>
      )}
      {natural === 'roots' && !crown && (
        <path
          d={`M${-neck} .3C${-neck * 0.6} -1.1 ${neck * 0.6} -1.1 ${neck} .3L${neck * 0.62} 1L${neck * 0.3} .55L${neck * 0.02} 1.15L${-neck * 0.3} .5L${-neck * 0.64} 1.05Z`}
          className={css.finding}
        />
      )}
      {drawing.connector && (
        <path
          className={css[drawing.connector]}
          d={`M${-wide - 0.45} ${height * 0.5}h1.3v1.5h-1.3ZM${wide - 0.85} ${height * 0.5}h1.3v1.5h-1.3Z`}
        />
      )}
      {side('M')}
      {side('D')}
      {buccal && !drawing.veneer && !drawing.cervical && natural === 'whole' && !crown && (
        <ellipse
          cx={0}
          cy={height * 0.52}
          rx={wide * 0.36}
          ry={height * 0.17}
          className={cx(css.spot, css[buccal.plan ? 'plan' : buccal.base === 'finding' ? 'finding' : 'existing'])}
        />
      )}
      {edge && anterior && !drawing.fracture && natural === 'whole' && !crown && (
        <>
          <clipPath id={`${clip}i`}>
            <rect x={-9} y={height * 0.86} width={18} height={9} />
          </clipPath>
          <path
            d={shape.crown}
            clipPath={`url(#${clip}i)`}
            className={css[edge.plan ? 'plan' : edge.base === 'finding' ? 'finding' : 'existing']}
          />
        </>
      )}
      {drawing.cervical && natural !== 'roots' && !replaced && (
        <path
          d={`M${-lens} 1.05Q0 -.35 ${lens} 1.05Q0 2.45 ${-lens} 1.05Z`}
          className={cx(css.spot, css[drawing.cervical])}
        />
      )}
      {drawing.post && (
        <path
          className={cx(css.post, css[drawing.post])}
          d={
            shape.canals.length > 1
              ? `M${-neck * 0.6} 3L${-neck * 0.5} -4.5M${neck * 0.6} 3L${neck * 0.5} -4.5M${-neck * 0.7} 3H${neck * 0.7}`
              : `M0 3.4L-.3 -6M${-neck * 0.5} 3.4H${neck * 0.5}`
          }
        />
      )}
      {drawing.crack && (
        <path
          className={cx(css.line, css[`${drawing.crack}Line`])}
          d={`M.5 ${height * 0.16}L-.25 ${height * 0.5}L.55 ${height * 0.66}L-.35 ${height * 0.97}`}
        />
      )}
      {drawing.fracture && natural === 'whole' && (
        <>
          <clipPath id={`${clip}f`}>
            <path d={shape.crown} />
          </clipPath>
          <path
            clipPath={`url(#${clip}f)`}
            className={cx(css.spot, css[drawing.fracture])}
            d={`M${wide + 1} ${height * 0.5}L${wide * 0.55} ${height * 0.62}L${wide * 0.4} ${height * 0.56}L${wide * 0.05} ${height * 0.8}L${-wide * 0.1} ${height * 0.76}L${-wide * 0.35} ${height * 1.2}L${wide + 1} ${height * 1.2}Z`}
          />
        </>
      )}
      {drawing.worn && (
        <path
          className={cx(css.line, css[`${drawing.worn}Line`])}
          d={`M${-wide * 0.6} ${height * 0.8}H${wide * 0.6}`}
        />
      )}
      {drawing.retained && <path d={shape.crown} className={cx(css.line, css.findingLine, css.dashed)} />}
      {drawing.bracket && (
        <g className={css[drawing.bracket]}>
          <rect x={-0.95} y={height * 0.52} width={1.9} height={1.75} rx={0.3} />
          <path d={`M-.95 ${height * 0.52 + 0.88}H.95`} />
        </g>
      )}
      {drawing.band && (
        <path
          className={cx(css.light, css[drawing.band])}
          d={`M${-wide * 0.94} ${height * 0.3}H${wide * 0.94}V${height * 0.58}H${-wide * 0.94}ZM${wide * 0.94} ${height * 0.44}h2.6`}
        />
      )}
      {drawing.furcation && shape.roots.length > 1 && (
        <path className={cx(css.spot, css[drawing.furcation])} d="M0 -1.1L1.15 -3.3L-1.15 -3.3Z" />
      )}
      {drawing.recession && (
        <path
          className={cx(css.line, css[`${drawing.recession}Line`])}
          d={`M${-neck - 0.7} -.9Q0 -4.2 ${neck + 0.7} -.9`}
        />
      )}
      {roots &&
        drawing.apical &&
        shape.apices.map(([x, y]) => (
          <circle
            key={x}
            cx={x}
            cy={y}
            r={drawing.cyst ? 2 : 1.1}
            className={cx(css.apical, css[drawing.apical ?? 'finding'])}
          />
        ))}
      {roots && drawing.rootFracture && (
        <path
          className={cx(css.line, css[`${drawing.rootFracture}Line`])}
          d={jag(neck * 0.9, -shape.rootLength * 0.45)}
        />
      )}
      {roots &&
        drawing.resorption &&
        shape.apices.map(([x, y]) => (
          <path
            key={x}
            className={cx(css.spot, css[drawing.resorption ?? 'finding'])}
            d={`M${x - 1.2} ${y - 0.4}L${x - 0.5} ${y + 1.7}L${x} ${y + 0.7}L${x + 0.5} ${y + 1.7}L${x + 1.2} ${y - 0.4}Z`}
          />
        ))}
      {drawing.overgrowth && (
        <path
          className={cx(css.light, css[drawing.overgrowth])}
          d={`M${-wide - 0.3} -1.2Q${-wide * 0.5} 2.9 0 2.2Q${wide * 0.5} 2.9 ${wide + 0.3} -1.2Q0 -.2 ${-wide - 0.3} -1.2Z`}
        />
      )}
      {drawing.anomaly && <path d={shape.crown} className={cx(css.line, css[`${drawing.anomaly}Line`], css.dashed)} />}
      {drawing.wire && (
        <path
          className={cx(css.line, css[`${drawing.wire}Line`])}
          d={`M${-wide - 0.4} ${height * 0.45}Q0 ${height * 0.6} ${wide + 0.4} ${height * 0.45}`}
        />
      )}
      {drawing.malposed && (
        <path
          className={cx(css.line, css[`${drawing.malposed}Line`])}
          d={`M${-wide * 0.6} ${height + 0.4}Q0 ${height + 2.2} ${wide * 0.6} ${height + 0.4}l-.2 1.1m.2 -1.1l-1.2 .1`}
        />
      )}
      {drawing.other && <circle cx={0} cy={height * 0.4} r={0.8} className={cx(css.spot, css[drawing.other])} />}
      {drawing.extraction && (
        <path
          className={cx(css.line, css.planLine)}
          d={`M${-wide * 0.9} ${height}L${wide * 0.9} ${-shape.rootLength * 0.72}M${wide * 0.9} ${height}L${-wide * 0.9} ${-shape.rootLength * 0.72}`}
        />
      )}
    </>
  )
}

interface OcclusalProps extends DrawingProps {
  /** Surfaces chosen in the selection, drawn tinted. */
  chosen: string
  /** Drawn without the silhouette beside it: roots and state show here too. */
  alone: boolean
  /** Healthy teeth keep only their outline. */
  bare: boolean
}

/** Occlusal symbol in mm: outline, five zones, fissures. */
function Occlusal({ shape, drawing, hatch, chosen, alone, bare }: OcclusalProps): ReactNode {
  const { occlusal } = shape
  const fill = `url(#${hatch})`
  const cross = Math.min(occlusal.halfWidth, occlusal.halfDepth) * 0.36
  const x = `M${-cross} ${-cross}L${cross} ${cross}M${cross} ${-cross}L${-cross} ${cross}`
  const crown = drawing.crown ?? (drawing.abutment ? null : drawing.implant)
  const hidden = drawing.position === 'embedded' || drawing.position === 'unerupted'
  const pick = zones.map((zone) => (
    <path
      key={zone}
      d={occlusal.zones[zone]}
      data-zone={zone}
      className={cx(css.zone, chosen.includes(zone) && css.chosen)}
    />
  ))
  let body: ReactNode
  if (drawing.natural === 'ghost' && !crown && !drawing.implant) {
    body = (
      <>
        <path d={occlusal.outline} className={css.ghost} />
        {drawing.closed ? (
          <path
            className={css.cross}
            d={`M${-occlusal.halfWidth} 0h${occlusal.halfWidth * 0.7}m-.9 -.8l.9 .8l-.9 .8M${occlusal.halfWidth} 0h${-occlusal.halfWidth * 0.7}m.9 -.8l-.9 .8l.9 .8`}
          />
        ) : (
          <path d={x} className={css.cross} />
        )}
      </>
    )
  } else if (drawing.natural === 'roots' && !crown) {
    body = (
      <>
        <path d={`${occlusal.outline}${occlusal.hole}`} fillRule="evenodd" className={css.finding} />
        {pick}
      </>
    )
  } else if (crown) {
    const layer = crown === 'temporary' || crown === 'removable' ? 'existing' : crown
    body = (
      <>
        <path
          d={occlusal.outline}
          className={cx(
            css.restored,
            layer === 'plan' ? css.planHatch : cx(css.light, css[layer]),
            crown === 'removable' && css.dashed,
          )}
          style={layer === 'plan' ? { fill } : undefined}
        />
        <path d={occlusal.margin} className={cx(css.margin, css[`${layer}Line`])} />
        {drawing.implant && (
          <g className={cx(css.screw, drawing.implant === 'plan' && css.implantPlan)}>
            <circle r={1.42} />
            <circle r={0.46} className={css.screwHole} />
          </g>
        )}
        {drawing.connector && (
          <path
            className={css[`${drawing.connector}Line`]}
            d={`M${-occlusal.halfWidth - 0.4} 0h1M${occlusal.halfWidth - 0.6} 0h1`}
          />
        )}
        {pick}
      </>
    )
  } else {
    const field = drawing.zones.O
    const ink = field ? (field.plan ? 'plan' : field.base) : null
    body = (
      <>
        <path
          d={occlusal.outline}
          className={cx(css.outlineFill, (bare || hidden) && css.faint, hidden && css.dashed)}
        />
        {!bare && (
          <>
            <path d={occlusal.ridges} className={css.ridge} />
            <path d={occlusal.zones.O} className={css.ridge} />
          </>
        )}
        {zones.map((zone) => {
          const value = drawing.zones[zone]
          if (!value) return null
          return (
            <g key={zone}>
              {value.base && (
                <path
                  d={occlusal.zones[zone]}
                  className={value.base === 'sealant' ? cx(css.light, css.existing, css.sealant) : css[value.base]}
                />
              )}
              {value.plan && <path d={occlusal.zones[zone]} className={css.planHatch} style={{ fill }} />}
            </g>
          )
        })}
        {pick}
        {!bare && <path d={occlusal.fissures} className={cx(css.ridge, ink && css[`fissure-${ink}`])} />}
        {drawing.natural === 'stump' && (
          <path d={occlusal.margin} className={cx(css.line, css.findingLine, css.dashed)} />
        )}
        {drawing.crack && (
          <path
            className={cx(css.line, css[`${drawing.crack}Line`])}
            d={`M${-occlusal.halfWidth * 0.62} .2L-.5 -.35L.4 .35L${occlusal.halfWidth * 0.62} -.2`}
          />
        )}
        <path d={occlusal.outline} className={cx(css.outline, (bare || hidden) && css.faint, hidden && css.dashed)} />
      </>
    )
  }
  return (
    <>
      {body}
      {alone && drawing.canals && <circle r={0.8} className={cx(css.spot, css[drawing.canals])} />}
      {alone && drawing.apical && <circle r={1.5} className={cx(css.apical, css[drawing.apical])} />}
      {alone && drawing.position === 'impacted' && (
        <path className={css.outline} d={`M${-cross} ${cross * 0.6}L${cross} ${-cross * 0.6}`} />
      )}
      {alone && drawing.bracket && (
        <rect x={-0.8} y={-occlusal.halfDepth - 0.4} width={1.6} height={1.1} className={css[drawing.bracket]} />
      )}
      {drawing.wire && (
        <path
          className={cx(css.line, css[`${drawing.wire}Line`])}
          d={`M${-occlusal.halfWidth - 0.4} ${-occlusal.halfDepth * 0.55}H${occlusal.halfWidth + 0.4}`}
        />
      )}
      {drawing.extraction && <path d={x} className={cx(css.line, css.planLine)} />}
    </>
  )
}

export interface ToothProps {
  place: ToothPlace
  marks: readonly ToothMark[]
  size: ChartSize
  notation: ToothNotation
  hatch: string
  selected: boolean
  /** The only tooth selected: outlined, with its roots tinted. */
  lone: boolean
  /** Chosen surfaces of a selected tooth. */
  chosen: string
  tabbable: boolean
  interactive: boolean
}

/** Tilt and depth of teeth that stand wrong: across, or still in the bone (mm towards the apex). */
const tilt: Record<ToothDrawing['position'], string | undefined> = {
  normal: undefined,
  impacted: 'translate(-.3 -3.1) rotate(-25 0 3.2)',
  embedded: 'translate(0 -4.6)',
  unerupted: 'translate(0 -3.6)',
  erupting: 'translate(0 -1.6)',
  overerupted: 'translate(0 1.5)',
}

/** One tooth of the chart: option of the listbox, drawing, number. Draws again only when its own props change. */
export const Tooth = memo(function Tooth(props: ToothProps): ReactNode {
  const { place, marks, size, notation, hatch, selected, lone, chosen, tabbable, interactive } = props
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
      className={cx(css.tooth, interactive && css.interactive, tinted && css.tinted, selected && css.selected)}
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
            transform={tilt[drawing.position]}
            className={drawing.position === 'unerupted' || drawing.position === 'embedded' ? css.buried : undefined}
          >
            <Silhouette shape={shape} drawing={drawing} hatch={hatch} clip={clip} />
          </g>
        </g>
      )}
      <g className={css.drawing} transform={`translate(${x} ${place.occlusalY}) ${frame}`}>
        <Occlusal
          shape={shape}
          drawing={drawing}
          hatch={hatch}
          clip={clip}
          chosen={zonesChosen}
          alone={alone}
          bare={bare}
        />
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
