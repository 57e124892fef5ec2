import { presentDay } from '../../lib/present.ts'

/** '10月30日', with the year when it is not this one. */
export function dayInWords(moment: string): string {
  const [year, month, day] = moment.slice(0, 10).split('-')
  const words = `${Number(month)}月${Number(day)}日`
  return year === presentDay().slice(0, 4) ? words : `${year}年${words}`
}
