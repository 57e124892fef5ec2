import { deferred } from '../../lib/deferred.ts'

/** Papers where they are looked at beside a template; where they are printed they come with the page. */
export const SlipSheet = deferred(async () => (await import('./SlipSheet.tsx')).SlipSheet)
