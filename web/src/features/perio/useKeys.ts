import { perioKeyOf, type Asked, type PerioKey } from '@dentin/clinical/perio/keys'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { isNowhere, useHotkeys, type Hotkey } from '../../ui/index.ts'

/** Keys for the list behind `?`: they are heard by the chart itself. */
const listed: readonly [string, string][] = [
  ['0–9', '记下，到下一格'],
  ['` 或 = 0–5', '两位数 10–15；小键盘 / 0–5'],
  ['- 1–9', '龈缘在 CEJ 冠方；小键盘 -'],
  ['B', '出血；小键盘 +；Shift 或按住：三个位点'],
  ['P', '溢脓；小键盘 *'],
  ['L', '菌斑；小键盘 .'],
  ['K', '牙石；小键盘 . .'],
  ['Space', '同前一个位点；小键盘 / *'],
  ['Enter', '下一颗；一遍记完后：下一遍'],
  ['Backspace', '退一格并清空'],
  ['Tab', '换侧；小键盘 / Enter'],
  ['← ↑ → ↓', '移动'],
  ['T 两位牙号', '跳到这颗牙；小键盘 / /'],
  ['M 0–3', '松动；小键盘 / 6'],
  ['F 位置 0–4', '根分叉；小键盘 / 7'],
  ['W 0–9', '角化龈宽度；小键盘 / / .'],
  ['R 1–4', '预后；小键盘 / / +'],
  ['N', '备注'],
  ['X', '缺失，跳到缺失的牙再按：恢复；小键盘 / 8'],
  ['I', '种植体；小键盘 / 9'],
  ['D', '深度遍；小键盘 / + 换遍'],
  ['G', '龈缘遍；0 0 Enter 补零'],
  ['Q', '菌斑遍'],
  ['Y N', '有提问时：是、否'],
  ['Ctrl Z', '撤销，小键盘 / -'],
]
const list: readonly Hotkey[] = listed.map(([key, does]) => ({ key, does, run: () => {} }))

/** These move the focus or press buttons elsewhere: they belong to the chart only while it has the focus. */
const onlyThere = /^(Tab|Enter|Space|Arrow|Backspace)/

/**
 * Hears keys for a chart by their place on the keyboard: while it has the focus, and letters and digits while nothing has.
 * They are heard before the page's own keys.
 */
export function useKeys({
  desk,
  asked,
  press,
  answer,
  onNote,
  onEscape,
  enabled,
}: {
  desk: RefObject<HTMLDivElement | null>
  /** What the machine waits for now. */
  asked: () => Asked | null
  press: (key: PerioKey) => void
  /** Y or N. @returns whether something was asked */
  answer: (yes: boolean) => boolean
  onNote: () => void
  /** @returns whether it was for the chart */
  onEscape: () => boolean
  enabled: boolean
}): void {
  const latest = useRef({ asked, press, answer, onNote, onEscape })
  useLayoutEffect(() => {
    latest.current = { asked, press, answer, onNote, onEscape }
  })
  const held = useRef<string | null>(null)
  useHotkeys(enabled ? list : [])
  useLayoutEffect(() => {
    if (!enabled) return undefined
    const hear = (event: KeyboardEvent) => {
      const focused = document.activeElement
      const there = focused === desk.current
      if (!there && !isNowhere(focused)) return
      if (!there && (onlyThere.test(event.code) || document.querySelector('dialog[open], .ant-modal'))) return
      if (event.altKey) return
      const mod = event.ctrlKey || event.metaKey
      const { onNote: note, onEscape: leave } = latest.current
      const taken = () => {
        event.preventDefault()
        event.stopPropagation()
        if (!there) desk.current?.focus({ preventScroll: true })
      }
      if (event.code === 'Escape' && there) {
        if (leave()) taken()
        return
      }
      const yes = event.code === 'KeyY'
      if ((yes || event.code === 'KeyN') && !mod && !event.repeat && latest.current.answer(yes)) {
        taken()
        return
      }
      if (event.code === 'KeyN' && !mod && !event.repeat) {
        taken()
        note()
        return
      }
      const key = perioKeyOf(
        { code: event.code, key: event.key, shift: event.shiftKey, mod, repeat: event.repeat },
        latest.current.asked(),
      )
      if (!key) return
      taken()
      // A mark that is held down is for the whole side, once; the keyboard goes on repeating it.
      if (event.repeat && (key.kind === 'mark' || key.kind === 'dot') && held.current === event.code) return
      held.current = event.repeat ? event.code : null
      latest.current.press(key)
    }
    document.addEventListener('keydown', hear, true)
    return () => document.removeEventListener('keydown', hear, true)
  }, [desk, enabled])
}
