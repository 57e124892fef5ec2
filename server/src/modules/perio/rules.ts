import {
  furcationText,
  isMarked,
  isMissing,
  isUpper,
  markNames,
  measureAt,
  numberIn,
  PERIO_TEETH,
  perioExtentNames,
  perioStageNames,
  perioStatusNames,
  perioSummary,
  prognosisNames,
  ROMAN,
  SEXTANTS,
  siteNames,
  statusOf,
  type Mark,
  type Measure,
  type PerioCells,
  type PerioProposal,
  type PerioStage,
  type PerioSummary,
  type ToothCells,
} from '@dentin/clinical/perio/index'
import {
  gingivitisNames,
  perioKindNames,
  perioStages,
  perioTreatments,
  type PerioAnswers,
  type PerioDiagnosis,
  type PerioPlan,
} from '@dentin/contract/perio'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { Sealed } from './hash.ts'

/** Whether anything was measured or seen: a status alone is what the mouth says. */
export const isMeasured = (cells: PerioCells): boolean =>
  Object.values(cells).some((tooth) => Object.keys(tooth).some((key) => key !== 'status' && key !== 'note'))

/** The worse of two stages. */
export const worseStage = (a: PerioStage | null, b: PerioStage | null): PerioStage | null =>
  perioStages.findLast((stage) => stage === a || stage === b) ?? null

const isSame = (diagnosis: PerioDiagnosis, proposal: PerioProposal) =>
  diagnosis.kind === proposal.kind &&
  diagnosis.gingivitis === proposal.gingivitis &&
  diagnosis.stage === proposal.stage &&
  diagnosis.grade === proposal.grade &&
  diagnosis.extent === proposal.extent

/** Refuses a diagnosis before the question that comes first, a stage below the one before treatment, and another than proposed without a reason. */
export function mustStand(
  diagnosis: PerioDiagnosis | null,
  answers: PerioAnswers,
  { proposal, previousStage }: { proposal: PerioProposal; previousStage: PerioStage | null },
): void {
  if (diagnosis === null) return
  if (answers.isCase === null) throw fieldError('PERIO_CASE_OPEN', 'answers.isCase')
  if (previousStage !== null) {
    const before = `曾诊断为${perioStageNames[previousStage]}`
    if (diagnosis.kind !== 'periodontitis') {
      const message = `${before}牙周炎，治疗后仍是牙周炎患者；以前诊断有误请更正那一次`
      throw fieldError('STAGE_LOWERED', 'diagnosis.kind', message)
    }
    if (perioStages.indexOf(diagnosis.stage ?? 'I') < perioStages.indexOf(previousStage))
      throw fieldError('STAGE_LOWERED', 'diagnosis.stage', `${before}，分期不因治疗降低`)
  }
  if (!isSame(diagnosis, proposal) && diagnosis.reason === '') throw fieldError('PERIO_REASON', 'diagnosis.reason')
}

/** Refuses to seal an empty form. */
export function mustBeMeasured(cells: PerioCells): PerioSummary {
  const summary = perioSummary(cells)
  if (summary.sites === 0 && summary.implants.sites === 0) throw new AppError('PERIO_NOTHING_MEASURED')
  return summary
}

const percent = (value: number | null) => (value === null ? '未记录' : `${value.toFixed(1)}%`)
const listed = (teeth: readonly string[]) => (teeth.length === 0 ? '' : `（${teeth.join('、')}）`)

/** A diagnosis as a record says it: 牙周炎 Ⅲ 期 B 级 广泛型. */
export function diagnosisWords({ kind, gingivitis, stage, grade, extent }: PerioDiagnosis): string {
  return [
    perioKindNames[kind],
    gingivitis && gingivitisNames[gingivitis],
    stage && perioStageNames[stage],
    grade && `${grade} 级`,
    extent && perioExtentNames[extent],
  ]
    .filter(Boolean)
    .join(' ')
}

/** The sextants' treatments: 右上后 龈下刮治、根面平整. */
export const planWords = ({ sextants, maintenanceMonths }: PerioPlan): string =>
  [
    ...SEXTANTS.flatMap(({ key, name }) => {
      const words = sextants[key as keyof PerioPlan['sextants']].map((treatment) => perioTreatments[treatment])
      return words.length === 0 ? [] : [`${name} ${words.join('、')}`]
    }),
    ...(maintenanceMonths === null ? [] : [`维护间隔 ${maintenanceMonths} 个月`]),
  ].join('；')

/** The places of a sextant where natural teeth, or implants, stand, as stored text; a root that remains is neither. */
export const teethOfSextant = (cells: PerioCells, key: string, status: 'present' | 'implant'): string =>
  (SEXTANTS.find((each) => each.key === key)?.teeth ?? [])
    .filter((tooth) => statusOf(cells[tooth]) === status)
    .join(';')

