import { deferred } from '../../lib/deferred.ts'

/** Papers where they are looked at beside a template; where they are printed they come with the page. */
export const ShiftLook = deferred(async () => (await import('./ShiftSheet.tsx')).ShiftSheet)
