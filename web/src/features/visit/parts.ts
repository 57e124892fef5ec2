import { deferred } from '../../lib/deferred.ts'

/** The pane of one visit and the question before it begins, loaded when they are opened: no part of a page's first look. */
export const VisitPane = deferred(async () => (await import('./VisitPane.tsx')).VisitPane)
export const StartDialog = deferred(async () => (await import('./StartDialog.tsx')).StartDialog)
