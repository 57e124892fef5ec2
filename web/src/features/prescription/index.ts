export { PrescriptionList } from './PrescriptionList.tsx'
export { PrescriptionSheet } from './PrescriptionSheet.tsx'
