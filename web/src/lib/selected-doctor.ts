import { ownKey } from './session.ts'

const key = () => ownKey('selected-doctor')

/** The doctor somebody works with in this clinic: chosen once, kept for the board, the desk and the booking of the next. */
export const selectedDoctor = {
  get: (): string | null => localStorage.getItem(key()),
  keep(doctorId: string | null): void {
    if (doctorId) localStorage.setItem(key(), doctorId)
    else localStorage.removeItem(key())
  },
}
