import { dayText } from '@dentin/kit/date-text'
import { openingCauseNames } from '@dentin/contract/waitlist'
import { useRef, useState } from 'react'
import { newRequestId } from '../../../lib/client.ts'
import {
  Button,
  EmptyState,
  ErrorLine,
  Icon,
  IconButton,
  Menu,
  SkeletonRows,
  Tag,
  TextButton,
  type MenuEntry,
} from '../../../ui/index.ts'
import { isToday, wireDate } from '../model.ts'
import {
  priorityName,
  useWaiting,
  useWaitlistActions,
  waitedText,
  wishText,
  type Answer,
  type Opening,
  type WaitEntry,
} from '../waitlist.ts'
import s from './waitlist.module.css'

const FIRST = 2

/** '今天 10:00–10:30', '11月23日 周一 10:00–10:30' */
export function placeText(place: { startTime: string; endTime: string }): string {
  const date = wireDate(place.startTime)
  return `${isToday(date) ? '今天' : dayText(date)} ${place.startTime.slice(11, 16)}–${place.endTime.slice(11, 16)}`
}

/** The mark of a priority; an ordinary one has none. */
export function PriorityTag({ priority }: { priority: number }) {
  if (priority === 1) return null
  return <Tag tone={priority === 3 ? 'danger' : 'muted'}>{priorityName(priority)}</Tag>
}

/** What somebody said to whom a place is held. */
export function HeldActions({ offer, name }: { offer: { id: string; holdUntil: string }; name: string }) {
  const act = useWaitlistActions()
  const [busy, setBusy] = useState(false)
  const answer = async (word: Answer) => {
    setBusy(true)
    await act.answer(offer.id, word)
    setBusy(false)
  }
  const others: MenuEntry[] = [
    { key: 'decline', label: '这次不要，转下一位', icon: 'arrow-right', onSelect: () => void answer('decline') },
    { key: 'giveUp', label: '不再候补，转下一位', icon: 'x', onSelect: () => void answer('giveUp') },
    'divider',
    { key: 'withdraw', label: '收回保留', icon: 'undo', onSelect: () => void answer('withdraw') },
  ]
  return (
    <span className={s.answers}>
      <Button size="sm" variant="tint" busy={busy} onClick={() => void answer('accept')} aria-label={`${name} 接受`}>
        接受
      </Button>
      <Menu items={others} align="end">
        <Button size="sm" variant="text" icon="dots" aria-label={`${name} 的其他答复`} />
      </Menu>
    </span>
  )
}

/** Who waits, the first to be asked first. */
function WaitRow({
  entry,
  mayEdit,
  onEdit,
}: {
  entry: WaitEntry
  mayEdit: boolean
  onEdit: (entry: WaitEntry) => void
}) {
  const words = [`${entry.title || '就诊'} ${entry.duration} 分`, wishText(entry)].join('　')
  const head = (
    <>
      <span className={s.rowHead}>
        <b className="ellipsis">{entry.name}</b>
        {entry.hasAllergy && <Icon name="alert" size={14} label="过敏" className="danger" />}
        <PriorityTag priority={entry.priority} />
        <span className={s.waited}>{waitedText(entry.waitDays)}</span>
      </span>
      <span className={s.words}>{words}</span>
    </>
  )
  return (
    <li className={s.row}>
      {mayEdit && !entry.offer ? (
        <button type="button" className={s.rowButton} onClick={() => onEdit(entry)} title="修改">
          {head}
        </button>
      ) : (
        <div className={s.rowButton}>{head}</div>
      )}
      {entry.offer && (
        <div className={s.held}>
          <span className={s.heldWords}>
            {placeText(entry.offer)}
            <br />
            {entry.offer.doctorName}　<span className="wait">保留到 {entry.offer.holdUntil.slice(11, 16)}</span>
          </span>
          {mayEdit && <HeldActions offer={entry.offer} name={entry.name} />}
        </div>
      )}
    </li>
  )
}

