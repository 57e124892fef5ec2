import { readCallout } from '@dentin/clinical/callout'
import type { ToothMark } from '@dentin/clinical/tooth-conditions'
import { recordContent } from '@dentin/contract/record'
import { expect, it } from 'vitest'
import { putMarks } from '../marks.ts'
import { leftOver, piecesOf, takeBack } from './taking.ts'

const read = (text: string, mouth: readonly ToothMark[] = []) =>
  readCallout(text, { status: 'present', mouth, selected: [], newGroup: () => 'bridge' })

it('writes down what was called out, and takes back only that when something was written since', () => {
  const empty = recordContent.parse({})
  const caries = putMarks(empty, read('16 mo c3').marks)
  expect(caries.exams).toMatchObject([{ teeth: '16:MO', content: '近中𬌗面深龋' }])
  const { marks } = read('18 x')
  const later = { ...putMarks(caries, marks), advice: '勿用患侧咀嚼' }
  expect(takeBack(later, marks)).toEqual({ ...caries, advice: '勿用患侧咀嚼' })
})

it('leaves in the line what could not be read, behind its teeth', () => {
  expect(leftOver('27 o c2 歪', read('27 o c2 歪'))).toBe('27 歪')
  expect(leftOver('27 o c2', read('27 o c2'))).toBe('')
})

it('takes a bridge off as a whole by one of its teeth', () => {
  const bridge = read('45-47 br').marks
  expect(piecesOf(read('46 po/x', bridge).marks, bridge)).toEqual([
    { tooth: '46', condition: 'pontic', surfaces: '', status: 'removed', group: 'bridge' },
  ])
})
