import { expect, it } from 'vitest'
import { screens } from '@dentin/contract/areas/screens'
import { QUICK } from './quick.ts'

it('navbar-quick-nav: waiting list, board, follow-up, templates, each a screen with its right; the purchase assistant from the day it has a screen', () => {
  const purchase = screens.some(({ path, title }) => /purchase/i.test(path) || title === '采购助手')
  expect(QUICK.map(({ label }) => label)).toEqual([
    '今日候诊',
    '预约看板',
    '今日随访',
    '病历模板',
    ...(purchase ? ['采购助手'] : []),
  ])
  for (const { to, resource } of QUICK)
    expect([to, screens.find(({ path }) => path === to)]).toEqual([to, expect.objectContaining({ resource })])
})
