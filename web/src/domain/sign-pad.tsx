import type { Handwriting } from '@dentin/contract/consent'
import { formatDateTime } from '@dentin/kit/datetime'
import type SignaturePad from 'signature_pad'
import { useEffect, useRef, useState } from 'react'
import { present } from '../lib/present.ts'
import { TextButton } from '../ui/index.ts'
import { handwritingOf } from './strokes.ts'
import s from './sign-pad.module.css'

/** A place to sign by hand: strokes as vectors with their time. Empty again with 重写. */
export function SignPad({
  label,
  title = `${label}签名`,
  onChange,
  height = 154,
}: {
  /** Who signs here. */
  label: string
  /** Above the pad: 监护人签名. */
  title?: string
  /** null: nothing is written. */
  onChange: (strokes: Handwriting | null) => void
  height?: number
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad | null>(null)
  const [written, setWritten] = useState<{ count: number; at: string } | null>(null)
  const tell = useRef(onChange)
  useEffect(() => {
    tell.current = onChange
  }, [onChange])
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    let gone = false
    void import('signature_pad').then(({ default: Pad }) => {
      if (gone) return
      const ratio = Math.max(1, window.devicePixelRatio)
      const [width, tall] = [element.clientWidth, element.clientHeight]
      element.width = width * ratio
      element.height = tall * ratio
      element.getContext('2d')?.scale(ratio, ratio)
      const made = new Pad(element, { penColor: getComputedStyle(element).color, minWidth: 1.1, maxWidth: 2.6 })
      made.addEventListener('endStroke', () => {
        const strokes = handwritingOf(made.toData(), width, tall)
        setWritten({ count: strokes.strokes.length, at: formatDateTime(present()).slice(11) })
        tell.current(strokes)
      })
      pad.current = made
    })
    return () => {
      gone = true
      pad.current?.off()
      pad.current = null
    }
  }, [])
  const clear = () => {
    pad.current?.clear()
    setWritten(null)
    onChange(null)
  }
  return (
    <div className={s.pad} data-written={written !== null || undefined}>
      <div className={s.padHead}>
        <span>{title}</span>
        {written && (
          <TextButton icon="refresh" onClick={clear}>
            重写
          </TextButton>
        )}
      </div>
      <canvas ref={canvas} className={s.canvas} style={{ height }} aria-label={`${label}手写签名处`} role="img" />
      <div className={s.padFoot}>{written ? `${written.at}　${written.count} 笔` : '请在线上方签名'}</div>
    </div>
  )
}
