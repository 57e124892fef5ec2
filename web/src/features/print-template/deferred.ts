import { deferred } from '../../lib/deferred.ts'
import { SkeletonRows } from '../../ui/index.ts'

/** The papers, what their template says, and how one of them comes out of the printer. */
export const TemplateWorkspace = deferred(
  async () => (await import('./TemplateWorkspace.tsx')).TemplateWorkspace,
  () => SkeletonRows({ rows: 12 }),
)
