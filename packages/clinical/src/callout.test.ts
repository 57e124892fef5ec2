import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCallout } from './callout.ts'
import { calloutKeyProblem, codesOf, findingOfCode, type CalloutKeys } from './callout-words.ts'
import { FIRST_CHARTING } from './first-charting.ts'
import { foldMouth, drawnMarks, type ChartEntry } from './mouth.ts'
import { toothConditions, type ToothMark } from './tooth-conditions.ts'

let pieces = 0
const read = (text: string, { missing = [] as string[], selected = [] as string[] } = {}) =>
  readCallout(text, {
    status: 'present',
    mouth: missing.map((tooth): ToothMark => ({ tooth, condition: 'missing', surfaces: '', status: 'present' })),
    selected,
    newGroup: () => `g${(pieces += 1)}`,
  })
const words = (mark: ToothMark) =>
  [mark.tooth, mark.condition, mark.surfaces, mark.detail, mark.status === 'present' ? '' : mark.status]
    .filter(Boolean)
    .join(' ')
const marks = (text: string, known?: Parameters<typeof read>[1]) => {
  const { marks: made, problems } = read(text, known)
  expect(problems).toEqual([])
  return made.map(words)
}

describe('the call-out line', () => {
  it('takes a first charting of 20 findings in 16 lines and 112 keys', () => {
    expect(FIRST_CHARTING.reduce((sum, line) => sum + line.length + 1, 0)).toBeLessThanOrEqual(112)
    const all = FIRST_CHARTING.flatMap((line) => {
      const { marks: made, problems } = read(line)
      expect(problems, line).toEqual([])
      return made
    })
    expect(all.map(words)).toEqual([
      '18 missing',
      '28 impacted',
      '38 impacted',
      '48 missing',
      '16 caries MO 深',
      '17 filling O',
      '26 crown',
      '26 rct',
      '36 rct',
      '36 crown',
      '47 bridge_abutment',
      '46 pontic',
      '45 bridge_abutment',
      '11 filling D',
      '21 fracture I',
      '14 wedge BC',
      '24 wedge BC',
      '37 secondary_caries DO 中',
      '31 mobility1',
      '41 mobility1',
      '35 residual_root',
      '35 missing planned',
    ])
    const one = all.filter(({ group }) => group)
    expect(new Set(one.map(({ group }) => group)).size).toBe(1)
    expect(one).toHaveLength(3)
    // A group counts as one entry.
    expect(all.length - one.length + 1).toBe(20)
    expect(new Set(all.map(({ tooth }) => tooth)).size).toBe(19)
    expect(all.filter(({ status }) => status === 'planned')).toHaveLength(1)
    const mouth = drawnMarks(foldMouth(all.map(entry)))
    expect(
      mouth
        .filter(({ condition, status }) => condition === 'missing' && status === 'present')
        .map(({ tooth }) => tooth),
    ).toEqual(['18', '48'])
  })

  it('reads Chinese as it is spoken', () => {
    expect(marks('左下6近中𬌗面深龋')).toEqual(['36 caries MO 深'])
    expect(marks('左下6近中合面深龋')).toEqual(['36 caries MO 深'])
    expect(marks('右上6 树脂充填 咬合面')).toEqual(['16 filling O 复合树脂'])
    expect(marks('左上乳E近远中龋坏')).toEqual(['65 caries MD'])
    expect(marks('右下8近中阻生')).toEqual(['48 impacted 近中'])
    expect(marks('左下8水平阻生')).toEqual(['38 impacted 水平'])
    expect(marks('左下67缺失')).toEqual(['36 missing', '37 missing'])
    expect(marks('右上1松动Ⅱ度')).toEqual(['11 mobility2'])
    expect(marks('左下6拟行根管治疗、全瓷冠')).toEqual(['36 rct planned', '36 crown 全瓷 planned'])
    expect(marks('46外院根充')).toEqual(['46 rct external'])
    expect(marks('左下6残根，拟拔除')).toEqual(['36 residual_root', '36 extract_planned planned'])
    expect(marks('右下５颊侧颈部楔缺')).toEqual(['45 wedge BC'])
  })

  it('reads ranges, arches, quadrants, supernumeraries, deciduous teeth and several teeth in a row', () => {
    expect(marks('14-17 f')).toEqual(['17', '16', '15', '14'].map((tooth) => `${tooth} filling O`))
    expect(read('u h').marks).toHaveLength(16)
    expect(read('q3 h').marks.map(({ tooth }) => tooth)).toEqual(['31', '32', '33', '34', '35', '36', '37', '38'])
    expect(marks('S11 c')).toEqual(['S11 caries I'])
    expect(marks('75 o c2')).toEqual(['75 caries O 中'])
    expect(marks('18 x 28 z1, 38 z2')).toEqual(['18 missing', '28 impacted 垂直', '38 impacted 近中'])
    expect(marks('3637 c')).toEqual(['36 caries O', '37 caries O'])
    expect(read('36')).toMatchObject({ teeth: ['36'], marks: [], problems: [] })
  })

  it('means the selected teeth when it names none', () => {
    expect(marks('c3', { selected: ['26'] })).toEqual(['26 caries O 深'])
    expect(marks('近中龋', { selected: ['26', '27'] })).toEqual(['26 caries M', '27 caries M'])
    expect(read('c3').problems.map(({ message }) => message)).toEqual(['先说牙位'])
  })

  it('knows the ways of being there', () => {
    expect(marks('36 g/p')).toEqual(['36 crown planned'])
    expect(marks('36 r/j 37 f/w 46 g/x')).toEqual(['36 rct inProgress', '37 filling O external', '46 crown removed'])
    expect(marks('36 r g /p')).toEqual(['36 rct planned', '36 crown planned'])
    expect(marks('36 nr')).toEqual(['36 rct_needed planned'])
  })

  it('says what it can’t read and where, and keeps the rest', () => {
    const { marks: made, problems } = read('36 mo c3 qq 歪了 f')
    expect(made.map(words)).toEqual(['36 caries MO 深', '36 filling O'])
    expect(problems).toEqual([
      { from: 9, to: 11, message: '看不懂「qq」' },
      { from: 12, to: 14, message: '看不懂「歪了」' },
    ])
    const refused = (text: string, known?: Parameters<typeof read>[1]) =>
      read(text, known).problems.map(({ message }) => message)
    expect(refused('39 c')).toContain('没有「39」这个牙位')
    expect(refused('11 o c')).toEqual(['11 没有𬌗面'])
    expect(refused('36 i c')).toEqual(['36 没有切缘'])
    expect(refused('36 c4')).toEqual(['龋没有「4」这一项'])
    expect(refused('14-34 c')).toContain('14 到 34 不在同一排')
    expect(refused('36 c', { missing: ['36'] })).toEqual(['36 已缺失，不能标龋'])
    expect(refused('36 i', { missing: ['36'] })).toEqual([])
    expect(refused('36 br')).toEqual(['固定桥至少选两颗相连的牙'])
    expect(marks('45-47 br2', { missing: ['46'] })).toEqual([
      '47 bridge_abutment 烤瓷',
      '46 pontic 烤瓷',
      '45 bridge_abutment 烤瓷',
    ])
  })

  it('gives every condition letters of its own', () => {
    for (const { id } of toothConditions) for (const code of codesOf(id)) expect(findingOfCode.get(code), code).toBe(id)
  })

  it('takes any text without falling over, and every place lies within it', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 40 }),
          fc
            .array(
              fc.constantFrom('36', '17-14', 'mo', 'c3', 'br', '左下', '6', '近中', '龋', '/p', 's', '乳', 'E', '𬌗'),
              {
                maxLength: 8,
              },
            )
            .map((parts) => parts.join(' ')),
        ),
        (text) => {
          for (const { from, to } of read(text).problems) {
            expect(from).toBeGreaterThanOrEqual(0)
            expect(to).toBeLessThanOrEqual(text.length)
            expect(from).toBeLessThan(to)
          }
        },
      ),
    )
  })
})

