import { MOST_FRAMES, faceKinds, maskStates, type CaseFrame } from '@dentin/contract/doctor-case'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { dialogOf } from '../../lib/query.ts'
import { FormDialog } from '../../ui/heavy.ts'
import { Button, ErrorLine, IconButton, Skeleton, toast } from '../../ui/index.ts'
import { kindOf } from './CaseImage.tsx'
import { bounded, drawnFrame, proposedFrames } from './frames.ts'
import { useFileImage, useMask, type CasePicture, type Detail } from './hooks.ts'
import s from './mask.module.css'

type Source = NonNullable<Detail['mine']>['sources'][number]

/** What the browser may know of faces (Chrome on some systems). */
interface Detector {
  detect: (image: HTMLImageElement) => Promise<{ boundingBox: DOMRectReadOnly }[]>
}
const detectorOf = (): Detector | null => {
  const known = (globalThis as { FaceDetector?: new () => Detector }).FaceDetector
  return known ? new known() : null
}

/** Draws what of a picture is covered: proposed by the browser or by the kind of picture, corrected by hand. */
export function MaskDialog({
  picture,
  source,
  onClose,
}: {
  picture: CasePicture
  source: Source | undefined
  onClose: () => void
}) {
  const isFace = faceKinds.includes(picture.type)
  const { src, failed, again } = useFileImage(
    source?.imageId ?? '',
    source?.imageVersion ?? 0,
    'screen',
    Boolean(source),
  )
  const [frames, setFrames] = useState<readonly CaseFrame[]>(() =>
    source && source.frames.length > 0 ? source.frames : proposedFrames(picture.type),
  )
  const [chosen, setChosen] = useState(0)
  const touched = useRef(false)
  const mask = useMask()
  const change = (next: readonly CaseFrame[]) => {
    touched.current = true
    setFrames(next)
  }
  const look = async (image: HTMLImageElement) => {
    const detector = source?.frames.length === 0 ? detectorOf() : null
    if (!detector) return
    try {
      const found = await detector.detect(image)
      const { naturalWidth: width, naturalHeight: height } = image
      const eyes = found
        .slice(0, MOST_FRAMES)
        .map(({ boundingBox: face }) =>
          bounded({ x: face.x / width, y: face.y / height, w: face.width / width, h: (face.height * 0.6) / height }),
        )
      if (eyes.length > 0 && !touched.current) setFrames(eyes)
    } catch {
      // The frame by kind of picture stands.
    }
  }
  const send = (state: 1 | 2) =>
    mask.mutate(
      { id: picture.id, version: picture.version, state, frames: state === 1 ? [...frames] : [] },
      {
        onSuccess: () => (toast.success(state === 1 ? '已遮挡' : '已确认不含面部'), onClose()),
        onError: () => {},
      },
    )
  return (
    <FormDialog
      title={`遮挡 ${kindOf(picture.type)}`}
      width={840}
      submitText="确认遮挡"
      submitDisabled={frames.length === 0 || !src}
      form={dialogOf(mask)}
      footStart={
        !isFace && (
          <Button disabled={mask.isPending || !src} onClick={() => send(maskStates.none)}>
            不含面部
          </Button>
        )
      }
      onSubmit={() => send(maskStates.covered)}
      onClose={onClose}
    >
      <p className="secondary t-13">
        在图片上拖出要遮住的范围，可拖动、拖右下角改大小。眼睛和能认出人的部位都要遮住；确认后由服务器遮在副本上，患者档案里的原图不变。
      </p>
      {failed ? (
        <ErrorLine onRetry={again}>图片没有读到</ErrorLine>
      ) : src ? (
        <Canvas
          src={src}
          alt={kindOf(picture.type)}
          frames={frames}
          chosen={chosen}
          onChoose={setChosen}
          onChange={change}
          onLoad={(image) => void look(image)}
        />
      ) : (
        <Skeleton height="420px" />
      )}
    </FormDialog>
  )
}

interface Drag {
  at: number
  how: 'move' | 'size' | 'draw'
  x: number
  y: number
  from: CaseFrame
}

