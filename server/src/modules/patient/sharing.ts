import { fileStates } from '@dentin/contract/core/status'
import { workStates } from '@dentin/contract/staff'
import { fileRequestStates } from '@dentin/contract/patient-sharing'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { paged } from '../../platform/http/page.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, counted, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { changeCompany } from '../clinic/index.ts'
import { notify } from '../messaging/index.ts'
import { isAdministrator, isWide, reachOf } from '../staff/index.ts'
import { opens } from './access.ts'
import { coveredRows } from './covering.ts'

type Calls = typeof contract.patient

const VIEW = '/allTimePatients:view'
const OPEN = '/allTimePatients:open'
const CONFIG = '/configInfo:edit'
const CHAIN = 5
const WAITS = 0
const OPENED = 1
const REFUSED = 2

/** The company's own affair: its administrators and whoever keeps the rules of the whole chain. */
const mayChange = async (context: ClinicContext): Promise<boolean> =>
  context.can(CONFIG) &&
  (context.scopeOf(CONFIG) === CHAIN || (await isAdministrator(context.tx, context.employeeId, context.clinicId)))

/** Do the branches share their files? */
export async function sharing(context: ClinicContext): Promise<HandlerOutput<Calls['sharing']>> {
  const { tx } = context
  const rule = select(named('company', 'co', { shared: 'shares_patients', version: 'version' }), {
    branches: sql<boolean>`(select count(*) > 1 from clinic c where ${tx.own('c')})`,
  })
  const company = await tx.need(rule.from`company co where ${tx.own('co')}`)
  return { ...company, mayChange: await mayChange(context) }
}

/** Shares the files of all branches, or keeps each branch to its own. */
export async function setSharing(
  context: ClinicContext,
  input: ParsedInput<Calls['setSharing']>,
): Promise<HandlerOutput<Calls['setSharing']>> {
  if (!(await mayChange(context))) throw new AppError('ADMINISTRATOR_ONLY')
  const { tx } = context
  const row = await changeCompany(
    tx,
    { shares_patients: input.shared, updated_at: tx.now },
    { version: input.version, action: 'sharing' },
  )
  tx.publish('patient', null)
  return { version: row.version }
}

const elsewhere = ({ tx, clinicId }: ClinicContext) =>
  select(columns('patient', 'p', 'id'), named('clinic', 'c', { clinicId: 'id', clinicName: 'short_name' }), {
    waiting: sql<boolean>`exists (select 1 from file_request q where ${tx.own('q')} and q.patient_id = p.id
            and q.asking_clinic_id = ${clinicId} and q.status in ${codes(fileRequestStates, 'waiting')})`,
  })
type Elsewhere = RowIn<ReturnType<typeof elsewhere>>

/** The files with this number that the clinic may not look up: those of other branches that keep theirs to themselves. */
async function filesElsewhere(context: ClinicContext, mobile: string): Promise<Elsewhere[]> {
  const { tx } = context
  const reach = reachOf(context, VIEW)
  // Whoever sees his own patients only asks nobody for others.
  if (!isWide(reach)) return []
  return tx.rows(
    elsewhere(context).from`patient p join clinic c on ${tx.own('c')} and c.id = p.home_clinic_id
        where ${tx.own('p')} and p.mobile = ${mobile} and p.status in ${codes(fileStates, 'kept')} and p.home_clinic_id <> ${context.clinicId}
          and not ${opens(reach)}
        order by c.sort_no, c.id, p.id limit 20`,
  )
}

/** Which other clinics have files with this number. Not whose they are. */
export async function findElsewhere(
  context: ClinicContext,
  { mobile }: ParsedInput<Calls['findElsewhere']>,
): Promise<HandlerOutput<Calls['findElsewhere']>> {
  const places = new Map<string, HandlerOutput<Calls['findElsewhere']>[number]>()
  for (const { clinicId, clinicName, waiting } of await filesElsewhere(context, mobile)) {
    const place = places.get(clinicId)
    places.set(clinicId, {
      clinicId,
      clinicName,
      files: (place?.files ?? 0) + 1,
      asked: (place?.asked ?? true) && waiting,
    })
  }
  return [...places.values()]
}

/** Who may open files in a clinic. */
async function openersOf(tx: TenantTx, clinicId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    sql`select distinct e.id from employee_post ep
        join post_resource r on ${tx.own('r')} and r.post_id = ep.post_id and r.resource = ${OPEN}
        join employee e on ${tx.own('e')} and e.id = ep.employee_id and e.work_status not in ${codes(workStates, 'left')}
        where ${tx.own('ep')} and ep.clinic_id = ${clinicId} order by e.id`,
  )
  return rows.map(({ id }) => id)
}

const shortName = select(named('clinic', 'c', { name: 'short_name' }))
const nameOf = async (tx: TenantTx, clinicId: string): Promise<string> =>
  (await tx.need(shortName.keptFrom`clinic c where ${tx.own('c')} and c.id = ${clinicId}`)).name

