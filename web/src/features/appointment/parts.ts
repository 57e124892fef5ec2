import { deferred } from '../../lib/deferred.ts'

/** The pane of one appointment and the booking dialog, loaded when they are opened: no part of a page's first look. */
export const AppointmentPane = deferred(async () => (await import('./components/AppointmentPane.tsx')).AppointmentPane)
export const WaitDialog = deferred(async () => (await import('./components/WaitDialog.tsx')).WaitDialog)
export const WaitDrawer = deferred(async () => (await import('./components/WaitDrawer.tsx')).WaitDrawer)
export const ParkedDrawer = deferred(async () => (await import('./components/ParkedDrawer.tsx')).ParkedDrawer)
export const BookDialog = deferred(async () => (await import('./components/BookDialog.tsx')).BookDialog)
