import { authStates, reviewStates } from '@dentin/contract/core/status'
import { TITLES } from '@dentin/contract/core/titles'
import { PICTURE_PREFIX } from '@dentin/contract/core/pictures'
import type { qualification } from '@dentin/contract/qualification'
import { daysBetween, formatDate } from '@dentin/kit'
import { AppError } from '../../platform/errors.ts'
import { openPicture, savePicture } from '../../platform/files/pictures.ts'
import type { AccountContext, Handler, Handlers } from '../../platform/http/context.ts'
import { maySeePapersOf, visiblePicture } from './access.ts'
import { handIn, type DoctorForm } from './commands/doctor.ts'
import {
  applicationStatus,
  applyForBranch,
  applyForOrganisation,
  changeClinicInfo,
  changeLicences,
} from './commands/organisation.ts'
import { pictureRef, shown, type ClinicPapers, type OrganisationPapers } from './papers.ts'
import {
  branchApplications,
  clinicInForce,
  doctorSubmission,
  doctorSubmissions,
  foundingReview,
  lastChange,
  ownApplications,
  type DoctorSubmission,
  type OrganisationSubmission,
} from './queries.ts'
import { standingOf, type AuthStep } from './rules.ts'

/** A doctor's standing with the papers of one submission, or with none. */
function doctorAnswer(all: readonly DoctorSubmission[], papers: DoctorSubmission | null) {
  const { authStatus, hasUpdated } = standingOf(all)
  return {
    id: papers?.id ?? null,
    realName: papers?.realName ?? '',
    titlePost: papers?.titlePost ?? '',
    idCardPath: (papers?.idCard ?? []).map(pictureRef),
    certPath: (papers?.cert ?? []).map(pictureRef),
    practiceCertNo: papers?.practiceCertNo ?? '',
    practiceScope: papers?.practiceScope ?? '',
    certExpire: papers?.certExpire ?? null,
    submittedAt: papers?.submittedAt ?? null,
    decidedAt: papers?.decidedAt ?? null,
    authStatus,
    hasUpdated,
    rejectReason: reviewStates.is(all[0]?.status, 'refused') ? (all[0]?.rejectReason ?? null) : null,
  }
}

async function ownDoctorAuth({ tx, accountId }: AccountContext) {
  const all = await doctorSubmissions(tx, accountId)
  return doctorAnswer(all, standingOf(all).inForce ?? all[0] ?? null)
}

/** One handler for each way of handing in; two spellings of one call share it. */
function doctorStep(step: AuthStep) {
  return async (context: AccountContext, form: DoctorForm) => {
    await handIn(context.tx, context.accountId, step, form)
    return ownDoctorAuth(context)
  }
}
const submitDoctor = doctorStep('submit')

function papersOf(row: OrganisationSubmission, withPictures = true) {
  const papers: OrganisationPapers = row
  return shown(papers, withPictures)
}

/** What of an organisation's papers stands beside them, under the names of the specification. */
const headOf = (papers: ReturnType<typeof papersOf> | null) => ({
  companyName: papers?.companyName ?? '',
  permitLicense: papers?.permitLicense ?? null,
  businessLicense: papers?.businessLicense ?? null,
})

async function ownApplication({ tx, accountId }: AccountContext) {
  const [last] = await ownApplications(tx, accountId)
  // One that has passed is no application any more: the clinic stands for it.
  const open = last && !reviewStates.is(last.status, 'passed') ? last : null
  const orgAuth = applicationStatus(last)
  const papers = open ? papersOf(open) : null
  return {
    id: open?.id ?? null,
    kind: open?.kind ?? null,
    isMain: open?.kind === 3 ? 1 : 0,
    userId: accountId,
    orgAuth,
    authStatus: orgAuth,
    rejectReason: open?.rejectReason ?? null,
    submittedAt: open?.submittedAt ?? null,
    decidedAt: open?.decidedAt ?? null,
    ...headOf(papers),
    papers,
    branchList: (open?.branches ?? []).map((branch: ClinicPapers) => shown(branch)),
  }
}

