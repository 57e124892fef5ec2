import { idLabels, type AnyCall, type Fields } from '@dentin/contract'
import { z } from 'zod'

/** Ids that stand for "something that exists", by the word in the field's name. */
export type IdPool = (field: string, label?: string) => string[]

const TEXTS = [
  '文字',
  '16',
  '2026-11-23 10:00:00',
  '2026-11-23',
  '13800009999',
  '12.50',
  'req-abcd-1234',
  'abcd',
  'arrived',
  '根管治疗初诊',
  'Dentin#2026',
  'a@b.cn',
  '330106199203140029',
  '0',
  '1',
  '',
]
const NUMBERS = [1, 0, 2, 5, 10, 15, 30, 60, 90, 3, 20, 100]

/** A value that the schema accepts, or undefined when none of the candidates is. */
function sample(schema: z.ZodType, field: string, ids: IdPool): unknown {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodArray) {
    const one = sample(inner.element as z.ZodType, field, ids)
    const list = one === undefined ? [] : [one]
    return [list, []].find((each) => schema.safeParse(each).success)
  }
  if (inner instanceof z.ZodObject) {
    return sampleFields(inner.shape as Fields, ids)
  }
  const { label } = idLabels.get(inner) ?? {}
  const candidates: unknown[] = [
    ...(label === undefined ? [] : ids(field, label)),
    ...(/ids?$/i.test(field) ? ids(field) : []),
    ...valuesOf(inner),
    true,
    ...TEXTS,
    ...NUMBERS,
    ...ids(field),
    null,
  ]
  return candidates.find((each) => schema.safeParse(each).success)
}

/** Fields of one part of a request, each with an accepted value. */
function sampleFields(fields: Fields, ids: IdPool): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(fields)) {
    const value = sample(schema, name, ids)
    if (value !== undefined) made[name] = value
  }
  return made
}

/** A whole input of a call that its schemas accept. */
export function sampleInput(call: AnyCall, ids: IdPool): Record<string, unknown> {
  const input = { ...sampleFields(call.params, ids), ...sampleFields(call.query, ids), ...sampleFields(call.body, ids) }
  if ('requestId' in call.body) input.requestId = `req-${Math.random().toString(36).slice(2)}${Date.now()}`
  return input
}

/** Every label of an id that a call takes. */
export function labelsOf(call: AnyCall): string[] {
  const found = new Set<string>()
  const look = (schema: z.ZodType): void => {
    const inner = unwrap(schema)
    const label = idLabels.get(inner)?.label
    if (label !== undefined) found.add(label)
    else if (inner instanceof z.ZodArray) look(inner.element as z.ZodType)
    else if (inner instanceof z.ZodObject) for (const field of Object.values(inner.shape as Fields)) look(field)
  }
  for (const part of [call.params, call.query, call.body]) for (const field of Object.values(part)) look(field)
  return [...found]
}

function unwrap(schema: z.ZodType): z.ZodType {
  let inner = schema as z.ZodType & { unwrap?: () => z.ZodType; in?: z.ZodType }
  for (let n = 0; n < 6; n++) {
    if (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault) {
      inner = (inner as unknown as { unwrap: () => z.ZodType }).unwrap() as typeof inner
    } else if (inner instanceof z.ZodPipe) {
      inner = inner.in as typeof inner
    } else break
  }
  return inner
}

function valuesOf(schema: z.ZodType): unknown[] {
  if (schema instanceof z.ZodLiteral) return [...(schema.values as Set<unknown>)]
  if (schema instanceof z.ZodEnum) return schema.options as unknown[]
  return []
}

/** Things that do not belong into a field of any type. */
export const MONSTERS: readonly unknown[] = [
  null,
  '',
  ' ',
  'x'.repeat(20_000),
  '😀'.repeat(300),
  'nul\u0000byte',
  '\ud800',
  "'; drop table patient; --",
  '%_\\',
  '<script>alert(1)</script>',
  '__proto__',
  -1,
  0,
  1.5,
  1e308,
  -1e308,
  2 ** 53 + 1,
  Number.MAX_SAFE_INTEGER,
  '2026-02-30',
  '2026-02-30 25:61:61',
  '99999-01-01',
  '0000-00-00 00:00:00',
  '1e9',
  'NaN',
  '-0.001',
  '9999999999999999.99',
  true,
  false,
  {},
  [],
  { $ne: null },
  Array.from({ length: 500 }, () => 1),
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '00000000-0000-0000-0000-000000000000',
  '../../etc/passwd',
  '２０２６',
]

/** JSON nested deeply enough to hurt a careless reader. */
export function deepJson(depth: number): string {
  return `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
}
