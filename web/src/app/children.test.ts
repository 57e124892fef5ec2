import { menuScreens } from '@dentin/contract/menu'
import { grantable } from '@dentin/contract/resources'
import { describe, expect, it } from 'vitest'
import { childrenOf, firstChild } from './children.ts'
import { screens } from './routes.ts'

const all = () => true
const nothing = () => false
const only = (path: string) => (resource: string) => resource === `${path}:view`
const screen = (path: string) => screens.find((each) => (each.path as string) === path)

describe('screens that lead on', () => {
  it('user-settings-default: /userSetup leads to /allSetting, and who may not set anything to the own menu', () => {
    expect(firstChild('/userSetup', all)).toBe('/allSetting')
    expect(firstChild('/userSetup', nothing)).toBe('/customizAtion')
  })

  it('clinic-management-default: /schedule leads to the clinic’s own facts, or to what may be opened next', () => {
    expect(firstChild('/schedule', all)).toBe('/outpatientServiceInfo')
    expect(firstChild('/schedule', only('/orgSchedule'))).toBe('/orgSchedule')
    expect(firstChild('/schedule', nothing)).toBeNull()
  })

  it('wechat-menu: the system settings that exist are reached over /wechatSetting, by those who may', () => {
    expect(firstChild('/wechatSetting', all)).toBe('/SMSmanagement')
    expect(firstChild('/wechatSetting', nothing)).toBeNull()
  })

  it('lead to screens that exist, each opened by its own right', () => {
    for (const [of, children] of Object.entries(childrenOf)) {
      expect([of, screen(of)?.resource]).toEqual([of, undefined])
      for (const path of children)
        expect([path, screen(path)?.resource]).toEqual([path, path === '/customizAtion' ? undefined : `${path}:view`])
    }
  })
})

it('post-permission-screen: there is one, in the menu, opened by a right that a post can be given', () => {
  expect(screen('/postPermission')).toMatchObject({ public: false, resource: '/postPermission:view' })
  expect(menuScreens.find(({ path }) => path === '/postPermission')?.resource).toBe('/postPermission:view')
  expect(grantable).toEqual(expect.arrayContaining(['/postPermission:view', '/postPermission:edit']))
})
