import type { provider } from '@dentin/contract/provider'
import type { Handlers } from '../../platform/http/context.ts'
import {
  changeOwnPassword,
  renewOwnRecoveryCodes,
  signInWithCode,
  signInWithPassword,
  signOut,
} from './commands/access.ts'
import { finishSetup, openSetup } from './commands/setup.ts'
import { createAccount, freezeAccount, resetAccount, updateAccount } from './commands/staff.ts'
import { accountById, allAccounts, auditPage, recoveryCodesLeft } from './queries.ts'

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
    const rows = await allAccounts(tx)
    return rows.map(({ id, loginName, name, role, status, lastLoginAt, createdAt, version }) => ({
      id,
      loginName,
      name,
      role,
      status,
      lastLoginAt,
      createdAt,
      version,
      isSelf: id === providerId,
    }))
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

  auditLog: async ({ tx }, input) => ({
    ...(await auditPage(tx, input)),
    pageNum: input.pageNum,
    pageSize: input.pageSize,
  }),
}
