import { describe, expect, it } from 'vitest'
import type { MenuEntry } from '../../lib/permission.ts'
import { startPage } from '../start-page.ts'
import { barOf } from './phone-bar.ts'

const entry = (path: string, own: Partial<MenuEntry> = {}): MenuEntry => ({
  path,
  title: path,
  icon: 'list',
  group: '接诊',
  order: 0,
  parent: null,
  ...own,
})
const menu = ['/dashboard', '/myAppointmentBoard', '/allTimePatients', '/orderSet'].map((path) => entry(path))
const keys = (list: readonly { key: string }[]) => list.map(({ key }) => key)

describe('the bar of the phone', () => {
  it('has today, bookings, patients and messages until somebody has chosen', () => {
    expect(keys(barOf(menu, () => true))).toEqual([
      '/dashboard',
      '/myAppointmentBoard',
      '/allTimePatients',
      '/messages',
    ])
  })
  it('begins with what was chosen and fills up with the usual, four in all, nothing that is not granted', () => {
    const chosen = [entry('/followManagementList', { tab: 1 }), entry('/orderSet', { tab: 0 }), ...menu.slice(0, 3)]
    expect(keys(barOf(chosen, () => true))).toEqual([
      '/orderSet',
      '/followManagementList',
      '/dashboard',
      '/myAppointmentBoard',
    ])
    expect(keys(barOf(chosen, (path) => path !== '/orderSet' && path !== '/dashboard'))).toEqual([
      '/followManagementList',
      '/myAppointmentBoard',
      '/allTimePatients',
      '/messages',
    ])
  })
})

describe('where work begins', () => {
  const of = (...paths: string[]) => paths.map((path) => entry(path))
  it('is the day for the desk and who runs the clinic, the own workbench for a doctor, what there is for the others', () => {
    expect(startPage(of('/dashboard', '/allTimePatients'))).toBe('/dashboard')
    expect(startPage(of('/dashboard', '/doctorIndex'))).toBe('/doctorIndex')
    expect(startPage(of('/dashboard', '/doctorIndex', '/allSetting'))).toBe('/dashboard')
    expect(startPage(of('/orderSet', '/allTimePatients'))).toBe('/orderSet')
    expect(startPage(of('/vipInfoDetail', '/allSetting'))).toBe('/vipInfoDetail')
    expect(startPage([])).toBe('/clinicManage')
  })
  it('is what the person has chosen', () => {
    expect(startPage([entry('/dashboard'), entry('/followManagementList', { isStart: true })])).toBe(
      '/followManagementList',
    )
  })
})
