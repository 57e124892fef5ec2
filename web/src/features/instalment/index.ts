export { AgreementSheet } from './AgreementSheet.tsx'
export { InstalmentPage } from './InstalmentPage.tsx'
