import { useState } from 'react'
import { gift } from '../../features/identity/index.ts'
import { Gift, Reminder } from '../../features/membership/index.ts'
import { useCan } from '../../lib/permission.ts'

/** The line about a membership that ends soon, for those who look after it, and the gift told at sign-in. */
export function MembershipNews() {
  const can = useCan()
  const [endDate, setEndDate] = useState(gift.get)
  if (!can('/vipInfoDetail:view')) return null
  return (
    <>
      <Reminder />
      {endDate && (
        <Gift
          endDate={endDate}
          onClose={() => {
            gift.keep(null)
            setEndDate(null)
          }}
        />
      )}
    </>
  )
}
