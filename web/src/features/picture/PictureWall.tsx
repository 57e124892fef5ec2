import {
  missingKinds,
  MOST_PICTURES_LISTED,
  nineSlots,
  pictureKindNames,
  type PictureKind,
} from '@dentin/contract/picture'
import { useEffect, useRef, useState } from 'react'
import { retryOf } from '../../lib/client.ts'
import { usePreload } from '../../lib/deferred.ts'
import { can, useCan } from '../../lib/permission.ts'
import {
  Button,
  confirm,
  EmptyState,
  ErrorLine,
  IconButton,
  Menu,
  Notice,
  SkeletonRows,
  Tag,
  TextButton,
  toast,
  urlOptional,
  useUrlState,
} from '../../ui/index.ts'
import { BinDialog, PhoneDialog, PictureDialog, RemoveStageDialog, StageDialog, Viewer } from './deferred.ts'
import {
  useConfirmGuesses,
  usePictures,
  useRemove,
  useRemoveStage,
  useStages,
  type Picture,
  type Stage,
} from './hooks.ts'
import { Slot, Tile } from './Tile.tsx'
import { StageRow } from './StageRow.tsx'
import { UploadList } from './UploadList.tsx'
import { useUploads } from './useUploads.ts'
import s from './picture.module.css'

const state = { stage: urlOptional }
type Open =
  | { what: 'add' | 'bin' | 'phone' | 'rename' | 'removeStage' }
  | { what: 'view'; id: string }
  | { what: 'edit'; picture: Picture }

