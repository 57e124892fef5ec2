import type { Cut } from '@dentin/contract/report'
import { COHORT_MONTHS } from '../figures/patient-analysis.ts'
import type { ReportRest } from './report.ts'

/** Cuts, figures, and what stands behind them, as `of` takes them. */
type Declared = readonly [cuts: readonly Cut[], figures: string, rest?: ReportRest]

/** Figures of bills by the prefix of their day: each sum of a bill. */
const bills = (prefix: string): Declared => [
  ['bill', 'doctor', 'billType', 'patient', 'clinic', 'day', 'month'],
  Array.from({ length: 14 }, (_, n) => `${prefix}${n}`).join(' '),
  { faces: { bill: 'billDocument' }, ofThings: { bill: Array.from({ length: 13 }, (_, n) => `${prefix}${n + 1}`) } },
]
/** Figures of first visits; with those after a long time their codes end in R. */
const firstVisits = (end: '' | 'R'): Declared => [
  ['visit', 'outcome', 'lostReason', 'doctor', 'consultant', 'topSource', 'source', 'clinic', 'month'],
  ['F1', 'F8', 'F10', 'F2', 'F3', 'F4', 'F5', 'F6', 'F7', 'F9'].map((code) => code + end).join(' '),
  { ofThings: { visit: [`F2${end}`, `F3${end}`] } },
]
const cohort = Array.from({ length: COHORT_MONTHS }, (_, n) => `NC${n + 1}`).join(' ')

/** The reports of patients and cards and the data records, by name and view. */
export const patientReports = {
  membershipCardSurvey: [
    ['cardType', 'clinic', 'month'],
    'K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12 K13 K20 K14 K15 K21 K16 K17 K18 K19',
  ],
  'patientAnalysisData.source': [
    ['topSource', 'source', 'doctor', 'consultant', 'clinic', 'month'],
    'V14 V15 N5 V8 D1 D0 D2 D3',
  ],
  'patientAnalysisData.people': [['age', 'gender', 'area', 'doctor', 'clinic', 'month'], 'V14 V15 V7 V8 V9 V10 N2'],
  'patientAnalysisData.loyalty': [
    ['month', 'doctor', 'consultant', 'topSource', 'age', 'clinic', 'patient'],
    'V7 V9 N2 V8 N1a N1 D1 N3o N4a N4 N3',
    { pictured: `V15 ${cohort}` },
  ],
  'patientAnalysisData.value': [
    ['segment', 'age', 'topSource', 'doctor', 'clinic', 'month', 'patient'],
    'N6 N6v N6r N6a',
    { pictured: 'V15 N7a N7', order: 'N6r-desc' },
  ],
  'patientAnalysisData.diagnosis': [['diagnosis', 'age', 'gender', 'doctor', 'clinic', 'month'], 'ND1 ND2'],
  'firstDiagnosjuiis.first': firstVisits(''),
  'firstDiagnosjuiis.again': firstVisits('R'),
  'billRecord.charged': bills('BC'),
  'billRecord.opened': bills('BO'),
  'billRecord.paid': bills('BP'),
  treatmentRecord: [
    ['treatment', 'doctor', 'patient', 'clinic', 'day', 'month'],
    'W1 W2 W3 W4',
    { ofThings: { treatment: ['W2', 'W3'] } },
  ],
  memberCardRecord: [
    ['cardMove', 'moveKind', 'cardType', 'card', 'clinic', 'day', 'month'],
    'H1 H2 H3 H4 H5',
    { ofThings: { cardMove: ['H2', 'H3'] } },
  ],
  referralRecord: [
    ['patient', 'referrer', 'reward', 'doctor', 'clinic', 'month'],
    'I1 I2 I3 I4 I5 I6 I7',
    { faces: { patient: 'introduced' }, ofThings: { patient: ['I3', 'I4'] }, order: 'I4-desc' },
  ],
  matchingDiagnosis: [['expectation', 'diagnosis', 'doctor', 'clinic', 'patient'], 'E1 E2 E3 E4 E5'],
} as const satisfies Readonly<Record<string, Declared>>
