import { recordContent, templateContent } from '@dentin/contract/record'
import { describe, expect, it } from 'vitest'
import { fillTemplate, wantsLast, type KnownHere } from './filling.ts'
import { gapAt, gapFrom } from './gap-order.ts'

const empty = recordContent.parse({})
const known = (more: Partial<KnownHere> = {}): KnownHere => ({
  teeth: [],
  day: '2026-11-20',
  record: empty,
  last: null,
  ...more,
})
const template = (text: string) => templateContent.parse({ treatments: [{ teeth: '', content: text, tariffs: [] }] })

describe('a template that is put in', () => {
  it('stands on the chosen teeth; what nobody knows stays as a gap', () => {
    const part = fillTemplate(
      template('{牙位}{牙面}备洞，{选择:单层|分层}充填，{数字} 支'),
      known({ teeth: [{ code: '26', surfaces: 'MO' }] }),
    )
    expect(part.treatments?.[0]).toMatchObject({
      teeth: '26:MO',
      content: '26近中𬌗面备洞，{选择:单层|分层}充填，{数字} 支',
    })
    expect(Object.keys(part)).toEqual(['treatments'])
    // No tooth is chosen: nothing vanishes.
    expect(fillTemplate(template('{牙位}{牙面}备洞'), known()).treatments?.[0]).toMatchObject({
      teeth: '',
      content: '{牙位}{牙面}备洞',
    })
  })
  it('a row that names its teeth keeps them, and its words are about them', () => {
    const bound = templateContent.parse({
      exams: [
        { teeth: '48', content: '{牙位}阻生' },
        { teeth: '', content: '{牙位}龋' },
      ],
    })
    expect(fillTemplate(bound, known({ teeth: [{ code: '36', surfaces: '' }] })).exams).toEqual([
      { teeth: '48', content: '48阻生' },
      { teeth: '36', content: '36龋' },
    ])
  })
  it('never overwrites what the record says of allergies, in no mode of putting in', () => {
    const denies = templateContent.parse({ interval: '无不适', allergyHistory: '否认药物过敏史' })
    expect(fillTemplate(denies, known())).toEqual({ interval: '无不适', allergyHistory: '否认药物过敏史' })
    const record = recordContent.parse({ allergyHistory: '青霉素（皮疹）', interval: '肿痛' })
    expect(fillTemplate(denies, known({ record }))).toEqual({ interval: '无不适' })
  })
  it('brings no tooth marks with its sections: they go into the chart by themselves', () => {
    const marked = templateContent.parse({
      advice: '勿用患侧咀嚼',
      toothMarks: [{ tooth: '36', condition: 'caries', surfaces: 'O', status: 'present' }],
    })
    expect(fillTemplate(marked, known())).toEqual({ advice: '勿用患侧咀嚼' })
  })
  it('takes up what had changed at the last visit', () => {
    const asks = templateContent.parse({ interval: '上次：{上次:病情变化}' })
    expect(wantsLast(asks)).toBe(true)
    const last = recordContent.parse({ interval: '肿胀消退' })
    expect(fillTemplate(asks, known({ last }))).toEqual({ interval: '上次：肿胀消退' })
    expect(fillTemplate(asks, known())).toEqual({ interval: '上次：{上次:病情变化}' })
  })
  it('says the day, the last record and the films; without them they stay gaps', () => {
    const text = template('{日期} 续 {上次:处置}，片示 {影像所见}')
    expect(wantsLast(text)).toBe(true)
    expect(wantsLast(template('{日期}'))).toBe(false)
    const record = recordContent.parse({ auxExams: [{ teeth: '36', kind: '根尖片', content: '根充恰填' }] })
    const last = recordContent.parse({
      treatments: [
        { teeth: '36', content: '开髓' },
        { teeth: '37', content: '充填' },
      ],
    })
    expect(fillTemplate(text, known({ record, last })).treatments?.[0]?.content).toBe(
      '2026-11-20 续 开髓；充填，片示 根尖片：根充恰填',
    )
    expect(fillTemplate(text, known()).treatments?.[0]?.content).toBe('2026-11-20 续 {上次:处置}，片示 {影像所见}')
  })
})

describe('the way from gap to gap', () => {
  const texts = ['痛 {数字} 天', '', '{牙位}备洞，{选择:A|B}充填']
  it('goes in order across the fields, and back', () => {
    const visit = (at: { field: number; start: number; end: number }, back = false) => {
      const found = gapFrom(texts, at, back)
      return found && `${found.field} ${found.gap.text}`
    }
    expect(visit({ field: 0, start: 0, end: 0 })).toBe('0 {数字}')
    expect(visit({ field: 0, start: 2, end: 6 })).toBe('2 {牙位}')
    expect(visit({ field: 1, start: 0, end: 0 })).toBe('2 {牙位}')
    expect(visit({ field: 2, start: 0, end: 4 })).toBe('2 {选择:A|B}')
    expect(visit({ field: 2, start: 7, end: 15 })).toBeNull()
    expect(visit({ field: 2, start: 7, end: 15 }, true)).toBe('2 {牙位}')
    expect(visit({ field: 2, start: 0, end: 4 }, true)).toBe('0 {数字}')
    expect(visit({ field: 0, start: 0, end: 0 }, true)).toBeNull()
  })
  it('knows the gap in which the caret stands', () => {
    expect(gapAt(texts[0] as string, 2, 6)?.text).toBe('{数字}')
    expect(gapAt(texts[0] as string, 4, 4)?.text).toBe('{数字}')
    expect(gapAt(texts[0] as string, 0, 0)).toBeNull()
  })
})
