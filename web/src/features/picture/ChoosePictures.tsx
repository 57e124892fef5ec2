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

/**
 * Which of the patient's pictures hang on a record or a plan, or stand on a line of its text: what does not hang yet is hung
 * with it.
 */
export function ChoosePictures({
  of,
  patientId,
  there,
  hung = there,
  onChosen = () => undefined,
  onClose,
}: {
  of: HungOn
  patientId: string
  /** What is not offered again. */
  there: readonly string[]
  /** What hangs already. */
  hung?: readonly string[]
  onChosen?: (imageIds: readonly string[]) => void
  onClose: () => void
}) {
  const all = useAllPictures(patientId, true)
  const { sending, hang } = useHang(of)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const open = (all.data ?? []).filter(({ id }) => !there.includes(id))
  const fresh = chosen.filter((id) => !hung.includes(id))
  const full = hung.length + fresh.length >= mostOn(of)
  const finish = () => {
    onChosen(chosen)
    onClose()
  }
  const toggle = (id: string) =>
    setChosen((now) =>
      now.includes(id) ? now.filter((each) => each !== id) : full && !hung.includes(id) ? now : [...now, id],
    )
  return (
    <FormDialog
      title="附图片"
      width={760}
      submitText={chosen.length > 0 ? `附上 ${chosen.length} 张` : '附上'}
      submitDisabled={chosen.length === 0}
      form={dialogOf(sending)}
      onSubmit={() => (fresh.length > 0 ? hang(fresh, finish) : finish())}
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
