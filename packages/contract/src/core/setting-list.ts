import { z } from 'zod'
import type { Resource } from '../areas/resources.ts'
import { call, resource } from './call.ts'
import type { FieldControl } from './field-kinds.ts'
import { idOf, noneTwice, requestId, version, wholeNumber } from './fields.ts'

// A list of settings, said once: its fields, and from them its calls. docs/decisions/0077-lists-said-once.md

/** How the table of a list shows a value. */
export interface ListCell {
  /** Where the head says otherwise than the label. */
  title?: string
  /** In px; left out: what is left. */
  width?: number
  unit?: string
  /** A sum that no field of the dialog says to be one. */
  isAmount?: boolean
}

/** A field of an entry, which the dialog keeps. */
export interface ListField {
  label: string
  /** null: it is kept elsewhere, by what the server says of this list (`select`, `after`). */
  column: string | null
  /** What the dialog sends, what an answer says, and what a new entry begins with. */
  ask: z.ZodType
  shown: z.ZodType
  blank: unknown
  min?: number
  max?: number
  step?: number
  words?: Readonly<Record<number, string>>
  /** What its values are called in a sheet, where no form draws it. */
  names?: Readonly<Record<string, string>>
  /** Left out: the screen draws its control (`controls`), or it goes with the entry unseen. */
  edit?: FieldControl
  /** Left out: the table has no column of it. */
  cell?: ListCell
}

/** What an answer says of an entry beside its fields: a name, a count. */
export interface ListFact {
  label: string
  shown: z.ZodType
  cell?: ListCell
}

type Asked<F extends Record<string, ListField>> = { [K in keyof F]: F[K]['ask'] }
type Shown<F extends Record<string, { shown: z.ZodType }>> = { [K in keyof F]: F[K]['shown'] }
const askedOf = <F extends Record<string, ListField>>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([key, { ask }]) => [key, ask])) as Asked<F>
const shownOf = <F extends Record<string, { shown: z.ZodType }>>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([key, { shown }]) => [key, shown])) as Shown<F>

export interface SettingListOptions<F, C> {
  /** What one entry is called: 科室. */
  noun: string
  fields: F
  facts: C
  /** own: each clinic keeps its list. all: the company has one. */
  scope: 'own' | 'all'
  /** Whose posts open it, and whose keep it. */
  see: Resource
  edit: Resource
  /** Where its calls lie: the list, an entry, its order, its sheet. */
  paths: Record<'list' | 'save' | 'sort' | 'sheet', `/${string}`>
  docs: Record<'list' | 'save', string>
  /** Refusals beside those that every list knows. */
  errors: readonly string[]
}

/** A list whose entries are added, changed, put in order and switched off: its fields and its calls. */
export function settingList<const F extends Record<string, ListField>, const C extends Record<string, ListFact>>({
  noun,
  fields,
  facts,
  scope,
  see,
  edit,
  paths,
  docs,
  errors,
}: SettingListOptions<F, C>) {
  /** An entry as answers say it. */
  const row = z.object({
    id: z.string(),
    ...shownOf(fields),
    ...shownOf(facts),
    sortNo: z.number(),
    enabled: z.boolean(),
    version: z.number(),
  })
  /** A new entry has no id; a changed one carries the version that the screen was looking at. */
  const body = {
    id: idOf(noun).nullish(),
    version: version.optional(),
    requestId,
    ...askedOf(fields),
    /** Left out: a new one is the last, a changed one stays where it is. */
    sortNo: wholeNumber('排序', 0, 9999).optional(),
    enabled: z.boolean({ error: '请选择是否启用' }).default(true),
  }
  const calls = {
    list: call({
      method: 'GET',
      path: paths.list,
      doc: docs.list,
      spec: null,
      allow: resource(see),
      scope,
      output: z.array(row),
    }),
    save: call({
      method: 'POST',
      path: paths.save,
      doc: docs.save,
      spec: null,
      allow: resource(edit),
      scope,
      idempotent: true,
      body,
      output: z.object({ id: z.string() }),
      errors: [...errors, 'VERSION_CONFLICT', 'NOT_FOUND'],
    }),
    sort: call({
      method: 'POST',
      path: paths.sort,
      doc: `${noun}的次序：按给出的先后排，没给出的排在后面；两人同时排，后到的算数`,
      spec: null,
      allow: resource(edit),
      scope,
      body: {
        ids: z
          .array(idOf(noun), { error: '次序应为列表' })
          .min(1, { error: '请给出次序' })
          .max(1000, { error: '一次最多排 1000 条' })
          .refine(noneTwice, { error: '同一条不能排两次' }),
      },
      output: z.null(),
      errors: ['NOT_FOUND'],
    }),
    sheet: call({
      method: 'POST',
      path: paths.sheet,
      doc: `${noun}的全部条目，含停用的，一张表格`,
      spec: null,
      allow: resource(edit),
      scope,
      answer: 'file',
      exported: noun,
      output: z.null(),
    }),
  }
  return { noun, fields, facts, edit, row, body: z.object(body), calls }
}
