import { deferred } from '../../lib/deferred.ts'
import { SkeletonRows } from '../../ui/index.ts'

/** The chart comes with the record that has one. */
export const PerioPane = deferred(
  async () => (await import('./PerioPane.tsx')).PerioPane,
  () => SkeletonRows({ rows: 12 }),
)
export const SecondScreen = deferred(
  async () => (await import('./SecondScreen.tsx')).SecondScreen,
  () => SkeletonRows({ rows: 12 }),
)
export const PrintSheet = deferred(
  async () => (await import('./PrintSheet.tsx')).PrintSheet,
  () => SkeletonRows({ rows: 12 }),
)
