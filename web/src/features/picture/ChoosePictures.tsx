import { MOST_PICTURES_LISTED, pictureKindNames, type PictureKind } from '@dentin/contract/picture'
import { useState } from 'react'
import { retryOf } from '../../lib/client.ts'
import { dialogOf } from '../../lib/query.ts'
import { FormDialog } from '../../ui/heavy.ts'
import { EmptyState, ErrorLine, Notice, SkeletonRows } from '../../ui/index.ts'
import { useAllPictures } from './hooks.ts'
import { mostOn, useHang, type HungOn } from './hung.ts'
import { Thumb } from './Thumb.tsx'
import s from './picture.module.css'

/** Which of the patient's pictures hang on a record or a plan. */
export function ChoosePictures({
  of,
  patientId,
  there,
  onClose,
}: {
  of: HungOn
  patientId: string
  there: readonly string[]
  onClose: () => void
}) {
  const all = useAllPictures(patientId, true)
  const { sending, hang } = useHang(of)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const open = (all.data ?? []).filter(({ id }) => !there.includes(id))
  const full = there.length + chosen.length >= mostOn(of)
  const toggle = (id: string) =>
    setChosen((now) => (now.includes(id) ? now.filter((each) => each !== id) : full ? now : [...now, id]))
  return (
    <FormDialog
      title="附图片"
      width={760}
      submitText={chosen.length > 0 ? `附上 ${chosen.length} 张` : '附上'}
      submitDisabled={chosen.length === 0}
      form={dialogOf(sending)}
      onSubmit={() => hang(chosen, onClose)}
      onClose={onClose}
    >
      {all.error ? (
        <ErrorLine onRetry={retryOf(all.error, () => void all.refetch())}>{all.error.message}</ErrorLine>
      ) : !all.data ? (
        <SkeletonRows rows={3} />
      ) : open.length === 0 ? (
        <EmptyState layout="stack" icon="image" title="没有可附的图片" hint="先在患者档案的影像里上传" />
      ) : (
        <>
          {all.data.length >= MOST_PICTURES_LISTED && (
            <Notice>只列最近各阶段的 {MOST_PICTURES_LISTED} 张，更早的没有列出</Notice>
          )}
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
        </>
      )}
    </FormDialog>
  )
}
