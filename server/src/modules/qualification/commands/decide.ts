import { reviewStates } from '@dentin/contract/core/status'
import { formatDate } from '@dentin/kit'
import { keptSql } from '../../../platform/database/plans.ts'
import type { PlatformTx, TenantTx } from '../../../platform/database/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import { changeClinicCard, changeCompany, type NewClinic } from '../../clinic/index.ts'
import { setStanding } from '../../identity/index.ts'
import { giveTrial } from '../../membership/index.ts'
import { notify, notifyAccount } from '../../messaging/index.ts'
import { addClinic, foundCompany, lockCompany, administratorsOf } from '../../staff/index.ts'
import { fullAddress, type ClinicPapers } from '../papers.ts'
import {
  clinicInForce,
  codeIsTaken,
  doctorSubmissions,
  lockAccount,
  organisationSubmission,
  type OrganisationSubmission,
} from '../queries.ts'
import { licenceStatus, standingOf } from '../rules.ts'
import { keepLicence, setLicenceStatus } from './licence.ts'
import { relistClinics } from './organisation.ts'

/** Who decides, as the review keeps it. */
export interface Reviewer {
  name: string
}

/**
 * Passes what an organisation handed in: the company is founded, the branch added, or the new licences come into force, in
 * this transaction.
 * @throws AppError REVIEW_DECIDED, CREDIT_CODE_TAKEN, CLINIC_NAME_TAKEN
 */
export async function approveOrganisation(tx: PlatformTx, id: string, by: Reviewer): Promise<void> {
  const review = await lockReview(tx, id)
  for (const code of new Set([review.creditCode, ...review.branches.map((branch) => branch.creditCode)]))
    if (await codeIsTaken(tx, code, review)) throw new AppError('CREDIT_CODE_TAKEN')
  if (review.isChange) return approveChange(tx, review, by)
  if (review.kind === 2) return approveBranch(tx, review, by)
  return found(tx, review, by)
}

/** Refuses it with the reason. What was in force stays so. @throws AppError REVIEW_DECIDED */
export async function rejectOrganisation(tx: PlatformTx, id: string, reason: string, by: Reviewer): Promise<void> {
  const review = await lockReview(tx, id)
  await tx.rows(
    keptSql`update organisation_auth set status = ${reviewStates.code.refused}, reject_reason = ${reason}, decided_at = ${tx.now}, decided_by = ${by.name}
        where id = ${review.id}`,
  )
  if (!review.companyId) {
    await setStanding(tx, review.accountId, { orgAuth: 2 })
    await notifyAccount(tx, review.accountId, {
      category: 'review',
      title: '机构认证未通过',
      body: `${review.clinicName}：${reason}`,
      link: '/userFactoryNav',
      key: keyOf(review),
    })
    return
  }
  const inside = await tx.enter(review.companyId, 'all')
  if (review.isChange && review.clinicId) {
    const here = await clinicInForce(inside, review.clinicId)
    await setLicenceStatus(inside, review.clinicId, licenceStatus(here.papers.permitExpire, formatDate(tx.now)), reason)
    await tellAdministrators(
      inside,
      review,
      review.clinicId,
      '证照变更未通过',
      `${review.clinicName}：${reason}。原证照继续有效。`,
    )
  } else await tellAdministrators(inside, review, null, '分店申请未通过', `${review.clinicName}：${reason}`)
}

async function lockReview(tx: PlatformTx, id: string): Promise<OrganisationSubmission> {
  await tx.rows(keptSql`select id from organisation_auth where id = ${id} for update`)
  const review = await organisationSubmission(tx, id)
  if (!review) throw new AppError('NOT_FOUND')
  if (!reviewStates.is(review.status, 'waiting'))
    throw new AppError('REVIEW_DECIDED', { data: { status: review.status } })
  return review
}

const keyOf = (review: OrganisationSubmission) => `organisation-auth:${review.id}`

function newClinic(papers: ClinicPapers, isMain: boolean): NewClinic {
  return {
    name: papers.clinicName,
    shortName: papers.clinicShortName,
    address: fullAddress(papers),
    phone: papers.phone,
    isMain,
    chairCount: papers.chairCount,
  }
}

