import { pictureKindNames, type PictureKind } from '@dentin/contract/picture'
import { useRef } from 'react'
import { cx, Icon, useNear } from '../../ui/index.ts'
import { useShown, type Picture } from './hooks.ts'
import s from './picture.module.css'

/** A picture, small: it is fetched when it comes near. */
export function Thumb({
  picture,
  className,
}: {
  picture: Pick<Picture, 'id' | 'version' | 'type'>
  className?: string
}) {
  const box = useRef<HTMLSpanElement>(null)
  const near = useNear(box)
  const { src, failed } = useShown(picture, 'thumb', near)
  return (
    <span ref={box} className={cx(s.thumb, className)}>
      {src ? (
        <img src={src} alt={pictureKindNames[picture.type as PictureKind]} draggable={false} />
      ) : (
        failed && <Icon name="alert-circle" size={20} />
      )}
    </span>
  )
}
