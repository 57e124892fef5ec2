import type { Cut, ReportName } from '@dentin/contract/report'
import { figureOf } from '../figures/declared.ts'
import type { Figure } from '../figures/figure.ts'

/** A report: which figures it shows, and by what they may be cut. It has no SQL of its own. */
export interface Report {
  name: ReportName
  /** By what its rows may be cut, the first when nothing is chosen. */
  cuts: readonly Cut[]
  figures: readonly Figure[]
}

const of = (name: ReportName, cuts: readonly Cut[], codes: string): Report => ({
  name,
  cuts,
  figures: codes.split(' ').map(figureOf),
})

export const reports: Readonly<Record<ReportName, Report>> = {
  analysisData: of(
    'analysisData',
    ['day', 'week', 'month', 'clinic', 'doctor', 'dept', 'source', 'category', 'method'],
    'V1 V2 V3 V4 V5 V6 V7 V8 V9 V10 V11 V12 V14 V15 B1 B2 B3 B4 A2 A3 A4 C1 C2 C3 R1 R2 R3',
  ),
  productReport: of('productReport', ['category', 'item'], 'B7 B1 B2 B4 R1'),
}
