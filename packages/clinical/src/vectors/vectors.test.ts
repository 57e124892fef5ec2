import { describe, expect, it, test } from 'vitest'
import { differences } from './compare.ts'
import { readVectors, runVector, runVectors, type VectorFile } from './run.ts'
import boneAge from './bone-age.json' with { type: 'json' }
import calibration from './calibration.json' with { type: 'json' }
import cephLateral from './ceph-lateral.json' with { type: 'json' }
import frontalFace from './frontal-face.json' with { type: 'json' }
import localAnaesthetic from './local-anaesthetic.json' with { type: 'json' }
import modelAnalysis from './model-analysis.json' with { type: 'json' }
import periodontal from './periodontal.json' with { type: 'json' }
import toothNumbers from './tooth-numbers.json' with { type: 'json' }
import vto from './vto.json' with { type: 'json' }

const files: readonly VectorFile[] = [
  boneAge,
  calibration,
  cephLateral,
  frontalFace,
  localAnaesthetic,
  modelAnalysis,
  periodontal,
  toothNumbers,
  vto,
]

describe('the public cases', () => {
  it('are all there', () => expect(files.flatMap(({ cases }) => cases)).toHaveLength(102))
  const cases = files.flatMap(({ suite, cases }) => cases.map((each) => [`${suite} ${each.id}`, each] as const))
  test.each(cases)('%s', (_name, each) => expect(runVector(each, 0.001)).toEqual([]))
})

describe('the runner', () => {
  const tooth = { id: 'a', fn: 'toothNumber', input: { fdi: 11 } }
  const right = { universal: '8', palmer: 'UR1', dentition: 'permanent' }
  it('counts what passed, and names what differs', () => {
    const file = readVectors(
      JSON.stringify({
        suite: 's',
        cases: [
          { ...tooth, expected: right },
          { ...tooth, id: 'b', expected: { ...right, universal: '9' } },
          { ...tooth, id: 'c', fn: 'toString', expected: right },
        ],
      }),
    )
    expect(runVectors(file)).toEqual({
      passed: 1,
      failures: [
        { id: 'b', lines: ['universal: expected "9", found "8"'] },
        { id: 'c', lines: ['no calculator is called toString'] },
      ],
    })
  })
  it('fails a calculator that breaks', () => {
    const [line] = runVector({ id: 'x', fn: 'laMax', input: { drug: 'water' }, expected: {} }, 0.001)
    expect(line).toBe('laMax broke: Unknown anaesthetic water')
  })
  it('refuses a file without cases', () => {
    expect(() => readVectors('{"suite":"s"}')).toThrow('no list of cases')
    expect(() => readVectors('null')).toThrow('no list of cases')
  })
  it('tells numbers by the tolerance and everything else exactly', () => {
    expect(differences({ a: 1 }, { a: 1.0009 }, 0.001)).toEqual([])
    expect(differences({ a: 1 }, { a: 1.0011 }, 0.001)).toEqual(['a: expected 1, found 1.0011'])
    expect(differences({ a: 1 }, { a: Number.NaN }, 0.001)).toHaveLength(1)
    expect(differences({ a: null }, { a: 0 }, 0.001)).toHaveLength(1)
    expect(differences({ a: true }, { a: 1 }, 0.001)).toHaveLength(1)
    expect(differences({ a: { b: [1, 2] } }, { a: { b: [1, 3] } }, 0.001)).toEqual(['a.b[1]: expected 2, found 3'])
    expect(differences([1, 2], [1], 0.001)).toHaveLength(1)
    expect(differences({}, { SNA: 82 }, 0.001)).toEqual(['SNA: expected nothing, found 82'])
    expect(differences({ SNA: 82 }, {}, 0.001)).toEqual(['SNA: expected 82, found nothing'])
  })
})
