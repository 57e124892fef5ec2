import { shortDayText, dayText } from '@dentin/kit/date-text'
import { useLost } from '../../../lib/offline.ts'
import { Button } from '../../../ui/index.ts'
import { wirePlace, type PlaceValue } from '../place.ts'
import s from './book.module.css'

/** The foot of a form that books a place: what will be saved in words, and the button for it; two where it can tell the patient. */
export function SaveFoot({
  place,
  words,
  what,
  writes,
  told,
  busy,
  disabled = false,
  phone = false,
  onSave,
}: {
  place: PlaceValue
  /** Who, and what else is worth a last look. */
  words: readonly (string | false | undefined)[]
  /** What the button does: 保存, 改约. */
  what: string
  /** There is a message for the patient, who has a number. */
  writes: boolean
  /** What is on its way tells the patient. */
  told: boolean
  busy: boolean
  disabled?: boolean
  phone?: boolean
  onSave: (tell: boolean) => void
}) {
  const end = (wirePlace(place)?.endTime ?? '').slice(11, 16)
  const lost = useLost()
  const waits = disabled || busy || lost
  return (
    <div className={s.foot}>
      <div className={s.footWords}>
        <b>
          {place.date && place.time
            ? `${phone ? dayText(place.date) : shortDayText(place.date)} ${place.time}${phone && end ? `–${end}` : ''}`
            : '选一个时间'}
        </b>
        <span>{lost ? '离线，恢复连接后再保存' : words.filter(Boolean).join('　')}</span>
      </div>
      <Button
        variant={writes ? 'default' : 'primary'}
        busy={busy && !(writes && told)}
        disabled={waits}
        onClick={() => onSave(!writes)}
        {...(writes ? {} : { 'data-save': true })}
      >
        {what}
      </Button>
      {writes && (
        <Button
          variant="primary"
          icon="send"
          data-save
          busy={busy && told}
          disabled={waits}
          onClick={() => onSave(true)}
        >
          {what}并发短信
        </Button>
      )}
    </div>
  )
}
