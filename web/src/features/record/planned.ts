import { parseTeeth } from '@dentin/clinical/teeth'
import type { RecordContent } from '@dentin/contract/record'
import { planLineStates } from '@dentin/contract/treatment-plan'
import type { OpenLine } from '../../domain/plan-lines.ts'

type Treatment = RecordContent['treatments'][number]

const codesOf = (teeth: string) => parseTeeth(teeth).map(({ code }) => code)

/** The lines that nobody has done and no row of the record names yet. */
export function unusedLines(lines: readonly OpenLine[], treatments: readonly Treatment[]): OpenLine[] {
  const used = new Set(treatments.flatMap(({ tariffs }) => tariffs.map(({ planLineId }) => planLineId)))
  return lines.filter(
    ({ line }) => !used.has(line.id) && !planLineStates.is(line.status, 'done') && line.record === null,
  )
}

/** The planned line that an item on some teeth most likely does: the same item, and the same teeth where both name any. */
export function plannedFor(lines: readonly OpenLine[], tariffId: string, teeth: string): OpenLine | undefined {
  const here = new Set(codesOf(teeth))
  return lines.find(({ line }) => {
    if (line.tariffId !== tariffId) return false
    const there = codesOf(line.teeth)
    return there.every((code) => here.has(code))
  })
}

/** The planned lines that a row on some teeth may do: those of its teeth, and those of none. Without teeth all of them. */
export function offeredAt(lines: readonly OpenLine[], teeth: string): OpenLine[] {
  const here = new Set(codesOf(teeth))
  return lines.filter(({ line }) => {
    const there = codesOf(line.teeth)
    return here.size === 0 || there.length === 0 || there.some((code) => here.has(code))
  })
}

/** A row that does a planned line, too: its item at its quantity, and its teeth where the row names none. */
export const withPlanned = <Row extends Treatment>(row: Row, { line }: OpenLine): Row => ({
  ...row,
  teeth: row.teeth || line.teeth,
  tariffs: [
    ...row.tariffs.filter(({ tariffId, planLineId }) => tariffId !== line.tariffId || planLineId),
    { tariffId: line.tariffId, qty: line.qty, planLineId: line.id },
  ],
})
