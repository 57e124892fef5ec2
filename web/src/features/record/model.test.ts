import { recordContent, type RecordContent } from '@dentin/contract/record'
import { describe, expect, it } from 'vitest'
import { withAlternative, withItems } from './plan-row.ts'
import { asTemplate, copyable, mergeInto, moveTreatment, ofThePerson, sectionLines, surfaceTag, tidy } from './model.ts'

const text = (given: object = {}): RecordContent => recordContent.parse(given)

describe('putting in', () => {
  it('texts go behind, rows below, nothing twice', () => {
    const now = text({ chiefComplaint: '右下后牙', exams: [{ teeth: '', content: '' }] })
    const part = { chiefComplaint: '自发痛', exams: [{ teeth: '46', content: '叩(+)' }] }
    const next = mergeInto(now, part)
    expect(next.chiefComplaint).toBe('右下后牙自发痛')
    expect(next.exams).toEqual([{ teeth: '46', content: '叩(+)' }])
    expect(mergeInto(next, part)).toEqual(next)
    expect(mergeInto(next, { exams: [] }, 'fill').exams).toHaveLength(1)
    const other = { chiefComplaint: '复诊', exams: [{ teeth: '36', content: '无不适' }] }
    expect(mergeInto(next, other, 'fill')).toEqual(next)
    expect(mergeInto(next, other, 'replace')).toEqual({ ...next, ...other })
  })
  it.each([
    ['append', '疼痛减轻。无肿胀。'],
    ['replace', '无肿胀。'],
    ['fill', '疼痛减轻。'],
  ] as const)('what has changed since goes in too: %s', (mode, interval) => {
    const part = { interval: '无肿胀。', personalHistory: '不吸烟' }
    const next = mergeInto(text({ interval: '疼痛减轻。' }), part, mode)
    expect(next).toMatchObject({ interval, personalHistory: '不吸烟' })
  })
  it('a record becomes a template without teeth, batch and person', () => {
    const record = text({
      interval: '封药后无不适',
      allergyHistory: '青霉素',
      familyHistory: '母亲牙周炎',
      personalHistory: '夜磨牙',
      treatments: [
        { teeth: '26', content: '充填', tariffs: [], anesthetic: { drug: '阿替卡因', dose: '1.7', batch: 'A1' } },
      ],
    })
    const made = asTemplate(record, false)
    expect(asTemplate(record, true).treatments[0]).toMatchObject({ teeth: '26', anesthetic: { batch: '' } })
    expect(made.treatments[0]).toMatchObject({ teeth: '', anesthetic: { batch: '' } })
    expect(made).toMatchObject({ interval: '封药后无不适', familyHistory: '母亲牙周炎', personalHistory: '夜磨牙' })
    expect(JSON.stringify(made)).not.toContain('青霉素')
    // Whoever keeps a template chooses the histories and what was charted; else they stay out.
    expect(ofThePerson).toEqual(['pastHistory', 'familyHistory', 'personalHistory', 'toothMarks'])
  })
  it('a template that keeps its teeth keeps what was charted on them, but nothing that was taken off', () => {
    const caries = { tooth: '36', condition: 'caries', surfaces: 'O', status: 'present', detail: '深' }
    const off = { tooth: '26', condition: 'crown', surfaces: '', status: 'removed', reason: '松脱' }
    const record = text({ toothMarks: [caries, off] })
    expect(asTemplate(record, true).toothMarks).toEqual([caries])
    expect(asTemplate(record, false).toothMarks).toEqual([])
  })
  it('copying a record leaves its chart, measures and next visit behind', () => {
    expect(Object.keys(copyable(text()))).not.toEqual(expect.arrayContaining(['toothMarks']))
  })
})

describe('rows', () => {
  it('the quantity follows the teeth only for items priced by teeth', () => {
    const row = {
      teeth: '16',
      content: '',
      tariffs: [
        { tariffId: 'a', qty: 1 },
        { tariffId: 'b', qty: 1 },
      ],
      anesthetic: null,
    }
    expect(moveTreatment(row, '16;17;18', (id) => id === 'a').tariffs.map((each) => each.qty)).toEqual([3, 1])
  })
  it('empty rows are not saved', () => {
    expect(
      tidy(
        text({
          exams: [
            { teeth: '', content: ' ' },
            { teeth: '16', content: '' },
          ],
        }),
      ).exams,
    ).toEqual([{ teeth: '16', content: '' }])
  })
  it('surfaces in short, lines for reading', () => {
    expect(surfaceTag('26:MO')).toBe('近中 𬌗')
    expect(surfaceTag('26;27')).toBe('')
    const lines = sectionLines(
      text({
        treatments: [
          { teeth: '36', content: '开髓', tariffs: [{ tariffId: '01980008-0000-7000-8000-000000000001', qty: 2 }] },
        ],
      }),
      'treatments',
      () => '根管治疗',
    )
    expect(lines).toEqual([{ teeth: '36', text: '开髓；项目：根管治疗 ×2' }])
  })
  it('a plan says its items and what could be done instead; without both it is the row that it was', () => {
    const said = (row: object) => sectionLines(text({ plans: [row] }), 'plans', () => '全瓷冠').map((line) => line.text)
    const row = { teeth: '36', content: '冠修复。' }
    const tariffIds = ['01980008-0000-7000-8000-000000000001']
    expect(said(row)).toEqual(['冠修复。'])
    expect(said({ ...row, tariffIds, alternative: '嵌体' })).toEqual(['冠修复；项目：全瓷冠；备选：嵌体'])
    expect(text({ plans: [row] }).plans).toEqual([row])
    expect(withItems({ ...row, tariffIds }, [])).toEqual(row)
    expect(withAlternative({ ...row, alternative: '嵌体' }, '')).toEqual(row)
    expect(withAlternative(withItems(row, tariffIds), '嵌体')).toEqual({ ...row, tariffIds, alternative: '嵌体' })
    expect(tidy(text({ plans: [{ teeth: '', content: '', tariffIds }] })).plans).toHaveLength(1)
  })
  it('on paper the next visit has its day, its doctor and its items; on the screen the fields beside say them', () => {
    const next = text({ nextVisit: { days: 14, remark: '根管充填' } })
    const names = { visitDay: '2026-11-20', doctorName: '顾清妍', itemNames: ['根管治疗', '复查'] }
    const said = (content: RecordContent, more: Parameters<typeof sectionLines>[3]) =>
      sectionLines(content, 'nextVisit', undefined, more).map((line) => line.text)
    expect(said(next, names)).toEqual(['14 天后（2026-12-04）复诊，医生 顾清妍，项目 根管治疗、复查，根管充填'])
    expect(said(next, null)).toEqual(['14 天后复诊，根管充填'])
    expect(said(next, { ...names, doctorName: null, itemNames: [] })).toEqual(['14 天后（2026-12-04）复诊，根管充填'])
    expect(said(text(), { ...names, doctorName: null, itemNames: [] })).toEqual([])
  })
})
