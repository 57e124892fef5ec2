import type { contract } from '@dentin/contract'
import type { Person } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { ApartContext, Handlers } from '../../platform/http/context.ts'
import type { Rights } from '../../platform/files/made.ts'
import { covers } from '../../platform/http/exports.ts'
import { askFor, cancel, fileOfTask, ownTasks, retry } from './tasks.ts'

/** So long it is tried whether an export is refused, before it is taken as it is. */
const TRIAL_MS = 5_000

const askerOf = (ctx: ApartContext): Person => ({
  accountId: ctx.accountId,
  clinicId: ctx.clinicId,
  sessionId: ctx.sessionId,
  name: ctx.actorName,
  ip: ctx.ip,
  requestId: ctx.requestId,
})

/**
 * Runs an export up to its first byte, for its refusals: whoever asks hears them at once.
 * @returns what is known of the file; nothing when it takes longer than somebody is kept waiting for this
 */
async function tried(ctx: ApartContext, asked: { path: string; input: Record<string, unknown> }) {
  const { services } = ctx
  const gone = AbortSignal.timeout(TRIAL_MS)
  try {
    const { file, rows } = await services.exports.make(services, askerOf(ctx), asked, {
      database: services.database,
      gone,
    })
    // Nobody reads it: the one that is kept is made later.
    if (!Buffer.isBuffer(file.stream)) file.stream.destroy()
    return { rows, fileName: file.name }
  } catch (error) {
    if (gone.aborted) return { rows: null, fileName: null }
    throw error
  }
}

export const exportTaskHandlers: Handlers<typeof contract.exportTask> = {
  ask: async (ctx, { path, input }) => {
    const { exports } = ctx.services
    const { title } = exports.at(path)
    // As with the direct call, the right is asked for before the words.
    if (!(await exports.rightsOf(ctx.services.database, askerOf(ctx), path))) throw new AppError('FORBIDDEN')
    exports.read({ path, input })
    const known = await tried(ctx, { path, input })
    return ctx.open((tx) => askFor(tx, ctx.services, ctx, askerOf(ctx), { path, input, title, ...known }))
  },
  list: (ctx) => ownTasks(ctx.tx, ctx.services, ctx),
  cancel: (ctx, { id }) => cancel(ctx.tx, ctx.services, ctx, id),
  retry: (ctx, { id }) => retry(ctx.tx, ctx.services, ctx, id),
  download: async (ctx, { id }) => {
    const { services } = ctx
    const file = await ctx.open((tx) => fileOfTask(tx, ctx, id))
    const rights = await services.exports.rightsOf(services.database, askerOf(ctx), file.path)
    if (!rights) throw new AppError('FORBIDDEN')
    if (!covers(rights, file.rights as Rights)) throw new AppError('EXPORT_RIGHTS_CHANGED')
    const stream = await services.files.get(file.storageKey)
    await ctx.open((tx) =>
      tx.note('export-download', 'export_task', id, { after: { title: file.title, file: file.name } }),
    )
    return { name: file.name, type: file.mediaType, stream }
  },
}
