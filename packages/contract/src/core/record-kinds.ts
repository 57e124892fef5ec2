import { recordSections, type SectionKey } from './record-sections.ts'

interface RecordKind {
  name: string
  /** In lists, beside 初诊 and 复诊; a general record needs none. */
  short: string
  /** Sections that only this kind has. Its own calls write them; whoever saves the text leaves them as they are. */
  own: readonly SectionKey[]
  /** Sections that only this kind has, and that are saved with the text. */
  more: readonly SectionKey[]
}

/** Kinds of medical records, by record_type. */
export const recordKinds = {
  1: { name: '普通病历', short: '', own: [], more: [] },
  2: { name: '正畸病历', short: '正畸', own: [], more: ['orthoExam', 'orthoVisit'] },
  3: { name: '牙周病历', short: '牙周', own: ['perio'], more: [] },
} as const satisfies Record<number, RecordKind>
export type RecordType = keyof typeof recordKinds
export const recordType = { general: 1, orthodontic: 2, periodontal: 3 } as const satisfies Record<string, RecordType>
export const recordTypes = [1, 2, 3] as const satisfies readonly RecordType[]

/** Sections that some kind alone has and that its own calls write. */
export const ownSections: readonly SectionKey[] = recordTypes.flatMap((type) => recordKinds[type].own)
const specialOf = (type: RecordType): readonly SectionKey[] => [...recordKinds[type].own, ...recordKinds[type].more]
/** Sections that some kind alone has. */
export const specialSections: readonly SectionKey[] = recordTypes.flatMap(specialOf)

/** The sections of a kind in their order. */
export const sectionsOf = (type: RecordType): readonly (typeof recordSections)[number][] => {
  const own = specialOf(type)
  return recordSections.filter(({ key }) => !specialSections.includes(key) || own.includes(key))
}
