import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

it('hears of another tab by the store, and again when the back button brings a page back as it was left', async () => {
  const stored = { token: 't2', clinicId: 'b', currentUserId: 'u', companyId: 'k' }
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(stored) })
  vi.resetModules()
  const { session } = await import('./session.ts')
  const heard = vi.fn()
  const stop = session.onOtherTab(heard)
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'dentin.session' }))
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'other' }))
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  expect(heard).toHaveBeenCalledTimes(1)
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(heard).toHaveBeenCalledTimes(2)
  expect(heard).toHaveBeenLastCalledWith(stored)
  stop()
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(heard).toHaveBeenCalledTimes(2)
})
