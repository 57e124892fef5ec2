import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
/** What counts down, is kept on this machine or waits for a reload: it has nothing to do with the clinic's day. */
const OF_THIS_MACHINE: readonly string[] = [
  'app/layout/SignInFrame.tsx',
  'app/new-version.ts',
  'features/identity/ScanLogin.tsx',
  'features/membership/PayDialog.tsx',
  'features/payment/hooks.ts',
  'features/picture/useUploads.ts',
  'features/record/useDraft.ts',
  'lib/offline.ts',
  'lib/present.ts',
]

it('asks lib/present for the clinic’s present, never this machine', () => {
  const asking = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .filter((file) => /new Date\(\)|Date\.now\(\)/.test(readFileSync(path.join(root, file), 'utf8')))
    .map((file) => file.replaceAll(path.sep, '/'))
  expect(asking.sort()).toEqual(OF_THIS_MACHINE)
})
