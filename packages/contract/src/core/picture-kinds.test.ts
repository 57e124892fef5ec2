import { describe, expect, it } from 'vitest'
import { guessKinds, inOrderOfTaking, kindInName, missingKinds, nineSlots, pictureKinds } from './picture-kinds.ts'

const face = (name = 'IMG.jpg') => ({ name, width: 300, height: 400 })
const mouth = (name = 'IMG.jpg') => ({ name, width: 400, height: 300 })

describe('pictures of a batch', () => {
  it('there are twenty kinds and any other; the patient’s right hangs on the left', () => {
    expect(pictureKinds).toHaveLength(21)
    expect(nineSlots).toEqual([1, 2, 3, 7, 5, 6, 8, 4, 9])
    expect(missingKinds([1, 2, 4, 5, 6, 7, 8, 10])).toEqual([3, 9])
  })
  it.each([
    ['初诊-微笑.jpg', 2],
    ['patient_smile_01.JPG', 2],
    ['侧貌.png', 3],
    ['profile.jpg', 3],
    ['45度.jpg', 4],
    ['口内正面.jpg', 5],
    ['intra-front.jpg', 5],
    ['右侧.jpg', 7],
    ['LEFT.jpg', 6],
    ['上颌.jpg', 8],
    ['mandible.jpg', 9],
    ['正面.jpg', 1],
    ['张三全景片.jpg', 10],
    ['头颅侧位片.jpg', 11],
    ['根尖片46.jpg', 13],
    ['IMG_2045.jpg', null],
    ['DSC01890.jpg', null],
  ])('%s says %s', (name, kind) => expect(kindInName(name)).toBe(kind))
  it('upright ones are faces and lying ones the mouth, in the order in which they are usually taken', () => {
    const batch = [face(), face(), face(), face(), mouth(), mouth(), mouth(), mouth(), mouth()]
    expect(guessKinds(batch)).toEqual([1, 2, 4, 3, 5, 7, 6, 8, 9])
    expect(guessKinds([mouth(), face(), mouth()])).toEqual([5, 1, 7])
  })
  it('words of the name come first, and what a stage has is not guessed again; a tenth is another picture', () => {
    expect(guessKinds([mouth(), mouth('上颌.jpg')], [5])).toEqual([7, 8])
    expect(guessKinds([face()], [1, 2, 3, 4])).toEqual([99])
    // Named twice, both stay what they say: nobody overwrites the other.
    expect(guessKinds([face('微笑1.jpg'), face('微笑2.jpg')])).toEqual([2, 2])
  })
  it('are taken by time, else by number, else as chosen', () => {
    const file = (name: string, takenAt: number | null = null) => ({ name, takenAt })
    expect(inOrderOfTaking([file('IMG_10.jpg'), file('IMG_9.jpg')]).map(({ name }) => name)).toEqual([
      'IMG_9.jpg',
      'IMG_10.jpg',
    ])
    expect(inOrderOfTaking([file('1.jpg', 20), file('2.jpg', 10)]).map(({ name }) => name)).toEqual(['2.jpg', '1.jpg'])
    expect(inOrderOfTaking([file('b.jpg'), file('a.jpg')]).map(({ name }) => name)).toEqual(['b.jpg', 'a.jpg'])
  })
})
