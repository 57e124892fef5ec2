export { InterClinicPage } from './InterClinicPage.tsx'
export { StatementSheet } from './StatementSheet.tsx'
