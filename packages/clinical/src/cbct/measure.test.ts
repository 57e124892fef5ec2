import { expect, it } from 'vitest'
import { roomOverCanal, voxelAngle, voxelDistance } from './measure.ts'

it('distances and angles follow the size of a voxel in each direction', () => {
  expect(voxelDistance([0, 0, 0], [10, 20, 0], [0.3, 0.2, 1])).toBeCloseTo(5, 9)
  expect(voxelDistance([5, 5, 5], [5, 5, 9], [0.3, 0.2, 0.5])).toBeCloseTo(2, 9)
  expect(voxelAngle([10, 0, 0], [0, 0, 0], [0, 0, 3], [0.2, 0.2, 0.5])).toBeCloseTo(90, 9)
  expect(voxelAngle([1, 0, 0], [0, 0, 0], [1, 1, 0], [1, 2, 1])).toBeCloseTo(63.4349, 3)
  expect(voxelAngle([1, 1, 1], [1, 1, 1], [2, 1, 1], [1, 1, 1])).toBeUndefined()
})
it('an implant keeps two millimetres from the canal', () =>
  expect([12.5, 2, 1].map(roomOverCanal)).toEqual([10.5, 0, 0]))
