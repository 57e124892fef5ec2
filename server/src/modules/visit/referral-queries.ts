import { referralStates } from '@dentin/contract/referral'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { formatDate, today } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { doctorsWithin, reachOf } from '../staff/index.ts'

type Calls = typeof contract.visit
type Row = HandlerOutput<Calls['referralList']>['list'][number]
type Found = Omit<Row, 'actions' | 'mayAttach'> & { fromClinicId: string; toClinicId: string | null }

const columns = (
  tx: TenantTx,
) => sql`f.id, f.version, f.referral_no as "referralNo", f.kind, f.patient_id as "patientId", p.name, p.gender,
  p.birth_day as "birthDay", p.medical_number as "medicalNumber", f.from_clinic_id as "fromClinicId", a.name as "fromClinicName",
  d.name as "fromDoctorName", f.to_clinic_id as "toClinicId", coalesce(b.name, '') as "toClinicName", f.to_doctor_id as "toDoctorId",
  coalesce((select e.name from employee e where e.tenant_id = ${tx.tenantId} and e.id = f.to_doctor_id), '') as "toDoctorName",
  f.to_hospital as "toHospital", f.reason, f.summary, f.title, f.teeth, f.chief_complaint as "chiefComplaint",
  f.waiting_since as "waitingSince", f.status, f.answer, coalesce(f.answered_name, '') as "answeredName",
  f.answered_at as "answeredTime", f.finished_at as "finishedTime", f.back_registration_id is not null as "isBack",
  f.created_name as "createdName", f.created_at as "createdTime",
  (select count(*)::int from referral_file x where x.tenant_id = ${tx.tenantId} and x.referral_id = f.id) as "fileCount"`

const joined = (tx: TenantTx) => sql`referral f
  join patient p on p.tenant_id = ${tx.tenantId} and p.id = f.patient_id
  join clinic a on a.tenant_id = ${tx.tenantId} and a.id = f.from_clinic_id
  join employee d on d.tenant_id = ${tx.tenantId} and d.id = f.from_doctor_id
  left join clinic b on b.tenant_id = ${tx.tenantId} and b.id = f.to_clinic_id`

/** The side of a clinic, as far as the person sees its doctors; what names no doctor yet is for everybody there. */
function ofSide(context: ClinicContext, direction: 'in' | 'out'): RawBuilder<unknown> {
  const reach = reachOf(context, '/referralRecord:view', '/clinicreferralRecord:view')
  const here = sql`f.tenant_id = ${context.tx.tenantId}`
  return direction === 'in'
    ? sql`${here} and f.to_clinic_id = ${context.clinicId} and (f.to_doctor_id is null or ${doctorsWithin(reach, sql`f.to_doctor_id`)})`
    : sql`${here} and f.from_clinic_id = ${context.clinicId} and ${doctorsWithin(reach, sql`f.from_doctor_id`)}`
}

/** Both sides of a referral: whoever is on neither does not find it. */
export const eitherSide = (context: ClinicContext): RawBuilder<unknown> =>
  sql`((${ofSide(context, 'in')}) or (${ofSide(context, 'out')}))`

/** Whose files they are: the side that sends, and within the house the doctor who receives as well. */
export const writingSide = (context: ClinicContext): RawBuilder<unknown> =>
  sql`((${ofSide(context, 'out')}) or (f.kind = 1 and ${ofSide(context, 'in')}))`

/** What the person may do with a referral in the clinic at work. */
function withActions(context: ClinicContext, { fromClinicId, toClinicId, ...row }: Found): Row {
  const registers = context.can('/inTreatment:register')
  const branch = row.kind === 2
  const ours = fromClinicId === context.clinicId
  const fresh = formatDate(row.createdTime) === today(context.now)
  const open = referralStates.is(row.status, 'waiting')
  return {
    ...row,
    actions: [
      ...(branch && open && toClinicId === context.clinicId && registers ? (['accept', 'refuse'] as const) : []),
      ...(branch && ours && fresh && registers && (open || (referralStates.is(row.status, 'refused') && !row.isBack))
        ? (['takeBack'] as const)
        : []),
      ...(row.kind === 3 &&
      ours &&
      referralStates.is(row.status, 'waiting', 'accepted') &&
      (registers || context.can('/inTreatment:treat'))
        ? (['settle'] as const)
        : []),
    ],
    mayAttach:
      ours && referralStates.is(row.status, 'waiting', 'accepted') && (registers || context.can('/inTreatment:treat')),
  }
}

