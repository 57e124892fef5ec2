import { bridgeMarks } from '@dentin/clinical/bridge'
import { recordContent, type RecordContent } from '@dentin/contract/record'
import { describe, expect, it } from 'vitest'
import { markWords } from '@dentin/clinical/mark-words'
import { marksAfter } from '@dentin/clinical/mouth'
import {
  clearMarks,
  commonConditions,
  detailChoices,
  problemOf,
  putMarks,
  takenOff,
  toggleDetail,
  toggleMark,
  withReason,
} from './marks.ts'

const text = (given: object = {}): RecordContent => recordContent.parse(given)
const tooth = (code: string, surfaces = '') => [{ code, surfaces }]

describe('charting', () => {
  it('a mark writes its words into the examination of that tooth, and not twice', () => {
    const once = toggleMark(text(), 'caries', tooth('26', 'MO'), 'present')
    expect(once.toothMarks).toEqual([{ tooth: '26', condition: 'caries', surfaces: 'MO', status: 'present' }])
    expect(once.exams).toEqual([{ teeth: '26:MO', content: '近中𬌗面龋' }])
    const more = toggleMark(once, 'periapical', tooth('26'), 'present')
    expect(more.exams).toEqual([{ teeth: '26:MO', content: '近中𬌗面龋，根尖周炎' }])
    expect(toggleMark(more, 'periapical', tooth('26'), 'present').toothMarks).toHaveLength(1)
  })
  it('a tooth that was never laid down is told in words of its own', () => {
    const never = toggleMark(text(), 'congenitally_missing', tooth('12'), 'present')
    expect(never.exams).toEqual([{ teeth: '12', content: '先天缺失' }])
    expect(problemOf([], never, toggleMark(never, 'caries', tooth('12', 'M'), 'present'))).toBe(
      '12 在这份病历里标了先天缺失，不能再标龋',
    )
    expect(problemOf([], text(), toggleMark(text(), 'congenitally_missing', tooth('12'), 'planned'))).toBe(
      '12 先天缺失是现有的情况，性质应选现有',
    )
  })
  it('a tooth may be found ill and taken out in one record, whichever is charted first', () => {
    const out = toggleMark(text(), 'missing', tooth('17'), 'completed')
    const both = toggleMark(out, 'caries', tooth('17', 'O'), 'present')
    expect(problemOf([], out, both)).toBeNull()
    expect(problemOf([], text(), out)).toBeNull()
    const found = toggleMark(text(), 'caries', tooth('17', 'O'), 'present')
    expect(problemOf([], found, toggleMark(found, 'missing', tooth('17'), 'present'))).toMatch(
      /^17 在这份病历里标了缺失/,
    )
  })
  it('planned work goes into the plan', () => {
    expect(toggleMark(text(), 'crown', tooth('46'), 'planned').plans).toEqual([{ teeth: '46', content: '拟行冠修复' }])
    expect(markWords({ tooth: '46', condition: 'caries', surfaces: '', status: 'planned' })).toBe('')
  })
  it('regions are not charted, and clearing takes only what this record charts', () => {
    expect(toggleMark(text(), 'caries', tooth('Q1'), 'present')).toEqual(text())
    const charted = toggleMark(text(), 'crown', tooth('46'), 'present')
    expect(clearMarks(charted, tooth('46')).toothMarks).toEqual([])
  })
  it('a filling hides the caries, sound hides everything, planned work nothing', () => {
    const before = [{ tooth: '26', condition: 'caries', surfaces: 'O', status: 'present' } as const]
    const mark = (condition: 'filling' | 'sound' | 'crown', status: 'present' | 'planned') => [
      { tooth: '26', condition, surfaces: '', status } as const,
    ]
    expect(marksAfter(before, mark('filling', 'present')).map((each) => each.condition)).toEqual(['filling'])
    expect(marksAfter(before, mark('sound', 'present'))).toEqual([])
    expect(marksAfter(before, mark('crown', 'planned'))).toHaveLength(2)
  })
  it('the palette shows what all chosen teeth have', () => {
    const marks = toggleMark(text(), 'crown', [...tooth('46'), ...tooth('47')], 'present').toothMarks
    expect(commonConditions(marks, [...tooth('46'), ...tooth('47')], 'present')).toEqual(['crown'])
    expect(commonConditions(marks, [...tooth('46'), ...tooth('48')], 'present')).toEqual([])
  })
})

