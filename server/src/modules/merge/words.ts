import {
  allergyFlagNames,
  brushingNames,
  bruxismNames,
  distanceAreaNames,
  educationNames,
  genderNames,
  guardianRelationNames,
  habitNames,
  idTypeNames,
  maritalNames,
  medicareTypeNames,
  patientTypeNames,
  referrerTypeNames,
} from '@dentin/contract/patient'
import type { MergeField } from '@dentin/contract/merge'
import { maskIdNumber, maskPhone, maskWord } from '@dentin/kit'
import type { FileRow } from './rules.ts'

/** Whom a file names by id, as they are called. */
export interface FileNames {
  source: string | null
  respDoctor: string | null
  consultant: string | null
  respNurse: string | null
  customerService: string | null
  referrer: string | null
}

/** Who may see what in full, and the names that stand for ids. */
export interface Reader {
  phones: boolean
  idNumbers: boolean
  names: FileNames
}

const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() ? value : null)
const listed = (value: unknown): string | null =>
  Array.isArray(value) && value.length > 0 ? (value as string[]).join('、') : null
const together = (...parts: (string | null | undefined)[]): string | null => parts.filter(Boolean).join(' ') || null

/** What a file says in one field, as a person reads it; null: nothing. Without a reader numbers are covered. */
export function wordOf(field: MergeField, row: FileRow, reader?: Reader): string | null {
  const number = (names: Record<number, string>, value: unknown) => (typeof value === 'number' ? names[value] : null)
  const phone = (value: unknown) => {
    const digits = text(value)
    return digits && !reader?.phones ? maskPhone(digits) : digits
  }
  const paper = (value: unknown) => {
    const digits = text(value)
    return digits && !reader?.idNumbers ? maskIdNumber(digits) : digits
  }
  switch (field) {
    case 'name':
      return text(row.name)
    case 'gender':
      return row.gender === 2 ? null : (number(genderNames, row.gender) ?? null)
    case 'birthDay':
      return row.birth_year_estimated ? `约 ${String(row.birth_day).slice(0, 4)} 年` : text(row.birth_day)
    case 'mobile':
      return phone(row.mobile) ?? (text(row.no_mobile_reason) && null)
    case 'mobile2':
      return phone(row.mobile2)
    case 'idNo':
      return text(row.id_no) ? together(number(idTypeNames, row.id_type), paper(row.id_no)) : null
    case 'medicare':
      return together(number(medicareTypeNames, row.medicare_type), paper(row.medicare_no))
    case 'address':
      return together(text(row.province), text(row.city), text(row.district), text(row.address))
    case 'marital':
      return number(maritalNames, row.marital) ?? null
    case 'patientType':
      return row.patient_type === 1 ? null : (number(patientTypeNames, row.patient_type) ?? null)
    case 'source':
      return row.source_id ? (reader?.names.source ?? '已选来源') : null
    case 'respDoctor':
      return row.resp_doctor_id ? (reader?.names.respDoctor ?? '已选医生') : null
    case 'consultant':
      return row.consultant_id ? (reader?.names.consultant ?? '已选咨询师') : null
    case 'allergy':
      if (row.allergy_flag === 2) return null
      return row.allergy_flag === 1 ? text(row.allergy_history) : (allergyFlagNames[0] ?? null)
    case 'systemicDiseases':
      return listed(row.systemic_diseases)
    case 'tags':
      return listed(row.tags)
    case 'referrer': {
      const type = number(referrerTypeNames, row.referrer_type)
      const who =
        typeof row.referrer_type === 'number' && row.referrer_type < 3 ? (reader?.names.referrer ?? '已选') : null
      return together(type && `${type}：`, who, text(row.referrer_remark))
    }
    case 'respNurse':
      return row.resp_nurse_id ? (reader?.names.respNurse ?? '已选护士') : null
    case 'customerService':
      return row.customer_service_id ? (reader?.names.customerService ?? '已选客服') : null
    case 'education':
      return number(educationNames, row.education) ?? null
    case 'distanceArea':
      return number(distanceAreaNames, row.distance_area) ?? null
    case 'smoking':
      return number(habitNames, row.smoking) ?? null
    case 'alcohol':
      return number(habitNames, row.alcohol) ?? null
    case 'bruxism':
      return number(bruxismNames, row.bruxism) ?? null
    case 'brushingHabit':
      return number(brushingNames, row.brushing_habit) ?? null
    case 'anesthesiaHistory':
      return text(row.anesthesia_history)
    case 'tel':
      return phone(row.tel)
    case 'wechat': {
      const name = text(row.wechat)
      return name && !reader?.phones ? maskWord(name) : name
    }
    case 'consent':
      return together(
        text(row.consent_on),
        number(guardianRelationNames, row.consent_guardian_relation),
        text(row.consent_guardian),
      )
    case 'workUnit':
      return text(row.work_unit)
    case 'pastHistory':
      return text(row.past_history)
    case 'familyHistory':
      return text(row.family_history)
    case 'medicationHistory':
      return text(row.medication_history)
    case 'alertNote':
      return text(row.alert_note)
    case 'optOut':
      return row.sms_opt_out ? '不接收任何短信' : row.marketing_opt_out ? '不接收营销短信' : null
    default:
      return text(row[field])
  }
}
