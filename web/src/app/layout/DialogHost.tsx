import { lazy, Suspense, type ComponentType, type LazyExoticComponent } from 'react'
import { useSearchParams } from 'react-router'
import { useCan } from '../../lib/permission.ts'
import { globalDialogs, type GlobalDialog, type GlobalDialogProps } from '../dialogs.ts'

/** The dialogs of dialogs.ts, each loaded when it is opened for the first time. */
const components: Readonly<Record<GlobalDialog['key'], LazyExoticComponent<ComponentType<GlobalDialogProps>>>> = {
  patient: lazy(() => import('./NewPatient.tsx')),
  appointment: lazy(() => import('../pages/appointment-dialog.tsx')),
  registration: lazy(() => import('../pages/new-registration.tsx')),
}

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
  const Dialog = components[entry.key]
  return (
    <Suspense>
      <Dialog onClose={close} patientId={params.get('patientId')} />
    </Suspense>
  )
}
