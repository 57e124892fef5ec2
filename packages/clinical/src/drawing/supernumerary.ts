import { markLayer, type ToothLayer, type ToothMark } from '../tooth-conditions.ts'
import { group, path, type Shape } from './shape.ts'

const rank: readonly ToothLayer[] = ['plan', 'finding', 'existing']

/** A supernumerary tooth in mm: a peg of half size, a dashed ghost once it is out. */
export function supernumeraryShapes(marks: readonly ToothMark[]): Shape[] {
  const gone = marks.some((mark) => mark.condition === 'missing' && markLayer(mark) !== 'plan')
  const taken = marks.some((mark) => mark.condition === 'extract_planned' || mark.condition === 'missing')
  const layers = marks.filter((mark) => mark.condition !== 'missing').map(markLayer)
  const layer = rank.find((each) => layers.includes(each))
  const root = 'M-1.4 0C-1.2 -3 -.4 -5 0 -5.4C.4 -5 1.2 -3 1.4 0Z'
  const crown = 'M-1.5 0C-1.6 2.2 -.6 3.5 0 3.9C.6 3.5 1.6 2.2 1.5 0Q0 -.7 -1.5 0Z'
  if (gone) return [group([path(root)], 'ghost'), path(crown, 'ghost')]
  return [
    group([path(root, 'root')], 'roots'),
    path(crown, 'crown', layer && 'light', layer),
    ...(taken ? [path('M-1.6 3.6L1.6 -4.6M1.6 3.6L-1.6 -4.6', 'line', 'planLine')] : []),
  ]
}
