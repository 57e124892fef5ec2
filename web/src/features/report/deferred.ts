import { deferred } from '../../lib/deferred.ts'

export const AnalysisTop = deferred(async () => (await import('./AnalysisTop.tsx')).AnalysisTop)
export const EmployeeTop = deferred(async () => (await import('./EmployeeTop.tsx')).EmployeeTop)
export const MoneyTop = deferred(async () => (await import('./MoneyTop.tsx')).MoneyTop)
export const Earnings = deferred(async () => (await import('./Earnings.tsx')).Earnings)
export const ReportSheet = deferred(async () => (await import('./ReportSheet.tsx')).ReportSheet)
export const SaveView = deferred(async () => (await import('./SaveView.tsx')).SaveView)
export const DrillDrawer = deferred(async () => (await import('./DrillDrawer.tsx')).DrillDrawer)
export const PatientTop = deferred(async () => (await import('./PatientTop.tsx')).PatientTop)
export const FirstVisitDialog = deferred(async () => (await import('./FirstVisitDialog.tsx')).FirstVisitDialog)
export const ExpectedCareDrawer = deferred(async () => (await import('./ExpectedCareDrawer.tsx')).ExpectedCareDrawer)
export const RewardDialog = deferred(async () => (await import('./RewardDialog.tsx')).RewardDialog)
export const ProductTop = deferred(async () => (await import('./ProductTop.tsx')).ProductTop)
