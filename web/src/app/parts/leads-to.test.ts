import { screens } from '@dentin/contract/areas/screens'
import { menuScreens } from '@dentin/contract/menu'
import { grantable } from '@dentin/contract/resources'
import { describe, expect, it } from 'vitest'
import { firstChild } from './leads-to.ts'

const all = () => true
const nothing = () => false
const only = (path: string) => (resource: string) => resource === `${path}:view`
const screen = (path: string) => screens.find((each) => each.path === path)
const leads = (path: string, allowed: (resource: string) => boolean) => firstChild(screen(path) ?? {}, allowed)

describe('screens that lead on', () => {
  it('user-settings-default: /userSetup leads to /allSetting, and who may not set anything to the own menu', () => {
    expect(leads('/userSetup', all)).toBe('/allSetting')
    expect(leads('/userSetup', nothing)).toBe('/customizAtion')
  })

  it('clinic-management-default: /schedule leads to the clinic’s own facts, or to what may be opened next', () => {
    expect(leads('/schedule', all)).toBe('/outpatientServiceInfo')
    expect(leads('/schedule', only('/orgSchedule'))).toBe('/orgSchedule')
    expect(leads('/schedule', nothing)).toBeNull()
  })

  it('wechat-menu: the system settings that exist are reached over /wechatSetting, by those who may', () => {
    expect(leads('/wechatSetting', all)).toBe('/basicSetting')
    expect(leads('/wechatSetting', only('/SMSmanagement'))).toBe('/SMSmanagement')
    expect(leads('/wechatSetting', nothing)).toBeNull()
  })

  it('lead to screens that exist, each opened by its own right', () => {
    const leading = screens.filter(({ leadsTo }) => leadsTo)
    expect(leading.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/userSetup', '/schedule', '/wechatSetting']),
    )
    for (const { path: of, resource, leadsTo = [] } of leading) {
      expect([of, resource]).toEqual([of, of === '/outpatientManagementHome' ? '/allTimePatients:view' : undefined])
      for (const path of leadsTo)
        expect([path, screen(path)?.resource]).toEqual([path, path === '/customizAtion' ? undefined : `${path}:view`])
    }
  })
})

it('post-permission-screen: there is one, in the menu, opened by a right that a post can be given', () => {
  expect(screen('/postPermission')).toMatchObject({ public: false, resource: '/postPermission:view' })
  expect(menuScreens.find(({ path }) => path === '/postPermission')?.resources).toEqual(['/postPermission:view'])
  expect(grantable).toEqual(expect.arrayContaining(['/postPermission:view', '/postPermission:edit']))
})
