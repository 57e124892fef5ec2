import { medicareStates, standingStates } from '@dentin/contract/core/status'
import { orderStates } from '@dentin/contract/core/order-states'
import type { membership } from '@dentin/contract/membership'
import type { Resource } from '@dentin/contract'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext, Handlers } from '../../platform/http/context.ts'
import { openInvoiceFile, requestInvoice } from './commands/invoice.ts'
import { openMedicareAccount, saveMedicareAccount } from './commands/medicare.ts'
import { putAway } from './commands/notice.ts'
import { cancelOrder, placeOrder, type Wish } from './commands/order.ts'
import { offeredPayTypes, orderView, settingViews, standingView } from './present.ts'
import {
  endOfOrder,
  listExtensions,
  listInvoices,
  listOrders,
  medicareAccount,
  noticeOf,
  openOrder,
  orderByNo,
  packagesOf,
  termOf,
} from './queries.ts'
import { dayOf, hiddenUntil, isFirstCharge, isOpen, remindsOf, standingOf, TRIAL_DAYS, type VipKind } from './rules.ts'

/** The calls that both memberships have, each with its own resources. */
function callsOf(kind: VipKind, uri: '/vipInfoDetail' | '/medicareOrderRecord', invoicing: Resource) {
  return {
    allowed: (ctx: ClinicContext) => ({
      view: ctx.can(`${uri}:view`),
      buy: ctx.can(`${uri}:buy`),
      pay: ctx.can(`${uri}:pay`),
      invoice: ctx.can(invoicing),
    }),
    settings: async ({ tx, clinicId, now }: ClinicContext) =>
      settingViews(await packagesOf(tx, kind), await termOf(tx, clinicId, kind), now),
    records: async (ctx: ClinicContext, input: { pageIndex: number; pageSize: number; paidOnly: boolean }) => {
      const { list, total } = await listOrders(ctx.tx, {
        clinicId: ctx.clinicId,
        kind,
        paidOnly: input.paidOnly,
        limit: input.pageSize,
        offset: (input.pageIndex - 1) * input.pageSize,
      })
      return {
        list: list.map((row) => ({
          ...orderView(row, ctx.services.config, ctx.now),
          startDate: row.startDate,
          endDate: row.endDate,
          invoice: row.invoice,
        })),
        pageNum: input.pageIndex,
        pageSize: input.pageSize,
        total,
      }
    },
    preCharge: async ({ tx, clinicId, services, now }: ClinicContext) => {
      const open = await openOrder(tx, clinicId, kind)
      const term = await termOf(tx, clinicId, kind)
      return {
        unpaid: open && open.closesAt > now ? orderView(open, services.config, now) : null,
        isFirstCharge: isFirstCharge(term),
        endDate: term?.endDate ?? null,
        packages: settingViews(await packagesOf(tx, kind), term, now),
        payTypes: offeredPayTypes(services.config),
      }
    },
    charge: async (ctx: ClinicContext, wish: Wish) => {
      const { config } = ctx.services
      return orderView(await placeOrder(ctx, kind, wish, offeredPayTypes(config)), config, ctx.now)
    },
    check: async ({ tx, services, now }: ClinicContext, orderNo: string) => {
      const order = await orderByNo(tx, kind, orderNo)
      if (!order) throw new AppError('NOT_FOUND')
      const { status } = orderView(order, services.config, now)
      const left = isOpen(status) ? (order.closesAt.getTime() - now.getTime()) / 1000 : 0
      return {
        orderNo,
        status,
        paid: orderStates.is(status, 'paid'),
        endDate: await endOfOrder(tx, order.id),
        secondsLeft: Math.max(0, Math.ceil(left)),
      }
    },
    cancel: async ({ tx }: ClinicContext, id: string) => {
      await cancelOrder(tx, kind, id)
      return null
    },
  }
}

const vip = callsOf('vip', '/vipInfoDetail', '/orderRecord:invoice')
const medical = callsOf('medical', '/medicareOrderRecord', '/medicareOrderRecord:invoice')

export const membershipHandlers: Handlers<typeof membership> = {
  my: async (ctx) => {
    const { tx, clinicId, employeeId, now } = ctx
    const term = await termOf(tx, clinicId, 'vip')
    const allowed = vip.allowed(ctx)
    const away = allowed.view ? await noticeOf(tx, clinicId, employeeId, 'reminder') : null
    return {
      ...standingView(term, now),
      remind: allowed.view && remindsOf(term?.endDate ?? null, away ?? null, dayOf(now)),
      allowed,
    }
  },
  activity: ({ services, actor, now }) =>
    services.database.withPlatform(
      async (tx) => ({ giftDays: TRIAL_DAYS, packages: settingViews(await packagesOf(tx, 'vip'), null, now) }),
      actor,
    ),
  chargeSetting: (ctx) => vip.settings(ctx),
  chargeRecord: (ctx, input) => vip.records(ctx, input),
  charge: (ctx, wish) => vip.charge(ctx, wish),
  preCharge: (ctx) => vip.preCharge(ctx),
  cancelCharge: (ctx, { id }) => vip.cancel(ctx, id),
  checkCharge: (ctx, { orderNo }) => vip.check(ctx, orderNo),
  commitInvoice: (ctx, input) => requestInvoice(ctx, 'vip', input),
  invoices: async ({ tx, clinicId }, { pageIndex, pageSize }) => ({
    ...(await listInvoices(tx, { clinicId, kind: 'vip', limit: pageSize, offset: (pageIndex - 1) * pageSize })),
    pageNum: pageIndex,
    pageSize,
  }),
  invoiceFile: (ctx, { id }) => openInvoiceFile(ctx, id),
  extensions: ({ tx, clinicId }) => listExtensions(tx, clinicId, 'vip'),
  dismissReminder: async ({ tx, clinicId, employeeId }) => {
    const term = await termOf(tx, clinicId, 'vip')
    if (!term) throw new AppError('NO_REMINDER')
    const until = hiddenUntil(term.endDate)
    await putAway(tx, { clinicId, employeeId }, 'reminder', until)
    return { hiddenUntil: until }
  },

  medicalEndTime: async (ctx) => ({
    ...standingView(await termOf(ctx.tx, ctx.clinicId, 'medical'), ctx.now),
    allowed: medical.allowed(ctx),
  }),
  medicalChargeSetting: (ctx) => medical.settings(ctx),
  medicalChargeRecord: (ctx, input) => medical.records(ctx, input),
  medicalPreCharge: (ctx) => medical.preCharge(ctx),
  medicalCharge: async (ctx, wish) => {
    if (!(await medicareAccount(ctx.tx, ctx.clinicId))) throw new AppError('MEDICARE_ACCOUNT_MISSING')
    return medical.charge(ctx, wish)
  },
  medicalCheckCharge: (ctx, { orderNo }) => medical.check(ctx, orderNo),
  medicalCancelCharge: (ctx, { id }) => medical.cancel(ctx, id),
  medicalCommitInvoice: (ctx, input) => requestInvoice(ctx, 'medical', input),
  medicalIsOpen: async ({ tx, clinicId, now }) => {
    const account = await medicareAccount(tx, clinicId)
    const isMember =
      standingOf(await termOf(tx, clinicId, 'medical'), dayOf(now)).status !== standingStates.code.expired
    return { isOpen: medicareStates.is(account?.status, 'active') && isMember, hasAccount: account !== null, isMember }
  },
  medicalUserPassword: (ctx, { reveal }) => openMedicareAccount(ctx, reveal),
  medicalSaveAccount: async (ctx, input) => {
    await saveMedicareAccount(ctx, input)
    return null
  },
}
