import { shortDayText } from '@dentin/kit/date-text'
import { presentDay } from '../../lib/present.ts'

/** '10月30日', with the year when it is not this one. */
export function dayInWords(moment: string): string {
  const year = moment.slice(0, 4)
  return `${year === presentDay().slice(0, 4) ? '' : `${year}年`}${shortDayText(moment)}`
}
