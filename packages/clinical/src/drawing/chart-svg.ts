import { chartDentition, presumedAbsent } from '../dentition.ts'
import { findTooth, toothLabel, type ToothNotation } from '../teeth.ts'
import type { ToothMark } from '../tooth-conditions.ts'
import { layoutChart, type ChartSize, type ToothPlace } from './chart-layout.ts'
import { occlusalShapes } from './occlusal.ts'
import { inkOf } from './paper-paints.ts'
import { pieceShapes } from './pieces.ts'
import type { Paint, Shape } from './shape.ts'
import { silhouetteShapes } from './silhouette.ts'
import { supernumeraryShapes } from './supernumerary.ts'
import { groupMarks, sideTilt, supernumeraryOf, tiltFromAbove, toothDrawing } from './tooth-drawing.ts'
import { toothShape } from './tooth-shape.ts'

export interface PaperChart {
  /** Whole years on the day of the chart, which decide the teeth that it shows; null: unknown. */
  age: number | null
  notation: ToothNotation
  marks: readonly ToothMark[]
  size: ChartSize
  /** Width in points. */
  width: number
  /** Family of the numbers' font, as the document names it. */
  font: string
}

const short = (value: number): string => String(Math.round(value * 1000) / 1000)

/** Writes shapes for paper: ids of clips are counted over the whole chart, strokes keep their width under the scale. */
export class PaperWriter {
  private clips = 0
  private readonly font: string

  constructor(font: string) {
    this.font = font
  }

  shapes(shapes: readonly Shape[], scale: number, around: readonly Paint[] = []): string {
    return shapes.map((shape) => this.shape(shape, scale, around)).join('')
  }

  text(words: string, x: number, y: number, size: number, more = '', colour = '#22302c'): string {
    // Half of a digit's height below the middle: dominant-baseline is not drawn everywhere.
    return `<text x="${short(x)}" y="${short(y + size * 0.36)}" font-family="${this.font}" font-size="${short(size)}" text-anchor="middle" fill="${colour}"${more}>${words}</text>`
  }

  private shape(shape: Shape, scale: number, around: readonly Paint[]): string {
    if (shape.paints.includes('zone')) return ''
    const { form } = shape
    const place = shape.transform ? ` transform="${shape.transform}"` : ''
    if (form.kind === 'group') return `<g${place}>${this.shapes(form.shapes, scale, [...around, ...shape.paints])}</g>`
    const ink = inkOf(around, shape.paints)
    const stroked = ink.stroke !== undefined && ink.stroke !== 'none'
    const looks = [
      ` fill="${ink.fill ?? 'none'}"`,
      stroked && ` stroke="${ink.stroke}" stroke-width="${short(((ink.width ?? 1) * 0.75) / scale)}"`,
      stroked && ink.dash && ` stroke-dasharray="${ink.dash.map((each) => short((each * 0.8) / scale)).join(' ')}"`,
      ink.opacity !== undefined && ` opacity="${ink.opacity}"`,
      shape.evenOdd && ' fill-rule="evenodd"',
    ]
    const attributes = `${place}${looks.filter(Boolean).join('')}`
    const drawn =
      form.kind === 'path'
        ? `<path d="${form.d}"${attributes}/>`
        : form.kind === 'ellipse'
          ? `<ellipse cx="${form.x}" cy="${form.y}" rx="${form.rx}" ry="${form.ry}"${attributes}/>`
          : `<rect x="${form.x}" y="${form.y}" width="${form.width}" height="${form.height}" rx="${form.r}"${attributes}/>`
    if (!shape.clip) return drawn
    this.clips += 1
    const id = `clip${this.clips}`
    return `<clipPath id="${id}"><path d="${shape.clip}"/></clipPath><g clip-path="url(#${id})">${drawn}</g>`
  }

  tooth(place: ToothPlace, marks: readonly ToothMark[], chart: PaperChart, absent: boolean): string {
    const shape = toothShape(place.fdi)
    const drawing = toothDrawing(marks)
    const { x, scale } = place
    const frame = (y: number) =>
      `translate(${short(x)} ${short(y)}) scale(${short(scale * place.flipX)} ${short(scale * place.flipY)})`
    const tilt = sideTilt(drawing)
    const turned = tiltFromAbove(drawing)
    const side = place.neckY === null ? '' : this.shapes(silhouetteShapes(shape, drawing), scale)
    const above = occlusalShapes(shape, drawing, {
      chosen: '',
      alone: place.neckY === null,
      bare: chart.size === 'small' && marks.length === 0,
    })
    const up = place.arch === 'upper' ? -1 : 1
    const size =
      chart.size === 'small' ? Math.max(6, Math.min(9, scale * 5.2)) : Math.max(6.5, Math.min(9, scale * 3.6))
    const drawn = [
      place.neckY !== null &&
        `<g transform="${frame(place.neckY)}">${tilt ? `<g transform="${tilt}">${side}</g>` : side}</g>`,
      `<g transform="${frame(place.occlusalY)}${turned ? ` ${turned}` : ''}">${this.shapes(above, scale)}</g>`,
      this.text(
        toothLabel(place.fdi, chart.notation),
        x,
        place.numberY,
        size,
        marks.length > 0 ? ' font-weight="bold"' : '',
      ),
      drawing.mobility &&
        place.neckY !== null &&
        this.text(drawing.mobility, x, place.neckY + up * (shape.rootLength * scale + 5), 7),
    ]
      .filter(Boolean)
      .join('')
    return absent ? `<g opacity=".3">${drawn}</g>` : drawn
  }

