import type { WireInput, WireOutput } from '@dentin/contract/core/call'
import { followUp, patientRemind } from '@dentin/contract/follow-up'
import { useLive } from '../../lib/live.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type FollowRow = WireOutput<typeof followUp.list>['list'][number]
export type FollowDetail = WireOutput<typeof followUp.get>
type FollowOptions = WireOutput<typeof followUp.options>
export type Rule = WireOutput<typeof followUp.rules>[number]
export type Template = FollowOptions['templates'][number]
export type Figures = WireOutput<typeof followUp.stats>['summary']
export type RemindRow = WireOutput<typeof patientRemind.list>['list'][number]

/** Everything that shows follow-ups. */
const followReads = [followUp.list, followUp.records, followUp.ofPatient, followUp.get, followUp.total, followUp.stats]
const ruleReads = [followUp.rules, followUp.options]
const remindReads = [patientRemind.list]

/** How much is to be done, live. */
export function useFollowTotals(mine = false, enabled = true) {
  useLive(['followUp'], [followUp.total])
  return useCall(followUp.total, { mine }, { enabled })
}

export function useWorkList(ask: WireInput<typeof followUp.list>) {
  useLive(['followUp'], [followUp.list])
  return useCall(followUp.list, ask)
}

export function useRecords(ask: WireInput<typeof followUp.records>) {
  useLive(['followUp'], [followUp.records])
  return useCall(followUp.records, ask)
}

export function useOfPatient(patientId: string, place: { page: number; size: number }) {
  useLive(['followUp'], [followUp.ofPatient])
  return useCall(followUp.ofPatient, { patientId, pageNum: place.page, pageSize: place.size })
}

export function useFollowUp(id: string) {
  useLive(['followUp'], [followUp.get], (refId) => refId === null || refId === id)
  return useCall(followUp.get, { id }, { keep: false })
}

/** People, templates and results; they change rarely. */
export const useFollowOptions = (enabled = true) => useCall(followUp.options, {}, { staleTime: 60_000, enabled })
export const useStats = (ask: WireInput<typeof followUp.stats>) => useCall(followUp.stats, ask)
export const useRules = () => useCall(followUp.rules, {})

export const useReport = () => useSend(followUp.report, { refresh: followReads })
export const useCreate = () => useSend(followUp.create, { refresh: followReads })
export const useCreateMany = () => useSend(followUp.createMany, { refresh: followReads })
export const useUpdate = () => useSend(followUp.update, { refresh: followReads })
export const useAssign = () => useSend(followUp.assign, { refresh: followReads })
export const useCancel = () => useSend(followUp.cancel, { refresh: followReads })
export const useBooked = () => useSend(followUp.booked, { refresh: followReads })
export const useSaveRule = () => useSend(followUp.saveRule, { refresh: ruleReads })
export const useEnableRule = () => useSend(followUp.enableRule, { refresh: ruleReads })
export const useRemoveRule = () => useSend(followUp.removeRule, { refresh: ruleReads })
export const useAddBuiltIn = () => useSend(followUp.addBuiltInRules, { refresh: ruleReads })
export const useSaveTemplate = () => useSend(followUp.saveTemplate, { refresh: ruleReads })
export const useRemoveTemplate = () => useSend(followUp.removeTemplate, { refresh: ruleReads })

export function useReminders(ask: WireInput<typeof patientRemind.list>) {
  useLive(['followUp'], remindReads)
  return useCall(patientRemind.list, ask)
}
export const useRemindPeople = () => useCall(patientRemind.people, {}, { staleTime: 60_000 })
export const useSaveReminder = () => useSend(patientRemind.save, { refresh: remindReads })
export const useFinishReminder = () => useSend(patientRemind.finish, { refresh: remindReads })
