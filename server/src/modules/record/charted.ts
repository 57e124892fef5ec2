import type { RecordContent } from '@dentin/contract'
import { addDays, formatDate, parseDate } from '@dentin/kit'
import type { TenantTx } from '../../platform/database/tx.ts'
import { chartedBetween } from './extension-points.ts'

/** A chart serves a diagnosis of periodontitis for so many days. */
export const CHART_DAYS = 90
/** Periodontitis by code (aggressive, chronic, other) or by name; a code of the apex is none. */
const PERIODONTITIS = /^K05\.[234]/
const TO_BE_CONFIRMED = 3

/** The diagnosis of a periodontitis in a text; one that is to be confirmed is none. */
export const perioDiagnosisIn = ({ diagnoses }: Pick<RecordContent, 'diagnoses'>) =>
  diagnoses.find(
    ({ icdCode, icdName, kind }) =>
      kind !== TO_BE_CONFIRMED && (PERIODONTITIS.test(icdCode) || (icdName.includes('牙周炎') && icdCode === '')),
  )

/** Whether the periodontitis of a text was charted: at the visit, or in the days before it. Undefined where none is diagnosed. */
export async function chartedFor(
  tx: TenantTx,
  { patientId, visitTime }: { patientId: string; visitTime: Date },
  content: RecordContent,
): Promise<{ charted?: boolean }> {
  if (!perioDiagnosisIn(content)) return {}
  const day = formatDate(visitTime)
  const [from, to] = [parseDate(addDays(day, -CHART_DAYS)), parseDate(addDays(day, 1))]
  // One of another clinic of the chain serves as well.
  return { charted: await tx.acrossClinics(() => chartedBetween(tx, patientId, from, to)) }
}
