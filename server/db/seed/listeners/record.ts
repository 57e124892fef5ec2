import { createHash } from 'node:crypto'
import { findIcd, formatTeeth, parseTeeth } from '@dentin/clinical'
import { ageOn, canonicalJson, formatDate } from '@dentin/kit'
import type { VisitText } from '../catalogue/courses.ts'
import type { Visit } from '../events.ts'
import type { Doctor } from '../organisation.ts'
import type { Random } from '../random.ts'
import type { Patient } from '../story/patients.ts'
import type { Listener } from '../story.ts'
import type { Doc, Row, World } from '../world.ts'
import { contentOf } from './record/content.ts'
import { EarlierWork } from './record/earlier-work.ts'
import { Qualities } from './record/qualities.ts'
import { reviewRecords } from './record/review.ts'
import { writeTemplates } from './record/templates.ts'
import { unsigned } from './record/unsigned.ts'
import { Mouths, toothMarkOf } from './record/mouths.ts'

export const record: Listener = {
  module: 'record',
  dice: 'story',
  hear: ({ world, companies, tell }) => {
    const drafts = new Map<Visit, Doc<'medical_record'>>()
    const mouths = new Mouths(world)
    const qualities = new Qualities()
    const patients: Patient[] = []
    // Dice of its own: what lines of anaesthetics draw moves nothing of the story.
    const injections = world.r.of('record', 'injections')
    return {
      fileOpened: ({ patient }) => void patients.push(patient),
      mouthCharted({ patient, doctor, at, marks }) {
        const entries = marks.map((mark) => toothMarkOf(mark, 'external'))
        mouths.chart(patient, entries, { recordId: null, clinicId: patient.clinic.id, doctor, visitAt: at, at })
      },
      examined({ visit, at, writtenAt, text, ended }) {
        const doc = draft(world, injections, visit, text, ended, at, writtenAt)
        drafts.set(visit, doc)
        visit.ids.record = doc.row.id
      },
      treated({ visit, end, text }) {
        const { patient, doctor, clinic, day } = visit
        const doc = drafts.get(visit) as Doc<'medical_record'>
        const minute = end + 1 + world.r.next() * 14
        const unwritten = day >= -1 && !patient.reserved && world.r.chance(0.14)
        if (!unwritten && world.isPast(day, minute)) {
          const signedAt = world.at(day, minute)
          sign(world, qualities, visit, doc, signedAt)
          tell('recordSigned', { visit, at: signedAt })
          if (day < -1 && world.r.chance(0.012)) amend(world, qualities, visit, doc, minute)
          const marks = (text.marks ?? []).map((mark) => toothMarkOf(mark, 'completed'))
          mouths.chart(patient, marks, {
            recordId: doc.row.id,
            clinicId: clinic.id,
            doctor,
            visitAt: doc.row.visit_time as Date,
            at: signedAt,
          })
        }
      },
      presentReached() {
        const [clinic] = companies[0]?.clinics ?? []
        // Dice of its own: what stands in the story is not moved by it.
        if (clinic) reviewRecords(world.withDice(world.r.of('record', 'review')), clinic)
      },
      daysLived() {
        const [company] = companies
        const [clinic] = company?.clinics ?? []
        if (company && clinic) writeTemplates(world.withDice(world.r.of('record', 'templates')), company, clinic)
        world.number(
          'medical_record',
          () => 'BL',
          (row) => row.created_at as Date,
          (row, _count, text) => world.note(row, { record_no: text() }),
        )
      },
      addedSince() {
        const [first] = companies[0]?.clinics ?? []
        const own = world.withDice(world.r.of('record', 'earlier work'))
        if (first) qualities.sayAgain(new EarlierWork(own, mouths, patients, companies).write(first))
        mouths.settle()
      },
    }
  },
}

