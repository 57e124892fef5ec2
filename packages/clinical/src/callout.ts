import { bridgeMarks } from './bridge.ts'
import { findingOf, statusOfLetter, type CalloutKeys, wordAt, type CalloutFinding } from './callout-words.ts'
import { lackingSurface, missingTeeth, newChartProblem } from './mouth.ts'
import { expandTeeth, findTooth, isToothRegion, normaliseSurfaces, toothRange } from './teeth.ts'
import {
  defaultSurfaces,
  isPiece,
  removalReasons,
  toothCondition,
  type ToothConditionId,
  type ToothMark,
  type ToothMarkStatus,
} from './tooth-conditions.ts'

/** Something of a call-out that can't be taken, with its place in the text. */
export interface CalloutProblem {
  from: number
  to: number
  message: string
}

/** What a call-out says. */
export interface Callout {
  /** The teeth that were named last: what is selected when nothing is said of them. */
  teeth: string[]
  marks: ToothMark[]
  problems: CalloutProblem[]
}

/** What is known where something is called out. */
export interface CalloutContext {
  /** Status of a mark of which none is said. */
  status: ToothMarkStatus
  /** The mouth as it is. */
  mouth: readonly ToothMark[]
  /** The mouth that the visit found; left out: the mouth as it is. */
  before?: readonly ToothMark[]
  /** What the record charts so far. */
  charted?: readonly ToothMark[]
  /** Teeth that are meant when none are named: those selected on the chart. */
  selected: readonly string[]
  /** Names one piece over several teeth. */
  newGroup: () => string
  /** The person's own letters, which go before the usual ones. */
  own?: CalloutKeys
}

type Token = { from: number; to: number } & (
  | { kind: 'teeth'; teeth: string[] }
  | { kind: 'surfaces'; surfaces: string }
  | { kind: 'detail'; detail: string }
  | { kind: 'number'; number: number }
  | { kind: 'status'; status: ToothMarkStatus; own: boolean }
  | { kind: 'reason'; reason: string }
  | { kind: 'finding'; finding: CalloutFinding }
  | { kind: 'problem'; message: string }
)

/**
 * Reads what a dentist calls out: teeth, surfaces, findings with their detail, and a status, in letters
 * (`36 mo c3`, `17-14 f`, `35 x/p`, `45-47 br`) or in Chinese (`左下6近中𬌗面深龋`). What can't be read is told with its place,
 * and the rest is kept. Several teeth may follow one another: `18 x 28 z`.
 */
export function readCallout(text: string, context: CalloutContext): Callout {
  const tokens = tokensOf(text, context.own)
  const result: Callout = { teeth: [...context.selected], marks: [], problems: [] }
  for (const token of tokens)
    if (token.kind === 'problem') result.problems.push({ from: token.from, to: token.to, message: token.message })
  for (const group of groupsOf(tokens)) {
    if (group.teeth.length > 0) result.teeth = group.teeth
    takeGroup(group, result, context)
  }
  return result
}

interface Said {
  finding: CalloutFinding
  at: Token
  surfaces: string
  detail: string
  number: number | null
  status: ToothMarkStatus | null
  reason: string
}
interface Group {
  teeth: string[]
  said: Said[]
}

