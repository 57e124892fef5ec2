import { reviewStates } from '@dentin/contract/core/status'
import type { provider } from '@dentin/contract/provider'
import { today } from '@dentin/kit'
import type { PlatformTx } from '../../platform/database/tx.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { paged } from '../../platform/http/page.ts'
import {
  invoiceRequest,
  listInvoices,
  listPackages,
  listTransfers,
  vipOverview,
  type DeskRow,
} from '../membership/index.ts'
import { listPlatformMessages } from '../messaging/index.ts'
import { strayedTrades, STRAY_REASONS } from '../payment/index.ts'
import { listSmsReviews, smsReviewsWaiting } from '../sms/index.ts'
import { pendingReviews, reviewPicture } from '../qualification/index.ts'
import { clinicCard, clinicCards } from './clinics.ts'
import { confirm, give, issue, keepPackage, refuse, rejectInvoice, reverseInvoice, settle } from './commands/finance.ts'
import { publish, withdraw } from './commands/messages.ts'
import { decideSms } from './commands/sms.ts'
import { approve, openReview, reject } from './commands/reviews.ts'
import {
  changeOwnPassword,
  renewOwnRecoveryCodes,
  signInWithCode,
  signInWithPassword,
  signOut,
} from './commands/access.ts'
import { finishSetup, openSetup } from './commands/setup.ts'
import { createAccount, freezeAccount, resetAccount, updateAccount } from './commands/staff.ts'
import {
  accountById,
  allAccounts,
  auditPage,
  clinicCount,
  clinicPlaces,
  giftPage,
  recoveryCodesLeft,
} from './queries.ts'

const TRANSFER_STATUSES = { waiting: [4], confirmed: [1, 5], closed: [2, 3] } as const
const firstOnly = { pageNum: 1, pageSize: 1 }

/** Orders of the desk with the names of their clinics. */
async function named(tx: PlatformTx, rows: readonly DeskRow[]) {
  const places = await clinicPlaces(
    tx,
    rows.map((row) => row.clinicId),
  )
  return rows.map((row) => ({
    ...row,
    amount: row.totalAmount,
    clinicName: places.get(row.clinicId)?.clinicName ?? '',
    companyName: places.get(row.clinicId)?.companyName ?? '',
  }))
}

