import { describe, expect, it } from 'vitest'
import { textField } from '../core/field-kinds.ts'
import type { PatientField } from './field.ts'
import { coveredFields, fieldOf, keptKeys, patientFields, placedIn, type PatientKey } from './index.ts'
import { mergeParts } from './merged.ts'

const keys = Object.keys(patientFields) as PatientKey[]

describe('the declaration of a patient', () => {
  it('keeps every field in a column of its own', () => {
    const columns = keptKeys.map((key) => fieldOf(key).column)
    expect(new Set(columns).size).toBe(columns.length)
  })

  it('names a field wherever one goes with another', () => {
    for (const key of keys)
      for (const place of [fieldOf(key).edit, fieldOf(key).merge])
        if (typeof place === 'object' && place !== null && 'with' in place) expect(keys).toContain(place.with)
  })

  it('merges every field once, or says why not', () => {
    const merged = mergeParts.flatMap(({ field, members }) => [field, ...members])
    const apart = keys.filter((key) => {
      const { merge } = fieldOf(key)
      return typeof merge === 'object' && 'apart' in merge && merge.apart !== ''
    })
    expect([...merged, ...apart].toSorted()).toEqual(keys.toSorted())
  })

  it('covers phone numbers and document numbers', () => {
    expect(coveredFields.toSorted()).toEqual(['idNo', 'medicareNo', 'mobile', 'mobile2', 'tel', 'wechat'])
  })

  it.each(['view', 'copy', 'sheet', 'merge', 'requirable', 'edit'] as const)(
    'gives every field one place in %s',
    (use) => {
      expect(new Set(placedIn(use)).size).toBe(placedIn(use).length)
    },
  )

  it('does not take a field that nobody has decided about', () => {
    const field = {
      ...textField('外号', 20),
      column: 'nick',
      section: 'basics',
      edit: null,
      view: true,
      copy: true,
      sheet: null,
    } as const
    // @ts-expect-error it does not say how it is merged
    const unmerged = { ...field, seen: 'all' } as const satisfies PatientField
    // @ts-expect-error it does not say whom it may be shown to
    const unseen = { ...field, merge: true } as const satisfies PatientField
    expect([unmerged, unseen]).toHaveLength(2)
  })
})