/** A new organisation: its founder may enter it from the very next request on. */
async function found(tx: PlatformTx, review: OrganisationSubmission, by: Reviewer): Promise<void> {
  const account = await lockAccount(tx, review.accountId)
  const doctor = standingOf(await doctorSubmissions(tx, account.id)).inForce
  const founderName = doctor?.realName || account.nickName || review.principal
  const all: ClinicPapers[] = [review, ...review.branches]
  const company = await foundCompany(tx, {
    name: review.companyName,
    isChain: review.kind === 3,
    clinics: all.map((papers, n) => newClinic(papers, n === 0)),
    founder: {
      accountId: account.id,
      name: founderName,
      phone: account.phone,
      gender: account.gender,
      isDoctor: doctor !== null,
      titlePost: doctor?.titlePost ?? '',
    },
  })
  for (const [n, clinicId] of company.clinicIds.entries()) {
    const papers = all[n] as ClinicPapers
    await keepLicence(company.tx, clinicId, n === 0 ? review : withHead(papers, review), review.id)
    await giveTrial(company.tx, clinicId)
  }
  const clinicId = company.clinicIds[0] as string
  await pass(tx, review, by, { companyId: company.tenantId, clinicId })
  await setStanding(tx, account.id, { orgAuth: -1, firstClinicId: clinicId })
  await notifyAccount(tx, account.id, {
    category: 'review',
    title: '机构认证已通过',
    body: `${review.clinicName}已开通，您是机构管理员。`,
    link: '/userFactory',
    key: keyOf(review),
  })
}

async function approveBranch(tx: PlatformTx, review: OrganisationSubmission, by: Reviewer): Promise<void> {
  const companyId = review.companyId as string
  const inside = await tx.enter(companyId, 'all')
  await lockCompany(inside)
  const clinicId = await addClinic(inside, newClinic(review, false))
  await keepLicence(inside, clinicId, review, review.id)
  await giveTrial(inside, clinicId)
  await pass(tx, review, by, { companyId, clinicId })
  await tellAdministrators(inside, review, null, '分店申请已通过', `${review.clinicName}已开通，可以切换到该门诊。`)
}

async function approveChange(tx: PlatformTx, review: OrganisationSubmission, by: Reviewer): Promise<void> {
  const companyId = review.companyId as string
  const clinicId = review.clinicId as string
  const inside = await tx.enter(companyId, 'all')
  await lockCompany(inside)
  const here = await clinicInForce(inside, clinicId)
  await pass(tx, review, by, { companyId, clinicId })
  await keepLicence(inside, clinicId, review, review.id)
  await setLicenceStatus(inside, clinicId, licenceStatus(review.permitExpire, formatDate(tx.now)))
  await changeClinicCard(inside, clinicId, {
    name: review.clinicName,
    short_name: review.clinicShortName,
    address: fullAddress(review),
    phone: review.phone,
  })
  if (here.isMain) await changeCompany(inside, { name: review.companyName })
  await relistClinics(inside)
  await tellAdministrators(inside, review, clinicId, '证照变更已通过', `${review.clinicName}的新证照已生效。`)
}

/** A branch's papers name its own licences; who stands behind it is said once, by the head. */
function withHead(branch: ClinicPapers, head: OrganisationSubmission) {
  const { companyName, legalPerson, principal, diagnosisSubjects } = head
  return { ...branch, companyName, legalPerson, principal, diagnosisSubjects }
}

async function pass(
  tx: PlatformTx,
  review: OrganisationSubmission,
  by: Reviewer,
  place: { companyId: string; clinicId: string },
): Promise<void> {
  await tx.rows(
    keptSql`update organisation_auth set status = ${reviewStates.code.passed}, company_id = ${place.companyId}, clinic_id = ${place.clinicId}, decided_at = ${tx.now},
          decided_by = ${by.name} where id = ${review.id}`,
  )
}

async function tellAdministrators(
  inside: TenantTx,
  review: OrganisationSubmission,
  clinicId: string | null,
  title: string,
  body: string,
): Promise<void> {
  await notify(inside, {
    clinicId,
    employeeIds: await administratorsOf(inside, clinicId),
    category: 'review',
    title,
    body,
    link: '/userFactory',
    key: keyOf(review),
  })
}
