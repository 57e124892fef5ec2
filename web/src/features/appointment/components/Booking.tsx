import type { LocalDate } from '@dentin/kit/datetime'
import { useCallback, useState } from 'react'
import { useIsMobile } from '../../../ui/index.ts'
import type { Placed } from '../model.ts'
import { placeOfStart, type PlaceValue } from '../place.ts'
import { BookForm, type BookingStart, type PatientPicker } from './BookForm.tsx'
import { OverPage } from './OverPage.tsx'

/** Books over another page; on the phone as a page of its own. */
export function Booking({
  start,
  onClose,
  onBooked,
  renderPicker,
}: {
  start: BookingStart
  onClose: () => void
  /** `date`: the day it was booked for. */
  onBooked: (answer: Placed, date: LocalDate) => void
  renderPicker: PatientPicker
}) {
  const phone = useIsMobile()
  const [place, setPlace] = useState<PlaceValue>(() => placeOfStart(start))
  const change = useCallback((patch: Partial<PlaceValue>) => setPlace((now) => ({ ...now, ...patch })), [])
  return (
    <BookForm
      start={start}
      place={place}
      onPlace={change}
      frame={(parts) => <OverPage {...parts} />}
      onClose={onClose}
      onBooked={onBooked}
      renderPicker={renderPicker}
      phone={phone}
    />
  )
}
