export type { CardContext } from './cards.tsx'
export { DayLanes } from './DayLanes.tsx'
export { DayNumbers } from './DayNumbers.tsx'
export { DayPhone } from './DayPhone.tsx'
export { DayRail, type Task } from './DayRail.tsx'
export { DaySkeleton } from './DaySkeleton.tsx'
export { DayTable } from './DayTable.tsx'
export { DoctorStrip } from './DoctorStrip.tsx'
export { marksOf } from './marks.tsx'
export { dayReads, useAdvance, useDay } from './hooks.ts'
export {
  clock,
  laneKeys,
  minutesFrom,
  ofDoctor,
  workText,
  type BookedCard,
  type Day,
  type LaneKey,
  type VisitCard,
} from './model.ts'
