import { roleCuts, type Cut, type ReportName } from '@dentin/contract/report'
import { figureOf } from '../figures/declared.ts'
import type { CountedFigure, Figure } from '../figures/figure.ts'
import { patientReports } from './patient-reports.ts'
import type { Report, ReportRest } from './report.ts'

const figuresOf = (codes: string): Figure[] => codes.split(' ').map(figureOf)

function of(
  name: ReportName,
  cuts: readonly Cut[],
  codes: string,
  {
    groups = {},
    spread = null,
    order = null,
    faces = {},
    pictured,
    ofThings = {},
    people = false,
    only = {},
  }: ReportRest = {},
): Report {
  const beside = pictured === undefined ? [] : figuresOf(pictured)
  return {
    name,
    cuts,
    figures: figuresOf(codes),
    groups,
    spread,
    order,
    faces,
    pictured: beside,
    ofThings,
    people,
    only,
  }
}

/** The figures that a report shows by a cut. */
export const figuresBy = ({ only }: Report, by: Cut, figures: readonly Figure[]): readonly Figure[] =>
  only[by] ? figures.filter(({ code }) => only[by]?.includes(code)) : figures

/** What is known of somebody who treated, assisted, counselled, and stood at the desk; and of anybody day by day. */
const DOCTOR = 'S1 V8 D1 D0 D2 B1 B2 B4 C1 C2 R1 A6 X1 B9 M1 M2 M3 P1 P2 S3 V12 S2'
const ALL = `${DOCTOR} D3 V7 V1 V4 G1 G2`
const only = {
  doctor: DOCTOR.split(' '),
  nurse: 'S1 V8 X1 M1 M2 P1 P2 V12'.split(' '),
  consultant: 'S1 V8 D1 D0 D2 D3 B1 B2 B4 C1 C2 R1 X1 P1 P2 S3'.split(' '),
  desk: 'V7 C1 C2 G1 G2 V1 V4 P1 P2'.split(' '),
  month: ALL.split(' ').filter((code) => code !== 'A6'),
}
const takings = figureOf('C1') as CountedFigure

export const reports: Readonly<Record<ReportName, Report>> = {
  analysisData: of(
    'analysisData',
    ['day', 'week', 'month', 'quarter', 'year', 'clinic', 'doctor', 'dept', 'source', 'category', 'method', 'weekHour'],
    'V1 V2 V3 V4 V5 V6 V7 V8 V9 V10 V11 V12 V13 V14 V15 B1 B2 B3 B4 A2 A3 A4 C1 C2 C3 K1 R1 R2 R3 D1 D0 D2 D3',
    { pictured: 'T1' },
  ),
  productReport: of('productReport', ['category', 'item'], 'B7 B1 B2 B4 B10 B9 R1 M1 M2 M3 M4 B11'),
  incomeSummary: of(
    'incomeSummary',
    ['topCategory', 'doctor', 'clinic', 'day', 'month', 'quarter', 'year'],
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
    { groups: { bill: 'patient' }, order: 'A6-desc', faces: { patient: 'debtor' } },
  ),
  patientBalanceRecord: of(
    'patientBalanceRecord',
    ['patient', 'card', 'clinic'],
    'K3 K4 K5 K6 K7 K8 K9 K10 K11 K12 K13 K20 K14 K15 K21 K16 K17 K23',
    { groups: { card: 'patient' }, order: 'K16-desc' },
  ),
  homeCockpit: of(
    'homeCockpit',
    ['clinic', 'day', 'month', 'topCategory', 'doctor', 'source', 'weekHour'],
    'C1 R1 T1 T2 T3 T4 V1 V3 V5 V7 V8 V13 V15 R2 R3 D1 D0 D2 D3 Q1 Q2 Q4 Q3',
  ),
  employeeReport: of('employeeReport', [...roleCuts, 'month'], ALL, { people: true, only }),
  customerService: of('customerService', ['due', 'patient', 'doctor', 'clinic'], 'L1 L2 L3 L4 L5 L6'),
  membershipCardSurvey: of('membershipCardSurvey', ...patientReports.membershipCardSurvey),
  patientAnalysisData: of('patientAnalysisData', ...patientReports['patientAnalysisData.source']),
  firstDiagnosjuiis: of('firstDiagnosjuiis', ...patientReports['firstDiagnosjuiis.first']),
  billRecord: of('billRecord', ...patientReports['billRecord.charged']),
  treatmentRecord: of('treatmentRecord', ...patientReports.treatmentRecord),
  memberCardRecord: of('memberCardRecord', ...patientReports.memberCardRecord),
  matchingDiagnosis: of('matchingDiagnosis', ...patientReports.matchingDiagnosis),
  referralRecord: of('referralRecord', ...patientReports.referralRecord),
}

/** Reports in the views that stand beside their first, by 'report.view'. */
export const reportsOfViews: Readonly<Record<string, Report>> = {
  'patientAnalysisData.people': of('patientAnalysisData', ...patientReports['patientAnalysisData.people']),
  'patientAnalysisData.loyalty': of('patientAnalysisData', ...patientReports['patientAnalysisData.loyalty']),
  'patientAnalysisData.value': of('patientAnalysisData', ...patientReports['patientAnalysisData.value']),
  'patientAnalysisData.diagnosis': of('patientAnalysisData', ...patientReports['patientAnalysisData.diagnosis']),
  'firstDiagnosjuiis.again': of('firstDiagnosjuiis', ...patientReports['firstDiagnosjuiis.again']),
  'billRecord.opened': of('billRecord', ...patientReports['billRecord.opened']),
  'billRecord.paid': of('billRecord', ...patientReports['billRecord.paid']),
}
