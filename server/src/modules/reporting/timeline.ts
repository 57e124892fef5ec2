import type { RecordOrigin } from '@dentin/contract/core/record-origins'
import { appointmentStates, billStates, recordStates, registrationStates } from '@dentin/contract/core/status'
import type { contract, HandlerOutput, ParsedInput, RecordType } from '@dentin/contract'
import { consentStates } from '@dentin/contract/core/consent-states'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, named, select } from '../../platform/database/select.ts'
import { amountIf, fenIfAny } from '../../platform/database/amount.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { inFileOf, recordsWithin, type FileViewer } from '../patient/index.ts'
import type { Reach } from '../staff/index.ts'

/** The consents of a record that were not taken back, as JSON. */
const consentsOf = (tx: TenantTx, recordId: RawBuilder<unknown>) => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', k.id, 'name', k.template_name, 'status', k.status) order by k.created_at)
  from consent k where ${tx.own('k')} and k.record_id = ${recordId} and k.status not in ${codes(consentStates, 'void')}), '[]')`

const besideVisits = (tx: TenantTx) =>
  select(
    columns('medical_record', 'm', 'clinic_id', 'visit_time', 'visit_kind', 'origin_reason', 'diagnosis_text'),
    columns('medical_record', 'm', 'treatment_text', 'teeth'),
    named('medical_record', 'm', { recordId: 'id', recordStatus: 'status' }),
    named('clinic', 'c', { clinicName: 'short_name' }),
    named('employee', 'd', { doctorName: 'name' }),
    {
      origin: sql<RecordOrigin>`m.origin`,
      recordType: sql<RecordType>`m.record_type`,
      chiefComplaint: sql<string>`coalesce(m.content ->> 'chiefComplaint', '')`,
      advice: sql<string>`coalesce(m.content ->> 'advice', '')`,
      consents: sql<Visit['consents']>`(${consentsOf(tx, sql`m.id`)})`,
    },
  )

const recordsOfVisits = select(columns('medical_record', 'r', 'id', 'status'), {
  registrationId: sql<string>`r.registration_id`,
  recordType: sql<RecordType>`r.record_type`,
})

const visitsWithin = (reach: Reach) => inFileOf(reach, sql`r.clinic_id`, sql`r.patient_id`)

type TimelineInput = ParsedInput<typeof contract.patient.timeline>
type Timeline = HandlerOutput<typeof contract.patient.timeline>
type Visit = Timeline['list'][number]

/** Words that place a visit in one of the timeline's kinds, looked for in its diagnosis and treatment. */
const kindWords: Record<TimelineInput['kind'], string | null> = {
  all: null,
  endo: '根管|根尖|牙髓',
  ortho: '正畸|矫治|矫正|错𬌗|错合|保持器',
  perio: '牙周|龈|洁治|刮治|根面平整',
}

/** Text to look for as it stands: LIKE's own characters lose their meaning. */
const literally = (text: string) => `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`

/**
 * A patient's visits in all clinics, newest first, each as one thing out of registration, treatment, record and bill. Sums are shown for bills of
 * `clinicIds` only (null: every clinic's): money stays with the clinic that billed it, and with whoever may see amounts. What
 * was found and done is shown, and looked for, in the visits whose records `records` reaches (null: none).
 */
export async function visitTimeline(
  tx: TenantTx,
  input: TimelineInput,
  { reach, records, clinicIds, sees }: FileViewer,
): Promise<Timeline> {
  const words = kindWords[input.kind]
  const like = input.keyword ? literally(input.keyword) : null
  const seen = records ? recordsWithin(records, 'r') : sql<boolean>`false`
  const visits = sql`
    from registration r
    left join treatment t on t.tenant_id = ${tx.tenantId} and t.registration_id = r.id
    left join lateral (
      select x.id, x.status, x.diagnosis_text, x.treatment_text, x.teeth, x.all_words from (
        select m.id, m.status, m.diagnosis_text, m.treatment_text, m.teeth, m.record_type, m.visit_time,
          string_agg(concat(case m.record_type when 3 then '牙周病历' when 2 then '正畸病历' end, ' ', m.diagnosis_text, ' ', m.treatment_text, ' ', m.teeth), ' ') over () as all_words
        from medical_record m
        where m.tenant_id = ${tx.tenantId} and m.patient_id = ${input.id} and m.registration_id = r.id and m.status not in ${codes(recordStates, 'deleted')} and ${seen}) x
      order by x.record_type, x.visit_time limit 1) m on true
    where r.tenant_id = ${tx.tenantId} and r.patient_id = ${input.id} and r.status not in ${codes(registrationStates, 'off')} and ${visitsWithin(reach)}
      and (${words}::text is null or concat(r.title, ' ', m.all_words) ~ ${words}::text)
      and (${like}::text is null or concat(r.title, ' ', case when ${seen} then r.teeth end, ' ', m.all_words) ilike ${like}::text)`
  const rows = await tx.rows<
    Omit<Visit, 'billAmount' | 'arrearsAmount' | 'recordType' | 'otherRecords'> & {
      billed: string | null
      owing: string | null
    }
  >(
    sql`select r.id as "registrationId", t.id as "treatmentId", r.clinic_id as "clinicId", c.short_name as "clinicName",
          coalesce(d.name, '') as "doctorName", h.name as "chairName", coalesce(t.start_time, r.reg_time) as "visitTime",
          r.queue_no as "queueNo", r.treat_type as "treatType", r.status, r.title, case when ${seen} then r.chief_complaint else '' end as "chiefComplaint",
          coalesce(m.diagnosis_text, '') as "diagnosisText", coalesce(m.treatment_text, '') as "treatmentText",
          coalesce(nullif(m.teeth, ''), case when ${seen} then r.teeth else '' end) as teeth,
          case when ${seen} then coalesce(t.next_plan, '') else '' end as "nextPlan",
          ${consentsOf(tx, sql`m.id`)} as consents, m.id as "recordId", m.status as "recordStatus", ${amountIf(sees, sql`b.billed`)} as billed, ${amountIf(sees, sql`b.owing`)} as owing
        from (select r.id, r.reg_time, m.id as record_id ${visits} order by r.reg_time desc, r.id desc
          limit ${input.pageSize} offset ${(input.pageNum - 1) * input.pageSize}) picked
        join registration r on r.tenant_id = ${tx.tenantId} and r.id = picked.id
        join clinic c on c.tenant_id = ${tx.tenantId} and c.id = r.clinic_id
        left join treatment t on t.tenant_id = ${tx.tenantId} and t.registration_id = r.id
        left join medical_record m on m.tenant_id = ${tx.tenantId} and m.id = picked.record_id
        left join employee d on d.tenant_id = ${tx.tenantId} and d.id = coalesce(t.doctor_id, r.doctor_id)
        left join chair h on h.tenant_id = ${tx.tenantId} and h.id = t.chair_id
        left join lateral (
          select sum(x.receivable_amount) as billed, sum(x.arrears_amount) as owing from bill x
          where x.tenant_id = ${tx.tenantId} and x.patient_id = ${input.id} and x.registration_id = r.id and x.status not in ${codes(billStates, 'withoutClaim')}
            and (${clinicIds}::uuid[] is null or x.clinic_id = any(${clinicIds}::uuid[]))) b on true
        order by picked.reg_time desc, picked.id desc`,
  )
  const shown = rows.flatMap(({ recordId, registrationId }) => (recordId === null ? [] : [registrationId]))
  const written = await tx.rows(
    recordsOfVisits.keptFrom`medical_record r where ${tx.own('r')} and r.patient_id = ${input.id} and r.registration_id = any(${shown}::uuid[])
      and r.status not in ${codes(recordStates, 'deleted')} and ${seen} order by r.record_type, r.visit_time`,
  )
  const { total } = await tx.need<{ total: number }>(sql`select count(*)::int as total ${visits}`)
  const upcoming = await tx.rows<Timeline['upcoming'][number]>(
    sql`select a.id, c.short_name as "clinicName", a.starts_at as "startsAt", a.ends_at as "endsAt", a.title,
          case when ${records !== null}::boolean then a.teeth else '' end as teeth, coalesce(d.name, '') as "doctorName", a.status
        from appointment a
        join clinic c on c.tenant_id = ${tx.tenantId} and c.id = a.clinic_id
        left join employee d on d.tenant_id = ${tx.tenantId} and d.id = a.doctor_id
        where a.tenant_id = ${tx.tenantId} and a.patient_id = ${input.id} and a.starts_at >= ${tx.now} and a.status in ${codes(appointmentStates, 'coming')}
          and ${inFileOf(reach, sql`a.clinic_id`, sql`a.patient_id`)}
        order by a.starts_at limit 5`,
  )
  const texts = sql.join(
    [sql`m.diagnosis_text`, sql`m.treatment_text`, sql`m.content ->> 'chiefComplaint'`],
    sql`, ' ', `,
  )
  const apart = await tx.rows(
    besideVisits(tx).from`medical_record m
      join clinic c on ${tx.own('c')} and c.id = m.clinic_id
      join employee d on ${tx.own('d')} and d.id = m.doctor_id
      where ${tx.own('m')} and m.patient_id = ${input.id} and m.origin <> 'visit' and m.status not in ${codes(recordStates, 'deleted')}
        and ${records ? recordsWithin(records, 'm') : sql<boolean>`false`}
        and (${words}::text is null or concat(${texts}) ~ ${words}::text)
        and (${like}::text is null or concat(m.teeth, ' ', ${texts}) ilike ${like}::text)
      order by m.visit_time desc, m.id desc limit 200`,
  )
  return {
    list: rows.map(({ billed, owing, ...visit }) => ({
      ...visit,
      recordType: written.find(({ id }) => id === visit.recordId)?.recordType ?? null,
      otherRecords: written
        .filter(({ id, registrationId }) => registrationId === visit.registrationId && id !== visit.recordId)
        .map(({ id, recordType, status }) => ({ id, recordType, status })),
      billAmount: fenIfAny(billed),
      arrearsAmount: fenIfAny(owing),
    })),
    total,
    pageNum: input.pageNum,
    pageSize: input.pageSize,
    upcoming,
    apart,
  }
}
