import type { ToothMark } from '@dentin/clinical/tooth-conditions'
import { recordContent, type RecordContent } from '@dentin/contract/record'
import { describe, expect, it } from 'vitest'
import type { InsertMode } from '../model.ts'
import { leftWords, marksFor } from './template-marks.ts'

const mark = (tooth: string, condition: ToothMark['condition'], more: Partial<ToothMark> = {}): ToothMark => ({
  tooth,
  condition,
  surfaces: '',
  status: 'present',
  ...more,
})
const caries = (tooth: string, more: Partial<ToothMark> = {}) => mark(tooth, 'caries', { surfaces: 'O', ...more })
const written = (toothMarks: ToothMark[]): RecordContent => ({ ...recordContent.parse({}), toothMarks })
const put = (template: ToothMark[], there: ToothMark[], mode: InsertMode, before: ToothMark[] = []) =>
  marksFor(template, { content: written(there), before, mode, newGroup: () => 'new' })

describe('the marks of a template that is put in', () => {
  it('go in where the record charts nothing of the same, in every mode', () => {
    for (const mode of ['append', 'replace', 'fill'] as const)
      expect(put([caries('36'), caries('37')], [], mode)).toEqual({ marks: [caries('36'), caries('37')], left: [] })
  })

  it('never change what is there, and what was left out is said', () => {
    const there = [caries('36', { detail: '深' })]
    for (const mode of ['append', 'replace'] as const) {
      const { marks, left } = put([caries('36', { detail: '浅' }), mark('36', 'pulpitis'), caries('37')], there, mode)
      expect(marks).toEqual([mark('36', 'pulpitis'), caries('37')])
      expect(leftWords(left)).toBe('；没有标：36 𬌗面浅龋（这份病历已标）')
    }
  })

  it('of 仅空段 only into a chart without marks', () => {
    const { marks, left } = put([caries('37')], [caries('36')], 'fill')
    expect(marks).toEqual([])
    expect(leftWords(left)).toBe('；没有标：37 𬌗面龋（牙位图上已有标记）')
  })

  it('are not told of where the record says the same', () => {
    for (const mode of ['append', 'replace', 'fill'] as const)
      expect(put([caries('36')], [caries('36')], mode)).toEqual({ marks: [], left: [] })
  })

  it('stay out where the mouth contradicts them', () => {
    const { marks, left } = put([caries('36'), caries('37')], [], 'append', [mark('36', 'missing')])
    expect(marks).toEqual([caries('37')])
    expect(leftWords(left)).toMatch(/^；没有标：36 𬌗面龋（36 .*缺失.*）$/)
  })

  it('over several teeth go in whole, under a name of their own, or not at all', () => {
    const bridge = [
      mark('45', 'bridge_abutment', { group: 'old' }),
      mark('46', 'pontic', { group: 'old' }),
      mark('47', 'bridge_abutment', { group: 'old' }),
    ]
    expect(put(bridge, [], 'append', [mark('46', 'missing')]).marks.map(({ group }) => group)).toEqual([
      'new',
      'new',
      'new',
    ])
    const { marks, left } = put(bridge, [mark('45', 'bridge_abutment')], 'append', [mark('46', 'missing')])
    expect(marks).toEqual([])
    expect(left.map((each) => each.mark.tooth)).toEqual(['45', '46', '47'])
  })
})
