export type { PhoneProof } from './booking-page.ts'
export { BookingPage } from './BookingPage.tsx'
