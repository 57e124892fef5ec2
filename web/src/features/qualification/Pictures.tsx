import { PICTURE_PREFIX } from '@dentin/contract/core/pictures'
import { useState } from 'react'
import { usePicture } from '../../lib/pictures.ts'
import { PictureTile } from '../../ui/index.ts'
import { PictureViewer } from '../../ui/heavy.ts'

/** A picture as the wire has it. */
export interface PictureRef {
  prefix: typeof PICTURE_PREFIX
  path: string
}
export const pictureRef = (path: string): PictureRef => ({ prefix: PICTURE_PREFIX, path })

/** A picture that was handed in; opens large. */
export function PictureView({ path, label }: { path: string | null; label: string }) {
  const { src, failed } = usePicture(path)
  const [open, setOpen] = useState(false)
  return (
    <>
      <PictureTile
        label={label}
        src={src}
        state={!path ? 'empty' : failed ? 'failed' : src ? 'ready' : 'loading'}
        onOpen={() => setOpen(true)}
      />
      {open && src && <PictureViewer src={src} label={label} onClose={() => setOpen(false)} />}
    </>
  )
}
