import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../../..')
const command = (...files: string[]) => {
  const { status, stdout } = spawnSync('node', ['scripts/run.mjs', 'scripts/vectors.ts', ...files], {
    cwd: root,
    encoding: 'utf8',
  })
  return { status, lines: stdout.trimEnd().split('\n') }
}

it('prints each difference, ends with the count, and fails with the first of them', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dentin-vectors-'))
  const file = path.join(folder, 'own.json')
  const right = {
    id: 'right',
    fn: 'toothNumber',
    input: { fdi: 11 },
    expected: { universal: '8', palmer: 'UR1', dentition: 'permanent' },
  }
  const wrong = { ...right, id: 'wrong', expected: { ...right.expected, universal: '9' } }
  const write = (...cases: object[]) => writeFileSync(file, JSON.stringify({ suite: 'own', cases }))
  write(right, wrong, { ...right, id: 'unknown', fn: 'nobody' })
  expect(command(file)).toEqual({
    status: 1,
    lines: [
      `${file} wrong: universal: expected "9", found "8"`,
      `${file} unknown: no calculator is called nobody`,
      '1 passed, 2 failed',
    ],
  })
  write(right)
  expect(command(file)).toEqual({ status: 0, lines: ['1 passed, 0 failed'] })
  expect(command(path.join(folder, 'missing.json')).status).toBe(1)
  rmSync(folder, { recursive: true })
})
