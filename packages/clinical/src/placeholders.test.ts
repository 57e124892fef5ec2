import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerProblem, fieldsWithGaps, fillGaps, gapsIn, unknownPlaceholders, type Asked } from './placeholders.ts'

const asked = (text: string): Asked[] => gapsIn(text).map(({ asks }) => asks)

describe('placeholders', () => {
  it('are read: teeth, surfaces, choices, numbers, a day, the last record, films', () => {
    expect(
      asked(
        '{牙位}{牙面}去龋，{选择:单层|分层}充填，{多选:近中|远中}，{数字}支，痛 {数字:0-10} 分，{日期}，{上次:处置}，{上次:病情变化}，{影像所见}',
      ),
    ).toEqual([
      { kind: 'teeth' },
      { kind: 'surfaces' },
      { kind: 'choice', choices: ['单层', '分层'], many: false },
      { kind: 'choice', choices: ['近中', '远中'], many: true },
      { kind: 'number', min: null, max: null },
      { kind: 'number', min: 0, max: 10 },
      { kind: 'date' },
      { kind: 'last', section: '处置' },
      { kind: 'last', section: '病情变化' },
      { kind: 'films' },
    ])
  })
  it('stand where they stand, in their order', () => {
    expect(gapsIn('备洞 {数字} 个，{选择:单层|分层}').map(({ start, end, text }) => [start, end, text])).toEqual([
      [3, 7, '{数字}'],
      [10, 20, '{选择:单层|分层}'],
    ])
  })
  it('take Chinese colons and bars, and limits below nothing and between whole numbers', () => {
    expect(asked('{选择：单层｜分层}')).toEqual([{ kind: 'choice', choices: ['单层', '分层'], many: false }])
    expect(asked('{数字:-2-0.5}')).toEqual([{ kind: 'number', min: -2, max: 0.5 }])
  })
  it.each([
    '{选则:A|B}',
    '{选择:}',
    '{选择:A}',
    '{选择:A||B}',
    '{选择:A|A}',
    '{数字:10-0}',
    '{数字:a-b}',
    '{上次:血压}',
    '{}',
    '{toString}',
  ])('%s asks for nothing: it is a word, and a template that has it is misspelt', (text) => {
    expect(gapsIn(text)).toEqual([])
    expect(unknownPlaceholders(`去龋${text}。`)).toEqual([text])
  })
  it('a known one is not misspelt, and a brace alone is none', () => {
    expect(unknownPlaceholders('{牙位}去龋 { 牙')).toEqual([])
    expect(gapsIn('{牙\n位}')).toEqual([])
  })
})

describe('filling', () => {
  it('puts answers in; what has no answer stays in the text as it was', () => {
    const answer = ({ kind }: Asked) => (kind === 'teeth' ? '36' : kind === 'number' ? '' : null)
    expect(fillGaps('{牙位}充填，{选择:单层|分层}，{数字} 支，再看{牙位}', answer)).toBe(
      '36充填，{选择:单层|分层}，{数字} 支，再看36',
    )
  })
  it('never loses a character outside of the gaps, and no gap vanishes without an answer', () => {
    const part = fc.constantFrom('去龋', '{牙位}', '{数字:0-10}', '{选择:A|B}', '{', '}', '𬌗面', '{无此}', '\n')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join('')
        expect(fillGaps(text, () => null)).toBe(text)
        const filled = fillGaps(text, () => '答')
        expect(gapsIn(filled).length).toBe(0)
        expect(filled.replaceAll('答', '')).toBe(
          gapsIn(text).reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text),
        )
      }),
    )
  })
  it('says why an answer does not fit', () => {
    const [number, one, some] = asked('{数字:0-10}{选择:A|B}{多选:A|B}') as [Asked, Asked, Asked]
    expect([answerProblem(number, '0'), answerProblem(number, '10'), answerProblem(number, '2.5')]).toEqual([
      null,
      null,
      null,
    ])
    expect(answerProblem(number, '10.1')).toBe('应在0到10之间')
    expect(answerProblem(number, '-1')).toBe('应在0到10之间')
    expect(answerProblem(number, '三')).toBe('应为数字')
    expect(answerProblem(number, ' ')).toBe('还没有填')
    expect([answerProblem(one, 'A'), answerProblem(one, 'A、B'), answerProblem(some, 'A、B')]).toEqual([
      null,
      '不在可选范围内',
      null,
    ])
    expect(answerProblem({ kind: 'teeth' }, '36')).toBeNull()
  })
})

describe('a value', () => {
  it('names each text that has gaps, in its order', () => {
    const found = fieldsWithGaps({
      chiefComplaint: '痛 {数字} 天',
      exams: [
        { teeth: '36', content: '龋' },
        { teeth: '', content: '{牙位}{牙面}龋' },
      ],
      nextVisit: { days: 7, remark: '{选择:换药|充填}' },
    })
    expect(found.map(({ path, gaps }) => [path.join('.'), gaps.length])).toEqual([
      ['chiefComplaint', 1],
      ['exams.1.content', 2],
      ['nextVisit.remark', 1],
    ])
  })
})
