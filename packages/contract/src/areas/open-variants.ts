/**
 * Screens that whoever has no token may see at the same path with a 1 behind it: no patient, no clinic, worked out in the
 * browser alone. A signed-in person is led to the path without it (rule guard-suffix-one). A screen of these that is declared
 * in an area has its variant by that; the others wait for their screen.
 */
export const withOpenVariant = [
  '/diseaseSimulation',
  '/anestheticCount',
  '/countDetail',
  '/countDetail2',
  '/countDetail3',
  '/countDetail4',
  '/drugAdministration',
  '/drugdetails',
] as const

/** The screen of which this path is the public variant; null when it is none. */
export const variantOf = (path: string): string | null => withOpenVariant.find((each) => `${each}1` === path) ?? null
