import { fileStates, remindStates } from '@dentin/contract/core/status'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import type { DB } from '../../platform/database/builder.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { paged } from '../../platform/http/page.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { notify } from '../messaging/index.ts'
import { foundBy, patientInReach, patientsIn, seesDigits } from '../patient/index.ts'
import { isWide, reachOf, rowsWithin } from '../staff/index.ts'
import { mustWorkHere } from './access.ts'
import { nextOccurrence } from './rules.ts'

type Calls = typeof contract.patientRemind
type RemindRow = Selectable<DB['patient_remind']>
const DONE = 2

/** The reminders `r` of a grant's reach: own ones are what tells the person, what the person made, and what concerns his patients. */
function within(context: ClinicContext, resource: '/remindManage:view' | '/remindManage:edit'): RawBuilder<boolean> {
  const reach = reachOf(context, resource)
  const told = sql<boolean>`(r.remind_to @> array[${context.employeeId}]::uuid[] or ${patientsIn(reach, sql`r.patient_id`)})`
  return rowsWithin(reach, {
    clinic: sql`r.clinic_id`,
    doctors: [],
    others: [sql`r.created_by`],
    ...(isWide(reach) ? {} : { mine: told }),
  })
}

/** Reminders of the clinic or of one patient; open ones in the order in which they ring. */
export async function reminders(
  context: ClinicContext,
  input: ParsedInput<Calls['list']>,
): Promise<HandlerOutput<Calls['list']>> {
  const { tx } = context
  const open = sql<boolean>`r.status in ${codes(remindStates, 'open')}`
  const ended = sql<boolean>`r.status in ${codes(remindStates, 'completed', 'closed')}`
  const where = sql.join(
    [
      sql`r.tenant_id = ${tx.tenantId}`,
      sql`r.clinic_id = ${context.clinicId}`,
      within(context, '/remindManage:view'),
      ...(input.patientId ? [sql`r.patient_id = ${input.patientId}`] : []),
      ...(input.tab === 'open' ? [open] : input.tab === 'ended' ? [ended] : []),
      ...(input.mine ? [sql`r.remind_to @> array[${context.employeeId}]::uuid[]`] : []),
      ...(input.keyword
        ? [
            sql`(r.patient_id = any(array(select s.id from ${foundBy(tx, input.keyword, 500, seesDigits(context, '/remindManage:view'))} s))
              or strpos(lower(r.title), lower(${input.keyword})) > 0)`,
          ]
        : []),
    ],
    sql` and `,
  )
  const order =
    input.tab === 'open' ? sql`r.next_at nulls last, r.remind_at desc, r.id` : sql`r.remind_at desc, r.id desc`
  const { total } = await tx.need<{ total: number }>(
    sql`select count(*)::int as total from patient_remind r where ${where}`,
  )
  const list = await tx.rows<HandlerOutput<Calls['list']>['list'][number]>(
    sql`select r.id, r.version, r.patient_id as "patientId", p.name as "patientName", p.gender, p.birth_day as "birthDay",
          p.medical_number as "medicalNumber", r.title, r.content, r.remind_at as "remindTime", r.next_at as "nextTime",
          coalesce((select jsonb_agg(jsonb_build_object('id', e.id, 'name', e.name) order by e.sort_no, e.name) from employee e
            where e.tenant_id = ${tx.tenantId} and e.id = any(r.remind_to)), '[]') as "remindTo",
          r.repeat, r.status, r.last_sent_at as "lastSentTime", r.ended_at as "endedTime", r.ended_name as "endedName",
          r.created_name as "createdName", r.created_at as "createdTime"
        from patient_remind r join patient p on p.tenant_id = ${tx.tenantId} and p.id = r.patient_id
        where ${where} order by ${order} limit ${input.pageSize} offset ${(input.pageNum - 1) * input.pageSize}`,
  )
  return paged({ list, total }, input)
}

async function lock(context: ClinicContext, key: { id: string; version?: number }): Promise<RemindRow> {
  const { tx } = context
  const row = await tx.need<RemindRow>(
    keptSql`select r.* from patient_remind r where r.tenant_id = ${tx.tenantId} and r.clinic_id = ${context.clinicId} and r.id = ${key.id}
          and ${within(context, '/remindManage:edit')} for no key update`,
  )
  // The gate refuses a stale version; the row is locked, so this never writes.
  if (key.version !== undefined && row.version !== key.version)
    await tx.update('patient_remind', { id: row.id, version: key.version }, { title: row.title })
  if (row.status >= DONE) throw new AppError('REMIND_ENDED')
  return row
}

