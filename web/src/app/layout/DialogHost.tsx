import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useCan } from '../../lib/permission.ts'
import { globalDialogs } from '../dialogs.tsx'

/** Opens the dialog that the address names (`?new=patient&patientId=…`); closing takes it out of the address. */
export function DialogHost() {
  const [params, setParams] = useSearchParams()
  const allowed = useCan()
  const wanted = params.get('new')
  const entry = globalDialogs.find((each) => each.key === wanted && allowed(each.resource))
  if (!entry) return null
  const close = () =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete('new')
        next.delete('patientId')
        return next
      },
      { replace: true },
    )
  return (
    <Suspense>
      <entry.Component onClose={close} patientId={params.get('patientId')} />
    </Suspense>
  )
}
