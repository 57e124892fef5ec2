import { deferred } from '../../lib/deferred.ts'

/** What is opened from the chart. */
export const DiagnosisDialog = deferred(async () => (await import('./DiagnosisDialog.tsx')).DiagnosisDialog)
export const RecallDialog = deferred(async () => (await import('./RecallDialog.tsx')).RecallDialog)
export const ReasonOf = deferred(async () => (await import('./ReasonOf.tsx')).ReasonOf)
export const ChartList = deferred(async () => (await import('./ChartList.tsx')).ChartList)
