import { pictureKindNames, type PictureKind } from '@dentin/contract/picture'
import { MOST_ON_RECORD, recordImage } from '@dentin/contract/record-image'
import { useState } from 'react'
import { retryOf } from '../../lib/client.ts'
import { dialogOf, useSend } from '../../lib/query.ts'
import { FormDialog } from '../../ui/heavy.ts'
import { EmptyState, ErrorLine, SkeletonRows } from '../../ui/index.ts'
import { useAllPictures } from './hooks.ts'
import { Thumb } from './Thumb.tsx'
import s from './picture.module.css'

/** Which of the patient's pictures hang on a record. */
export function ChoosePictures({
  recordId,
  patientId,
  there,
  onClose,
}: {
  recordId: string
  patientId: string
  there: readonly string[]
  onClose: () => void
}) {
  const all = useAllPictures(patientId, true)
  const attach = useSend(recordImage.attach, { refresh: [recordImage.ofRecord] })
  const [chosen, setChosen] = useState<readonly string[]>([])
  const open = (all.data ?? []).filter(({ id }) => !there.includes(id))
  const full = there.length + chosen.length >= MOST_ON_RECORD
  const toggle = (id: string) =>
    setChosen((now) => (now.includes(id) ? now.filter((each) => each !== id) : full ? now : [...now, id]))
  return (
    <FormDialog
      title="附图片"
      width={760}
      submitText={chosen.length > 0 ? `附上 ${chosen.length} 张` : '附上'}
      submitDisabled={chosen.length === 0}
      form={dialogOf(attach)}
      onSubmit={() => attach.mutate({ recordId, imageIds: [...chosen] }, { onSuccess: onClose, onError: () => {} })}
      onClose={onClose}
    >
      {all.error ? (
        <ErrorLine onRetry={retryOf(all.error, () => void all.refetch())}>{all.error.message}</ErrorLine>
      ) : !all.data ? (
        <SkeletonRows rows={3} />
      ) : open.length === 0 ? (
        <EmptyState layout="stack" icon="image" title="没有可附的图片" hint="先在患者档案的影像里上传" />
      ) : (
        <ul className={s.choices}>
          {open.map((each) => {
            const name = pictureKindNames[each.type as PictureKind]
            return (
              <li key={each.id}>
                <button
                  type="button"
                  className={s.choice}
                  aria-pressed={chosen.includes(each.id)}
                  onClick={() => toggle(each.id)}
                >
                  <span className={s.open}>
                    <Thumb picture={each} />
                  </span>
                  <span className="ellipsis t-12">
                    {name} · {each.stageName}
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </FormDialog>
  )
}