/** Tokens by the teeth that they belong to; a detail, surface or status that follows its finding goes to it. */
function groupsOf(tokens: readonly Token[]): Group[] {
  const groups: Group[] = []
  let group: Group = { teeth: [], said: [] }
  let waiting = { surfaces: '', detail: '', status: null as ToothMarkStatus | null, reason: '' }
  const close = () => {
    const last = group.said.at(-1)
    if (last) {
      last.surfaces ||= waiting.surfaces
      last.detail ||= waiting.detail
    }
    if (waiting.status !== null) for (const each of group.said) each.status ??= waiting.status
    for (const each of group.said) each.reason ||= waiting.reason || (last?.reason ?? '')
    waiting = { surfaces: '', detail: '', status: null, reason: '' }
    if (group.teeth.length > 0 || group.said.length > 0) groups.push(group)
  }
  for (const token of tokens) {
    const last = group.said.at(-1)
    if (token.kind === 'teeth') {
      if (last) {
        close()
        group = { teeth: [], said: [] }
      }
      group.teeth.push(...token.teeth.filter((tooth) => !group.teeth.includes(tooth)))
    } else if (token.kind === 'surfaces') waiting.surfaces += token.surfaces
    else if (token.kind === 'detail') waiting.detail = token.detail
    else if (token.kind === 'number') {
      if (last) last.number = token.number
    } else if (token.kind === 'status') {
      if (token.own && last) last.status = token.status
      else waiting.status = token.status
    } else if (token.kind === 'reason') {
      if (last) last.reason = token.reason
      else waiting.reason = token.reason
    } else if (token.kind === 'finding') {
      group.said.push({ finding: token.finding, at: token, number: null, ...waiting })
      // A status or a reason that goes before stands for every finding after it, surfaces and detail for the first.
      waiting = { ...waiting, surfaces: '', detail: '' }
    }
  }
  close()
  return groups
}

function takeGroup({ teeth, said }: Group, result: Callout, context: CalloutContext): void {
  const on = teeth.length > 0 ? teeth : [...context.selected]
  for (const each of said) {
    const refuse = (message: string) => result.problems.push({ from: each.at.from, to: each.at.to, message })
    if (on.length === 0) {
      refuse('先说牙位')
      continue
    }
    const condition = each.finding === 'bridge' ? 'pontic' : withGrade(each.finding, each.number)
    const detail = detailOf(condition, each)
    if (detail === null) {
      refuse(`${toothCondition(condition).nameZh}没有「${each.detail || each.number}」这一项`)
      continue
    }
    const status = toothCondition(condition).layer === 'plan' ? 'planned' : (each.status ?? context.status)
    const made =
      each.finding === 'bridge'
        ? bridgeMarks({ teeth: on, missing: missingTeeth(context.mouth), status, group: context.newGroup() })
        : marksOf(on, condition, each.surfaces, status, context)
    const problem = 'problem' in made ? made.problem : chartProblem(made, result.marks, context)
    if (problem !== null) refuse(problem)
    else if (!('problem' in made)) {
      const reason = status === 'removed' ? each.reason : ''
      result.marks.push(...made.map((mark) => ({ ...mark, ...(detail && { detail }), ...(reason && { reason }) })))
    }
  }
}

/** Mobility has a condition for each of its grades. */
function withGrade(condition: ToothConditionId, grade: number | null): ToothConditionId {
  if (condition !== 'mobility1' || grade === null) return condition
  return ({ 1: 'mobility1', 2: 'mobility2', 3: 'mobility3' } as const)[grade] ?? condition
}

/** Words of surfaces that say a direction where a condition has no surfaces: 近中阻生. */
const DIRECTIONS: Readonly<Record<string, string>> = { M: '近中', D: '远中' }

/** The detail that is meant; null when the condition has none such. */
function detailOf(condition: ToothConditionId, { detail, number, finding, surfaces }: Said): string | null {
  const { details = [], perSurface } = toothCondition(condition)
  const direction = perSurface ? undefined : DIRECTIONS[surfaces]
  if (direction !== undefined && details.includes(direction)) return direction
  if (finding === 'mobility1' && number !== null && number >= 1 && number <= 3) return ''
  if (detail !== '') return details.includes(detail) ? detail : (details.find((each) => detail.includes(each)) ?? null)
  return number === null ? '' : (details[number - 1] ?? null)
}

/** Why marks can't come to what the record charts and what was called out before them; null when they can. */
function chartProblem(
  made: readonly ToothMark[],
  said: readonly ToothMark[],
  { mouth, before = mouth, charted = [] }: CalloutContext,
): string | null {
  const was = [...charted, ...said]
  return newChartProblem(before, was, [...was, ...made])
}