/** The picture and the frames over it. */
function Canvas({
  src,
  alt,
  frames,
  chosen,
  onChoose,
  onChange,
  onLoad,
}: {
  src: string
  alt: string
  frames: readonly CaseFrame[]
  chosen: number
  onChoose: (at: number) => void
  onChange: (frames: readonly CaseFrame[]) => void
  onLoad: (image: HTMLImageElement) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const drag = useRef<Drag | null>(null)
  const latest = useRef(frames)
  useEffect(() => {
    latest.current = frames
  }, [frames])
  const put = (at: number, frame: CaseFrame) => {
    latest.current = at < latest.current.length ? latest.current.with(at, frame) : [...latest.current, frame]
    onChange(latest.current)
  }
  const placeOf = (event: PointerEvent) => {
    const area = box.current?.getBoundingClientRect()
    return area ? { x: (event.clientX - area.left) / area.width, y: (event.clientY - area.top) / area.height } : null
  }
  const begin = (event: PointerEvent) => {
    const place = placeOf(event)
    if (!place || event.button !== 0 || (event.target as HTMLElement).closest('button')) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const part = (event.target as HTMLElement).closest<HTMLElement>('[data-frame]')
    const at = part ? Number(part.dataset.frame) : frames.length
    const from = frames[at] ?? { ...place, w: 0, h: 0 }
    if (!part && frames.length >= MOST_FRAMES) return
    const how = !part ? 'draw' : (event.target as HTMLElement).dataset.corner ? 'size' : 'move'
    drag.current = { ...place, at, how, from }
    onChoose(at)
  }
  const follow = (event: PointerEvent) => {
    const [held, place] = [drag.current, placeOf(event)]
    if (!held || !place) return
    const [dx, dy] = [place.x - held.x, place.y - held.y]
    const { from } = held
    if (held.how === 'draw') {
      const frame = drawnFrame(held, place)
      if (frame) put(held.at, frame)
    } else if (held.how === 'size') put(held.at, bounded({ ...from, w: from.w + dx, h: from.h + dy }))
    else put(held.at, bounded({ ...from, x: from.x + dx, y: from.y + dy }, true))
  }
  const steps: Record<string, [number, number]> = {
    ArrowLeft: [-0.01, 0],
    ArrowRight: [0.01, 0],
    ArrowUp: [0, -0.01],
    ArrowDown: [0, 0.01],
  }
  const remove = (at: number) => onChange(frames.filter((_, n) => n !== at))
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const frame = frames[at]
    const step = steps[event.key]
    if (!frame || event.target !== event.currentTarget) return
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      remove(at)
    } else if (step) {
      event.preventDefault()
      const [dx, dy] = step
      put(
        at,
        event.shiftKey
          ? bounded({ ...frame, w: frame.w + dx, h: frame.h + dy })
          : bounded({ ...frame, x: frame.x + dx, y: frame.y + dy }, true),
      )
    }
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={box}
      className={s.canvas}
      onPointerDown={begin}
      onPointerMove={follow}
      onPointerUp={() => (drag.current = null)}
      onPointerCancel={() => (drag.current = null)}
    >
      <img src={src} alt={alt} draggable={false} onLoad={({ currentTarget }) => onLoad(currentTarget)} />
      {frames.map(({ x, y, w, h }, at) => (
        // oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions
        <div
          // Frames have no other identity than their place.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          data-frame={at}
          data-chosen={at === chosen || undefined}
          className={s.frame}
          role="group"
          tabIndex={0}
          aria-label={`遮挡范围 ${at + 1}：方向键移动，Shift 加方向键改大小，Delete 删除`}
          style={{ left: `${x * 100}%`, top: `${y * 100}%`, width: `${w * 100}%`, height: `${h * 100}%` }}
          onFocus={() => onChoose(at)}
          onKeyDown={(event) => onKeyDown(event, at)}
        >
          <IconButton
            icon="x"
            size="xs"
            label={`去掉遮挡范围 ${at + 1}`}
            className={s.remove}
            onClick={() => remove(at)}
          />
          <span data-corner className={s.corner} aria-hidden />
        </div>
      ))}
    </div>
  )
}
