import { orthoVisit } from '@dentin/contract/orthodontic'
import { recordContent } from '@dentin/contract/record'
import { describe, expect, it } from 'vitest'
import { elasticBetween, pairTyped, withVisit } from './model.ts'

const content = {
  ...recordContent.parse({}),
  orthoVisit: orthoVisit.parse({ caseId: '01a22abb-3641-7283-8a19-3663ee345ca7' }),
}

describe('the next visit goes by what the monthly visit says', () => {
  it('weeks are the days that the booking proposes, none are none', () => {
    expect(withVisit(content, { interval: 4 }).nextVisit.days).toBe(28)
    expect(withVisit(withVisit(content, { interval: 4 }), { interval: null }).nextVisit.days).toBeNull()
    expect(withVisit(withVisit(content, { interval: 6 }), { bends: '第三序列' }).nextVisit.days).toBe(42)
  })
  it('the next step is its remark, and what is written there goes behind it', () => {
    const said = withVisit(content, { next: ['换丝 0.016', '粘 45'], nextPlan: '关闭间隙' })
    expect(said.nextVisit.remark).toBe('换丝 0.016，粘 45，关闭间隙')
    expect(withVisit(said, { next: [] }).nextVisit.remark).toBe('关闭间隙')
    expect(withVisit(said, { interval: 5 }).nextVisit.remark).toBe('换丝 0.016，粘 45，关闭间隙')
  })
  it('a text without a visit stays as it is', () => {
    const { orthoVisit: _none, ...other } = content
    expect(withVisit(other, { interval: 4 })).toEqual(other)
  })
})

describe('an elastic between two teeth', () => {
  const like = { type: 'Ⅱ类', size: '3/16', force: 4.5, hours: 22 } as const
  it.each([
    ['13', '46', 'Ⅱ类'],
    ['46', '13', 'Ⅱ类'],
    ['16', '43', 'Ⅲ类'],
    ['13', '43', '垂直'],
    ['13', '33', '垂直'],
  ])('%s to %s: %s', (from, to, type) => expect(elasticBetween(from, to, like)?.type).toBe(type))
  it('within one arch is none', () => expect(elasticBetween('13', '23', like)).toBeNull())
  it.each([
    ['13-46', ['13', '46']],
    ['13 46', ['13', '46']],
    ['1346', ['13', '46']],
    ['19-46', null],
    ['13', null],
  ])('typed %s', (text, pair) => expect(pairTyped(text)).toEqual(pair))
})
