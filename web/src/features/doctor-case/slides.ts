import { caseStageNames, maskStates } from '@dentin/contract/doctor-case'
import type { CasePicture } from './hooks.ts'

/** What stands on the screen at once: one picture, or two of one kind from before and after. */
export interface Slide {
  label: string
  pictures: [CasePicture] | [CasePicture, CasePicture]
}

/**
 * The pictures of a case in the order in which they are shown: first those of one kind from before and after, then the rest by
 * stage. What nobody has covered is left out.
 */
export function slidesOf(pictures: readonly CasePicture[]): Slide[] {
  const seen = pictures.filter(({ mask }) => mask !== maskStates.open)
  const used = new Set<string>()
  const pairs = seen
    .filter(({ stage }) => stage === 1)
    .flatMap((before): Slide[] => {
      const after = seen.find(({ id, stage, type }) => stage === 3 && type === before.type && !used.has(id))
      if (!after) return []
      used.add(before.id).add(after.id)
      return [{ label: '术前 · 术后', pictures: [before, after] }]
    })
  const rest = seen
    .filter(({ id }) => !used.has(id))
    .map((picture): Slide => ({ label: caseStageNames[picture.stage] ?? '', pictures: [picture] }))
  return [...pairs, ...rest]
}