/** Keeps a reminder. A new time arms it again. */
export async function saveReminder(
  context: ClinicContext,
  input: ParsedInput<Calls['save']>,
): Promise<HandlerOutput<Calls['save']>> {
  const { tx } = context
  await mustWorkHere(context, input.remindTo, 'REMIND_PERSON', 'remindTo')
  const columns = {
    title: input.title,
    content: input.content,
    remind_at: input.remindTime,
    remind_to: input.remindTo,
    repeat: input.repeat,
  }
  const nextAt = nextOccurrence(input.remindTime, input.repeat, tx.now)
  if (!input.id) {
    if (input.remindTime <= tx.now) throw fieldError('REMIND_PAST', 'remindTime')
    const patient = await patientInReach(context, input.patientId)
    if (fileStates.is(patient?.status, 'merged')) throw fieldError('PATIENT_MERGED', 'patientId')
    if (!patient) throw fieldError('NOT_FOUND', 'patientId')
    const row = await tx.insert(
      'patient_remind',
      {
        id: uuidv7(),
        clinic_id: context.clinicId,
        patient_id: input.patientId,
        ...columns,
        next_at: nextAt,
        created_by: context.employeeId,
        created_name: context.actorName,
        created_at: tx.now,
        updated_at: tx.now,
      },
      { patientId: input.patientId },
    )
    tx.publish('followUp', row.id)
    return { id: row.id, version: row.version }
  }
  const before = await lock(context, { id: input.id, ...(input.version ? { version: input.version } : {}) })
  const moved = before.remind_at.getTime() !== input.remindTime.getTime() || before.repeat !== input.repeat
  if (moved && nextAt === null) throw fieldError('REMIND_PAST', 'remindTime')
  const again = moved ? { next_at: nextAt, status: remindStates.code.due } : {}
  const row = await tx.update(
    'patient_remind',
    { id: before.id },
    { ...columns, ...again },
    { patientId: before.patient_id },
  )
  tx.publish('followUp', row.id)
  return { id: row.id, version: row.version }
}

/** It is done, or nobody needs it any more. */
export async function finishReminder(
  context: ClinicContext,
  input: ParsedInput<Calls['finish']>,
): Promise<HandlerOutput<Calls['finish']>> {
  const { tx } = context
  const before = await lock(context, input)
  const row = await tx.update(
    'patient_remind',
    { id: before.id },
    { status: input.status, next_at: null, ended_at: tx.now, ended_name: context.actorName },
    { action: input.status === DONE ? 'finish' : 'close', patientId: before.patient_id },
  )
  await tx.logStatus('patient_remind', row.id, row.clinic_id, before.status, row.status)
  tx.publish('followUp', row.id)
  return { id: row.id, version: row.version }
}

/** Tells what is due to those who are to be told, and sets the next time. A batch at a time. @returns how many */
export async function ringReminders(tx: TenantTx, limit: number): Promise<number> {
  const rows = await tx.rows<RemindRow & { patientName: string }>(
    sql`select r.*, p.name as "patientName" from patient_remind r join patient p on p.tenant_id = ${tx.tenantId} and p.id = r.patient_id
        where r.tenant_id = ${tx.tenantId} and r.next_at <= ${tx.now} order by r.next_at limit ${limit} for no key update of r skip locked`,
  )
  for (const row of rows) {
    await notify(tx, {
      clinicId: row.clinic_id,
      employeeIds: row.remind_to,
      category: 'followUp',
      title: `${row.patientName}：${row.title}`,
      body: row.content,
      link: `/patientCenter?id=${row.patient_id}&tab=reminds`,
      key: `remind:${row.id}:${row.next_at?.getTime() ?? 0}`,
    })
    await tx.update(
      'patient_remind',
      { id: row.id },
      {
        status: remindStates.code.reminded,
        last_sent_at: tx.now,
        next_at: nextOccurrence(row.remind_at, row.repeat, tx.now),
      },
      { action: 'remind', patientId: row.patient_id },
    )
    if (!remindStates.is(row.status, 'reminded'))
      await tx.logStatus('patient_remind', row.id, row.clinic_id, row.status, remindStates.code.reminded)
    tx.publish('followUp', row.id, row.clinic_id)
  }
  return rows.length
}
