import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { allCalls, errorTable, menuScreens } from '../index.ts'

const CHINESE = /\p{Script=Han}/u

it('language: every word that the contract says to a person is Chinese', () => {
  const said: [string, string][] = [
    ...Object.entries(errorTable).map(([name, { message }]): [string, string] => [name, message]),
    ...menuScreens.map(({ path: address, title }): [string, string] => [address, title]),
    ...[...allCalls()].map(({ name, call }): [string, string] => [name, call.doc]),
  ]
  expect(said.length).toBeGreaterThan(500)
  expect(said.filter(([, text]) => !CHINESE.test(text))).toEqual([])
})

it('language: so is every refusal of a field, also one that its declaration does not word', () => {
  const wrong: unknown[] = [undefined, null, 1.5, -1, Infinity, 'x', '', [], [1], {}, true, 'a'.repeat(5000)]
  const foreign = new Set<string>()
  for (const { name, call } of allCalls())
    for (const [field, schema] of Object.entries({ ...call.params, ...call.query, ...call.body }))
      for (const value of wrong) {
        const found = schema.safeParse(value)
        for (const issue of found.success ? [] : found.error.issues)
          if (!CHINESE.test(issue.message)) foreign.add(`${name} ${field}: ${issue.message}`)
      }
  expect([...foreign]).toEqual([])
})

it('language: the page says that it is Chinese', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../../../web/index.html'), 'utf8')
  expect(page).toContain('<html lang="zh-CN"')
})
