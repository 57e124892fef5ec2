import { lazy, Suspense, useRef, useState } from 'react'
import { PICTURE_TYPES, pictureProblem, uploadPicture, usePicture } from '../../lib/pictures.ts'
import { Avatar, Button, TextButton, toast } from '../../ui/index.ts'
import s from './portrait.module.css'

const CropDialog = lazy(async () => ({ default: (await import('./CropDialog.tsx')).CropDialog }))

/**
 * The own portrait: a picture of one's own, or the one drawn for the age and sex. A new picture is cut to a square first.
 * @param value the picture's id; null: none
 */
export function PortraitField({
  value,
  onChange,
  gender,
  age,
  error,
}: {
  value: string | null
  onChange: (id: string | null) => void
  gender: number | null
  age: number | null
  error?: string | undefined
}) {
  const { src } = usePicture(value)
  const picker = useRef<HTMLInputElement>(null)
  /** The address of the picture that is being cut. */
  const [chosen, setChosen] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const pick = (file: File) => {
    const wrong = pictureProblem(file)
    setProblem(wrong)
    if (!wrong) setChosen(URL.createObjectURL(file))
  }
  const putAway = () => {
    if (chosen) URL.revokeObjectURL(chosen)
    setChosen(null)
  }
  const send = async (cut: Blob) => {
    putAway()
    setBusy(true)
    try {
      onChange(await uploadPicture(cut))
      toast.success('上传成功')
    } catch (failure) {
      setProblem(failure instanceof Error ? failure.message : '图片没有上传，请重试')
    } finally {
      setBusy(false)
    }
  }
  const wrong = problem ?? error
  return (
    <div className={s.portrait}>
      {src ? (
        <img className={s.picture} src={src} width={72} height={72} alt="我的头像" />
      ) : (
        <Avatar gender={gender} age={age} size={72} />
      )}
      <div className={s.side}>
        <div className={s.buttons}>
          <Button icon="upload" busy={busy} onClick={() => picker.current?.click()}>
            {value ? '更换头像' : '上传头像'}
          </Button>
          {value && (
            <TextButton tone="quiet" onClick={() => onChange(null)}>
              用默认头像
            </TextButton>
          )}
        </div>
        <p className={wrong ? 't-12 danger' : 't-12 tertiary'} role={wrong ? 'alert' : undefined}>
          {wrong ?? 'jpeg、jpg 或 png 图片，10M 以内'}
        </p>
      </div>
      <input
        ref={picker}
        type="file"
        accept={PICTURE_TYPES}
        hidden
        aria-label="选择头像图片"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) pick(file)
        }}
      />
      {chosen && (
        <Suspense>
          <CropDialog
            src={chosen}
            onCut={(cut) => void send(cut)}
            onFailed={() => {
              putAway()
              setProblem('图片打不开，请换一张')
            }}
            onClose={putAway}
          />
        </Suspense>
      )}
    </div>
  )
}