type Apply = Handler<typeof qualification.createClinicAuth>
function applyAs(step: 'submit' | 'resubmit'): Apply {
  return async (context, { isMain, branchList, file: _file, ...form }) => {
    await applyForOrganisation(context, step, isMain === 1 ? 3 : 1, form, branchList)
    return ownApplication(context)
  }
}

export const qualificationHandlers: Handlers<typeof qualification> = {
  upload: async ({ tx, services, accountId }, { paperType, file }) => {
    if (!file) throw new AppError('BAD_INPUT', { message: '请选择要上传的文件' })
    const { id } = await savePicture(tx, services, { accountId, paperType }, file)
    return { prefix: PICTURE_PREFIX, path: id }
  },
  picture: async (context, { id }) => openPicture(context.services, await visiblePicture(context, id)),

  titles: async () => [...TITLES],
  submitDoctorAuthCamel: submitDoctor,
  submitDoctorAuth: submitDoctor,
  doctorAuthInfo: ownDoctorAuth,
  doctorAuthInfoUpdated: async ({ tx, accountId }, { hasUpdated }) => {
    const all = await doctorSubmissions(tx, accountId)
    const { inForce, pending } = standingOf(all)
    return doctorAnswer(all, hasUpdated === 1 ? (inForce ? pending : null) : inForce)
  },
  updateDoctorInfo: doctorStep('change'),
  updateDoctorAuth: doctorStep('resubmit'),
  doctorAuthDetail: async (context, { id }) => {
    const found = await doctorSubmission(context.tx, id)
    if (!found || !(await maySeePapersOf(context, found.accountId))) throw new AppError('NOT_FOUND')
    return doctorAnswer(await doctorSubmissions(context.tx, found.accountId), found)
  },
  isDoctorAuth: async ({ tx, accountId }) =>
    authStates.is(standingOf(await doctorSubmissions(tx, accountId)).authStatus, 'passed'),

  singleAuth: async (context, { companyId, file: _file, ...form }) => {
    if (companyId === 2) await applyForBranch(context, form)
    else await applyForOrganisation(context, 'submit', 1, form, [])
    return ownApplication(context)
  },
  multipleAuth: async (context, { branchList, file: _file, ...form }) => {
    await applyForOrganisation(context, 'submit', 3, form, branchList)
    return ownApplication(context)
  },
  orgAuthInfo: ownApplication,
  createClinicAuth: applyAs('submit'),
  updateClinicAuth: applyAs('resubmit'),
  clinicAuthInfo: async (context) => {
    const { tx, clinicId, tenantId } = context
    const here = await clinicInForce(tx, clinicId)
    const mayEdit = context.can('/userFactory:edit')
    const change = await lastChange(tx, clinicId)
    const branches = mayEdit && here.isMain && here.isChain ? await branchApplications(tx, tenantId) : []
    const { permitExpire } = here.papers
    const current = shown(here.papers, mayEdit)
    return {
      clinicId,
      isMain: here.isMain ? 1 : 0,
      isChain: here.isChain,
      authStatus: here.authStatus,
      daysLeft: permitExpire ? daysBetween(formatDate(tx.now), permitExpire) : null,
      mayEdit,
      userId: context.accountId,
      orgAuth: here.orgAuth,
      ...headOf(current),
      current,
      change:
        change && reviewStates.is(change.status, 'waiting')
          ? { id: change.id, submittedAt: change.submittedAt, papers: papersOf(change, mayEdit) }
          : null,
      rejectReason: change && reviewStates.is(change.status, 'refused') ? change.rejectReason : null,
      branches,
    }
  },
  firstAudit: async (context) => {
    const { clinic } = context
    const review = clinic
      ? await foundingReview(clinic.tx, clinic.tenantId, clinic.clinicId)
      : (await ownApplications(context.tx, context.accountId)).at(-1)
    return {
      authStatus: review?.status ?? authStates.code.none,
      rejectReason: review?.rejectReason ?? null,
      submittedAt: review?.submittedAt ?? null,
      decidedAt: review?.decidedAt ?? null,
    }
  },
  updateClinicAuthInfo: async (context, info) => {
    await changeClinicInfo(context, info)
    return null
  },
  updateClinicLicence: async (context, { file: _file, ...form }) => {
    await changeLicences(context, form)
    return null
  },
}
