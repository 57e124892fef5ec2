/** Pictures that stand at the start and at the end of an orthodontic treatment, by their kinds (《影像类别》 1–20). */

/** One place of the set: which kinds fill it, and how many pictures it takes. */
interface Place {
  key: 'panorama' | 'lateral' | 'front' | 'smile' | 'profile' | 'oblique' | 'freeFace' | 'intraoral'
  name: string
  kinds: readonly number[]
  count: number
}

const places: readonly Place[] = [
  { key: 'panorama', name: '全景片或 CBCT', kinds: [10, 17], count: 1 },
  { key: 'lateral', name: '头颅侧位片', kinds: [11], count: 1 },
  { key: 'front', name: '正面像', kinds: [1], count: 1 },
  { key: 'smile', name: '正面微笑像', kinds: [2], count: 1 },
  { key: 'profile', name: '侧面像', kinds: [3], count: 1 },
  { key: 'oblique', name: '45° 像', kinds: [4], count: 1 },
]
/** Two more faces from any side. */
const FREE_FACES = 2
const faces = [1, 2, 3, 4]
const mouth: readonly (readonly [number, string])[] = [
  [5, '口内正面'],
  [6, '口内左侧'],
  [7, '口内右侧'],
  [8, '上颌𬌗面'],
  [9, '下颌𬌗面'],
]

/** What is still to be taken, in words, each with the kind that fills it; signed: the plan. */
export interface Lacking {
  /** null: no picture but the signed plan. */
  kind: number | null
  name: string
  count: number
}

/**
 * What the set lacks: panorama or CBCT 1, lateral film 1, face 6, intra-oral 5, signed plan 1.
 * @param there the kind of each picture
 * @param planSigned the plan has been signed
 */
export function lackingOf(there: readonly number[], planSigned: boolean): Lacking[] {
  const count = (kinds: readonly number[]) => there.filter((kind) => kinds.includes(kind)).length
  const lacking = [
    ...places.map(({ kinds, name, count: wanted }) => ({ kind: kinds[0] ?? null, name, count: wanted - count(kinds) })),
    {
      kind: 4,
      name: '其他角度面像',
      count: FREE_FACES - faces.reduce((spare, kind) => spare + Math.max(0, count([kind]) - 1), 0),
    },
    ...mouth.map(([kind, name]) => ({ kind, name, count: 1 - count([kind]) })),
    { kind: null, name: '签字方案', count: planSigned ? 0 : 1 },
  ]
  return lacking.filter((each) => each.count > 0)
}

/** '头颅侧位片、其他角度面像 2 张' */
export const lackingText = (lacking: readonly Lacking[]): string =>
  lacking.map(({ name, count }) => (count > 1 ? `${name} ${count} 张` : name)).join('、')

/**
 * In days: pictures from so many before the first examination to so many after the start of treatment are those of the start,
 * those from so many before debonding those of the end.
 */
export const caseDays = { beforeFirst: 90, around: 30 } as const
