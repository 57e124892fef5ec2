import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { consentStates, ORTHO_CONSENT, PHOTO_CONSENT } from '@dentin/contract/consent'
import { addDays, formatDate, parseDate, uuidv7 } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { lent } from '../../platform/database/lent.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { planLinesAmong } from '../patient/index.ts'
import type { ConsentsOfRecord, DoneAtVisit } from '../record/index.ts'
import { planForConsent } from './extension-points.ts'
import { templatesOf } from './templates.ts'

type Requirements = HandlerOutput<typeof contract.consent.requirements>

/** A signature holds for so many days before the treatment. */
const VALID_DAYS = 90

const list = select(columns('consent_requirement', 'q', 'template_key'), {
  kind: sql<'tariffs' | 'categories' | 'appointItems'>`case when q.tariff_id is not null then 'tariffs'
    when q.category_id is not null then 'categories' else 'appointItems' end`,
  id: sql<string>`coalesce(q.tariff_id, q.category_id, q.appoint_item_id)`,
  name: sql<string>`coalesce(t.name, g.name, i.name, '')`,
})

/** What asks for each text. */
export async function requirements({ tx }: ClinicContext): Promise<Requirements> {
  const rows = await tx.rows(
    list.keptFrom`consent_requirement q
      left join tariff t on ${tx.own('t')} and t.id = q.tariff_id
      left join tariff_category g on ${tx.own('g')} and g.id = q.category_id
      left join appoint_item i on ${tx.own('i')} and i.id = q.appoint_item_id
      where ${tx.own('q')} order by q.id`,
  )
  return [...new Set(rows.map(({ templateKey }) => templateKey))].map((templateKey) => {
    const of = (wanted: (typeof rows)[number]['kind']) =>
      rows.flatMap((row) =>
        row.templateKey === templateKey && row.kind === wanted ? [{ id: row.id, name: row.name }] : [],
      )
    return { templateKey, tariffs: of('tariffs'), categories: of('categories'), appointItems: of('appointItems') }
  })
}

/** Says anew what asks for one text. */
export async function saveRequirements(
  { tx, clinicId }: ClinicContext,
  { key, tariffIds, categoryIds, appointItemIds }: ParsedInput<typeof contract.consent.saveRequirements>,
): Promise<null> {
  const template = (await templatesOf(tx, clinicId)).find((each) => each.key === key)
  if (!template) throw new AppError('NOT_FOUND', { message: '没有这份模板' })
  await tx.rows(
    keptSql`delete from consent_requirement where tenant_id = ${tx.tenantId} and template_key = ${key} returning id`,
  )
  const targets = [
    ...[...new Set(tariffIds)].map((id) => [id, null, null] as const),
    ...[...new Set(categoryIds)].map((id) => [null, id, null] as const),
    ...[...new Set(appointItemIds)].map((id) => [null, null, id] as const),
  ]
  for (const [tariff, category, item] of targets)
    await tx.need(
      keptSql`insert into consent_requirement (tenant_id, id, template_key, tariff_id, category_id, appoint_item_id)
        values (${tx.tenantId}, ${uuidv7()}, ${key}, ${tariff}, ${category}, ${item}) returning id`,
    )
  await tx.note('update', 'consent_requirement', tx.tenantId, {
    reason: `「${template.name}」由 ${targets.length} 项要求`,
  })
  return null
}

/** The texts that a visit asks for: its items of the price list, a category above them, what it was booked as. */
export async function keysFor(
  tx: TenantTx,
  tariffIds: readonly string[],
  registrationId: string | null,
): Promise<string[]> {
  const rows = await tx.rows<{ template_key: string }>(
    keptSql`with recursive above as (
        select t.category_id as id from tariff t where t.tenant_id = ${tx.tenantId} and t.id = any(${tariffIds}::uuid[])
        union
        select g.parent_id from tariff_category g join above on above.id = g.id
          where g.tenant_id = ${tx.tenantId} and g.parent_id is not null),
      booked as (
        select unnest(a.item_ids) as id from registration r join appointment a on a.tenant_id = ${tx.tenantId} and a.id = r.appointment_id
          where r.tenant_id = ${tx.tenantId} and r.id = ${registrationId}::uuid)
      select distinct q.template_key from consent_requirement q where q.tenant_id = ${tx.tenantId}
        and (q.tariff_id = any(${tariffIds}::uuid[]) or q.category_id in (select id from above)
          or q.appoint_item_id in (select id from booked))`,
  )
  return rows.map(({ template_key: key }) => key)
}

const kept = select(
  columns('consent', 'k', 'id', 'template_key', 'template_name', 'plan_id', 'record_id', 'status'),
  columns('consent', 'k', 'signer_name', 'sign_time', 'approved_name', 'approved_at'),
)
type Kept = RowIn<typeof kept>

/** The plans whose lines are done. */
const plansOf = async (tx: TenantTx, patientId: string, planLineIds: readonly string[]): Promise<Set<string>> =>
  new Set([...(await planLinesAmong(tx, patientId, planLineIds)).values()].map(({ planId }) => planId))

/** A consent that was signed for one plan says nothing of the work of another. */
const isOfPlan = ({ planId }: { planId: string | null }, plans: ReadonlySet<string>): boolean =>
  planId === null || plans.size === 0 || plans.has(planId)

