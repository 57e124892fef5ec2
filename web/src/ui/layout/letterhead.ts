import { createContext } from 'react'

/** The mark of the clinic at work, for the head of its papers. */
export interface LetterheadLogo {
  /** Only papers of this clinic carry it. */
  clinicName: string
  /** null: it has none, or it is not there yet. */
  src: string | null
  /** It is on its way: printing waits. */
  isPending: boolean
}

/** Given once around all pages to print. */
export const Letterhead = createContext<LetterheadLogo | null>(null)

/** Pictures of signatures on the paper that is shown, by the label of their place. */
export const SignaturePictures = createContext<Readonly<Record<string, string | undefined>>>({})
