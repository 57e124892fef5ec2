import { markWords } from '@dentin/clinical/mark-words'
import type { TemplateContent } from '@dentin/contract/record'
import type { Category, Template } from './hooks.ts'

/** A template with all that is searched of it, in lower case. */
export interface Indexed {
  template: Template
  hay: string
}

/** The words of a template in one line. */
export function wordsOf(content: TemplateContent): string {
  const { nextVisit, toothMarks, ...written } = content
  return Object.values({
    ...written,
    next: nextVisit.remark,
    marks: [...new Set(toothMarks.map(markWords))].join('；'),
  })
    .flatMap((value) =>
      typeof value === 'string' ? [value] : value.map((row) => ('icdName' in row ? row.icdName : row.content)),
    )
    .filter(Boolean)
    .map((words) => words.replace(/[。；]$/, ''))
    .join('；')
}

/** The names of a category from the top: 外科 › 拔牙; 未分类 where there is none. */
export function pathOf(id: string | null, categories: readonly Category[]): string {
  const own = categories.find((each) => each.id === id)
  if (!own) return '未分类'
  return own.parentId === null ? own.name : `${pathOf(own.parentId, categories)} › ${own.name}`
}

/** Made once for a list; each key then only looks. */
export function indexOf(list: readonly Template[], categories: readonly Category[]): Indexed[] {
  const paths = new Map(categories.map(({ id }) => [id, pathOf(id, categories)]))
  return list.map((template) => ({
    template,
    hay: [template.search, paths.get(template.categoryId ?? '') ?? '', wordsOf(template.content)]
      .join(' ')
      .toLowerCase(),
  }))
}

/** Those in which every word of the text stands, in the order of the list; of an empty text all. */
export function find(index: readonly Indexed[], text: string): Template[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return index.filter(({ hay }) => words.every((word) => hay.includes(word))).map(({ template }) => template)
}

/** Templates by category, in the order of the tree; those in none are last. */
export function grouped(
  list: readonly Template[],
  categories: readonly Category[],
): { id: string | null; path: string; list: Template[] }[] {
  const groups = new Map<string | null, Template[]>()
  for (const id of [...categories.map((each) => each.id), null]) groups.set(id, [])
  for (const each of list) (groups.get(each.categoryId) ?? groups.get(null))?.push(each)
  return [...groups].flatMap(([id, own]) => (own.length > 0 ? [{ id, path: pathOf(id, categories), list: own }] : []))
}
