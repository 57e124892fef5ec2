import { expect, it } from 'vitest'
import { slidesOf } from './slides.ts'

const picture = (id: string, stage: number, type: number, mask = 2) => ({
  id,
  stage,
  type,
  mask,
  version: 1,
  width: 4,
  height: 3,
})
const shown = (...pictures: ReturnType<typeof picture>[]) =>
  slidesOf(pictures).map((slide) => slide.pictures.map(({ id }) => id).join('+'))

it('pictures of one kind from before and after stand under one line, each once; the rest follows by stage', () => {
  expect(shown(picture('a', 1, 5), picture('m', 2, 5), picture('b', 3, 5), picture('c', 3, 5))).toEqual([
    'a+b',
    'm',
    'c',
  ])
  expect(shown(picture('a', 1, 5), picture('d', 1, 5), picture('b', 3, 5))).toEqual(['a+b', 'd'])
  expect(shown(picture('a', 1, 5), picture('b', 3, 8))).toEqual(['a', 'b'])
})

it('a face that nobody has covered is not on the screen', () => {
  expect(shown(picture('a', 1, 1, 0), picture('b', 3, 1, 1))).toEqual(['b'])
})
