import { appointment } from '@dentin/contract/appointment'
import { clinic } from '@dentin/contract/clinic'
import { tariffCalls } from '@dentin/contract/tariffs'
import { settingCalls } from '@dentin/contract/settings'
import { setUpCalls } from '@dentin/contract/set-up'
import type { WireOutput } from '@dentin/contract/core/call'
import { visit } from '@dentin/contract/visit'
import { useLive } from '../../lib/live.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type Dept = WireOutput<typeof settingCalls.deptList>[number]
export type AppointItem = WireOutput<typeof settingCalls.appointItemList>[number]
export type ClinicItem = WireOutput<typeof settingCalls.clinicItemList>[number]
export type DictItem = WireOutput<typeof settingCalls.dictList>[number]
export type Price = WireOutput<typeof tariffCalls.tariffList>['list'][number]
export type PriceCategory = WireOutput<typeof tariffCalls.tariffCategoryList>[number]
export type ClinicPrice = WireOutput<typeof tariffCalls.clinicTariffList>['list'][number]
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

/** What shows prices, read again when one changed. */
export const priced = [
  setUpCalls.setUp,
  tariffCalls.tariffList,
  tariffCalls.tariffCategoryList,
  tariffCalls.tariffHistory,
  tariffCalls.clinicTariffList,
  clinic.tariffs,
  clinic.tariffCategories,
]
export function usePrices(input: Parameters<typeof useCall<typeof tariffCalls.tariffList>>[1]) {
  useLive(['tariff'], [tariffCalls.tariffList, tariffCalls.tariffCategoryList])
  return useCall(tariffCalls.tariffList, input)
}
export const usePriceCategories = () => useCall(tariffCalls.tariffCategoryList, {})
export const useSavePrice = () => useSend(tariffCalls.saveTariff, { refresh: priced })

export const useAddStartingTariffs = () => useSend(tariffCalls.addStartingTariffs, { refresh: priced })
export function useClinicPrices(input: Parameters<typeof useCall<typeof tariffCalls.clinicTariffList>>[1]) {
  useLive(['tariff'], [tariffCalls.clinicTariffList, clinic.tariffCategories])
  return useCall(tariffCalls.clinicTariffList, input)
}
export const useOfferedCategories = () => useCall(clinic.tariffCategories, {})
export const useSaveClinicPrice = () => useSend(tariffCalls.saveClinicTariff, { refresh: priced })
