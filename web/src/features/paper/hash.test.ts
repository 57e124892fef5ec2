import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hexOfHash, sameHash } from './hash.ts'

test('a file has the hash that the server kept of it, and another file has not', async () => {
  const bytes = '%PDF-1.7 一份病历'
  const issued = createHash('sha256').update(bytes).digest('hex')
  expect(sameHash(await hexOfHash(new Blob([bytes])), issued)).toBe(true)
  expect(sameHash(await hexOfHash(new Blob([`${bytes} `])), issued)).toBe(false)
})
