import { pictureKindNames, type PictureKind } from '@dentin/contract/picture'
import { recordImage } from '@dentin/contract/record-image'
import type { ReactNode } from 'react'
import { teethWords } from '../../domain/teeth.ts'
import { useCall } from '../../lib/query.ts'
import { useShown } from './hooks.ts'
import s from './picture.module.css'

/** The pictures of a record as its paper shows them; nothing where there are none. */
export function PicturesOnPaper({ recordId, wrap }: { recordId: string; wrap: (pictures: ReactNode) => ReactNode }) {
  const list = useCall(recordImage.ofRecord, { id: recordId }, { keep: false }).data?.list ?? []
  if (list.length === 0) return null
  return wrap(
    <ul className={s.onPaper}>
      {list.map((each) => (
        <OnPaper key={each.id} picture={each} />
      ))}
    </ul>,
  )
}

function OnPaper({ picture }: { picture: { id: string; version: number; type: number; toothNo: string } }) {
  const { src } = useShown(picture, 'thumb')
  const name = [pictureKindNames[picture.type as PictureKind], picture.toothNo && teethWords(picture.toothNo)]
    .filter(Boolean)
    .join(' ')
  return (
    <li>
      {src && <img src={src} alt={name} />}
      <span>{name}</span>
    </li>
  )
}
