export { MonthBookSheet } from './MonthBookSheet.tsx'
export { MonthClosePage } from './MonthClosePage.tsx'
