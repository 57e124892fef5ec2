import { z } from 'zod'
import { idOf, nullableText, oneOf, optionalText, requiredText, wholeNumber } from './fields.ts'

// Kinds of fields for the declarations of things that have many: `ask` is what a form sends, `shown` what an answer
// says, `blank` what stands where nothing is said, `typed` what somebody may type in a merge instead of either side.

/** How a form draws a field, where the kind of its value is enough to know it: `ui/form/DeclaredField.tsx`. */
export interface FieldControl {
  as:
    | 'text'
    | 'tel'
    | 'notes'
    | 'number'
    | 'money'
    | 'choice'
    | 'segments'
    | 'radios'
    | 'switch'
    | 'check'
    | 'colour'
    | 'day'
  /** Where the form says more than the label does. */
  label?: string
  required?: true
  /** Over the whole width. */
  wide?: true
  placeholder?: string
  help?: string
  unit?: string
  /** Beside a switch or a box to tick: what it means. */
  says?: string
}

/** One property of each field that has it: `partOf(patientFields, 'ask')` are the schemas of a form by key. */
export type PartOf<F, P extends string> = {
  [K in keyof F as F[K] extends Record<P, unknown> ? K : never]: F[K] extends Record<P, infer V> ? V : never
}
export const partOf = <F extends object, P extends string>(fields: F, part: P): PartOf<F, P> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) => (part in field ? [[key, field[part]]] : [])),
  ) as PartOf<F, P>

/** Some fields of a declaration. */
export const someOf = <F extends object, K extends keyof F>(fields: F, ...keys: K[]): Pick<F, K> =>
  Object.fromEntries(keys.map((key) => [key, fields[key]])) as Pick<F, K>

/**
 * Keys in the order in which they were declared, but for those that `order` names: these stand as it says. One that it
 * does not name stands behind the one declared before it.
 */
export function inOrder<K extends string>(declared: readonly K[], order: readonly string[]): K[] {
  const placed = order.flatMap((key) => declared.filter((each) => each === key))
  for (const [index, key] of declared.entries())
    if (!placed.includes(key)) placed.splice(index === 0 ? 0 : placed.indexOf(declared[index - 1] as K) + 1, 0, key)
  return placed
}

/** Left out is null. */
export const nullish = <T extends z.ZodType>(field: T) => field.nullish().transform((value) => value ?? null)

/** The numbers of a table of words, as `oneOf` takes them. */
export const numbersOf = (words: Readonly<Record<number, string>>) => Object.keys(words).map(Number) as [number]

/** A line of text that may be left out. */
export const textField = <const L extends string>(label: L, max: number) => ({
  label,
  max,
  blank: null,
  ask: nullableText(label, max),
  shown: z.string().nullable(),
  typed: requiredText(label, max),
})

/** A line of text that has to be given. */
export const nameField = <const L extends string>(label: L, max: number) => ({
  label,
  max,
  blank: '',
  ask: requiredText(label, max),
  shown: z.string(),
})

/** Several lines, '' when nothing is said. */
export const notesField = <const L extends string>(label: L, max: number) => ({
  label,
  max,
  blank: '',
  ask: optionalText(label, max),
  shown: z.string(),
  typed: requiredText(label, max),
})

/** One of a table of words. */
export const choiceField = <const L extends string>(label: L, words: Readonly<Record<number, string>>) => ({
  label,
  words,
  blank: null,
  ask: nullish(oneOf(label, numbersOf(words))),
  shown: z.number().nullable(),
})

/** One of a table of words that has to be chosen; a new entry begins with `first`. */
export const kindField = <const L extends string>(
  label: L,
  words: Readonly<Record<number, string>>,
  first: number,
) => ({
  label,
  words,
  blank: first,
  ask: oneOf(label, numbersOf(words)),
  shown: z.number(),
})

/** A whole number between two limits; of a step above 1 only its multiples. */
export const numberField = <const L extends string>(
  label: L,
  { min, max, step = 1 }: { min: number; max: number; step?: number },
) => {
  const whole = wholeNumber(label, min, max)
  const ask = step === 1 ? whole : whole.refine((value) => value % step === 0, { error: `${label}应为 ${step} 的倍数` })
  return { label, min, max, step, ask, shown: z.number() }
}

/** Something or somebody else by id. */
export const idField = <const L extends string>(label: L) => ({
  label,
  blank: null,
  ask: nullish(idOf(label)),
  shown: z.string().nullable(),
})

/** Words of which there may be several. */
export const listField = <const L extends string>(label: L, max: number) => ({
  label,
  blank: [],
  ask: z
    .array(requiredText(label, 20), { error: `${label}应为列表` })
    .max(max, { error: `${label}不能超过${max}项` })
    .transform((items) => [...new Set(items)])
    .default([]),
  shown: z.array(z.string()),
})

/** A number or name that may be covered with stars: in a change, left out is as it was, null is emptied. */
export const coverableField = <const L extends string, T extends z.ZodType>(label: L, max: number, schema: T) => ({
  label,
  max,
  blank: null,
  ask: nullish(schema),
  change: schema.nullable().optional(),
  shown: z.string().nullable(),
})

/** Yes or no; left out of a change: as it is. */
export const flagField = <const L extends string>(label: L) => ({
  label,
  blank: false,
  ask: z.boolean().optional(),
  shown: z.boolean(),
})
