import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillTemplate, templateProblems, type TemplateVariable } from './text-template.ts'

const variables: readonly TemplateVariable[] = [
  { name: '患者', type: 'text' },
  { name: '实收', type: 'money' },
  { name: '欠费', type: 'money' },
  { name: '收费时间', type: 'date' },
  {
    name: '明细',
    type: 'list',
    columns: [
      { name: '项目', type: 'text' },
      { name: '金额', type: 'money' },
    ],
  },
]
const values = {
  患者: '张三',
  实收: '1234.50',
  欠费: '0.00',
  收费时间: '2026-11-28 09:30:00',
  明细: [
    { 项目: '洗牙', 金额: '300.00' },
    { 项目: '拍片', 金额: '60.00' },
  ],
}
const fill = (text: string) => fillTemplate(text, variables, values)
const problems = (text: string) => templateProblems(text, variables).map(({ line, message }) => [line, message])

describe('texts with variables', () => {
  it('names are looked up: money with thousands, days without their time', () => {
    expect(fill('{{患者}} 实收 {{ 实收 }} 元，{{收费时间}}')).toBe('张三 实收 1,234.50 元，2026-11-28')
  })

  it('a loop stands once for each row; lines of their own for its two ends leave no line behind', () => {
    expect(fill('明细：\n{{#明细}}\n{{项目}} {{金额}}（{{患者}}）\n{{/明细}}\n谢谢')).toBe(
      '明细：\n洗牙 300.00（张三）\n拍片 60.00（张三）\n谢谢',
    )
    expect(fill('{{#明细}}{{项目}}；{{/明细}}')).toBe('洗牙；拍片；')
  })

  it('what stands under a question is there when the variable has a value; money of nothing is none', () => {
    expect(fill('{{?欠费}}还欠 {{欠费}}{{/欠费}}{{?实收}}已收{{/实收}}{{?明细}}有明细{{/明细}}')).toBe('已收有明细')
    expect(fill('{{#明细}}{{?项目}}[{{项目}}]{{/项目}}{{/明细}}')).toBe('[洗牙][拍片]')
  })

  it('says what is wrong, and on which line', () => {
    expect(problems('您好\n{{姓名}}')).toEqual([[2, '没有变量「姓名」']])
    expect(problems('{{项目}}')).toEqual([[1, '「项目」只能写在 {{#明细}} 里']])
    expect(problems('\n{{#明细}}\n{{项目}}')).toEqual([[2, '「明细」没有结束，请加上 {{/明细}}']])
    expect(problems('{{#明细}}{{#患者}}x{{/患者}}{{/明细}}')).toEqual([[1, '「患者」不是列表，不能循环']])
    expect(problems('{{#明细}}{{#明细}}x{{/明细}}{{/明细}}')).toEqual([[1, '循环里不能再循环「明细」']])
    expect(problems('{{明细}}')).toEqual([[1, '「明细」是列表，请写成 {{#明细}}…{{/明细}}']])
    expect(problems('{{/明细}}')).toEqual([[1, '「{{/明细}}」没有对应的开始']])
    expect(problems('{{#明细}}\n{{/患者}}')).toEqual([[2, '「{{/患者}}」与第 1 行的「明细」不对应']])
    expect(problems('{{患者\n}} {{}}')).toEqual([
      [1, '「{{」与「}}」要成对写在同一行'],
      [2, '「{{」与「}}」要成对写在同一行'],
      [2, '括号里没有变量名'],
    ])
    expect(fill('{{姓名}}好')).toBe('')
  })

  it('names of the machine are names of nothing, and what a value says is no tag', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty'])
      expect(problems(`{{${name}}}`)).toEqual([[1, `没有变量「${name}」`]])
    expect(fillTemplate('{{患者}}', variables, { 患者: '{{实收}} {{#明细}}' })).toBe('{{实收}} {{#明细}}')
    expect(fillTemplate('{{实收}}', variables, { 实收: '约三百' })).toBe('约三百')
  })
})

const piece = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '{{',
    '}}',
    '{{#明细}}',
    '{{/明细}}',
    '{{?欠费}}',
    '{{/欠费}}',
    '{{患者}}',
    '{{项目}}',
    '\n',
    '<b>',
    '{{#患者}}',
  ),
)
const written = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(''))

describe('whatever is written', () => {
  it('nothing throws, and each problem has its line', () => {
    fc.assert(
      fc.property(written, (text) => {
        const found = templateProblems(text, variables)
        for (const { line, message } of found) {
          expect(line).toBeGreaterThanOrEqual(1)
          expect(line).toBeLessThanOrEqual(text.split('\n').length)
          expect(message).not.toBe('')
        }
        expect(typeof fill(text)).toBe('string')
      }),
      { numRuns: 500 },
    )
  })

  it('text without braces comes out as it is, and so does any value', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, name) => {
        const plain = text.replaceAll(/[{}]/g, '')
        expect(fillTemplate(`${plain}|{{患者}}`, variables, { 患者: name })).toBe(`${plain}|${name}`)
      }),
    )
  })

  it('as many rows as a list has, and no more: no text of its length becomes longer than its rows allow', () => {
    fc.assert(
      fc.property(written, (text) => {
        const longest = text.length * (1 + values.明细.length) * 20
        expect(fill(text).length).toBeLessThanOrEqual(longest)
      }),
    )
  })
})
