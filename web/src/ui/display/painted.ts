import { useSyncExternalStore } from 'react'
import { appointmentLook, statusOf, type StateTable, type StatusKind, type StatusLook, type Tone } from './status.ts'

let tones: readonly Tone[] = []
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The colours that the clinic at work has chosen for the states of appointments, by their number. */
export function paintAppointments(chosen: readonly Tone[]): void {
  if (chosen.join() === tones.join()) return
  tones = chosen
  for (const listener of listeners) listener()
}

/**
 * As `statusOf`, in the colours of the clinic at work; of an appointment whose person has left the chair (`visit`: the state
 * of the visit) what the visit waits for.
 */
export function usePainted(): (kind: StatusKind | StateTable, value: number, visit?: number | null) => StatusLook {
  const own = useSyncExternalStore(
    subscribe,
    () => tones,
    () => tones,
  )
  return (kind, value, visit) => {
    if (kind !== 'appointment') return statusOf(kind, value)
    const look = appointmentLook({ status: value, visitStatus: visit ?? null })
    const tone = visit ? undefined : own[value]
    return tone ? { ...look, tone } : look
  }
}
