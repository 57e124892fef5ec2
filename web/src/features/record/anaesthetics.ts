import { lineFromWords, strengthOf } from '@dentin/clinical/anaesthetic-lines'
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

/**
 * A treatment put into a record: words of an anaesthetic become a line where they can be read; the implants of another visit
 * stay there, as none of them goes in twice.
 */
export function withLines({ implants: _, ...row }: Treatment): Treatment {
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