function entry(mark: ToothMark, place: number): ChartEntry {
  return {
    detail: '',
    ...mark,
    id: String(place),
    groupId: mark.group ?? null,
    recordId: 'r',
    visitAt: 0,
    signedAt: 0,
    place,
    knownFrom: 0,
    knownTo: null,
  }
}

describe('what one record can’t say of a tooth', () => {
  const read = (text: string, before: ToothMark[] = [], charted: ToothMark[] = []) => {
    const mouth = [...before, ...charted]
    const context = { status: 'present' as const, before, charted, mouth, selected: [], newGroup: () => 'g' }
    const { marks, problems } = readCallout(text, context)
    return [...marks.map(({ tooth, condition }) => `${tooth} ${condition}`), ...problems.map(({ message }) => message)]
  }
  const mark = (tooth: string, condition: ToothMark['condition'], status: ToothMark['status'] = 'present') => ({
    tooth,
    condition,
    surfaces: condition === 'caries' ? 'O' : '',
    status,
  })
  const gone = '17 在这份病历里标了缺失，不能再标充填体；本次拔除的，缺失的性质选已完成'
  it('is refused within one line and over two', () => {
    expect(read('17 x f')).toEqual(['17 missing', gone])
    expect(read('17 f', [], [mark('17', 'missing')])).toEqual([gone])
    expect(read('17 x', [], [mark('17', 'caries')])).toEqual([gone.replace('充填体', '龋')])
    expect(read('48 c', [mark('48', 'unerupted')])).toEqual(['48 是未萌牙，不能标龋；已萌出的先标健康或萌出中'])
    expect(read('48 h c', [mark('48', 'unerupted')])).toEqual(['48 sound', '48 caries'])
  })
  it('is not that a tooth was found ill and taken out', () => {
    expect(read('17 c', [], [mark('17', 'missing', 'completed')])).toEqual(['17 caries'])
  })
  it('a tooth that was never laid down has letters and words of its own', () => {
    for (const text of ['12 22 ag', '12 22 先天缺失', '12 22 先天缺牙', '12 22 先天性缺失'])
      expect(read(text), text).toEqual(['12 congenitally_missing', '22 congenitally_missing'])
    expect(read('右上2缺失')).toEqual(['12 missing'])
    expect(read('12 ag f')).toEqual(['12 congenitally_missing', '12 在这份病历里标了先天缺失，不能再标充填体'])
  })
})

