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

test('refuses what JSON cannot hold', () => {
  expect(() => canonicalJson(undefined)).toThrow(TypeError)
  expect(() => canonicalJson({ a: Number.NaN })).toThrow(TypeError)
})
