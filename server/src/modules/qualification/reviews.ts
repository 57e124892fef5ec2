import type { StatusOf } from '@dentin/contract/core/states'
import { reviewStates } from '@dentin/contract/core/status'
import { sql } from 'kysely'
import { containing } from '../../platform/database/like.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { PlatformTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { openPicture, pictureById } from '../../platform/files/pictures.ts'
import type { FileStore } from '../../platform/files/store.ts'
import type { FileAnswer } from '../../platform/http/context.ts'
import { approveOrganisation, rejectOrganisation, type Reviewer } from './commands/decide.ts'
import { approveDoctor, rejectDoctor } from './commands/doctor.ts'
import { type ClinicPapers, type OrganisationPapers } from './papers.ts'
import {
  clinicInForce,
  doctorSubmission,
  doctorSubmissions,
  organisationSubmission,
  type DoctorSubmission,
  type OrganisationSubmission,
} from './queries.ts'

/** What is reviewed: a person's certification or an organisation's licences. */
export type ReviewSubject = 'doctor' | 'organisation'

/** One line of the provider's list. */
export interface ReviewEntry {
  id: string
  subject: ReviewSubject
  /** Name of the person, or of the clinic. */
  name: string
  /** Title of the person, or name of the company. */
  about: string
  /** Of an organisation: 1 a shop on its own, 2 a branch, 3 a chain. */
  kind: number | null
  isChange: boolean
  /** The account that handed it in. */
  phone: string
  /** 0 waiting, 1 passed, 2 refused. */
  status: number
  rejectReason: string | null
  submittedAt: Date
  decidedAt: Date | null
  decidedBy: string | null
}

/** Reviews of one state, waiting ones with the oldest first, decided ones with the newest. */
export async function pendingReviews(
  tx: PlatformTx,
  ask: {
    subject: ReviewSubject
    status: StatusOf<typeof reviewStates>
    keyword: string
    pageNum: number
    pageSize: number
  },
): Promise<{ list: ReviewEntry[]; total: number }> {
  const pattern = containing(ask.keyword)
  const order = reviewStates.is(ask.status, 'waiting') ? sql`r.submitted_at, r.id` : sql`r.decided_at desc, r.id desc`
  const page = sql`order by ${order} limit ${ask.pageSize} offset ${(ask.pageNum - 1) * ask.pageSize}`
  const said = sql`r.is_change as "isChange", a.phone, r.status, r.reject_reason as "rejectReason", r.submitted_at as "submittedAt",
    r.decided_at as "decidedAt", r.decided_by as "decidedBy", count(*) over ()::int as total`
  const rows = await tx.rows<Omit<ReviewEntry, 'subject'> & { total: number }>(
    ask.subject === 'doctor'
      ? sql`select r.id, r.real_name as name, r.title_post as about, null::int as kind, ${said}
            from doctor_auth r join account a on a.id = r.account_id
            where r.status = ${ask.status} and (${ask.keyword} = '' or r.real_name like ${pattern} or a.phone like ${pattern}) ${page}`
      : sql`select r.id, r.clinic_name as name, r.company_name as about, r.kind, ${said}
            from organisation_auth r join account a on a.id = r.account_id
            where r.status = ${ask.status} and (${ask.keyword} = '' or r.clinic_name like ${pattern} or r.company_name like ${pattern}
              or a.phone like ${pattern}) ${page}`,
  )
  return {
    list: rows.map(({ total: _total, ...row }) => ({ ...row, subject: ask.subject })),
    total: rows[0]?.total ?? 0,
  }
}

/** A doctor's papers as a review shows them. Pictures by their id. */
export type DoctorPapers = Pick<
  DoctorSubmission,
  'realName' | 'titlePost' | 'practiceCertNo' | 'practiceScope' | 'certExpire' | 'idCard' | 'cert'
>

