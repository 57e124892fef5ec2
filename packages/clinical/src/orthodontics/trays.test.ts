import { expect, it } from 'vitest'
import { trayAfter } from './in-mouth.ts'

const tray = { no: 5, total: 22, daysPerTray: 10, refinement: 0 }

it('a tray that is written again has been worn since its own day, another one since today', () => {
  const worn = trayAfter(null, tray, '2026-11-01')
  expect(worn?.since).toBe('2026-11-01')
  expect(trayAfter(worn, { ...tray, daysPerTray: 7 }, '2026-11-06')).toMatchObject({ since: '2026-11-01' })
  expect(trayAfter(worn, { ...tray, no: 6 }, '2026-11-11')?.since).toBe('2026-11-11')
  expect(trayAfter(worn, { ...tray, refinement: 1 }, '2026-11-11')?.since).toBe('2026-11-11')
  expect(trayAfter(worn, null, '2026-11-11')).toBe(worn)
})
