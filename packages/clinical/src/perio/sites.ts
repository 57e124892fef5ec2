import { findTooth } from '../teeth.ts'

/** Teeth of a periodontal chart row by row as they stand on the screen, the patient's right at the left. */
export const UPPER_ROW = [
  '18',
  '17',
  '16',
  '15',
  '14',
  '13',
  '12',
  '11',
  '21',
  '22',
  '23',
  '24',
  '25',
  '26',
  '27',
  '28',
]
export const LOWER_ROW = [
  '48',
  '47',
  '46',
  '45',
  '44',
  '43',
  '42',
  '41',
  '31',
  '32',
  '33',
  '34',
  '35',
  '36',
  '37',
  '38',
]
export const PERIO_TEETH: readonly string[] = [...UPPER_ROW, ...LOWER_ROW]

/** Buccal or labial; lingual or palatal. */
export type PerioSide = 'B' | 'L'
/** One of the six places of a tooth: 0 MB, 1 B, 2 DB, 3 ML, 4 L, 5 DL. */
export interface Site {
  tooth: string
  site: number
}
/** Where on one side of one tooth, and the order in which its three sites are probed. */
export interface Stop {
  tooth: string
  side: PerioSide
  sites: readonly number[]
}

export const isUpper = (tooth: string): boolean => tooth.startsWith('1') || tooth.startsWith('2')
/** Stands in the left half of the screen: a quadrant of the patient's right. */
export const isScreenLeft = (tooth: string): boolean => tooth.startsWith('1') || tooth.startsWith('4')
export const sideOf = (site: number): PerioSide => (site < 3 ? 'B' : 'L')
export const rowOf = (tooth: string): readonly string[] => (isUpper(tooth) ? UPPER_ROW : LOWER_ROW)
/** Whether a code is a permanent tooth: deciduous ones are not charted. */
export const isCharted = (tooth: string): boolean => findTooth(tooth)?.dentition === 'permanent'

/** The sites of one side as they stand on the screen: towards the midline 远中 中 近中, away from it 近中 中 远中. */
export function sitesOnScreen(tooth: string, side: PerioSide): readonly number[] {
  const first = side === 'B' ? 0 : 3
  return isScreenLeft(tooth) ? [first + 2, first + 1, first] : [first, first + 1, first + 2]
}

/** Ways through the mouth: along the rows and back, tooth by tooth with both sides, sextant by sextant. */
export const perioPaths = { snake: '蛇形', jaw: '逐牙两侧', sextant: '逐区' } as const
export type PerioPath = keyof typeof perioPaths

/** Names of the sextants, in the order in which they are probed and treated. */
export const SEXTANTS: readonly { key: string; name: string; teeth: readonly string[] }[] = [
  { key: 'S1', name: '右上后', teeth: ['18', '17', '16', '15', '14'] },
  { key: 'S2', name: '上前', teeth: ['13', '12', '11', '21', '22', '23'] },
  { key: 'S3', name: '左上后', teeth: ['24', '25', '26', '27', '28'] },
  { key: 'S4', name: '左下后', teeth: ['38', '37', '36', '35', '34'] },
  { key: 'S5', name: '下前', teeth: ['33', '32', '31', '41', '42', '43'] },
  { key: 'S6', name: '右下后', teeth: ['44', '45', '46', '47', '48'] },
]

function stop(tooth: string, side: PerioSide, rightwards: boolean): Stop {
  const onScreen = sitesOnScreen(tooth, side)
  return { tooth, side, sites: rightwards ? onScreen : onScreen.toReversed() }
}
const run = (teeth: readonly string[], side: PerioSide, rightwards: boolean) =>
  teeth.map((tooth) => stop(tooth, side, rightwards))

const paths: Readonly<Record<PerioPath, readonly Stop[]>> = {
  snake: [
    ...run(UPPER_ROW, 'B', true),
    ...run(UPPER_ROW.toReversed(), 'L', false),
    ...run(LOWER_ROW, 'L', true),
    ...run(LOWER_ROW.toReversed(), 'B', false),
  ],
  jaw: [...UPPER_ROW, ...LOWER_ROW].flatMap((tooth) => [stop(tooth, 'B', true), stop(tooth, 'L', true)]),
  sextant: SEXTANTS.flatMap(({ teeth }) => {
    const rightwards = isUpper(teeth[0] ?? '')
    return [...run(teeth, 'B', rightwards), ...run(teeth.toReversed(), 'L', !rightwards)]
  }),
}

/** The sides of all teeth in the order of a path. */
export const stopsOf = (path: PerioPath): readonly Stop[] => paths[path]

/** Places of a furcation. */
export const furcationPlaceNames = { B: '颊', L: '舌', M: '近中', D: '远中' } as const
export type FurcationPlace = keyof typeof furcationPlaceNames

/** Where a tooth can have a furcation: upper molars 颊 近中 远中, the upper first premolar 近中 远中, lower molars 颊 舌. */
export function furcationPlaces(tooth: string): readonly FurcationPlace[] {
  const position = Number(tooth[1])
  if (isUpper(tooth)) return position >= 6 ? ['B', 'M', 'D'] : position === 4 ? ['M', 'D'] : []
  return position >= 6 ? ['B', 'L'] : []
}

/** A site in words: 16 近中颊. */
export const siteNames = ['近中颊', '颊', '远中颊', '近中舌', '舌', '远中舌'] as const
export const siteName = ({ tooth, site }: Site): string =>
  `${tooth} ${(siteNames[site] ?? '').replace('舌', isUpper(tooth) ? '腭' : '舌')}`
