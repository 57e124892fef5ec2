import { furcationPlaceNames, furcationPlaces, isCharted, type FurcationPlace } from './sites.ts'

/** What is measured in mm at a site, and what is seen there. */
export type Measure = 'pd' | 'gm'
export type Mark = 'bop' | 'pus' | 'plaque' | 'calculus'
type Digit = 0 | 1 | 2 | 3 | 4 | 5
/** One place of a tooth's record; a place that is not there was not measured. */
export type CellKey =
  | `${Measure | Mark | 'filled'}.${Digit}`
  | `furcation.${FurcationPlace}`
  | 'status'
  | 'mobility'
  | 'width'
  | 'prognosis'
  | 'note'
export type CellValue = number | string
/** What is known of one tooth. */
export type ToothCells = Readonly<Partial<Record<CellKey, CellValue>>>
/** A chart: tooth by tooth. */
export type PerioCells = Readonly<Record<string, ToothCells>>

export const markNames: Readonly<Record<Mark, string>> = {
  bop: '出血',
  pus: '溢脓',
  plaque: '菌斑',
  calculus: '牙石',
}
/** What stands at a tooth's place; a tooth of which none is said is there. */
export const perioStatusNames = { present: '存在', missing: '缺失', implant: '种植体', root: '残根' } as const
export type PerioStatus = keyof typeof perioStatusNames
export const prognosisNames: Readonly<Record<number, string>> = { 1: '好', 2: '可疑', 3: '差', 4: '无望' }
export const ROMAN = ['0', 'Ⅰ', 'Ⅱ', 'Ⅲ', 'Ⅳ'] as const

const LIMITS = { pd: [0, 15, '探诊深度'], gm: [-9, 20, '龈缘'] } as const
const NOTE_MAX = 100

const sitesOf = <K extends Measure | Mark | 'filled'>(kind: K) =>
  ([0, 1, 2, 3, 4, 5] as const).map((site): CellKey => `${kind}.${site}`)
/** The keys of all sites, made once: a chart asks for thousands of them. */
const siteKeys: Readonly<Record<Measure | Mark | 'filled', readonly CellKey[]>> = {
  pd: sitesOf('pd'),
  gm: sitesOf('gm'),
  bop: sitesOf('bop'),
  pus: sitesOf('pus'),
  plaque: sitesOf('plaque'),
  calculus: sitesOf('calculus'),
  filled: sitesOf('filled'),
}

export const cellOf = (kind: Measure | Mark | 'filled', site: number): CellKey =>
  siteKeys[kind][site] ?? `${kind}.${site as Digit}`

/** The number in a cell; null where nothing was measured. */
export function numberIn(cells: ToothCells | undefined, key: CellKey): number | null {
  const value = cells?.[key]
  return typeof value === 'number' ? value : null
}
export const measureAt = (cells: ToothCells | undefined, kind: Measure, site: number): number | null =>
  numberIn(cells, cellOf(kind, site))
export const isMarked = (cells: ToothCells | undefined, kind: Mark, site: number): boolean =>
  cells?.[cellOf(kind, site)] === 1

/** Was plaque looked for at a site? */
export const isPlaqueSought = (cells: ToothCells | undefined, site: number): boolean =>
  cells?.[cellOf('plaque', site)] !== undefined

export function statusOf(cells: ToothCells | undefined): PerioStatus {
  const status = cells?.status
  return status === 'missing' || status === 'implant' || status === 'root' ? status : 'present'
}
export const isMissing = (cells: ToothCells | undefined): boolean => cells?.status === 'missing'

/** A tooth with one cell changed; null takes the value away. */
export function withCell(cells: ToothCells | undefined, key: CellKey, value: CellValue | null): ToothCells {
  const { [key]: _old, ...rest } = cells ?? {}
  return value === null ? rest : { ...rest, [key]: value }
}

const inside = (value: CellValue, min: number, max: number) =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max

