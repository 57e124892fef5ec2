import type { contract } from '@dentin/contract'
import { AppError } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/context.ts'
import type { PlatformTx } from '../../platform/database/tx.ts'
import { mustBeWithin } from '../identity/index.ts'
import { giverOf, mayGive, mustReachClinic, postsOfCompany, reachesClinic } from './access.ts'
import { applyTo, approve, reject, release, SEARCHES_PER_ACCOUNT, withdraw } from './commands/associate.ts'
import {
  addEmployee,
  handOver,
  openWorkFor,
  orderClinicStaff,
  removeFromClinic,
  setClinicStaff,
  setEmployment,
  setPosts,
  updateEmployee,
} from './commands/employees.ts'
import {
  applicationsTo,
  clinicOptions,
  clinicStaff,
  employeeById,
  employeesOf,
  findClinic,
  findClinics,
  ownApplications,
  placeOptions,
  placesOf,
  relatedClinics,
  relatedIn,
} from './queries.ts'
import { grantPost, removePost, savePost } from './posts/commands.ts'
import { listPosts, postDetail } from './posts/queries.ts'
import { openSignature, removeSignature, saveSignature, signatureSince } from './signature.ts'
import { jobTypeOfPost, jobTypes, workStatuses, workTypes } from './rules.ts'

async function search(tx: PlatformTx, accountId: string, name: string) {
  await mustBeWithin(tx, SEARCHES_PER_ACCOUNT, accountId)
  return findClinics(tx, name)
}

export const staffHandlers: Handlers<typeof contract.staff> = {
  postList: async ({ tx }, { pageNum, pageSize, whetherPage }) => {
    const limit = whetherPage ? pageSize : 1000
    const found = await listPosts(tx, { limit, offset: whetherPage ? (pageNum - 1) * pageSize : 0 })
    return { ...found, pageNum: whetherPage ? pageNum : 1, pageSize: limit }
  },
  postDetail: ({ tx }, { id }) => postDetail(tx, id),
  savePost: async (context, { id, version, name, remark, copyFrom }) => ({
    id: await savePost(context, { id: id ?? null, version, name, remark, copyFrom: copyFrom ?? null }),
  }),
  grantPost: async (context, input) => ({ version: await grantPost(context, input) }),
  removePost: async (context, { id }) => {
    await removePost(context, id)
    return null
  },
  searchClinic: ({ tx, accountId }, { name }) => search(tx, accountId, name),
  apply: async (context, input) => ({ applyId: await applyTo(context, { ...input, note: '' }) }),
  relateClinic: async (context, { remark, ...input }) => ({
    applyId: await applyTo(context, { ...input, note: remark }),
  }),
  invitingClinic: async ({ tx }, { clinicId }) => {
    const clinic = await findClinic(tx, clinicId)
    if (!clinic) throw new AppError('APPLY_CLINIC_CLOSED')
    return clinic
  },
  listRelatedClinic: async ({ tx, accountId, clinic }) =>
    (await relatedClinics(tx, accountId)).map((each) => ({ ...each, isCurrent: each.clinicId === clinic?.clinicId })),
  listApplyClinic: ({ tx, accountId }, page) => ownApplications(tx, accountId, page),
  withdrawApply: async (context, { applyId }) => {
    await withdraw(context, applyId)
    return null
  },
  deleteRelate: async (context, { clinicId }) => ({ leftCurrent: await release(context, clinicId) }),
  myClinics: async ({ tx, accountId, clinicId }) =>
    (await relatedIn(await tx.enter(tx.tenantId, 'all'), accountId)).map((each) => ({
      ...each,
      isCurrent: each.clinicId === clinicId,
    })),
  searchOtherClinic: async ({ tx, accountId }, { name }) => {
    const found = await search(tx, accountId, name)
    const mine = new Set((await relatedClinics(tx, accountId)).map((each) => each.clinicId))
    return found.filter((each) => !mine.has(each.clinicId))
  },

  signature: async ({ tx, employeeId }) => ({ since: await signatureSince(tx, employeeId) }),
  signaturePicture: (context) => openSignature(context),
  saveSignature: (context, { file }) => saveSignature(context, file),
  removeSignature: async (context) => {
    await removeSignature(context)
    return null
  },

  findInduction: async (context) => {
    const giver = await giverOf(context)
    const posts = (await postsOfCompany(context.tx)).map((post) => ({
      id: post.id,
      name: post.name,
      isAdmin: post.isAdmin,
      mayGive: mayGive(post, giver),
      jobType: jobTypeOfPost(post.code),
    }))
    return { workTypes: [...workTypes], workStatuses: [...workStatuses], posts }
  },
  jobTypes: async () => [...jobTypes],

  applications: ({ tx, clinicId }, input) => applicationsTo(tx, clinicId, input),
  applyPass: async (context, input) => ({ employeeId: await approve(context, input) }),
  applyReject: async (context, input) => {
    await reject(context, input)
    return null
  },

  employeeList: async (context, { clinicId: wanted, jobType, postId, ...ask }) => {
    const clinicId = wanted ?? context.clinicId
    await mustReachClinic(context, '/baseEmployee:view', clinicId)
    return employeesOf(context.tx, clinicId, context.employeeId, {
      ...ask,
      jobType: jobType ?? null,
      postId: postId ?? null,
    })
  },
  employeeClinics: (context) => clinicOptions(context.tx, context.clinicsOf('/baseEmployee:view')),
  employeeDetail: async (context, { id }) => {
    const { accountId, ...employee } = await employeeById(context.tx, id)
    const [clinics, since] = await Promise.all([placesOf(context.tx, id), signatureSince(context.tx, id)])
    if (!clinics.some((place) => reachesClinic(context, '/baseEmployee:view', place.clinicId)))
      throw new AppError('NOT_FOUND')
    return {
      ...employee,
      hasAccount: accountId !== null,
      signatureSince: since,
      isMe: id === context.employeeId,
      clinics: clinics.map((place) => ({
        ...place,
        mayEdit: reachesClinic(context, '/baseEmployee:edit', place.clinicId),
      })),
    }
  },
  addEmployee: async (context, { clinicId, requestId: _, ...form }) => ({
    id: await addEmployee(context, { ...form, clinicId: clinicId ?? context.clinicId }),
  }),
  updateEmployee: async (context, input) => ({ version: await updateEmployee(context, input) }),
  setEmployeePosts: async (context, input) => {
    await setPosts(context, input)
    return null
  },
  openWork: (context, { id, clinicId, ...page }) => openWorkFor(context, id, clinicId ?? null, page),
  handOver: (context, input) => handOver(context, input),
  setEmployment: async (context, input) => ({ version: await setEmployment(context, input) }),
  removeFromClinic: async (context, input) => {
    await removeFromClinic(context, input)
    return null
  },

  clinicStaff: async ({ tx, clinicId }) => ({
    list: await clinicStaff(tx, clinicId),
    ...(await placeOptions(tx, clinicId)),
  }),
  setClinicStaff: async (context, input) => ({ version: await setClinicStaff(context, input) }),
  orderClinicStaff: async (context, { ids }) => {
    await orderClinicStaff(context, ids)
    return null
  },
}
