import { caseFrame, faceKinds } from '@dentin/contract/doctor-case'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bounded, drawnFrame, proposedFrames } from './frames.ts'

const number = fc.double({ min: -2, max: 3, noNaN: true })
const place = fc.record({ x: number, y: number })

it('a frame that is drawn, moved or resized in whatever way is one that the server takes', () => {
  fc.assert(
    fc.property(place, place, place, (a, b, by) => {
      const drawn = drawnFrame(a, b)
      if (!drawn) return
      expect(caseFrame.safeParse(drawn).error).toBeUndefined()
      expect(
        caseFrame.safeParse(bounded({ ...drawn, x: drawn.x + by.x, y: drawn.y + by.y }, true)).error,
      ).toBeUndefined()
      expect(caseFrame.safeParse(bounded({ ...drawn, w: drawn.w + by.x, h: drawn.h + by.y })).error).toBeUndefined()
    }),
  )
})

it('moving keeps the size; each kind with a face has a proposal, others have none', () => {
  expect(bounded({ x: 0.9, y: 0.9, w: 0.5, h: 0.4 }, true)).toEqual({ x: 0.5, y: 0.6, w: 0.5, h: 0.4 })
  expect(faceKinds.map((kind) => proposedFrames(kind).length)).toEqual([1, 1, 1, 1])
  expect(proposedFrames(5)).toEqual([])
})
