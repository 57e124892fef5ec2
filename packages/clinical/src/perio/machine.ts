import { cellProblem } from './cells.ts'
import type { PerioKey, PerioPass } from './keys.ts'
import { moved } from './places.ts'
import { furcationPlaces, sideOf } from './sites.ts'
import {
  at,
  backed,
  changed,
  dotted,
  filled,
  furcated,
  jumped,
  margin,
  marked,
  nextRound,
  onSide,
  recorded,
  refused,
  repeated,
  roundsChosen,
  stepped,
  switched,
  undone,
  withStatus,
  type PerioEntry,
} from './steps.ts'

export { beginEntry, nextRound, withOthers, type PerioEntry, type Waiting } from './steps.ts'

/** What one key does. */
export function pressKey(before: PerioEntry, key: PerioKey): PerioEntry {
  const entry: PerioEntry = { ...before, problem: null, askMouth: null }
  const noughts = key.kind === 'digit' && key.digit === 0 && entry.pass === 'gm' && !entry.waiting
  const next = entry.waiting ? answered(entry, key) : taken(entry, key)
  return { ...next, noughts: noughts ? before.noughts + 1 : 0 }
}

/** The rest of a two-key entry; any other key gives it up and means what it means. */
function answered(entry: PerioEntry, key: PerioKey): PerioEntry {
  const { waiting } = entry
  const now: PerioEntry = { ...entry, waiting: null }
  if (!waiting || key.kind === 'undo' || key.kind === 'back') return now
  if (waiting.kind === 'menu') return fromMenu(now, key)
  if (waiting.kind === 'menu2') return fromSecondMenu(now, key)
  if (key.kind === 'letter' && waiting.kind === 'furcation')
    return { ...now, waiting: { ...waiting, typed: key.letter } }
  if (key.kind !== 'digit') return taken(now, key)
  const { digit } = key
  const tooth = (now.last ?? now.place).tooth
  switch (waiting.kind) {
    case 'prefix':
      return recorded(now, 10 + digit)
    case 'minus':
      return margin(now, -digit)
    case 'tooth':
      if (waiting.typed === '') return { ...now, waiting: { kind: 'tooth', typed: String(digit) } }
      return jumped(now, `${waiting.typed}${digit}`)
    case 'mobility':
    case 'width':
    case 'prognosis':
      return changed(now, now.place.tooth, [[waiting.kind, digit]])
    case 'furcation': {
      if (waiting.typed !== '') return furcated(now, waiting.typed, digit)
      const place = furcationPlaces(now.place.tooth)[digit - 1]
      if (!place)
        return refused(now, { tooth, site: now.place.site }, cellProblem(now.place.tooth, 'furcation.', 1) ?? '')
      return { ...now, waiting: { kind: 'furcation', typed: place } }
    }
  }
}

/** The numeric keypad has no letters: / and a key. */
function fromMenu(entry: PerioEntry, key: PerioKey): PerioEntry {
  if (key.kind === 'digit') {
    if (key.digit <= 5) return recorded(entry, 10 + key.digit)
    const asks = { 6: 'mobility', 7: 'furcation' } as const
    if (key.digit === 6 || key.digit === 7) return { ...entry, waiting: { kind: asks[key.digit], typed: '' } }
    return taken(entry, { kind: 'status', status: key.digit === 8 ? 'missing' : 'implant' })
  }
  if (key.kind === 'menu') return { ...entry, waiting: { kind: 'menu2' } }
  if (key.kind === 'mark') return taken(entry, key.mark === 'pus' ? { kind: 'same' } : { kind: 'nextPass' })
  if (key.kind === 'minus') return taken(entry, { kind: 'undo' })
  if (key.kind === 'dot') return taken(entry, { kind: 'back' })
  return key.kind === 'enter' ? taken(entry, { kind: 'otherSide' }) : taken(entry, key)
}
function fromSecondMenu(entry: PerioEntry, key: PerioKey): PerioEntry {
  if (key.kind === 'digit') return { ...entry, waiting: { kind: 'tooth', typed: String(key.digit) } }
  if (key.kind === 'dot') return { ...entry, waiting: { kind: 'width', typed: '' } }
  if (key.kind === 'mark') return { ...entry, waiting: { kind: 'prognosis', typed: '' } }
  return taken(entry, key)
}

/** Takes back a nought that was typed to fill the rest; after the last site it was not recorded. */
function withoutNoughts(entry: PerioEntry): PerioEntry {
  const last = entry.undo.at(-1)?.changes ?? []
  const isNought = last.length > 0 && last.every(({ cell, to }) => cell.startsWith('gm.') && to === 0)
  return isNought && !entry.done ? undone(entry) : entry
}

function taken(entry: PerioEntry, key: PerioKey): PerioEntry {
  switch (key.kind) {
    case 'digit':
      if (entry.pass === 'gm' && key.digit === 0 && entry.done) return entry
      return recorded(entry, key.digit)
    case 'value':
      return recorded(entry, key.value)
    case 'margin':
      return margin(entry, key.value)
    case 'prefix':
    case 'minus':
    case 'menu':
      return { ...entry, waiting: { kind: key.kind } }
    case 'ask':
      return { ...entry, waiting: { kind: key.for, typed: '' } }
    case 'enter': {
      if (entry.noughts >= 2) return filled(withoutNoughts(withoutNoughts(entry)))
      const round = nextRound(entry)
      return round ? switched(entry, entry.path, round) : stepped(entry, 1)
    }
    case 'fill':
      return filled(entry)
    case 'same':
      return repeated(entry)
    case 'back':
      return backed(entry)
    case 'undo':
      return undone(entry)
    case 'move':
      return at(entry, moved(entry.cells, entry.place, key.to))
    case 'otherSide':
      return onSide(entry, sideOf(entry.place.site) === 'B' ? 'L' : 'B')
    case 'side':
      return onSide(entry, key.side)
    case 'tooth':
      return jumped(entry, key.tooth)
    case 'step':
      return stepped(entry, key.by)
    case 'dot':
      return dotted(entry, key.whole)
    case 'mark':
      return marked(entry, key.mark, key.whole)
    case 'status':
      return withStatus(entry, key.status)
    case 'mobility':
    case 'width':
    case 'prognosis':
      return changed(entry, (entry.last ?? entry.place).tooth, [[key.kind, key.value]])
    case 'furcation':
      return furcated(entry, key.place, key.value, (entry.last ?? entry.place).tooth)
    case 'pass':
      return switched(entry, entry.path, key.pass)
    case 'path':
      return switched(entry, key.path, entry.pass)
    case 'rounds':
      return roundsChosen(entry, key.rounds)
    case 'nextPass': {
      const order: readonly PerioPass[] = ['pd', 'gm', 'plaque', 'both']
      return switched(entry, entry.path, order[(order.indexOf(entry.pass) + 1) % order.length] ?? 'pd')
    }
    case 'letter':
      return entry
  }
}
