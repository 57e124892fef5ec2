export { AgreementSheet, LetterSheet } from './deferred.ts'
export { InstalmentPage } from './InstalmentPage.tsx'
