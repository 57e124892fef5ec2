import { menuTypeOf } from '@dentin/contract/core/menu-type'
import { describe, expect, it } from 'vitest'
import { screens } from '@dentin/contract/areas/screens'
import { NO_CLINIC_PROMPT, waysOn } from './no-clinic.ts'

const nobody = { orgAuth: -1, isCreateClinic: true, isRelateClinic: false, isDoctorAuth: false }
const exists = (path: string) => screens.some((screen) => (screen.path as string) === path)

describe('the menu type', () => {
  it('menu-type-1: the organisation is recognised, no clinic has to be founded, or one is related', () => {
    expect(menuTypeOf({ ...nobody, orgAuth: 1 })).toBe(1)
    expect(menuTypeOf({ ...nobody, isCreateClinic: false })).toBe(1)
    expect(menuTypeOf({ ...nobody, isRelateClinic: true })).toBe(1)
    expect(menuTypeOf({ ...nobody, isRelateClinic: true, isDoctorAuth: true })).toBe(1)
  })

  it('menu-type-3: a recognised doctor without a clinic', () => {
    expect(menuTypeOf({ ...nobody, isDoctorAuth: true })).toBe(3)
  })

  it('menu-type-2, affiliation-kinds: everybody else', () => {
    expect(menuTypeOf(nobody)).toBe(2)
    expect(menuTypeOf({ ...nobody, orgAuth: 0 })).toBe(2)
  })
})

describe('menu-type-prompt, unaffiliated-prompt', () => {
  it('says it in the words of the specification and offers what each menu type may do', () => {
    expect(NO_CLINIC_PROMPT).toBe('您还没有所属门诊信息，可以先申请创建门诊或者关联门诊，通过审核后即可体验全部功能！')
    expect(waysOn(2, exists)).toEqual([
      { label: '创建门诊', to: '/userFactoryNav' },
      { label: '关联门诊', to: '/relateClinic' },
    ])
    expect(waysOn(3, exists)).toEqual([{ label: '确定', to: '/clinicManage' }])
  })

  it('offers no screen that is not there', () => {
    expect(waysOn(2, (path) => path === '/relateClinic')).toEqual([{ label: '关联门诊', to: '/relateClinic' }])
  })
})
