import { expect, it } from 'vitest'
import { applyingPath, invitationTo } from './words.ts'

const CLINIC = '01a2050c-1111-7000-8000-000000000001'

it('a link to a clinic says which and as what, and nothing that opens anything', () => {
  const url = new URL(invitationTo('https://ya.example', CLINIC, 3))
  expect([url.pathname, ...url.searchParams]).toEqual(['/register', ['clinic', CLINIC], ['as', '3']])
  expect(applyingPath(url.searchParams)).toBe(`/relateClinic?clinic=${CLINIC}&as=3`)
})

it('what is no clinic leads nowhere', () => {
  expect(applyingPath(new URLSearchParams('as=1'))).toBeNull()
  expect(applyingPath(new URLSearchParams('clinic=javascript:alert(1)'))).toBeNull()
  expect(applyingPath(new URLSearchParams(`clinic=${CLINIC}&as=//x`))).toBe(`/relateClinic?clinic=${CLINIC}`)
})
