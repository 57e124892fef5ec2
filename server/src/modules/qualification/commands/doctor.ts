import { reviewStates } from '@dentin/contract/core/status'
import type { LocalDate } from '@dentin/kit'
import { formatDate, uuidv7 } from '@dentin/kit'
import { codes } from '../../../platform/database/codes.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import type { PlatformTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { requireOwnPictures } from '../../../platform/files/pictures.ts'
import { setStanding } from '../../identity/index.ts'
import { notifyAccount } from '../../messaging/index.ts'
import type { PictureRef } from '../papers.ts'
import { doctorSubmission, doctorSubmissions, lockAccount, type DoctorSubmission } from '../queries.ts'
import { standingOf, stepProblem, userAuthOf, type AuthStep } from '../rules.ts'

/** What a doctor's form sends. */
export interface DoctorForm {
  realName: string
  titlePost: string
  idCardPath: PictureRef[]
  certPath: PictureRef[]
  practiceCertNo: string
  practiceScope: string
  certExpire?: LocalDate | null | undefined
}

/**
 * Hands in a doctor's papers: for the first time, again after a refusal, or as a change while the former ones stay in force.
 * @throws AppError DOCTOR_AUTH_STATE with the present state
 */
export async function handIn(tx: PlatformTx, accountId: string, step: AuthStep, form: DoctorForm): Promise<void> {
  await lockAccount(tx, accountId)
  const before = await doctorSubmissions(tx, accountId)
  const { authStatus, hasUpdated } = standingOf(before)
  const problem = stepProblem(step, authStatus, hasUpdated === 1)
  if (problem) throw new AppError('DOCTOR_AUTH_STATE', { message: problem, data: { authStatus, hasUpdated } })
  if (form.certExpire && form.certExpire < formatDate(tx.now))
    throw fieldError('BAD_INPUT', 'certExpire', '证书已过有效期，请更换后再提交')
  const idCard = form.idCardPath.map((each) => each.path)
  const cert = form.certPath.map((each) => each.path)
  await requireOwnPictures(tx, accountId, { field: 'idCardPath', paperType: 'idCard', ids: idCard })
  await requireOwnPictures(tx, accountId, { field: 'certPath', paperType: 'cert', ids: cert })
  await tx.rows(
    keptSql`insert into doctor_auth (id, account_id, real_name, title_post, practice_cert_no, practice_scope, cert_expire, id_card, cert,
          is_change, status, submitted_at)
        values (${uuidv7()}, ${accountId}, ${form.realName}, ${form.titlePost}, ${form.practiceCertNo}, ${form.practiceScope},
          ${form.certExpire ?? null}::date, ${idCard}::uuid[], ${cert}::uuid[], ${step === 'change'}, 0, ${tx.now})`,
  )
  await settle(tx, accountId)
}

/** Passes a doctor's submission; from the next request on the person is a certified doctor. @throws AppError REVIEW_DECIDED */
export async function approveDoctor(tx: PlatformTx, id: string, by: { name: string }): Promise<void> {
  const row = await decide(tx, id, by, { status: reviewStates.code.passed, reason: null })
  await notifyAccount(tx, row.accountId, {
    category: 'review',
    title: row.isChange ? '医生认证变更已通过' : '医生认证已通过',
    body: row.isChange ? '新资料已生效。' : `${row.realName}，您的医生认证已通过审核。`,
    link: '/userDoctor',
    key: `doctor-auth:${row.id}`,
  })
}

/** Refuses a doctor's submission with the reason; a change is dropped and the former papers stay. @throws AppError REVIEW_DECIDED */
export async function rejectDoctor(tx: PlatformTx, id: string, reason: string, by: { name: string }): Promise<void> {
  const row = await decide(tx, id, by, { status: reviewStates.code.refused, reason })
  await notifyAccount(tx, row.accountId, {
    category: 'review',
    title: row.isChange ? '医生认证变更未通过' : '医生认证未通过',
    body: row.isChange ? `${reason}。原资料继续有效。` : reason,
    link: '/userDoctor',
    key: `doctor-auth:${row.id}`,
  })
}

async function decide(
  tx: PlatformTx,
  id: string,
  by: { name: string },
  decision: { status: typeof reviewStates.code.passed | typeof reviewStates.code.refused; reason: string | null },
): Promise<DoctorSubmission> {
  const found = await doctorSubmission(tx, id)
  if (!found) throw new AppError('NOT_FOUND')
  await lockAccount(tx, found.accountId)
  const decided = await tx.row(
    keptSql`update doctor_auth set status = ${decision.status}, reject_reason = ${decision.reason}, decided_at = ${tx.now},
          decided_by = ${by.name} where id = ${id} and status in ${codes(reviewStates, 'waiting')} returning id`,
  )
  if (!decided) throw new AppError('REVIEW_DECIDED', { data: { status: found.status } })
  await settle(tx, found.accountId)
  return found
}

/** Writes onto the account what its submissions come to. */
async function settle(tx: PlatformTx, accountId: string): Promise<void> {
  const { authStatus } = standingOf(await doctorSubmissions(tx, accountId))
  await setStanding(tx, accountId, { userAuth: userAuthOf(authStatus) })
}
