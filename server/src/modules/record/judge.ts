import type { RecordContent, RecordType, SectionKey } from '@dentin/contract'
import type { RecordOrigin } from '@dentin/contract/core/record-origins'
import { recordStates } from '@dentin/contract/core/status'
import { findIcd, goneTeeth, parseTeeth, type ToothMark } from '@dentin/clinical'
import type { BodyFacts } from '@dentin/clinical/anaesthetic-lines'
import { outcomeOfItem, type PlanOutcome } from '@dentin/clinical/plan-marks'
import { formatDate } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { clinicSettings, ownDiagnosisOf, tariffsByIds } from '../clinic/index.ts'
import { bodyOf } from './body.ts'
import { chartedFor } from './charted.ts'
import { hasAnaesthetics } from './doses.ts'
import { consentsLacking, prescriptionsOf } from './extension-points.ts'
import { filmsLacking } from './films.ts'
import { tariffsIn } from './for-consents.ts'
import { mouthBefore } from './mouth.ts'
import { blocking, qualityOf, type Quality, type QualityFacts } from './quality.ts'
import { ageAt, planLinesIn, readContent, requiredSections, type Missing, type VisitKind } from './rules.ts'

/** Of whom and of which visit a record is. */
interface Judged {
  id: string
  clinicId: string
  patientId: string
  recordType: RecordType
  registrationId: string | null
  visitKind: VisitKind
  visitTime: Date
  origin: RecordOrigin
  countersignDue: boolean
  gender: number
  birthDay: string | null
}

/** What a text comes to by the rules of its clinic. */
interface Judgement {
  /** Sections that the clinic asks for. */
  required: SectionKey[]
  /** What stands in the way of submitting and signing. */
  missing: Missing[]
  quality: Quality
}

/**
 * Looks a text through by the rules of its clinic.
 * @param known what was read already: body and mouth as the visit found them, and when the text was written
 */
export async function judge(
  context: ClinicContext,
  record: Judged,
  content: RecordContent,
  known: { body?: BodyFacts; mouth?: readonly ToothMark[]; writtenAt?: Date } = {},
): Promise<Judgement> {
  const { tx } = context
  const settings = await clinicSettings(tx, record.clinicId)
  const required = requiredSections(settings, record.visitKind, record.origin, record.recordType, content)
  const visitDay = formatDate(record.visitTime)
  const planLineIds = planLinesIn(content)
  const charted = await chartedFor(tx, record, content)
  const [own, body, names, gone, previous, prescriptions, films] = await Promise.all([
    ownDiagnosesIn(tx, content),
    hasAnaesthetics(content) ? (known.body ?? bodyOf(context, record.patientId, visitDay)) : null,
    settings.consentRule === 'off'
      ? []
      : consentsLacking(tx, { ...record, tariffIds: tariffsIn(content), planLineIds }),
    treatedGone(tx, record, content, known.mouth),
    previousContents(tx, record),
    prescriptionsOf(context, record.id),
    filmsLacking(tx, record, content),
  ])
  const facts: QualityFacts = {
    visitKind: record.visitKind,
    required,
    own,
    gender: record.gender,
    age: ageAt(record.birthDay, visitDay),
    visitTime: record.visitTime,
    origin: record.origin,
    body,
    consents: {
      rule: settings.consentRule,
      names,
    },
    treatedGone: gone,
    prescriptions,
    ...films,
    ...charted,
    countersignDue: record.countersignDue,
    writtenAt: known.writtenAt ?? tx.now,
    previous,
  }
  const quality = qualityOf(content, facts, settings.qualityRules)
  return { required, quality, missing: blocking(quality) }
}

/** What needs a natural tooth. */
const NATURAL: ReadonlySet<PlanOutcome> = new Set([
  'filling',
  'rct',
  'extraction',
  'veneer',
  'inlay',
  'post_core',
  'sealant',
])

/** Items that need a natural tooth, at teeth that were gone before the visit. */
async function treatedGone(
  tx: TenantTx,
  record: Judged,
  content: RecordContent,
  mouth: readonly ToothMark[] | undefined,
): Promise<NonNullable<QualityFacts['treatedGone']>> {
  const rows = content.treatments.filter(({ teeth, tariffs }) => teeth !== '' && tariffs.length > 0)
  if (rows.length === 0) return []
  const items = await tariffsByIds(tx, record.clinicId, tariffsIn(content))
  const natural = rows.flatMap(({ teeth, tariffs }) =>
    tariffs.flatMap(({ tariffId }) => {
      const item = items.get(tariffId)?.name ?? ''
      const outcome = outcomeOfItem(item)
      return outcome && NATURAL.has(outcome) ? parseTeeth(teeth).map(({ code }) => ({ tooth: code, item })) : []
    }),
  )
  if (natural.length === 0) return []
  const gone = goneTeeth(mouth ? [...mouth] : (await mouthBefore(tx, record)).mouth)
  return natural.flatMap(({ tooth, item }) => {
    const instead = gone.get(tooth)
    return instead === undefined ? [] : [{ tooth, item, instead }]
  })
}

/** The company's own diagnoses that a text names, switched-off ones too. */
export const ownDiagnosesIn = (tx: TenantTx, content: RecordContent) =>
  ownDiagnosisOf(
    tx,
    content.diagnoses.flatMap(({ icdCode }) => (icdCode && !findIcd(icdCode) ? [icdCode] : [])),
  )

/** The last five records of its kind that the same clinic wrote before this one, the newest first. */
async function previousContents(tx: TenantTx, row: Judged): Promise<RecordContent[]> {
  const found = await tx.rows(
    select({ content: sql<unknown>`r.content` })
      .keptFrom`medical_record r where ${tx.own('r')} and r.clinic_id = ${row.clinicId}
          and r.patient_id = ${row.patientId} and r.record_type = ${row.recordType} and r.id <> ${row.id} and r.visit_time < ${row.visitTime} and r.status not in ${codes(recordStates, 'deleted')}
        order by r.visit_time desc limit 5`,
  )
  return found.map(({ content }) => readContent(content))
}
