import type { Site } from '@dentin/clinical/perio/sites'
import type { Unsaved } from '../../ui/index.ts'

/** A site, and what is recorded there. */
export type Place = Site & { kind: 'pd' | 'gm' | 'plaque' }

/** Where the page has room for parts of the record: beside the patient's name, and beside the chart. */
export interface Slots {
  actions: HTMLElement | null
  side: HTMLElement | null
}
/** What the page lends to the chart. */
export interface Lent {
  recordId: string
  patientId: string
  patientName: string
  /** Whoever reads the chart may open the patient's file too. */
  fileOpen: boolean
  readOnly: boolean
  slots: Slots
  /** Sends the record's text; null: that failed. */
  flush: () => Promise<number | null>
  /** Charts in the mouth too what was said of a tooth; null: the text can't be changed. */
  onMouth: ((tooth: string, status: 'missing' | 'implant') => void) | null
  /** What would be left behind; null: the server has everything. */
  onUnsent: (unsaved: Unsaved | null) => void
  /** The snapshot that the record refers to; null: none yet. */
  chartId: string | null
  onPlan: (planId: string) => void
  /** Address of a record. */
  recordTo: (recordId: string) => string
}
