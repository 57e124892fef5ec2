export { RecordSeals } from './RecordSeals.tsx'
