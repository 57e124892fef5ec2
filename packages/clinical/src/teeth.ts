import chart from './data/tooth-chart.json' with { type: 'json' }

/** Surface letters: mesial, distal, buccal or labial, lingual or palatal, occlusal, incisal, cervical. */
export type ToothSurface = 'M' | 'D' | 'B' | 'L' | 'O' | 'I' | 'C'
export type Dentition = 'permanent' | 'deciduous'
export type Quadrant = 'UR' | 'UL' | 'LL' | 'LR'
export type Arch = 'upper' | 'lower'
/** `cross` is Palmer as Chinese papers write it: deciduous teeth in roman numerals. */
export type ToothNotation = 'fdi' | 'palmer' | 'universal' | 'cross'
/** Region codes: upper, lower, full mouth, quadrants, upper and lower anterior. */
export type ToothRegion = 'FM' | 'UA' | 'LA' | 'Q1' | 'Q2' | 'Q3' | 'Q4' | 'AU' | 'AL'

export interface Tooth {
  /** FDI two digits, e.g. '16'. */
  fdi: string
  universal: string
  /** Quadrant and digit (permanent) or letter A–E (deciduous), e.g. 'UR6', 'URE'. */
  palmer: string
  dentition: Dentition
  quadrant: Quadrant
  arch: Arch
  side: 'right' | 'left'
  /** Position from the midline, 1–8 (permanent) or 1–5 (deciduous). */
  position: number
  nameZh: string
  nameEn: string
  /** The five drawn surfaces; every tooth also has the cervical mark C. */
  surfaces: readonly ToothSurface[]
}

/** One entry of a selection: a tooth ('16'), a supernumerary beside a tooth ('S11') or a region ('Q3'). */
export interface TeethEntry {
  code: string
  /** Surface letters in stored order (M D B L O I C), '' for the whole tooth. */
  surfaces: string
}
export type TeethSelection = readonly TeethEntry[]

/** Thrown by `parseTeeth`; `message` is Chinese and may be shown to the user. */
export class TeethError extends Error {
  readonly code = 'invalid'
}

/** All 52 teeth, quadrant by quadrant (11–18, 21–28, 31–38, 41–48, 51–55 … 81–85). */
export const teeth: readonly Tooth[] = chart.teeth.map((tooth) => ({
  ...tooth,
  fdi: String(tooth.fdi),
  dentition: tooth.dentition as Dentition,
  quadrant: tooth.quadrant as Quadrant,
  arch: tooth.arch as Arch,
  side: tooth.side as Tooth['side'],
  position: tooth.fdi % 10,
  surfaces: tooth.surfaces as ToothSurface[],
}))

const byFdi = new Map(teeth.map((tooth) => [tooth.fdi, tooth]))
const order = new Map(teeth.map((tooth, index) => [tooth.fdi, index]))

export const toothRegions: readonly { code: ToothRegion; nameZh: string; teeth: readonly string[] }[] = (
  [
    ['FM', '全口', () => true],
    ['UA', '上颌', (tooth) => tooth.arch === 'upper'],
    ['LA', '下颌', (tooth) => tooth.arch === 'lower'],
    ['Q1', '右上象限', (tooth) => tooth.quadrant === 'UR'],
    ['Q2', '左上象限', (tooth) => tooth.quadrant === 'UL'],
    ['Q3', '左下象限', (tooth) => tooth.quadrant === 'LL'],
    ['Q4', '右下象限', (tooth) => tooth.quadrant === 'LR'],
    ['AU', '上前牙区', (tooth) => tooth.arch === 'upper' && tooth.position <= 3],
    ['AL', '下前牙区', (tooth) => tooth.arch === 'lower' && tooth.position <= 3],
  ] satisfies [ToothRegion, string, (tooth: Tooth) => boolean][]
).map(([code, nameZh, has]) => ({
  code,
  nameZh,
  teeth: teeth.filter((tooth) => tooth.dentition === 'permanent' && has(tooth)).map((tooth) => tooth.fdi),
}))

const regionByCode = new Map<string, (typeof toothRegions)[number]>(toothRegions.map((region) => [region.code, region]))
const regionOrder = new Map<string, number>(toothRegions.map((region, index) => [region.code, index]))

