export { ShiftSheet } from './deferred.ts'
export { ShiftPage } from './ShiftPage.tsx'
