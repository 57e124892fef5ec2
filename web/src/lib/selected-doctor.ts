import { ownKey } from './session.ts'

/** One doctor kept for this person in this clinic; forgotten when the clinic is switched and on leaving. */
function kept(name: string) {
  const key = () => ownKey(name)
  return {
    get: (): string | null => localStorage.getItem(key()),
    keep(doctorId: string | null): void {
      if (doctorId) localStorage.setItem(key(), doctorId)
      else localStorage.removeItem(key())
    },
  }
}

/** The doctor somebody books with: chosen once, kept for the board and the next booking. */
export const selectedDoctor = kept('selected-doctor')
/** Whose patients somebody looks at on 今日; a desk that books for one still looks at all. */
export const deskDoctor = kept('selected-doctor.desk')
