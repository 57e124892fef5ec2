import { deferred } from '../../lib/deferred.ts'
import { SkeletonRows } from '../../ui/index.ts'

/** The day as a list: the page begins with the board. */
export const DayTable = deferred(
  async () => (await import('./DayTable.tsx')).DayTable,
  () => SkeletonRows({ rows: 12 }),
)
