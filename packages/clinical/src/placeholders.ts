/** What a placeholder of a template asks for. */
export type Asked =
  /** {牙位}: the teeth it is about. */
  | { kind: 'teeth' }
  /** {牙面}: their surfaces. */
  | { kind: 'surfaces' }
  /** {选择:A|B}: one of these, {多选:A|B}: some of them. */
  | { kind: 'choice'; choices: readonly string[]; many: boolean }
  /** {数字} or {数字:0-10}: a number between these, both included. */
  | { kind: 'number'; min: number | null; max: number | null }
  /** {日期}: a day. */
  | { kind: 'date' }
  /** {上次:处置}: what the last record says in that section. */
  | { kind: 'last'; section: LastSection }
  /** {影像所见}: what was seen on the films. */
  | { kind: 'films' }

/** Sections of a record whose last words a template may ask for, as they are called on the screen. */
export const lastSections = [
  '主诉',
  '现病史',
  '病情变化',
  '既往史',
  '口腔检查',
  '辅助检查',
  '诊断',
  '治疗计划',
  '处置',
  '医嘱',
] as const
export type LastSection = (typeof lastSections)[number]

/** A placeholder where it stands in a text. As long as it stands there it is a gap. */
export interface Gap {
  /** Its first character's place, and the one behind its last (UTF-16 units). */
  start: number
  end: number
  /** With its braces. */
  text: string
  asks: Asked
}

const BRACES = /\{([^{}\n]*)\}/g
const NUMBER = /^数字(?::(-?\d+(?:\.\d+)?)-(-?\d+(?:\.\d+)?))?$/
const PLAIN: Readonly<Record<string, Asked>> = {
  牙位: { kind: 'teeth' },
  牙面: { kind: 'surfaces' },
  日期: { kind: 'date' },
  影像所见: { kind: 'films' },
}

/** What stands between the braces; null when no template asks so. Chinese colons and bars count too. */
function askedBy(inner: string): Asked | null {
  const text = inner.replaceAll('：', ':').replaceAll('｜', '|').trim()
  const plain = Object.hasOwn(PLAIN, text) ? PLAIN[text] : undefined
  if (plain) return plain
  const number = NUMBER.exec(text)
  if (number) {
    const [min, max] = [number[1], number[2]].map((each) => (each === undefined ? null : Number(each)))
    return (min ?? 0) > (max ?? 0) ? null : { kind: 'number', min: min ?? null, max: max ?? null }
  }
  const [head, rest] = splitOnce(text, ':')
  if (rest === null) return null
  if (head === '上次') {
    const section = lastSections.find((each) => each === rest)
    return section ? { kind: 'last', section } : null
  }
  if (head !== '选择' && head !== '多选') return null
  const choices = rest.split('|').map((each) => each.trim())
  if (choices.length < 2 || choices.includes('') || new Set(choices).size < choices.length) return null
  return { kind: 'choice', choices, many: head === '多选' }
}

function splitOnce(text: string, mark: string): [string, string | null] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + mark.length)]
}

/** The gaps of a text in their order. Braces that ask for nothing known are words like any others. */
export function gapsIn(text: string): Gap[] {
  return [...text.matchAll(BRACES)].flatMap((match) => {
    const asks = askedBy(match[1] ?? '')
    return asks ? [{ start: match.index, end: match.index + match[0].length, text: match[0], asks }] : []
  })
}

/** Braces that ask for nothing known, with what stands in them: a template that has one was misspelt. */
export function unknownPlaceholders(text: string): string[] {
  return [...text.matchAll(BRACES)].flatMap((match) => (askedBy(match[1] ?? '') ? [] : [match[0]]))
}

/** A text with its gaps filled. What `answer` gives null for, or '', stays a gap. */
export function fillGaps(text: string, answer: (asked: Asked) => string | null): string {
  let filled = ''
  let from = 0
  for (const { start, end, text: gap, asks } of gapsIn(text)) {
    filled += text.slice(from, start) + (answer(asks) || gap)
    from = end
  }
  return filled + text.slice(from)
}

/**
 * Why an answer does not fit what is asked, in words for the user; null when it does.
 * @param answer what would stand in the text; the chosen ones of several joined with 、
 */
export function answerProblem(asks: Asked, answer: string): string | null {
  if (answer.trim() === '') return '还没有填'
  if (asks.kind === 'number') {
    const value = /^-?\d+(\.\d+)?$/.test(answer.trim()) ? Number(answer) : Number.NaN
    if (Number.isNaN(value)) return '应为数字'
    if ((asks.min !== null && value < asks.min) || (asks.max !== null && value > asks.max))
      return `应在${asks.min}到${asks.max}之间`
  }
  if (asks.kind === 'choice') {
    const chosen = asks.many ? answer.split('、') : [answer]
    if (chosen.some((each) => !asks.choices.includes(each))) return '不在可选范围内'
  }
  return null
}

/** A text of a larger value with its gaps, and where it stands: ['treatments', 0, 'content']. */
export interface FieldWithGaps {
  path: readonly (string | number)[]
  gaps: readonly Gap[]
}

/** Every text with gaps in a value of objects, lists and texts, in its order. */
export function fieldsWithGaps(value: unknown, path: readonly (string | number)[] = []): FieldWithGaps[] {
  if (typeof value === 'string') {
    const gaps = gapsIn(value)
    return gaps.length > 0 ? [{ path, gaps }] : []
  }
  if (Array.isArray(value)) return value.flatMap((each, index) => fieldsWithGaps(each, [...path, index]))
  if (value && typeof value === 'object')
    return Object.entries(value).flatMap(([key, each]) => fieldsWithGaps(each, [...path, key]))
  return []
}