/** Stored order of the surface letters. */
const surfaceLetters = 'MDBLOIC'
/** Spoken order: 近中𬌗远中 rather than 近中远中𬌗. */
const spokenOrder = 'MODBL'

/** The tooth of an FDI code, or undefined when there is none (19, 56, 91 …). */
export function findTooth(fdi: string): Tooth | undefined {
  return byFdi.get(fdi)
}

const roman = ['', 'I', 'II', 'III', 'IV', 'V']

/**
 * Other notations of an FDI number. `universal` is 1–32 or A–T, `palmer` is quadrant and position.
 * Returns `{ error: 'invalid' }` when no such tooth exists (ISO 3950).
 */
export function toothNumber(
  fdi: number | string,
): { universal: string; palmer: string; dentition: Dentition } | { error: 'invalid' } {
  const tooth = byFdi.get(String(fdi))
  return tooth
    ? { universal: tooth.universal, palmer: tooth.palmer, dentition: tooth.dentition }
    : { error: 'invalid' as const }
}

/** What is printed for a tooth in a notation: FDI '16', Palmer '6' or 'E' (the quadrant is seen from the place), universal '3'. */
export function toothLabel(fdi: string, notation: ToothNotation): string {
  const tooth = byFdi.get(fdi)
  if (!tooth || notation === 'fdi') return fdi
  if (notation === 'cross')
    return tooth.dentition === 'permanent' ? String(tooth.position) : (roman[tooth.position] ?? fdi)
  return notation === 'universal' ? tooth.universal : tooth.palmer.slice(2)
}

/** The tooth an entry stands on: itself, or the neighbour of a supernumerary; undefined for a region. */
function hostTooth(code: string): Tooth | undefined {
  return byFdi.get(code.startsWith('S') ? code.slice(1) : code)
}

/** True when the code is a region such as Q3 or FM. */
export function isToothRegion(code: string): code is ToothRegion {
  return regionByCode.has(code)
}

/** Surfaces in stored order without repeats; letters the tooth has not got are dropped. `code` is a tooth or supernumerary. */
export function normaliseSurfaces(code: string, surfaces: string): string {
  const tooth = hostTooth(code)
  if (!tooth) return ''
  return [...surfaceLetters]
    .filter((letter) => surfaces.includes(letter))
    .filter((letter) => letter === 'C' || tooth.surfaces.includes(letter as ToothSurface))
    .join('')
}

/** Chinese stem of a surface on a tooth: 近中, 远中, 颊 or 唇, 舌 or 腭, 𬌗, 切缘, 颈部. */
export function surfaceName(code: string, surface: ToothSurface): string {
  const tooth = hostTooth(code)
  const anterior = tooth ? tooth.position <= 3 : false
  switch (surface) {
    case 'M':
      return '近中'
    case 'D':
      return '远中'
    case 'B':
      return anterior ? '唇' : '颊'
    case 'L':
      return tooth?.arch === 'upper' ? '腭' : '舌'
    case 'O':
      return '𬌗'
    case 'I':
      return '切缘'
    case 'C':
      return '颈部'
  }
}

/** Surfaces in words: '近中𬌗面', '近中面切缘', '颊面颈部'; '' for none. */
export function surfaceText(code: string, surfaces: string): string {
  const faces = [...spokenOrder].filter((letter) => surfaces.includes(letter))
  const stem = faces.map((letter) => surfaceName(code, letter as ToothSurface)).join('')
  return [stem && `${stem}面`, surfaces.includes('I') && '切缘', surfaces.includes('C') && '颈部']
    .filter(Boolean)
    .join('')
}

function sortKey(code: string): number {
  const region = regionOrder.get(code)
  if (region !== undefined) return 1000 + region
  return (order.get(code.startsWith('S') ? code.slice(1) : code) ?? 0) + (code.startsWith('S') ? 500 : 0)
}

/**
 * Puts a selection in stored order: permanent, deciduous, supernumerary, regions; entries of one tooth merge their
 * surfaces. A whole tooth together with surfaces of it keeps the surfaces.
 */
