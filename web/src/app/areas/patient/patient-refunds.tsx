export { PatientRefunds as default } from '../../../features/refund/index.ts'
