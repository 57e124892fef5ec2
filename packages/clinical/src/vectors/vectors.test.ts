import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { differences, runVectors, type VectorFile } from './compare.ts'

const files = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(path.join(import.meta.dirname, name), 'utf8')) as VectorFile)

describe('the worked cases of the calculators', () => {
  it('are all there', () => expect(files.flatMap(({ cases }) => cases)).toHaveLength(102))
  test.each(files.map((file) => [file.suite, file] as const))('%s', (_suite, file) => {
    expect(runVectors(file).filter(({ differs }) => differs.length > 0)).toEqual([])
  })

  it('a calculator that nobody knows and an answer that is off are failures', () => {
    const [first] = files[0]?.cases ?? []
    if (!first) throw new Error('no case')
    const wrong = { suite: 'x', cases: [{ ...first, fn: 'guess' }] }
    expect(runVectors(wrong)[0]?.differs).toEqual(['没有 guess 这种计算'])
    expect(differences({ a: 1, b: 2 }, { a: 1.0009 }, 0.001)).toEqual(['b: 得 2，应为 没有'])
    expect(differences([1, 2], [1], 0.001)).toHaveLength(1)
    expect(differences(1.002, 1, 0.001)).toHaveLength(1)
    expect(differences(null, 0, 0.001)).toHaveLength(1)
  })
})
