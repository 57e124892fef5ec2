export { PerioPane, PrintSheet, SecondScreen } from './deferred.ts'
export { ChartList } from './dialogs.ts'
export type { Lent as PerioLent, Slots as PerioSlots } from './model.ts'
