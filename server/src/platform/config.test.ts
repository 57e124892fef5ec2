import { expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const SECRET = 'q8Zt3vLx0Rk5Wn7Yb2Hd9Fs4Jc6Mg1Pa'
const given = (settings: Record<string, string>) => readConfig({ DATA_DIR: '/tmp', ...settings })

it('environments: development by default; staging and production are guarded alike', () => {
  expect(given({})).toMatchObject({ NODE_ENV: 'development', isProduction: false })
  for (const NODE_ENV of ['staging', 'production']) {
    expect(given({ NODE_ENV, SESSION_SECRET: SECRET }).isProduction).toBe(true)
    expect(() => given({ NODE_ENV })).toThrow(/SESSION_SECRET/)
    expect(() => given({ NODE_ENV, SESSION_SECRET: SECRET, CLOCK_AT: '2026-11-20 10:42:00' })).toThrow(/CLOCK_AT/)
  }
  expect(() => given({ NODE_ENV: 'live' })).toThrow(ConfigError)
})
