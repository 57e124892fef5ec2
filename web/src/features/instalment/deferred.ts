import { deferred } from '../../lib/deferred.ts'

/** Papers where they are looked at beside a template; where they are printed they come with the page. */
export const AgreementLook = deferred(async () => (await import('./AgreementSheet.tsx')).AgreementSheet)
export const LetterLook = deferred(async () => (await import('./LetterSheet.tsx')).LetterSheet)
