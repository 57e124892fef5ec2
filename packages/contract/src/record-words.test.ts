import { describe, expect, it } from 'vitest'
import { recordContent } from './record.ts'
import { sectionLines, sectionsOnPaper } from './record-words.ts'

describe('the sections of a record on paper', () => {
  const shown = (more: object, required: ('interval' | 'presentIllness' | 'advice')[]) =>
    sectionsOnPaper({ recordType: 1, content: recordContent.parse({ chiefComplaint: '复诊', ...more }), required }).map(
      ({ key }) => key,
    )

  it('are what is written, and what was asked for and nobody wrote', () => {
    expect(shown({}, [])).toEqual(['chiefComplaint'])
    expect(shown({}, ['advice'])).toEqual(['chiefComplaint', 'advice'])
  })
  it('of present illness and course since the last visit one is enough', () => {
    expect(shown({ presentIllness: '牙冠脱落' }, ['interval'])).toEqual(['chiefComplaint', 'presentIllness'])
    expect(shown({ interval: '无不适' }, ['presentIllness'])).toEqual(['chiefComplaint', 'interval'])
    expect(shown({}, ['interval'])).toEqual(['chiefComplaint', 'interval'])
  })
})

describe('a diagnosis as it is read', () => {
  const read = (...rows: [name: string, kind: number][]) =>
    sectionLines(
      recordContent.parse({
        diagnoses: rows.map(([icdName, kind]) => ({ teeth: '', icdCode: 'K04.0', icdName, kind })),
      }),
      'diagnoses',
    ).map(({ text }) => text)
  it('says 待查 of what is not certain, once', () => {
    expect(read(['牙髓炎', 3])).toEqual(['K04.0 牙髓炎（待查）'])
    expect(read(['牙痛待查', 3])).toEqual(['K04.0 牙痛待查'])
  })
  it('marks the main one of several; one alone needs no mark', () => {
    expect(read(['牙髓炎', 1])).toEqual(['K04.0 牙髓炎'])
    expect(read(['龋', 2], ['牙髓炎', 1], ['裂纹', 3])).toEqual([
      'K04.0 龋',
      'K04.0 牙髓炎（主）',
      'K04.0 裂纹（待查）',
    ])
  })
  it('has another line when its kind changes', () => {
    expect(read(['牙髓炎', 2])).not.toEqual(read(['牙髓炎', 1]))
    expect(read(['龋', 1], ['牙髓炎', 2])).not.toEqual(read(['龋', 2], ['牙髓炎', 1]))
  })
})

describe('what was taken off', () => {
  const off = { tooth: '46', condition: 'crown', surfaces: '', status: 'removed', reason: '松脱' }
  const treatment = (content: string) => ({ teeth: '46', content, tariffs: [], anesthetic: null })
  const lines = (...treatments: object[]) =>
    sectionLines(recordContent.parse({ toothMarks: [off], treatments }), 'treatments')
  it('is said with its reason, by the text or beside it, and not twice', () => {
    expect(lines()).toEqual([{ teeth: '46', text: '拆除冠（松脱）' }])
    expect(lines(treatment('拆除冠（松脱），清洁'))).toEqual([{ teeth: '46', text: '拆除冠（松脱），清洁' }])
    expect(lines(treatment('清洁')).map(({ text }) => text)).toEqual(['清洁', '拆除冠（松脱）'])
  })
  it('alone has a reason', () => {
    const parsed = recordContent.safeParse({ toothMarks: [{ ...off, status: 'present' }] })
    expect(parsed.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual([
      'toothMarks.0.reason 只有拆除才写原因',
    ])
  })
})

describe('an implant that went in', () => {
  const done = (line: object) =>
    recordContent.safeParse({ treatments: [{ teeth: '46', content: '植入种植体', tariffs: [], implants: [line] }] })
  it('is read with its place, maker, size and lot', () => {
    const words = (line: object) => sectionLines(recordContent.parse(done(line).data), 'treatments')[0]?.text
    expect(words({ tooth: '46', brand: '士卓曼', diameter: 4.1, length: 10, lot: 'A1' })).toBe(
      '植入种植体；种植体：46 士卓曼 4.1×10 mm 批号 A1',
    )
    expect(words({ brand: '士卓曼', length: 10 })).toBe('植入种植体；种植体：士卓曼 长 10 mm')
  })
  it('is no longer, wider or elsewhere than one can be', () => {
    const refused = (line: object) =>
      done(line).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
    expect(refused({ diameter: 41, length: 100, tooth: '99' })).toEqual([
      'treatments.0.implants.0.tooth 种植牙位不是一颗牙',
      'treatments.0.implants.0.diameter 种植体直径应在1.5到8 mm 之间',
      'treatments.0.implants.0.length 种植体长度应在4到60 mm 之间',
    ])
  })
})
