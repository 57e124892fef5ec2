import { deferred } from '../../lib/deferred.ts'

export const AnalysisTop = deferred(async () => (await import('./AnalysisTop.tsx')).AnalysisTop)
export const EmployeeTop = deferred(async () => (await import('./EmployeeTop.tsx')).EmployeeTop)
export const MoneyTop = deferred(async () => (await import('./MoneyTop.tsx')).MoneyTop)
export const Earnings = deferred(async () => (await import('./Earnings.tsx')).Earnings)
export const DrillDrawer = deferred(async () => (await import('./DrillDrawer.tsx')).DrillDrawer)