export const providerHandlers: Handlers<typeof provider> = {
  setupInfo: (context, { token }) => openSetup(context, token),
  setup: (context, input) => finishSetup(context, input),
  login: (context, input) => signInWithPassword(context, input),
  loginCode: (context, input) => signInWithCode(context, input),
  logout: async (context) => {
    await signOut(context)
    return null
  },
  me: async ({ tx, providerId }) => {
    const { id, loginName, name, role, lastLoginAt } = await accountById(tx, providerId)
    return { id, loginName, name, role, lastLoginAt, recoveryCodesLeft: await recoveryCodesLeft(tx, providerId) }
  },
  changePassword: async (context, input) => {
    await changeOwnPassword(context, input)
    return null
  },
  renewRecoveryCodes: async (context, { code }) => ({ recoveryCodes: await renewOwnRecoveryCodes(context, code) }),

  accounts: async ({ tx, providerId }) => {
    const accounts = await allAccounts(tx)
    return accounts.map((account) => ({ ...account, isSelf: account.id === providerId }))
  },
  createAccount: (context, input) => createAccount(context, input),
  updateAccount: async (context, input) => {
    await updateAccount(context, input)
    return null
  },
  resetAccount: (context, input) => resetAccount(context, input),
  freezeAccount: async (context, input) => {
    await freezeAccount(context, input)
    return null
  },

  auditLog: async ({ tx }, input) => paged(await auditPage(tx, input), input),

  overview: async ({ tx, role }) => {
    const may = (...roles: (typeof role)[]) => role === 'administrator' || roles.includes(role)
    const reviews = async (subject: 'doctor' | 'organisation') =>
      (await pendingReviews(tx, { subject, status: reviewStates.code.waiting, keyword: '', ...firstOnly })).total
    const vip = await vipOverview(tx, today(tx.now))
    return {
      doctorReviews: may('reviewer') ? await reviews('doctor') : null,
      organisationReviews: may('reviewer') ? await reviews('organisation') : null,
      transfers: may('finance') ? vip.transfersWaiting : null,
      strayed: may('finance') ? (await strayedTrades(tx, { settled: false, ...firstOnly })).total : null,
      invoices: may('finance') ? vip.invoicesWaiting : null,
      smsReviews: may('reviewer') ? await smsReviewsWaiting(tx) : null,
      clinics: await clinicCount(tx),
      vip: { active: vip.active, trial: vip.trial, expired: vip.expired, endingSoon: vip.endingSoon },
      paidThisMonth: may('finance') ? vip.paidThisMonth : null,
    }
  },

  reviews: async ({ tx }, input) => paged(await pendingReviews(tx, input), input),
  review: async (context, { subject, id }) => {
    const review = await openReview(context, subject, id)
    return {
      ...review,
      doctor: review.subject === 'doctor' ? review : null,
      organisation: review.subject === 'organisation' ? review : null,
    }
  },
  reviewPicture: ({ tx, services }, { id }) => reviewPicture(tx, services, id),
  approveReview: async (context, { subject, id }) => {
    await approve(context, subject, id)
    return null
  },
  rejectReview: async (context, { subject, id, reason }) => {
    await reject(context, subject, id, reason)
    return null
  },

  transfers: async ({ tx }, input) => {
    const { list, total } = await listTransfers(tx, { ...input, statuses: TRANSFER_STATUSES[input.state] })
    return paged({ list: await named(tx, list), total }, input)
  },
  confirmTransfer: async (context, input) => {
    await confirm(context, input)
    return null
  },
  refuseTransfer: async (context, input) => {
    await refuse(context, input)
    return null
  },
  strayed: async ({ tx }, input) => {
    const { list, total } = await strayedTrades(tx, input)
    const places = await clinicPlaces(
      tx,
      list.map((row) => row.clinicId),
    )
    const rows = list.map((row) => ({
      ...row,
      reason: STRAY_REASONS[row.reason],
      clinicName: row.clinicId ? (places.get(row.clinicId)?.clinicName ?? null) : null,
    }))
    return paged({ list: rows, total }, input)
  },
  settleStrayed: async (context, input) => {
    await settle(context, input)
    return null
  },

  packages: async ({ tx }) => {
    const all = [...(await listPackages(tx, 'vip', true)), ...(await listPackages(tx, 'medical', true))]
    const second = (kind: string) => all.filter((each) => each.kind === kind && each.enabled)[1]?.id
    const recommended = [second('vip'), second('medical')]
    return all.map((each) => ({ ...each, recommended: recommended.includes(each.id) }))
  },
  savePackage: async (context, input) => {
    await keepPackage(context, input)
    return null
  },
  giveDays: (context, input) => give(context, input),
  gifts: async ({ tx }, input) => paged(await giftPage(tx, input), input),

  invoices: async ({ tx }, input) => {
    const { list, total } = await listInvoices(tx, { ...input, statuses: [input.status] })
    const rows = (await named(tx, list)).map((row) => ({
      ...row,
      invoiceType: row.invoiceType ?? 0,
      invoiceTitle: row.invoiceTitle ?? '',
      status: row.invoiceStatus ?? 0,
      requestedAt: row.invoiceAt ?? row.orderedAt,
    }))
    return paged({ list: rows, total }, input)
  },
  invoice: async ({ tx }, { orderId }) => {
    const asked = await invoiceRequest(tx, tx.actor, orderId)
    return { ...asked, hasFile: asked.fileUrl !== null }
  },
  issueInvoice: async (context, { orderId, file }) => {
    await issue(context, orderId, file)
    return null
  },
  rejectInvoice: async (context, input) => {
    await rejectInvoice(context, input)
    return null
  },
  reverseInvoice: async (context, input) => {
    await reverseInvoice(context, input)
    return null
  },

  smsReviews: async ({ tx }, input) => {
    const { list, total } = await listSmsReviews(tx, input)
    const places = await clinicPlaces(
      tx,
      list.map((row) => row.clinicId),
    )
    const rows = list.map((row) => ({
      ...row,
      clinicName: places.get(row.clinicId)?.clinicName ?? '',
      companyName: places.get(row.clinicId)?.companyName ?? '',
    }))
    return paged({ list: rows, total }, input)
  },
  approveSms: async (context, { id }) => {
    await decideSms(context, id, null)
    return null
  },
  rejectSms: async (context, { id, reason }) => {
    await decideSms(context, id, reason)
    return null
  },

  clinics: ({ tx }, input) => clinicCards(tx, input),
  clinicDetail: ({ tx }, { clinicId }) => clinicCard(tx, clinicId),

  messages: async ({ tx }, input) => {
    const { list, total } = await listPlatformMessages(tx, input)
    const places = await clinicPlaces(
      tx,
      list.flatMap((message) => message.clinicIds),
    )
    const rows = list.map((message) => ({
      ...message,
      clinics: message.audience === 'all' ? null : message.clinicIds.map((id) => places.get(id)?.clinicName ?? ''),
    }))
    return paged({ list: rows, total }, input)
  },
  publishMessage: (context, input) => publish(context, input),
  withdrawMessage: async (context, { id }) => {
    await withdraw(context, id)
    return null
  },
}