/** One mark for each tooth. */
function marksOf(
  on: readonly string[],
  condition: ToothConditionId,
  surfaces: string,
  status: ToothMarkStatus,
  { newGroup }: CalloutContext,
): ToothMark[] | { problem: string } {
  for (const tooth of on) {
    const lacks = lackingSurface(tooth, toothCondition(condition).perSurface ? surfaces : '')
    if (lacks !== null) return { problem: lacks }
  }
  const group = isPiece(condition) && on.length > 1 && status !== 'removed' ? newGroup() : undefined
  return on.map((tooth) => ({
    tooth,
    condition,
    surfaces: defaultSurfaces(tooth, condition, normaliseSurfaces(tooth, surfaces)),
    status,
    ...(group !== undefined && { group }),
  }))
}

const SPACE = /[\s,，、;；]+/y
const ASCII = /[A-Za-z0-9/-]+/y
/** A finding with its detail and status, and the number of the reason where it is taken off: `g`, `c3`, `x/p`, `g/x1`. */
const FINDING = /^([a-z]{1,2})(\d)?(?:\/([a-z])(\d)?)?$/

/** The parts of a call-out in their order. */
function tokensOf(text: string, own: CalloutKeys | undefined): Token[] {
  const plain = text.replaceAll(/[０-９Ａ-Ｚａ-ｚ／－]/g, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) - 0xfee0),
  )
  const tokens: Token[] = []
  let at = 0
  let quadrant: SpokenQuadrant | null = null
  while (at < plain.length) {
    SPACE.lastIndex = at
    const space = SPACE.exec(plain)
    if (space) {
      at += space[0].length
      continue
    }
    if (quadrant !== null) {
      const places = (quadrant.deciduous ? /^[A-Ea-e1-5]+/ : /^[1-8]+/).exec(plain.slice(at))
      if (places) {
        tokens.push(chineseTeeth(quadrant, places[0], at + places[0].length))
        at += places[0].length
        quadrant = null
        continue
      }
    }
    ASCII.lastIndex = at
    const ascii = ASCII.exec(plain)
    if (ascii) {
      const rest = plain.slice(at + ascii[0].length).trimStart()
      tokens.push(...asciiTokens(ascii[0].toLowerCase(), at, rest, tokens, own))
      at += ascii[0].length
      continue
    }
    const found = wordAt(plain, at)
    const to = at + (found?.length ?? String.fromCodePoint(plain.codePointAt(at) ?? 0).length)
    if (!found) tokens.push(unread(plain.slice(at, to), at, tokens))
    else if (found.word.kind === 'quadrant') quadrant = { number: found.word.quadrant, deciduous: false, from: at }
    else if (found.word.kind === 'deciduous') quadrant = deciduousOf(quadrant)
    else if (found.word.kind === 'status') tokens.push({ ...found.word, own: false, from: at, to })
    else if (found.word.kind !== 'nothing') tokens.push({ ...found.word, from: at, to })
    at = to
  }
  return tokens
}

/** Letters next to each other that can't be read are told as one. */
function unread(text: string, from: number, before: Token[]): Token {
  const last = before.at(-1)
  if (last?.kind === 'problem' && last.to === from && last.message.startsWith('看不懂')) {
    before.pop()
    return { ...last, to: from + text.length, message: `${last.message.slice(0, -1)}${text}」` }
  }
  return { kind: 'problem', message: `看不懂「${text}」`, from, to: from + text.length }
}

/** 左下, or 左下乳, before its numbers. */
interface SpokenQuadrant {
  number: number
  deciduous: boolean
  from: number
}
const deciduousOf = (quadrant: SpokenQuadrant | null) => quadrant && { ...quadrant, deciduous: true }

function chineseTeeth({ number, deciduous, from }: SpokenQuadrant, places: string, to: number): Token {
  const teeth = [...places.toUpperCase()].map((place) => {
    const position = /[A-E]/.test(place) ? place.charCodeAt(0) - 64 : Number(place)
    return `${deciduous ? number + 4 : number}${position}`
  })
  return { kind: 'teeth', teeth, from, to }
}

