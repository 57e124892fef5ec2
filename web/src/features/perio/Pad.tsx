import type { PerioKey } from '@dentin/clinical/perio/keys'
import { memo } from 'react'
import { cx } from '../../ui/index.ts'
import s from './entry.module.css'

const digit = (value: number): [string, PerioKey] => [String(value), { kind: 'digit', digit: value }]
const mark = (label: string, which: 'bop' | 'pus' | 'plaque' | 'calculus'): [string, PerioKey] => [
  label,
  { kind: 'mark', mark: which, whole: false },
]
/** Digits at the left, what stands on a site in the middle, what concerns the tooth at the right. */
const blocks: readonly (readonly [string, PerioKey][])[] = [
  [...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(digit), ['1x', { kind: 'prefix' }], digit(0), ['−', { kind: 'minus' }]],
  [
    mark('出血', 'bop'),
    mark('溢脓', 'pus'),
    mark('菌斑', 'plaque'),
    mark('牙石', 'calculus'),
    ['退格', { kind: 'back' }],
    ['同上', { kind: 'same' }],
    ['换侧', { kind: 'otherSide' }],
    ['下一颗', { kind: 'enter' }],
  ],
  [
    ['跳到', { kind: 'ask', for: 'tooth' }],
    ['松动', { kind: 'ask', for: 'mobility' }],
    ['分叉', { kind: 'ask', for: 'furcation' }],
    ['角化龈', { kind: 'ask', for: 'width' }],
    ['预后', { kind: 'ask', for: 'prognosis' }],
    ['缺失', { kind: 'status', status: 'missing' }],
    ['种植', { kind: 'status', status: 'implant' }],
    ['撤销', { kind: 'undo' }],
  ],
]

/** Keys on the screen, 44 px, for a finger beside the chair. */
export const Pad = memo(function Pad({ press, onNote }: { press: (key: PerioKey) => void; onNote: () => void }) {
  return (
    <div className={s.pad} role="group" aria-label="录入键盘">
      {blocks.map((keys, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the blocks are what they are
        <div key={index} className={cx(s.padBlock, index === 0 && s.padDigits)}>
          {keys.map(([label, key]) => (
            <button key={label} type="button" className={s.padKey} onClick={() => press(key)}>
              {label}
            </button>
          ))}
          {index === 2 && (
            <button type="button" className={s.padKey} onClick={onNote}>
              备注
            </button>
          )}
          {index === 1 && (
            <button
              type="button"
              className={s.padKey}
              onClick={() => press({ kind: 'mark', mark: 'bop', whole: true })}
            >
              全出血
            </button>
          )}
        </div>
      ))}
    </div>
  )
})