export function normaliseTeeth(selection: TeethSelection): TeethSelection {
  const merged = new Map<string, string>()
  for (const { code, surfaces } of selection) merged.set(code, (merged.get(code) ?? '') + surfaces)
  return [...merged]
    .map(([code, surfaces]) => ({ code, surfaces: normaliseSurfaces(code, surfaces) }))
    .sort((a, b) => sortKey(a.code) - sortKey(b.code))
}

function parseEntry(part: string): TeethEntry {
  const [code = '', surfaces = '', ...rest] = part.split(':').map((piece) => piece.trim().toUpperCase())
  if (rest.length > 0 || (part.includes(':') && !surfaces)) throw new TeethError(`牙位“${part}”写法不对，应如 16:MO`)
  if (regionByCode.has(code)) {
    if (surfaces) throw new TeethError(`${regionByCode.get(code)?.nameZh}是区域，不能带牙面`)
    return { code, surfaces: '' }
  }
  const tooth = hostTooth(code)
  if (!tooth) throw new TeethError(`没有“${code}”这个牙位`)
  for (const letter of surfaces) {
    if (!surfaceLetters.includes(letter)) throw new TeethError(`没有“${letter}”这个牙面`)
    if (letter !== 'C' && !tooth.surfaces.includes(letter as ToothSurface))
      throw new TeethError(letter === 'I' ? `${code} 是后牙，没有切缘，应写 O` : `${code} 是前牙，没有𬌗面，应写 I`)
  }
  return { code, surfaces }
}

/**
 * Reads the stored text, e.g. '16:MO;24;Q3', into a normalised selection; '' is an empty selection.
 * @throws TeethError with a Chinese message when a code or surface does not exist.
 */
export function parseTeeth(text: string): TeethSelection {
  const parts = text.split(/[;；]/).map((part) => part.trim())
  return normaliseTeeth(parts.filter(Boolean).map(parseEntry))
}

/** The Chinese reason why a stored text is invalid, or null when it is valid. */
export function teethProblem(text: string): string | null {
  try {
    parseTeeth(text)
    return null
  } catch (error) {
    if (error instanceof TeethError) return error.message
    throw error
  }
}

/** Writes a selection as stored text in normalised order, e.g. '16:MO;24;Q3'. */
export function formatTeeth(selection: TeethSelection): string {
  return normaliseTeeth(selection)
    .map(({ code, surfaces }) => (surfaces ? `${code}:${surfaces}` : code))
    .join(';')
}

/** The four quadrants of the cross notation, as seen facing the patient (right quadrants on the left of the page). */
export interface ToothCrossParts {
  upperRight: string
  upperLeft: string
  lowerRight: string
  lowerLeft: string
}

interface CrossMark {
  position: number
  rank: number
  label: string
}

/** Joins one quadrant's marks in reading order; five or more neighbours become a range such as '8–1'. */
function crossText(marks: CrossMark[], side: Tooth['side']): string {
  const sign = side === 'right' ? -1 : 1
  const sorted = [...marks].sort((a, b) => sign * (a.position - b.position) || a.rank - b.rank)
  const runs: CrossMark[][] = []
  for (const mark of sorted) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last && last.rank === mark.rank && Math.abs(last.position - mark.position) === 1) run.push(mark)
    else runs.push([mark])
  }
  let text = ''
  let wordy = false
  for (const run of runs) {
    const pieces = run.length >= 5 ? [`${run[0]?.label}–${run.at(-1)?.label}`] : run.map((mark) => mark.label)
    for (const piece of pieces) {
      const long = piece.includes('–') || !/^\d$/.test(piece)
      text += text && (long || wordy) ? ` ${piece}` : piece
      wordy = long
    }
  }
  return text
}

/**
 * Quadrant texts of the cross notation (部位记录法): permanent digits without space ('765'), deciduous Roman
 * numerals ('V IV'; letters 'E D' in Palmer's), supernumerary 'S1', regions and five or more neighbours as a range ('8–1').
 */
