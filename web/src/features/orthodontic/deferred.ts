import { deferred } from '../../lib/deferred.ts'
import { SkeletonRows } from '../../ui/index.ts'

/** The picture of a visit comes with the record that has one. */
export const VisitPane = deferred(
  async () => (await import('./VisitPane.tsx')).VisitPane,
  () => SkeletonRows({ rows: 10 }),
)
export const ExamPane = deferred(
  async () => (await import('./ExamPane.tsx')).ExamPane,
  () => SkeletonRows({ rows: 12 }),
)
export const VisitSide = deferred(
  async () => (await import('./VisitSide.tsx')).VisitSide,
  () => SkeletonRows({ rows: 8 }),
)
export const CasePage = deferred(
  async () => (await import('./CasePage.tsx')).CasePage,
  () => SkeletonRows({ rows: 10 }),
)
export const CaseSheet = deferred(async () => (await import('./CaseSheet.tsx')).CaseSheet)
