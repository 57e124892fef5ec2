import { sms } from '@dentin/contract/sms'
import type { WireInput, WireOutput } from '@dentin/contract/core/call'
import { useLive } from '../../lib/live.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type Account = WireOutput<typeof sms.account>
export type Template = WireOutput<typeof sms.templates>['list'][number]
export type Scene = WireOutput<typeof sms.scenes>[number]
export type SmsRecord = WireOutput<typeof sms.records>['list'][number]
export type Order = WireOutput<typeof sms.recharge>
export type Preview = WireOutput<typeof sms.preview>

const everything = [sms.account, sms.usage, sms.templates, sms.scenes, sms.records, sms.packages, sms.recharges]

/** Balance, signature and figures; what is on the screen is read anew whenever a message, a review or an order changes. */
export function useAccount() {
  useLive(['sms'], everything)
  return useCall(sms.account, {})
}
export const useUsage = (from: string, to: string) => useCall(sms.usage, { from, to })
export const useTemplates = (ask: WireInput<typeof sms.templates>, enabled = true) =>
  useCall(sms.templates, ask, { enabled })
export const useScenes = () => useCall(sms.scenes, {})
export const useRecords = (ask: WireInput<typeof sms.records>) => useCall(sms.records, ask)
export const useOptOuts = (ask: WireInput<typeof sms.optOuts>) => useCall(sms.optOuts, ask)
export const usePackages = () => useCall(sms.packages, {}, { staleTime: 0 })
export const useRecharges = (ask: WireInput<typeof sms.recharges>) => useCall(sms.recharges, ask)

export const useSaveThreshold = () => useSend(sms.saveThreshold, { refresh: [sms.account] })
export const useSaveSignature = () => useSend(sms.saveSignature, { refresh: [sms.account] })
export const useWithdrawSignature = () => useSend(sms.withdrawSignature, { refresh: [sms.account] })
export const useSaveTemplate = () => useSend(sms.saveTemplate, { refresh: [sms.templates, sms.scenes] })
export const useEnableTemplate = () => useSend(sms.enableTemplate, { refresh: [sms.templates] })
export const useRemoveTemplate = () => useSend(sms.removeTemplate, { refresh: [sms.templates, sms.scenes] })
export const useSaveScene = () => useSend(sms.saveScene, { refresh: [sms.scenes, sms.templates] })
export const usePreview = () => useSend(sms.preview)
export const useSendSms = () => useSend(sms.send, { refresh: [sms.records, sms.account, sms.usage] })
export const useResend = () => useSend(sms.resend, { refresh: [sms.records, sms.account] })
export const useCancelSms = () => useSend(sms.cancel, { refresh: [sms.records, sms.account] })
export const useSetOptOut = () => useSend(sms.setOptOut, { refresh: [sms.optOuts] })
export const useRecharge = () => useSend(sms.recharge, { refresh: [sms.packages, sms.recharges] })
export const useCancelRecharge = () => useSend(sms.cancelRecharge, { refresh: [sms.packages, sms.recharges] })
