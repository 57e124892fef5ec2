import { DEFAULT_MOST_PICTURES } from '@dentin/contract/core/pictures'
import { useState } from 'react'
import { PICTURE_TYPES, pictureProblem, uploadPicture, usePicture } from '../../lib/pictures.ts'
import { toast } from '../feedback/toast.tsx'
import { PictureTile } from '../form/PictureTile.tsx'
import { PictureViewer } from './PictureViewer.tsx'
import s from '../form/picture.module.css'

/** A place of a form for one picture. What is wrong with a file stands under it. */
export function PictureSlot({
  label,
  value,
  onChange,
  removable = false,
  invalid,
}: {
  label: string
  /** The picture's id; null: none. */
  value: string | null
  onChange: (path: string | null) => void
  removable?: boolean
  invalid?: boolean
}) {
  const { src, failed } = usePicture(value)
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const pick = async (file: File) => {
    const wrong = pictureProblem(file)
    setProblem(wrong)
    if (wrong) return
    setBusy(true)
    try {
      onChange(await uploadPicture(file))
      toast.success('上传成功')
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '图片没有上传，请重试')
    } finally {
      setBusy(false)
    }
  }
  const state = busy ? 'loading' : !value ? 'empty' : failed ? 'failed' : src ? 'ready' : 'loading'
  return (
    <div className={s.slot}>
      <PictureTile
        label={label}
        src={src}
        state={state}
        accept={PICTURE_TYPES}
        invalid={invalid || problem !== null}
        onOpen={() => setOpen(true)}
        onPick={(file) => void pick(file)}
        onRemove={removable ? () => onChange(null) : undefined}
      />
      {problem && (
        <div className={s.problem} role="alert">
          {problem}
        </div>
      )}
      {open && src && <PictureViewer src={src} label={label} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** A list of pictures with a place for the next one, until there are as many as it takes. */
export function PictureSlots({
  label,
  value,
  onChange,
  most = DEFAULT_MOST_PICTURES,
  invalid = false,
}: {
  /** Of one of them; its number is added. */
  label: string
  /** Ids of pictures. */
  value: readonly string[]
  /** Several may be on their way at once: each is put into what the form holds when it arrives. */
  onChange: (change: (now: readonly string[]) => string[]) => void
  most?: number
  /** Nothing is there and something has to be. */
  invalid?: boolean
}) {
  return (
    <div className={s.slots}>
      {value.map((id, n) => (
        <PictureSlot
          key={id}
          label={`${label} ${n + 1}`}
          value={id}
          removable
          invalid={false}
          onChange={(next) =>
            onChange((now) => now.flatMap((each) => (each === id ? (next === null ? [] : [next]) : [each])))
          }
        />
      ))}
      {value.length < most && (
        <PictureSlot
          key={`next-${value.length}`}
          label={`${label} ${value.length + 1}`}
          value={null}
          invalid={invalid && value.length === 0}
          onChange={(next) => next && onChange((now) => [...now, next])}
        />
      )}
    </div>
  )
}
