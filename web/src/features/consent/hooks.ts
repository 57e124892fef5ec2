import type { WireInput, WireOutput } from '@dentin/contract/core/call'
import { consent } from '@dentin/contract/consent'
import { useCallback, useEffect, useState } from 'react'
import { ApiError, send } from '../../lib/client.ts'
import { useLive } from '../../lib/live.ts'
import { keyOf, queryClient, useCall, useSend } from '../../lib/query.ts'
import { ownKey } from '../../lib/session.ts'

export type ConsentDetail = WireOutput<typeof consent.get>
export type ConsentRow = WireOutput<typeof consent.ofPatient>['list'][number]
export type Template = WireOutput<typeof consent.templates>[number]
export type SignInput = WireInput<typeof consent.sign>

export type EmergencyRow = WireOutput<typeof consent.emergencies>[number]
export type ConsentBeside = WireOutput<typeof consent.ofRecord>[number]

const changed = [consent.get, consent.ofPatient, consent.lacking, consent.ofRecord, consent.ofPlan, consent.emergencies]

export function useConsents(patientId: string) {
  useLive(['consent'], [consent.ofPatient])
  return useCall(consent.ofPatient, { id: patientId }, { keep: false })
}
export function useConsent(id: string) {
  useLive(['consent'], [consent.get])
  return useCall(consent.get, { id }, { keep: false, staleTime: 30_000 })
}
/** The consents of a record, or of an accepted plan. */
export function useBeside({ recordId, planId }: { recordId?: string | undefined; planId?: string | undefined }) {
  useLive(['consent', 'record', 'treatmentPlan'], [consent.ofRecord, consent.ofPlan])
  const ofRecord = useCall(consent.ofRecord, { id: recordId ?? '' }, { enabled: recordId !== undefined, keep: false })
  const ofPlan = useCall(consent.ofPlan, { id: planId ?? '' }, { enabled: planId !== undefined, keep: false })
  return recordId === undefined ? ofPlan : ofRecord
}
export const useTemplates = () => useCall(consent.templates, {})
export const useCreate = () => useSend(consent.create, { refresh: changed })
export const useSave = () => useSend(consent.save, { refresh: changed })
export const useVoid = () => useSend(consent.void, { refresh: changed })
export const useAsk = () => useSend(consent.ask, { refresh: changed })
export const useTakeBack = () => useSend(consent.takeBack, { refresh: changed })
export const useDecide = () => useSend(consent.decide, { refresh: changed })
/** What emergencies of the clinic have left to be done. */
export function useEmergencies() {
  useLive(['consent'], [consent.emergencies])
  return useCall(consent.emergencies, {})
}
export const useLink = () => useSend(consent.link)

const keptUnder = (id: string) => ownKey(`consent.${id}`)
function readKept(id: string): SignInput | null {
  try {
    return JSON.parse(localStorage.getItem(keptUnder(id)) ?? 'null') as SignInput | null
  } catch {
    return null
  }
}

/**
 * Sends signatures. Without a network they stay on this machine under the same request id and go out when it is back: the server
 * takes a request id once, so that they are signed exactly once however often they are sent.
 */
export function useSigning(id: string): {
  sign: (input: SignInput) => Promise<void>
  waiting: boolean
  busy: boolean
  error: ApiError | null
} {
  const [kept, setKept] = useState(() => readKept(id))
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const sign = useCallback(
    async (input: SignInput) => {
      setBusy(true)
      setError(null)
      localStorage.setItem(keptUnder(id), JSON.stringify(input))
      try {
        await send(consent.sign, input)
        localStorage.removeItem(keptUnder(id))
        setKept(null)
        await Promise.all(changed.map((call) => queryClient.invalidateQueries({ queryKey: keyOf(call) })))
      } catch (failed) {
        if (!(failed instanceof ApiError)) throw failed
        if (failed.mayPass) setKept(input)
        else {
          localStorage.removeItem(keptUnder(id))
          setKept(null)
          setError(failed)
        }
      } finally {
        setBusy(false)
      }
    },
    [id],
  )
  useEffect(() => {
    if (!kept) return
    const again = () => void sign(kept)
    const timer = setInterval(again, 15_000)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [kept, sign])
  return { sign, waiting: kept !== null, busy, error }
}
