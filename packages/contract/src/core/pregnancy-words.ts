/** 否, 妊娠, 哺乳, 不详. */
export const pregnancyNames = { no: '否', pregnant: '妊娠', lactating: '哺乳', unknown: '不详' } as const

/** What a record says of somebody who is not pregnant. */
export const NOT_PREGNANT = '未妊娠'

/** A pregnancy as records and files say it: 妊娠 23 周; null where there is none or nobody knows. */
export function pregnancyWords(state: keyof typeof pregnancyNames | null, week: number | null): string | null {
  if (state === 'no' || state === 'lactating') return NOT_PREGNANT
  if (state !== 'pregnant') return null
  return week === null ? pregnancyNames.pregnant : `${pregnancyNames.pregnant} ${week} 周`
}

/** The same read again: the week where one is said; null for anything else. */
export function readPregnancy(text: string): { week: number | null } | null {
  const found = /^妊娠(?: (\d{1,2}) 周)?$/.exec(text.trim())
  return found ? { week: found[1] === undefined ? null : Number(found[1]) } : null
}
