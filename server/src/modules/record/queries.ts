import type { RecordOrigin } from '@dentin/contract/core/record-origins'
import { amendRequestStates, recordStates, registrationStates } from '@dentin/contract/core/status'
import type { contract, HandlerOutput, ParsedInput, RecordType } from '@dentin/contract'
import { MOST_RECORDS } from '@dentin/contract/record'
import { formatDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { columns, named, perhaps, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { appointItemsByIds, readSettings, tariffsByIds, type TariffBrief } from '../clinic/index.ts'
import { filesIn, foundBy, seesDigits } from '../patient/index.ts'
import { reachOf, rowsWithin, type Reach } from '../staff/index.ts'
import { ADD, AMEND, APPROVE, DELETE, mayWriteFor, PRINT, readable, SIGN, TREAT, VIEW } from './access.ts'
import { bodyOf } from './body.ts'
import { chartedFor } from './charted.ts'
import { judge, judgedWhenSigned } from './judge.ts'
import { deptName } from './department.ts'
import { consentsBeside } from './extension-points.ts'
import { tariffsIn, tariffsNamedIn } from './for-consents.ts'
import { factWords } from './file-facts.ts'
import { mouthBefore, mouthsAfter } from './mouth.ts'
import { lastRequest } from './review.ts'
import { firstSignature } from './standing.ts'
import type { QualityItem } from './quality.ts'
import { sealing } from './seals.ts'
import { changedSections, hashOf, isOpen, planLinesIn, requiredSections, readContent, type VisitKind } from './rules.ts'

type Detail = HandlerOutput<typeof contract.record.get>
type Listed = HandlerOutput<typeof contract.record.ofPatient>[number]
type Printed = HandlerOutput<typeof contract.record.print>
export type PrintedRecord = Printed

/** The head of a record on `r`, `p` (patient), `c` (clinic) and `d` (doctor). */
const head = [
  columns(
    'medical_record',
    'r',
    'id',
    'record_no',
    'status',
    'version',
    'clinic_id',
    'patient_id',
    'treatment_id',
    'registration_id',
    'doctor_id',
    'visit_time',
    'origin_reason',
  ),
  named('clinic', 'c', { clinicName: 'name' }),
  columns('patient', 'p', 'gender', 'birth_day', 'medical_number'),
  named('patient', 'p', { patientName: 'name' }),
  named('employee', 'd', { doctorName: 'name' }),
  { visitKind: sql<VisitKind>`r.visit_kind`, origin: sql<RecordOrigin>`r.origin` },
  { recordType: sql<RecordType>`r.record_type` },
] as const

const heads = (tx: TenantTx): RawBuilder<unknown> => sql`medical_record r
  join patient p on ${tx.own('p')} and p.id = r.patient_id
  join clinic c on ${tx.own('c')} and c.id = r.clinic_id
  join employee d on ${tx.own('d')} and d.id = r.doctor_id`

/** A record's text, and what was signed of it: on `r`, `s` (who signed) and `v` (the newest signed version). */
const signed = [
  columns('medical_record', 'r', 'sign_hash', 'sign_time'),
  perhaps(named('medical_record_version', 'v', { versionHash: 'content_hash' })),
  {
    content: sql<unknown>`r.content`,
    versionContent: sql<unknown>`v.content`,
    versionScore: sql<number | null>`v.quality_score`,
    versionItems: sql<QualityItem[] | null>`v.quality_items`,
    versionCount: sql<number>`coalesce(v.version_no, 0)`,
    signDoctorName: sql<string>`coalesce(s.name, '')`,
  },
] as const
const signing = (tx: TenantTx): RawBuilder<unknown> => sql`
        left join employee s on ${tx.own('s')} and s.id = r.sign_doctor_id
        left join lateral (select x.version_no, x.content_hash, x.content, x.quality_score, x.quality_items from medical_record_version x
          where ${tx.own('x')} and x.record_id = r.id order by x.version_no desc limit 1) v on true`

/** True when what is stored still is what was signed: the text itself and the newest version beside it. */
function isIntact(row: {
  status: number
  content: unknown
  signHash: string | null
  versionHash: string | null
  versionContent: unknown
}): boolean {
  if (row.versionHash === null) return row.signHash === null
  if (hashOf(row.versionContent) !== row.versionHash || row.signHash !== row.versionHash) return false
  return recordStates.is(row.status, 'amending') || hashOf(row.content) === row.signHash
}

const wholeRecord = (context: ClinicContext) =>
  select(
    ...head,
    ...signed,
    columns('medical_record', 'r', 'amend_reason', 'updated_at', 'archived_at', 'sign_doctor_id'),
    columns(
      'medical_record',
      'r',
      'countersign_due',
      'countersigned_name',
      'countersigned_at',
      'sent_back_note',
      'sent_back_name',
    ),
    columns('patient', 'p', 'allergy_flag', 'allergy_history', 'systemic_diseases', 'alert_note'),
    { firstSigned: sql<Date | null>`(${firstSignature(context.tx, sql`r.id`)})`, deptName: deptName(context.tx) },
    columns('patient', 'p', 'past_history', 'family_history', 'pregnant_since'),
    sealing(context.tx),
    {
      fileOpen: sql<boolean>`${filesIn(context, sql`r.patient_id`)}`,
      updatedBy: sql<string>`coalesce(w.name, r.created_name)`,
      // The visit is not over yet.
      inTreatment: sql<boolean>`exists (select 1 from registration g
        where ${context.tx.own('g')} and g.id = r.registration_id and g.status in ${codes(registrationStates, 'inTreatment')})`,
    },
  )
type WholeRecord = RowIn<ReturnType<typeof wholeRecord>>

async function fullRow(context: ClinicContext, id: string): Promise<WholeRecord> {
  const { tx } = context
  return tx.need(
    wholeRecord(context).keptFrom`${heads(tx)}
        ${signing(tx)}
        left join lateral (select a.actor_name as name from audit a
          where ${tx.own('a')} and a.entity_id = r.id and a.entity_version = r.version
          order by a.created_at desc limit 1) w on true
        where ${tx.own('r')} and r.id = ${id} and ${readable(context)}`,
  )
}

/** The record with all that the editor shows beside it. */
export async function recordDetail(context: ClinicContext, id: string): Promise<Detail> {
  const { tx } = context
  const row = await fullRow(context, id)
  const content = readContent(row.content)
  const signedScore = recordStates.is(row.status, 'locked') ? row.versionScore : null
  // It looks beyond the clinic, so it is read before what makes the way to the database together.
  const charted = signedScore === null ? await chartedFor(tx, row, content) : {}
  const items = tariffsByIds(tx, row.clinicId, tariffsNamedIn(content))
  const before = mouthBefore(tx, row)
  const bodyRead = bodyOf(context, row.patientId, formatDate(row.visitTime))
  const [tariffs, { mouth, mouthOn }, body, request = null, { required, missing, quality }] = await Promise.all([
    items,
    before,
    bodyRead,
    lastRequest(tx, row.id),
    signedScore === null
      ? judge(context, row, content, {
          body: bodyRead,
          mouth: before,
          items,
          charted,
          ...(row.firstSigned ? { writtenAt: row.firstSigned } : {}),
        })
      : judgedWhenSigned(context, row, content, { score: signedScore, items: row.versionItems ?? [] }),
  ])
  const here = row.clinicId === context.clinicId
  const may = async (resource: typeof ADD) => here && (await mayWriteFor(context, resource, row))
  const mine = here && row.doctorId === context.employeeId
  const {
    signHash: _hash,
    versionHash: _versionHash,
    versionContent: _versionContent,
    versionScore: _score,
    versionItems: _items,
    firstSigned: _first,
    inTreatment,
    pastHistory,
    familyHistory,
    countersignDue: due,
    countersignedName: name,
    countersignedAt: at,
    sentBackNote: sentBack,
    sentBackName,
    signDoctorId,
    ...shown
  } = row
  const live = request !== null && amendRequestStates.is(request.status, 'live')
  const filed = recordStates.is(row.status, 'archived')
  /** What is filed may be opened or taken away once. */
  const granted = filed && request !== null && amendRequestStates.is(request.status, 'granted')
  const approves = here && context.can(APPROVE)
  return {
    ...shown,
    countersign: { due, name, at, sentBack, sentBackName },
    amendRequest: request,
    inFile: factWords({ ...shown, pastHistory, familyHistory }, formatDate(row.visitTime)),
    content,
    tariffs: [...tariffs.values()].map(namesOf),
    mouth,
    mouthOn,
    intact: isIntact(row),
    required,
    body: {
      weightKg: body.weightKg,
      weighedAt: body.weighedAt,
      age: body.age,
      underSixMonths: body.underSixMonths,
      asa: body.asa,
      risks: body.risks,
    },
    missing,
    quality,
    can: {
      edit: recordStates.is(row.status, 'amending')
        ? mine && (await may(AMEND))
        : isOpen(row.status) && (await may(ADD)),
      sign: isOpen(row.status) && context.can(SIGN) && mine,
      amend: context.can(AMEND) && mine && (recordStates.is(row.status, 'signed') || granted),
      askAmend: filed && context.can(AMEND) && mine && !live,
      decideAmend:
        approves &&
        request !== null &&
        amendRequestStates.is(request.status, 'open') &&
        request.askedBy !== context.employeeId,
      countersign: approves && due && recordStates.is(row.status, 'signed') && signDoctorId !== context.employeeId,
      remove: (recordStates.may('remove', row.status) || granted) && (await may(DELETE)),
      print: context.can(PRINT),
      finish: inTreatment && (await may(TREAT)),
    },
  }
}

/** What a text's reader wants to know of an item that it names. */
const namesOf = ({ id, name, unit, toothCountPriced }: TariffBrief): Detail['tariffs'][number] => ({
  id,
  name,
  unit,
  toothCountPriced,
})

/** Names of the tariff items that texts mention. */
async function tariffNames(
  tx: TenantTx,
  clinicId: string,
  ...contents: Detail['content'][]
): Promise<Detail['tariffs']> {
  const found = await tariffsByIds(tx, clinicId, contents.flatMap(tariffsNamedIn))
  return [...found.values()].map(namesOf)
}

const listed = (tx: TenantTx) =>
  select(...head, columns('medical_record', 'r', 'diagnosis_text', 'treatment_text', 'teeth', 'sign_time'), sealing(tx))

/** Records of a patient, the newest first. */
export async function recordsOfPatient(
  context: ClinicContext,
  input: ParsedInput<typeof contract.record.ofPatient>,
): Promise<Listed[]> {
  const { tx } = context
  const chosen = input.medicalIds ? sql`and r.id = any(${input.medicalIds.split(',')}::uuid[])` : sql``
  const alive =
    input.deleted === 1
      ? sql`r.status in ${codes(recordStates, 'deleted')} and r.clinic_id = ${context.clinicId} and ${rowsWithin(reachOf(context, DELETE), { clinic: sql`r.clinic_id`, doctors: [sql`r.doctor_id`] })}`
      : sql`r.status not in ${codes(recordStates, 'deleted')}`
  return tx.rows(
    listed(tx).from`${heads(tx)}
        where ${tx.own('r')} and r.patient_id = ${input.id} and ${alive} and ${readable(context)} ${chosen}
        order by r.visit_time desc, r.id desc limit ${MOST_RECORDS}`,
  )
}

type Work = HandlerOutput<typeof contract.record.work>
const OVERDUE_MS = 86_400_000

/**
 * Visits `t` with registration `g`, patient `p`, doctor `d` and each record `r` of whatever kind that nobody has finished
 * writing, or that is being amended; ends with a condition, more of them may follow.
 */
export const visitsToWrite = (tx: TenantTx): RawBuilder<unknown> => sql`treatment t
  join registration g on ${tx.own('g')} and g.id = t.registration_id
  join patient p on ${tx.own('p')} and p.id = t.patient_id
  join employee d on ${tx.own('d')} and d.id = t.doctor_id
  left join medical_record r on ${tx.own('r')} and r.treatment_id = t.id and r.status not in ${codes(recordStates, 'deleted')}
  where ${tx.own('t')} and (r.id is null and not t.emr_completed or r.status in ${codes(recordStates, 'open', 'amending')})`

/** Records `r` that wait for a superior's signature, or whose doctor asks to amend them. */
const awaitsReview = (tx: TenantTx): RawBuilder<unknown> => sql`(
  r.countersign_due and r.sent_back_note is null and r.status in ${codes(recordStates, 'signed')}
  or exists (select 1 from record_amend_request q
    where ${tx.own('q')} and q.record_id = r.id and q.status in ${codes(amendRequestStates, 'open')}))`

/** Visits without a signed record, the records signed lately, or those that wait for a superior. */
export async function workList(context: ClinicContext, input: ParsedInput<typeof contract.record.work>): Promise<Work> {
  const { tx } = context
  if (input.tab === 'review' && !context.can(APPROVE)) throw new AppError('FORBIDDEN')
  const reach: Reach =
    input.whose === 'clinic' || input.tab === 'review'
      ? reachOf(context, VIEW)
      : { ...reachOf(context, VIEW), scope: 1 }
  const of = (table: 't' | 'r') =>
    rowsWithin(reach, { clinic: sql.ref(`${table}.clinic_id`), doctors: [sql.ref(`${table}.doctor_id`)] })
  const found = input.keyword
    ? sql`and p.id in (select id from ${foundBy(tx, input.keyword, 1000, seesDigits(context, VIEW))})`
    : sql``
  const rows =
    input.tab === 'todo'
      ? sql`${visitsToWrite(tx)} and t.clinic_id = ${context.clinicId} and ${of('t')} ${found}`
      : sql`medical_record r
          join patient p on ${tx.own('p')} and p.id = r.patient_id
          join employee d on ${tx.own('d')} and d.id = r.doctor_id
          left join treatment t on ${tx.own('t')} and t.id = r.treatment_id
          left join registration g on ${tx.own('g')} and g.id = r.registration_id
          where ${tx.own('r')} and r.clinic_id = ${context.clinicId} and ${of('r')}
            and ${input.tab === 'review' ? awaitsReview(tx) : sql`r.status in ${codes(recordStates, 'locked')}`} ${found}`
  const time = input.tab === 'todo' ? sql`t.start_time` : sql`r.visit_time`
  const shown = select(
    perhaps(columns('medical_record', 'r', 'id', 'status')),
    perhaps(named('treatment', 't', { treatmentId: 'id' })),
    columns('patient', 'p', 'gender', 'birth_day', 'medical_number'),
    named('patient', 'p', { patientId: 'id', patientName: 'name' }),
    named('employee', 'd', { doctorId: 'id', doctorName: 'name' }),
    {
      recordNo: sql<string>`coalesce(r.record_no, '')`,
      visitTime: sql<Date>`${time}`,
      visitKind: sql<number>`coalesce(r.visit_kind, case when g.treat_type = 2 then 2 else 1 end)`,
      recordType: sql<RecordType>`coalesce(r.record_type, 1)`,
      origin: sql<RecordOrigin>`coalesce(r.origin, 'visit')`,
      title: sql<string>`coalesce(g.title, '')`,
      teeth: sql<string>`coalesce(nullif(r.teeth, ''), g.teeth, '')`,
      diagnosisText: sql<string>`coalesce(r.diagnosis_text, '')`,
    },
  )
  const list = await tx.rows(
    shown.from`${rows} order by ${time} desc, p.id limit ${input.pageSize} offset ${(input.pageNum - 1) * input.pageSize}`,
  )
  const { total } = await tx.need(select({ total: sql<number>`count(*)::int` }).from`${rows}`)
  return {
    list: list.map((row) => ({
      ...row,
      overdue:
        input.tab === 'todo' &&
        !recordStates.is(row.status, 'amending') &&
        tx.now.getTime() - row.visitTime.getTime() > OVERDUE_MS,
    })),
    total,
    pageNum: input.pageNum,
    pageSize: input.pageSize,
  }
}

type Versions = HandlerOutput<typeof contract.record.versions>
const versionList = select(
  columns('medical_record_version', 'v', 'version_no', 'content_hash', 'reason', 'signed_name', 'signed_at'),
  { content: sql<unknown>`v.content` },
)

async function versionRows(
  context: ClinicContext,
  id: string,
): Promise<{ row: WholeRecord; versions: RowIn<typeof versionList>[] }> {
  const { tx } = context
  const row = await fullRow(context, id)
  const versions = await tx.rows(
    versionList.keptFrom`medical_record_version v where ${tx.own('v')} and v.record_id = ${id} order by v.version_no`,
  )
  return { row, versions }
}

/** Every signed version, the oldest first, each checked against its hash. */
export async function recordVersions(context: ClinicContext, id: string): Promise<Versions> {
  const { versions } = await versionRows(context, id)
  return versions.map(({ content, ...version }) => ({ ...version, intact: hashOf(content) === version.contentHash }))
}

/** Two versions side by side; `to` 0 is the present text. */
export async function compareVersions(
  context: ClinicContext,
  input: ParsedInput<typeof contract.record.compare>,
): Promise<HandlerOutput<typeof contract.record.compare>> {
  const { row, versions } = await versionRows(context, input.id)
  const textOf = (no: number) => {
    const content = no === 0 ? row.content : versions.find((version) => version.versionNo === no)?.content
    if (content === undefined) throw new AppError('NOT_FOUND', { message: '没有这个版本' })
    return readContent(content)
  }
  const [before, after] = [textOf(input.from), textOf(input.to)]
  const [tariffs, next] = await Promise.all([
    tariffNames(context.tx, row.clinicId, before, after),
    nextVisitNames(context.tx, [before, after]),
  ])
  return {
    before,
    after,
    changed: changedSections(before, after),
    tariffs: tariffs.map(({ id, name, unit }) => ({ id, name, unit })),
    next: { before: next(before), after: next(after) },
  }
}

/** What the items of a record cost now, and on the day of its visit. */
export async function recordPrices(
  context: ClinicContext,
  id: string,
): Promise<HandlerOutput<typeof contract.record.prices>> {
  const { tx } = context
  const row = await fullRow(context, id)
  const ids = tariffsIn(readContent(row.content))
  const [now, then] = await Promise.all([
    tariffsByIds(tx, row.clinicId, ids),
    tariffsByIds(tx, row.clinicId, ids, false, formatDate(row.visitTime)),
  ])
  return [...now.values()].map(({ id: tariffId, enabled, price }) => ({
    tariffId,
    enabled,
    price,
    priceThen: then.get(tariffId)?.price ?? price,
  }))
}

const inOrder = select(columns('medical_record', 'r', 'id', 'visit_time'))
/** The signed records of a patient that the person may read, the oldest visit first. */
export const recordsInOrder = (context: ClinicContext, patientId: string): Promise<RowIn<typeof inOrder>[]> =>
  context.tx.rows(
    inOrder.from`medical_record r
      where ${context.tx.own('r')} and r.patient_id = ${patientId} and r.status in ${codes(recordStates, 'locked')} and ${readable(context)}
      order by r.visit_time, r.id`,
  )

const doctorNames = select(columns('employee', 'e', 'id', 'name'))

/** Who and what texts name for the next visit, by the text. */
async function nextVisitNames(
  tx: TenantTx,
  contents: readonly Printed['content'][],
): Promise<(content: Printed['content']) => Printed['next']> {
  const wanted = [...new Set(contents.flatMap(({ nextVisit }) => nextVisit.doctorId ?? []))]
  const [doctors, items] = await Promise.all([
    wanted.length === 0
      ? []
      : tx.rows(doctorNames.keptFrom`employee e where ${tx.own('e')} and e.id = any(${wanted}::uuid[])`),
    appointItemsByIds(
      tx,
      contents.flatMap(({ nextVisit }) => nextVisit.itemIds),
    ),
  ])
  return ({ nextVisit: { doctorId, itemIds } }) => ({
    doctorName: doctors.find(({ id }) => id === doctorId)?.name ?? null,
    itemNames: itemIds.flatMap((id) => items.get(id)?.name ?? []),
  })
}

/** What is printed, oldest visit first. One record in any state, or all the signed ones of a patient. */
export async function recordsToPrint(
  context: ClinicContext,
  which: { id: string } | { patientId: string },
): Promise<Printed[]> {
  const { tx } = context
  const chosen =
    'id' in which
      ? sql`r.id = ${which.id} and r.status not in ${codes(recordStates, 'deleted')}`
      : sql`r.patient_id = ${which.patientId} and r.status in ${codes(recordStates, 'locked')}`
  const superior = columns('medical_record', 'r', 'countersigned_name', 'countersigned_at')
  const toPrint = select(
    ...head,
    ...signed,
    superior,
    sealing(tx),
    { deptName: deptName(tx) },
    named('clinic', 'c', { clinicPhone: 'phone', clinicAddress: 'address' }),
    {
      settings: sql<Record<string, unknown>>`c.settings`,
      printed: sql<number>`(select count(*)::int from audit a where ${tx.own('a')} and a.entity_id = r.id and a.action = 'print')`,
    },
  )
  const rows = await tx.rows(
    toPrint.from`${heads(tx)}
        ${signing(tx)}
        where ${tx.own('r')} and ${chosen} and ${readable(context)}
        order by r.visit_time, r.id limit ${MOST_RECORDS}`,
  )
  const contents = rows.map((row) => readContent(row.content))
  const tariffs = (await tariffNames(tx, context.clinicId, ...contents)).map(({ id, name, unit }) => ({
    id,
    name,
    unit,
  }))
  const nextVisits = await nextVisitNames(tx, contents)
  const consents = await Promise.all(
    rows.map((row, index) => {
      const content = contents[index] as Printed['content']
      return consentsBeside(tx, row.id, { ...row, tariffIds: tariffsIn(content), planLineIds: planLinesIn(content) })
    }),
  )
  const [first] = rows
  const mouths = first
    ? await mouthsAfter(
        tx,
        first.patientId,
        rows.map(({ id, visitTime }, index) => ({ id, visitTime, marks: contents[index]?.toothMarks ?? [] })),
      )
    : []
  return rows.map((row, index) => {
    const {
      signHash: _hash,
      versionHash: _versionHash,
      versionContent: _text,
      versionScore: _score,
      versionItems: _items,
      versionCount,
      printed,
      settings,
      ...shown
    } = row
    const content = contents[index] as Printed['content']
    const mentioned = new Set(tariffsNamedIn(content))
    return {
      ...shown,
      content,
      consents: (consents[index] ?? []).map(
        ({ name, required, status, signerName, signTime, approvedName, approvedAt }) => ({
          name,
          required,
          status,
          signerName,
          signTime,
          approvedName,
          approvedAt,
        }),
      ),
      tariffs: tariffs.filter((tariff) => mentioned.has(tariff.id)),
      next: nextVisits(content),
      signDoctorName: recordStates.is(row.status, 'amending') ? '' : row.signDoctorName,
      signTime: recordStates.is(row.status, 'amending') ? null : row.signTime,
      versionNo: versionCount,
      required: requiredSections(readSettings(settings), row.visitKind, row.origin, row.recordType, content),
      intact: isIntact(row),
      mouth: mouths[index] ?? [],
      printedAt: tx.now,
      printCount: printed + 1,
    }
  })
}

const forBilling = select(
  columns('medical_record', 'r', 'patient_id', 'registration_id', 'treatment_id', 'doctor_id'),
  {
    content: sql<unknown>`r.content`,
  },
)

/** What a bill is made of. The lines are the tariff items of the treatments, in their order. */
export interface RecordForBilling {
  patientId: string
  registrationId: string | null
  treatmentId: string | null
  doctorId: string
  /** teeth is stored text, '' when none. */
  lines: { tariffId: string; teeth: string; qty: number; planLineId?: string | undefined }[]
}

/** The treatments of a record as bill lines. @throws AppError NOT_FOUND for a deleted record or one of another clinic */
export async function recordForBilling(tx: TenantTx, recordId: string): Promise<RecordForBilling> {
  const { content, ...row } = await tx.need(
    forBilling.from`medical_record r
        where ${tx.own('r')} and r.id = ${recordId} and r.status not in ${codes(recordStates, 'deleted')}`,
  )
  const lines = readContent(content).treatments.flatMap((treatment) =>
    treatment.tariffs.map(({ tariffId, qty, planLineId }) => ({ tariffId, teeth: treatment.teeth, qty, planLineId })),
  )
  return { ...row, lines }
}