/** Time that fell free, and who could have it. */
function OpeningBox({ opening }: { opening: Opening }) {
  const act = useWaitlistActions()
  const [busy, setBusy] = useState(false)
  const requestId = useRef(newRequestId())
  const [first, ...others] = opening.candidates
  if (!first) return null
  const offer = async (waitlistId: string) => {
    setBusy(true)
    await act.offer(opening.id, waitlistId, requestId.current)
    requestId.current = newRequestId()
    setBusy(false)
  }
  const more: MenuEntry[] = [
    ...others.slice(0, 8).map((each) => ({
      key: each.waitlistId,
      label: `发给 ${each.name}（${each.duration} 分）`,
      icon: 'send' as const,
      onSelect: () => void offer(each.waitlistId),
    })),
    ...(others.length > 0 ? (['divider'] as const) : []),
    { key: 'dismiss', label: '忽略这个时段', icon: 'x' as const, onSelect: () => void act.dismiss(opening.id) },
  ]
  return (
    <div className={s.opening}>
      <p>
        {opening.doctorName} {placeText(opening)} {opening.fromName}
        {openingCauseNames[opening.cause]}释放，<b>{first.name}</b>符合
        {others.length > 0 && <span className="tertiary">，另有 {others.length} 人</span>}
      </p>
      <span className={s.answers}>
        <Button size="sm" busy={busy} onClick={() => void offer(first.waitlistId)}>
          发通知
        </Button>
        <Menu items={more} align="end">
          <Button size="sm" variant="text" icon="dots" aria-label="换一位或忽略" />
        </Menu>
      </span>
    </div>
  )
}

/** What fell free and fits somebody. */
export function Openings({ openings }: { openings: readonly Opening[] }) {
  const [all, setAll] = useState(false)
  const able = openings.filter((each) => each.held === null && each.candidates.length > 0)
  if (able.length === 0) return null
  return (
    <section className={s.openings} aria-label="空出的时段">
      <h3>空出 {able.length} 个时段可匹配</h3>
      {able.slice(0, all ? able.length : FIRST).map((each) => (
        <OpeningBox key={each.id} opening={each} />
      ))}
      {able.length > FIRST && (
        <TextButton onClick={() => setAll((now) => !now)}>{all ? '收起' : `还有 ${able.length - FIRST} 个`}</TextButton>
      )}
    </section>
  )
}

/** Right of the board: the waiting list and what fell free. */
export function WaitPanel({
  mayEdit,
  onAdd,
  onEdit,
  onAll,
}: {
  mayEdit: boolean
  onAdd: () => void
  onEdit: (entry: WaitEntry) => void
  onAll: () => void
}) {
  const { list, openings } = useWaiting()
  const rows = list.data?.list
  return (
    <>
      <section className={s.list} aria-label="候补名单">
        <header className={s.head}>
          <span>候补名单</span>
          <span className="tertiary t-13 num">{list.data?.total ?? ''}</span>
          <span className={s.headEnd}>
            <TextButton onClick={onAll}>全部</TextButton>
            {mayEdit && <IconButton icon="plus" label="加入候补" size="sm" onClick={onAdd} />}
          </span>
        </header>
        {list.error && !rows ? (
          <ErrorLine onRetry={() => void list.refetch()}>候补名单没有读到</ErrorLine>
        ) : !rows ? (
          <SkeletonRows rows={4} height={44} />
        ) : rows.length === 0 ? (
          <EmptyState
            layout="stack"
            title="没有人候补"
            hint="想提前的患者加入后，有空位会在这里提示"
            action={mayEdit && <Button onClick={onAdd}>加入候补</Button>}
          />
        ) : (
          <ul className={s.rows}>
            {rows.map((entry) => (
              <WaitRow key={entry.id} entry={entry} mayEdit={mayEdit} onEdit={onEdit} />
            ))}
          </ul>
        )}
      </section>
      {mayEdit && openings.data && <Openings openings={openings.data} />}
    </>
  )
}
