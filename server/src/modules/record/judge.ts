import type { RecordContent, RecordType, SectionKey } from '@dentin/contract'
import type { RecordOrigin } from '@dentin/contract/core/record-origins'
import { isBlank } from '@dentin/contract/record-words'
import { recordStates } from '@dentin/contract/core/status'
import { findIcd, findTooth, goneTeeth, hiddenTeeth, parseTeeth, type ToothMark } from '@dentin/clinical'
import type { BodyFacts } from '@dentin/clinical/anaesthetic-lines'
import { successorOf } from '@dentin/clinical/dentition'
import type { PlanOutcome } from '@dentin/clinical/plan-marks'
import { addDays, formatDate, parseDate } from '@dentin/kit'
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
import { natureOf, type ItemsOfText } from './items.ts'
import { mouthBefore } from './mouth.ts'
import { isComparable, mostPasted, pasteRate, type EarlierText, type PastedText } from './paste-rate.ts'
import {
  awaitsSuperior,
  blocking,
  PASTED,
  PASTED_TODAY,
  qualityOf,
  type Quality,
  type QualityFacts,
} from './quality.ts'
import { ageAt, planLinesIn, readTemplate, requiredSections, teethOf, type Missing, type VisitKind } from './rules.ts'

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

/** What was read already, or is being read: body, mouth and items as the visit found them, charts, and when the text was written. */
interface KnownOfVisit {
  body?: PromiseLike<BodyFacts>
  mouth?: PromiseLike<{ mouth: readonly ToothMark[] }>
  items?: PromiseLike<ItemsOfText>
  charted?: Awaited<ReturnType<typeof chartedFor>>
  writtenAt?: Date
}

/** Looks a text through by the rules of its clinic. What it reads makes the way to the database together. */
export async function judge(
  context: ClinicContext,
  record: Judged,
  content: RecordContent,
  known: KnownOfVisit = {},
): Promise<Judgement> {
  const { tx } = context
  const visitDay = formatDate(record.visitTime)
  // It looks beyond the clinic, so nothing else is read beside it.
  const charted = known.charted ?? (await chartedFor(tx, record, content))
  const itemsRead = known.items ?? tariffsByIds(tx, record.clinicId, tariffsIn(content))
  const settingsRead = clinicSettings(tx, record.clinicId)
  const previousRead = previousContents(tx, record)
  const [settings, items, own, body, names, gone, succeeded, previous, pasted, prescriptions, films] =
    await Promise.all([
      settingsRead,
      itemsRead,
      ownDiagnosesIn(tx, content),
      hasAnaesthetics(content) ? (known.body ?? bodyOf(context, record.patientId, visitDay)) : null,
      settingsRead.then(({ consentRule }) =>
        consentRule === 'off'
          ? []
          : consentsLacking(tx, { ...record, tariffIds: tariffsIn(content), planLineIds: planLinesIn(content) }),
      ),
      itemsRead.then((facts) => treatedGone(tx, record, content, facts, known.mouth)),
      treatedSucceeded(tx, record, content, known.mouth),
      previousRead,
      pastedText(tx, record, content, previousRead),
      prescriptionsOf(context, record.id),
      itemsRead.then((facts) => filmsLacking(tx, record, content, facts)),
    ])
  const required = requiredSections(settings, record.visitKind, record.origin, record.recordType, content)
  const facts: QualityFacts = {
    visitKind: record.visitKind,
    required,
    items,
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
    succeeded,
    prescriptions,
    ...films,
    ...charted,
    countersignDue: record.countersignDue,
    writtenAt: known.writtenAt ?? tx.now,
    previous,
    ...pasted,
  }
  const quality = qualityOf(content, facts, settings.qualityRules)
  return { required, quality, missing: blocking(quality) }
}

/** A signed text is worth what it was worth by the rules of its signing; what it lacked stood in the way then. */
export async function judgedWhenSigned(
  { tx }: ClinicContext,
  record: Judged,
  content: RecordContent,
  signed: Quality,
): Promise<Judgement> {
  const settings = await clinicSettings(tx, record.clinicId)
  const waiting = awaitsSuperior(record.countersignDue, settings.qualityRules)
  return {
    required: requiredSections(settings, record.visitKind, record.origin, record.recordType, content),
    quality: { score: signed.score, items: [...signed.items, ...waiting] },
    missing: [],
  }
}

/** What needs a natural tooth. */
const NATURAL: ReadonlySet<PlanOutcome | null> = new Set<PlanOutcome>([
  'filling',
  'rct',
  'extraction',
  'veneer',
  'inlay',
  'post_core',
  'sealant',
])

