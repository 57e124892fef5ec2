import { reviewStates } from '@dentin/contract/core/status'
import type { LocalDate } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { PlatformTx, TenantTx } from '../../platform/database/tx.ts'
import type { Licence } from '../clinic/index.ts'
import type { ClinicPapers, OrganisationPapers } from './papers.ts'

/** One submission of a doctor. */
export interface DoctorSubmission {
  id: string
  accountId: string
  realName: string
  titlePost: string
  practiceCertNo: string
  practiceScope: string
  certExpire: LocalDate | null
  idCard: string[]
  cert: string[]
  isChange: boolean
  status: number
  rejectReason: string | null
  submittedAt: Date
  decidedAt: Date | null
  decidedBy: string | null
}

const doctorColumns = sql`d.id, d.account_id as "accountId", d.real_name as "realName", d.title_post as "titlePost",
  d.practice_cert_no as "practiceCertNo", d.practice_scope as "practiceScope", d.cert_expire as "certExpire", d.id_card as "idCard",
  d.cert, d.is_change as "isChange", d.status, d.reject_reason as "rejectReason", d.submitted_at as "submittedAt",
  d.decided_at as "decidedAt", d.decided_by as "decidedBy"`

/** A person's submissions, the newest first. */
export async function doctorSubmissions(tx: PlatformTx, accountId: string): Promise<DoctorSubmission[]> {
  return tx.rows<DoctorSubmission>(
    keptSql`select ${doctorColumns} from doctor_auth d where d.account_id = ${accountId} order by d.submitted_at desc, d.id desc`,
  )
}

export async function doctorSubmission(tx: PlatformTx, id: string): Promise<DoctorSubmission | undefined> {
  return tx.row<DoctorSubmission>(keptSql`select ${doctorColumns} from doctor_auth d where d.id = ${id}`)
}

/** One submission of an organisation. kind: 1 a shop on its own, 2 a branch, 3 a chain. */
export interface OrganisationSubmission extends OrganisationPapers {
  id: string
  accountId: string
  kind: number
  companyId: string | null
  clinicId: string | null
  isChange: boolean
  branches: ClinicPapers[]
  status: number
  rejectReason: string | null
  submittedAt: Date
  decidedAt: Date | null
  decidedBy: string | null
}

const organisationColumns = sql`o.id, o.account_id as "accountId", o.kind, o.company_id as "companyId", o.clinic_id as "clinicId",
  o.is_change as "isChange", o.company_name as "companyName", o.clinic_name as "clinicName", o.clinic_short_name as "clinicShortName",
  o.credit_code as "creditCode", o.business_license as "businessLicense", o.permit_no as "permitNo", o.permit_expire as "permitExpire",
  o.permit_license as "permitLicense", o.legal_person as "legalPerson", o.principal, o.diagnosis_subjects as "diagnosisSubjects",
  o.chair_count as "chairCount", o.province, o.city, o.district, o.address, o.phone, o.branches, o.status,
  o.reject_reason as "rejectReason", o.submitted_at as "submittedAt", o.decided_at as "decidedAt", o.decided_by as "decidedBy"`

/** A person's applications for an organisation of their own, the newest first. */
export async function ownApplications(tx: PlatformTx, accountId: string): Promise<OrganisationSubmission[]> {
  return tx.rows<OrganisationSubmission>(
    keptSql`select ${organisationColumns} from organisation_auth o
        where o.account_id = ${accountId} and o.kind <> 2 and not o.is_change order by o.submitted_at desc, o.id desc`,
  )
}

export async function organisationSubmission(tx: PlatformTx, id: string): Promise<OrganisationSubmission | undefined> {
  return tx.row<OrganisationSubmission>(
    keptSql`select ${organisationColumns} from organisation_auth o where o.id = ${id}`,
  )
}

/** The newest change that was handed in for a clinic. */
export async function lastChange(tx: PlatformTx, clinicId: string): Promise<OrganisationSubmission | undefined> {
  return tx.row<OrganisationSubmission>(
    sql`select ${organisationColumns} from organisation_auth o where o.clinic_id = ${clinicId} and o.is_change
        order by o.submitted_at desc, o.id desc limit 1`,
  )
}

