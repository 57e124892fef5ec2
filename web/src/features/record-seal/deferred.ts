import { deferred } from '../../lib/deferred.ts'

/** Sealing is rare: both come when they are asked for. */
export const SealDialog = deferred(async () => (await import('./SealDialog.tsx')).SealDialog)
export const SealsDrawer = deferred(async () => (await import('./SealsDrawer.tsx')).SealsDrawer)
