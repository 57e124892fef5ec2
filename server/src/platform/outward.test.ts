import dns from 'node:dns'
import { createServer, type Server } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callOutward, isInsideAddress, mayBeOutside } from './outward.ts'

let server: Server
let port: number
let heard = 0

beforeAll(async () => {
  server = createServer((request, response) => {
    heard += 1
    if (request.url === '/away') response.writeHead(302, { location: '/' }).end('elsewhere')
    else if (request.url === '/long') response.end('x'.repeat(5000))
    else if (request.url !== '/never') request.pipe(response.setHeader('x-signature', 'signed'))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  ;({ port } = server.address() as AddressInfo)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const asked = { method: 'POST', headers: {}, body: '开票', timeoutMs: 1000, longest: 1000 } as const

it.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.9.9.9',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fd00::1',
  'fe80::1',
  'ff02::1',
  '[::1]',
  '::ffff:127.0.0.1',
  '::ffff:a00:1',
  '64:ff9b::7f00:1',
])('%s is inside', (address) => {
  expect(isInsideAddress(address)).toBe(true)
  expect(mayBeOutside(address)).toBe(false)
})

it.each(['1.1.1.1', '172.32.0.1', '100.128.0.1', '2400:3200::1', '::ffff:1.1.1.1'])('%s is outside', (address) => {
  expect(isInsideAddress(address)).toBe(false)
  expect(mayBeOutside(address)).toBe(true)
})

it('numbers are seen through in whatever spelling, and so is localhost', () => {
  for (const spelt of ['2130706433', '0x7f.1', '0177.0.0.1', '127.1', 'localhost', 'a.localhost', 'LOCALHOST.'])
    expect(mayBeOutside(new URL(`https://${spelt}/`).hostname)).toBe(false)
  for (const name of ['platform.example', 'localhost.example']) expect(mayBeOutside(name)).toBe(true)
})

it('a name that leads inside is refused when it is called, and nothing is sent there', async () => {
  const before = heard
  for (const host of ['localhost', '127.0.0.1', '[::ffff:127.0.0.1]'])
    await expect(callOutward(`http://${host}:${port}/`, { ...asked, mayBeInside: false })).rejects.toThrow()
  expect(heard).toBe(before)
})

it('a name like any other is refused when it leads inside, to whatever it led when it was typed', async () => {
  const before = heard
  const real = dns.lookup
  const inside = (_host: string, _options: unknown, answer: (error: null, found: object[]) => void) =>
    answer(null, [
      { address: '1.1.1.1', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ])
  try {
    Object.assign(dns, { lookup: inside })
    syncBuiltinESMExports()
    const address = `http://platform.example:${port}/`
    expect(mayBeOutside(new URL(address).hostname)).toBe(true)
    await expect(callOutward(address, { ...asked, mayBeInside: false })).rejects.toThrow('platform.example')
  } finally {
    Object.assign(dns, { lookup: real })
    syncBuiltinESMExports()
  }
  expect(heard).toBe(before)
})

it('what the house named itself is called, with its body and the headers of its answer', async () => {
  const answer = await callOutward(`http://127.0.0.1:${port}/`, { ...asked, mayBeInside: true })
  expect([answer.status, answer.text, answer.header('x-signature')]).toEqual([200, '开票', 'signed'])
})

it('follows nobody elsewhere, reads no further than it may, waits no longer than it may', async () => {
  const call = (path: string) => callOutward(`http://127.0.0.1:${port}${path}`, { ...asked, mayBeInside: true })
  expect((await call('/away')).status).toBe(302)
  await expect(call('/long')).rejects.toThrow('longer than an answer may be')
  await expect(call('/never')).rejects.toThrow()
})
