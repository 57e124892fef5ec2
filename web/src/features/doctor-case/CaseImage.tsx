import { maskStates } from '@dentin/contract/doctor-case'
import { pictureKindNames, type PictureKind } from '@dentin/contract/picture'
import { useRef } from 'react'
import { cx, Icon, useNear } from '../../ui/index.ts'
import { useCaseImage, useFileImage, type CasePicture } from './hooks.ts'
import s from './doctor-case.module.css'

export const kindOf = (type: number): string => pictureKindNames[type as PictureKind]

/** A picture of a case, fetched when it comes near; one that nobody has covered yet is not shown. */
export function CaseImage({
  picture,
  size = 'thumb',
  className,
}: {
  picture: Pick<CasePicture, 'id' | 'version' | 'mask' | 'type'>
  size?: 'thumb' | 'screen'
  className?: string
}) {
  const box = useRef<HTMLSpanElement>(null)
  const near = useNear(box)
  const { src, failed } = useCaseImage(picture, size, near)
  return (
    <span ref={box} className={cx(s.image, className)}>
      {src ? (
        <img src={src} alt={kindOf(picture.type)} draggable={false} />
      ) : picture.mask === maskStates.open ? (
        <span className={s.covered}>
          <Icon name="eye-off" size={20} />
          待遮挡
        </span>
      ) : (
        failed && <Icon name="alert-circle" size={20} />
      )}
    </span>
  )
}

/** A picture of the patient's file, for whoever writes the case. */
export function FileImage({ imageId, version, type }: { imageId: string; version: number; type: number }) {
  const box = useRef<HTMLSpanElement>(null)
  const near = useNear(box)
  const { src, failed } = useFileImage(imageId, version, 'thumb', near)
  return (
    <span ref={box} className={s.image}>
      {src ? <img src={src} alt={kindOf(type)} draggable={false} /> : failed && <Icon name="alert-circle" size={20} />}
    </span>
  )
}
