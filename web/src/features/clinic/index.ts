export { ReceptionToggle } from './ReceptionToggle.tsx'
export { SET_UP, type SetUp, cameFrom, firstPageOf, leadingBack, settledOf, useSetUp, useSettleStep } from './set-up.ts'
export { SetUpList } from './SetUpList.tsx'
export { StillWaiting } from './StillWaiting.tsx'
