import { fileStates, followUpStates } from '@dentin/contract/core/status'
import { workStates } from '@dentin/contract/staff'
import { addDays, dayRange, formatDate, today, uuidv7, type LocalDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { containing } from '../../platform/database/like.ts'
import { borrowed } from './extension-points.ts'
import { ASK_AGAIN_DAYS, lostPlanWords } from './lost-plan.ts'
import {
  endOfDay,
  filled,
  matchingDiagnosis,
  matchingItem,
  plannedDays,
  sourceKey,
  type DoneItem,
  type FollowRule,
  type FoundDiagnosis,
} from './rules.ts'

interface RuleRow extends FollowRule {
  type: number
  ownerRole: string
  method: number
  templateId: string
  template: string
  absentDays: number | null
}

const ruleColumns = sql`r.id, r.triggers, r.words, r.except_words as "exceptWords", r.tariff_ids as "tariffIds", r.icd_codes as "icdCodes",
  r.delay_days as "delayDays", r.grace_days as "graceDays", r.type, r.owner_role as "ownerRole", r.method,
  r.template_id as "templateId", t.content as template, r.absent_days as "absentDays"`

async function rulesFor(tx: TenantTx, triggers: readonly number[]): Promise<RuleRow[]> {
  return tx.rows<RuleRow>(
    keptSql`select ${ruleColumns} from follow_rule r join follow_template t on t.tenant_id = ${tx.tenantId} and t.id = r.template_id
        where r.tenant_id = ${tx.tenantId} and r.enabled and r.triggers && ${triggers}::int[] order by r.sort_no, r.id`,
  )
}

/** What happened to a patient at a visit, as the module that tells of it knows it. */
export interface Happening {
  clinicId: string
  patientId: string
  doctorId: string | null
  treatmentId: string | null
  /** When the visit was; with a treatment, that one's beginning counts. */
  at: Date
  items: readonly DoneItem[]
}

interface Subject {
  name: string
  gender: number
  status: number
  consultantId: string | null
  doctorName: string | null
  startTime: Date | null
}

/** A follow-up that is to be planned, before it is written. */
interface Plan {
  clinicId: string
  patientId: string
  treatmentId: string | null
  recordId: string | null
  billId: string | null
  doctorId: string | null
  rule: RuleRow
  subject: string
  content: string
  planAt: Date
  deadlineAt: Date
  ownerId: string | null
  key: string
}

/** Which of the owners work in the clinic of their plan, as 'employee clinic'. */
async function atWork(tx: TenantTx, plans: readonly Plan[]): Promise<Set<string>> {
  const owners = [...new Set(plans.flatMap(({ ownerId }) => ownerId ?? []))]
  if (owners.length === 0) return new Set()
  const rows = await tx.rows<{ key: string }>(
    keptSql`select ec.employee_id || ' ' || ec.clinic_id as key from employee_clinic ec
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = ec.employee_id and e.work_status in ${codes(workStates, 'working')}
        where ec.tenant_id = ${tx.tenantId} and ec.employee_id = any(${owners}::uuid[]) and ec.active`,
  )
  return new Set(rows.map(({ key }) => key))
}

/** Writes what is not planned yet, with audit rows and the first steps of the state machine. @returns how many were new */
async function write(tx: TenantTx, plans: readonly Plan[]): Promise<number> {
  const working = await atWork(tx, plans)
  const written = await tx.insertNew(
    'follow_up',
    plans.map((plan) => ({
      id: uuidv7(),
      clinic_id: plan.clinicId,
      patient_id: plan.patientId,
      treatment_id: plan.treatmentId,
      record_id: plan.recordId,
      bill_id: plan.billId,
      doctor_id: plan.doctorId,
      type: plan.rule.type,
      subject: plan.subject,
      content: plan.content,
      template_id: plan.rule.templateId,
      plan_at: plan.planAt,
      first_plan_on: formatDate(plan.planAt),
      deadline_at: plan.deadlineAt,
      // Who has left meanwhile leaves it to the others of the post.
      owner_id: plan.ownerId && working.has(`${plan.ownerId} ${plan.clinicId}`) ? plan.ownerId : null,
      owner_role: plan.rule.ownerRole,
      method: plan.rule.method,
      status: followUpStates.code.due,
      attempts: 0,
      handed_over: false,
      note: '',
      created_from: 2,
      rule_id: plan.rule.id,
      source_key: plan.key,
      created_name: '系统',
      created_at: tx.now,
      updated_at: tx.now,
    })),
    'follow_up_source_key',
    { patientColumn: 'patient_id' },
  )
  if (written.length === 0) return 0
  await tx.logBeginnings(
    'follow_up',
    written.map((row) => ({ id: row.id, clinicId: row.clinic_id })),
    0,
  )
  for (const clinicId of new Set(written.map((row) => row.clinic_id))) tx.publish('followUp', null, clinicId)
  return written.length
}

const ownerFor = (rule: RuleRow, doctorId: string | null, consultantId: string | null): string | null =>
  rule.ownerRole === 'doctor' ? doctorId : rule.ownerRole === 'consultant' ? consultantId : null

const subjectOf = (name: string, teeth: string): string => [name, teeth].filter(Boolean).join(' ').slice(0, 60)

async function subjectOfVisit(tx: TenantTx, happening: Happening): Promise<Subject> {
  return tx.need<Subject>(
    keptSql`select p.name, p.gender, p.status, p.consultant_id as "consultantId", d.name as "doctorName",
          ${borrowed(tx, 'visitBegan')(tx, sql`${happening.treatmentId}::uuid`)} as "startTime"
        from patient p
        left join employee d on d.tenant_id = ${tx.tenantId} and d.id = ${happening.doctorId}::uuid
        where p.tenant_id = ${tx.tenantId} and p.id = ${happening.patientId}`,
  )
}

/** What the rules want of a visit, planned or not. */
async function wanted(
  tx: TenantTx,
  happening: Happening & { recordId: string | null; billId: string | null; diagnoses: readonly FoundDiagnosis[] },
  itemTrigger: number,
): Promise<Plan[]> {
  const triggers = [
    ...(happening.items.length > 0 ? [itemTrigger] : []),
    ...(happening.diagnoses.length > 0 ? [1] : []),
  ]
  if (triggers.length === 0) return []
  const hits = (await rulesFor(tx, triggers)).flatMap((rule) => {
    const item = rule.triggers.includes(itemTrigger) ? matchingItem(rule, happening.items) : null
    const found = item ?? (rule.triggers.includes(1) ? matchingDiagnosis(rule, happening.diagnoses) : null)
    return found ? [{ rule, found }] : []
  })
  if (hits.length === 0) return []
  const patient = await subjectOfVisit(tx, happening)
  if (!fileStates.is(patient.status, 'active')) return []
  const visit = formatDate(patient.startTime ?? happening.at)
  return hits.flatMap(({ rule, found }) =>
    plannedDays(rule, visit, today(tx.now)).map(({ delay, planAt, deadlineAt }) => ({
      clinicId: happening.clinicId,
      patientId: happening.patientId,
      treatmentId: happening.treatmentId,
      recordId: happening.recordId,
      billId: happening.billId,
      doctorId: happening.doctorId,
      rule,
      subject: subjectOf(found.name, found.teeth),
      content: filled(rule.template, {
        name: patient.name,
        gender: patient.gender,
        item: found.name,
        teeth: found.teeth,
        doctor: patient.doctorName ?? '',
        date: visit,
      }),
      planAt,
      deadlineAt,
      ownerId: ownerFor(rule, happening.doctorId, patient.consultantId),
      key: sourceKey(rule.id, happening.patientId, visit, delay),
    })),
  )
}

/**
 * A record was signed: plans what the rules say of its items and diagnoses, once, and takes back what an earlier version
 * planned and this one no longer says, as long as nobody has called.
 */
export async function planForRecord(
  tx: TenantTx,
  record: Happening & { recordId: string; diagnoses: readonly FoundDiagnosis[] },
): Promise<void> {
  const plans = await wanted(tx, { ...record, billId: null }, 2)
  await dropPlansOfRecord(
    tx,
    record.recordId,
    '病历修订后不再需要',
    plans.map((plan) => plan.key),
  )
  await write(tx, plans)
}

/** A bill was paid: plans what the rules say of its items, unless the visit's record has done so. */
export async function planForBill(tx: TenantTx, bill: Happening & { billId: string }): Promise<void> {
  await write(tx, await wanted(tx, { ...bill, recordId: null, diagnoses: [] }, 3))
}

/** Cancels what a record planned and nobody has begun: all of it, or what is not in `keep`. */
export async function dropPlansOfRecord(
  tx: TenantTx,
  recordId: string,
  reason: string,
  keep: readonly string[] = [],
): Promise<void> {
  await drop(
    tx,
    sql<boolean>`f.record_id = ${recordId} and f.created_from = 2 and not (f.source_key = any(${keep}::text[]))`,
    reason,
  )
}

const DUE = codes(followUpStates, 'due')
/** Cancels those of the follow-ups `f` in these states, usually those that nobody has begun. */
export async function drop(tx: TenantTx, which: RawBuilder<boolean>, reason: string, states = DUE): Promise<void> {
  const rows = await tx.rows<{ id: string; clinicId: string; patientId: string; status: number }>(
    keptSql`select f.id, f.clinic_id as "clinicId", f.patient_id as "patientId", f.status from follow_up f
        where f.tenant_id = ${tx.tenantId} and f.status in ${states} and ${which} order by f.id for no key update`,
  )
  for (const row of rows) {
    // Without its key it may be planned again when the record says so again.
    const patch = { status: followUpStates.code.cancelled, cancel_reason: reason, source_key: null }
    await tx.update('follow_up', { id: row.id }, patch, { action: 'cancel', patientId: row.patientId, reason })
    await tx.logStatus('follow_up', row.id, row.clinicId, row.status, followUpStates.code.cancelled, reason)
    tx.publish('followUp', row.id, row.clinicId)
  }
}

/** A follow-up that something that happened asks for, without a rule; `source` says what, once for each. */
interface Asked {
  clinicId: string
  patientId: string
  doctorId: string
  type: number
  subject: string
  content: string
  planAt: Date
  /** YYYY-MM-DD; it is due until the end of it. */
  until: string
  ownerId?: string | null
  ownerRole: string
  source: string
}

/** Writes what is not planned yet. @returns how many were new */
export async function writeAsked(tx: TenantTx, asked: readonly Asked[]): Promise<number> {
  const written = await tx.insertNew(
    'follow_up',
    asked.map((one) => ({
      id: uuidv7(),
      clinic_id: one.clinicId,
      patient_id: one.patientId,
      doctor_id: one.doctorId,
      type: one.type,
      subject: one.subject.slice(0, 60),
      content: one.content,
      plan_at: one.planAt,
      first_plan_on: formatDate(one.planAt),
      deadline_at: endOfDay(one.until),
      owner_id: one.ownerId ?? null,
      owner_role: one.ownerRole,
      method: 1,
      status: followUpStates.code.due,
      attempts: 0,
      handed_over: false,
      note: '',
      created_from: 3,
      source_key: one.source,
      created_by: tx.actor.employeeId,
      created_name: tx.actor.name,
      created_at: tx.now,
      updated_at: tx.now,
    })),
    'follow_up_source_key',
    { patientColumn: 'patient_id' },
  )
  for (const row of written) {
    await tx.logStatus('follow_up', row.id, row.clinic_id, null, followUpStates.code.due)
    tx.publish('followUp', row.id, row.clinic_id)
  }
  return written.length
}

/** A patient did not come: somebody asks why today. Once for each appointment. */
export async function planForNoShow(
  tx: TenantTx,
  missed: {
    appointmentId: string
    clinicId: string
    patientId: string
    doctorId: string
    startsAt: Date
    title: string
  },
): Promise<void> {
  const { appointmentId, startsAt, title, ...whose } = missed
  const date = formatDate(startsAt)
  await writeAsked(tx, [
    {
      ...whose,
      type: 8,
      subject: title,
      content: `${filled('{日期}', { name: '', gender: 2, item: '', teeth: '', doctor: '', date })}的预约${title ? `（${title}）` : ''}没有到店，请了解原因并改约。`,
      planAt: tx.now,
      until: addDays(today(tx.now), 1),
      ownerRole: 'reception',
      source: `no-show:${appointmentId}`,
    },
  ])
}

/** A patient did not take up a treatment plan: the consultant asks again in a few days. Once for each refusal. */
export async function planForLostPlan(
  tx: TenantTx,
  lost: {
    planId: string
    planVersion: number
    clinicId: string
    patientId: string
    doctorId: string
    consultantId: string | null
    title: string
    reason: string
  },
): Promise<void> {
  const { planId, planVersion, consultantId, title, reason, ...whose } = lost
  const on = addDays(today(tx.now), ASK_AGAIN_DAYS)
  await writeAsked(tx, [
    {
      ...whose,
      ...lostPlanWords(title, reason),
      planAt: dayRange(on).from,
      until: addDays(on, 2),
      ownerId: consultantId,
      ownerRole: 'consultant',
      source: `lost-plan:${planId}:${planVersion}`,
    },
  ])
}

/**
 * A first visit came to nothing: somebody asks again on the day that was written down. What was planned for it before and has
 * not begun is dropped; without a day nothing is planned.
 */
export async function planForFirstVisit(
  tx: TenantTx,
  visit: {
    registrationId: string
    noteVersion: number
    clinicId: string
    patientId: string
    doctorId: string
    consultantId: string | null
    reason: string
    remark: string
    on: LocalDate | null
  },
): Promise<void> {
  const { registrationId, noteVersion, consultantId, reason, remark, on, ...whose } = visit
  const source = `first-visit:${registrationId}:`
  await drop(
    tx,
    sql<boolean>`f.patient_id = ${whose.patientId} and starts_with(f.source_key, ${source})`,
    '下次联系改期',
  )
  if (on === null) return
  await writeAsked(tx, [
    {
      ...whose,
      type: 9,
      subject: '初诊未成交',
      content: `初诊后没有成交${reason ? `（${reason}）` : ''}，请联系了解想法。${remark}`,
      planAt: dayRange(on).from,
      until: addDays(on, 2),
      ownerId: consultantId,
      ownerRole: 'consultant',
      source: `${source}${noteVersion}`,
    },
  ])
}

/** Who stays away: looked for among those who crossed the line within so many days, so that a new rule does not flood a clinic. */
const ABSENT_WINDOW_DAYS = 14
const ABSENT_BATCH = 500
/** What somebody had done counts as theirs for so many days. */
const TREATED_WITHIN_DAYS = 400
const DAY_MS = 86_400_000

interface Absent {
  patientId: string
  name: string
  gender: number
  consultantId: string | null
  lastVisit: Date
  clinicId: string
  doctorId: string
  doctorName: string
  treatmentId: string
}

/** Where the next batch goes on. */
export interface AbsentPlace {
  lastVisit: Date
  patientId: string
}

/** Rules that look for patients who stay away. */
export async function absenceRules(tx: TenantTx): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    sql`select id from follow_rule where tenant_id = ${tx.tenantId} and enabled and triggers = '{4}'::int[] order by sort_no, id`,
  )
  return rows.map((row) => row.id)
}

