import { expect, it } from 'vitest'
import { errorTable } from '../index.ts'

it('each refusal has a number of its own', () => {
  const names = new Map<number, string[]>()
  for (const [name, { code }] of Object.entries(errorTable)) names.set(code, [...(names.get(code) ?? []), name])
  expect([...names].filter(([, shared]) => shared.length > 1)).toEqual([])
})
