export { ShiftPage } from './ShiftPage.tsx'
export { ShiftSheet } from './ShiftSheet.tsx'
