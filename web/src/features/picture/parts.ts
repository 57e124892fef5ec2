import { deferred } from '../../lib/deferred.ts'

/** What stands beside other things, and comes after their page. */
export const PicturesBeside = deferred(async () => (await import('./PicturesBeside.tsx')).PicturesBeside)
export const PicturesOfLine = deferred(async () => (await import('./PicturesOfLine.tsx')).PicturesOfLine)
