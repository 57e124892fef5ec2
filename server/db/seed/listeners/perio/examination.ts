import { perioProposal, perioSummary, SEXTANTS, type PerioCells, type PerioStage } from '@dentin/clinical/perio/index'
import { recordContent, type RecordContent } from '@dentin/contract'
import { perioPlan, type PerioAnswers, type PerioDiagnosis, type PerioPlan } from '@dentin/contract/perio'
import { ageOn, type LocalDate } from '@dentin/kit'
import { HASH_VERSION, sealOf, type Sealed } from '../../../../src/modules/perio/hash.ts'
import { wordsOf, worseStage } from '../../../../src/modules/perio/rules.ts'
import type { Clinic, Doctor } from '../../organisation.ts'
import type { Random } from '../../random.ts'

/** Minutes from the beginning of an examination to its snapshot. */
const CHARTING = 20
const none = { S1: [], S2: [], S3: [], S4: [], S5: [], S6: [] }

/** Whose gums are examined, and by whom. */
export interface Examined {
  patient: { id: string; birth: LocalDate }
  doctor: Doctor
  clinic: Clinic
}
/** What an examination found. */
export interface Found {
  cells: PerioCells
  answers: PerioAnswers
  /** The worst stage of the examinations before. */
  previousStage: PerioStage | null
  /** How many examinations came before. */
  nth: number
}

/** One examination: its snapshot, still without a number, and the text of its record. */
export function examinationOf(
  r: Random,
  { patient, doctor, clinic }: Examined,
  { at, date }: { at: Date; date: LocalDate },
  { cells, answers, previousStage, nth }: Found,
) {
  const { years: age } = ageOn(patient.birth, date)
  const summary = perioSummary(cells)
  const proposal = perioProposal(cells, answers, { age, previousStage })
  const { stage, grade, extent, gingivitis } = proposal
  const diagnosis: PerioDiagnosis | null =
    proposal.kind === 'open' || (proposal.kind === 'periodontitis' && stage === null)
      ? null
      : { kind: proposal.kind, stage, grade, extent, gingivitis, reason: '' }
  const sealed: Sealed = {
    id: r.uuid(at),
    recordId: r.uuid(at),
    patientId: patient.id,
    doctorId: doctor.id,
    doctorName: doctor.name,
    examinedAt: at,
    age,
    cells,
    summary,
    answers,
    proposal,
    diagnosis,
    plan: planFor(cells, nth),
    note: '',
    correctsId: null,
    correctReason: '',
    sealedName: doctor.name,
    sealedAt: new Date(at.getTime() + CHARTING * 60_000),
  }
  const hash = sealOf(sealed)
  return {
    chart: {
      tenant_id: clinic.company.tenantId,
      id: sealed.id,
      clinic_id: clinic.id,
      patient_id: patient.id,
      record_id: sealed.recordId,
      doctor_id: doctor.id,
      doctor_name: doctor.name,
      examined_at: at,
      age,
      cells: cells as never,
      summary: summary as never,
      answers: answers as never,
      proposal: proposal as never,
      diagnosis: diagnosis as never,
      plan: sealed.plan as never,
      note: '',
      corrects_id: null,
      correct_reason: '',
      hash,
      hash_version: HASH_VERSION,
      sealed_by: doctor.id,
      sealed_name: doctor.name,
      sealed_at: sealed.sealedAt,
    },
    content: examinationText(r, nth, { chartId: sealed.id, hash, words: wordsOf(sealed, summary) }),
    visitKind: nth === 0 ? (1 as const) : (2 as const),
    stage: worseStage(previousStage, stage),
  }
}

/** The record of an examination. @param section what its snapshot says in words; none while it is not sealed */
export function examinationText(
  r: Random,
  nth: number,
  section?: { chartId: string; hash: string; words: string[] },
): RecordContent {
  return recordContent.parse({
    chiefComplaint:
      nth === 0 ? r.pick(['牙龈出血、肿胀半年', '刷牙出血 3 个月，牙松', '口腔异味半年']) : '牙周治疗后复查',
    interval: nth === 0 ? '' : '刷牙出血减轻，咀嚼有力。',
    pastHistory: '否认系统病史',
    allergyHistory: '否认药物过敏史',
    diagnoses: [{ teeth: 'FM', icdCode: 'K05.3', icdName: '慢性牙周炎', kind: 1 }],
    treatments: section
      ? [{ teeth: 'FM', content: nth === 0 ? '全口超声洁治，口腔卫生指导。' : '残留牙周袋再刮治，抛光，卫生指导。' }]
      : [],
    advice: '早晚巴氏刷牙，每日使用牙线与牙间隙刷。',
    nextVisit: { days: nth === 0 ? 7 : 90, remark: nth === 0 ? '龈下刮治' : '牙周维护' },
    ...(section ? { perio: section } : {}),
  })
}

/** What is planned: everything at first, what is still deep later, then maintenance. */
function planFor(cells: PerioCells, nth: number): PerioPlan {
  const isDeep = (teeth: readonly string[]) =>
    teeth.some((tooth) => [0, 1, 2, 3, 4, 5].some((site) => Number(cells[tooth]?.[`pd.${site as 0}`] ?? 0) >= 5))
  const sextants = Object.fromEntries(
    SEXTANTS.map(({ key, teeth }) => [
      key,
      [...(nth === 0 ? ['scaling'] : []), ...(isDeep(teeth) ? ['debridement', 'rootPlaning'] : [])],
    ]),
  )
  return perioPlan.parse({ sextants: { ...none, ...sextants }, maintenanceMonths: nth === 0 ? null : 3 })
}
