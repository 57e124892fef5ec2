import list from './landmarks.json' with { type: 'json' }

/** A landmark of the lateral film or the profile. */
export interface Landmark {
  code: string
  nameZh: string
  /** Its number in the ISBI challenge, 1–19. */
  isbi?: number
  /** Worked out of others; nobody places it. */
  constructed?: boolean
}

/** Landmarks by code; those of the challenge first, in its order. Source: clinical-calculators §1.3. */
export const landmarks: readonly Landmark[] = list.items
