import { createHash } from 'node:crypto'
import { recordStates } from '@dentin/contract/core/status'
import type { RecordContent, RecordType } from '@dentin/contract'
import { canonicalJson } from '@dentin/kit'
import { summaryOf } from '../../../../src/modules/record/rules.ts'
import type { Visit } from '../../events.ts'
import type { Clinic, Doctor } from '../../organisation.ts'
import type { Patient } from '../../story/patients.ts'
import { unsigned } from './unsigned.ts'
import type { World } from '../../world.ts'

/** When something was written, and the visit of the story it belongs to. */
export interface Begun {
  day: number
  at: Date
  ids: Visit['ids'] | null
}
export interface Whose {
  patient: Patient
  doctor: Doctor
  clinic: Clinic
}
/** A text of one kind. */
interface Text {
  /** Where its content names it: drawn before. */
  id?: string
  content: RecordContent
  visitKind: 1 | 2
  signed: boolean
}

/** Records of one kind of the demo, signed as the record's own listener signs. */
export class KindRecords {
  /** @param minutes from the beginning of a text to its signature */
  constructor(
    readonly world: World,
    readonly type: RecordType,
    readonly minutes: number,
  ) {}

  /** @returns the record's id */
  write({ patient, doctor, clinic }: Whose, { at, ids }: Begun, { id, content, visitKind, signed }: Text): string {
    const { world } = this
    const { diagnosisText, treatmentText, teeth } = summaryOf(content)
    const { code } = recordStates
    const doc = world.create(
      'medical_record',
      {
        tenant_id: clinic.company.tenantId,
        id: id ?? world.r.uuid(at),
        clinic_id: clinic.id,
        record_no: '',
        record_type: this.type,
        patient_id: patient.id,
        treatment_id: ids?.treatment ?? null,
        registration_id: ids?.registration ?? null,
        doctor_id: doctor.id,
        visit_time: at,
        visit_kind: visitKind,
        status: code.draft,
        content: content as never,
        diagnosis_text: diagnosisText,
        treatment_text: treatmentText,
        teeth,
        ...unsigned,
        created_by: doctor.id,
        created_name: doctor.name,
        created_at: at,
        updated_at: at,
      },
      doctor,
      at,
      patient.id,
    )
    world.step('medical_record', doc.row, null, code.draft, doctor, at)
    const signedAt = new Date(at.getTime() + this.minutes * 60_000)
    if (!signed || signedAt > world.now) return doc.row.id
    const hash = createHash('sha256').update(canonicalJson(content)).digest('hex')
    world.put('medical_record_version', {
      tenant_id: doc.row.tenant_id,
      id: world.r.uuid(signedAt),
      clinic_id: clinic.id,
      record_id: doc.row.id,
      version_no: 1,
      content: content as never,
      content_hash: hash,
      reason: '',
      signed_by: doctor.id,
      signed_name: doctor.name,
      signed_at: signedAt,
      quality_score: 100,
      quality_items: [] as never,
    })
    const patch = { status: code.signed, sign_doctor_id: doctor.id, sign_time: signedAt, sign_hash: hash }
    world.change(doc, patch, doctor, signedAt, { action: 'sign' })
    world.step('medical_record', doc.row, code.draft, code.submitted, doctor, signedAt)
    world.step('medical_record', doc.row, code.submitted, code.signed, doctor, signedAt)
    return doc.row.id
  }
}
