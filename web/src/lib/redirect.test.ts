import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ownPath } from './redirect.ts'

const origin = 'https://clinic.example'

describe('the path wanted after signing in', () => {
  it('is kept when it is one of our own', () => {
    expect(ownPath('/patientCenter?id=1&tab=bill', origin)).toBe('/patientCenter?id=1&tab=bill')
    expect(ownPath('/dashboard#x', origin)).toBe('/dashboard#x')
  })

  it.each([
    null,
    '',
    'dashboard',
    '//evil.example',
    '\\\\evil.example',
    '/\\evil.example',
    'https:evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    '/../..//evil.example',
    '/.//evil.example',
    '/login?redirect=/login',
  ])('B8: is refused: %j', (wanted) => {
    expect(ownPath(wanted, origin)).toBeNull()
  })

  it('B8: never leads to another origin', () => {
    const parts = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      'evil.example',
      '@',
      ':',
      '\t',
      '\n',
      '\u3002',
      '?',
      '#',
      'https:',
      'javascript:',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (pieces) => {
        const target = ownPath(pieces.join(''), origin)
        return target === null || new URL(target, origin).origin === origin
      }),
      { numRuns: 2000 },
    )
  })
})