describe('what is taken off', () => {
  const read = (text: string, mouth: ToothMark[] = []) => {
    const { marks, problems } = readCallout(text, { status: 'present', mouth, selected: [], newGroup: () => 'g' })
    return [
      ...marks.map(({ tooth, condition, status, reason = '' }) => `${tooth} ${condition}/${status} ${reason}`.trim()),
      ...problems.map(({ message }) => message),
    ]
  }
  it('has a reason, by its number or in words', () => {
    expect(read('36 g/x1')).toEqual(['36 crown/removed 松脱'])
    expect(read('36 g/x3 46 t/x')).toEqual(['36 crown/removed 继发龋', '46 temporary_crown/removed'])
    expect(read('36 g f/x2')).toEqual(['36 crown/present', '36 filling/removed 破损'])
    expect(read('36 g/x1 f/x2')).toEqual(['36 crown/removed 松脱', '36 filling/removed 破损'])
    expect(read('左下6拆除冠 松脱')).toEqual(['36 crown/removed 松脱'])
    expect(read('36 冠 拆除 患者要求')).toEqual(['36 crown/removed 患者要求'])
    expect(read('45-47 br/x5')).toEqual([
      '47 bridge_abutment/removed 治疗结束',
      '46 pontic/removed 治疗结束',
      '45 bridge_abutment/removed 治疗结束',
    ])
    expect(read('36 g/x9')).toEqual(['看不懂「g/x9」'])
    expect(read('36 g/p1')).toEqual(['看不懂「g/p1」'])
    expect(read('36 g 松脱')).toEqual(['36 crown/present'])
  })
  it('over several teeth goes as one piece that was put on as one', () => {
    const { marks } = readCallout('33-43 sp', { status: 'present', mouth: [], selected: [], newGroup: () => 's1' })
    expect(marks.map(({ tooth, group }) => `${tooth} ${group}`)).toEqual(
      ['43', '42', '41', '31', '32', '33'].map((tooth) => `${tooth} s1`),
    )
    expect(readCallout('33 sp', { status: 'present', mouth: [], selected: [], newGroup: () => 's1' }).marks).toEqual([
      { tooth: '33', condition: 'splint', surfaces: '', status: 'present' },
    ])
  })
})

describe('somebody’s own letters', () => {
  const read = (text: string, own: CalloutKeys) =>
    readCallout(text, { status: 'present', mouth: [], selected: [], newGroup: () => 'g', own }).marks.map(
      ({ tooth, condition, surfaces }) => `${tooth} ${condition} ${surfaces}`.trim(),
    )
  it('go before the usual ones, and leave the others', () => {
    expect(read('36 zz', { crack: 'zz' })[0]).toMatch(/^36 crack/)
    expect(read('36 f 37 ck', { crack: 'f' })[0]).toMatch(/^36 crack/)
    expect(read('36 mo ka2', { caries: 'ka' })).toEqual(['36 caries MO'])
    expect(read('36 zz', {})).toEqual([])
  })
  it('are one or two letters that mean nothing else', () => {
    expect(['k', 'ka', 'x'].map(calloutKeyProblem)).toEqual([null, null, null])
    for (const code of ['', 'abc', 'K', '1', 'mo', 'c', 'u', 'br']) expect(calloutKeyProblem(code)).not.toBeNull()
  })
})
