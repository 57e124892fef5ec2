import type { RecordType } from '@dentin/contract'
import { documentNumber, formatDate } from '@dentin/kit'
import { createHash } from 'node:crypto'
import { recordPaper } from '../../../src/modules/paper/record-paper.ts'
import { jsonOf, packOf } from '../../../src/modules/paper/seal-package.ts'
import type { PrintedRecord, RecordToSeal } from '../../../src/modules/record/index.ts'
import { readContent } from '../../../src/modules/record/rules.ts'
import { newStorageKey } from '../../../src/platform/files/store.ts'
import { renderPdf } from '../../../src/platform/pdf/pdf.ts'
import { PAPER_CODE_LENGTH, PAPER_CODE_SIGNS } from '@dentin/contract/paper'
import type { Company } from '../organisation.ts'
import type { Listener, Scene } from '../story.ts'
import type { Row, World } from '../world.ts'

/** So many days ago somebody had a record sealed, and why. */
const SEALED = [
  { day: -12, reason: '患者对处置与费用有异议，双方同意封存' },
  { day: -4, reason: '患者拟申请医疗纠纷调解，要求封存' },
] as const
const AT = 16 * 60 + 20
/** The papers of the demo lead to the machine on which it runs. */
const ORIGIN = 'http://localhost:8080'

export const paper: Listener = {
  module: 'paper',
  dice: 'own',
  hear: (scene) => ({ addedSince: () => makeSeals(scene) }),
}

/** Two records of the first clinic that were sealed in a dispute: those that nothing else belongs to. */
async function makeSeals({ world, companies, keepFile }: Scene): Promise<void> {
  const [company] = companies
  const [clinic] = company?.clinics ?? []
  if (!company || !clinic) return
  const more = new Set([...world.rows('consent'), ...world.rows('prescription')].map(({ record_id: id }) => id))
  const found = world
    .rows('medical_record')
    .filter((row) => row.clinic_id === clinic.id && row.status === 2 && !more.has(row.id))
  const patients = new Map(world.rows('patient').map((row) => [row.id, row]))
  for (const { day, reason } of SEALED) {
    const at = world.at(day, AT)
    const before = found.filter((row) => (row.sign_time as Date) < world.at(day - 10, 0))
    const record = before[world.r.int(Math.max(0, before.length - 60), before.length - 1)]
    const patient = record && patients.get(record.patient_id)
    if (record && patient) await sealOne({ world, company, keepFile }, { record, patient, at, reason })
  }
}

async function sealOne(
  { world, company, keepFile }: { world: World; company: Company; keepFile: Scene['keepFile'] },
  { record, patient, at, reason }: { record: Row<'medical_record'>; patient: Row<'patient'>; at: Date; reason: string },
): Promise<void> {
  const [clinic] = company.clinics as [Company['clinics'][number]]
  const { director } = clinic
  const whose = { tenant_id: company.tenantId, clinic_id: clinic.id }
  const date = formatDate(at)
  const sealNo = documentNumber('FC', date, 1)
  const [id, fileId, documentId] = [world.r.uuid(at), world.r.uuid(at), world.r.uuid(at)]
  const code = Array.from({ length: PAPER_CODE_LENGTH }, () => world.r.pick([...PAPER_CODE_SIGNS])).join('')
  const url = `${ORIGIN}/verify/${code}`
  const { toSeal, printed } = asRead(world, record, patient, at)
  const source = recordPaper({
    sheet: printed,
    mouth: null,
    paper: 'a4',
    letterhead: { logo: null, notation: 'cross' },
    verifyUrl: url,
    amendedAt: printed.signTime,
    mark: '封存件',
    hands: {},
  })
  const { versions, finished, ...row } = toSeal
  const data = { ...row, unfinished: !finished, current: row.content, content: undefined, versions }
  const witnesses = [{ name: patient.name, relation: '患者本人', idTail: String(world.r.int(1000, 9999)) }]
  const made = await packOf({
    gathered: { person: printed, records: [toSeal] },
    sealNo,
    reason,
    witnesses,
    at,
    logo: null,
    url,
    sealedName: director.name,
    files: [
      { name: `病历/${record.record_no} 第${printed.versionNo}版.pdf`, bytes: await renderPdf(source) },
      { name: `病历/${record.record_no}.json`, bytes: jsonOf(data) },
    ],
  })
  const key = newStorageKey(company.tenantId, at, 'application/zip')
  keepFile({ key, bytes: made.bytes, mediaType: 'application/zip' })
  world.put('file_object', {
    ...whose,
    id: fileId,
    storage_key: key,
    name: `病历封存包 ${sealNo}.zip`,
    media_type: 'application/zip',
    bytes: made.bytes.length,
    sha256: made.packageHash,
    created_by: director.id,
    created_at: at,
  })
  world.put('document_counter', { ...whose, prefix: 'FC', date, last_no: 1 })
  world.put('record_seal', {
    ...whose,
    id,
    seal_no: sealNo,
    patient_id: patient.id,
    reason,
    witnesses: JSON.stringify(witnesses),
    file_id: fileId,
    package_hash: made.packageHash,
    files: JSON.stringify(made.files),
    request_id: `demo-${sealNo}`,
    sealed_by: director.id,
    sealed_name: director.name,
    sealed_at: at,
  })
  world.put('record_seal_item', {
    ...whose,
    id: world.r.uuid(at),
    seal_id: id,
    record_id: record.id,
    version_no: printed.versionNo,
    finished: true,
    sealed_at: at,
  })
  world.put('issued_document', {
    ...whose,
    id: documentId,
    kind: 'seal',
    source_id: id,
    version_no: 1,
    number: sealNo,
    content_hash: made.packageHash,
    issued_name: director.name,
    issued_at: at,
  })
  world.put('document_code', {
    ...whose,
    code_hash: createHash('sha256').update(code).digest('hex'),
    document_id: documentId,
    created_at: at,
  })
}

