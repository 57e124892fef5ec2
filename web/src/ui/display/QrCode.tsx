import { useEffect, useState } from 'react'
import { cx } from '../cx.ts'
import { ErrorLine } from '../feedback/ErrorLine.tsx'
import s from './qr.module.css'

/** Light modules around the code, as the standard asks. */
const QUIET = 2

/** A text as a QR code. The encoder is loaded with the first code that is shown. */
export function QrCode({
  text,
  label,
  size = 200,
  dimmed,
  onDrawn,
}: {
  text: string
  /** What scanning it leads to, for whoever cannot see it. */
  label: string
  size?: number
  /** No longer valid. */
  dimmed?: boolean
  /** Told once the code is there, or can't be. */
  onDrawn?: () => void
}) {
  const [code, setCode] = useState<{ text: string; path: string; side: number } | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let current = true
    import('qrcode').then(
      ({ default: encoder }) => {
        const { modules } = encoder.create(text, { errorCorrectionLevel: 'M' })
        let path = ''
        for (let row = 0; row < modules.size; row++)
          for (let column = 0; column < modules.size; column++)
            if (modules.get(row, column)) path += `M${column + QUIET} ${row + QUIET}h1v1h-1z`
        if (current) setCode({ text, path, side: modules.size + 2 * QUIET })
      },
      // The product was updated while this tab was open, or the line is cut.
      () => current && setFailed(true),
    )
    return () => {
      current = false
    }
  }, [text])
  const over = failed || code?.text === text
  useEffect(() => {
    if (over) onDrawn?.()
  }, [over, onDrawn])
  if (failed)
    return (
      <span className={s.failed} style={{ width: size, minHeight: size }}>
        <ErrorLine onRetry={() => window.location.reload()}>二维码没有显示</ErrorLine>
      </span>
    )
  if (code?.text !== text) return <span className={s.box} style={{ width: size, height: size }} aria-hidden />
  return (
    <svg
      className={cx(s.box, dimmed && s.dimmed)}
      width={size}
      height={size}
      viewBox={`0 0 ${code.side} ${code.side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={code.path} fill="currentColor" />
    </svg>
  )
}
