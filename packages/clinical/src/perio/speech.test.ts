import { expect, test } from 'vitest'
import type { PerioKey } from './keys.ts'
import { readPerioSpeech } from './speech.ts'

/** Keys in short: 3, !bop, @36, >1, ~L, g2, m1, fB2, x, i, =, z, <. */
function short(key: PerioKey): string {
  switch (key.kind) {
    case 'value':
      return String(key.value)
    case 'mark':
      return `!${key.mark}${key.whole ? '*' : ''}`
    case 'tooth':
      return `@${key.tooth}`
    case 'step':
      return `>${key.by}`
    case 'side':
      return `~${key.side}`
    case 'margin':
      return `g${key.value}`
    case 'mobility':
      return `m${key.value}`
    case 'furcation':
      return `f${key.place}${key.value}`
    case 'status':
      return key.status === 'missing' ? 'x' : 'i'
    case 'same':
      return '='
    case 'undo':
      return 'z'
    case 'back':
      return '<'
    case 'otherSide':
      return '~'
    default:
      return `?${key.kind}`
  }
}

test.each([
  ['三', '3'],
  ['零', '0'],
  ['两', '2'],
  ['幺', '1'],
  ['九', '9'],
  ['十', '10'],
  ['十一', '11'],
  ['十二', '12'],
  ['十五', '15'],
  ['三二三', '3 2 3'],
  ['三 二 三', '3 2 3'],
  ['三，二，三。', '3 2 3'],
  ['323', '3 2 3'],
  ['３２３', '3 2 3'],
  ['三十二', '3 12'],
  ['十三', '13'],
  ['十零', '10 0'],
  ['四 出血', '4 !bop'],
  ['流血', '!bop'],
  ['溢脓', '!pus'],
  ['流脓', '!pus'],
  ['菌斑', '!plaque'],
  ['牙石', '!calculus'],
  ['五出血溢脓', '5 !bop !pus'],
  ['全出血', '!bop*'],
  ['全菌斑', '!plaque*'],
  ['三 二 三 出血 下一颗', '3 2 3 !bop >1'],
  ['下一颗', '>1'],
  ['上一颗', '>-1'],
  ['下一个', '>1'],
  ['跳到三六', '@36'],
  ['跳到36', '@36'],
  ['跳到 一 六', '@16'],
  ['跳至四一', '@41'],
  ['跳到四八三', '@48 3'],
  ['腭侧', '~L'],
  ['舌侧', '~L'],
  ['颊侧', '~B'],
  ['唇侧', '~B'],
  ['换侧', '~'],
  ['缺失', 'x'],
  ['种植体', 'i'],
  ['同上', '='],
  ['一样', '='],
  ['撤销', 'z'],
  ['退格', '<'],
  ['退一格', '<'],
  ['退缩二', 'g2'],
  ['退缩2', 'g2'],
  ['牙龈退缩三', 'g3'],
  ['增生一', 'g-1'],
  ['松动一度', 'm1'],
  ['松动二', 'm2'],
  ['松动三度', 'm3'],
  ['分叉颊二度', 'fB2'],
  ['分叉近中一度', 'fM1'],
  ['根分叉远中三度', 'fD3'],
  ['分叉舌侧二', 'fL2'],
  ['三 二 三 出血 下一颗 跳到三六 撤销', '3 2 3 !bop >1 @36 z'],
  ['六 出血 退缩二 下一颗', '6 !bop g2 >1'],
  ['腭侧 四 三 四 全出血', '~L 4 3 4 !bop*'],
  ['缺失 下一颗 三三三', 'x >1 3 3 3'],
  ['同上同上', '= ='],
  ['跳到二七颊侧五五六出血', '@27 ~B 5 5 6 !bop'],
  ['的 三', '3'],
])('%s', (said, keys) => {
  const { keys: found, problems } = readPerioSpeech(said)
  expect([found.map(short).join(' '), problems]).toEqual([keys, []])
})

test('pause, go on, and what can not be read', () => {
  expect(readPerioSpeech('暂停').listen).toBe('pause')
  expect(readPerioSpeech('继续').listen).toBe('go')
  expect(readPerioSpeech('三 今天天气 二')).toEqual({
    keys: [
      { kind: 'value', value: 3 },
      { kind: 'value', value: 2 },
    ],
    problems: ['听不懂「今天天气」'],
    listen: null,
  })
  expect(readPerioSpeech('跳到九九').problems).toEqual(['「跳到」后面说两位牙号'])
  expect(readPerioSpeech('退缩').problems).toEqual(['「退缩」后面说毫米数'])
  expect(readPerioSpeech('').keys).toEqual([])
})