/** What the treatments of a record ask for and no signature of the last 90 days before the visit covers. */
export const lackingFor: ConsentsOfRecord = async (tx, done) => {
  const keys = await keysFor(tx, done.tariffIds, done.registrationId)
  if (keys.length === 0) return []
  const covered = new Set((await coveringFor(tx, done, keys)).map(({ templateKey }) => templateKey))
  const open = keys.filter((key) => !covered.has(key))
  if (open.length === 0) return []
  const templates = await templatesOf(tx, done.clinicId)
  return templates.filter(({ key, enabled }) => enabled && open.includes(key)).map(({ key, name }) => ({ key, name }))
}

/** The consents that cover some of these texts for a visit, signed or approved in an emergency, the newest first. */
async function coveringFor(tx: TenantTx, done: DoneAtVisit, keys: readonly string[]): Promise<Kept[]> {
  const since = parseDate(addDays(formatDate(done.visitTime), -VALID_DAYS))
  const signed = await tx.rows(
    kept.keptFrom`consent k where ${tx.own('k')} and k.patient_id = ${done.patientId} and k.template_key = any(${keys}::text[])
      and k.status in ${codes(consentStates, 'covers')} and coalesce(k.approved_at, k.sign_time) >= ${since}
      order by coalesce(k.approved_at, k.sign_time) desc`,
  )
  const plans = await plansOf(tx, done.patientId, done.planLineIds)
  return signed.filter((each) => isOfPlan(each, plans))
}

type Beside = HandlerOutput<typeof contract.consent.ofRecord>

/** What is asked for, with the consent that speaks for it; then what else was made for the same. */
async function besides(
  tx: TenantTx,
  clinicId: string,
  keys: readonly string[],
  signed: readonly Kept[],
  made: readonly Kept[],
): Promise<Beside> {
  const templates = await templatesOf(tx, clinicId)
  const shown = ({ id, status, signerName, signTime, approvedName, approvedAt }: Kept) => ({
    id,
    status,
    signerName,
    signTime,
    approvedName,
    approvedAt,
  })
  const asked = templates
    .filter(({ key, enabled }) => enabled && keys.includes(key))
    .map(({ key, name }) => {
      const found = [...signed, ...made].find(({ templateKey }) => templateKey === key)
      const nobody = { id: null, status: null, signerName: '', signTime: null, approvedName: '', approvedAt: null }
      return { key, name, required: true, ...(found ? shown(found) : nobody) }
    })
  const used = new Set(asked.map(({ id }) => id))
  const others = made
    .filter(({ id }) => !used.has(id))
    .map((each) => ({ key: each.templateKey, name: each.templateName, required: false, ...shown(each) }))
  return [...asked, ...others]
}

/** The consents of a record: what it asks for, and what was made for it. */
export async function consentsOfRecord(tx: TenantTx, recordId: string, done: DoneAtVisit): Promise<Beside> {
  const keys = await keysFor(tx, done.tariffIds, done.registrationId)
  const made = await tx.rows(
    kept.keptFrom`consent k where ${tx.own('k')} and k.record_id = ${recordId}
      and k.status not in ${codes(consentStates, 'void')} order by k.created_at desc, k.id desc`,
  )
  return besides(tx, done.clinicId, keys, keys.length > 0 ? await coveringFor(tx, done, keys) : [], made)
}

/** Ties the consents that cover what a record did to it, where they are tied to none. */
export async function tieToRecord(tx: TenantTx, recordId: string, done: DoneAtVisit): Promise<void> {
  const keys = await keysFor(tx, done.tariffIds, done.registrationId)
  if (keys.length === 0) return
  const tied = new Set<string>()
  for (const { id, templateKey, recordId: of } of await coveringFor(tx, done, keys)) {
    if (tied.has(templateKey)) continue
    tied.add(templateKey)
    if (of === null)
      await tx.update('consent', { id }, { record_id: recordId }, { action: 'tie', patientId: done.patientId })
  }
}

/** The consents of an accepted plan: what the chosen option asks for, and what was made for it. */
export async function consentsOfPlan({ tx }: ClinicContext, { id }: { id: string }): Promise<Beside> {
  const plan = await planForConsent(tx, id)
  if (!plan) return []
  const keys = await keysFor(tx, plan.tariffIds, null)
  const made = await tx.rows(
    kept.keptFrom`consent k where ${tx.own('k')} and k.plan_id = ${id} and k.status not in ${codes(consentStates, 'void')}
      order by k.status desc, k.created_at desc, k.id desc`,
  )
  return besides(tx, plan.clinicId, keys, [], made)
}

/** Whether the photographs of the patient of a column may be shown at this moment: what was withdrawn is not allowed from then on. */
export const photosAllowedOf = (tx: TenantTx, patientId: RawBuilder<unknown>): RawBuilder<boolean> =>
  lent(sql<boolean>`exists (select 1 from consent k where ${tx.own('k')} and k.patient_id = ${patientId}
    and k.template_key = ${sql.lit(PHOTO_CONSENT)} and k.status in ${codes(consentStates, 'signed')})`)

/** The same of one patient. */
export async function photosAllowed(tx: TenantTx, patientId: string): Promise<boolean> {
  const { allowed } = await tx.need(select({ allowed: photosAllowedOf(tx, sql`${patientId}`) }).keptAlone)
  return allowed
}

const termsSigned = select(columns('consent', 'k', 'ortho_terms'))

/** The terms of an orthodontic case that were signed, and not withdrawn. */
export async function orthoTermsSigned(tx: TenantTx, orthoCaseId: string): Promise<string[]> {
  const rows = await tx.rows(
    termsSigned.keptFrom`consent k where ${tx.own('k')} and k.ortho_case_id = ${orthoCaseId}
      and k.template_key = ${ORTHO_CONSENT} and k.status in ${codes(consentStates, 'signed')}`,
  )
  return rows.map(({ orthoTerms }) => orthoTerms)
}
