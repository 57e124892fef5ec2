import { useLocation, useSearchParams } from 'react-router'
import { deferred, usePreload, type Deferred } from '../../lib/deferred.ts'
import { can, useCan } from '../../lib/permission.ts'
import { globalDialogs, type GlobalDialog, type GlobalDialogProps } from '../dialogs.ts'

/** The dialogs of dialogs.ts, each loaded once the page stands, or when it is opened before that. */
const components: Readonly<Record<GlobalDialog['key'], Deferred<GlobalDialogProps>>> = {
  patient: deferred(async () => (await import('./NewPatient.tsx')).default),
  appointment: deferred(async () => (await import('../parts/appointment-dialog.tsx')).default),
  registration: deferred(async () => (await import('../parts/new-registration.tsx')).default),
}
const AHEAD = [
  { preload: () => void import('../../ui/controls.ts').catch(() => {}) },
  ...globalDialogs.map(({ key, resource }) => ({
    preload: () => {
      if (can(resource)) components[key].preload()
    },
  })),
]

/** Opens the dialog that the address names (`?new=patient&patientId=…`); closing takes it out of the address. */
export function DialogHost() {
  const [params, setParams] = useSearchParams()
  const allowed = useCan()
  usePreload(AHEAD)
  // On the board a booking is a pane beside it.
  const { pathname } = useLocation()
  const wanted = pathname === '/myAppointmentBoard' && params.get('new') === 'appointment' ? null : params.get('new')
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
  return <Dialog onClose={close} patientId={params.get('patientId')} />
}
