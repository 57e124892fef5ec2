import type { contract } from '@dentin/contract'
import type { Handlers } from '../../platform/http/context.ts'
import { mayKeep, restoreTemplate, saveTemplate } from './commands.ts'
import { clinicNameOf, effectiveTemplate, templatesOf, versionsOf } from './queries.ts'
import { recentPapers } from './recent.ts'

export const printTemplateHandlers: Handlers<typeof contract.printTemplate> = {
  list: async (ctx) => ({
    papers: await templatesOf(ctx.tx, ctx.clinicId),
    clinicName: await clinicNameOf(ctx.tx, ctx.clinicId),
    mayEdit: { clinic: mayKeep(ctx, 'clinic'), chain: mayKeep(ctx, 'chain') },
  }),
  versions: async ({ tx, clinicId }, { kind, owner }) => ({ list: await versionsOf(tx, { kind, owner, clinicId }) }),
  save: async (ctx, input) => saveTemplate(ctx, input),
  restore: async (ctx, input) => restoreTemplate(ctx, input),
  effective: async ({ tx }, { kind, clinicId }) => effectiveTemplate(tx, kind, clinicId),
  recent: async ({ tx, clinicId }, { kind }) => ({ list: await recentPapers[kind](tx, clinicId) }),
}
