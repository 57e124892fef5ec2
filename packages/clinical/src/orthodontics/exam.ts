import { archLength, openBiteDegree, overbiteDegree, overjetDegree, type Degree } from '../model-analysis/arch.ts'
import { boltonNorms } from '../model-analysis/bolton.ts'
import { iotnOf, IOTN_SOURCE, type IotnMeasures } from '../model-analysis/iotn.ts'
import { par, type ParScores } from '../model-analysis/par.ts'

/** What is measured of models and mouth at the first examination. null: not measured, which is never 0. */
export interface ExamMeasures extends IotnMeasures {
  /** mm; room that is lacking. */
  crowdingUpper: number | null
  crowdingLower: number | null
  /** mm; room that is left over. */
  spacingUpper: number | null
  spacingLower: number | null
  /** mm; depth of the curve of Spee. */
  speeLeft: number | null
  speeRight: number | null
  /** % */
  boltonAnterior: number | null
  boltonTotal: number | null
  /** Id of a norm. */
  boltonNorm: string
  /** Part of the lower crown in thirds and halves as a number 0–1. */
  overbite: number | null
  par: Readonly<Record<keyof ParScores, number | null>>
}

export const gradeKeys = [
  'crowdingUpper',
  'crowdingLower',
  'archUpper',
  'archLower',
  'overjet',
  'overbite',
  'boltonAnterior',
  'boltonTotal',
  'par',
  'iotn',
] as const
export type GradeKey = (typeof gradeKeys)[number]
export const gradeNames: Readonly<Record<GradeKey, string>> = {
  crowdingUpper: '上颌拥挤',
  crowdingLower: '下颌拥挤',
  archUpper: '上颌弓长差',
  archLower: '下颌弓长差',
  overjet: '覆盖',
  overbite: '覆𬌗',
  boltonAnterior: 'Bolton 前牙比',
  boltonTotal: 'Bolton 全牙比',
  par: 'PAR',
  iotn: 'IOTN',
}
/** Where a grade comes from, as the screen says beside it. */
export const gradeSources: Readonly<Partial<Record<GradeKey, string>>> = {
  par: 'Richmond 1992，界值待确认',
  iotn: IOTN_SOURCE,
}

const degreeWords: Readonly<Record<Degree, string>> = { I: 'Ⅰ度', II: 'Ⅱ度', III: 'Ⅲ度' }
const degreeWord = (degree: Degree | 'normal', of: string): string =>
  degree === 'normal' ? `${of}正常` : `${degreeWords[degree]}${of}`
const signed = (mm: number): string => `${mm > 0 ? '+' : mm < 0 ? '−' : ''}${Math.abs(Math.round(mm * 100) / 100)} mm`

function crowdingWord(crowding: number | null, spacing: number | null): string | null {
  if (crowding === null && spacing === null) return null
  const { crowding: degree } = archLength({
    available: spacing ?? 0,
    required: crowding ?? 0,
    speeLeft: 0,
    speeRight: 0,
  })
  if (degree === 'none') return '无拥挤'
  return degree === 'spacing' ? '牙列间隙' : `${degreeWords[degree]}拥挤`
}

/** Room of an arch after levelling; only of a measured arch and a curve measured on both sides. */
function archWord(crowding: number | null, spacing: number | null, spee: readonly (number | null)[]): string | null {
  const [speeLeft = null, speeRight = null] = spee
  if ((crowding === null && spacing === null) || speeLeft === null || speeRight === null) return null
  const { total } = archLength({ available: spacing ?? 0, required: crowding ?? 0, speeLeft, speeRight })
  return `整平后 ${signed(total)}`
}

function overjetWord(mm: number | null): string | null {
  if (mm === null) return null
  if (mm === 0) return '对刃'
  const degree = overjetDegree(mm)
  return degree === null ? '反覆盖' : degreeWord(degree, '深覆盖').replace('深覆盖正常', '覆盖正常')
}

function overbiteWord(part: number | null, openBite: number | null): string | null {
  const open = openBite === null ? null : openBiteDegree(openBite)
  if (open !== null) return `${degreeWords[open]}开𬌗`
  const degree = part === null ? null : overbiteDegree(part)
  return degree === null ? null : degreeWord(degree, '深覆𬌗').replace('深覆𬌗正常', '覆𬌗正常')
}

/** Above and below one spread of the norm a ratio is too large and too small. */
function boltonWord(ratio: number | null, which: 'anterior' | 'overall', norm: string): string | null {
  const found = boltonNorms.find(({ id }) => id === norm)
  if (ratio === null || !found) return null
  const { mean, sd } = found[which]
  const word = ratio > mean + sd ? '偏大，下牙过大' : ratio < mean - sd ? '偏小，上牙过大' : '正常'
  return `${word}（${found.nameZh} ${mean}±${sd}）`
}

function parWord(scores: ExamMeasures['par']): string | null {
  const values = Object.entries(scores).filter((entry): entry is [keyof ParScores, number] => entry[1] !== null)
  if (values.length < Object.keys(scores).length) return null
  return `${par(Object.fromEntries(values) as unknown as ParScores).weighted} 分`
}

function iotnWord(exam: IotnMeasures): string | null {
  const found = iotnOf(exam)
  return found && `${found.code} ${found.nameZh}（${found.datum}）`
}

/** The grades that follow from what was measured; null where something for it was not. */
export function gradesOf(exam: ExamMeasures): Record<GradeKey, string | null> {
  const spee = [exam.speeLeft, exam.speeRight]
  return {
    crowdingUpper: crowdingWord(exam.crowdingUpper, exam.spacingUpper),
    crowdingLower: crowdingWord(exam.crowdingLower, exam.spacingLower),
    // The curve of Spee is the lower arch's.
    archUpper: archWord(exam.crowdingUpper, exam.spacingUpper, [0, 0]),
    archLower: archWord(exam.crowdingLower, exam.spacingLower, spee),
    overjet: overjetWord(exam.overjet),
    overbite: overbiteWord(exam.overbite, exam.openBite),
    boltonAnterior: boltonWord(exam.boltonAnterior, 'anterior', exam.boltonNorm),
    boltonTotal: boltonWord(exam.boltonTotal, 'overall', exam.boltonNorm),
    par: parWord(exam.par),
    iotn: iotnWord(exam),
  }
}