const LINE_MAX = 400

/** The figures of a snapshot in words, as its record says them: at most eight lines. */
export function wordsOf(chart: Pick<Sealed, 'cells' | 'diagnosis' | 'plan' | 'note'>, summary: PerioSummary): string[] {
  const { cells, diagnosis, plan, note } = chart
  const missing = PERIO_TEETH.filter((tooth) => isMissing(cells[tooth]))
  const implants = PERIO_TEETH.filter((tooth) => statusOf(cells[tooth]) === 'implant')
  const { sites, meanPd, meanCal, maxMobility, maxFurcation } = summary
  const worst = summary.maxInterdentalCal
  const marks = [
    ...(maxMobility ? [`松动最重 ${maxMobility} 度`] : []),
    ...(maxFurcation ? [`根分叉最重 ${maxFurcation} 度`] : []),
    ...(summary.implants.count > 0
      ? [
          `种植体 ${summary.implants.count} 颗${listed(implants)}：出血 ${percent(summary.implants.bopPct)}，最大探诊深度 ${summary.implants.maxPd ?? '未记录'}${summary.implants.maxPd === null ? '' : ' mm'}`,
        ]
      : []),
  ].join('；')
  const lines = [
    `天然牙 ${summary.teeth} 颗，${sites} 个位点；缺失 ${missing.length} 颗${listed(missing)}`,
    `出血 ${percent(summary.bopPct)}（${summary.bopSites}/${sites}）；菌斑 ${percent(summary.plaquePct)}${summary.plaquePct === null ? '' : `（${summary.plaqueSites}/${sites}）`}`,
    meanPd === null
      ? ''
      : `平均探诊深度 ${meanPd.toFixed(2)} mm；4–5 mm ${summary.pd4to5} 个位点，≥6 mm ${summary.pd6plus} 个位点`,
    meanCal === null
      ? ''
      : `平均附着丧失 ${meanCal.toFixed(2)} mm（${summary.calSites} 个位点）；牙间最重 ${worst ?? 0} mm${summary.worstTooth === null ? '' : `（${summary.worstTooth}）`}`,
    marks,
    diagnosis === null
      ? ''
      : `诊断：${diagnosisWords(diagnosis)}${diagnosis.reason === '' ? '' : `（与建议不同：${diagnosis.reason}）`}`,
    planWords(plan) === '' ? '' : `计划：${planWords(plan)}`,
    note === '' ? '' : `备注：${note}`,
  ]
  return lines.filter(Boolean).map((line) => line.slice(0, LINE_MAX))
}

const SITES = [0, 1, 2, 3, 4, 5] as const
const siteRow = (cells: ToothCells, kind: Measure, from: number) =>
  [0, 1, 2].map((n) => measureAt(cells, kind, from + n) ?? '–').join(' ')

/** The marks of a tooth in words, each with its name. */
function toothMarks(own: ToothCells): string[] {
  const [mobility, width, prognosis] = [numberIn(own, 'mobility'), numberIn(own, 'width'), numberIn(own, 'prognosis')]
  const furcation = furcationText(own)
  return [
    mobility ? `松动 ${ROMAN[mobility]} 度` : '',
    furcation === '' ? '' : `根分叉 ${furcation}`,
    width === null ? '' : `角化龈 ${width} mm`,
    prognosis === null ? '' : `预后${prognosisNames[prognosis] ?? ''}`,
    own.note === undefined ? '' : `备注 ${own.note}`,
  ].filter(Boolean)
}

/** What each tooth of a chart has, in words: 16 颊 3 2 4 腭 …; margins where there are any, implants and roots by name. */
export function cellWords(cells: PerioCells): string {
  return PERIO_TEETH.flatMap((tooth) => {
    const own = cells[tooth]
    if (!own || Object.keys(own).length === 0) return []
    const inner = isUpper(tooth) ? '腭' : '舌'
    const status = statusOf(own)
    const has = (kind: Measure) => SITES.some((site) => measureAt(own, kind, site) !== null)
    const marked = (mark: Mark) => {
      const sites = siteNames.filter((_, site) => isMarked(own, mark, site)).map((name) => name.replace('舌', inner))
      return sites.length === 0 ? '' : `${markNames[mark]} ${sites.join('、')}`
    }
    const row = (kind: Measure, name: string) =>
      has(kind) ? `${name} 颊 ${siteRow(own, kind, 0)} ${inner} ${siteRow(own, kind, 3)}` : ''
    const words = [
      status === 'present' ? '' : perioStatusNames[status],
      row('pd', '深度'),
      row('gm', '龈缘'),
      ...(['bop', 'pus', 'plaque', 'calculus'] as const).map(marked),
      ...toothMarks(own),
    ]
    return [`${tooth} ${words.filter(Boolean).join('，')}`]
  }).join('；')
}