/** What was handed in, beside what is in force (null: nothing yet). */
export type ReviewDetail = ReviewEntry &
  (
    | { subject: 'doctor'; submitted: DoctorPapers; former: DoctorPapers | null }
    | {
        subject: 'organisation'
        submitted: OrganisationPapers
        branches: ClinicPapers[]
        former: OrganisationPapers | null
      }
  )

/** One review in full. After it the transaction may stand in the company it is about. @throws AppError NOT_FOUND */
export async function reviewDetail(tx: PlatformTx, subject: ReviewSubject, id: string): Promise<ReviewDetail> {
  return subject === 'doctor' ? doctorDetail(tx, id) : organisationDetail(tx, id)
}

/** How far a submission is, and whose it is. */
async function fateOf(tx: PlatformTx, row: DoctorSubmission | OrganisationSubmission) {
  const { id, isChange, status, rejectReason, submittedAt, decidedAt, decidedBy } = row
  const { phone } = await tx.need<{ phone: string }>(keptSql`select phone from account where id = ${row.accountId}`)
  return { id, isChange, phone, status, rejectReason, submittedAt, decidedAt, decidedBy }
}

async function doctorDetail(tx: PlatformTx, id: string): Promise<ReviewDetail> {
  const row = await doctorSubmission(tx, id)
  if (!row) throw new AppError('NOT_FOUND')
  const all = await doctorSubmissions(tx, row.accountId)
  const former = all
    .slice(all.findIndex((each) => each.id === id) + 1)
    .find((each) => reviewStates.is(each.status, 'passed'))
  return {
    ...(await fateOf(tx, row)),
    subject: 'doctor',
    name: row.realName,
    about: row.titlePost,
    kind: null,
    submitted: row,
    former: former ?? null,
  }
}

async function organisationDetail(tx: PlatformTx, id: string): Promise<ReviewDetail> {
  const row = await organisationSubmission(tx, id)
  if (!row) throw new AppError('NOT_FOUND')
  const { kind, companyId, clinicId, isChange, branches, status } = row
  const fate = await fateOf(tx, row)
  // What a decided change replaced is no longer in force: it is only shown while the review waits.
  const former =
    isChange && reviewStates.is(status, 'waiting') && companyId && clinicId
      ? (await clinicInForce(await tx.enter(companyId, 'all'), clinicId)).papers
      : null
  return {
    ...fate,
    subject: 'organisation',
    name: row.clinicName,
    about: row.companyName,
    kind,
    submitted: row,
    branches,
    former,
  }
}

/** Passes a review, with everything that follows from it. @throws AppError NOT_FOUND, REVIEW_DECIDED, CREDIT_CODE_TAKEN, CLINIC_NAME_TAKEN */
export async function approveReview(tx: PlatformTx, subject: ReviewSubject, id: string, by: Reviewer): Promise<void> {
  return subject === 'doctor' ? approveDoctor(tx, id, by) : approveOrganisation(tx, id, by)
}

/** Refuses a review. @throws AppError BAD_INPUT without a reason, NOT_FOUND, REVIEW_DECIDED */
export async function rejectReview(
  tx: PlatformTx,
  subject: ReviewSubject,
  id: string,
  reason: string,
  by: Reviewer,
): Promise<void> {
  const why = reason.trim()
  if (!why) throw fieldError('BAD_INPUT', 'reason', '请输入不通过理由')
  return subject === 'doctor' ? rejectDoctor(tx, id, why, by) : rejectOrganisation(tx, id, why, by)
}

/** A picture that a submission names, whatever it was sent in as; others are nobody's business here. @throws AppError NOT_FOUND */
export async function reviewPicture(tx: PlatformTx, services: { files: FileStore }, id: string): Promise<FileAnswer> {
  const picture = await pictureById(tx, id)
  const named = await tx.row(
    sql`select 1 from doctor_auth where ${id}::uuid = any(id_card || cert)
        union all select 1 from organisation_auth
          where ${id}::uuid in (business_license, permit_license) or position(${id} in branches::text) > 0 limit 1`,
  )
  if (!picture || !named) throw new AppError('NOT_FOUND')
  return openPicture(services, picture)
}
