import { recordContent, type RecordContent } from '@dentin/contract/record'
import { orthoVisit } from '@dentin/contract/orthodontic'
import { expect, it } from 'vitest'
import { choose, differing, partLines, preferred } from './conflict.ts'

const text = (part: Partial<RecordContent>): RecordContent => ({ ...recordContent.parse({}), ...part })
const ids = (a: RecordContent, b: RecordContent) => differing(a, b).map(({ id }) => id)
const caseId = '01980008-0000-7000-8000-000000000001'
const visit = (part: object) => text({ orthoVisit: orthoVisit.parse({ caseId, ...part }) })
const wire = (size: string) => ({ size, material: 'NiTi' })

it('a conflict keeps what is chosen, section by section', () => {
  const [mine, theirs] = [text({ advice: '我' }), text({ advice: '他', chiefComplaint: '他' })]
  expect(ids(mine, theirs)).toEqual(['chiefComplaint', 'advice'])
  expect(choose(text({}), mine, theirs, { chiefComplaint: 'theirs' })).toMatchObject({
    advice: '我',
    chiefComplaint: '他',
  })
  // The complaint was only changed by them, the advice by both, the present illness only by me.
  const [base, own] = [text({}), { ...mine, presentIllness: '我' }]
  expect(preferred(base, own, theirs)).toEqual({ chiefComplaint: 'theirs', presentIllness: 'mine', advice: 'merged' })
})

it('of an orthodontic visit group by group: what each changed alone stays, what both changed is asked with both versions', () => {
  const base = visit({ upperWire: wire('0.014') })
  const mine = visit({ upperWire: wire('0.016'), hygiene: '差', interval: 4 })
  const theirs = visit({ upperWire: wire('0.018'), bracketLoss: ['45'], next: ['换弓丝'] })
  expect(ids(mine, theirs)).toEqual(['orthoVisit.wires', 'orthoVisit.lost', 'orthoVisit.care', 'orthoVisit.next'])
  const offered = preferred(base, mine, theirs)
  expect(offered).toEqual({
    'orthoVisit.wires': 'mine',
    'orthoVisit.lost': 'theirs',
    'orthoVisit.care': 'mine',
    // The interval is mine, what comes next is theirs: two fields of one group.
    'orthoVisit.next': 'merged',
  })
  const [wires, lost] = differing(mine, theirs)
  const words = (of: RecordContent, part = wires) => part && partLines(of, part, null).map((line) => line.text)
  expect([words(mine), words(theirs)]).toEqual([['弓丝：上 0.016 镍钛'], ['弓丝：上 0.018 镍钛']])
  expect([words(mine, lost), words(theirs, lost)]).toEqual([[], ['托槽脱落：45']])
  expect(choose(base, mine, theirs, offered).orthoVisit).toEqual(
    visit({ upperWire: wire('0.016'), hygiene: '差', interval: 4, bracketLoss: ['45'], next: ['换弓丝'] }).orthoVisit,
  )
  expect(choose(base, mine, theirs, { 'orthoVisit.wires': 'theirs' }).orthoVisit).toEqual(
    visit({ upperWire: wire('0.018'), hygiene: '差', interval: 4 }).orthoVisit,
  )
})
