import { platformErrors } from '@dentin/contract/core/errors'
import { MOST_PICTURES_LISTED, nineSlots, pictureKindNames, type PictureKind } from '@dentin/contract/picture'
import { cx, ErrorLine, Notice } from '../../ui/index.ts'
import { useAllPictures, useShown, type Picture } from './hooks.ts'
import { Thumb } from './Thumb.tsx'
import s from './picture.module.css'

/** Films that stand beside the nine at start and end. */
const SHOWN: readonly PictureKind[] = [...nineSlots, 10, 11]

/**
 * Pictures of start and end side by side, a row for each kind that both or one of them has.
 * @param since the start: stages from this day (YYYY-MM-DD)
 * @param until the start: stages up to this day
 * @param from the end: stages from this day on; null: it has not come, the newest stand there
 */
export function BeforeAfter({
  patientId,
  since,
  until,
  from,
  onPaper = false,
}: {
  patientId: string
  since: string
  until: string
  from: string | null
  /** Sharp, all at once, and without what is not there. */
  onPaper?: boolean
}) {
  const { data, error, refetch } = useAllPictures(patientId, true)
  // A file out of reach stays so: trying again helps nobody.
  if (error?.is(platformErrors.NOT_FOUND)) return <p className="tertiary t-13">看不到这位患者的影像</p>
  if (error) return <ErrorLine onRetry={() => void refetch()}>影像没有读到：{error.message}</ErrorLine>
  // The newest stage comes first: the last of a kind is the oldest.
  const at = (kind: number, fits: (day: string) => boolean, oldest: boolean) => {
    const found = (data ?? []).filter(({ type, stageTime }) => type === kind && fits(stageTime))
    return oldest ? found.at(-1) : found[0]
  }
  const pairs = SHOWN.map((kind) => ({
    kind,
    before: at(kind, (day) => day >= since && day <= until, true),
    after: at(kind, (day) => (from === null ? day > until : day >= from), false),
  })).filter(({ before, after }) => before ?? after)
  if (pairs.length === 0) return <p className="tertiary t-13">没有开始和结束的影像</p>
  return (
    <>
      {data && data.length >= MOST_PICTURES_LISTED && (
        <Notice>只看最近各阶段的 {MOST_PICTURES_LISTED} 张，开始的影像可能更早</Notice>
      )}
      <ul className={cx(s.pairs, onPaper && s.pairsOnPaper)} aria-label="前后对照">
        {pairs.map(({ kind, before, after }) => (
          <li key={kind} className={s.pair}>
            <span className="t-12 tertiary">{pictureKindNames[kind]}</span>
            <Side picture={before} word="前" onPaper={onPaper} />
            <Side picture={after} word="后" onPaper={onPaper} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Side({ picture, word, onPaper }: { picture: Picture | undefined; word: string; onPaper: boolean }) {
  return (
    <figure className={s.pairSide}>
      <span className={s.pairBox}>
        {picture ? onPaper ? <Sharp picture={picture} /> : <Thumb picture={picture} /> : '未拍'}
      </span>
      <figcaption className="t-12 tertiary num">
        {word} {picture?.stageTime ?? ''}
      </figcaption>
    </figure>
  )
}

/** As large as paper needs, fetched at once: nobody scrolls a sheet. */
function Sharp({ picture }: { picture: Picture }) {
  const { src } = useShown(picture, 'screen')
  return src && <img src={src} alt={pictureKindNames[picture.type as PictureKind]} />
}
