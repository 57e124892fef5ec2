import type { Mark } from './cells.ts'
import type { PerioPath, PerioSide } from './sites.ts'

/** What is recorded one site after another: depth, margin, both at each site in turn, plaque alone. */
export const perioPasses = { pd: '深度', gm: '龈缘', both: '深度+龈缘', plaque: '菌斑' } as const
export type PerioPass = keyof typeof perioPasses

/** The rounds that somebody makes through a mouth, one after another. */
export const perioRounds = {
  depthThenMargin: '先深度后龈缘',
  depth: '只记深度',
  margin: '只记龈缘',
  both: '每位点两项',
} as const
export type PerioRounds = keyof typeof perioRounds
const passes: Readonly<Record<PerioRounds, readonly [PerioPass, ...PerioPass[]]>> = {
  depthThenMargin: ['pd', 'gm'],
  depth: ['pd'],
  margin: ['gm'],
  both: ['both'],
}
export const passesOf = (rounds: PerioRounds): readonly [PerioPass, ...PerioPass[]] => passes[rounds]

/** One thing that is typed, pressed on the pad or said. */
export type PerioKey =
  | { kind: 'digit'; digit: number }
  /** A value said as a word: 十二. */
  | { kind: 'value'; value: number }
  /** The margin of the site just recorded, as it is said: 退缩二. */
  | { kind: 'margin'; value: number }
  | { kind: 'prefix' | 'minus' | 'enter' | 'same' | 'back' | 'otherSide' | 'undo' | 'menu' }
  | { kind: 'dot'; whole: boolean }
  | { kind: 'move'; to: 'left' | 'right' | 'up' | 'down' }
  | { kind: 'mark'; mark: Mark; whole: boolean }
  | { kind: 'ask'; for: Asked }
  | { kind: 'letter'; letter: string }
  | { kind: 'side'; side: PerioSide }
  | { kind: 'tooth'; tooth: string }
  | { kind: 'step'; by: 1 | -1 }
  | { kind: 'status'; status: 'missing' | 'implant' }
  | { kind: 'mobility' | 'width' | 'prognosis'; value: number }
  | { kind: 'furcation'; place: string; value: number }
  | { kind: 'pass'; pass: PerioPass }
  | { kind: 'path'; path: PerioPath }
  | { kind: 'rounds'; rounds: PerioRounds }
  | { kind: 'nextPass' | 'fill' }
/** What the next keys are for. */
export type Asked = 'tooth' | 'mobility' | 'furcation' | 'width' | 'prognosis'

/** A key as the browser tells it. */
export interface KeyPressed {
  code: string
  key: string
  shift: boolean
  /** Control, or command. */
  mod: boolean
  /** It is held down. */
  repeat: boolean
}

const letters: Readonly<Record<string, PerioKey>> = {
  KeyT: { kind: 'ask', for: 'tooth' },
  KeyM: { kind: 'ask', for: 'mobility' },
  KeyF: { kind: 'ask', for: 'furcation' },
  KeyW: { kind: 'ask', for: 'width' },
  KeyR: { kind: 'ask', for: 'prognosis' },
  KeyX: { kind: 'status', status: 'missing' },
  KeyI: { kind: 'status', status: 'implant' },
  KeyD: { kind: 'pass', pass: 'pd' },
  KeyG: { kind: 'pass', pass: 'gm' },
  KeyQ: { kind: 'pass', pass: 'plaque' },
}
const marks: Readonly<Record<string, Mark>> = {
  KeyB: 'bop',
  KeyP: 'pus',
  KeyL: 'plaque',
  KeyK: 'calculus',
  NumpadAdd: 'bop',
  NumpadMultiply: 'pus',
}
const others: Readonly<Record<string, PerioKey>> = {
  Backquote: { kind: 'prefix' },
  Equal: { kind: 'prefix' },
  NumpadDivide: { kind: 'menu' },
  Minus: { kind: 'minus' },
  NumpadSubtract: { kind: 'minus' },
  Enter: { kind: 'enter' },
  NumpadEnter: { kind: 'enter' },
  Space: { kind: 'same' },
  Backspace: { kind: 'back' },
  Tab: { kind: 'otherSide' },
  ArrowLeft: { kind: 'move', to: 'left' },
  ArrowRight: { kind: 'move', to: 'right' },
  ArrowUp: { kind: 'move', to: 'up' },
  ArrowDown: { kind: 'move', to: 'down' },
}

/**
 * What a key means on the chart; null when nothing. Letters go by their place on the keyboard, so that an input method
 * swallows none. While something is asked for, letters are its answer (F B 2).
 */
export function perioKeyOf({ code, shift, mod, repeat }: KeyPressed, asked: Asked | null = null): PerioKey | null {
  if (mod) return code === 'KeyZ' && !shift ? { kind: 'undo' } : null
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1]
  if (digit !== undefined) return shift || repeat ? null : { kind: 'digit', digit: Number(digit) }
  if (asked === 'furcation' && /^Key[BMDL]$/.test(code)) return { kind: 'letter', letter: code.slice(3) }
  const mark = marks[code]
  // Held down it is for the three sites of the side.
  if (mark) return { kind: 'mark', mark, whole: shift || repeat }
  if (code === 'NumpadDecimal') return { kind: 'dot', whole: repeat }
  if (repeat && !code.startsWith('Arrow') && code !== 'Backspace') return null
  return letters[code] ?? others[code] ?? null
}
