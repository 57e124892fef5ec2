import { expect, it } from 'vitest'
import { homeAfterSignIn, menuTypeOf } from './account.ts'

it('after-login-target, role-userauth-2: the workbench for a doctor of a recognised clinic, the guide page for everybody else', () => {
  expect(homeAfterSignIn({ userAuth: 2, orgAuth: 1 })).toBe('/dashboard')
  for (const userAuth of [0, 1, 2, 3])
    for (const orgAuth of [-1, 0, 1, 2, 3, 4])
      if (userAuth !== 2 || orgAuth !== 1) expect(homeAfterSignIn({ userAuth, orgAuth })).toBe('/')
})

it('affiliation-kinds: without anything, a doctor by certification, or of a clinic', () => {
  const nobody = { orgAuth: -1, isCreateClinic: true, isRelateClinic: false, isDoctorAuth: false }
  expect(menuTypeOf(nobody)).toBe(2)
  expect(menuTypeOf({ ...nobody, isDoctorAuth: true })).toBe(3)
  expect(menuTypeOf({ ...nobody, isRelateClinic: true })).toBe(1)
})
