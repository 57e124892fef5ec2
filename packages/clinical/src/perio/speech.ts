import { wordAt } from '../callout-words.ts'
import type { Mark } from './cells.ts'
import type { PerioKey } from './keys.ts'

/** What was said, as keys; what can't be read is told, and the rest is kept. */
export interface PerioSpeech {
  keys: PerioKey[]
  problems: string[]
  /** 暂停, 继续; null when neither was said. */
  listen: 'pause' | 'go' | null
}

const digits: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  一: 1,
  幺: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
}
const marks: Readonly<Record<string, Mark>> = {
  出血: 'bop',
  流血: 'bop',
  溢脓: 'pus',
  流脓: 'pus',
  菌斑: 'plaque',
  牙石: 'calculus',
}
const commands: Readonly<Record<string, PerioKey>> = {
  下一颗: { kind: 'step', by: 1 },
  下一个: { kind: 'step', by: 1 },
  上一颗: { kind: 'step', by: -1 },
  上一个: { kind: 'step', by: -1 },
  同上: { kind: 'same' },
  一样: { kind: 'same' },
  撤销: { kind: 'undo' },
  退格: { kind: 'back' },
  退一格: { kind: 'back' },
  换侧: { kind: 'otherSide' },
}
const surfaceSides: Readonly<Record<string, 'B' | 'L'>> = { B: 'B', L: 'L' }

/** One value at a place of a text: 三, 十, 十二; digits of the recogniser one by one. */
function numberAt(text: string, at: number): { value: number; length: number } | null {
  const [first = '', second = ''] = [text[at], text[at + 1]]
  if (first === '十') {
    const unit = digits[second]
    return unit === undefined || unit === 0 ? { value: 10, length: 1 } : { value: 10 + unit, length: 2 }
  }
  const value = digits[first] ?? (/\d/.test(first) ? Number(first) : undefined)
  return value === undefined ? null : { value, length: 1 }
}

/** Reads what a dentist says while probing: 三 二 三 出血, 下一颗, 跳到三六, 退缩二, 松动二度, 分叉颊二度. */
export function readPerioSpeech(spoken: string): PerioSpeech {
  const text = spoken.normalize('NFKC').replaceAll(/[\s,，.。、;；:：!！?？的]/g, '')
  const result: PerioSpeech = { keys: [], problems: [], listen: null }
  let at = 0
  let unread = ''
  const tell = () => {
    if (unread !== '') result.problems.push(`听不懂「${unread}」`)
    unread = ''
  }
  const starts = (word: string) => text.startsWith(word, at)
  while (at < text.length) {
    const read = commandAt(text, at, starts) ?? wordsAt(text, at)
    if (read === null) {
      unread += text[at]
      at += 1
      continue
    }
    tell()
    at += read.length
    if (read.problem) result.problems.push(read.problem)
    if (read.listen) result.listen = read.listen
    if (read.key) result.keys.push(read.key)
  }
  tell()
  return result
}

interface Read {
  length: number
  key?: PerioKey
  problem?: string
  listen?: 'pause' | 'go'
}

/** Words of entry alone, numbers among them. */
function commandAt(text: string, at: number, starts: (word: string) => boolean): Read | null {
  if (starts('暂停')) return { length: 2, listen: 'pause' }
  if (starts('继续')) return { length: 2, listen: 'go' }
  for (const [word, mark] of Object.entries(marks))
    if (starts(word)) return { length: word.length, key: { kind: 'mark', mark, whole: false } }
  for (const [word, mark] of Object.entries(marks))
    if (starts(`全${word}`)) return { length: word.length + 1, key: { kind: 'mark', mark, whole: true } }
  for (const [word, key] of Object.entries(commands)) if (starts(word)) return { length: word.length, key }
  const jump = ['跳到', '跳至', '跳'].find(starts)
  if (jump) return jumpAt(text, at, jump.length)
  const number = numberAt(text, at)
  return number && { length: number.length, key: { kind: 'value', value: number.value } }
}

function jumpAt(text: string, at: number, length: number): Read {
  const [quadrant, position] = [numberAt(text, at + length), numberAt(text, at + length + 1)]
  if (!quadrant || !position || quadrant.length + position.length > 2 || quadrant.value > 4 || position.value > 8)
    return { length, problem: '「跳到」后面说两位牙号' }
  return { length: length + 2, key: { kind: 'tooth', tooth: `${quadrant.value}${position.value}` } }
}

/** Words that the call-out line knows too. */
function wordsAt(text: string, at: number): Read | null {
  const found = wordAt(text, at)
  if (!found) return null
  const { word, length } = found
  if (word.kind === 'nothing') return { length }
  if (word.kind === 'surfaces') {
    const side = surfaceSides[word.surfaces]
    return side ? { length, key: { kind: 'side', side } } : null
  }
  if (word.kind !== 'finding') return null
  const place = word.finding === 'furcation' ? wordAt(text, at + length) : undefined
  const surface = place?.word.kind === 'surfaces' ? place.word.surfaces : null
  const from = at + length + (surface ? (place?.length ?? 0) : 0)
  const number = numberAt(text, from)
  const whole = from - at + (number?.length ?? 0) + (number && text[from + number.length] === '度' ? 1 : 0)
  const degree = number?.value
  switch (word.finding) {
    case 'missing':
      return { length, key: { kind: 'status', status: 'missing' } }
    case 'implant':
      return { length, key: { kind: 'status', status: 'implant' } }
    case 'recession':
      return degree === undefined
        ? { length, problem: '「退缩」后面说毫米数' }
        : { length: whole, key: { kind: 'margin', value: degree } }
    case 'overgrowth':
      return degree === undefined
        ? { length, problem: '「增生」后面说毫米数' }
        : { length: whole, key: { kind: 'margin', value: -degree } }
    case 'mobility1':
      return degree === undefined
        ? { length, problem: '「松动」后面说度数' }
        : { length: whole, key: { kind: 'mobility', value: degree } }
    case 'furcation':
      return degree === undefined || !surface
        ? { length, problem: '「分叉」后面说位置和度数' }
        : { length: whole, key: { kind: 'furcation', place: surface, value: degree } }
    default:
      return null
  }
}