describe('text in step with the chart', () => {
  it('what is there goes into the examination, what was done into the treatment, what will be into the plan', () => {
    const filled = toggleMark(text(), 'filling', tooth('26', 'MO'), 'completed')
    expect(filled.treatments).toMatchObject([{ teeth: '26:MO', content: '近中𬌗面充填', tariffs: [] }])
    expect(toggleMark(text(), 'missing', tooth('38'), 'planned').plans).toEqual([{ teeth: '38', content: '拟行拔除' }])
    expect(toggleMark(text(), 'rct', tooth('36'), 'external').exams).toEqual([{ teeth: '36', content: '外院根管治疗' }])
    expect(toggleMark(text(), 'rct', tooth('36'), 'inProgress').exams).toEqual([
      { teeth: '36', content: '根管治疗进行中' },
    ])
  })
  it('goes when its mark goes, with its row when nothing else is on it', () => {
    const two = toggleMark(
      toggleMark(text(), 'caries', tooth('26', 'O'), 'present'),
      'periapical',
      tooth('26'),
      'present',
    )
    expect(two.exams).toEqual([{ teeth: '26:O', content: '𬌗面龋，根尖周炎' }])
    const one = toggleMark(two, 'periapical', tooth('26'), 'present')
    expect(one.exams).toEqual([{ teeth: '26:O', content: '𬌗面龋' }])
    expect(clearMarks(one, tooth('26')).exams).toEqual([])
  })
  it('stays as soon as somebody has touched it', () => {
    const said = toggleMark(text(), 'caries', tooth('26', 'O'), 'present')
    const touched = { ...said, exams: [{ teeth: '26:O', content: '𬌗面龋及髓' }] }
    expect(clearMarks(touched, tooth('26'))).toMatchObject({ toothMarks: [], exams: touched.exams })
    const more = { ...said, exams: [{ teeth: '26:O', content: '𬌗面龋，探痛。' }] }
    expect(clearMarks(more, tooth('26')).exams).toEqual([{ teeth: '26:O', content: '探痛。' }])
  })
  it('keeps what was charged for at the tooth', () => {
    const done = toggleMark(text(), 'filling', tooth('26', 'O'), 'completed')
    const tariffs = [{ tariffId: '01890000-0000-7000-8000-000000000001', qty: 1 }]
    const billed = { ...done, treatments: done.treatments.map((row) => ({ ...row, tariffs })) }
    expect(clearMarks(billed, tooth('26')).treatments).toMatchObject([{ content: '', tariffs }])
  })
})

describe('what is said more exactly', () => {
  it('a depth goes into the mark, the mouth and the words, and a second press takes it back', () => {
    const caries = toggleMark(text(), 'caries', tooth('16', 'MO'), 'present')
    expect(detailChoices(caries, tooth('16'), 'present')).toEqual([
      { condition: 'caries', details: ['浅', '中', '深'], detail: '' },
    ])
    const deep = toggleDetail(caries, 'caries', tooth('16'), 'present', '深')
    expect(deep.toothMarks).toMatchObject([{ tooth: '16', detail: '深' }])
    expect(deep.exams).toEqual([{ teeth: '16:MO', content: '近中𬌗面深龋' }])
    expect(marksAfter([], deep.toothMarks)).toMatchObject([{ tooth: '16', detail: '深' }])
    expect(detailChoices(deep, tooth('16'), 'present')[0]?.detail).toBe('深')
    const middle = toggleDetail(deep, 'caries', tooth('16'), 'present', '中')
    expect(middle.exams).toEqual([{ teeth: '16:MO', content: '近中𬌗面中龋' }])
    const back = toggleDetail(middle, 'caries', tooth('16'), 'present', '中')
    expect(back.toothMarks[0] && 'detail' in back.toothMarks[0]).toBe(false)
    expect(back.exams).toEqual([{ teeth: '16:MO', content: '近中𬌗面龋' }])
    expect(recordContent.parse(deep)).toEqual(deep)
  })
  it('is offered for what this record charts with that status, on all chosen teeth', () => {
    const two = toggleMark(toggleMark(text(), 'crown', tooth('16'), 'present'), 'crown', tooth('26'), 'planned')
    expect(detailChoices(two, [...tooth('16'), ...tooth('26')], 'present')).toEqual([])
    expect(detailChoices(two, tooth('26'), 'planned')).toHaveLength(1)
    expect(toggleDetail(two, 'crown', tooth('26'), 'planned', '全瓷').plans).toEqual([
      { teeth: '26', content: '拟行全瓷冠修复' },
    ])
  })
  it('work called a plan is planned, whatever the switch says', () => {
    const marked = toggleMark(text(), 'extract_planned', tooth('38'), 'present')
    expect(marked.toothMarks).toMatchObject([{ condition: 'extract_planned', status: 'planned' }])
    expect(marked.plans).toEqual([{ teeth: '38', content: '拟拔除' }])
    expect(commonConditions(marked.toothMarks, tooth('38'), 'present')).toEqual(['extract_planned'])
  })
})

