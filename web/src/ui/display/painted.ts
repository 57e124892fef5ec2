import { useSyncExternalStore } from 'react'
import { statusOf, type StatusKind, type StatusLook, type Tone } from './status.ts'

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

/** As `statusOf`, in the colours of the clinic at work. */
export function usePainted(): (kind: StatusKind, value: number) => StatusLook {
  const own = useSyncExternalStore(
    subscribe,
    () => tones,
    () => tones,
  )
  return (kind, value) => {
    const look = statusOf(kind, value)
    const tone = kind === 'appointment' ? own[value] : undefined
    return tone ? { ...look, tone } : look
  }
}
