import type { OfPair } from './hooks.ts'

/** Where the statement of two clinics and a month is printed. */
export const statementLink = ({ month, debtorId, creditorId }: OfPair): string =>
  `/print/interClinic/${month}?debtorId=${debtorId}&creditorId=${creditorId}`
