import { deferred } from '../../lib/deferred.ts'

/** The panes of the board and the forms over other pages, loaded when they are opened: no part of a page's first look. */
export const AppointmentPane = deferred(async () => (await import('./components/AppointmentPane.tsx')).AppointmentPane)
export const AppointmentDetail = deferred(
  async () => (await import('./components/AppointmentPane.tsx')).AppointmentDetail,
)
export const OverPage = deferred(async () => (await import('./components/OverPage.tsx')).OverPage)
export const NextVisit = deferred(async () => (await import('./components/NextVisit.tsx')).NextVisit)
export const WaitDialog = deferred(async () => (await import('./components/WaitDialog.tsx')).WaitDialog)
export const WaitDrawer = deferred(async () => (await import('./components/WaitDrawer.tsx')).WaitDrawer)
export const ParkedDrawer = deferred(async () => (await import('./components/ParkedDrawer.tsx')).ParkedDrawer)
export const Booking = deferred(async () => (await import('./components/Booking.tsx')).Booking)
export const BookForm = deferred(async () => (await import('./components/BookForm.tsx')).BookForm)
export const MoveForm = deferred(async () => (await import('./components/MoveForm.tsx')).MoveForm)
export const MoveById = deferred(async () => (await import('./components/MoveById.tsx')).MoveById)
