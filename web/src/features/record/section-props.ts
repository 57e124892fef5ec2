import type { BodyFacts } from '@dentin/clinical/anaesthetic-lines'
import type { TeethSelection } from '@dentin/clinical/teeth'
import type { ReactNode } from 'react'
import type { RecordContent, RecordType, SectionKey } from '@dentin/contract/record'
import type { OpenLine } from '../../domain/plan-lines.ts'
import type { RecordDetail } from './hooks.ts'
import type { PriceNews } from './prices.ts'
import type { LineWithPictures, TariffFacts } from './Rows.tsx'

export interface ActiveRow {
  section: SectionKey
  index: number
}

export interface SectionsProps {
  content: RecordContent
  change: (make: (now: RecordContent) => RecordContent) => void
  recordType: RecordType
  /** The section that this kind alone has, put together by the page. */
  own?: ReactNode
  /** Sections of this kind that stand above the others, or wait until they are begun. */
  elsewhere?: readonly SectionKey[] | undefined
  /** 1 first visit, 2 return visit. */
  visitKind: number
  /** The day of the visit. */
  visitDay: string
  /** 0 a man: he is not asked for a pregnancy. */
  gender: number
  /** What the clinic asks for at such a visit. */
  required: readonly SectionKey[]
  readOnly: boolean
  selection: TeethSelection
  active: ActiveRow | null
  onActive: (active: ActiveRow, teeth: string) => void
  /** Optional sections opened by hand. */
  opened: ReadonlySet<SectionKey>
  onOpen: (section: SectionKey) => void
  /** Puts the cursor into a field ('exams.2') once it is there. */
  onFocusField: (field: string) => void
  tariffs: ReadonlyMap<string, TariffFacts>
  onTariff: (tariff: TariffFacts & { id: string }) => void
  /** What changes the limits of local anaesthetics. */
  body: BodyFacts
  doctorName: string
  recordId: string
  /** What the patient's file says of what a record says too. */
  inFile: RecordDetail['inFile']
  doseTo: string | null
  /** What of the patient's accepted treatment plans is open and not named here. */
  planned: readonly OpenLine[]
  /** Items whose price changed meanwhile, or that are off. */
  prices: ReadonlyMap<string, PriceNews>
  problems: ReadonlyMap<string, string>
  /** What the quality check only says, beside the line that it is about. */
  notes: ReadonlyMap<string, string>
  /** The pictures of one line, put together by the page; absent for who may not see any. */
  linePictures?: ((line: LineWithPictures) => ReactNode) | undefined
  /** Name of a template that fits, offered where nothing is written. */
  hint: string | null
}
