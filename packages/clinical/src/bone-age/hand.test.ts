import { describe, expect, it, test } from 'vitest'
import { boneAgeDifference, HAND_BONES, rusScore } from './hand.ts'

const all = (stage: string, ulna = stage) =>
  Object.fromEntries(HAND_BONES.map((bone) => [bone, bone === 'ulna' ? ulna : stage]))

describe('TW3-RUS', () => {
  test.each(['male', 'female'] as const)('a complete hand of a %s has 1000, an empty one 0', (sex) => {
    expect(HAND_BONES).toHaveLength(13)
    expect(rusScore({ sex, stages: all('I', 'H') })).toEqual({ sms: 1000 })
    expect(rusScore({ sex, stages: all('A') })).toEqual({ sms: 0 })
  })
  it('grows with each stage', () => {
    const scores = [...'BCDEFGH'].map((stage) => rusScore({ sex: 'male', stages: all(stage) }).sms ?? 0)
    expect(scores).toEqual([...scores].sort((one, other) => one - other))
    expect(scores[0]).toBe(16 + 27 + 6 + 4 + 4 + 7 + 4 + 4 + 4 + 6 + 5 + 4 + 5)
  })
  it('has no score without a bone, or with a stage that the bone has not got', () => {
    const { mp3: _mp3, ...rest } = all('D')
    expect(rusScore({ sex: 'male', stages: rest })).toEqual({})
    expect(rusScore({ sex: 'male', stages: all('I') })).toEqual({})
    expect(rusScore({ sex: 'male', stages: { ...all('D'), dp1: 'J' } })).toEqual({})
    expect(rusScore({ sex: 'male', stages: { ...all('D'), dp1: '' } })).toEqual({})
  })
})

it('bone age is ahead or behind beyond a year', () =>
  expect([11, 9, 11.1, 8.9].map((years) => boneAgeDifference(years, 10).reading)).toEqual([
    '正常',
    '正常',
    '提前',
    '落后',
  ]))
