import { useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { Field } from '../../ui/index.ts'
import { Dialog } from '../../ui/heavy.ts'
import s from './portrait.module.css'

const SIDE = 400

/** Cuts a square out of a picture. Arrows move it, the slider makes it larger. */
export function CropDialog({
  src,
  onCut,
  onFailed,
  onClose,
}: {
  /** The address of the picture. */
  src: string
  onCut: (cut: Blob) => void
  onFailed: () => void
  onClose: () => void
}) {
  const [at, setAt] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const submit = async () => {
    if (!area) return
    const cut = await square(src, area).catch(() => null)
    if (cut) onCut(cut)
    else onFailed()
  }
  return (
    <Dialog
      open
      title="裁剪头像"
      width={420}
      submitText="使用"
      submitDisabled={!area}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className={s.stage}>
        <Cropper
          image={src}
          crop={at}
          zoom={zoom}
          aspect={1}
          cropShape="round"
          showGrid={false}
          onCropChange={setAt}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
          mediaProps={{ onError: onFailed }}
        />
      </div>
      <Field label="缩放">
        <input
          className={s.zoom}
          type="range"
          aria-label="缩放"
          min={1}
          max={3}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </Field>
    </Dialog>
  )
}

async function square(src: string, area: Area): Promise<Blob> {
  const image = new Image()
  image.src = src
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  canvas.getContext('2d')?.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, SIDE, SIDE)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', 0.9),
  )
}
