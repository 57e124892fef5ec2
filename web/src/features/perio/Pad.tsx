import type { PerioKey } from '@dentin/clinical/perio/keys'
import { memo, useState } from 'react'
import { cx } from '../../ui/index.ts'
import s from './entry.module.css'

const digit = (value: number): [string, PerioKey] => [String(value), { kind: 'digit', digit: value }]
const mark = (label: string, which: 'bop' | 'pus' | 'plaque' | 'calculus'): [string, PerioKey] => [
  label,
  { kind: 'mark', mark: which, whole: false },
]
/** Digits at the left, what stands on a site in the middle, what concerns the tooth at the right. */
const blocks: readonly { name: string; look: string | undefined; keys: readonly (readonly [string, PerioKey])[] }[] = [
  {
    name: '数字',
    look: s.padDigits,
    keys: [...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(digit), ['1x', { kind: 'prefix' }], digit(0), ['−', { kind: 'minus' }]],
  },
  {
    name: '位点',
    look: undefined,
    keys: [
      mark('出血', 'bop'),
      mark('溢脓', 'pus'),
      mark('菌斑', 'plaque'),
      mark('牙石', 'calculus'),
      ['退格', { kind: 'back' }],
      ['同上', { kind: 'same' }],
      ['换侧', { kind: 'otherSide' }],
      ['下一颗', { kind: 'enter' }],
    ],
  },
  {
    name: '牙',
    look: undefined,
    keys: [
      ['跳到', { kind: 'ask', for: 'tooth' }],
      ['松动', { kind: 'ask', for: 'mobility' }],
      ['分叉', { kind: 'ask', for: 'furcation' }],
      ['角化龈', { kind: 'ask', for: 'width' }],
      ['预后', { kind: 'ask', for: 'prognosis' }],
      ['缺失', { kind: 'status', status: 'missing' }],
      ['种植', { kind: 'status', status: 'implant' }],
    ],
  },
]

/** Keys on the screen, 44 px, for a finger beside the chair. */
export const Pad = memo(function Pad({
  press,
  onNote,
  onClose,
}: {
  press: (key: PerioKey) => void
  onNote: () => void
  onClose: () => void
}) {
  /** A mark is for the three sites of the side, as with Shift. */
  const [whole, setWhole] = useState(false)
  return (
    // The chart keeps the focus: who touches a key here goes on typing there.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- presses are those of its buttons
    <div className={s.pad} role="group" aria-label="录入键盘" onMouseDown={(event) => event.preventDefault()}>
      {blocks.map(({ name, look, keys }) => (
        <div key={name} role="group" aria-label={name} className={cx(s.padBlock, look)}>
          {keys.map(([label, key]) => (
            <button
              key={label}
              type="button"
              className={s.padKey}
              onClick={() => press(key.kind === 'mark' ? { ...key, whole } : key)}
            >
              {label}
            </button>
          ))}
          {name === '牙' && (
            <button type="button" className={s.padKey} onClick={onNote}>
              备注
            </button>
          )}
        </div>
      ))}
      <div className={s.padEnd}>
        <button type="button" className={s.padKey} aria-pressed={whole} onClick={() => setWhole(!whole)}>
          三点
        </button>
        <button type="button" className={s.padKey} onClick={() => press({ kind: 'undo' })}>
          撤销
        </button>
        <button type="button" className={s.padKey} onClick={onClose}>
          收起
        </button>
      </div>
    </div>
  )
})
