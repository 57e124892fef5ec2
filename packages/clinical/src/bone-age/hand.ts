import { atMost } from '../geometry.ts'
import scores from './hand-scores.json' with { type: 'json' }

/** The 13 bones of TW3-RUS: radius, ulna, metacarpals, proximal, middle and distal phalanges of fingers 1, 3 and 5. */
export const HAND_BONES = Object.keys(scores.bones) as (keyof typeof scores.bones)[]
export type HandBone = (typeof HAND_BONES)[number]

/** Stages after A in order; A scores 0. The ulna ends with H. */
const AFTER_A = 'BCDEFGHI'

/** Score of a stage of one bone; undefined for a stage that it has not got. */
function boneScore(bone: HandBone, sex: 'male' | 'female', stage: string | undefined): number | undefined {
  if (stage === undefined || stage.length !== 1) return undefined
  if (stage === 'A') return 0
  const place = AFTER_A.indexOf(stage)
  return place < 0 ? undefined : scores.bones[bone][sex][place]
}

/**
 * Skeletal maturity score of a hand (TW3-RUS, Tanner et al. 2001): the sum over the 13 bones, 0 to 1000. Not there when a bone
 * is missing or has no such stage. The score is not an age: the curve stands in a licensed book. Cells 待确认.
 */
export function rusScore({
  sex,
  stages,
}: {
  sex: 'male' | 'female'
  stages: Readonly<Partial<Record<string, string>>>
}): { sms?: number } {
  let sms = 0
  for (const bone of HAND_BONES) {
    const score = boneScore(bone, sex, stages[bone])
    if (score === undefined) return {}
    sms += score
  }
  return { sms }
}

/** Years between bone age and age that count as none. */
export const BONE_AGE_LIMIT_YEARS = 1

/** Bone age against age, both in years: more than one year ahead 提前, more than one behind 落后. */
export function boneAgeDifference(boneAge: number, age: number): { years: number; reading: '正常' | '提前' | '落后' } {
  const years = boneAge - age
  if (atMost(Math.abs(years), BONE_AGE_LIMIT_YEARS)) return { years, reading: '正常' }
  return { years, reading: years > 0 ? '提前' : '落后' }
}
