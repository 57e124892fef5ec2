import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

test('the order of keys does not matter, the order of a list does', () => {
  const one = { b: [1, { d: null, c: '牙' }], a: undefined, e: true }
  const other = { e: true, b: [1, { c: '牙', d: null }] }
  expect(canonicalJson(one)).toBe('{"b":[1,{"c":"牙","d":null}],"e":true}')
  expect(canonicalJson(other)).toBe(canonicalJson(one))
  expect(canonicalJson([2, 1])).not.toBe(canonicalJson([1, 2]))
})

test('reads back as the same data', () => {
  const data = { 文本: '引号"与\n换行', n: -1.5, list: [], none: null, nested: { z: {}, a: [[]] } }
  expect(JSON.parse(canonicalJson(data))).toEqual(data)
})

test('keys with line breaks and empty keys are told apart, whichever came first', () => {
  const texts = [
    { a: 1, '': 2 },
    { 'a\n': 1 },
    { '': 1 },
    {},
    { 'a\nb': 1, c: 2 },
    { a: 1, 'b\nc': 2 },
    { a: 1, b: 2, c: 3 },
  ]
  for (const data of [...texts, ...texts.toReversed()]) expect(JSON.parse(canonicalJson(data))).toEqual(data)
})

test('neighbours with as many members are told apart', () =>
  expect(
    canonicalJson([
      { b: 1, a: 2 },
      { b: 1, a: 2 },
      { b: 1, c: 2 },
      { a: 1, b: 2 },
    ]),
  ).toBe('[{"a":2,"b":1},{"a":2,"b":1},{"b":1,"c":2},{"a":1,"b":2}]'))

/** As it was first written: what was signed with it is read today. */
function asFirstWritten(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(asFirstWritten).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, each]) => `${JSON.stringify(key)}:${asFirstWritten(each)}`).join(',')}}`
}

test('is the text that was signed, for any data', () => {
  fc.assert(fc.property(fc.jsonValue(), (data) => canonicalJson(data) === asFirstWritten(data)))
})

test('refuses what JSON cannot hold', () => {
  expect(() => canonicalJson(undefined)).toThrow(TypeError)
  expect(() => canonicalJson({ a: Number.NaN })).toThrow(TypeError)
})
