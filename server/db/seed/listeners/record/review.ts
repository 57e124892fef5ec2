import { createHash } from 'node:crypto'
import { canonicalJson } from '@dentin/kit'
import type { Quality } from '../../../../src/modules/record/quality.ts'
import type { Clinic } from '../../organisation.ts'
import type { Doc, Person, World } from '../../world.ts'

/** Records that wait for a superior, and records that were amended a second time. */
const [WAITING, TWICE] = [5, 3]
/** Why somebody opens a signed record once more. */
const reasons = ['补充术后医嘱', '更正牙位描述', '补写影像所见'] as const

/** What superiors and second thoughts did to the records of a clinic. */
export function reviewRecords(world: World, clinic: Clinic): void {
  const signed = world
    .rows('medical_record')
    .filter((row) => row.clinic_id === clinic.id && row.status === 2)
    .sort((a, b) => (b.sign_time as Date).getTime() - (a.sign_time as Date).getTime())
  const old = signed.filter((row) => (row.sign_time as Date) < world.at(-3, 0))
  const supervised = clinic.doctors.at(-1)
  const waiting = old.filter((row) => row.doctor_id === supervised?.id).slice(0, WAITING)
  for (const row of waiting) world.note(row, { countersign_due: true })
  const others = old.filter((row) => !waiting.includes(row) && row.doctor_id !== supervised?.id)
  for (const [n, row] of others.slice(20, 20 + TWICE).entries()) {
    const doctor = clinic.doctors.find(({ id }) => id === row.doctor_id)
    if (!doctor) continue
    const doc = { table: 'medical_record', row, first: {}, patientId: row.patient_id } as Doc<'medical_record'>
    const versions = world.rows('medical_record_version').filter((version) => version.record_id === row.id)
    for (let no = versions.length + 1; no <= TWICE; no += 1)
      amend(world, doc, doctor, no, reasons[(n + no) % reasons.length] ?? reasons[0], versions.at(-1))
  }
}

function amend(
  world: World,
  doc: Doc<'medical_record'>,
  doctor: Person & { id: string },
  version: number,
  reason: string,
  last: { quality_score?: number | null | undefined; quality_items?: unknown } | undefined,
): void {
  const begun = new Date((doc.row.sign_time as Date).getTime() + 3_600_000)
  const again = new Date(begun.getTime() + 240_000)
  world.change(doc, { status: 4, amend_reason: reason }, doctor, begun, { action: 'amend', reason })
  world.step('medical_record', doc.row, 2, 4, doctor, begun, reason)
  const old = doc.row.content as unknown as { advice: string }
  const content = { ...old, advice: `${old.advice}（${reason}）` }
  const hash = createHash('sha256').update(canonicalJson(content)).digest('hex')
  world.put('medical_record_version', {
    tenant_id: doc.row.tenant_id,
    id: world.r.uuid(again),
    clinic_id: doc.row.clinic_id,
    record_id: doc.row.id,
    version_no: version,
    content: content as never,
    content_hash: hash,
    reason,
    signed_by: doctor.id,
    signed_name: doctor.name,
    signed_at: again,
    quality_score: last?.quality_score ?? null,
    quality_items: last?.quality_items as Quality['items'] | null | undefined as never,
  })
  world.change(
    doc,
    { status: 2, content: content as never, sign_time: again, sign_hash: hash, amend_reason: null },
    doctor,
    again,
    { action: 'sign', reason },
  )
  world.step('medical_record', doc.row, 4, 2, doctor, again, reason)
}
