import { picture, pictureKindNames, type PictureKind } from '@dentin/contract/picture'
import { MOST_ON_RECORD, recordImage } from '@dentin/contract/record-image'
import { useState } from 'react'
import { useLive } from '../../lib/live.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { Button, ErrorLine, IconButton } from '../../ui/index.ts'
import { teethWords } from '../../domain/teeth.ts'
import { ChoosePictures, TakeSlots, Viewer } from './deferred.ts'
import type { Picture } from './hooks.ts'
import { Thumb } from './Thumb.tsx'
import s from './picture.module.css'

/** Pictures that belong to a visit: which kinds, and of which day (YYYY-MM-DD). */
export interface Wanted {
  kinds: readonly PictureKind[]
  day: string
  /** Name of the stage that is made for them. */
  stage: string
}

/**
 * The pictures of a record, small, beside it: opened by a click, hung on from what the patient has. Where a visit wants some, each
 * has its place, and what lacks is named.
 */
export function PicturesBeside({
  recordId,
  patientId,
  wanted,
}: {
  recordId: string
  patientId: string
  wanted?: Wanted
}) {
  useLive(['record', 'picture'], [recordImage.ofRecord])
  const read = useCall(recordImage.ofRecord, { id: recordId }, { keep: false })
  const detach = useSend(recordImage.detach, { refresh: [recordImage.ofRecord] })
  const [choosing, setChoosing] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  const all = useCall(picture.list, { patientId }, { enabled: shown !== null })
  const list = read.data?.list ?? []
  const large = list.flatMap(({ id }) => all.data?.find((each) => each.id === id) ?? []) as Picture[]
  const at = large.findIndex(({ id }) => id === shown)
  const lacking = wanted?.kinds.filter((kind) => !list.some(({ type }) => type === kind)) ?? []
  const placed = wanted?.kinds.flatMap((kind) => list.find(({ type }) => type === kind) ?? []) ?? []
  const order = [...placed, ...list.filter((each) => !placed.includes(each))]
  return (
    <section className={s.beside} aria-label={wanted ? '本次照片' : '影像'} data-wanted={wanted ? '' : undefined}>
      <div className={s.besideHead}>
        <h2>{wanted ? '本次照片' : '影像'}</h2>
        {wanted && read.data && (
          <span className="tertiary t-12">
            <span className="num">
              {wanted.kinds.length - lacking.length} / {wanted.kinds.length}
            </span>
            {lacking.length > 0 && lacking.length < wanted.kinds.length && (
              <> ，缺 {lacking.map((kind) => pictureKindNames[kind]).join('、')}</>
            )}
          </span>
        )}
        {read.data?.mayAttach && list.length < MOST_ON_RECORD && (
          <Button size="sm" icon="plus" onClick={() => setChoosing(true)}>
            附图片
          </Button>
        )}
      </div>
      {read.error && <ErrorLine onRetry={() => void read.refetch()}>影像没有读到：{read.error.message}</ErrorLine>}
      {detach.error && <ErrorLine>{detach.error.message}</ErrorLine>}
      {read.data && list.length === 0 && !wanted && <p className="tertiary t-13">没有附图片</p>}
      <ul className={s.besideList}>
        {order.map((each) => {
          const name = pictureKindNames[each.type as PictureKind]
          return (
            <li key={each.id} className={s.tile}>
              <button type="button" className={s.open} aria-label={`查看${name}`} onClick={() => setShown(each.id)}>
                <Thumb picture={each} />
              </button>
              <span className={s.caption}>
                <span className="ellipsis">
                  {name} {each.toothNo && teethWords(each.toothNo)}
                </span>
                {read.data?.mayDetach && (
                  <IconButton
                    icon="x"
                    size="xs"
                    label={`取下${name}`}
                    disabled={detach.isPending}
                    onClick={() => detach.mutate({ recordId, imageId: each.id }, { onError: () => {} })}
                  />
                )}
              </span>
            </li>
          )
        })}
        {wanted && read.data && (
          <TakeSlots
            {...wanted}
            kinds={lacking}
            recordId={recordId}
            patientId={patientId}
            mayAttach={read.data.mayAttach && list.length < MOST_ON_RECORD}
          />
        )}
      </ul>
      {choosing && (
        <ChoosePictures
          recordId={recordId}
          patientId={patientId}
          there={list.map(({ id }) => id)}
          onClose={() => setChoosing(false)}
        />
      )}
      {at >= 0 && (
        <Viewer
          pictures={large}
          at={at}
          mayTurn={false}
          patientId={patientId}
          onMove={(next) => setShown(large[next]?.id ?? null)}
          onClose={() => setShown(null)}
        />
      )}
    </section>
  )
}
