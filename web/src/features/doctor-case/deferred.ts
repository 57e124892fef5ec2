import { deferred } from '../../lib/deferred.ts'
import { SkeletonRows } from '../../ui/index.ts'

export const CaseEditor = deferred(
  async () => (await import('./CaseEditor.tsx')).CaseEditor,
  () => SkeletonRows({ rows: 12 }),
)
export const MaskDialog = deferred(async () => (await import('./MaskDialog.tsx')).MaskDialog)
export const PublishDialog = deferred(async () => (await import('./dialogs.tsx')).PublishDialog)
export const TakeDownDialog = deferred(async () => (await import('./dialogs.tsx')).TakeDownDialog)
export const DecideDialog = deferred(async () => (await import('./dialogs.tsx')).DecideDialog)
export const StartShowing = deferred(async () => (await import('./dialogs.tsx')).StartShowing)
export const Showing = deferred(async () => (await import('./Showing.tsx')).Showing)
