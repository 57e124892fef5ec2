import { appointment } from '@dentin/contract/appointment'
import { clinic } from '@dentin/contract/clinic'
import { settingCalls } from '@dentin/contract/settings'
import { setUpCalls } from '@dentin/contract/set-up'
import type { WireOutput } from '@dentin/contract/core/call'
import { visit } from '@dentin/contract/visit'
import { useCall, useSend } from '../../lib/query.ts'

export type Dept = WireOutput<typeof settingCalls.deptList>[number]
export type AppointItem = WireOutput<typeof settingCalls.appointItemList>[number]
export type ClinicItem = WireOutput<typeof settingCalls.clinicItemList>[number]
export type DictItem = WireOutput<typeof settingCalls.dictList>[number]
export type Source = WireOutput<typeof settingCalls.sourceList>[number]

/** What is chosen from while booking and at the desk, read again when a list changed. */
export const chosenFrom = [
  setUpCalls.setUp,
  appointment.options,
  appointment.week,
  visit.options,
  clinic.doctors,
  clinic.chairs,
]

export const useDepts = () => useCall(settingCalls.deptList, {})
export const useChairs = () => useCall(settingCalls.chairList, {})

export const useClinicItems = () => useCall(settingCalls.clinicItemList, {})
export const useSaveClinicItem = () =>
  useSend(settingCalls.saveClinicItem, { refresh: [settingCalls.clinicItemList, appointment.items, ...chosenFrom] })
export const useDicts = () => useCall(settingCalls.dictList, {})

export const useSourceTree = () => useCall(settingCalls.sourceList, {})

export const useProfile = () => useCall(settingCalls.clinicProfile, {})
export const useSaveProfile = () =>
  useSend(settingCalls.saveClinicProfile, {
    refresh: [settingCalls.clinicProfile, settingCalls.clinicConfig, clinic.settings, ...chosenFrom],
  })
export const useConfig = () => useCall(settingCalls.clinicConfig, {})
export const useSaveConfig = () =>
  useSend(settingCalls.saveClinicConfig, {
    refresh: [settingCalls.clinicConfig, settingCalls.clinicProfile, clinic.settings, ...chosenFrom],
  })