export function toothCrossParts(selection: TeethSelection, notation: 'cross' | 'palmer' = 'cross'): ToothCrossParts {
  const seen = new Map<string, { tooth: Tooth; rank: number; label: string }>()
  for (const { code } of selection) {
    for (const fdi of regionByCode.get(code)?.teeth ?? [code]) {
      const tooth = hostTooth(fdi)
      if (!tooth) continue
      const digit = toothLabel(tooth.fdi, notation)
      const extra = fdi.startsWith('S')
      const rank = (tooth.dentition === 'permanent' ? 0 : 1) + (extra ? 2 : 0)
      seen.set(fdi, { tooth, rank, label: extra ? `S${digit}` : digit })
    }
  }
  const text = (quadrant: Quadrant): string => {
    const marks = [...seen.values()].filter(({ tooth }) => tooth.quadrant === quadrant)
    return crossText(
      marks.map(({ tooth, rank, label }) => ({ position: tooth.position, rank, label })),
      quadrant.endsWith('R') ? 'right' : 'left',
    )
  }
  return { upperRight: text('UR'), upperLeft: text('UL'), lowerRight: text('LR'), lowerLeft: text('LL') }
}

/** Plain Chinese text in a notation: '16近中𬌗面、24、左下象限'; '' for an empty selection. */
export function toothText(selection: TeethSelection, notation: ToothNotation = 'fdi'): string {
  return normaliseTeeth(selection)
    .map(({ code, surfaces }) => {
      const region = regionByCode.get(code)
      if (region) return region.nameZh
      const label = code.startsWith('S') ? `${toothShort(code.slice(1), notation)}旁多生牙` : toothShort(code, notation)
      return label + surfaceText(code, surfaces)
    })
    .join('、')
}

/** A label that stands alone: Palmer keeps its quadrant ('UR6'). */
function toothShort(fdi: string, notation: ToothNotation): string {
  return notation === 'palmer' || notation === 'cross' ? (byFdi.get(fdi)?.palmer ?? fdi) : toothLabel(fdi, notation)
}

/** The full Chinese name of a tooth, supernumerary or region: '右上第一磨牙', '右上中切牙旁多生牙', '全口'. */
export function toothName(code: string): string {
  const region = regionByCode.get(code)
  if (region) return region.nameZh
  const name = hostTooth(code)?.nameZh ?? code
  return code.startsWith('S') ? `${name}旁多生牙` : name
}

/** Column on the chart: −8…−1 on the patient's right, 1…8 on the left. */
export function toothColumn(fdi: string): number {
  const tooth = byFdi.get(fdi)
  if (!tooth) throw new TeethError(`没有“${fdi}”这个牙位`)
  return tooth.side === 'right' ? -tooth.position : tooth.position
}

/**
 * Teeth between two teeth along the arch, both included, from the patient's right to left. When the two lie in
 * different rows (arch or dentition), the columns between them are taken in both rows.
 * @throws TeethError when either tooth does not exist.
 */
export function toothRange(from: string, to: string): string[] {
  const [a, b] = [toothColumn(from), toothColumn(to)]
  const [low, high] = [Math.min(a, b), Math.max(a, b)]
  const ends = [byFdi.get(from), byFdi.get(to)]
  return teeth
    .filter((tooth) => ends.some((end) => end?.arch === tooth.arch && end.dentition === tooth.dentition))
    .filter((tooth) => toothColumn(tooth.fdi) >= low && toothColumn(tooth.fdi) <= high)
    .sort(
      (x, y) =>
        Number(x.arch === 'lower') - Number(y.arch === 'lower') ||
        Number(x.dentition === 'deciduous') - Number(y.dentition === 'deciduous') ||
        toothColumn(x.fdi) - toothColumn(y.fdi),
    )
    .map((tooth) => tooth.fdi)
}

/** Every tooth a selection covers, without repeats, in stored order; a region stands for its permanent teeth. */
export function expandTeeth(selection: TeethSelection): string[] {
  const codes = selection.flatMap(({ code }) => regionByCode.get(code)?.teeth ?? [code])
  return [...new Set(codes)].sort((a, b) => sortKey(a) - sortKey(b))
}

/** Number of teeth covered, each once; a quadrant counts 8, an arch 16, the full mouth 32. */
export function countTeeth(selection: TeethSelection): number {
  return expandTeeth(selection).length
}

/** True when two selections cover the same teeth; surfaces and order do not matter. */
export function sameTeeth(a: TeethSelection, b: TeethSelection): boolean {
  return expandTeeth(a).join() === expandTeeth(b).join()
}