/** The reason of a number behind /x. */
const reasonOf = (letter: string | undefined, no: string | undefined): string | undefined =>
  letter !== undefined && statusOfLetter[letter] === 'removed' ? removalReasons[Number(no) - 1] : undefined
const reasonToken = (reason: string | undefined, from: number, to: number): Token[] =>
  reason === undefined ? [] : [{ kind: 'reason', reason, from, to }]

/** Reads letters and digits without a space between them. */
function asciiTokens(
  token: string,
  from: number,
  rest: string,
  before: readonly Token[],
  own: CalloutKeys | undefined,
): Token[] {
  const to = from + token.length
  const teeth = teethOf(token, before.length === 0)
  if (teeth !== null)
    return [
      Array.isArray(teeth) ? { kind: 'teeth', teeth, from, to } : { kind: 'problem', message: teeth.message, from, to },
    ]
  if (/^[modblic]+$/.test(token) && surfacesFollow(rest, own))
    return [{ kind: 'surfaces', surfaces: token.toUpperCase(), from, to }]
  const [, said = '', saidNo] = /^\/([a-z])(\d)?$/.exec(token) ?? []
  const [statusSaid, reasonSaid] = [statusOfLetter[said], reasonOf(said, saidNo)]
  if (statusSaid && (saidNo === undefined || reasonSaid))
    return [{ kind: 'status', status: statusSaid, own: false, from, to }, ...reasonToken(reasonSaid, from, to)]
  const [, code = '', number, letter, reasonNo] = FINDING.exec(token) ?? []
  const finding = findingOf(code, own)
  const status = letter === undefined ? undefined : statusOfLetter[letter]
  const reason = reasonOf(letter, reasonNo)
  if (!finding || (letter !== undefined && !status) || (reasonNo !== undefined && !reason))
    return [{ kind: 'problem', message: `看不懂「${token}」`, from, to }]
  return [
    { kind: 'finding', finding, from, to },
    ...(number === undefined ? [] : [{ kind: 'number' as const, number: Number(number), from, to }]),
    ...(status ? [{ kind: 'status' as const, status, own: true, from, to }] : []),
    ...reasonToken(reason, from, to),
  ]
}

/** Whether what comes next is recorded on surfaces. */
function surfacesFollow(rest: string, own: CalloutKeys | undefined): boolean {
  const [next = ''] = rest.toLowerCase().split(/[\s,，、;；]/)
  const [, code = ''] = FINDING.exec(next) ?? []
  const finding = findingOf(code, own)
  if (finding !== undefined) return finding !== 'bridge' && toothCondition(finding).perSurface
  const word = wordAt(rest, 0)?.word
  return word?.kind === 'finding' || word?.kind === 'detail'
}

/** The teeth of '36', 's11', '17-14', and of 'u', 'l', 'q1' where a call-out begins; null when it names none. */
function teethOf(token: string, first: boolean): string[] | { message: string } | null {
  const region = { u: 'UA', l: 'LA' }[token] ?? (/^q[1-4]$/.test(token) ? token.toUpperCase() : undefined)
  if (region && isToothRegion(region) && (first || token.startsWith('q')))
    return expandTeeth([{ code: region, surfaces: '' }])
  const range = /^(\d\d)-(\d\d)$/.exec(token)
  if (range) {
    const [, one = '', other = ''] = range
    const [a, b] = [findTooth(one), findTooth(other)]
    if (!a || !b) return { message: `没有「${a ? other : one}」这个牙位` }
    if (a.arch !== b.arch || a.dentition !== b.dentition) return { message: `${one} 到 ${other} 不在同一排` }
    return toothRange(one, other)
  }
  const single = /^(s?)(\d+)$/.exec(token)
  if (!single) return null
  const [, extra = '', digits = ''] = single
  const codes = digits.match(/\d\d/g) ?? []
  const wrong = digits.length % 2 === 1 ? digits : codes.find((code) => !findTooth(code))
  if (wrong !== undefined) return { message: `没有「${wrong}」这个牙位` }
  return codes.map((code) => `${extra.toUpperCase()}${code}`)
}
