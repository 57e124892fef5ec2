import { beginEntry, pressKey, type PerioEntry } from './machine.ts'
import type { PerioKey } from './keys.ts'
import type { PerioCells } from './cells.ts'
import { isUpper } from './sites.ts'

/** The worked examination of the scenario S4: 28 teeth, 168 sites, recorded in the order of the snake path. */
export const S4_MISSING = ['18', '28', '38', '48'] as const
export const s4Start: PerioCells = Object.fromEntries(S4_MISSING.map((tooth) => [tooth, { status: 'missing' }]))

/** Depth at the sites in their order. */
export const s4Depths: readonly number[] = (() => {
  let threes = 35
  return Array.from({ length: 168 }, (_, index) => {
    const i = index + 1
    if (i % 17 === 1) return 6
    if (i % 13 === 2) return 5
    if (i % 13 === 10) return 4
    if (threes === 0) return 2
    threes -= 1
    return 3
  })
})()
/** Whether it bled: everywhere from 4 mm, and at the first six of 3 mm. */
export const s4Bleeding: readonly boolean[] = (() => {
  let threes = 6
  return s4Depths.map((mm) => mm >= 4 || (mm === 3 && threes-- > 0))
})()
/** Plaque at every second site. */
export const s4Plaque = (index: number): boolean => index % 2 === 1
/** Recession at all three sites of a side, in the order in which it is typed: tooth, side, mm. */
export const s4Recession: readonly [string, 'B' | 'L', number][] = [
  ['16', 'B', 1],
  ['26', 'B', 1],
  ['27', 'L', 1],
  ['17', 'L', 1],
  ['46', 'L', 1],
  ['42', 'L', 2],
  ['41', 'L', 2],
  ['31', 'L', 2],
  ['32', 'L', 2],
  ['36', 'L', 1],
]

const digit = (value: number): PerioKey => ({ kind: 'digit', digit: value })

/** Keys of depth and bleeding, with plaque on request. */
export const s4Depth = (plaque: boolean): PerioKey[] =>
  s4Depths.flatMap((mm, index): PerioKey[] => [
    digit(mm),
    ...(s4Bleeding[index] ? [{ kind: 'mark', mark: 'bop', whole: false } as const] : []),
    ...(plaque && s4Plaque(index) ? [{ kind: 'mark', mark: 'plaque', whole: false } as const] : []),
  ])

/** Keys of the margins: a jump to each run of teeth, its values, and noughts for the rest. */
export function s4Margins(): PerioKey[] {
  const keys: PerioKey[] = [{ kind: 'pass', pass: 'gm' }]
  let side = 'B'
  let before = ''
  for (const [tooth, wanted, mm] of s4Recession) {
    const isNext = before !== '' && ['42', '41', '31'].includes(before) && !isUpper(tooth) && tooth !== '36'
    if (!isNext) keys.push({ kind: 'ask', for: 'tooth' }, ...[...tooth].map((each) => digit(Number(each))))
    if (side !== wanted) keys.push({ kind: 'otherSide' })
    side = wanted
    before = tooth
    keys.push(digit(mm), digit(mm), digit(mm))
  }
  return [...keys, digit(0), digit(0), { kind: 'enter' }]
}

export const typed = (from: PerioEntry, keys: readonly PerioKey[]): PerioEntry => keys.reduce(pressKey, from)
/** The whole examination. */
export const s4Entry = (): PerioEntry => typed(beginEntry(s4Start), [...s4Depth(true), ...s4Margins()])