/** Why a value can't stand in a cell of a tooth, in Chinese; null when it can. */
export function cellProblem(tooth: string, key: string, value: CellValue): string | null {
  if (!isCharted(tooth)) return `${tooth} 不是恒牙，不作牙周记录`
  const [kind = '', place = ''] = key.split('.')
  switch (kind) {
    case 'pd':
    case 'gm': {
      const [min, max, name] = LIMITS[kind]
      if (!/^[0-5]$/.test(place)) return '没有这个位点'
      return inside(value, min, max) ? null : `${name}应在 ${min} 到 ${max} mm 之间`
    }
    case 'bop':
    case 'pus':
    case 'calculus':
    case 'filled':
      if (!/^[0-5]$/.test(place)) return '没有这个位点'
      return value === 1 ? null : '标记只有有或无'
    case 'plaque':
      if (!/^[0-5]$/.test(place)) return '没有这个位点'
      // 0: it was looked for, and there is none.
      return value === 1 || value === 0 ? null : '标记只有有或无'
    case 'furcation':
      if (!furcationPlaces(tooth).some((each) => each === place))
        return furcationPlaces(tooth).length === 0 ? `${tooth} 没有根分叉` : `${tooth} 没有这处根分叉`
      return inside(value, 0, 4) ? null : '根分叉应为 0 到 Ⅳ 度'
    case 'mobility':
      return inside(value, 0, 3) ? null : '松动度应为 0 到 Ⅲ 度'
    case 'width':
      return inside(value, 0, 15) ? null : '角化龈宽度应在 0 到 15 mm 之间'
    case 'prognosis':
      return inside(value, 1, 4) ? null : '预后不在可选范围内'
    case 'status':
      return typeof value === 'string' && value !== 'present' && value in perioStatusNames
        ? null
        : '牙的状态不在可选范围内'
    case 'note':
      return typeof value === 'string' && value.length <= NOTE_MAX ? null : `备注不超过 ${NOTE_MAX} 字`
    default:
      return '没有这一格'
  }
}

/** Why the cells of a tooth can't stand together: with the cell at which it is told. */
export function togetherProblem(tooth: string, cells: ToothCells): { cell: CellKey; message: string } | null {
  const keys = Object.keys(cells) as CellKey[]
  if (isMissing(cells)) {
    const cell = keys.find((key) => key !== 'status' && key !== 'note')
    const what = cell === 'mobility' ? '松动度' : cell?.startsWith('furcation') ? '根分叉' : '测量值'
    return cell ? { cell, message: `${tooth} 缺失，不能记${what}` } : null
  }
  if (statusOf(cells) === 'implant') {
    const cell = keys.find((key) => key.startsWith('furcation'))
    return cell ? { cell, message: `${tooth} 是种植体，没有根分叉` } : null
  }
  for (let site = 0; site < 6; site += 1) {
    const [depth, margin] = [measureAt(cells, 'pd', site), measureAt(cells, 'gm', site)]
    if (depth !== null && margin !== null && depth + margin < 0)
      return { cell: cellOf('gm', site), message: `附着丧失不能小于 0（深度 ${depth}，龈缘 ${margin}）` }
  }
  return null
}

/** One change of one cell: what stood there, and what shall. */
export interface CellChange {
  tooth: string
  cell: CellKey
  from: CellValue | null
  to: CellValue | null
}

/** What differs between two charts, cell by cell. */
export function changesBetween(before: PerioCells, after: PerioCells): CellChange[] {
  if (before === after) return []
  const teeth = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...teeth].flatMap((tooth) => {
    const [old, now] = [before[tooth], after[tooth]]
    if (old === now) return []
    const cells = new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})]) as Set<CellKey>
    return [...cells].flatMap((cell) => {
      const [from, to] = [old?.[cell] ?? null, now?.[cell] ?? null]
      return from === to ? [] : [{ tooth, cell, from, to }]
    })
  })
}

/** A chart with changes made. */
export function withChanges(chart: PerioCells, changes: readonly CellChange[]): PerioCells {
  const next: Record<string, ToothCells> = { ...chart }
  for (const { tooth, cell, to } of changes) next[tooth] = withCell(next[tooth], cell, to)
  return next
}

export const furcationText = (cells: ToothCells | undefined): string =>
  (Object.keys(furcationPlaceNames) as FurcationPlace[])
    .flatMap((place) => {
      const degree = numberIn(cells, `furcation.${place}`)
      return degree === null || degree === 0 ? [] : [`${furcationPlaceNames[place]}${ROMAN[degree] ?? ''}`]
    })
    .join(' ')
