/** The label of a number from a list of choices. */
export const labelIn = (choices: readonly { value: number; label: string }[], value: number): string =>
  choices.find((each) => each.value === value)?.label ?? '—'

/** A moment without its seconds: 2026-11-20 09:00. */
export const minute = (moment: string | null): string => moment?.slice(0, 16) ?? '—'

export const genderWords = ['男', '女', '未知'] as const
