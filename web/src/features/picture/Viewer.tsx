import { pictureKindNames, type PictureKind } from '@dentin/contract/picture'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Dialog, useZoom } from '../../ui/heavy.ts'
import { CompareSlider, ErrorLine, IconButton, KeyHints, Skeleton } from '../../ui/index.ts'
import { useAllPictures, useShown, useTurn, type Picture } from './hooks.ts'
import s from './viewer.module.css'

const kindOf = ({ type }: Picture) => pictureKindNames[type as PictureKind]

/** How another picture is held against the one that is looked at: beside it, or under one line that is drawn. */
type Comparing = 'beside' | 'slider'

/** Pictures, large, one after another: by arrows, turned by R, mirrored by F, against another one by C and S. */
export function Viewer({
  pictures,
  at,
  mayTurn,
  patientId,
  onMove,
  onClose,
}: {
  pictures: readonly Picture[]
  at: number
  mayTurn: boolean
  patientId: string
  onMove: (at: number) => void
  onClose: () => void
}) {
  const [comparing, setComparing] = useState<Comparing | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const turn = useTurn()
  const all = useAllPictures(patientId, comparing !== null)
  const now = pictures[at]
  const stages = useRef<HTMLDivElement>(null)
  const view = useZoom(stages, now?.id)
  useEffect(() => box.current?.focus(), [])
  if (!now) return null
  const step = (by: number) => onMove((at + by + pictures.length) % pictures.length)
  // A picture that is close up is moved, else the next one comes.
  const arrow = (dx: number, dy: number) => (view.zoom > 1 ? view.move(dx, dy) : dx !== 0 && step(-Math.sign(dx)))
  const others = (all.data ?? []).filter(({ id }) => id !== now.id)
  // The same view of another stage is what one compares with.
  const shownOther = comparing
    ? (others.find(({ id }) => id === chosen) ??
      others.find(({ type, imageStageId }) => type === now.type && imageStageId !== now.imageStageId) ??
      others[0])
    : undefined
  const isDrawn = comparing === 'slider' && shownOther !== undefined
  const change = (how: { angle?: 90 | -90; flip?: boolean }) =>
    mayTurn && !turn.isPending && turn.mutate({ imageId: now.id, version: now.version, ...how }, { onError: () => {} })
  const compare = (how: Comparing) => setComparing((was) => (was === how ? null : how))
  const keys: Record<string, () => unknown> = {
    ArrowLeft: () => arrow(60, 0),
    ArrowRight: () => arrow(-60, 0),
    ArrowUp: () => arrow(0, 60),
    ArrowDown: () => arrow(0, -60),
    r: () => change({ angle: 90 }),
    R: () => change({ angle: -90 }),
    f: () => change({ flip: true }),
    c: () => compare('beside'),
    s: () => compare('slider'),
    '+': view.larger,
    '=': view.larger,
    '-': view.smaller,
    '0': view.whole,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const run = keys[event.key]
    if (!run || event.metaKey || event.ctrlKey || (event.target as HTMLElement).closest('select, input')) return
    event.preventDefault()
    run()
  }
  return (
    <Dialog open title={`${kindOf(now)} · ${now.stageName}`} width={1120} footer={null} onClose={onClose}>
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={box}
        className={s.viewer}
        role="group"
        tabIndex={0}
        aria-label="看图：左右键换图，R 旋转，F 镜面翻转，C 并排对比，S 滑块对比，加减号缩放，放大后方向键移动"
        onKeyDown={onKeyDown}
      >
        {isDrawn && shownOther ? (
          <div className={s.stages}>
            <Drawn now={now} other={shownOther} />
          </div>
        ) : (
          <div ref={stages} className={s.stages} data-zoomed={view.zoom > 1 || undefined} {...view.hands}>
            <Large picture={now} transform={view.transform} />
            {shownOther && <Large picture={shownOther} transform={view.transform} named />}
          </div>
        )}
        {turn.error && <ErrorLine>{turn.error.message}</ErrorLine>}
        {comparing !== null && all.data && others.length === 0 && <p className="tertiary t-13">没有别的图片可以对比</p>}
        <div className={s.tools}>
          <IconButton icon="chevron-left" label="上一张" disabled={pictures.length < 2} onClick={() => step(-1)} />
          <span className="num t-13 secondary">
            {at + 1} / {pictures.length}
          </span>
          <IconButton icon="chevron-right" label="下一张" disabled={pictures.length < 2} onClick={() => step(1)} />
          <span className={s.gap} />
          <IconButton icon="zoom-out" label="缩小" disabled={isDrawn || view.zoom === 1} onClick={view.smaller} />
          <IconButton icon="zoom-in" label="放大" disabled={isDrawn || view.isLargest} onClick={view.larger} />
          {mayTurn && (
            <>
              <IconButton
                icon="rotate"
                label="向右旋转"
                disabled={turn.isPending}
                onClick={() => change({ angle: 90 })}
              />
              <IconButton
                icon="swap"
                label="镜面翻转"
                disabled={turn.isPending}
                onClick={() => change({ flip: true })}
              />
            </>
          )}
          <IconButton
            icon="columns"
            label="并排对比"
            pressed={comparing === 'beside'}
            onClick={() => compare('beside')}
          />
          <IconButton
            icon="selector"
            label="滑块对比"
            pressed={comparing === 'slider'}
            onClick={() => compare('slider')}
          />
          {shownOther && (
            <select
              className={s.choice}
              aria-label="对比的图片"
              value={shownOther.id}
              onChange={({ target }) => setChosen(target.value)}
            >
              {others.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.stageTime} {each.stageName} {kindOf(each)}
                </option>
              ))}
            </select>
          )}
          <span className={s.hints}>
            <KeyHints
              keys={[
                { keys: '← →', does: '换图' },
                { keys: 'R', does: '旋转' },
                { keys: 'F', does: '翻转' },
                { keys: 'C', does: '并排' },
                { keys: 'S', does: '滑块' },
              ]}
            />
          </span>
        </div>
      </div>
    </Dialog>
  )
}

/** Two pictures under one line, the earlier one at the left of it. */
function Drawn({ now, other }: { now: Picture; other: Picture }) {
  const [before, after] = now.stageTime <= other.stageTime ? [now, other] : [other, now]
  const shown = [useShown(before, 'screen'), useShown(after, 'screen')] as const
  const [a, b] = shown
  if (a.failed || b.failed)
    return <ErrorLine onRetry={() => shown.forEach(({ failed, again }) => failed && again())}>图片没有读到</ErrorLine>
  if (!a.src || !b.src) return <Skeleton width="60%" height="60%" />
  const side = (picture: Picture, src: string) => ({
    src,
    alt: kindOf(picture),
    label: `${picture.stageName} ${picture.shotTime?.slice(0, 10) ?? picture.stageTime}`,
  })
  return <CompareSlider before={side(before, a.src)} after={side(after, b.src)} />
}

function Large({ picture, transform, named = false }: { picture: Picture; transform: string; named?: boolean }) {
  const { src, failed, again } = useShown(picture, 'screen')
  return (
    <figure className={s.stage}>
      {src ? (
        <img src={src} alt={kindOf(picture)} draggable={false} style={{ transform }} />
      ) : failed ? (
        <ErrorLine onRetry={again}>图片没有读到</ErrorLine>
      ) : (
        <Skeleton width="60%" height="60%" />
      )}
      <figcaption className={s.caption}>
        {named && `${picture.stageName} · `}
        {picture.shotTime?.slice(0, 10) ?? picture.stageTime}
      </figcaption>
    </figure>
  )
}
