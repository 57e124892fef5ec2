/** 甲 from 90 points, 乙 from 75, 丙 below. */
export const qualityGrades = ['甲', '乙', '丙'] as const
export type QualityGrade = (typeof qualityGrades)[number]
/** The lowest score of 甲 and of 乙. */
export const [GRADE_A_FROM, GRADE_B_FROM] = [90, 75] as const

export const gradeOf = (score: number): QualityGrade =>
  score >= GRADE_A_FROM ? '甲' : score >= GRADE_B_FROM ? '乙' : '丙'
