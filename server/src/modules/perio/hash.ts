import type { PerioCells, PerioProposal, PerioSummary } from '@dentin/clinical/perio/index'
import type { PerioAnswers, PerioDiagnosis, PerioPlan } from '@dentin/contract/perio'
import { hashOf } from '../record/index.ts'

/** What a snapshot says: its hash covers all of it. */
export interface Sealed {
  id: string
  recordId: string
  patientId: string
  doctorId: string
  doctorName: string
  examinedAt: Date
  age: number | null
  cells: PerioCells
  summary: PerioSummary
  answers: PerioAnswers
  proposal: PerioProposal
  diagnosis: PerioDiagnosis | null
  plan: PerioPlan
  note: string
  correctsId: string | null
  correctReason: string
  sealedName: string
  sealedAt: Date
}

/** What the first formula covered. */
const first = (chart: Sealed) => ({
  id: chart.id,
  recordId: chart.recordId,
  patientId: chart.patientId,
  doctorId: chart.doctorId,
  examinedAt: chart.examinedAt.toISOString(),
  cells: chart.cells,
  answers: chart.answers,
  diagnosis: chart.diagnosis,
  plan: chart.plan,
  note: chart.note,
  correctsId: chart.correctsId,
  correctReason: chart.correctReason,
})

/** The formulas by their number, which stands beside each hash. None ever changes: charts were signed with it. */
const formulas: Readonly<Record<number, (chart: Sealed) => object>> = {
  1: first,
  2: (chart) => ({
    ...first(chart),
    formula: 2,
    doctorName: chart.doctorName,
    age: chart.age,
    summary: chart.summary,
    proposal: chart.proposal,
    sealedName: chart.sealedName,
    sealedAt: chart.sealedAt.toISOString(),
  }),
}

/** The formula of what is sealed today. */
export const HASH_VERSION = 2

/** What the hash of a snapshot is made of; null by a formula that nobody knows. */
export const coveredBy = (chart: Sealed, version: number): object | null => formulas[version]?.(chart) ?? null

/** SHA-256 of what a snapshot says. */
export const sealOf = (chart: Sealed, version: number = HASH_VERSION): string => hashOf(coveredBy(chart, version))
