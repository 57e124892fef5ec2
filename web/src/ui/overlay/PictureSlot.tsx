import type { PaperType } from '@dentin/contract/qualification'
import { useState } from 'react'
import { PICTURE_TYPES, pictureProblem, uploadPicture, usePicture } from '../../lib/pictures.ts'
import { toast } from '../feedback/toast.tsx'
import { PictureTile } from '../form/PictureTile.tsx'
import { PictureViewer } from './PictureViewer.tsx'
import s from '../form/picture.module.css'

/** A place of a form for one picture. What is wrong with a file stands under it. */
export function PictureSlot({
  paperType,
  label,
  value,
  onChange,
  removable = false,
  invalid,
}: {
  paperType: PaperType
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
      onChange(await uploadPicture(paperType, file))
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
