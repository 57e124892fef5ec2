import { deferred } from '../../lib/deferred.ts'

// What stands beside a bill once it is paid: fetched while the desk takes the money.
export const SettledPanel = deferred(async () => (await import('./SettledPanel.tsx')).SettledPanel)
export const BillMovements = deferred(async () => (await import('./SettledPanel.tsx')).BillMovements)
