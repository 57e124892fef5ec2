import './constraints.ts'

export { tellsDisplaced, type Displaced } from './displaced.ts'
export { scheduleHandlers } from './handlers.ts'
