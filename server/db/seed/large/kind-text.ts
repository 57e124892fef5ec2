import { recordStates } from '@dentin/contract/core/status'
import type { RecordContent, RecordType } from '@dentin/contract'
import { ageOn } from '@dentin/kit'
import { summaryOf } from '../../../src/modules/record/rules.ts'
import type { Doctor } from '../organisation.ts'
import type { File, Life } from './life.ts'
import { signedContent } from './signed-content.ts'

/**
 * Goes through the files that were opened by a day and whose people are of an age, until enough was made.
 * @param make says how much it made; `left` is what is still wanted
 */
export async function forPeople(
  { world, sink, files }: Life,
  count: number,
  { opened, ages }: { opened: number; ages: readonly [number, number] },
  make: (file: File, left: number) => number,
): Promise<void> {
  let left = count
  for (const file of files) {
    if (left <= 0) return
    const age = ageOn(file.birth, world.today).years
    if (file.openedDay >= opened || age < ages[0] || age > ages[1]) continue
    left -= make(file, left)
    await sink.breathe()
  }
}

interface KindText {
  id: string
  type: RecordType
  content: RecordContent
  at: Date
  signedAt: Date
  visitKind: 1 | 2
}

/** Writes a signed record that belongs to no visit, as those are that were carried over from paper. */
export function putKindText(
  { world, sink, numberOf }: Life,
  file: File,
  doctor: Doctor,
  { id, type, content, at, signedAt, visitKind }: KindText,
): void {
  const { clinic } = file
  const { diagnosisText, treatmentText, teeth } = summaryOf(content)
  const signed = signedContent(content)
  const row = {
    tenant_id: clinic.company.tenantId,
    id,
    clinic_id: clinic.id,
    record_no: numberOf(clinic, 'BL', at),
    record_type: type,
    patient_id: file.id,
    treatment_id: null,
    registration_id: null,
    doctor_id: doctor.id,
    visit_time: at,
    visit_kind: visitKind,
    status: recordStates.code.signed,
    content: signed.cell,
    diagnosis_text: diagnosisText,
    treatment_text: treatmentText,
    teeth,
    sign_doctor_id: doctor.id,
    sign_time: signedAt,
    sign_hash: signed.hash,
    amend_reason: null,
    plan_line_ids: [],
    created_by: doctor.id,
    created_name: doctor.name,
    created_at: at,
    updated_at: signedAt,
    version: 1,
  }
  sink.audited('medical_record', row, doctor, at, file.id)
  sink.put('medical_record_version', {
    tenant_id: row.tenant_id,
    id: world.r.uuid(signedAt),
    clinic_id: clinic.id,
    record_id: id,
    version_no: 1,
    content: signed.cell,
    content_hash: signed.hash,
    reason: '',
    signed_by: doctor.id,
    signed_name: doctor.name,
    signed_at: signedAt,
  })
}