/** A patient's pictures: stages in a row, the nine slots of the chosen one, and what else it has. */
export function PictureWall({ patientId }: { patientId: string }) {
  useCan()
  usePreload([Viewer, StageDialog, PhoneDialog])
  const [asked, set] = useUrlState(state)
  const [open, setOpen] = useState<Open | null>(null)
  const [over, setOver] = useState(false)
  const [showsHidden, setShowsHidden] = useState(false)
  const stages = useStages(patientId)
  const stage = stages.data?.find(({ id }) => id === asked.stage) ?? stages.data?.[0] ?? null
  const pictures = usePictures(patientId, stage?.id ?? null)
  const uploads = useUploads(patientId)
  const confirmAll = useConfirmGuesses()
  const remove = useRemove()
  const removeStage = useRemoveStage()
  const picker = useRef<HTMLInputElement>(null)
  const slot = useRef<PictureKind | undefined>(undefined)
  const mayUpload = can('/imageData:upload')
  const mayDelete = can('/imageData:delete')
  const writable = mayUpload && (stage?.here ?? false)
  const list = pictures.data ?? []
  const send = (files: readonly File[]) => {
    const into = slot.current
    slot.current = undefined
    if (!stage || !writable || files.length === 0) return
    void uploads.add(files, stage.id, { taken: list.map(({ type }) => type), ...(into ? { slot: into } : {}) })
  }
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length > 0) latest.current(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
  const choose = (kind?: PictureKind) => {
    slot.current = kind
    picker.current?.click()
  }
  const close = () => setOpen(null)
  const askRemove = async (picture: Picture) => {
    const name = pictureKindNames[picture.type as PictureKind]
    if (
      !(await confirm({
        title: `删除 ${name}（${picture.photoName}）?`,
        body: '30 天内可从回收站恢复。',
        okText: '删除',
      }))
    )
      return
    remove.mutate({ id: picture.id }, { onSuccess: () => toast.success('已删除，30 天内可恢复') })
  }
  const askRemoveStage = async (gone: Stage) => {
    if (gone.count > 0) return setOpen({ what: 'removeStage' })
    if (!(await confirm({ title: `删除阶段 ${gone.name}?`, okText: '删除' }))) return
    removeStage.mutate({ id: gone.id }, { onSuccess: () => toast.success('删除阶段成功') })
  }

  if (stages.error)
    return <ErrorLine onRetry={retryOf(stages.error, () => void stages.refetch())}>{stages.error.message}</ErrorLine>
  if (!stages.data) return <SkeletonRows rows={6} />

  const onWall = list.filter(({ hidden }) => !hidden)
  const kept = list.filter(({ hidden }) => hidden)
  const inSlot = (kind: PictureKind) => onWall.filter(({ type }) => type === kind)
  const further = [
    ...onWall.filter(({ type }) => !(nineSlots as readonly number[]).includes(type)),
    ...(showsHidden ? kept : []),
  ]
  const missing = missingKinds(onWall.map(({ type }) => type))
  const guesses = list.filter(({ guessed }) => guessed).length
  const order = [...nineSlots.flatMap(inSlot), ...further]
  const actions = (picture: Picture) => ({
    onOpen: () => setOpen({ what: 'view', id: picture.id }),
    onEdit: writable ? () => setOpen({ what: 'edit', picture }) : undefined,
    onRemove: mayDelete && stage?.here ? () => void askRemove(picture) : undefined,
  })
  const at = open?.what === 'view' ? order.findIndex(({ id }) => id === open.id) : -1
  const treatments = stages.data.filter(({ name }) => name.startsWith('治疗中')).length

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- files are dropped; the button takes them too
    <section
      className={s.wall}
      aria-label="影像资料"
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!writable) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => event.currentTarget.contains(event.relatedTarget as Node | null) || setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        send([...event.dataTransfer.files])
      }}
    >
      <StageRow
        stages={stages.data}
        chosen={stage?.id ?? null}
        onChoose={(id) => set({ stage: id })}
        onAdd={mayUpload ? () => setOpen({ what: 'add' }) : undefined}
        onBin={mayDelete ? () => setOpen({ what: 'bin' }) : undefined}
      />
      {!stage ? (
        <EmptyState
          layout="stack"
          icon="image"
          title="还没有影像"
          hint="先建一个阶段（如初诊），再拖入、粘贴或用手机上传照片"
          action={
            mayUpload && (
              <Button variant="primary" icon="plus" onClick={() => setOpen({ what: 'add' })}>
                新增阶段
              </Button>
            )
          }
        />
      ) : (
        <>
          <div className={s.head}>
            <h2 className="t-16">{stage.name}</h2>
            <span className="secondary t-13">
              {stage.stageTime} · {stage.count} 张{stage.here ? '' : ` · ${stage.clinicName}`}
            </span>
            {(writable || (mayDelete && stage.here)) && (
              <Menu
                items={[
                  ...(writable
                    ? [
                        {
                          key: 'rename',
                          label: '修改阶段',
                          icon: 'pencil' as const,
                          onSelect: () => setOpen({ what: 'rename' }),
                        },
                      ]
                    : []),
                  ...(mayDelete
                    ? [
                        {
                          key: 'remove',
                          label: '删除阶段',
                          icon: 'trash' as const,
                          danger: true,
                          onSelect: () => void askRemoveStage(stage),
                        },
                      ]
                    : []),
                ]}
              >
                <IconButton icon="dots" label="阶段操作" size="sm" />
              </Menu>
            )}
            {writable && (
              <span className={s.headActions}>
                <Button icon="mobile" onClick={() => setOpen({ what: 'phone' })}>
                  手机上传
                </Button>
                <Button variant="primary" icon="upload" onClick={() => choose()}>
                  上传图片
                </Button>
              </span>
            )}
          </div>
          <input
            ref={picker}
            type="file"
            accept="image/jpeg,image/png,.heic,.heif"
            multiple
            hidden
            aria-label="选择图片"
            onChange={({ target }) => {
              const files = [...(target.files ?? [])]
              target.value = ''
              send(files)
            }}
          />
          <UploadList uploads={uploads} />
          {list.length >= MOST_PICTURES_LISTED && stage.count > list.length && (
            <Notice>
              这个阶段只显示最早的 {list.length} 张，另外 {stage.count - list.length} 张没有显示，可移到别的阶段查看
            </Notice>
          )}
          {list.length > 0 && missing.length > 0 && (
            <p className={s.missing}>
              <Tag tone="wait">缺 {missing.length} 张</Tag>
              {stage.name}资料还缺：{missing.map((kind) => pictureKindNames[kind]).join('、')}
            </p>
          )}
          {kept.length > 0 && (
            <p className={s.missing}>
              <TextButton onClick={() => setShowsHidden(!showsHidden)}>
                {showsHidden ? '收起隐藏的' : `另有隐藏的 ${kept.length} 张，显示`}
              </TextButton>
            </p>
          )}
          {guesses > 0 && (
            <Notice
              action={
                writable && (
                  <TextButton
                    disabled={confirmAll.isPending}
                    onClick={() =>
                      confirmAll.mutate({ imageStageId: stage.id }, { onSuccess: () => toast.success('已确认') })
                    }
                  >
                    全部正确
                  </TextButton>
                )
              }
            >
              {guesses} 张的类别是按文件名、横竖和拍摄顺序猜的，请确认
            </Notice>
          )}
          {pictures.error && (
            <ErrorLine onRetry={retryOf(pictures.error, () => void pictures.refetch())}>
              {pictures.error.message}
            </ErrorLine>
          )}
          <div className={s.below} data-further={further.length > 0 || undefined}>
            <div className={s.nine}>
              {nineSlots.map((kind) => (
                <Slot
                  key={kind}
                  kind={kind}
                  pictures={inSlot(kind)}
                  actions={actions}
                  onChoose={writable ? () => choose(kind) : undefined}
                />
              ))}
            </div>
            {further.length > 0 && (
              <div>
                <h3 className={s.furtherHead}>其他影像</h3>
                <div className={s.further}>
                  {further.map((each) => (
                    <Tile key={each.id} picture={each} {...actions(each)} />
                  ))}
                </div>
              </div>
            )}
          </div>
        </>
      )}
      {over && <div className={s.drop}>松开即上传到「{stage?.name}」</div>}
      {open?.what === 'view' && at >= 0 && (
        <Viewer
          pictures={order}
          at={at}
          mayTurn={writable}
          patientId={patientId}
          onMove={(next) => setOpen({ what: 'view', id: order[next]?.id ?? '' })}
          onClose={close}
        />
      )}
      {open?.what === 'edit' && (
        <PictureDialog picture={open.picture} stages={stages.data.filter(({ here }) => here)} onClose={close} />
      )}
      {open?.what === 'add' && (
        <StageDialog
          patientId={patientId}
          treatments={treatments}
          onClose={close}
          onSaved={(id) => (set({ stage: id }), close())}
        />
      )}
      {open?.what === 'rename' && stage && (
        <StageDialog patientId={patientId} stage={stage} treatments={treatments} onClose={close} onSaved={close} />
      )}
      {open?.what === 'removeStage' && stage && (
        <RemoveStageDialog
          stage={stage}
          others={stages.data.filter(({ id, here }) => here && id !== stage.id)}
          onClose={close}
          onRemoved={close}
        />
      )}
      {open?.what === 'phone' && stage && <PhoneDialog stage={stage} onClose={close} />}
      {open?.what === 'bin' && <BinDialog patientId={patientId} onClose={close} />}
    </section>
  )
}
