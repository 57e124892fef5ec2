import type { Resource } from '@dentin/contract'
import type { FactColumn, ReportRow } from '@dentin/contract/report'
import type { LocalDate } from '@dentin/kit'
import type { ClinicContext } from '../../../platform/http/context.ts'

/** What a single thing says of itself beside its figures. */
export interface Face {
  label: string
  facts: (string | null)[]
  link: ReportRow['link']
}
export type Faces = ReadonlyMap<string, Face>

/** A column of what things say, and the right that it needs beside that to the report. */
export type FaceColumn = FactColumn & { needs?: Resource }

export interface FaceOf {
  /** The columns, in the order of `facts`. */
  columns: readonly FaceColumn[]
  /** The faces of things, as they stood at the end of a day; numbers of phones as the person may see them. */
  faces(ctx: ClinicContext, ids: readonly string[], day: LocalDate): Promise<Faces>
}

export const text = (key: string, title: string, behind = false): FaceColumn => ({ key, title, unit: 'text', behind })
export const day = (key: string, title: string, behind = false): FaceColumn => ({ key, title, unit: 'day', behind })
export const moment = (key: string, title: string): FaceColumn => ({ key, title, unit: 'moment', behind: false })
export const count = (key: string, title: string): FaceColumn => ({ key, title, unit: 'count', behind: false })
/** A sum that rows say of themselves and that adds up to nothing: what a card held after a movement. */
export const sum = (key: string, title: string): FaceColumn => ({
  key,
  title,
  unit: 'yuan',
  behind: true,
  needs: '/field:amounts',
})

export const toPatient = (id: string | null): Face['link'] => (id ? { kind: 'patient', id, patientId: id } : null)
export const toBill = (id: string, patientId: string | null): Face['link'] => ({ kind: 'bill', id, patientId })
