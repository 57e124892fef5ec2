import { booking } from '@dentin/contract/booking'
import type { WireOutput } from '@dentin/contract'
import { useState } from 'react'
import { ApiError } from '../../../lib/client.ts'
import { useSend } from '../../../lib/query.ts'
import { Field, toast, useIsMobile } from '../../../ui/index.ts'
import { Dialog, Select } from '../../../ui/heavy.ts'
import { onlineReads, useBookingOptions } from '../hooks.ts'
import { chairChoices, clockOf, spanOf, wireDate } from '../model.ts'
import { timeWords } from '../overtaken.ts'
import { wirePlace, type PlaceValue } from '../place.ts'
import { PlaceChooser, usePlaceWarnings } from './PlaceChooser.tsx'
import { PlaceAnswer } from './Refusal.tsx'
import f from './book.module.css'
import s from './online.module.css'

/** Another time: the new place is held at once, the patient is asked. */
export function ProposeDialog({
  row,
  onClose,
}: {
  row: WireOutput<typeof booking.requests>['list'][number]
  onClose: () => void
}) {
  const options = useBookingOptions()
  const propose = useSend(booking.propose, { refresh: onlineReads })
  const { start, end } = spanOf(row)
  const [place, setPlace] = useState<PlaceValue>({
    doctorId: row.doctorId,
    chairId: row.chairId,
    date: wireDate(row.startTime),
    time: clockOf(start),
    minutes: end - start,
  })
  const [tried, setTried] = useState(false)
  const phone = useIsMobile()
  const warnings = usePlaceWarnings(place, null, row.patientId)
  const change = (patch: Partial<PlaceValue>) => {
    propose.reset()
    setPlace((now) => ({ ...now, ...patch }))
  }
  const submit = () => {
    setTried(true)
    const wire = wirePlace(place)
    if (!wire) return
    propose.mutate(
      { id: row.id, version: row.version, ...wire },
      {
        onSuccess: () => {
          toast.success('已短信请患者确认')
          onClose()
        },
      },
    )
  }
  const mismatch = propose.error instanceof ApiError && propose.error.fields.length > 0
  return (
    <Dialog
      open
      title={`为 ${row.name} 建议另一个时间`}
      width={600}
      onClose={onClose}
      onSubmit={submit}
      submitText="建议这个时间"
      busy={propose.isPending}
    >
      <p className={`${s.asked} secondary t-13 num`}>
        申请的是 {timeWords(row)}　{row.doctorName}。新时段会先占住，患者在预约页同意或另选。
      </p>
      <div className={f.form} data-book>
        <PlaceChooser
          value={place}
          onChange={change}
          options={options.data}
          itemIds={[]}
          item={
            <Field label="诊椅">
              <Select
                value={place.chairId}
                onChange={(chairId) => change({ chairId })}
                clearable
                placeholder="不指定"
                options={chairChoices(options.data, [])}
              />
            </Field>
          }
          exceptId={row.id}
          warnings={warnings}
          error={propose.error}
          tried={tried}
          lengthByItem={false}
          lost={[]}
          besideBoard={false}
          phone={phone}
          onShowCard={undefined}
          onWait={undefined}
          onTaken={() => undefined}
        />
      </div>
      {!mismatch && (
        <PlaceAnswer
          error={propose.error}
          answer={null}
          busy={propose.isPending}
          onOverbook={() => undefined}
          onAccept={() => undefined}
        />
      )}
    </Dialog>
  )
}