/** A company's applications for branches that are waiting or were refused, the newest of each name. */
export async function branchApplications(tx: PlatformTx, companyId: string): Promise<OrganisationSubmission[]> {
  const rows = await tx.rows<OrganisationSubmission>(
    keptSql`select distinct on (o.clinic_name) ${organisationColumns} from organisation_auth o
        where o.company_id = ${companyId} and o.kind = 2 and not o.is_change
        order by o.clinic_name, o.submitted_at desc, o.id desc`,
  )
  return rows
    .filter((row) => !reviewStates.is(row.status, 'passed'))
    .sort((one, other) => other.submittedAt.getTime() - one.submittedAt.getTime())
}

/** The review by which a clinic came to be. */
export async function foundingReview(tx: PlatformTx, companyId: string, clinicId: string) {
  return tx.row<OrganisationSubmission>(
    sql`select ${organisationColumns} from organisation_auth o
        where o.company_id = ${companyId} and not o.is_change and o.status in ${codes(reviewStates, 'passed')} and (o.kind <> 2 or o.clinic_id = ${clinicId})
        order by (o.clinic_id = ${clinicId}) desc, o.submitted_at limit 1`,
  )
}

/** Is a credit code already in use by, or under review for, another company than this one? */
export async function codeIsTaken(
  tx: PlatformTx,
  code: string,
  own: { companyId: string | null; accountId: string },
): Promise<boolean> {
  const row = await tx.row(
    sql`select 1 as one from organisation_auth o
        where (o.credit_code = ${code} or o.branches @> ${JSON.stringify([{ creditCode: code }])}::jsonb)
          and (o.status in ${codes(reviewStates, 'passed')} and o.company_id is distinct from ${own.companyId}::uuid
            or o.status in ${codes(reviewStates, 'waiting')} and o.account_id <> ${own.accountId} and o.company_id is distinct from ${own.companyId}::uuid)
        limit 1`,
  )
  return row !== undefined
}

/** A clinic as it is, with what its licences say (empty where nothing was handed in yet). */
export interface ClinicInForce {
  clinicId: string
  isMain: boolean
  isChain: boolean
  licenceId: string | null
  orgAuth: number
  authStatus: number
  papers: OrganisationPapers
}

type InForceRow = OrganisationPapers & Omit<ClinicInForce, 'papers'>

/** The clinic with its licences in force. */
export async function clinicInForce(tx: TenantTx, clinicId: string): Promise<ClinicInForce> {
  const row = await tx.need<InForceRow>(
    keptSql`select c.id as "clinicId", c.is_main as "isMain", o.is_chain as "isChain", l.id as "licenceId",
          o.org_auth as "orgAuth", coalesce(l.auth_status, o.org_auth) as "authStatus", coalesce(l.company_name, o.name) as "companyName", c.name as "clinicName",
          c.short_name as "clinicShortName", coalesce(l.credit_code, '') as "creditCode", l.business_license as "businessLicense",
          coalesce(l.permit_no, '') as "permitNo", l.permit_expire as "permitExpire", l.permit_license as "permitLicense",
          coalesce(l.legal_person, '') as "legalPerson", coalesce(l.principal, '') as principal,
          coalesce(l.diagnosis_subjects, '') as "diagnosisSubjects", coalesce(l.chair_count, (
            select count(*)::int from chair h where h.tenant_id = ${tx.tenantId} and h.clinic_id = c.id and h.enabled)) as "chairCount",
          coalesce(l.province, '') as province, coalesce(l.city, '') as city, coalesce(l.district, '') as district,
          coalesce(l.address, c.address) as address, c.phone
        from clinic c
        join company o on o.tenant_id = ${tx.tenantId}
        left join clinic_licence l on l.tenant_id = ${tx.tenantId} and l.clinic_id = c.id
        where c.tenant_id = ${tx.tenantId} and c.id = ${clinicId}`,
  )
  const { clinicId: id, isMain, isChain, licenceId, orgAuth, authStatus, ...papers } = row
  return { clinicId: id, isMain, isChain, licenceId, orgAuth, authStatus, papers }
}

/** Account, name and phone of a person, locked so that two submissions stand in line. */
export async function lockAccount(tx: PlatformTx, accountId: string) {
  return tx.need<{ id: string; phone: string; nickName: string; gender: number | null; userAuth: number }>(
    keptSql`select id, phone, nick_name as "nickName", gender, user_auth as "userAuth" from account where id = ${accountId} for update`,
  )
}

/** The licence of a clinic, as it says of itself. */
export const shownLicence = (tx: TenantTx, clinicId: string) =>
  tx.row<Licence>(
    keptSql`select permit_no as "permitNo", permit_expire as "permitExpire", principal, auth_status as status from clinic_licence
        where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId}`,
  )
