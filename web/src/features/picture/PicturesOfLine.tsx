import { pictureKindNames, type PictureKind } from '@dentin/contract/picture'
import { useState } from 'react'
import { teethWords } from '../../domain/teeth.ts'
import { IconButton, TextButton } from '../../ui/index.ts'
import { ChoosePictures } from './deferred.ts'
import { HungViewer } from './HungViewer.tsx'
import { useHung } from './hung.ts'
import { Thumb } from './Thumb.tsx'
import s from './picture.module.css'

/** The pictures that one line of a record speaks of, small; chosen among those of the patient, they hang on the record too. */
export function PicturesOfLine({
  label,
  imageIds,
  readOnly,
  onChange,
  recordId,
  patientId,
}: {
  /** 辅助检查第 1 行 */
  label: string
  imageIds: readonly string[]
  readOnly: boolean
  onChange: (imageIds: string[]) => void
  recordId: string
  patientId: string
}) {
  const of = { recordId }
  const hung = useHung(of).data
  const [choosing, setChoosing] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  const list = imageIds.flatMap((id) => hung?.list.find((each) => each.id === id) ?? [])
  const mayChoose = !readOnly && hung?.mayAttach === true
  if (list.length === 0 && !mayChoose) return null
  return (
    <div className={s.ofLine}>
      {list.map((each) => {
        const name = [pictureKindNames[each.type as PictureKind], each.toothNo && teethWords(each.toothNo)]
          .filter(Boolean)
          .join(' ')
        return (
          <span key={each.id} className={s.lineTile}>
            <button
              type="button"
              className={s.open}
              title={name}
              aria-label={`查看${label}的${name}`}
              onClick={() => setShown(each.id)}
            >
              <Thumb picture={each} />
            </button>
            {!readOnly && (
              <IconButton
                icon="x"
                size="xs"
                label={`从${label}取下${name}`}
                onClick={() => onChange(imageIds.filter((id) => id !== each.id))}
              />
            )}
          </span>
        )
      })}
      {mayChoose && (
        <TextButton icon="image" aria-label={`${label}附图`} onClick={() => setChoosing(true)}>
          附图
        </TextButton>
      )}
      {choosing && hung && (
        <ChoosePictures
          of={of}
          patientId={patientId}
          there={list.map(({ id }) => id)}
          hung={hung.list.map(({ id }) => id)}
          onChosen={(chosen) => onChange([...list.map(({ id }) => id), ...chosen])}
          onClose={() => setChoosing(false)}
        />
      )}
      <HungViewer list={list} patientId={patientId} shown={shown} onShow={setShown} />
    </div>
  )
}