/** Items that need a natural tooth, at teeth that were gone before the visit, or not through and not taken out either. */
async function treatedGone(
  tx: TenantTx,
  record: Judged,
  content: RecordContent,
  items: ItemsOfText,
  known: KnownOfVisit['mouth'],
): Promise<NonNullable<QualityFacts['treatedGone']>> {
  const rows = content.treatments.filter(({ teeth, tariffs }) => teeth !== '' && tariffs.length > 0)
  if (rows.length === 0) return []
  const natural = rows.flatMap(({ teeth, tariffs }) =>
    tariffs.flatMap(({ tariffId }) => {
      const item = items.get(tariffId)
      const nature = item ? natureOf(item) : null
      return item && NATURAL.has(nature)
        ? parseTeeth(teeth).map(({ code }) => ({ tooth: code, item: item.name, nature }))
        : []
    }),
  )
  if (natural.length === 0) return []
  const { mouth } = await (known ?? mouthBefore(tx, record))
  const gone = goneTeeth([...mouth])
  // What is charted today has come through by now.
  const hidden = hiddenTeeth([...mouth, ...content.toothMarks])
  return natural.flatMap(({ tooth, item, nature }) => {
    const instead = gone.get(tooth) ?? (nature === 'extraction' ? undefined : hidden.get(tooth))
    return instead === undefined ? [] : [{ tooth, item, instead }]
  })
}

/** Deciduous teeth that are treated although the mouth, with what is charted today, has their successors. */
async function treatedSucceeded(
  tx: TenantTx,
  record: Judged,
  content: RecordContent,
  known: KnownOfVisit['mouth'],
): Promise<NonNullable<QualityFacts['succeeded']>> {
  const treated = [...new Set(teethOf(content.treatments.filter((row) => !isBlank(row))))].filter(
    (code) => findTooth(code)?.dentition === 'deciduous',
  )
  if (treated.length === 0) return []
  const { mouth } = await (known ?? mouthBefore(tx, record))
  return treated.flatMap((tooth) => {
    const successor = successorOf(tooth, [...mouth, ...content.toothMarks])
    return successor === null ? [] : [{ tooth, successor }]
  })
}

/** The company's own diagnoses that a text names, switched-off ones too. */
export const ownDiagnosesIn = (tx: TenantTx, content: RecordContent) =>
  ownDiagnosisOf(
    tx,
    content.diagnoses.flatMap(({ icdCode }) => (icdCode && !findIcd(icdCode) ? [icdCode] : [])),
  )

/** A day's records of one doctor are not more. */
const OF_A_DAY = 60
/** A template that was used so many days ago may still stand in the text. */
const USED_DAYS = 3

/** What is held against a text, of each of up to 65 others: not the whole of what they say. */
const compared = sql`jsonb_build_object('presentIllness', coalesce(r.content -> 'presentIllness', '""'), 'interval', coalesce(r.content -> 'interval', '""'),
  'exams', coalesce(r.content -> 'exams', '[]'), 'treatments', coalesce(r.content -> 'treatments', '[]'))`

/**
 * What the doctor of a record wrote of other patients on its day, where it is nearly the same; and, where this or an earlier
 * record of the patient is, the templates that he used, whose words count apart.
 */
async function pastedText(
  tx: TenantTx,
  row: Judged,
  content: RecordContent,
  previousRead: Promise<readonly EarlierText[]>,
): Promise<Pick<QualityFacts, 'sameDay' | 'templates'>> {
  if (!isComparable(content)) return {}
  const day = formatDate(row.visitTime)
  const others = await tx.rows(
    select({ text: sql<PastedText>`${compared}` })
      .keptFrom`medical_record r join medical_record own on ${tx.own('own')} and own.id = ${row.id}
        where ${tx.own('r')} and r.doctor_id = own.doctor_id and r.patient_id <> ${row.patientId} and r.clinic_id = ${row.clinicId}
          and r.visit_time >= ${parseDate(day)} and r.visit_time < ${parseDate(addDays(day, 1))}
          and r.record_type = ${row.recordType} and r.status not in ${codes(recordStates, 'deleted')}
        order by r.visit_time desc limit ${OF_A_DAY}`,
  )
  const sameDay = others.map(({ text }) => text).filter((other) => pasteRate(content, other) > PASTED_TODAY)
  if (sameDay.length === 0 && mostPasted(content, await previousRead).rate <= PASTED) return {}
  const templates = await tx.rows(
    select({ content: sql<unknown>`t.content` })
      .keptFrom`record_template t join record_template_use u on ${tx.own('u')} and u.template_id = t.id
        join medical_record own on ${tx.own('own')} and own.id = ${row.id} and own.doctor_id = u.employee_id
        where ${tx.own('t')} and u.used_at >= ${row.visitTime}::timestamptz - make_interval(days => ${USED_DAYS})`,
  )
  return { sameDay, templates: templates.map(({ content: text }) => readTemplate(text)) }
}

/** The last five records of its kind that the same clinic wrote before this one, the newest first. */
async function previousContents(tx: TenantTx, row: Judged): Promise<EarlierText[]> {
  const found = await tx.rows(
    select({
      text: sql<EarlierText>`${compared} || jsonb_build_object('diagnoses', coalesce(r.content -> 'diagnoses', '[]'))`,
    }).keptFrom`medical_record r where ${tx.own('r')} and r.clinic_id = ${row.clinicId}
          and r.patient_id = ${row.patientId} and r.record_type = ${row.recordType} and r.id <> ${row.id} and r.visit_time < ${row.visitTime} and r.status not in ${codes(recordStates, 'deleted')}
        order by r.visit_time desc limit 5`,
  )
  return found.map(({ text }) => text)
}
