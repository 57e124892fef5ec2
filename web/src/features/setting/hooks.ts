import { appointment } from '@dentin/contract/appointment'
import { clinic } from '@dentin/contract/clinic'
import type { WireOutput } from '@dentin/contract/core/call'
import { followUp } from '@dentin/contract/follow-up'
import { visit } from '@dentin/contract/visit'
import { useLive } from '../../lib/live.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type Dept = WireOutput<typeof clinic.deptList>[number]
export type Chair = WireOutput<typeof clinic.chairList>[number]
export type AppointItem = WireOutput<typeof clinic.appointItemList>[number]
export type ClinicItem = WireOutput<typeof clinic.clinicItemList>[number]
export type DictItem = WireOutput<typeof clinic.dictList>[number]
export type Price = WireOutput<typeof clinic.tariffList>['list'][number]
export type PriceCategory = WireOutput<typeof clinic.tariffCategoryList>[number]
export type ClinicPrice = WireOutput<typeof clinic.clinicTariffList>['list'][number]
export type Source = WireOutput<typeof clinic.sourceList>[number]

/** What is chosen from while booking and at the desk, read again when a list changed. */
const chosenFrom = [clinic.setUp, appointment.options, appointment.week, visit.options, clinic.doctors, clinic.chairs]

export const useDepts = () => useCall(clinic.deptList, {})
export const useSaveDept = () => useSend(clinic.saveDept, { refresh: [clinic.deptList, ...chosenFrom] })
export const useChairs = () => useCall(clinic.chairList, {})
export const useSaveChair = () => useSend(clinic.saveChair, { refresh: [clinic.chairList, ...chosenFrom] })
export const useAppointItems = () => useCall(clinic.appointItemList, {})
export const useSaveAppointItem = () =>
  useSend(clinic.saveAppointItem, {
    refresh: [clinic.appointItemList, clinic.clinicItemList, appointment.items, ...chosenFrom],
  })
export const useClinicItems = () => useCall(clinic.clinicItemList, {})
export const useSaveClinicItem = () =>
  useSend(clinic.saveClinicItem, { refresh: [clinic.clinicItemList, appointment.items, ...chosenFrom] })
export const useDicts = () => useCall(clinic.dictList, {})
export const useSaveDictItem = () =>
  useSend(clinic.saveDictItem, { refresh: [clinic.dictList, clinic.dictItems, appointment.options, followUp.options] })
export const useSourceTree = () => useCall(clinic.sourceList, {})
export const useSaveSource = () => useSend(clinic.saveSource, { refresh: [clinic.sourceList, clinic.patientSources] })
export const useProfile = () => useCall(clinic.clinicProfile, {})
export const useSaveProfile = () =>
  useSend(clinic.saveClinicProfile, {
    refresh: [clinic.clinicProfile, clinic.clinicConfig, clinic.settings, ...chosenFrom],
  })
export const useConfig = () => useCall(clinic.clinicConfig, {})
export const useSaveConfig = () =>
  useSend(clinic.saveClinicConfig, {
    refresh: [clinic.clinicConfig, clinic.clinicProfile, clinic.settings, ...chosenFrom],
  })

/** What shows prices, read again when one changed. */
const priced = [
  clinic.setUp,
  clinic.tariffList,
  clinic.tariffCategoryList,
  clinic.tariffHistory,
  clinic.clinicTariffList,
  clinic.tariffs,
  clinic.tariffCategories,
]
export function usePrices(input: Parameters<typeof useCall<typeof clinic.tariffList>>[1]) {
  useLive(['tariff'], [clinic.tariffList, clinic.tariffCategoryList])
  return useCall(clinic.tariffList, input)
}
export const usePriceCategories = () => useCall(clinic.tariffCategoryList, {})
export const useSavePrice = () => useSend(clinic.saveTariff, { refresh: priced })
export const useSavePriceCategory = () => useSend(clinic.saveTariffCategory, { refresh: priced })
export const useAddStartingTariffs = () => useSend(clinic.addStartingTariffs, { refresh: priced })
export function useClinicPrices(input: Parameters<typeof useCall<typeof clinic.clinicTariffList>>[1]) {
  useLive(['tariff'], [clinic.clinicTariffList, clinic.tariffCategories])
  return useCall(clinic.clinicTariffList, input)
}
export const useOfferedCategories = () => useCall(clinic.tariffCategories, {})
export const useSaveClinicPrice = () => useSend(clinic.saveClinicTariff, { refresh: priced })