/** Asks another clinic for the files with a number: those who may open them there hear of it. */
export async function askForFile(
  context: ClinicContext,
  input: ParsedInput<Calls['askForFile']>,
): Promise<HandlerOutput<Calls['askForFile']>> {
  const { tx, clinicId, employeeId, actorName } = context
  const there = (await filesElsewhere(context, input.mobile)).filter((file) => file.clinicId === input.clinicId)
  if (there.length === 0) throw fieldError('FILE_REQUEST_NONE', 'mobile')
  const open = there.filter((file) => !file.waiting)
  if (open.length === 0) throw new AppError('FILE_REQUEST_OPEN')
  for (const { id } of open)
    await tx.insert(
      'file_request',
      {
        id: uuidv7(),
        patient_id: id,
        asking_clinic_id: clinicId,
        home_clinic_id: input.clinicId,
        reason: input.reason,
        asked_by: employeeId,
        asked_name: actorName,
        created_at: tx.now,
        updated_at: tx.now,
      },
      { action: 'ask', patientId: id, reason: input.reason },
    )
  await notify(tx, {
    clinicId: input.clinicId,
    employeeIds: await openersOf(tx, input.clinicId),
    category: 'reception',
    title: '其他门诊申请查看患者档案',
    body: `${await nameOf(tx, clinicId)} ${actorName}：${input.reason}`,
    link: '/fileRequests',
  })
  tx.publish('patient', null, input.clinicId)
  return { asked: open.length }
}

const requestList = [
  columns('file_request', 'q', 'id', 'version', 'status', 'reason', 'answer'),
  named('file_request', 'q', {
    askedName: 'asked_name',
    createdTime: 'created_at',
    answeredName: 'answered_name',
    answeredTime: 'answered_at',
  }),
  named('clinic', 'a', { askingClinicName: 'short_name' }),
  named('clinic', 'h', { homeClinicName: 'short_name' }),
] as const

/** What other clinics ask of this one, or this one of others. Who it is stands there for the home clinic, and once it is open. */
export async function fileRequests(
  context: ClinicContext,
  input: ParsedInput<Calls['fileRequests']>,
): Promise<HandlerOutput<Calls['fileRequests']>> {
  const { tx, clinicId } = context
  if (input.direction === 'in' && !context.can(OPEN)) throw new AppError('FORBIDDEN')
  const side = input.direction === 'in' ? sql`q.home_clinic_id` : sql`q.asking_clinic_id`
  const where = sql`${tx.own('q')} and ${side} = ${clinicId} and (${input.state === 'all'} or q.status in ${codes(fileRequestStates, 'waiting')})`
  const known = input.direction === 'in' ? sql`true` : sql`q.status in ${codes(fileRequestStates, 'opened')}`
  const ifKnown = (column: string) => sql<string | null>`case when ${known} then ${sql.ref(`p.${column}`)} end`
  const shown = select(...requestList, {
    patientId: ifKnown('id'),
    name: ifKnown('name'),
    medicalNumber: ifKnown('medical_number'),
    mobile: ifKnown('mobile'),
  })
  const list = await tx.rows(
    shown.from`file_request q
        join patient p on ${tx.own('p')} and p.id = q.patient_id
        join clinic a on ${tx.own('a')} and a.id = q.asking_clinic_id
        join clinic h on ${tx.own('h')} and h.id = q.home_clinic_id
        where ${where} order by q.created_at desc, q.id desc limit ${input.pageSize} offset ${(input.pageNum - 1) * input.pageSize}`,
  )
  const { total } = await tx.need(counted.from`file_request q where ${where}`)
  return paged({ list: await coveredRows(context, list, ({ patientId }) => ({ patientId })), total }, input)
}

const asked = select(columns('file_request', 'q', 'patient_id', 'asking_clinic_id', 'asked_by', 'status'))

/** Opens a file to the clinic that asked for it, with its history; or refuses, and says why. */
export async function answerFileRequest(
  context: ClinicContext,
  input: ParsedInput<Calls['answerFileRequest']>,
): Promise<HandlerOutput<Calls['answerFileRequest']>> {
  const { tx, clinicId } = context
  const row = await tx.need(
    asked.keptFrom`file_request q
        where ${tx.own('q')} and q.id = ${input.id} and q.home_clinic_id = ${clinicId} for no key update`,
  )
  if (row.status !== WAITS) throw new AppError('FILE_REQUEST_SETTLED')
  if (!input.open && !input.answer) throw fieldError('FILE_REQUEST_REASON', 'answer')
  const changed = await tx.update(
    'file_request',
    { id: input.id, version: input.version },
    {
      status: input.open ? OPENED : REFUSED,
      answered_by: context.employeeId,
      answered_name: context.actorName,
      answered_at: tx.now,
      answer: input.answer,
    },
    {
      action: input.open ? 'open-file' : 'refuse-file',
      patientId: row.patientId,
      ...(input.answer ? { reason: input.answer } : {}),
    },
  )
  if (input.open)
    await tx.rows(
      keptSql`insert into patient_clinic (tenant_id, patient_id, reached_clinic_id, since, is_opened)
          values (${tx.tenantId}, ${row.patientId}, ${row.askingClinicId}, ${tx.now}, true)
          on conflict (tenant_id, patient_id, reached_clinic_id) do update set is_opened = true returning patient_id`,
    )
  await notify(tx, {
    clinicId: row.askingClinicId,
    employeeIds: [row.askedBy],
    category: 'reception',
    title: input.open ? '患者档案已开放' : '患者档案没有开放',
    body: `${await nameOf(tx, clinicId)} ${context.actorName}${input.answer ? `：${input.answer}` : ''}`,
    link: input.open ? `/patientCenter?id=${row.patientId}` : '/fileRequests?direction=out',
  })
  tx.publish('patient', row.patientId, row.askingClinicId)
  tx.publish('patient', null)
  return { id: changed.id, version: changed.version, status: changed.status }
}
