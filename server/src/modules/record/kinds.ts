import { ALWAYS_REQUIRED, type RecordContent, type RecordType, type SectionKey } from '@dentin/contract'
import type { RecordOrigin } from '@dentin/contract/core/record-origins'
import type { ClinicSettings } from '../clinic/index.ts'

/** Nobody examines or treats over the telephone: what was asked, and what was advised. */
const PHONE_SECTIONS = ['chiefComplaint', 'advice'] as const satisfies readonly SectionKey[]

/** The visit that a record tells of, and what its clinic asks for. */
export interface AskedOf extends Pick<ClinicSettings, 'firstSections' | 'returnSections'> {
  visitKind: number
  origin: RecordOrigin
  /** What is written so far, where it is known. */
  content?: RecordContent | undefined
}

/** What a kind of record must say. */
interface KindOfRecord {
  required: (of: AskedOf) => readonly SectionKey[]
}

const general: KindOfRecord = {
  required: ({ visitKind, origin, firstSections, returnSections }) =>
    origin === 'phone' ? PHONE_SECTIONS : [...ALWAYS_REQUIRED, ...(visitKind === 1 ? firstSections : returnSections)],
}

/** What differs from kind to kind, in one place. */
export const kindsOfRecord: Readonly<Record<RecordType, KindOfRecord>> = {
  1: general,
  // A first examination, or a monthly visit that is written in twenty seconds.
  2: {
    required: ({ content }) =>
      content?.orthoExam ? ['chiefComplaint', 'orthoExam', 'diagnoses'] : ['chiefComplaint', 'orthoVisit'],
  },
  // The chart is the examination; what is done about it may come at another visit.
  3: { required: () => ['chiefComplaint', 'perio', 'diagnoses'] },
}
