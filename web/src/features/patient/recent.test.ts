import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.resetModules()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const patient = (n: number) => ({
  patientId: `p${n}`,
  name: `甲${n}`,
  gender: 1,
  birthDay: null,
  medicalNumber: `2026${n}`,
  mobile: '138****0000',
})
const listed = (): string[] =>
  [...kept].flatMap(([key, text]) =>
    key.includes('recentPatients') ? (JSON.parse(text) as { patientId: string }[]).map((each) => each.patientId) : [],
  )

it('recent-visits: kept in this browser, newest first, each patient once, twenty at most', async () => {
  const { noteRecent } = await import('./recent.ts')
  for (const n of [1, 2, 3, 1]) noteRecent(patient(n))
  expect(listed()).toEqual(['p1', 'p3', 'p2'])
  for (let n = 10; n < 40; n++) noteRecent(patient(n))
  expect(listed()).toHaveLength(20)
  expect(listed()[0]).toBe('p39')
  expect([...kept.values()].join()).not.toContain('allergy')
})
