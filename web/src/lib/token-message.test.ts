import { describe, expect, it } from 'vitest'
import { isTrustedSender, tokenMessageIn } from './token-message.ts'

const id = '01a00000-0000-7000-8000-000000000000'
const good = { token: 'A'.repeat(43), clinicId: id, currentUserId: id, companyId: id }

describe('B7, cross-window-token: a message from another window', () => {
  it('is taken with exactly its four parts, with and without a clinic', () => {
    expect(tokenMessageIn(good)).toEqual(good)
    expect(tokenMessageIn({ ...good, clinicId: null, companyId: null })).toMatchObject({ clinicId: null })
  })

  const hostile: [string, unknown][] = [
    ['nothing', null],
    ['undefined', undefined],
    ['text', JSON.stringify(good)],
    ['a number', 7],
    ['a list', [good.token, id, id, id]],
    ['a map', new Map(Object.entries(good))],
    ['a function', () => good],
    ['only a token', { token: good.token }],
    ['one part too many', { ...good, role: 'admin' }],
    ['no person', { ...good, currentUserId: null }],
    ['a clinic without its company', { ...good, companyId: null }],
    ['a company without a clinic', { ...good, clinicId: null }],
    ['an empty token', { ...good, token: '' }],
    ['a token of another kind', { ...good, token: { toString: () => good.token } }],
    ['a token with a line break', { ...good, token: `${'A'.repeat(42)}\n` }],
    ['a token that is a script', { ...good, token: '<script>alert(1)</script>' }],
    ['a longer token', { ...good, token: 'A'.repeat(44) }],
    ['an id with a quote', { ...good, clinicId: `${id}'` }],
    ['an id in capitals', { ...good, currentUserId: id.toUpperCase() }],
    ['parts of the prototype', Object.create(good) as unknown],
    ['a class of its own', Object.assign(Object.create({ evil: true }) as object, good)],
    ['parts nested one deeper', { data: good }],
  ]
  it.each(hostile)('is dropped when it is %s', (_name, data) => {
    expect(tokenMessageIn(data)).toBeNull()
  })

  it('is taken only from the window that opened this one, from an origin named letter by letter', () => {
    const opener = {}
    const origins = ['https://old.example.com']
    const from = (origin: string, source: unknown = opener) => isTrustedSender({ origin, source }, opener, origins)
    expect(from('https://old.example.com')).toBe(true)
    for (const origin of [
      'null',
      '',
      'http://old.example.com',
      'https://old.example.com:8443',
      'https://old.example.com.evil.example',
      'https://evil-old.example.com',
      'https://old.example.com/',
      'https://OLD.example.com',
      'https://old.example.co',
    ])
      expect(from(origin)).toBe(false)
    expect(from('https://old.example.com', {})).toBe(false)
    expect(isTrustedSender({ origin: 'https://old.example.com', source: null }, null, origins)).toBe(false)
    expect(isTrustedSender({ origin: 'https://old.example.com', source: opener }, opener, [])).toBe(false)
  })
})
