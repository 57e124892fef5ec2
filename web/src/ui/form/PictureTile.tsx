import { useId, useRef, useState, type DragEvent } from 'react'
import { IconButton } from '../control/Button.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../icon/Icon.tsx'
import { useField } from './Field.tsx'
import s from './picture.module.css'

export interface PictureTileProps {
  /** What the picture is of: 身份证正面. */
  label: string
  /** Address of the picture; null: none, or not there yet. */
  src: string | null
  /** empty: nothing was chosen; loading: it is on its way; failed: it can't be shown. */
  state: 'empty' | 'loading' | 'ready' | 'failed'
  /** Opens it large. */
  onOpen?: () => void
  /** A file was chosen or dropped. Without it the tile only shows. */
  onPick?: (file: File) => void
  onRemove?: () => void
  /** Media types of the file picker, comma-separated. */
  accept?: string
  invalid?: boolean
}

/** One picture of a form or of a paper: a place to drop it, then a thumbnail that opens. */
export function PictureTile({ label, src, state, onOpen, onPick, onRemove, accept, invalid }: PictureTileProps) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const field = useField()
  const [over, setOver] = useState(false)
  const choose = () => input.current?.click()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onPick?.(file)
  }
  const bad = invalid ?? field?.invalid
  return (
    <div
      className={s.tile}
      onDragOver={onPick && ((event) => (event.preventDefault(), setOver(true)))}
      onDragLeave={onPick && (() => setOver(false))}
      onDrop={onPick && drop}
    >
      {state === 'empty' ? (
        <button
          type="button"
          className={cx(s.box, s.empty, over && s.over, bad && s.invalid)}
          aria-describedby={cx(`${id}-label`, field?.describedBy)}
          disabled={!onPick}
          onClick={choose}
        >
          <Icon name={onPick ? 'upload' : 'image'} size={20} />
          <span>{onPick ? '上传图片' : '没有图片'}</span>
        </button>
      ) : (
        <button
          type="button"
          className={cx(s.box, over && s.over)}
          aria-label={`查看${label}`}
          aria-busy={state === 'loading'}
          disabled={state !== 'ready' || !onOpen}
          onClick={onOpen}
        >
          {state === 'ready' && src ? (
            <img src={src} alt="" className={s.picture} />
          ) : (
            <span className={s.waiting}>
              <Icon
                name={state === 'failed' ? 'alert-circle' : 'spinner'}
                size={20}
                className={state === 'loading' ? s.turning : undefined}
              />
              {state === 'failed' ? '图片没有读到' : '请稍候'}
            </span>
          )}
        </button>
      )}
      <div className={s.foot}>
        <span id={`${id}-label`} className={s.label}>
          {label}
        </span>
        {onPick && state !== 'empty' && state !== 'loading' && (
          <span className={s.actions}>
            <IconButton icon="refresh" label={`更换${label}`} size="sm" iconSize={14} onClick={choose} />
            {onRemove && <IconButton icon="trash" label={`移除${label}`} size="sm" iconSize={14} onClick={onRemove} />}
          </span>
        )}
      </div>
      {onPick && (
        <input
          ref={input}
          type="file"
          accept={accept}
          hidden
          tabIndex={-1}
          aria-label={`选择${label}的图片`}
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) onPick(file)
          }}
        />
      )}
    </div>
  )
}
