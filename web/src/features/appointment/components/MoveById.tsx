import { useAppointment } from '../hooks.ts'
import { Moving } from './MoveForm.tsx'

/** Another time for an appointment that another page names. */
export function MoveById({ id, onClose }: { id: string; onClose: () => void }) {
  const { detail } = useAppointment(id)
  const { data } = detail
  if (!data) return null
  return <Moving appointment={data} missed={data.actions.includes('rebook')} onClose={onClose} onDone={onClose} />
}
