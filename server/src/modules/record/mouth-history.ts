import { recordStates } from '@dentin/contract/core/status'
import type { contract, HandlerOutput } from '@dentin/contract'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, named, select } from '../../platform/database/select.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { inFileOf, patientsIn } from '../patient/index.ts'
import { isWide, reachOf } from '../staff/index.ts'
import { readable, VIEW } from './access.ts'
import { entryList } from './mouth.ts'
import { readContent } from './rules.ts'

type History = HandlerOutput<typeof contract.record.mouth>
type Visit = History['records'][number]

const visits = select(
  columns('medical_record', 'r', 'id', 'record_no', 'visit_time', 'status'),
  named('employee', 'e', { doctorName: 'name' }),
  named('clinic', 'c', { clinicName: 'name' }),
  { content: sql<unknown>`r.content` },
)
const signatures = select(
  columns('medical_record_version', 'v', 'record_id', 'version_no', 'signed_at', 'signed_name', 'reason'),
)

/** The charted entries `t` that a person may read: those of the records within reach. */
export function chartedWithin(context: ClinicContext): RawBuilder<boolean> {
  const reach = reachOf(context, VIEW)
  const whose = isWide(reach) ? sql`true` : patientsIn(reach, sql`t.patient_id`)
  return sql<boolean>`(${whose} and ${inFileOf(reach, sql`t.clinic_id`, sql`t.patient_id`)})`
}

/** What the records said of a patient's teeth, within the records that a person may read. */
export async function mouthHistory(context: ClinicContext, patientId: string): Promise<History> {
  const { tx } = context
  const { birthDay } = await tx.need(
    select(columns('patient', 'p', 'birth_day')).keptFrom`patient p where ${tx.own('p')} and p.id = ${patientId}`,
  )
  const entries = await tx.rows(
    entryList.keptFrom`tooth_condition t
        where ${tx.own('t')} and t.patient_id = ${patientId} and ${chartedWithin(context)}
        order by t.visit_at, t.place, t.id`,
  )
  const records = await tx.rows(
    visits.from`medical_record r
        join employee e on ${tx.own('e')} and e.id = r.doctor_id
        join clinic c on ${tx.own('c')} and c.id = r.clinic_id
        where ${tx.own('r')} and r.patient_id = ${patientId} and r.status not in ${codes(recordStates, 'deleted')} and ${readable(context)}
        order by r.visit_time desc, r.id`,
  )
  const versions = await tx.rows(
    signatures.keptFrom`medical_record_version v
        where ${tx.own('v')} and v.record_id = any(${records.map(({ id }) => id)}::uuid[]) and v.version_no > 1 order by v.version_no`,
  )
  return {
    birthDay,
    entries: entries.map(
      ({ endedOn: _ended, leftSurfaces: _left, covered: _covered, notedOn: _noted, ...entry }) => entry,
    ),
    records: records.map(({ content, ...record }) => ({
      ...record,
      amended: versions.filter(({ recordId }) => recordId === record.id).map(({ recordId: _of, ...each }) => each),
      lines: linesOf(readContent(content)),
    })),
  }
}

/** The lines of a record that stand at teeth. */
function linesOf(content: ReturnType<typeof readContent>): Visit['lines'] {
  const lines: Visit['lines'] = [
    ...content.diagnoses.map(({ teeth, icdName }) => ({ section: 'diagnoses' as const, teeth, text: icdName })),
    ...content.exams.map(({ teeth, content: text }) => ({ section: 'exams' as const, teeth, text })),
    ...content.auxExams.map(({ teeth, kind, content: text }) => ({
      section: 'auxExams' as const,
      teeth,
      text: [kind, text].filter(Boolean).join('：'),
    })),
    ...content.treatments.map(({ teeth, content: text }) => ({ section: 'treatments' as const, teeth, text })),
    ...content.plans.map(({ teeth, content: text }) => ({ section: 'plans' as const, teeth, text })),
  ]
  return lines.filter(({ teeth, text }) => teeth !== '' && text !== '')
}
