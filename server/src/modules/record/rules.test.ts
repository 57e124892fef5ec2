import { recordStates } from '@dentin/contract/core/status'
import { recordContent, type RecordContent } from '@dentin/contract'
import { readSettings } from '../clinic/index.ts'
import { describe, expect, it } from 'vitest'
import {
  ageAt,
  changedSections,
  hashOf,
  missingSections,
  requiredSections,
  nextPlanOf,
  prefill,
  summaryOf,
} from './rules.ts'

const text = (more: object = {}): RecordContent =>
  recordContent.parse({
    chiefComplaint: '右下后牙自发痛 3 天',
    presentIllness: '三天前起夜间痛，冷热刺激加重，咬合时也痛，自服止痛药可缓解两三个小时，未治疗。',
    pastHistory: '否认',
    allergyHistory: '否认药物过敏史',
    exams: [{ teeth: '46:MO', content: '近中𬌗面深龋，叩(+)，冷测激发痛持续。' }],
    diagnoses: [{ teeth: '46', icdCode: 'K04.0', icdName: '急性牙髓炎', kind: 1 }],
    treatments: [{ teeth: '46', content: '局麻下开髓，拔髓，封药。' }],
    ...more,
  })
const usual = readSettings({})
const FIRST = requiredSections(usual, 1)
const RETURN = requiredSections(usual, 2)

describe('what must be written', () => {
  it('a first visit needs seven sections and a complete one has none missing', () => {
    expect(missingSections(recordContent.parse({}), FIRST).map((each) => each.section)).toEqual([
      'chiefComplaint',
      'presentIllness',
      'pastHistory',
      'allergyHistory',
      'exams',
      'diagnoses',
      'treatments',
    ])
    expect(missingSections(text(), FIRST)).toEqual([])
  })
  it('a return visit needs complaint, the course since, examination, diagnosis and treatment', () => {
    expect(missingSections(recordContent.parse({}), RETURN).map((each) => each.section)).toEqual([
      'chiefComplaint',
      'interval',
      'exams',
      'diagnoses',
      'treatments',
    ])
  })
  it('the course since the last visit and the present illness stand for each other', () => {
    expect(missingSections(text({ presentIllness: '' }), RETURN)).toEqual([
      { section: 'interval', message: '病情变化未填' },
    ])
    expect(missingSections(text({ presentIllness: '', interval: '封药后无不适' }), RETURN)).toEqual([])
    // A new complaint at a return visit.
    expect(missingSections(text(), RETURN)).toEqual([])
    const asked = requiredSections({ firstSections: [], returnSections: ['presentIllness'] }, 2)
    const without = { presentIllness: '' }
    expect(missingSections(text(without), asked).map(({ section }) => section)).toEqual(['presentIllness'])
    expect(missingSections(text({ ...without, interval: '疼痛消失' }), asked)).toEqual([])
  })
  it('a clinic asks for more or for less, but never for none of complaint, diagnosis and treatment', () => {
    const strict = { firstSections: [], returnSections: ['advice' as const] }
    expect(requiredSections(strict, 1)).toEqual(['chiefComplaint', 'diagnoses', 'treatments'])
    expect(requiredSections(strict, 2)).toEqual(['chiefComplaint', 'diagnoses', 'treatments', 'advice'])
    expect(missingSections(text({ exams: [], advice: '' }), requiredSections(strict, 2))).toEqual([
      { section: 'advice', message: '医嘱未填' },
    ])
  })
  it('rows without words do not count', () => {
    expect(missingSections(text({ exams: [{ teeth: '46', content: ' ' }] }), FIRST)).toEqual([
      { section: 'exams', message: '口腔检查未填' },
    ])
  })
  it('surgery needs the blood pressure', () => {
    const surgery = { treatments: [{ teeth: '46', content: '局麻下微创拔除' }] }
    expect(missingSections(text(surgery), FIRST)).toEqual([{ section: 'generalCondition', message: '手术须填血压' }])
    expect(
      missingSections(text({ ...surgery, generalCondition: { bloodPressureSys: 120, bloodPressureDia: 80 } }), FIRST),
    ).toEqual([])
  })
})

describe('texts', () => {
  it('the hash does not depend on the order of the keys', () => {
    expect(hashOf({ a: 1, b: [{ c: null, d: 'x' }] })).toBe(hashOf({ b: [{ d: 'x', c: null }], a: 1 }))
    expect(hashOf(text())).not.toBe(hashOf(text({ advice: '勿咬硬物' })))
  })
  it('names the sections that changed, and sums a record up', () => {
    expect(changedSections(text(), text({ advice: '勿咬硬物', plans: [{ teeth: '', content: '冠修复' }] }))).toEqual([
      'plans',
      'advice',
    ])
    expect(summaryOf(text())).toEqual({
      diagnosisText: '急性牙髓炎',
      treatmentText: '局麻下开髓，拔髓，封药。',
      teeth: '46',
    })
    const [first] = text().diagnoses
    const named = (...rows: object[]) =>
      summaryOf(text({ diagnoses: rows.map((row) => ({ ...first, ...row })) })).diagnosisText
    expect(named({ kind: 3 })).toBe('急性牙髓炎（待查）')
    expect(named({ kind: 2, icdName: '龋' }, {})).toBe('龋、急性牙髓炎（主）')
    expect(nextPlanOf(text({ nextVisit: { days: 7, remark: '根管充填' } }))).toBe('7天后 根管充填')
  })
  it('takes over what the file says, and leaves an unknown allergy open', () => {
    const file = { chiefComplaint: '牙痛', pastHistory: '阑尾手术', familyHistory: '', systemicDiseases: ['高血压'] }
    const unknown = prefill({ ...file, allergyFlag: 2, allergyHistory: '' })
    expect(unknown).toMatchObject({ chiefComplaint: '牙痛', pastHistory: '高血压；阑尾手术', allergyHistory: '' })
    expect(prefill({ ...file, allergyFlag: 0, allergyHistory: '' }).allergyHistory).toBe('否认药物过敏史')
  })
  it('age turns on the birthday', () => {
    expect(ageAt('1992-11-20', '2026-11-20')).toBe(34)
    expect(ageAt('1992-11-21', '2026-11-20')).toBe(33)
    expect(ageAt(null, '2026-11-20')).toBeNull()
  })
  it('a signed record only goes on to be amended, archived or deleted', () => {
    expect([0, 1, 2, 3, 4, 9].filter((to) => recordStates.mayBecome(2, to))).toEqual([3, 4, 9])
    expect(recordStates.mayBecome(4, 0)).toBe(false)
  })
})
