import { layoutArches, PX, wirePath, type ArchTooth } from '@dentin/clinical/orthodontics/arches'
import { teethBetween } from '@dentin/clinical/orthodontics/arch-places'
import type { InMouth } from '@dentin/clinical/orthodontics/index'
import { toothShape } from '@dentin/clinical/drawing'
import { springNames, type SpringKind } from '@dentin/clinical/orthodontics/vocabulary'
import { memo, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { cx } from '../../ui/index.ts'
import s from './arch.module.css'

export interface ArchPictureProps {
  /** What is in the mouth. */
  mouth: InMouth
  /** Teeth that are not there, and those that are still to be taken out. */
  gone: ReadonlySet<string>
  planned: ReadonlySet<string>
  /** Brackets and wires; else the bare teeth with attachments. */
  fixed: boolean
  readOnly: boolean
  /** A tooth was tapped: its bracket or attachment is lost, or bonded again. */
  onTooth: (fdi: string) => void
  /** Dragged from tooth to tooth. */
  onJoin: (from: string, to: string) => void
  onElastic: (index: number) => void
}

/** Both arches with what is in the mouth: brackets, wires, elastics from tooth to tooth, chains, what is lost. */
export function ArchPicture(props: ArchPictureProps) {
  const { mouth, gone, planned, fixed, readOnly, onTooth, onJoin, onElastic } = props
  const layout = useMemo(() => layoutArches(gone), [gone])
  const svg = useRef<SVGSVGElement>(null)
  const [drag, setDrag] = useState<{ from: string; x: number; y: number; over: string | null } | null>(null)
  const all = useMemo(() => [...layout.upper, ...layout.lower], [layout])
  const places = useMemo(() => new Map(all.map((tooth) => [tooth.fdi, tooth])), [all])
  const lost = new Set(fixed ? mouth.lostBrackets : mouth.lostAttachments)

  const at = (event: PointerEvent) => {
    const box = svg.current?.getBoundingClientRect()
    if (!box) return { x: 0, y: 0 }
    const scale = layout.width / box.width
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale }
  }
  const toothAt = (x: number, y: number): string | null => {
    const between = ((layout.upper[0]?.neckY ?? 0) + (layout.lower[0]?.neckY ?? 0)) / 2
    const teeth = y < between ? layout.upper : layout.lower
    return teeth.find((tooth) => !tooth.gone && Math.abs(tooth.x - x) <= tooth.width / 2)?.fdi ?? null
  }
  const down = (event: PointerEvent<SVGElement>) => {
    const from = (event.target as Element).closest('[data-tooth]')?.getAttribute('data-tooth')
    if (readOnly || !from || event.button !== 0) return
    svg.current?.setPointerCapture(event.pointerId)
    setDrag({ from, ...at(event), over: from })
  }
  const move = (event: PointerEvent) => {
    if (!drag) return
    const point = at(event)
    setDrag({ ...drag, ...point, over: toothAt(point.x, point.y) })
  }
  const up = () => {
    if (!drag) return
    const { from, over } = drag
    setDrag(null)
    if (over === from) onTooth(from)
    else if (over !== null) onJoin(from, over)
  }
  const key = (event: KeyboardEvent<SVGElement>, fdi: string) => {
    if (readOnly || (event.key !== 'Enter' && event.key !== ' ')) return
    event.preventDefault()
    onTooth(fdi)
  }
  const dragFrom = drag && places.get(drag.from)

  return (
    <svg
      ref={svg}
      className={cx(s.picture, readOnly && s.still)}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      role="group"
      aria-label="口内现在"
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={() => setDrag(null)}
    >
      <line className={s.mid} x1={layout.midX} x2={layout.midX} y1={28} y2={layout.height - 28} />
      {all.map((tooth) => (
        <ToothOf
          key={tooth.fdi}
          tooth={tooth}
          planned={planned.has(tooth.fdi)}
          lost={lost.has(tooth.fdi)}
          over={drag?.over === tooth.fdi}
        />
      ))}
      {fixed && (
        <>
          {mouth.upper && <path className={s.wire} d={wirePath(layout.upper)} />}
          {mouth.lower && <path className={s.wire} d={wirePath(layout.lower)} />}
        </>
      )}
      {mouth.chains.map(({ from, to }) => (
        <ChainOf key={`${from}${to}`} teeth={teethBetween(from, to, gone)} places={places} />
      ))}
      {mouth.springs.map(({ from, to, kind }) => (
        <SpringOf key={`${from}${to}`} from={places.get(from)} to={places.get(to)} kind={kind} />
      ))}
      {all
        .filter((tooth) => !tooth.gone)
        .map((tooth) => (
          <Bracket
            key={tooth.fdi}
            tooth={tooth}
            fixed={fixed}
            lost={lost.has(tooth.fdi)}
            readOnly={readOnly}
            onKey={(event) => key(event, tooth.fdi)}
          />
        ))}
      {mouth.elastics.map((elastic, index) => (
        <ElasticOf
          // oxlint-disable-next-line react/no-array-index-key -- two elastics may run alike
          key={index}
          teeth={elastic.teeth.flatMap((fdi) => places.get(fdi) ?? [])}
          label={`${elastic.type} ${elastic.size} ${elastic.force}`}
          onRemove={readOnly ? null : () => onElastic(index)}
        />
      ))}
      {mouth.stripping.map(({ between: [one, other], mm }) => {
        const [a, b] = [places.get(one), places.get(other)]
        if (!a || !b) return null
        const y = a.neckY + a.flipY * 3.4 * PX
        return (
          <g key={`${one}${other}${mm}`} className={s.strip}>
            <line x1={(a.x + b.x) / 2} x2={(a.x + b.x) / 2} y1={y - 12} y2={y + 12} />
            <text x={(a.x + b.x) / 2} y={a.flipY === 1 ? y - 16 : y + 24}>
              {mm}
            </text>
          </g>
        )
      })}
      {dragFrom && drag && drag.over !== drag.from && (
        <line className={s.drag} x1={dragFrom.x} y1={dragFrom.bracketY} x2={drag.x} y2={drag.y} />
      )}
      <text className={s.side} x={8} y={layout.height / 2}>
        右
      </text>
      <text className={s.side} x={layout.width - 20} y={layout.height / 2}>
        左
      </text>
    </svg>
  )
}

