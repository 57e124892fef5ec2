export {
  useAlerts,
  useEmrList,
  useReceptionOptions,
  useAverages,
  useTreatments,
  visitReads,
  type AlertLine,
  type EmrRow,
  type RegistrationCard,
} from './hooks.ts'
export { QueueLink, StartDialog, VisitPane } from './parts.ts'
export { WalkInDialog, type ChosenPatient } from './WalkInDialog.tsx'
