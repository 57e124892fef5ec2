export { AlertList } from './Alerts.tsx'
export {
  useAlerts,
  useEmrList,
  useReceptionBadges,
  useReceptionCount,
  useReceptionOptions,
  useTreatments,
  visitReads,
  type AlertLine,
  type EmrRow,
  type RegistrationCard,
} from './hooks.ts'
export { ReasonDialog } from './ReasonDialog.tsx'
export { StartDialog } from './StartDialog.tsx'
export { VisitPane } from './VisitPane.tsx'
export { WalkInDialog, type ChosenPatient } from './WalkInDialog.tsx'
