import { staff } from '@dentin/contract/staff'
import type { Handwriting } from '@dentin/contract/consent'
import { useRef, useState } from 'react'
import { SignPad } from '../../domain/sign-pad.tsx'
import { pictureOf } from '../../domain/strokes.ts'
import { ApiError, fetchFile, sendFile } from '../../lib/client.ts'
import { PICTURE_TYPES, pictureProblem, useImage } from '../../lib/pictures.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { Button, confirm, ErrorLine, SkeletonRows, TextButton, toast } from '../../ui/index.ts'
import s from './identity.module.css'

/** The picture of the own signature: written here, or sent in; only its owner sets it. */
export function OwnSignature() {
  const { data, error, refetch } = useCall(staff.signature, {})
  const [strokes, setStrokes] = useState<Handwriting | null>(null)
  const [round, setRound] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const remove = useSend(staff.removeSignature, { refresh: [staff.signature] })
  const since = data?.since ?? null
  const picture = useImage(['own-signature', since], (signal) => fetchFile(staff.signaturePicture, {}, { signal }), {
    wanted: since !== null,
  })
  if (error && !data) return <ErrorLine onRetry={() => void refetch()}>{error.message}</ErrorLine>
  if (!data) return <SkeletonRows rows={4} />
  const send = async (file: Blob) => {
    setBusy(true)
    setProblem(null)
    try {
      await sendFile(staff.saveSignature, {}, file)
      await refetch()
      // A new pad: what was written is kept now.
      setRound((now) => now + 1)
      setStrokes(null)
      toast.success('签名图已保存')
    } catch (failure) {
      setProblem(failure instanceof ApiError ? failure.message : '签名图没有保存，请重试')
    } finally {
      setBusy(false)
    }
  }
  const pick = (file: File) => {
    const wrong = pictureProblem(file)
    if (wrong) setProblem(wrong)
    else void send(file)
  }
  const takeBack = async () => {
    const yes = await confirm({ title: '取下签名图？', body: '此后签的只印姓名；以前签的不变。', okText: '取下' })
    if (yes) remove.mutate({}, { onSuccess: () => toast.success('已取下'), onError: (e) => setProblem(e.message) })
  }
  return (
    <div className={s.narrow}>
      <p className="secondary">设定后，您签名的病历、处方印有签名图和姓名；设定之前签的只印姓名。</p>
      {since !== null && (
        <figure className={s.ownSignature}>
          {picture.src && <img src={picture.src} alt="我的签名图" />}
          <figcaption className="t-12 tertiary">
            {since.slice(0, 16)} 起
            <TextButton tone="quiet" disabled={remove.isPending} onClick={() => void takeBack()}>
              取下
            </TextButton>
          </figcaption>
        </figure>
      )}
      <SignPad key={round} label="本人" onChange={setStrokes} height={180} />
      {problem && <ErrorLine>{problem}</ErrorLine>}
      <div className={s.actions}>
        <Button
          variant="primary"
          busy={busy}
          disabled={!strokes}
          onClick={() => strokes && void pictureOf(strokes).then(send)}
        >
          {since === null ? '设为签名图' : '换成这个签名'}
        </Button>
        <Button icon="upload" disabled={busy} onClick={() => picker.current?.click()}>
          上传图片
        </Button>
      </div>
      <p className="t-12 tertiary">上传的图片请裁到签名边缘：jpeg、jpg 或 png</p>
      <input
        ref={picker}
        type="file"
        accept={PICTURE_TYPES}
        hidden
        aria-label="选择签名图"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) pick(file)
        }}
      />
    </div>
  )
}
