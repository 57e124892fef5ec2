import { pictureKindNames, type PictureKind } from '@dentin/contract/picture'
import { useState } from 'react'
import { Button, ErrorLine, IconButton } from '../../ui/index.ts'
import { teethWords } from '../../domain/teeth.ts'
import { ChoosePictures, TakeSlots } from './deferred.ts'
import type { Wanted } from './hooks.ts'
import { HungViewer } from './HungViewer.tsx'
import { mostOn, useHung, useTakeOff, type HungOn } from './hung.ts'
import { Thumb } from './Thumb.tsx'
import s from './picture.module.css'

/**
 * The pictures of a record or a treatment plan, small, beside it: opened by a click, hung on from what the patient has. Where a
 * visit wants some, each has its place, and what lacks is named.
 */
export function PicturesBeside({ of, patientId, wanted }: { of: HungOn; patientId: string; wanted?: Wanted }) {
  const read = useHung(of)
  const off = useTakeOff(of)
  const [choosing, setChoosing] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  const list = read.data?.list ?? []
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
        {read.data?.mayAttach && list.length < mostOn(of) && (
          <Button size="sm" icon="plus" onClick={() => setChoosing(true)}>
            附图片
          </Button>
        )}
      </div>
      {read.error && <ErrorLine onRetry={() => void read.refetch()}>影像没有读到：{read.error.message}</ErrorLine>}
      {off.error && <ErrorLine>{off.error.message}</ErrorLine>}
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
                    disabled={off.isPending}
                    onClick={() => off.takeOff(each.id)}
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
            of={of}
            patientId={patientId}
            mayAttach={read.data.mayAttach && list.length < mostOn(of)}
          />
        )}
      </ul>
      {choosing && (
        <ChoosePictures
          of={of}
          patientId={patientId}
          there={list.map(({ id }) => id)}
          onClose={() => setChoosing(false)}
        />
      )}
      <HungViewer list={list} patientId={patientId} shown={shown} onShow={setShown} />
    </section>
  )
}
