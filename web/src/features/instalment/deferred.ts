import { deferred } from '../../lib/deferred.ts'

/** Papers: printed, or looked at beside their template. */
export const AgreementSheet = deferred(async () => (await import('./AgreementSheet.tsx')).AgreementSheet)
export const LetterSheet = deferred(async () => (await import('./LetterSheet.tsx')).LetterSheet)
