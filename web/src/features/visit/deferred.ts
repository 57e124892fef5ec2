import { deferred } from '../../lib/deferred.ts'

/** The pane of one visit and the question before it begins, the link of the waiting room's screen, loaded when they are opened: no part of a page's first look. */
export const VisitPane = deferred(async () => (await import('./VisitPane.tsx')).VisitPane)
export const StartDialog = deferred(async () => (await import('./StartDialog.tsx')).StartDialog)
export const QueueLink = deferred(async () => (await import('./QueueLink.tsx')).QueueLink)
