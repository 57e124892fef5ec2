import { ownKey } from '../../lib/session.ts'
import type { PatientValues } from './form.ts'

const key = () => ownKey('lastSource')

/** Where the last file of this person's came from: the next one begins with it. */
export const lastSource = {
  preset(): Partial<PatientValues> {
    const sourceId = localStorage.getItem(key())
    return sourceId ? { sourceId } : {}
  },
  keep(sourceId: string | undefined): void {
    if (sourceId) localStorage.setItem(key(), sourceId)
  },
}
