import { expect, it } from 'vitest'
import { ConfigError, isLoopback, readConfig } from './config.ts'

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

it('what is for trying is not open to other machines by accident', () => {
  for (const HOST of ['0.0.0.0', '::', '192.168.1.20', 'clinic.example']) {
    expect(() => given({ HOST })).toThrow(/DEMO_PUBLIC/)
    expect(() => given({ HOST, NODE_ENV: 'test' })).toThrow(/DEMO_PUBLIC/)
    expect(given({ HOST, DEMO_PUBLIC: 'true' }).DEMO_PUBLIC).toBe(true)
    expect(given({ HOST, NODE_ENV: 'production', SESSION_SECRET: SECRET }).isProduction).toBe(true)
  }
  expect(() => given({ NODE_ENV: 'production', SESSION_SECRET: SECRET, DEMO_PUBLIC: 'true' })).toThrow(/DEMO_PUBLIC/)
  for (const HOST of ['127.0.0.1', '127.0.1.1', '::1', 'localhost']) expect(given({ HOST }).HOST).toBe(HOST)
  expect(['::ffff:127.0.0.1', '127.0.0.1.evil.example', '1270.0.0.1', '10.0.0.1'].map(isLoopback)).toEqual([
    true,
    false,
    false,
    false,
  ])
})