/** What the doctor has written so far. */
function draft(
  world: World,
  injections: Random,
  visit: Visit,
  text: VisitText,
  ended: boolean,
  seatedAt: Date,
  at: Date,
): Doc<'medical_record'> {
  const { patient, doctor, clinic, treatType, ids } = visit
  const age = ageOn(patient.birth, formatDate(seatedAt)).years
  const injecting = { dice: injections, at: seatedAt, age, by: doctor.name }
  const content = contentOf(world.r, visit, text, { ended, injecting })
  const teeth = [
    ...text.diagnoses.map((each) => each.teeth),
    ...(ended ? text.treatments.map((each) => each.teeth) : []),
  ]
    .filter(Boolean)
    .join(';')
  return world.create(
    'medical_record',
    {
      tenant_id: clinic.company.tenantId,
      id: world.r.uuid(at),
      clinic_id: clinic.id,
      record_no: '',
      record_type: 1,
      patient_id: patient.id,
      treatment_id: ids.treatment,
      registration_id: ids.registration,
      doctor_id: doctor.id,
      visit_time: seatedAt,
      visit_kind: treatType === 2 ? 2 : 1,
      status: 0,
      content: content as never,
      diagnosis_text: [...new Set(text.diagnoses.map((each) => findIcd(each.code)?.nameZh ?? each.code))].join('、'),
      treatment_text: ended
        ? text.treatments
            .filter((each) => each.teeth)
            .map((each) => each.content)
            .join('；')
        : '',
      teeth: teeth ? formatTeeth(parseTeeth(teeth)) : '',
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
}

function sign(world: World, qualities: Qualities, visit: Visit, doc: Doc<'medical_record'>, at: Date): void {
  const { doctor } = visit
  const planLineIds = [...(visit.planLines?.values() ?? [])]
  const times = { visitTime: doc.row.visit_time as Date, writtenAt: at }
  const version = seal(world, doc, 1, at, '', doc.row.content, doctor)
  qualities.say({ version, visit, times })
  const planned = planLineIds.length > 0 ? { plan_line_ids: [...planLineIds] } : {}
  world.change(
    doc,
    { status: 2, sign_doctor_id: doctor.id, sign_time: at, sign_hash: version.content_hash, ...planned },
    doctor,
    at,
    {
      action: 'sign',
    },
  )
  world.step('medical_record', doc.row, 0, 1, doctor, at)
  world.step('medical_record', doc.row, 1, 2, doctor, at)
}

/** Keeps a version as it was signed. */
function seal(
  world: World,
  { row }: Doc<'medical_record'>,
  version: number,
  at: Date,
  reason: string,
  content: typeof row.content,
  doctor: Doctor,
): Row<'medical_record_version'> {
  const hash = createHash('sha256').update(canonicalJson(content)).digest('hex')
  const kept: Row<'medical_record_version'> = {
    tenant_id: row.tenant_id,
    id: world.r.uuid(at),
    clinic_id: row.clinic_id,
    record_id: row.id,
    version_no: version,
    content,
    content_hash: hash,
    reason,
    signed_by: doctor.id,
    signed_name: doctor.name,
    signed_at: at,
  }
  world.put('medical_record_version', kept)
  return kept
}

/** A signed record is opened once more and signed again. */
function amend(world: World, qualities: Qualities, visit: Visit, doc: Doc<'medical_record'>, minute: number): void {
  const { r } = world
  const { doctor, day } = visit
  const begun = world.at(day, Math.min(1400, minute + r.int(30, 180)))
  const again = new Date(begun.getTime() + 240_000)
  const reason = r.pick(['补充检查结果', '更正笔误', '补充处置'])
  world.change(doc, { status: 4, amend_reason: reason }, doctor, begun, { action: 'amend', reason })
  world.step('medical_record', doc.row, 2, 4, doctor, begun, reason)
  const old = doc.row.content as unknown as { advice: string }
  const content = { ...old, advice: `${old.advice}如有不适随时电话联系。` }
  const times = { visitTime: doc.row.visit_time as Date, writtenAt: doc.row.sign_time as Date }
  const version = seal(world, doc, 2, again, reason, content as never, doctor)
  qualities.say({ version, visit, times })
  world.change(
    doc,
    { status: 2, content: content as never, sign_time: again, sign_hash: version.content_hash, amend_reason: null },
    doctor,
    again,
    { action: 'sign', reason },
  )
  world.step('medical_record', doc.row, 4, 2, doctor, again, reason)
}
