import { parseTeeth, TeethError, toothText, type TeethSelection } from '@dentin/clinical/teeth'

/** Stored teeth as a selection; null for text that is none. */
function parsed(text: string): TeethSelection | null {
  try {
    return parseTeeth(text)
  } catch (error) {
    if (error instanceof TeethError) return null
    throw error
  }
}

/** Stored teeth as a selection; text that is none is taken as no tooth. */
export const teethOf = (text: string): TeethSelection => parsed(text) ?? []

/** Stored teeth in words: '16、17'; what can't be read is shown as it is. */
export function teethWords(text: string): string {
  const teeth = parsed(text)
  return teeth === null ? text : toothText(teeth)
}
