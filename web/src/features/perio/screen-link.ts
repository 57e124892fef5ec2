import type { PerioCells } from '@dentin/clinical/perio/cells'
import { useEffect, useState } from 'react'
import type { Place } from './model.ts'
import type { ChartStore } from './store.ts'

/** What a second screen of the same browser hears of at once. */
export interface Told {
  cells: PerioCells
  place: Place
}
const nameOf = (draftId: string) => `dentin.perio.${draftId}`
/** The second screen asks what there is. */
const ASKS = 'asks'
/** A window in which is typed has begun, perhaps anew. */
const HERE = 'here'

/** The window for the patient. */
export const openScreen = (recordId: string): void => {
  window.open(`/patientMedicalRecord/perio-screen?id=${recordId}`, `perio-${recordId}`, 'popup,width=1280,height=800')
}

/** Tells the second screen every key, and a new one what there is. */
export function useSentToScreen(draftId: string, store: ChartStore): void {
  useEffect(() => {
    const line = new BroadcastChannel(nameOf(draftId))
    const tell = () => {
      const { cells, place } = store.get().entry
      line.postMessage({ cells, place } satisfies Told)
    }
    let isHeard = false
    line.onmessage = ({ data }) => {
      if (data !== ASKS) return
      isHeard = true
      tell()
    }
    line.postMessage(HERE)
    let frame = 0
    const off = store.subscribe(() => {
      if (!isHeard) return
      // Once a picture: many keys of one moment are one message.
      frame ||= requestAnimationFrame(() => {
        frame = 0
        tell()
      })
    })
    return () => {
      cancelAnimationFrame(frame)
      off()
      line.close()
    }
  }, [draftId, store])
}

/** What the window tells in which is typed; null: it is not in this browser. */
export function useTold(draftId: string | null): Told | null {
  const [told, setTold] = useState<Told | null>(null)
  useEffect(() => {
    if (draftId === null) return undefined
    const line = new BroadcastChannel(nameOf(draftId))
    line.onmessage = ({ data }: MessageEvent<Told | typeof ASKS | typeof HERE>) => {
      if (data === HERE) line.postMessage(ASKS)
      else if (data !== ASKS) setTold(data)
    }
    line.postMessage(ASKS)
    return () => line.close()
  }, [draftId])
  return told
}
