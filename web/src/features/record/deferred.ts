import { deferred } from '../../lib/deferred.ts'
import { SkeletonRows } from '../../ui/index.ts'

/** The editor comes while the record is read: the page that opens one asks for it first. */
export const RecordEditor = deferred(
  async () => (await import('./RecordEditor.tsx')).RecordEditor,
  () => SkeletonRows({ rows: 12 }),
)
export const ApartDialog = deferred(async () => (await import('./ApartDialog.tsx')).ApartDialog)
export const QualityPane = deferred(
  async () => (await import('./quality/QualityPane.tsx')).QualityPane,
  () => SkeletonRows({ rows: 8 }),
)
export const MouthOverTime = deferred(
  async () => (await import('./mouth/MouthOverTime.tsx')).MouthOverTime,
  () => SkeletonRows({ rows: 8 }),
)
/** Chooses days; only where records are printed in a row. */
export const PrintDays = deferred(async () => (await import('./PrintDays.tsx')).PrintDays)
export const SheetChart = deferred(async () => (await import('./SheetChart.tsx')).SheetChart)
export const Templates = deferred(
  async () => (await import('./templates/Templates.tsx')).Templates,
  () => SkeletonRows({ rows: 10 }),
)
