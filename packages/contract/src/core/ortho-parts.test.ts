import { expect, it } from 'vitest'
import { onlyPart, orthoExamParts, orthoVisitParts } from './ortho-parts.ts'
import { orthoExam, orthoVisit } from './ortho-sections.ts'

const caseId = '01980008-0000-7000-8000-000000000001'

it.each([
  ['a visit', orthoVisitParts, orthoVisit.parse({ caseId })],
  ['an examination', orthoExamParts, orthoExam.parse({ caseId })],
])('every field of %s is in one part, its case in none', (_, parts, content) => {
  const fields = parts.flatMap((part): string[] => [...part.fields])
  expect(fields.toSorted()).toEqual(
    Object.keys(content)
      .filter((key) => key !== 'caseId')
      .toSorted(),
  )
})

it('a part alone says nothing of the others', () => {
  const visit = orthoVisit.parse({ caseId, hygiene: '差', bracketLoss: ['45'], interval: 4 })
  expect(onlyPart.orthoVisit(visit, ['hygiene', 'cooperation'])).toEqual(orthoVisit.parse({ caseId, hygiene: '差' }))
})
