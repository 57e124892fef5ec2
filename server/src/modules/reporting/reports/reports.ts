import { roleCuts, type Cut, type ReportName } from '@dentin/contract/report'
import { figureOf } from '../figures/declared.ts'
import type { CountedFigure, Figure } from '../figures/figure.ts'

/** A report: which figures it shows, and by what they may be cut. It has no SQL of its own. */
export interface Report {
  name: ReportName
  /** By what its rows may be cut, the first when nothing is chosen. */
  cuts: readonly Cut[]
  figures: readonly Figure[]
  /** Cuts whose rows stand in groups of another, each with its sum. */
  groups: Readonly<Partial<Record<Cut, Cut>>>
  /** A figure that is shown part by part before its whole, a column for each key of a cut. */
  spread: { figure: CountedFigure; by: Cut } | null
  /** Of people: whoever reaches less than a clinic sees the own row and what the others come to on average. */
  people: boolean
  /** By a cut that is here only these figures are shown: of others its rows know nothing. */
  only: Readonly<Partial<Record<Cut, readonly string[]>>>
  /** How single things are ordered when nobody asks: by a figure, 'A6-desc'; else as they happened. */
  order: string | null
}

function of(
  name: ReportName,
  cuts: readonly Cut[],
  codes: string,
  {
    groups = {},
    spread = null,
    order = null,
    people = false,
    only = {},
  }: Partial<Pick<Report, 'groups' | 'spread' | 'order' | 'people' | 'only'>> = {},
): Report {
  return { name, cuts, figures: codes.split(' ').map(figureOf), groups, spread, order, people, only }
}

/** The figures that a report shows by a cut. */
export const figuresBy = ({ only }: Report, by: Cut, figures: readonly Figure[]): readonly Figure[] =>
  only[by] ? figures.filter(({ code }) => only[by]?.includes(code)) : figures

/** What is known of somebody who treated, assisted, counselled, and stood at the desk; and of anybody day by day. */
const DOCTOR = 'S1 V8 D1 D0 D2 B1 B2 B4 C1 C2 R1 A6 X1 B9 M1 M2 M3 P1 P2 S3 V12 S2'
const ALL = `${DOCTOR} D3 V7 V1 V4 F1 F2`
const only = {
  doctor: DOCTOR.split(' '),
  nurse: 'S1 V8 X1 M1 M2 P1 P2 V12'.split(' '),
  consultant: 'S1 V8 D1 D0 D2 D3 B1 B2 B4 C1 C2 R1 X1 P1 P2 S3'.split(' '),
  desk: 'V7 C1 C2 F1 F2 V1 V4 P1 P2'.split(' '),
  month: ALL.split(' ').filter((code) => code !== 'A6'),
}
const takings = figureOf('C1') as CountedFigure

export const reports: Readonly<Record<ReportName, Report>> = {
  analysisData: of(
    'analysisData',
    ['day', 'week', 'month', 'clinic', 'doctor', 'dept', 'source', 'category', 'method'],
    'V1 V2 V3 V4 V5 V6 V7 V8 V9 V10 V11 V12 V14 V15 B1 B2 B3 B4 A2 A3 A4 C1 C2 C3 R1 R2 R3 D1 D0 D2 D3',
  ),
  productReport: of('productReport', ['category', 'item'], 'B7 B1 B2 B4 R1'),
  incomeSummary: of(
    'incomeSummary',
    ['topCategory', 'doctor', 'clinic', 'day', 'month'],
    'B4 B2 C6 U1 U2 U3 U4 A2 C2 C1 R1',
    { groups: { topCategory: 'side' } },
  ),
  accountStatement: of('accountStatement', ['movement', 'shift', 'day', 'clinic'], 'B8 C1 U1 U2 U3 U4', {
    groups: { movement: 'shift' },
    spread: { figure: takings, by: 'method' },
  }),
  collectionBalanceSheet: of(
    'collectionBalanceSheet',
    ['patient', 'bill', 'doctor', 'clinic'],
    'A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11',
    { groups: { bill: 'patient' }, order: 'A6-desc' },
  ),
  patientBalanceRecord: of(
    'patientBalanceRecord',
    ['patient', 'card', 'clinic'],
    'K3 K4 K5 K6 K7 K8 K9 K10 K11 K12 K13 K20 K14 K15 K21 K16 K17 K23',
    { groups: { card: 'patient' }, order: 'K16-desc' },
  ),
  homeCockpit: of(
    'homeCockpit',
    ['clinic', 'day', 'month', 'topCategory', 'doctor', 'source'],
    'C1 R1 T1 T2 T3 T4 V1 V3 V5 V7 V8 V15 R2 R3 D1 D0 D2 D3 Q1 Q2 Q4 Q3',
  ),
  employeeReport: of('employeeReport', [...roleCuts, 'month'], ALL, { people: true, only }),
  customerService: of('customerService', ['due', 'patient', 'doctor', 'clinic'], 'L1 L2 L3 L4 L5 L6'),
}
