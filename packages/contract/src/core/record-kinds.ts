import { recordSections, type SectionKey } from './record-sections.ts'

interface RecordKind {
  name: string
  /** In lists, beside 初诊 and 复诊; a general record needs none. */
  short: string
  /** Sections that only this kind has. Its own calls write them; whoever saves the text leaves them as they are. */
  own: readonly SectionKey[]
}

/** Kinds of medical records, by record_type. */
export const recordKinds = {
  1: { name: '普通病历', short: '', own: [] },
  2: { name: '正畸病历', short: '正畸', own: [] },
  3: { name: '牙周病历', short: '牙周', own: ['perio'] },
} as const satisfies Record<number, RecordKind>
export type RecordType = keyof typeof recordKinds
export const recordType = { general: 1, orthodontic: 2, periodontal: 3 } as const satisfies Record<string, RecordType>
export const recordTypes = [1, 2, 3] as const satisfies readonly RecordType[]

const owned: ReadonlySet<SectionKey> = new Set(recordTypes.flatMap((type) => recordKinds[type].own))
/** Sections that some kind alone has. */
export const ownSections: readonly SectionKey[] = [...owned]

/** The sections of a kind in their order. */
export const sectionsOf = (type: RecordType): readonly (typeof recordSections)[number][] => {
  const own: readonly SectionKey[] = recordKinds[type].own
  return recordSections.filter(({ key }) => !owned.has(key) || own.includes(key))
}
