import { describe, expect, it } from 'vitest'
import { changedPieces, wordDiff, type Piece } from './word-diff.ts'

/** Changed pieces in brackets. */
const shown = (pieces: readonly Piece[] | undefined) =>
  pieces?.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('')
const both = (before: string, after: string) => {
  const found = wordDiff(before, after)
  return found && [shown(found.before), shown(found.after)]
}

describe('two wordings of one text', () => {
  it('mark what one has and the other lacks, to the sign', () => {
    expect(both('近中𬌗面深龋，叩(+)。', '近中𬌗面中龋，叩(+)，冷测敏感。')).toEqual([
      '近中𬌗面[深]龋，叩(+)。',
      '近中𬌗面[中]龋，叩(+)[，冷测敏感]。',
    ])
  })
  it('keep numbers and Latin words whole', () => {
    expect(both('扭矩 35 N·cm，ISQ 68', '扭矩 30 N·cm，ISQ 72')).toEqual([
      '扭矩 [35] N·cm，ISQ [68]',
      '扭矩 [30] N·cm，ISQ [72]',
    ])
  })
  it('are two texts when little is shared, and one when nothing changed', () => {
    expect(both('局麻下开髓，拔髓', '全口超声洁治、抛光')).toBeNull()
    expect(both('叩(−)', '叩(−)')).toEqual(['叩(−)', '叩(−)'])
  })
  it('give both texts back whole', () => {
    const [before, after] = ['右上后牙咬物痛 3 天，加重 1 天。', '右上后牙自发痛 3 天，夜间加重。']
    const found = wordDiff(before, after)
    const text = (pieces: readonly Piece[] = []) => pieces.map((piece) => piece.text).join('')
    expect([text(found?.before), text(found?.after)]).toEqual([before, after])
  })
})

describe('the lines of a section', () => {
  it('belong together by their teeth first; what stands unchanged in both is left out', () => {
    const found = changedPieces(
      [
        { teeth: '36', text: '深龋，探痛(+)' },
        { teeth: '', text: '全口牙石 Ⅰ 度' },
        { teeth: '46', text: '充填体完整' },
      ],
      [
        { teeth: '46', text: '充填体边缘完整' },
        { teeth: '', text: '全口牙石 Ⅰ 度' },
        { teeth: '36', text: '深龋，探痛(++)' },
      ],
    )
    expect([...found.before].map(([at, pieces]) => [at, shown(pieces)])).toEqual([
      [0, '深龋，探痛(+)'],
      [2, '充填体完整'],
    ])
    expect([...found.after].map(([at, pieces]) => [at, shown(pieces)] as const).sort(([a], [b]) => a - b)).toEqual([
      [0, '充填体[边缘]完整'],
      [2, '深龋，探痛(+[+])'],
    ])
  })
  it('a line that only one has is no pair', () => {
    const found = changedPieces([], [{ teeth: '11', text: '树脂充填' }])
    expect([found.before.size, found.after.size]).toEqual([0, 0])
  })
})
