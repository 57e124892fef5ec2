import { deferred } from '../../lib/deferred.ts'

export const DisplacedDrawer = deferred(async () => (await import('./DisplacedDrawer.tsx')).DisplacedDrawer)
export const FillDialog = deferred(async () => (await import('./FillDialog.tsx')).FillDialog)

/** What the planning of shifts may open next. */
export const plannerDialogs = [DisplacedDrawer, FillDialog]
