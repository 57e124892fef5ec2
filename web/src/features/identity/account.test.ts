import { expect, it } from 'vitest'
import { homeAfterSignIn, isNobody } from './account.ts'

it('after-login-target, role-userauth-2: the workbench for a doctor of a recognised clinic, the guide page for everybody else', () => {
  expect(homeAfterSignIn({ userAuth: 2, orgAuth: 1 })).toBe('/dashboard')
  for (const userAuth of [0, 1, 2, 3])
    for (const orgAuth of [-1, 0, 1, 2, 3, 4])
      if (userAuth !== 2 || orgAuth !== 1) expect(homeAfterSignIn({ userAuth, orgAuth })).toBe('/')
})

it('verification-empty-user: an answer without a person is nobody', () => {
  expect([null, {}, { currentUserId: '' }].map(isNobody)).toEqual([true, true, true])
  expect(isNobody({ currentUserId: 'u' })).toBe(false)
})
