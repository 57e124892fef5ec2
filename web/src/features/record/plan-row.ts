import type { Row } from './model.ts'

type Plan = Row<'plans'>

/** A plan with these items; without any it names none, as before there were items. */
export function withItems({ tariffIds: _before, ...row }: Plan, tariffIds: readonly string[]): Plan {
  return tariffIds.length > 0 ? { ...row, tariffIds: [...tariffIds] } : row
}

/** A plan with what could be done instead; left out where nothing is said. */
export function withAlternative({ alternative: _before, ...row }: Plan, alternative: string): Plan {
  return alternative === '' ? row : { ...row, alternative }
}
