import { describe, expect, it } from 'vitest'
import { mergeModule } from '../src/modules/merge/index.ts'
import { patientModule } from '../src/modules/patient/index.ts'
import { scheduleModule } from '../src/modules/schedule/index.ts'
import { module, putTogether } from '../src/platform/module.ts'

// What must not compile is a test too: where it compiled, the line above it would be a mistake of its own.
describe('a module that says too little or too much does not compile', () => {
  it('holds', () => {
    const handlers = patientModule.handlers.patient
    const { merge: mergeFiles, ...others } = mergeModule.handlers.merge
    // @ts-expect-error one call of the group has no handler
    module({ name: 'merge', owns: [], handlers: { merge: others } })
    // @ts-expect-error the contract has no such group
    module({ name: 'merge', owns: [], handlers: { merge: mergeModule.handlers.merge, mergers: others } })
    // @ts-expect-error the handlers are those of another group
    module({ name: 'patient', owns: [], handlers: { merge: handlers } })
    // @ts-expect-error a table that the database does not have
    module({ name: 'merge', owns: ['merges'], handlers: mergeModule.handlers })
    // @ts-expect-error a word that no module asks for
    module({ name: 'merge', owns: [], handlers: mergeModule.handlers, patients: {} })
    // @ts-expect-error a part in another form than asked for
    module({ name: 'merge', owns: [], handlers: mergeModule.handlers, patient: { mergeRules: ['patient'] } })
    // @ts-expect-error a refusal that the error table does not have
    module({ name: 'merge', owns: [], handlers: mergeModule.handlers, constraints: { a_key: 'NOT_THERE' } })
    expect(mergeFiles).toBeTypeOf('function')
  })

  it('and a list in which a group of calls is answered by nobody', () => {
    // @ts-expect-error nobody answers the calls of the others
    expect(Object.keys(putTogether([patientModule, scheduleModule]).handlers)).toEqual(['patient', 'schedule'])
  })
})

describe('what two modules say of the same', () => {
  const empty = { name: 'other', owns: [], handlers: {} }
  it.each([
    ['table', { ...empty, owns: ['patient' as const] }],
    ['handlers', { ...empty, handlers: patientModule.handlers }],
    ['topic', { ...empty, topics: { patient: 'everybody' as const } }],
    ['constraint', { ...empty, constraints: { shift_name_key: 'NOT_FOUND' as const } }],
    ['overtaking', { ...empty, overtakings: { merge: '已变更' } }],
    ['tally', { ...empty, tallies: patientModule.tallies }],
  ])('is refused where they are put together: %s', (kind, other) => {
    // @ts-expect-error most of the product is left out
    expect(() => putTogether([patientModule, scheduleModule, mergeModule, other])).toThrow(
      new RegExp(`^other: another module has this ${kind} already`),
    )
  })
})
