import { lazy, Suspense, useState } from 'react'
import { gift } from '../../features/identity/account.ts'
import { useCan } from '../../lib/permission.ts'

const Reminder = lazy(() => import('../../features/membership/Reminder.tsx'))
const Gift = lazy(() => import('../../features/membership/Gift.tsx'))

/** The line about a membership that ends soon, for those who look after it, and the gift told at sign-in. */
export function MembershipNews() {
  const can = useCan()
  const [endDate, setEndDate] = useState(gift.get)
  if (!can('/vipInfoDetail:view')) return null
  return (
    <Suspense>
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
    </Suspense>
  )
}