/** Referrals of one side, the newest first. */
export async function referralPage(context: ClinicContext, input: ParsedInput<Calls['referralList']>) {
  const { tx } = context
  const state =
    input.state === 'open'
      ? sql`f.status in ${codes(referralStates, 'waiting')}`
      : input.state === 'refused'
        ? sql`f.status in ${codes(referralStates, 'refused')} and f.back_registration_id is null`
        : sql`true`
  const where = sql`${ofSide(context, input.direction)} and ${state}
    and (${input.patientId ?? null}::uuid is null or f.patient_id = ${input.patientId ?? null}::uuid)`
  const { total } = await tx.need<{ total: number }>(sql`select count(*)::int as total from referral f where ${where}`)
  const list = await tx.rows<Found>(
    sql`select ${columns(tx)} from ${joined(tx)} where ${where} order by f.created_at desc, f.id desc
        limit ${input.pageSize} offset ${(input.pageNum - 1) * input.pageSize}`,
  )
  const { pageNum, pageSize } = input
  return { list: list.map((row) => withActions(context, row)), total, pageNum, pageSize }
}

/** How many wait to be received here, and how many of this clinic were refused of late and are not back in the queue. */
export async function referralCount(context: ClinicContext): Promise<{ toReceive: number; refused: number }> {
  const since = new Date(context.now.getTime() - 86_400_000)
  const count = (where: RawBuilder<unknown>) => sql`(select count(*)::int from referral f where ${where})`
  return context.tx.need(
    sql`select ${count(sql`${ofSide(context, 'in')} and f.status in ${codes(referralStates, 'waiting')}`)} as "toReceive",
          ${count(sql`${ofSide(context, 'out')} and f.status in ${codes(referralStates, 'refused')} and f.back_registration_id is null and f.answered_at > ${since}`)} as refused`,
  )
}

/** One referral with both sides, for its sheet. NOT_FOUND for whoever is on neither. */
export async function referralSheet(context: ClinicContext, id: string) {
  const { tx } = context
  const row = await tx.need<Found & Omit<HandlerOutput<Calls['referralGet']>, keyof Row | 'files'>>(
    keptSql`select ${columns(tx)}, p.mobile, case when p.allergy_flag = 1 then p.allergy_history else '' end as "allergyHistory",
          a.phone as "fromClinicPhone", a.address as "fromClinicAddress", coalesce(b.phone, '') as "toClinicPhone",
          coalesce(b.address, '') as "toClinicAddress"
        from ${joined(tx)}
        where f.id = ${id} and ${eitherSide(context)}`,
  )
  const files = await tx.rows<HandlerOutput<Calls['referralGet']>['files'][number]>(
    keptSql`select x.id, o.name, o.media_type as "mediaType", o.bytes::int as bytes, x.created_name as "createdName", x.created_at as "createdTime"
        from referral_file x join file_object o on o.tenant_id = ${tx.tenantId} and o.id = x.file_id
        where x.tenant_id = ${tx.tenantId} and x.referral_id = ${id} order by x.created_at, x.id`,
  )
  const { mobile, allergyHistory, fromClinicPhone, fromClinicAddress, toClinicPhone, toClinicAddress, ...rest } = row
  return {
    ...withActions(context, rest),
    mobile,
    allergyHistory,
    fromClinicPhone,
    fromClinicAddress,
    toClinicPhone,
    toClinicAddress,
    files,
  }
}
