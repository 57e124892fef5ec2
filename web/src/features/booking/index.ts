export { BookingPage, type PhoneProof } from './BookingPage.tsx'
