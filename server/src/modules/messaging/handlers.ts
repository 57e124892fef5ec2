import type { contract } from '@dentin/contract'
import { DemoClock } from '../../platform/clock.ts'
import { returnToRealTime } from '../../platform/demo-time.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountContext, Handlers } from '../../platform/http/context.ts'
import { paged } from '../../platform/http/page.ts'
import { markAllRead, markRead, muteCategories } from './commands.ts'
import { findMessages, messageOf, unreadByCategory, type Reader } from './queries.ts'
import { contactOf, contactToken, memberContact } from './support.ts'

const readerOf = ({ accountId, clinic }: AccountContext): Reader => ({ accountId, clinic })

export const messagingHandlers: Handlers<typeof contract.messaging> = {
  messages: async (context, ask) => {
    const sources = ['clinic', 'account', 'platform'] as const
    return paged(await findMessages(context.tx, readerOf(context), { sources, ...ask }), ask)
  },
  messageStatus: async (context) => {
    const categories = await unreadByCategory(context.tx, readerOf(context))
    return { unread: categories.reduce((sum, each) => sum + (each.muted ? 0 : each.unread), 0), categories }
  },
  markRead: async (context, { ids }) => {
    await markRead(context.tx, readerOf(context), ids)
    return null
  },
  markAllRead: async (context, { category, until }) => {
    await markAllRead(context.tx, readerOf(context), category ?? null, until)
    return null
  },
  muteCategories: async ({ tx, accountId }, { categories }) => {
    await muteCategories(tx, accountId, categories)
    return null
  },
  createPersonMessage: async (context, { id }) => {
    const reader = readerOf(context)
    const found = await messageOf(context.tx, reader, 'platform', id)
    await markRead(context.tx, reader, [id])
    return { ...found, read: true }
  },
  platformMessages: async (context, ask) =>
    paged(await findMessages(context.tx, readerOf(context), { sources: ['platform'], ...ask }), ask),
  messageRecords: async ({ tx, accountId, clinicId, employeeId }, ask) => {
    const reader: Reader = { accountId, clinic: { tx, clinicId, employeeId } }
    return paged(await findMessages(tx, reader, { sources: ['clinic'], ...ask }), ask)
  },
  messageRecord: ({ tx, accountId, clinicId, employeeId }, { id }) =>
    messageOf(tx, { accountId, clinic: { tx, clinicId, employeeId } }, 'clinic', id),
  webSettings: async ({ services: { config } }) => ({
    helpUrl: config.HELP_URL ?? null,
    supportUrl: config.SUPPORT_CHAT_URL ?? null,
    supportIdentified: config.SUPPORT_CHAT_URL !== undefined && config.SUPPORT_CHAT_SECRET !== undefined,
    supportPhone: config.SUPPORT_PHONE ?? null,
    supportHours: config.SUPPORT_HOURS ?? null,
    oldVersionUrl: config.OLD_VERSION_URL ?? null,
    tokenOrigins: config.TOKEN_MESSAGE_ORIGINS,
  }),
  contact: async ({ services }) => contactOf(services.config),
  contactForMember: async ({ services, accountId }) => memberContact(services.config, accountId),
  returnToRealTime: async ({ services, tx }) => {
    if (!(services.clock instanceof DemoClock) || services.clock.behindMs === 0) throw new AppError('NOT_FOUND')
    await returnToRealTime(tx, services.clock)
    return null
  },
  contactToken: async ({ services, accountId, clinic }) =>
    contactToken(services.config, { accountId, clinicId: clinic?.clinicId ?? null }, services.clock.realNow()),
}
