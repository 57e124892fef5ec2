/** What a picture shows: twenty kinds, and any other. */
export const pictureKindNames = {
  1: '正面像',
  2: '正面微笑像',
  3: '侧面像',
  4: '45° 像',
  5: '口内正面',
  6: '口内左侧',
  7: '口内右侧',
  8: '上颌𬌗面',
  9: '下颌𬌗面',
  10: '全景片',
  11: '头颅侧位片',
  12: '头颅正位片',
  13: '根尖片',
  14: '咬翼片',
  15: '手腕骨片',
  16: '关节片',
  17: 'CBCT',
  18: '口扫模型',
  19: '模型照',
  20: '文档',
  99: '其他',
} as const
export type PictureKind = keyof typeof pictureKindNames
export const pictureKinds = Object.keys(pictureKindNames).map(Number) as PictureKind[]
export const OTHER_KIND = 99

/** The nine slots as a dentist hangs them: the viewer looks at the patient, whose right stands on the left. */
export const nineSlots = [1, 2, 3, 7, 5, 6, 8, 4, 9] as const satisfies readonly PictureKind[]
/** What is photographed at a monthly visit: the face, and the bite with the wires. */
export const visitSlots = [1, 2, 7, 5, 6, 8] as const satisfies readonly PictureKind[]
/** In which order they are usually taken. */
export const shootingOrder = [1, 2, 4, 3, 5, 7, 6, 8, 9] as const satisfies readonly PictureKind[]
/** Kinds on which a film shows single teeth. */
export const toothFilms: readonly PictureKind[] = [13, 14]
/** Films of the whole mouth. */
export const mouthFilms: readonly PictureKind[] = [10, 17]

/** Suggested names of stages. */
export const stageNames = ['初诊', '治疗中（第 1 次）', '结束', '保持', '复查'] as const

/** The kinds of the nine that a stage lacks, in the order of the slots. */
export function missingKinds(there: readonly number[]): PictureKind[] {
  return nineSlots.filter((kind) => !there.includes(kind))
}

/** Words of a file's name, the more telling ones first. */
const words: readonly [RegExp, PictureKind][] = [
  [/侧位|ceph|lateral.?(film|x)/i, 11],
  [/正位片|\bpa.?ceph/i, 12],
  [/全景|曲面|pano|opg|opt\b/i, 10],
  [/根尖|periapical/i, 13],
  [/咬翼|bitewing/i, 14],
  [/手腕|腕骨|wrist/i, 15],
  [/关节|tmj/i, 16],
  [/cbct/i, 17],
  [/模型|model|cast/i, 19],
  [/口内正|intra.*front|anterior/i, 5],
  [/上颌|上牙弓|upper|max/i, 8],
  [/下颌|下牙弓|lower|mand/i, 9],
  [/微笑|smile/i, 2],
  [/侧面|侧貌|profile|(?<!\d)90(?!\d)/i, 3],
  [/(?<!\d)45(?!\d)/, 4],
  [/右|right/i, 7],
  [/左|left/i, 6],
  [/正面|frontal/i, 1],
]
/** What a file's name says of its kind; null: nothing. */
export function kindInName(name: string): PictureKind | null {
  const stem = name.replace(/\.\w+$/, '')
  return words.find(([word]) => word.test(stem))?.[1] ?? null
}

/** A picture of a batch, in the order of taking. */
export interface InBatch {
  name: string
  width: number
  height: number
}

/**
 * Guesses what the pictures of a batch show: by the words of their names; else upright ones are faces and lying ones the mouth,
 * in the order in which they are usually taken, as far as a slot is left. What finds no slot is another picture.
 * @param taken kinds that the stage has already
 */
export function guessKinds(batch: readonly InBatch[], taken: readonly number[] = []): PictureKind[] {
  const named = batch.map(({ name }) => kindInName(name))
  const used = new Set<number>([...taken, ...named.filter((kind) => kind !== null)])
  return batch.map(({ width, height }, at) => {
    const said = named[at]
    if (said) return said
    const isFace = height > width
    const free = shootingOrder.find((kind) => kind <= 4 === isFace && !used.has(kind))
    if (free === undefined) return OTHER_KIND
    used.add(free)
    return free
  })
}

/** By the time of taking, else by the number in the name, else as chosen. */
export function inOrderOfTaking<T extends { name: string; takenAt: number | null }>(files: readonly T[]): T[] {
  const numberIn = (name: string) => Number(/(\d+)\D*$/.exec(name.replace(/\.\w+$/, ''))?.[1] ?? Number.NaN)
  return files
    .map((file, at) => ({ file, at }))
    .sort((a, b) => {
      if (a.file.takenAt !== null && b.file.takenAt !== null && a.file.takenAt !== b.file.takenAt)
        return a.file.takenAt - b.file.takenAt
      const [x, y] = [numberIn(a.file.name), numberIn(b.file.name)]
      return Number.isNaN(x) || Number.isNaN(y) || x === y ? a.at - b.at : x - y
    })
    .map(({ file }) => file)
}
