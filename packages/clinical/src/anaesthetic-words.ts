/** How a local anaesthetic was given. */
export const anaestheticTechniques = ['浸润', '阻滞', '牙周膜', '髓腔', '表面'] as const

/** What in a patient changes how much may be given; `anaestheticRisks` says more of each. */
export const anaestheticRiskIds = [
  'heart',
  'betaBlocker',
  'tricyclic',
  'adrenalineBarred',
  'pregnant',
  'liver',
  'methaemoglobinaemia',
  'sulphite',
] as const
export type AnaestheticRisk = (typeof anaestheticRiskIds)[number]
