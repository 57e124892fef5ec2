import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tokens } from './tokens.ts'

const here = import.meta.dirname

/** One spelling for a CSS value: lower case, no spaces, no zero before a point or at the end of a fraction. */
const plain = (value: string) =>
  value
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/(^|[(,])0?\.(\d*?)0*(?=[,)])/g, '$1.$2')

test('tokens.css and tokens.ts hold the same values', () => {
  const css = readFileSync(join(here, 'tokens.css'), 'utf8')
  const declared = new Map([...css.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((m) => [m[1] ?? '', m[2] ?? '']))
  for (const [name, value] of Object.entries(tokens)) {
    expect(`${name}: ${plain(declared.get(name) ?? '')}`).toBe(`${name}: ${plain(value)}`)
  }
})

test('no colour literal stands outside the token files', () => {
  const literal = /(?<![\w&])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b(?![\w-])|\b(?:rgb|hsl)a?\(/i
  const source = join(here, '..', '..')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.(css|tsx?)$/.test(path) && !/\.test\.tsx?$|theme[\\/]tokens\.(css|ts)$/.test(path),
  )
  const found = files.flatMap((path) =>
    readFileSync(join(source, path), 'utf8')
      .split('\n')
      .flatMap((line, i) => (literal.test(line) ? [`${path}:${i + 1}: ${line.trim()}`] : [])),
  )
  expect(files.length).toBeGreaterThan(20)
  expect(found).toEqual([])
})
