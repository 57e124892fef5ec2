/** What is done in a sextant, in the order of treatment. */
export const perioTreatments = {
  scaling: '洁治',
  debridement: '龈下刮治',
  rootPlaning: '根面平整',
  surgery: '牙周手术',
} as const
export type PerioTreatment = keyof typeof perioTreatments
export const perioTreatmentKeys = ['scaling', 'debridement', 'rootPlaning', 'surgery'] as const

/** Sextants of a plan; their names and teeth stand with the sites. */
export const sextantKeys = ['S1', 'S2', 'S3', 'S4', 'S5', 'S6'] as const
export type SextantKey = (typeof sextantKeys)[number]

/** What a chart comes to in words. */
export const perioKindNames = { health: '牙周健康', gingivitis: '龈炎', periodontitis: '牙周炎' } as const
/** Of a gingivitis. */
export const gingivitisNames = { localized: '局限型', generalized: '广泛型' } as const
