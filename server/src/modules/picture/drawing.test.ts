import { createReadStream } from 'node:fs'
import { open, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readAll } from '../../platform/files/store.ts'
import { drawnFrom } from './drawing.ts'

let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'drawing-'))
  file = path.join(folder, 'picture.jpg')
  await writeFile(
    file,
    await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#8a6' } })
      .jpeg()
      .toBuffer(),
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const UPRIGHT = { rotate: 0, flip: false }

it('closes the file of a picture that nobody reads to its end', async () => {
  const source = (await open(file, 'r')).createReadStream()
  const closed = new Promise<void>((resolve) => source.once('close', resolve))
  drawnFrom(source, UPRIGHT, 'thumb', 'image/jpeg').destroy()
  await closed
  expect(source.destroyed).toBe(true)
})

it('tells whoever reads the picture that its file can not be read', async () => {
  const source = createReadStream(path.join(folder, 'gone.jpg'))
  await expect(readAll(drawnFrom(source, UPRIGHT, 'thumb', 'image/jpeg'))).rejects.toThrow(/ENOENT/)
})

it('draws a picture that is read to its end', async () => {
  const bytes = await readAll(drawnFrom(createReadStream(file), { rotate: 90, flip: false }, 'thumb', 'image/jpeg'))
  const { width, height } = await sharp(bytes).metadata()
  expect([width, height]).toEqual([280, 420])
})
