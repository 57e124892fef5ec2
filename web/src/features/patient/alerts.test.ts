import { expect, it } from 'vitest'
import { alertsOf, hasAlerts } from './PatientAlerts.tsx'

const healthy = { patientType: 1, allergyFlag: 0, allergyHistory: '', systemicDiseases: [], alertNote: '' }

it('allergy, illnesses, black list and the note stand in red, each once; nothing else does', () => {
  expect(hasAlerts(healthy)).toBe(false)
  const alerts = alertsOf({
    patientType: 6,
    allergyFlag: 1,
    allergyHistory: '磺胺类',
    systemicDiseases: ['高血压'],
    alertNote: '晕针',
  })
  expect(alerts.map(({ kind, level, text }) => [kind, level, text])).toEqual([
    ['blacklist', 'red', '黑名单'],
    ['allergy', 'red', '磺胺类过敏'],
    ['disease', 'red', '高血压'],
    ['note', 'red', '晕针'],
  ])
  // What is not known is asked for at the chair, and owing is money.
  expect(alertsOf({ ...healthy, allergyFlag: 2 })).toEqual([])
})