/** One tooth with its number; of one that is gone a small × is left. */
const ToothOf = memo(function ToothOf({
  tooth,
  planned,
  lost,
  over,
}: {
  tooth: ArchTooth
  planned: boolean
  lost: boolean
  over: boolean
}) {
  if (tooth.gone)
    return (
      <g className={s.gone}>
        <text x={tooth.x} y={tooth.bracketY - tooth.flipY * 14}>
          {tooth.fdi}
        </text>
        <path d={`M${tooth.x - 4} ${tooth.bracketY - 4}l8 8m0-8l-8 8`} />
      </g>
    )
  const shape = toothShape(tooth.fdi)
  return (
    <g data-tooth={tooth.fdi} className={cx(s.tooth, over && s.over, planned && s.planned)}>
      <rect
        className={s.hit}
        x={tooth.x - tooth.width / 2}
        width={tooth.width}
        y={Math.min(tooth.neckY, tooth.neckY + tooth.flipY * shape.crownHeight * PX)}
        height={shape.crownHeight * PX}
      />
      <g transform={`translate(${tooth.x} ${tooth.neckY}) scale(${PX * tooth.flipX} ${PX * tooth.flipY})`}>
        {shape.rootsBehind.map((d) => (
          <path key={d} className={s.rootFar} d={d} />
        ))}
        {shape.roots.map((d) => (
          <path key={d} className={s.root} d={d} />
        ))}
        <path className={s.crown} d={shape.crown} />
        <path className={s.neck} d={shape.neckArc} />
      </g>
      <text className={cx(s.number, lost && s.numberLost)} x={tooth.x} y={tooth.numberY} dy=".36em">
        {tooth.fdi}
      </text>
    </g>
  )
})

