import { urlEnum, urlOptional, useUrlState } from '../../ui/index.ts'

const state = {
  view: urlEnum(['chart', 'compare', 'difference'], 'chart'),
  /** The snapshot that is compared with; none: the one before. */
  with: urlOptional,
}
/** What of an examination is on the screen. */
export const usePerioView = () => useUrlState(state)