/**
 * One batch of those who have stayed away for as long as the rule says, were treated as it says, have no appointment to come
 * and nothing open by this rule.
 * @returns how many were planned, and where the next batch goes on; null when there is none
 */
export async function planAbsent(
  tx: TenantTx,
  ruleId: string,
  after: AbsentPlace | null,
): Promise<{ planned: number; next: AbsentPlace | null }> {
  const rule = await tx.row<RuleRow>(
    keptSql`select ${ruleColumns} from follow_rule r join follow_template t on t.tenant_id = ${tx.tenantId} and t.id = r.template_id
        where r.tenant_id = ${tx.tenantId} and r.id = ${ruleId} and r.enabled`,
  )
  if (!rule?.absentDays) return { planned: 0, next: null }
  const day = today(tx.now)
  // Who came on the day that many days ago has stayed away for exactly so long: not yet longer.
  const to = dayRange(addDays(day, -rule.absentDays)).from
  const from = new Date(to.getTime() - ABSENT_WINDOW_DAYS * DAY_MS)
  const since = new Date(to.getTime() - TREATED_WITHIN_DAYS * DAY_MS)
  const what = {
    tariffIds: rule.tariffIds,
    patterns: rule.words.map(containing),
    except: rule.exceptWords.map(containing),
  }
  const patient = sql`s.patient_id`
  const treated =
    what.patterns.length + what.tariffIds.length === 0
      ? sql`true`
      : sql`(${borrowed(tx, 'charged')(tx, patient, since, what)} or ${borrowed(tx, 'recorded')(tx, patient, since, what)})`
  const rows = await tx.rows<Absent>(
    sql`select s.patient_id as "patientId", p.name, p.gender, p.consultant_id as "consultantId", s.last_visit_at as "lastVisit",
          v.clinic_id as "clinicId", v.doctor_id as "doctorId", d.name as "doctorName", v.id as "treatmentId"
        from patient_stat s
        join patient p on p.tenant_id = ${tx.tenantId} and p.id = s.patient_id and p.status in ${codes(fileStates, 'active')}
        join lateral (${borrowed(tx, 'lastVisit')(tx, patient)}) v on true
        join employee d on d.tenant_id = ${tx.tenantId} and d.id = v.doctor_id
        where s.tenant_id = ${tx.tenantId} and s.last_visit_at >= ${from} and s.last_visit_at < ${to}
          and (${after === null} or (s.last_visit_at, s.patient_id) < (${after?.lastVisit ?? to}::timestamptz, ${after?.patientId ?? ruleId}::uuid))
          and not ${borrowed(tx, 'booked')(tx, patient)}
          and not exists (select 1 from follow_up f where f.tenant_id = ${tx.tenantId} and f.patient_id = s.patient_id
            and f.rule_id = ${ruleId} and f.status in ${codes(followUpStates, 'open')})
          and ${treated}
        order by s.last_visit_at desc, s.patient_id desc limit ${ABSENT_BATCH}`,
  )
  const planned = await write(
    tx,
    rows.flatMap((row) => {
      const visit = formatDate(row.lastVisit)
      return plannedDays(rule, day, day).map(({ delay, planAt, deadlineAt }) => ({
        clinicId: row.clinicId,
        patientId: row.patientId,
        treatmentId: row.treatmentId,
        recordId: null,
        billId: null,
        doctorId: row.doctorId,
        rule,
        subject: `${rule.absentDays} 天未复诊`,
        content: filled(rule.template, {
          name: row.name,
          gender: row.gender,
          item: '',
          teeth: '',
          doctor: row.doctorName,
          date: visit,
        }),
        planAt,
        deadlineAt,
        ownerId: ownerFor(rule, row.doctorId, row.consultantId),
        key: sourceKey(rule.id, row.patientId, visit, delay),
      }))
    }),
  )
  const last = rows.at(-1)
  const next = rows.length === ABSENT_BATCH && last ? { lastVisit: last.lastVisit, patientId: last.patientId } : null
  return { planned, next }
}
