export { QueueLink, StartDialog, VisitPane } from './deferred.ts'
export {
  type AlertLine,
  type EmrRow,
  useAlerts,
  useAverages,
  useEmrList,
  useReceptionBadges,
  useReceptionOptions,
  useTreatments,
  visitReads,
} from './hooks.ts'
export { QueueScreen } from './QueueScreen.tsx'
export { Referrals } from './Referrals.tsx'
export { ReferralSheet } from './ReferralSheet.tsx'
export { type ChosenPatient, WalkInDialog } from './WalkInDialog.tsx'