/** A record as it is read to be sealed and to be printed. */
function asRead(
  world: World,
  row: Row<'medical_record'>,
  patient: Row<'patient'>,
  at: Date,
): { toSeal: RecordToSeal; printed: PrintedRecord } {
  const clinic = world.rows('clinic').find(({ id }) => id === row.clinic_id) as Row<'clinic'>
  const doctor = world.rows('employee').find(({ id }) => id === row.doctor_id) as Row<'employee'>
  const versions = world
    .rows('medical_record_version')
    .filter(({ record_id: id }) => id === row.id)
    .map((each) => ({
      versionNo: each.version_no,
      contentHash: each.content_hash,
      reason: each.reason ?? '',
      signedName: each.signed_name,
      signedAt: each.signed_at as Date,
      content: each.content as unknown,
    }))
  const content = readContent(row.content)
  const asked = new Set(content.treatments.flatMap((line) => line.tariffs.map(({ tariffId }) => tariffId)))
  const shared = {
    id: row.id,
    recordNo: row.record_no,
    status: row.status ?? 0,
    version: row.version ?? 1,
    visitTime: row.visit_time as Date,
    patientName: patient.name,
    doctorName: doctor.name,
    countersignedName: null,
    countersignedAt: null,
    signTime: row.sign_time as Date,
    recordType: (row.record_type ?? 1) as RecordType,
  }
  return {
    toSeal: {
      ...shared,
      visitKind: row.visit_kind as 1 | 2,
      teeth: row.teeth ?? '',
      diagnosisText: row.diagnosis_text ?? '',
      treatmentText: row.treatment_text ?? '',
      amendReason: null,
      archivedAt: null,
      createdAt: row.created_at as Date,
      updatedAt: row.updated_at as Date,
      content: row.content as unknown,
      versions,
      finished: true,
    },
    printed: {
      ...shared,
      deptName: '',
      clinicId: row.clinic_id,
      clinicName: clinic.name,
      clinicPhone: clinic.phone ?? '',
      clinicAddress: clinic.address ?? '',
      patientId: patient.id,
      gender: patient.gender ?? 2,
      birthDay: (patient.birth_day as string | null | undefined) ?? null,
      medicalNumber: patient.medical_number ?? '',
      treatmentId: row.treatment_id ?? null,
      registrationId: row.registration_id ?? null,
      doctorId: row.doctor_id,
      visitKind: row.visit_kind as 1 | 2,
      content,
      tariffs: world
        .rows('tariff')
        .filter(({ id }) => asked.has(id))
        .map(({ id, name, unit }) => ({ id, name, unit: unit ?? '' })),
      signDoctorName: doctor.name,
      versionNo: versions.length,
      required: [],
      intact: true,
      mouth: [],
      sealedAt: null,
      origin: 'visit' as const,
      originReason: '',
      consents: [],
      next: { doctorName: null, itemNames: [] },
      printedAt: at,
      printCount: 1,
    },
  }
}
