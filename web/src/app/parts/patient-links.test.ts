import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { screens } from '@dentin/contract/areas/screens'
import {
  chargeTarget,
  fileChildren,
  fileChildTarget,
  jumpTo,
  patientTo,
  payingTo,
  visitFieldsOf,
  type FileChild,
} from './patient-links.ts'

it('patient-visit-jump: a path and the fields of the visit, the empty ones left out, and read back as they were', () => {
  const fields = {
    patientId: 'p',
    id: 'i',
    activeName: '病历',
    treatDentistId: 'd',
    visitId: 'v',
    mode: 'edit',
    status: '2',
    orderRecordId: 'o',
    treatmentId: 't',
  }
  const address = jumpTo('/patientMedicalRecord', fields)
  expect(address).toBe(
    '/patientMedicalRecord?patientId=p&id=i&activeName=%E7%97%85%E5%8E%86&treatDentistId=d&visitId=v&mode=edit&status=2&orderRecordId=o&treatmentId=t',
  )
  expect(visitFieldsOf(new URL(address, 'http://x').searchParams)).toEqual(fields)
  expect(jumpTo('/orderSet', { patientId: 'p', visitId: null, mode: '' })).toBe('/orderSet?patientId=p')
  expect(jumpTo('/orderSet', {})).toBe('/orderSet')
  expect(jumpTo('/orderSet', { patientId: 'p', evil: 'x' } as never)).toBe('/orderSet?patientId=p')
})

it('patient-visit-jump: the charge desk reads bill and visit under the names of the jump', () => {
  const target = (query: string) => chargeTarget(new URLSearchParams(query))
  expect(target('patientId=p&visitId=v')).toBe('/orderSet?patientId=p&registrationId=v')
  expect(target('orderRecordId=o&tab=paid')).toBe('/orderSet?tab=paid&billId=o')
  expect(target('patientId=p&registrationId=v&billId=o')).toBeNull()
})

it('patient-visit-jump: each of its fields is read by some page', () => {
  const roots = ['../areas', '../../features'].map((folder) => path.resolve(import.meta.dirname, folder))
  const texts = roots.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .map((file) => readFileSync(path.join(root, file), 'utf8')),
  )
  const reads = (name: string) => texts.some((text) => new RegExp(`\\b${name}: url`).test(text))
  const renamed = ['orderRecordId', 'visitId']
  for (const name of ['patientId', 'id', 'activeName', 'treatDentistId', 'mode', 'status', 'treatmentId'])
    expect([name, reads(name)]).toEqual([name, true])
  for (const name of renamed) expect(chargeTarget(new URLSearchParams({ [name]: 'x' }))).not.toBeNull()
})

it('patient-file-keep-id: every address into the file has the patient’s id', () => {
  expect(patientTo('p1', 'resource')).toBe('/patientCenter?id=p1&tab=resource')
  expect(payingTo('p1', 'b1')).toBe('/orderSet?patientId=p1&billId=b1')
})

it('patient-file-keep-id: every child of the file stands for a tab of the same patient’s file', () => {
  for (const [child, tab] of Object.entries(fileChildren) as [FileChild, string][]) {
    expect(screens.some(({ path }) => path === child)).toBe(true)
    expect(fileChildTarget(child, new URLSearchParams('id=p1'))).toBe(`/patientCenter?id=p1&tab=${tab}`)
    expect(fileChildTarget(child, new URLSearchParams())).toBe('/allTimePatients')
  }
  // What else the address said of the visit goes with it.
  expect(fileChildTarget('/treatRecord', new URLSearchParams('patientId=p1&tab=x&treatmentId=t1'))).toBe(
    '/patientCenter?id=p1&tab=treats&treatmentId=t1',
  )
})
