import { deferred } from '../../lib/deferred.ts'

export const GoalsDrawer = deferred(async () => (await import('./GoalsDrawer.tsx')).GoalsDrawer)
export const SpendsDrawer = deferred(async () => (await import('./SpendsDrawer.tsx')).SpendsDrawer)
export const LedgerCheckDrawer = deferred(async () => (await import('./LedgerCheckDrawer.tsx')).LedgerCheckDrawer)
