import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'

const shen = {
  id: 'p1',
  name: '沈若云',
  gender: 1,
  birthDay: '1992-03-14',
  birthYearEstimated: false,
  medicalNumber: '20260017',
  mobile: '138****2046',
  patientType: 1,
  respDoctorName: '林静',
  allergyFlag: 1,
  allergyHistory: '青霉素',
  systemicDiseases: [],
  alertNote: '',
  status: 0,
  mergedIntoId: null,
  age: 34,
  memberTypeName: '金卡',
  principalAmount: '300.00',
  bonusAmount: '50.50',
  arrearsAmount: '120.00',
  consumeTotal: '3600.00',
  visitCount: 4,
  lastVisitAt: '2026-11-02 10:00:00',
  nextAppointmentAt: null,
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00+08:00') })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
})

it('navbar-patient-info: the bar of a patient shows name, gender, age, mobile, medicalNumber and the member card, in every size', async () => {
  const { keyOf, queryClient } = await import('../../lib/query.ts')
  const { patient } = await import('@dentin/contract/patient')
  const { PatientBar } = await import('./PatientBar.tsx')
  queryClient.setQueryData(keyOf(patient.information, { id: 'p1' }), shen)
  for (const size of ['full', 'compact', 'tight'] as const) {
    const markup = renderToStaticMarkup(
      createElement(QueryClientProvider, { client: queryClient }, createElement(PatientBar, { id: 'p1', size })),
    )
    const words = markup.replaceAll(/<[^>]*>/g, ' ')
    for (const shown of ['沈若云', '女 34', '138****2046', '20260017', '青霉素', '金卡', '350.50'])
      expect([size, words]).toEqual([size, expect.stringContaining(shown)])
    const none = { ...shen, memberTypeName: '', principalAmount: '0.00', bonusAmount: '0.00' }
    queryClient.setQueryData(keyOf(patient.information, { id: 'p2' }), { ...none, id: 'p2' })
    const without = renderToStaticMarkup(
      createElement(QueryClientProvider, { client: queryClient }, createElement(PatientBar, { id: 'p2', size })),
    )
    expect([size, without.includes('余额')]).toEqual([size, false])
  }
})

it('card-balance: S2 B3 leaves 6,800.00 of principal and 1,700.00 of bonus, and the bar shows 8,500.00', async () => {
  const { keyOf, queryClient } = await import('../../lib/query.ts')
  const { patient } = await import('@dentin/contract/patient')
  const { PatientBar } = await import('./PatientBar.tsx')
  queryClient.setQueryData(keyOf(patient.information, { id: 'p3' }), {
    ...shen,
    id: 'p3',
    principalAmount: '6800.00',
    bonusAmount: '1700.00',
  })
  const markup = renderToStaticMarkup(
    createElement(QueryClientProvider, { client: queryClient }, createElement(PatientBar, { id: 'p3', size: 'full' })),
  )
  expect(markup.replaceAll(/<[^>]*>/g, '')).toMatch(/8,?500\.00/)
})
