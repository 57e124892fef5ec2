export { AgreementSheet } from './AgreementSheet.tsx'
export { LetterSheet } from './LetterSheet.tsx'
export { InstalmentPage } from './InstalmentPage.tsx'
