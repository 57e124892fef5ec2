import { printPaperKinds, variablesOf } from '@dentin/contract/core/print-papers'
import { builtInTemplate, type PrintTemplateContent } from '@dentin/contract/print-template'
import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TemplateText } from './money-paper.tsx'
import { columnsPrinted, isPrinted, signaturesPrinted, textsPrinted } from './paper-template.ts'

const template = (more: Partial<PrintTemplateContent> = {}): PrintTemplateContent => ({
  ...builtInTemplate('receipt'),
  ...more,
})
const offered = ['name', 'teeth', 'price', 'qty', 'off', 'amount'].map((key) => ({ key }))
const keys = (content: PrintTemplateContent | null) => columnsPrinted('receipt', offered, content).map(({ key }) => key)

it('without a template all columns stand as ever, each with its name', () => {
  expect(columnsPrinted('receipt', offered, null).map(({ title }) => title)).toEqual([
    '项目',
    '牙位',
    '单价',
    '数量',
    '优惠',
    '金额',
  ])
  expect(keys(builtInTemplate('receipt'))).toEqual(offered.map(({ key }) => key))
})

it('a template says which columns and in which order; what has to be there stays', () => {
  expect(keys(template({ columns: ['name', 'amount', 'qty'] }))).toEqual(['name', 'amount', 'qty'])
  expect(keys(template({ columns: ['name'] }))).toContain('amount')
  expect(keys(template({ columns: ['name', 'gone', 'amount'] }))).toEqual(['name', 'amount'])
})

it('parts are left out that the template does not name; what has no name is there', () => {
  const content = template({ parts: ['words'] })
  expect([isPrinted({ part: 'words' }, content), isPrinted({ part: 'cards' }, content)]).toEqual([true, false])
  expect([isPrinted({}, content), isPrinted({ part: 'cards' }, null)]).toEqual([true, true])
})

it('a guardian signs whatever a template says, and what was signed stays where its name is', () => {
  const usual = [
    { label: '患者签名' },
    { label: '监护人签名（关系）', must: true },
    { label: '复核人', content: '王静' },
  ]
  expect(signaturesPrinted(usual, null)).toEqual(usual)
  expect(signaturesPrinted(usual, template({ signatures: ['复核人', '店长'] }))).toEqual([
    { label: '复核人', content: '王静' },
    { label: '店长' },
    { label: '监护人签名（关系）', must: true },
  ])
})

it('texts say what the paper says; one with a fault says nothing', () => {
  const said = textsPrinted('receipt', template({ header: '{{患者}}您好', footer: '{{无此变量}}' }), { 患者: '张三' })
  expect(said).toEqual({ header: '张三您好', footer: '' })
})

it('whatever is written and whatever it names, on paper it is text', () => {
  const markup = fc.oneof(
    fc.string(),
    fc.constantFrom('<script>', '<img src=x onerror=1>', '{{患者}}', '&lt;', '"', "'"),
  )
  const written = fc.array(markup, { maxLength: 10 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(written, written, (header, name) => {
      const { header: text } = textsPrinted('receipt', template({ header }), { 患者: name })
      const html = renderToStaticMarkup(createElement(TemplateText, { text }))
      const inside = html.replace(/^<p[^>]*>/, '').replace(/<\/p>$/, '')
      expect(inside).not.toMatch(/[<>]/)
    }),
    { numRuns: 300 },
  )
})

it('no paper names a variable twice, nor one that every paper has', () => {
  for (const kind of printPaperKinds) {
    const names = variablesOf(kind).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  }
})
