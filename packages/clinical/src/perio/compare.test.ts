import { expect, it } from 'vitest'
import { perioTurns } from './compare.ts'

it('a site is better or worse from 2 mm on, a millimetre is the error of measuring', () => {
  const before = { 16: { 'pd.0': 5, 'pd.1': 5, 'pd.2': 5, 'pd.3': 5, 'pd.4': 5, 'pd.5': 5 } } as const
  const after = { 16: { 'pd.0': 3, 'pd.1': 4, 'pd.2': 5, 'pd.3': 6, 'pd.4': 7 } } as const
  expect(perioTurns(before, after).map(({ turn }) => turn)).toEqual(['better', 'noise', 'same', 'noise', 'worse'])
})
it('what only one of both measured, or whose tooth has gone, is not compared', () => {
  expect(perioTurns({ 11: { 'pd.0': 5 } }, { 11: { 'pd.1': 5 } })).toEqual([])
  expect(perioTurns({ 11: { 'pd.0': 5 } }, { 11: { status: 'missing', 'pd.0': 5 } })).toEqual([])
})
it('attachment loss needs depth and margin of both', () => {
  const before = { 31: { 'pd.4': 5, 'gm.4': 2, 'pd.5': 4 } } as const
  const after = { 31: { 'pd.4': 3, 'gm.4': 2, 'pd.5': 2, 'gm.5': 0 } } as const
  expect(perioTurns(before, after, 'cal')).toEqual([{ tooth: '31', site: 4, before: 7, after: 5, turn: 'better' }])
})
it('an implant is not compared with the tooth that stood there', () => {
  const implant = { 16: { status: 'implant', 'pd.0': 3 } }
  expect(perioTurns({ 16: { 'pd.0': 8 } }, implant)).toEqual([])
  expect(perioTurns(implant, implant)).toHaveLength(1)
})
