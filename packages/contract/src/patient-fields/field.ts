import { maskIdNumber, maskPhone, maskWord } from '@dentin/kit'
import type { z } from 'zod'
import type { DictType } from '../core/dictionaries.ts'
import type { Words } from '../patient-words.ts'

/** The parts of the form and of the file; `folds` names what of it is folded away at first. */
export const patientSections = {
  basics: { title: '基本信息', folds: '医保、职业、标签等' },
  contact: { title: '联系', folds: '微信、座机、省市等' },
  health: { title: '健康', folds: '麻醉史、家族史、习惯' },
  owners: { title: '来源与归属', folds: '护士、客服' },
  privacy: { title: '隐私与短信', folds: null },
} as const

/** What is shown with stars to whom the right does not reach the patient. */
export interface Cover {
  right: '/field:phone' | '/field:idNumber'
  mask: (text: string) => string
}
export const phoneCover = { right: '/field:phone', mask: maskPhone } as const satisfies Cover
export const wordCover = { right: '/field:phone', mask: maskWord } as const satisfies Cover
export const paperCover = { right: '/field:idNumber', mask: maskIdNumber } as const satisfies Cover

/** It has no place of its own there: the field of this key says it too. */
interface With {
  with: string
}

/** Controls that the form draws for one field alone. */
type OwnControl =
  | 'allergies'
  | 'birth'
  | 'consent'
  | 'diseases'
  | 'document'
  | 'mobile'
  | 'noMobileReason'
  | 'optOuts'
  | 'patientType'
  | 'pregnancy'
  | 'provinceAndCity'
  | 'referrer'
  | 'source'
  | 'tags'

/** How it is asked for. */
export interface PatientControl {
  as: 'text' | 'notes' | 'choice' | 'segments' | 'staff' | OwnControl
  /** Marked as required, whatever the clinic asks for. */
  required?: true
  /** Rarely used: folded away until it is asked for, filled, required or wrong. */
  folded?: true
  /** Over the whole width. */
  wide?: true
  placeholder?: string
  dictionary?: DictType
  /** For `staff`: who may be chosen. */
  among?: 'doctors' | 'consultants' | 'nurses' | 'service'
}

/** A column of the sheet that is brought in. */
export interface PatientSheetColumn {
  /** Its head, where the label does not say it. */
  title?: string
  /** How a cell is read; by its words, or as text, unless this says otherwise. */
  kind?: 'text' | 'words' | 'digits' | 'day' | 'years' | 'list' | 'source' | 'staff' | 'allergy'
  width: number
  required?: true
  note?: string
  example?: string
  /** What other programs and people call it. */
  also?: readonly string[]
}

/** How two files come together in it; the fields that go `with` it are part of it. */
export interface PatientMergeRule {
  /** Its name there, where the key is another one. */
  key?: string
  label?: string
  /** A value that says nothing beside null, '' and an empty list. */
  empty?: number
  /** Does the whole count when two sides are compared? Otherwise the field alone. */
  whole?: true
  /** yes: what either side says holds. text: put together as long as both have room. */
  unite?: 'list' | 'allergy' | 'yes' | 'text'
}

/** A field of a patient's file. What has no `?` is decided for every one. */
export interface PatientField {
  label: string
  /** Where it is kept; null: it follows from others. */
  column: string | null
  /** Schemas of a new file, of a change where it differs, of the answer. */
  ask?: z.ZodType
  change?: z.ZodType
  shown?: z.ZodType
  typed?: z.ZodType | null
  words?: Words
  /** The longest text. */
  max?: number
  /** What stands there for whoever may not see it, and where nothing is said. */
  blank: unknown
  /** Whom it may be shown to: everybody who may open the file, those who treat, or in full whoever has a right. */
  seen: 'all' | 'health' | Cover
  section: keyof typeof patientSections
  edit: PatientControl | With | null
  /** Stands in the file to read; null: nowhere, or said by another one. */
  view: true | { label?: string; wide?: true } | null
  /** Stands in the copy that a patient may have. */
  copy: true | { label: string } | null
  /** Where it is not merged: why. */
  merge: true | PatientMergeRule | With | { apart: string }
  /** Brought in from a sheet. */
  sheet: PatientSheetColumn | null
  /** A clinic may ask for it when a file is opened. */
  requirable?: true
  /** A file is found by it. */
  searched?: true
  /** No two files have the same: the index that sees to it, what a second one is refused with, and whether only live files count. */
  unique?: { index: string; refusal: string; live?: true }
  /** Stands in the rows of the list. */
  listed?: true
  /** With which column of the list it is exported. */
  exported?: { with: string; width: number; title?: string; kind?: 'number' | 'day' }
  /** Whom or what the id means: the field of the answer with the name, where it stands, how somebody unnamed is called. */
  named?: { key: string; from: 'employee' | 'patient_source'; called: string }
}
export type PatientFields = Record<string, PatientField>
