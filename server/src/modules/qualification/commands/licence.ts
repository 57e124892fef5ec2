import type { StatusOf } from '@dentin/contract/core/states'
import { authStates } from '@dentin/contract/core/status'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { changeCompany } from '../../clinic/index.ts'
import type { ClinicPapers, OrganisationPapers } from '../papers.ts'

/** Writes what a clinic's licences say from now on. @param reviewId the submission that brought it about */
export async function keepLicence(
  tx: TenantTx,
  clinicId: string,
  papers: ClinicPapers & Partial<OrganisationPapers>,
  reviewId: string | null,
): Promise<void> {
  const said = {
    company_name: papers.companyName ?? '',
    credit_code: papers.creditCode,
    business_license: papers.businessLicense,
    permit_no: papers.permitNo,
    permit_expire: papers.permitExpire,
    permit_license: papers.permitLicense,
    legal_person: papers.legalPerson ?? '',
    principal: papers.principal ?? '',
    diagnosis_subjects: papers.diagnosisSubjects ?? '',
    chair_count: papers.chairCount,
    province: papers.province,
    city: papers.city,
    district: papers.district,
    address: papers.address,
    review_id: reviewId,
  }
  const row = await licenceOf(tx, clinicId)
  if (row) await tx.update('clinic_licence', { id: row.id }, said)
  else
    await tx.insert('clinic_licence', {
      id: uuidv7(),
      clinic_id: clinicId,
      auth_status: authStates.code.passed,
      ...said,
      created_at: tx.now,
      updated_at: tx.now,
    })
}

/** Moves a clinic's licences to another state, and the company with its main clinic. */
export async function setLicenceStatus(
  tx: TenantTx,
  clinicId: string,
  status: StatusOf<typeof authStates>,
  reason?: string,
): Promise<void> {
  const row = await licenceOf(tx, clinicId)
  if (!row) return
  if (row.authStatus !== status) {
    await tx.update('clinic_licence', { id: row.id }, { auth_status: status })
    await tx.logStatus('clinic_licence', row.id, clinicId, row.authStatus, status, reason)
  }
  const company = await tx.need<{ orgAuth: number; isMain: boolean }>(
    sql`select o.org_auth as "orgAuth", c.is_main as "isMain" from company o
        join clinic c on c.tenant_id = ${tx.tenantId} and c.id = ${clinicId} where o.tenant_id = ${tx.tenantId}`,
  )
  if (company.isMain && company.orgAuth !== status) await changeCompany(tx, { org_auth: status })
}

async function licenceOf(tx: TenantTx, clinicId: string) {
  return tx.row<{ id: string; authStatus: number }>(
    keptSql`select id, auth_status as "authStatus" from clinic_licence where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId}
        for update`,
  )
}
