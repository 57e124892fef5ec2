import { mergeParts, type MergeField, type MergePart } from '@dentin/contract/merge'
import { fieldOf, referrerTypeNames, type NameKey, type PatientKey } from '@dentin/contract/patient'
import { aboutWhen } from '@dentin/contract/patient-fields/age'
import { fileInWords, together, valueInWords } from '@dentin/contract/patient-fields/in-words'
import type { Sight } from '../patient/index.ts'
import type { FileRow } from './rules.ts'

/** Whom a file names by id, as they are called. */
export type FileNames = Readonly<Record<NameKey | 'referrerName', string | null>>

/** Who may see what in full, and the names that stand for ids. */
export interface Reader {
  whole: (right: Parameters<Sight['whole']>[0]) => boolean
  names: FileNames
}

/** What the file says in one field by itself, with stars where the reader may not see it. */
function ownWord(key: PatientKey, row: FileRow, reader?: Reader): string | null {
  const { column, named, seen } = fieldOf(key)
  const value = column === null ? null : row[column]
  if (named) return value ? (reader?.names[named.key as NameKey] ?? `已选${named.called}`) : null
  const word = valueInWords(key, value)
  return word && typeof seen === 'object' && !reader?.whole(seen.right) ? seen.mask(word) : word
}

/** What is said in other words than the fields by themselves. */
const own: Partial<Record<MergeField, (row: FileRow, reader?: Reader) => string | null>> = {
  birthDay: (row, reader) =>
    row.birth_year_estimated ? aboutWhen(String(row.birth_day)) : ownWord('birthDay', row, reader),
  mobile: (row, reader) => ownWord('mobile', row, reader),
  idNo: (row, reader) => (row.id_no ? together(ownWord('idType', row), ownWord('idNo', row, reader)) : null),
  allergy: (row) =>
    row.allergy_flag === 2
      ? null
      : fileInWords('allergyFlag', { allergyFlag: row.allergy_flag, allergyHistory: row.allergy_history }),
  referrer: (row, reader) => {
    const type = referrerTypeNames[Number(row.referrer_type ?? NaN)]
    const who = Number(row.referrer_type ?? NaN) < 3 ? (reader?.names.referrerName ?? '已选') : null
    return together(type && `${type}：`, who, ownWord('referrerRemark', row))
  },
  consent: (row) =>
    together(ownWord('consentOn', row), ownWord('consentGuardianRelation', row), ownWord('consentGuardian', row)),
  optOut: (row) => (row.sms_opt_out ? '不接收任何短信' : row.marketing_opt_out ? '不接收营销短信' : null),
}

const parts = new Map<MergeField, MergePart>(mergeParts.map((part) => [part.name, part]))

/** What a file says in one field of a merge, as a person reads it; null: nothing. Without a reader numbers are covered. */
export function wordOf(name: MergeField, row: FileRow, reader?: Reader): string | null {
  const part = parts.get(name)
  if (!part) return null
  if (own[name]) return own[name](row, reader)
  const { column } = fieldOf(part.field)
  if (part.rule.empty !== undefined && column !== null && row[column] === part.rule.empty) return null
  return together(...[...part.members, part.field].map((key) => ownWord(key, row, reader)))
}