  /** Shapes over several teeth, in mm of the chart. */
  pieces(shapes: readonly Shape[], scale: number): string {
    return shapes.length === 0 ? '' : `<g transform="scale(${short(scale)})">${this.shapes(shapes, scale)}</g>`
  }

  peg(code: string, host: ToothPlace, marks: readonly ToothMark[]): string {
    const x = host.flipX === 1 ? host.right : host.left
    const up = findTooth(host.fdi)?.arch === 'upper' ? -1 : 1
    const y = host.neckY === null ? host.occlusalY : host.neckY - up * 1.5 * host.scale
    const drawn = this.shapes(supernumeraryShapes(marks), host.scale)
    const at = `translate(${short(x)} ${short(y)}) scale(${short(host.scale)} ${short(host.scale * host.flipY)})`
    return `<g transform="${at}">${drawn}</g>${this.text(code, x, y - up * 6.4 * host.scale, 7)}`
  }
}

const pattern = (id: string, size: number, content: string, turn: string): string =>
  `<pattern id="${id}" patternUnits="userSpaceOnUse" width="${size}" height="${size}"${turn}>${content}</pattern>`

/**
 * The tooth chart as SVG for paper: the shapes that the screen draws, without style sheets, strokes in points.
 * Findings are dotted, what exists is solid, plans are hatched, so that a print without colour says the same.
 * @returns `presumed`: some teeth are faint, since by age they are not in the mouth
 */
export function chartSvg(chart: PaperChart): { svg: string; width: number; height: number; presumed: boolean } {
  const dentition = chartDentition(chart.age, chart.marks)
  const layout = layoutChart(dentition, chart.width, chart.size)
  const absent = dentition === 'mixed' ? presumedAbsent(chart.age, chart.marks) : new Set<string>()
  const pieces = pieceShapes(layout, chart.marks)
  const groups = groupMarks(chart.marks, new Map())
  const writer = new PaperWriter(chart.font)
  const unit = chart.size === 'small' ? 1.1 : 0.9
  const parts = [
    '<defs>',
    pattern(
      'dots',
      unit,
      `<rect width="${unit}" height="${unit}" fill="#fbeae4"/><circle cx="${unit / 2}" cy="${unit / 2}" r="${unit * 0.27}" fill="#b0452b"/>`,
      '',
    ),
    pattern(
      'hatch',
      unit,
      `<rect width="${unit}" height="${unit}" fill="#ffffff"/><rect width="${unit * 0.38}" height="${unit}" fill="#08665c"/>`,
      ' patternTransform="rotate(45)"',
    ),
    '</defs>',
    ...layout.gums.map(({ line }) => `<path d="${line}" fill="none" stroke="#dbb3a7" stroke-width=".6"/>`),
    `<path d="M${short(layout.left)} ${short(layout.lineY)}H${short(layout.right)}" stroke="#9aa6a2" stroke-width=".6"/>`,
    `<path d="M${short(layout.midX)} 2V${short(layout.height - 2)}" stroke="#9aa6a2" stroke-width=".6" stroke-dasharray="1.5 3"/>`,
    chart.size === 'full' ? writer.text('右', layout.midX - 9, 7, 8) + writer.text('左', layout.midX + 9, 7, 8) : '',
    writer.pieces(pieces.under, layout.scale),
    ...layout.places.map((place) => writer.tooth(place, groups.get(place.fdi) ?? [], chart, absent.has(place.fdi))),
    writer.pieces(pieces.over, layout.scale),
    ...[...new Set(chart.marks.flatMap((mark) => supernumeraryOf(mark) ?? []))].flatMap((code) => {
      const host = layout.places.find(({ fdi }) => `S${fdi}` === code)
      return host ? [writer.peg(code, host, groups.get(code) ?? [])] : []
    }),
  ]
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${layout.width}" height="${layout.height}" viewBox="-6 0 ${layout.width + 12} ${layout.height}">${parts.join('')}</svg>`,
    width: layout.width,
    height: layout.height,
    presumed: absent.size > 0,
  }
}
