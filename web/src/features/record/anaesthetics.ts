import { lineFromWords, mgOf, OTHER_ANAESTHETIC, strengthOf } from '@dentin/clinical/anaesthetic-lines'
import { toothText, parseTeeth } from '@dentin/clinical/teeth'
import type { AnaestheticLine } from '@dentin/contract/core/anaesthetic-line'
import type { RecordContent } from '@dentin/contract/record'

type Treatment = RecordContent['treatments'][number]

const EMPTY: AnaestheticLine = {
  drug: '',
  name: '',
  concentration: null,
  vasoconstrictor: '',
  ml: null,
  cartridgeMl: 1.7,
  technique: '',
  teeth: '',
  time: '',
  lot: '',
  expiry: '',
  aspiration: '',
  reaction: '',
  givenBy: '',
  overReason: '',
}

/** A new line with what is known where it is begun. */
export const newLine = (known: Partial<AnaestheticLine>): AnaestheticLine => ({ ...EMPTY, ...known })

/** The line with another drug: its strength and adrenaline follow, and an articaine cartridge holds 1.7 ml. */
export function withDrug(line: AnaestheticLine, drug: string): AnaestheticLine {
  const strength = strengthOf(drug)
  if (!strength) return { ...line, drug }
  return { ...line, drug, ...strength, cartridgeMl: drug.startsWith('articaine') ? 1.7 : 1.8 }
}

/** How many cartridges an amount is, to a tenth; null while one of both is not known. */
export const cartridgesOf = ({ ml, cartridgeMl }: Pick<AnaestheticLine, 'ml' | 'cartridgeMl'>): number | null =>
  ml === null || !cartridgeMl ? null : Math.round((ml / cartridgeMl) * 10) / 10

/** The name of a line's drug with its strength: 4% 阿替卡因（肾上腺素 1:100000）. */
function drugWords({ drug, name, concentration, vasoconstrictor }: AnaestheticLine): string {
  if (drug === '' && name === '') return ''
  const percent = concentration === null ? '' : `${concentration}% `
  const plain = drug === OTHER_ANAESTHETIC ? '' : '（不含肾上腺素）'
  return `${percent}${name}${vasoconstrictor ? `（肾上腺素 ${vasoconstrictor}）` : plain}`
}

/** A line for reading: history, comparison, print. */
export function lineWords(line: AnaestheticLine): string {
  const [mg, cartridges] = [mgOf(line), cartridgesOf(line)]
  const amount = [
    line.ml !== null && `${line.ml} ml`,
    (cartridges !== null || mg !== null) &&
      `（${[cartridges !== null && `${cartridges} 支`, mg !== null && `${mg} mg`].filter(Boolean).join('，')}）`,
  ]
  return [
    `${drugWords(line)} ${amount.filter(Boolean).join('')}`.trim(),
    line.technique,
    line.teeth && toothText(parseTeeth(line.teeth)),
    line.time,
    line.lot && `批号 ${line.lot}`,
    line.expiry && `有效期 ${line.expiry}`,
    line.aspiration && `回抽（${line.aspiration === '+' ? '+' : '−'}）`,
    line.reaction,
    line.givenBy && `注射者 ${line.givenBy}`,
    line.overReason && `超量理由：${line.overReason}`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** A line taken over from a template or an earlier visit: what belonged to that injection is left to be written anew. */
export const begunAnew = (line: AnaestheticLine): AnaestheticLine => ({
  ...line,
  time: '',
  lot: '',
  expiry: '',
  aspiration: '',
  reaction: '',
  givenBy: '',
  overReason: '',
})

/** A treatment put into a record: words of an anaesthetic become a line where they can be read. */
export function withLines(row: Treatment): Treatment {
  const { anaesthetics = [], anesthetic } = row
  const read = anesthetic ? lineFromWords(anesthetic.drug, anesthetic.dose) : null
  const lines = [
    ...anaesthetics.map(begunAnew),
    ...(read ? [newLine({ ...withDrug(EMPTY, read.drug), ml: read.ml })] : []),
  ]
  if (lines.length === 0) return row
  return {
    ...row,
    anesthetic: read ? null : anesthetic,
    anaesthetics: lines.map((line) => ({ ...line, teeth: line.teeth || row.teeth })),
  }
}

/** The record with the reason why more was given than its limit: it stands with the last injection. */
export function withReason(content: RecordContent, reason: string): RecordContent {
  const last = content.treatments.findLastIndex(({ anaesthetics = [] }) => anaesthetics.length > 0)
  return {
    ...content,
    treatments: content.treatments.map((row, at) => {
      const lines = row.anaesthetics
      if (!lines) return row
      return {
        ...row,
        anaesthetics: lines.map((line, n) => ({
          ...line,
          overReason: at === last && n === lines.length - 1 ? reason : '',
        })),
      }
    }),
  }
}
