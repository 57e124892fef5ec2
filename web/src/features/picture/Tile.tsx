import { pictureKindNames, type PictureKind } from '@dentin/contract/picture'
import { cx, Icon, IconButton, Menu, Tag } from '../../ui/index.ts'
import { teethWords } from '../../domain/teeth.ts'
import type { Picture } from './hooks.ts'
import { Thumb } from './Thumb.tsx'
import s from './picture.module.css'

export interface TileActions {
  onOpen: () => void
  onEdit: (() => void) | undefined
  onRemove: (() => void) | undefined
}
/** Left and right of a mouth are easily exchanged by a mirror: these say which side stands where. */
const SIDED: readonly number[] = [5, 8, 9]

/** One picture with its name; opened by a click, changed by its menu. */
export function Tile({ picture, onOpen, onEdit, onRemove }: { picture: Picture } & TileActions) {
  const name = pictureKindNames[picture.type as PictureKind]
  const teeth = picture.toothNo ? teethWords(picture.toothNo) : ''
  return (
    <figure className={cx(s.tile, picture.guessed && s.guessed)}>
      <button type="button" className={s.open} aria-label={`查看${name}`} onClick={onOpen}>
        <Thumb picture={picture} />
      </button>
      {SIDED.includes(picture.type) && (
        <>
          <i className={s.right}>R</i>
          <i className={s.left}>L</i>
        </>
      )}
      <figcaption className={s.caption}>
        <span className="ellipsis">
          {name}
          {teeth && ` ${teeth}`}
          {picture.remark && `　${picture.remark}`}
        </span>
        {picture.guessed && <Tag tone="wait">待确认</Tag>}
        {picture.hidden && <Tag tone="muted">隐藏</Tag>}
        {(onEdit || onRemove) && (
          <Menu
            align="end"
            items={[
              ...(onEdit
                ? [{ key: 'edit', label: '类别、牙位、阶段', icon: 'pencil' as const, onSelect: onEdit }]
                : []),
              ...(onRemove
                ? [{ key: 'remove', label: '删除', icon: 'trash' as const, danger: true, onSelect: onRemove }]
                : []),
            ]}
          >
            <IconButton icon="dots" label={`${name}的操作`} size="xs" />
          </Menu>
        )}
      </figcaption>
    </figure>
  )
}

/** One of the nine places: its picture, several of which one is to be chosen, or a way to one. */
export function Slot({
  kind,
  pictures,
  actions,
  onChoose,
}: {
  kind: PictureKind
  pictures: readonly Picture[]
  actions: (picture: Picture) => TileActions
  onChoose: (() => void) | undefined
}) {
  const name = pictureKindNames[kind]
  if (pictures.length === 0)
    return (
      <div className={s.slot}>
        <button type="button" className={s.empty} disabled={!onChoose} aria-label={`上传${name}`} onClick={onChoose}>
          {onChoose && <Icon name="plus" size={20} />}
        </button>
        <span className={cx(s.caption, 'tertiary')}>{name}</span>
      </div>
    )
  return (
    <div className={s.slot} data-several={pictures.length > 1 || undefined}>
      {pictures.map((each) => (
        <Tile key={each.id} picture={each} {...actions(each)} />
      ))}
    </div>
  )
}
