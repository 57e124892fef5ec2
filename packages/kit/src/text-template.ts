import { formatYuanText } from './money.ts'

/** What a text may name: words, money in yuan, a day, or rows with values of their own. */
export type TemplateVariable =
  | { readonly name: string; readonly type: 'text' | 'money' | 'date' }
  | {
      readonly name: string
      readonly type: 'list'
      readonly columns: readonly { readonly name: string; readonly type: 'text' | 'money' | 'date' }[]
    }

/** Values by the names of their variables; a list is its rows. */
export type TemplateValues = Readonly<
  Record<string, TemplateValue | readonly Readonly<Record<string, TemplateValue>>[]>
>
type TemplateValue = string | null | undefined

/** What is wrong with a text, and on which of its lines, the first being 1. */
export interface TemplateProblem {
  line: number
  message: string
}

type Node =
  | { kind: 'text'; text: string }
  | { kind: 'value'; name: string }
  | { kind: 'loop' | 'when'; name: string; inside: Node[] }
type Block = Extract<Node, { inside: Node[] }>

interface Parsed {
  nodes: Node[]
  problems: TemplateProblem[]
}

interface Tag {
  sign: '' | '#' | '?' | '/'
  name: string
  line: number
}

/** A tag ends on its line and holds no brace; what is no tag is text as it stands. */
const TAG = /\{\{([^{}\n]*)\}\}/g
/** What stands for a tag that somebody began or ended and did not write out. */
const HALF = /\{\{|\}\}/

/**
 * Reads a text with `{{变量}}`, `{{#列表}}…{{/列表}}` for each row of a list, and `{{?变量}}…{{/变量}}` for what stands only where
 * the variable has a value. Nothing in it is evaluated: a name is looked up, and what it stands for is text.
 * @returns every problem of the text; of one that has none, its parts
 */
function parse(text: string, variables: readonly TemplateVariable[]): Parsed {
  const problems: TemplateProblem[] = []
  const root: Node[] = []
  const open: { block: Block; line: number }[] = []
  const inside = () => open.at(-1)?.block.inside ?? root
  const listOpen = () => open.find(({ block }) => block.kind === 'loop')?.block.name
  const say = (line: number, message: string) => void problems.push({ line, message })
  /** The variable of a name where it stands: columns of the list around it, then what the paper has. */
  const variableOf = (name: string) => {
    const list = variables.find((each) => each.name === listOpen())
    const column = list?.type === 'list' ? list.columns.find((each) => each.name === name) : undefined
    return column ?? variables.find((each) => each.name === name)
  }
  const take = ({ sign, name, line }: Tag) => {
    if (name === '') return say(line, '括号里没有变量名')
    if (sign === '/') {
      const last = open.at(-1)
      if (!last) return say(line, `「{{/${name}}}」没有对应的开始`)
      open.pop()
      if (last.block.name !== name) say(line, `「{{/${name}}}」与第 ${last.line} 行的「${last.block.name}」不对应`)
      return undefined
    }
    const variable = variableOf(name)
    if (!variable) say(line, unknown(name, variables))
    else if (sign === '#' && variable.type !== 'list') say(line, `「${name}」不是列表，不能循环`)
    else if (sign === '#' && listOpen() !== undefined) say(line, `循环里不能再循环「${name}」`)
    else if (sign === '' && variable.type === 'list') say(line, `「${name}」是列表，请写成 {{#${name}}}…{{/${name}}}`)
    if (sign === '') inside().push({ kind: 'value', name })
    else {
      const block: Block = { kind: sign === '#' ? 'loop' : 'when', name, inside: [] }
      inside().push(block)
      open.push({ block, line })
    }
    return undefined
  }
  const lines = text.split('\n')
  for (const [n, whole] of lines.entries()) {
    const line = n + 1
    const tags = [...whole.matchAll(TAG)]
    // A line that holds nothing but the beginning or the end of a block leaves no line behind.
    const isBare =
      tags.length > 0 && tags.every(([, words = '']) => /^\s*[#?/]/.test(words)) && !whole.replaceAll(TAG, '').trim()
    let at = 0
    const plain = (piece: string) => {
      if (HALF.test(piece)) say(line, '「{{」与「}}」要成对写在同一行')
      if (piece !== '' && !isBare) inside().push({ kind: 'text', text: piece })
    }
    for (const tag of tags) {
      plain(whole.slice(at, tag.index))
      at = tag.index + tag[0].length
      take({ ...read(tag[1] ?? ''), line })
    }
    plain(whole.slice(at))
    if (!isBare && n < lines.length - 1) inside().push({ kind: 'text', text: '\n' })
  }
  for (const { block, line } of open) say(line, `「${block.name}」没有结束，请加上 {{/${block.name}}}`)
  return { nodes: root, problems: problems.sort((a, b) => a.line - b.line) }
}

function read(words: string): Pick<Tag, 'sign' | 'name'> {
  const text = words.trim()
  const sign = text[0]
  return sign === '#' || sign === '?' || sign === '/' ? { sign, name: text.slice(1).trim() } : { sign: '', name: text }
}

/** A name that stands for nothing here: perhaps that of a column outside its list. */
function unknown(name: string, variables: readonly TemplateVariable[]): string {
  const list = variables.find((each) => each.type === 'list' && each.columns.some((column) => column.name === name))
  return list ? `「${name}」只能写在 {{#${list.name}}} 里` : `没有变量「${name}」`
}

/** What is wrong with a text, the first line first; nothing: it may be used. */
export const templateProblems = (text: string, variables: readonly TemplateVariable[]): TemplateProblem[] =>
  parse(text, variables).problems

/**
 * Fills a text in. The result is text: whoever shows it as anything else escapes it. What a value says is never read as a tag.
 * @returns '' for a text that has problems (see templateProblems)
 */
export function fillTemplate(text: string, variables: readonly TemplateVariable[], values: TemplateValues): string {
  const { nodes, problems } = parse(text, variables)
  return problems.length > 0 ? '' : fill(nodes, variables, values)
}

function fill(nodes: readonly Node[], variables: readonly TemplateVariable[], values: TemplateValues): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text') return node.text
      const variable = variables.find(({ name }) => name === node.name)
      const value = Object.hasOwn(values, node.name) ? values[node.name] : undefined
      if (node.kind === 'value') return variable ? shown(variable.type, value) : ''
      if (node.kind === 'when') return hasValue(variable?.type, value) ? fill(node.inside, variables, values) : ''
      if (variable?.type !== 'list' || !Array.isArray(value)) return ''
      const within = [...variable.columns, ...variables]
      return (value as readonly TemplateValues[])
        .map((row) => fill(node.inside, within, { ...values, ...row }))
        .join('')
    })
    .join('')
}

const isYuan = (value: string) => /^-?\d{1,11}(\.\d{1,2})?$/.test(value)

function shown(type: TemplateVariable['type'], value: TemplateValues[string]): string {
  if (typeof value !== 'string') return ''
  if (type === 'money') return isYuan(value) ? formatYuanText(value) : value
  return type === 'date' ? value.slice(0, 10) : value
}

function hasValue(type: TemplateVariable['type'] | undefined, value: TemplateValues[string]): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (typeof value !== 'string') return false
  return value.trim() !== '' && !(type === 'money' && isYuan(value) && Number(value) === 0)
}
