import { deferred } from '../../lib/deferred.ts'

export const AdjustDialog = deferred(async () => (await import('./AdjustDialog.tsx')).AdjustDialog)
export const WriteOffDialog = deferred(async () => (await import('./AdjustDialog.tsx')).WriteOffDialog)
export const RefuseAdjustDialog = deferred(async () => (await import('./RefuseAdjustDialog.tsx')).RefuseAdjustDialog)
export const Decisions = deferred(async () => (await import('./Decisions.tsx')).Decisions)
export const ExecutionDialog = deferred(async () => (await import('./ExecutionDialog.tsx')).ExecutionDialog)
export const ApprovalDrawer = deferred(async () => (await import('./ApprovalDrawer.tsx')).ApprovalDrawer)
export const LateDay = deferred(async () => (await import('./LateDay.tsx')).LateDay)
export const ConflictDialog = deferred(async () => (await import('./ConflictDialog.tsx')).ConflictDialog)
export const FeeDialog = deferred(async () => (await import('./FeeDialog.tsx')).FeeDialog)
export const ScanWays = deferred(async () => (await import('../../domain/scan-ways.tsx')).ScanWays)
export const ScanPanel = deferred(async () => (await import('../../domain/scan-panel.tsx')).ScanPanel)
