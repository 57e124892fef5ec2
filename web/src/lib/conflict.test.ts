import { describe, expect, it } from 'vitest'
import { differences, preferred, sameValue } from './conflict.ts'

describe('two people changed one file', () => {
  const base = { name: '周雨桐', remark: '', tags: ['正畸'], mobile: '138****2046' }
  it('lists only what reads differently', () => {
    const mine = { name: '周雨彤', remark: null, tags: ['正畸'], mobile: undefined }
    const theirs = { name: '周雨桐', remark: '怕疼', tags: ['正畸'], mobile: '139****0001' }
    expect(differences(['name', 'remark', 'tags', 'mobile'], base, mine, theirs).map((each) => each.field)).toEqual([
      'name',
      'remark',
    ])
  })
  it('offers my change first, and theirs where I changed nothing', () => {
    expect(preferred({ field: 'name', base: '甲', mine: '乙', theirs: '丙' })).toBe('mine')
    expect(preferred({ field: 'remark', base: '', mine: null, theirs: '怕疼' })).toBe('theirs')
  })
  it('takes nothing, null and empty text as one', () => {
    expect(sameValue(null, '')).toBe(true)
    expect(sameValue(undefined, null)).toBe(true)
    expect(sameValue(['a'], ['a', 'b'])).toBe(false)
  })
})
