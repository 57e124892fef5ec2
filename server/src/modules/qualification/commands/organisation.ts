import { reviewStates } from '@dentin/contract/core/status'
import { formatDate, uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { keptSql } from '../../../platform/database/plans.ts'
import type { PlatformTx, TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { requireOwnPictures } from '../../../platform/files/pictures.ts'
import type { AccountContext, ClinicContext } from '../../../platform/http/context.ts'
import { setStanding } from '../../identity/index.ts'
import { changeClinicCard, listClinic } from '../../clinic/index.ts'
import { lockCompany } from '../../staff/index.ts'
import { managesClinic } from '../access.ts'
import { kept, type ClinicPapers, type OrganisationPapers, type Sent } from '../papers.ts'
import { clinicInForce, codeIsTaken, lastChange, lockAccount, ownApplications } from '../queries.ts'
import { isExpired, stepProblem, type AuthStatus } from '../rules.ts'
import { keepLicence, setLicenceStatus } from './licence.ts'

/** Where a person's application for an organisation of their own stands. One that has passed makes way for the next. */
export function applicationStatus(newest: { status: number } | undefined): AuthStatus {
  return reviewStates.is(newest?.status, 'waiting') ? 0 : reviewStates.is(newest?.status, 'refused') ? 2 : -1
}

/**
 * Hands in the papers of a new organisation: a shop on its own (1) or a chain (3), perhaps with its branches.
 * @throws AppError ORG_AUTH_STATE with the present state, CREDIT_CODE_TAKEN, BAD_INPUT at the field
 */
export async function applyForOrganisation(
  { tx, accountId }: AccountContext,
  step: 'submit' | 'resubmit',
  kind: 1 | 3,
  form: Sent<OrganisationPapers>,
  branchList: readonly Sent<ClinicPapers>[],
): Promise<void> {
  await lockAccount(tx, accountId)
  const orgAuth = applicationStatus((await ownApplications(tx, accountId))[0])
  const problem = stepProblem(step, orgAuth, false)
  if (problem) throw new AppError('ORG_AUTH_STATE', { message: problem, data: { orgAuth } })
  if (kind === 1 && branchList.length > 0) throw fieldError('BAD_INPUT', 'branchList', '单店机构没有分店')
  await checkPapers(tx, { accountId, companyId: null }, form)
  for (const [n, branch] of branchList.entries()) {
    const at = `branchList.${n}.`
    if (branch.clinicName === form.clinicName)
      throw fieldError('BAD_INPUT', `${at}clinicName`, '分店名称不能与总店相同')
    await checkPapers(tx, { accountId, companyId: null }, branch, { at })
  }
  await insertSubmission(tx, {
    accountId,
    kind,
    companyId: null,
    clinicId: null,
    isChange: false,
    papers: kept<OrganisationPapers>(form),
    branches: branchList.map((branch) => kept<ClinicPapers>(branch)),
  })
  await setStanding(tx, accountId, { orgAuth: 0 })
}

/**
 * Hands in the papers of a branch. Only from the chain's main clinic, by whoever manages it.
 * @throws AppError NOT_CHAIN_ADMIN, CLINIC_NAME_TAKEN, CREDIT_CODE_TAKEN
 */
export async function applyForBranch(context: AccountContext, form: Sent<OrganisationPapers>): Promise<void> {
  const { clinic, accountId } = context
  if (!clinic) throw new AppError('NOT_CHAIN_ADMIN')
  const here = await clinicInForce(clinic.tx, clinic.clinicId)
  if (!here.isChain || !here.isMain || !(await managesClinic(clinic))) throw new AppError('NOT_CHAIN_ADMIN')
  await checkPapers(clinic.tx, { accountId, companyId: clinic.tenantId }, form)
  await mustBeFree(clinic.tx, form.clinicName, null)
  await insertSubmission(clinic.tx, {
    accountId,
    kind: 2,
    companyId: clinic.tenantId,
    clinicId: null,
    isChange: false,
    papers: kept<OrganisationPapers>(form),
    branches: [],
  })
  await clinic.tx.note('apply', 'organisation_auth', null, { after: { clinicName: form.clinicName } })
}

/**
 * Hands in changed licences of the session's clinic; the former ones stay in force until the change has passed.
 * @throws AppError ORG_AUTH_STATE while another change is under review, CLINIC_NAME_TAKEN, CREDIT_CODE_TAKEN
 */
export async function changeLicences(context: ClinicContext, form: Sent<OrganisationPapers>): Promise<void> {
  const { tx, accountId, tenantId, clinicId } = context
  await lockCompany(tx)
  const here = await clinicInForce(tx, clinicId)
  if (reviewStates.is((await lastChange(tx, clinicId))?.status, 'waiting'))
    throw new AppError('ORG_AUTH_STATE', {
      message: '变更正在审核中，审核结束后才能再次修改',
      data: { authStatus: here.authStatus },
    })
  await checkPapers(tx, { accountId, companyId: tenantId }, form, {
    kept: [here.papers.businessLicense, here.papers.permitLicense],
  })
  await mustBeFree(tx, form.clinicName, clinicId)
  await insertSubmission(tx, {
    accountId,
    kind: here.isChain ? (here.isMain ? 3 : 2) : 1,
    companyId: tenantId,
    clinicId,
    isChange: true,
    papers: kept<OrganisationPapers>(form),
    branches: [],
  })
  if (!here.licenceId) await keepLicence(tx, clinicId, here.papers, null)
  await setLicenceStatus(tx, clinicId, 3, '提交证照变更')
}

/** Short name and phone of the session's clinic need no review. */
export async function changeClinicInfo(
  { tx, clinicId }: ClinicContext,
  info: { clinicShortName: string; phone: string },
): Promise<void> {
  await changeClinicCard(tx, clinicId, { short_name: info.clinicShortName, phone: info.phone })
}

/** Brings the directory up to date with the names of a company's clinics. */
export async function relistClinics(tx: TenantTx): Promise<void> {
  const clinics = await tx.rows<{ id: string; name: string; company: string; address: string; logo: string | null }>(
    sql`select c.id, c.name, o.name as company, c.address, c.logo_url as logo from clinic c
        join company o on o.tenant_id = ${tx.tenantId} where c.tenant_id = ${tx.tenantId}`,
  )
  for (const { id, name, company, address, logo } of clinics)
    await listClinic(tx, { tenantId: tx.tenantId, clinicId: id, name, companyName: company, address, logoUrl: logo })
}

async function mustBeFree(tx: TenantTx, clinicName: string, ownClinicId: string | null): Promise<void> {
  const other = await tx.row(
    sql`select 1 as one from clinic where tenant_id = ${tx.tenantId} and name = ${clinicName}
          and id is distinct from ${ownClinicId}::uuid`,
  )
  if (other) throw fieldError('CLINIC_NAME_TAKEN', 'clinicName')
}

async function checkPapers(
  tx: PlatformTx,
  own: { accountId: string; companyId: string | null },
  papers: Sent<ClinicPapers>,
  options: { at?: string; kept?: readonly (string | null)[] } = {},
): Promise<void> {
  const at = options.at ?? ''
  if (isExpired(papers.permitExpire, formatDate(tx.now)))
    throw fieldError('BAD_INPUT', `${at}permitExpire`, '许可证已过有效期，请更换后再提交')
  const before = (options.kept ?? []).filter((id) => id !== null)
  for (const paperType of ['businessLicense', 'permitLicense'] as const) {
    const wanted = { field: `${at}${paperType}`, paperType, ids: [papers[paperType].path] }
    await requireOwnPictures(tx, own.accountId, wanted, before)
  }
  if (await codeIsTaken(tx, papers.creditCode, own)) throw fieldError('CREDIT_CODE_TAKEN', `${at}creditCode`)
}

async function insertSubmission(
  tx: PlatformTx,
  what: {
    accountId: string
    kind: number
    companyId: string | null
    clinicId: string | null
    isChange: boolean
    papers: OrganisationPapers
    branches: readonly ClinicPapers[]
  },
): Promise<void> {
  const p = what.papers
  await tx.rows(
    keptSql`insert into organisation_auth (id, account_id, kind, company_id, clinic_id, is_change, company_name, clinic_name,
          clinic_short_name, credit_code, business_license, permit_no, permit_expire, permit_license, legal_person, principal,
          diagnosis_subjects, chair_count, province, city, district, address, phone, branches, status, submitted_at)
        values (${uuidv7()}, ${what.accountId}, ${what.kind}, ${what.companyId}::uuid, ${what.clinicId}::uuid, ${what.isChange},
          ${p.companyName}, ${p.clinicName}, ${p.clinicShortName}, ${p.creditCode}, ${p.businessLicense}::uuid, ${p.permitNo},
          ${p.permitExpire}::date, ${p.permitLicense}::uuid, ${p.legalPerson}, ${p.principal}, ${p.diagnosisSubjects}, ${p.chairCount},
          ${p.province}, ${p.city}, ${p.district}, ${p.address}, ${p.phone}, ${JSON.stringify(what.branches)}::jsonb, 0, ${tx.now})`,
  )
}
