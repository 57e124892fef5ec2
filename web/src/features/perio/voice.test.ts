import { expect, it } from 'vitest'
import { wayOf } from './voice.ts'

const hears = (available?: () => Promise<string>) => (available ? { available } : {})
const mic = () => Promise.resolve(true)

it.each([
  ['the device understands', false, hears(() => Promise.resolve('available')), 'local'],
  [
    'the device understands, though sound may leave the house',
    true,
    hears(() => Promise.resolve('available')),
    'local',
  ],
  ['only a service understands, and nobody agreed', false, hears(() => Promise.resolve('unavailable')), null],
  ['only a service understands, and the clinic agreed', true, hears(() => Promise.resolve('downloadable')), 'remote'],
  ['the browser cannot say, and nobody agreed', false, hears(), null],
  ['the browser cannot say, and the clinic agreed', true, hears(), 'remote'],
  ['the browser fails to say, and nobody agreed', false, hears(() => Promise.reject(new Error('no'))), null],
  ['the browser recognises nothing', true, null, null],
] as const)('%s', async (_name, remote, browser, way) => {
  expect(await wayOf(remote, browser, mic)).toBe(way)
  expect(await wayOf(remote, browser, () => Promise.resolve(false))).toBeNull()
})
