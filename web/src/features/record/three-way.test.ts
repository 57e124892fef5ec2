import { recordContent, type RecordContent } from '@dentin/contract/record'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choose, differing, merged, preferred } from './conflict.ts'
import { CLASH, mergeValues } from './three-way.ts'

const clauses = (text: unknown) =>
  String(text)
    .split(/[，。；\n]/)
    .filter(Boolean)

describe('two texts that began as one', () => {
  it.each([
    ['疼痛 3 天', '疼痛 3 天，夜间加重', '疼痛 3 天，冷刺激加重', '疼痛 3 天，冷刺激加重，夜间加重'],
    ['', '我写的', '他写的', '他写的，我写的'],
    ['痛 3 天。', '痛 4 天。', '痛 3 天。已服药。', '已服药。痛 4 天。'],
    ['甲，乙，丙', '甲，丙', '甲，乙，丙，丁', '甲，丙，丁'],
    ['痛 3 天', '痛 4 天', '痛 5 天', '痛 5 天，痛 4 天'],
    ['同', '同', '他改了', '他改了'],
    ['同', '我改了', '同', '我改了'],
  ])('%s: %s and %s', (base, mine, theirs, both) => {
    expect(clauses(mergeValues(base, mine, theirs)).sort()).toEqual(clauses(both).sort())
  })

  it('lose no word that either of them wrote', () => {
    const some = fc
      .array(fc.constantFrom('甲', '乙', '丙', '丁', '戊', '己'), { maxLength: 5 })
      .map((list) => [...new Set(list)].join('，'))
    fc.assert(
      fc.property(some, some, some, (base, mine, theirs) => {
        const both = clauses(mergeValues(base, mine, theirs))
        const was = clauses(base)
        for (const own of [mine, theirs])
          for (const clause of clauses(own)) if (!was.includes(clause)) expect(both).toContain(clause)
        // What both left stands, what one of them took out does not come back.
        for (const clause of was)
          expect(both.includes(clause)).toBe(clauses(mine).includes(clause) && clauses(theirs).includes(clause))
      }),
    )
  })
})

describe('sections that two people wrote', () => {
  const text = (part: object): RecordContent => recordContent.parse(part)
  const exam = (teeth: string, content: string) => ({ teeth, content })
  const both = (base: object, mine: object, theirs: object) => {
    const [one, two, three] = [text(base), text(mine), text(theirs)]
    const [part] = differing(two, three)
    return part && merged(one, two, three, part)
  }

  it('keep the rows of both, and one row where both changed it', () => {
    const base = { exams: [exam('36', '龋'), exam('11', '正常')] }
    const mine = { exams: [exam('36', '龋，探痛'), exam('11', '正常'), exam('26', '缺损')] }
    const theirs = { exams: [exam('36', '龋，冷刺激痛'), exam('47', '残根')] }
    const rows = both(base, mine, theirs)?.exams ?? []
    expect(rows.map(({ teeth }) => teeth)).toEqual(['36', '26', '47'])
    expect(clauses(rows[0]?.content).sort()).toEqual(['冷刺激痛', '探痛', '龋'])
  })

  it('do not charge twice what both wrote of one treatment', () => {
    const tariffs = [{ tariffId: '01980008-0000-7000-8000-000000000001', qty: 1 }]
    const row = (content: string) => ({ treatments: [{ teeth: '36', content, tariffs, anesthetic: null }] })
    const rows = both(row('开髓'), row('开髓，封药'), row('开髓，拔髓'))?.treatments ?? []
    expect(rows).toHaveLength(1)
    expect(rows[0]?.tariffs).toHaveLength(1)
  })

  it('are one, where each changed another field, and none where both changed the same number', () => {
    const condition = (more: object) => ({ generalCondition: more })
    expect(both(condition({}), condition({ pulse: 72 }), condition({ weight: 60 }))?.generalCondition).toMatchObject({
      pulse: 72,
      weight: 60,
    })
    expect(both(condition({}), condition({ pulse: 72 }), condition({ pulse: 80 }))).toBeNull()
    expect(mergeValues(1, 2, 3)).toBe(CLASH)
    const wire = (size: string) => ({ upperWire: { size, material: 'NiTi' } })
    expect(mergeValues(wire('0.014'), wire('0.016'), wire('0.018'))).toBe(CLASH)
  })

  it('are offered together, and taken so', () => {
    const [base, mine, theirs] = [text({}), text({ advice: '忌冷' }), text({ advice: '忌热', interval: '好转' })]
    const offered = preferred(base, mine, theirs)
    expect(offered).toEqual({ interval: 'theirs', advice: 'merged' })
    const kept = choose(base, mine, theirs, offered)
    expect(clauses(kept.advice).sort()).toEqual(['忌冷', '忌热'])
    expect(kept.interval).toBe('好转')
    const number = (pulse: number) => text({ generalCondition: { pulse } })
    expect(preferred(base, number(72), number(80))).toEqual({ generalCondition: 'mine' })
  })
})
