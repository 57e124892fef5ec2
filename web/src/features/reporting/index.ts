export type { CardContext } from './cards.tsx'
export { DayLanes } from './DayLanes.tsx'
export { DayNumbers } from './DayNumbers.tsx'
export { DayPhone } from './DayPhone.tsx'
export { DayRail, type Task } from './DayRail.tsx'
export { DaySkeleton } from './DaySkeleton.tsx'
export { DayTable } from './deferred.ts'
export { DoctorStrip } from './DoctorStrip.tsx'
export { dayReads, useAdvance, useDay } from './hooks.ts'
export { marksOf } from './marks.tsx'
export { type BookedCard, type Day, type VisitCard, clock, laneKeys, minutesFrom, ofDoctor, workText } from './model.ts'
export {
  type DeskStep,
  type DeskStepKind,
  type Standing,
  type TodayEntry,
  currentOf,
  headStepOf,
  inOrderOfDay,
  lateness,
  minutesSoFar,
  stepOf,
} from './standing.ts'