describe('a bridge', () => {
  const made = bridgeMarks({ teeth: ['45', '46', '47'], missing: new Set(), status: 'present', group: 'b1' })
  const bridged = putMarks(text(), 'problem' in made ? [] : made)
  it('is one piece: taking it off one tooth takes it off all, leaving the rest', () => {
    expect(bridged.toothMarks).toHaveLength(3)
    const more = toggleMark(bridged, 'caries', tooth('46'), 'present')
    expect(toggleMark(more, 'pontic', tooth('46'), 'present').toothMarks).toMatchObject([{ condition: 'caries' }])
    expect(clearMarks(more, tooth('45')).toothMarks).toMatchObject([{ condition: 'caries' }])
    expect(recordContent.parse(bridged)).toEqual(bridged)
  })
  it('is not a bridge alone: a splint over several teeth is one piece', () => {
    const teeth = ['31', '32', '41'].map((code) => ({ code, surfaces: '' }))
    const splint = toggleMark(text(), 'splint', teeth, 'present', [], () => 's1')
    expect(splint.toothMarks.map(({ group }) => group)).toEqual(['s1', 's1', 's1'])
    const off = toggleMark(text(), 'splint', tooth('41'), 'removed', splint.toothMarks)
    expect(marksAfter(splint.toothMarks, off.toothMarks)).toEqual([])
    expect(toggleMark(text(), 'caries', teeth, 'present', [], () => 's1').toothMarks[0]).not.toHaveProperty('group')
    expect(toggleMark(text(), 'splint', tooth('31'), 'present', [], () => 's1').toothMarks[0]).not.toHaveProperty(
      'group',
    )
  })
  it('is removed as a piece at a later visit', () => {
    const before = marksAfter([], bridged.toothMarks)
    const later = toggleMark(text(), 'pontic', tooth('46'), 'removed', before)
    expect(later.toothMarks).toMatchObject([{ tooth: '46', status: 'removed', group: 'b1' }])
    // The abutments stay; where the pontic was the tooth is missing.
    expect(marksAfter(before, later.toothMarks)).toMatchObject([{ tooth: '46', condition: 'missing' }])
    expect(later.treatments).toMatchObject([{ teeth: '46', content: '拆除固定桥' }])
    // Why is asked before it is written down.
    expect(takenOff(text(), later)).toBe('拆除固定桥')
    const told = withReason(text(), later, '松脱')
    expect(told.toothMarks).toMatchObject([{ tooth: '46', status: 'removed', group: 'b1', reason: '松脱' }])
    expect(told.treatments).toMatchObject([{ teeth: '46', content: '拆除固定桥（松脱）' }])
    expect(takenOff(text(), told)).toBeNull()
    expect(takenOff(later, { ...later, advice: '一周后复诊' })).toBeNull()
    expect(takenOff(text(), toggleMark(text(), 'periapical', tooth('46'), 'removed'))).toBeNull()
  })
})