function Bracket({
  tooth,
  fixed,
  lost,
  readOnly,
  onKey,
}: {
  tooth: ArchTooth
  fixed: boolean
  lost: boolean
  readOnly: boolean
  onKey: (event: KeyboardEvent<SVGElement>) => void
}) {
  const { x, bracketY: y, tube } = tooth
  const [w, h] = fixed ? (tube ? [22, 13] : [14, 13]) : [9, 7]
  const what = fixed ? '托槽' : '附件'
  const shown = fixed || lost
  return (
    <g
      data-tooth={tooth.fdi}
      className={cx(s.bracket, lost && s.lost, !shown && s.hidden)}
      role="button"
      tabIndex={readOnly ? -1 : 0}
      aria-label={`${tooth.fdi} ${what}${lost ? '脱落' : ''}`}
      aria-pressed={lost}
      aria-disabled={readOnly}
      onKeyDown={onKey}
    >
      <rect x={x - w / 2} y={y - h / 2} width={w} height={h} rx={2.5} />
      {fixed && !lost && (
        <>
          <line x1={x - w / 6} x2={x - w / 6} y1={y - h / 2} y2={y + h / 2} />
          <line x1={x + w / 6} x2={x + w / 6} y1={y - h / 2} y2={y + h / 2} />
        </>
      )}
      {lost && <path d={`M${x - 3.5} ${y - 3.5}l7 7m0-7l-7 7`} />}
    </g>
  )
}

function ElasticOf({
  teeth,
  label,
  onRemove,
}: {
  teeth: readonly ArchTooth[]
  label: string
  onRemove: (() => void) | null
}) {
  const [first, last] = [teeth[0], teeth.at(-1)]
  if (!first || !last) return null
  const closed = teeth.length > 2
  const way = `M${teeth.map(({ x, bracketY }) => `${x} ${bracketY}`).join('L')}${closed ? 'Z' : ''}`
  const [x, y] = [
    teeth.reduce((sum, tooth) => sum + tooth.x, 0) / teeth.length,
    teeth.reduce((sum, tooth) => sum + tooth.bracketY, 0) / teeth.length,
  ]
  const width = label.length * 7.4 + 16
  return (
    <g className={s.elastic}>
      <path className={s.band} d={way} />
      <path className={s.bandInside} d={way} />
      <g
        className={cx(s.tag, onRemove && s.tagLive)}
        role={onRemove ? 'button' : undefined}
        tabIndex={onRemove ? 0 : -1}
        aria-label={onRemove ? `取下橡皮圈 ${label}` : label}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={() => onRemove?.()}
        onKeyDown={(event) => (event.key === 'Enter' || event.key === 'Delete') && onRemove?.()}
      >
        <rect x={x - width / 2} y={y - 10} width={width} height={20} rx={3} />
        <text x={x} y={y} dy=".36em">
          {label}
        </text>
      </g>
    </g>
  )
}

function ChainOf({ teeth, places }: { teeth: string[] | null; places: ReadonlyMap<string, ArchTooth> }) {
  const points = (teeth ?? []).flatMap((fdi) => places.get(fdi) ?? [])
  if (points.length < 2) return null
  return <path className={s.chain} d={`M${points.map(({ x, bracketY }) => `${x} ${bracketY + 3}`).join('L')}`} />
}

function SpringOf({ from, to, kind }: { from: ArchTooth | undefined; to: ArchTooth | undefined; kind: SpringKind }) {
  if (!from || !to) return null
  const turns = 8
  const [dx, dy] = [(to.x - from.x) / turns, (to.bracketY - from.bracketY) / turns]
  const points = Array.from({ length: turns + 1 }, (_, n) => {
    const sway = n === 0 || n === turns ? 0 : n % 2 === 0 ? 4 : -4
    return `${from.x + dx * n} ${from.bracketY + dy * n + sway}`
  })
  return (
    <path className={s.spring} d={`M${points.join('L')}`}>
      <title>{springNames[kind]}</title>
    </path>
  )
}
