import { clinic } from '@dentin/contract/clinic'
import { clinicTariffCalls } from '@dentin/contract/clinic-tariffs'
import type { WireInput, WireOutput } from '@dentin/contract/core/call'
import { setUpCalls } from '@dentin/contract/set-up'
import { tariffCalls } from '@dentin/contract/tariffs'
import { useLive } from '../../lib/live.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type Price = WireOutput<typeof tariffCalls.tariffList>['list'][number]
export type PriceRow = WireInput<typeof tariffCalls.saveTariffs>['rows'][number]
export type PriceCategory = WireOutput<typeof tariffCalls.tariffCategoryList>[number]
export type ClinicPrice = WireOutput<typeof clinicTariffCalls.clinicTariffList>['list'][number]
export type Matrix = WireOutput<typeof clinicTariffCalls.tariffMatrix>
export type MatrixRow = Matrix['list'][number]
export type MatrixCell = MatrixRow['cells'][number]

/** What shows prices, read again when one changed. */
export const priced = [
  setUpCalls.setUp,
  tariffCalls.tariffList,
  tariffCalls.tariffCategoryList,
  tariffCalls.tariffHistory,
  clinicTariffCalls.clinicTariffList,
  clinicTariffCalls.clinicTariffsOf,
  clinicTariffCalls.tariffMatrix,
  clinic.tariffs,
  clinic.tariffCategories,
]

export function usePrices(input: WireInput<typeof tariffCalls.tariffList>) {
  useLive(['tariff'], [tariffCalls.tariffList, tariffCalls.tariffCategoryList])
  return useCall(tariffCalls.tariffList, input)
}
export const usePriceCategories = () => useCall(tariffCalls.tariffCategoryList, {})
export const useSavePrice = () => useSend(tariffCalls.saveTariff, { refresh: priced })
export const useSavePrices = () => useSend(tariffCalls.saveTariffs, { refresh: priced })
export const useDeletePrice = () => useSend(tariffCalls.deleteTariff, { refresh: priced })
export const useCancelPrice = () => useSend(tariffCalls.cancelTariffPrice, { refresh: priced })
export const useAddStartingTariffs = () => useSend(tariffCalls.addStartingTariffs, { refresh: priced })
/** The units that may be chosen. */
export const useUnits = () => useCall(tariffCalls.tariffDict, { id: 'unit' }, { staleTime: 5 * 60_000 }).data ?? []

export function useClinicPrices(input: WireInput<typeof clinicTariffCalls.clinicTariffList>) {
  useLive(['tariff'], [clinicTariffCalls.clinicTariffList, clinic.tariffCategories])
  return useCall(clinicTariffCalls.clinicTariffList, input)
}
export const useOfferedCategories = () => useCall(clinic.tariffCategories, {})
export const useSaveClinicPrice = () => useSend(clinicTariffCalls.saveClinicTariff, { refresh: priced })
export const useSaveClinicPrices = () => useSend(clinicTariffCalls.saveClinicTariffs, { refresh: priced })

export function useMatrix(input: WireInput<typeof clinicTariffCalls.tariffMatrix>) {
  useLive(['tariff'], [clinicTariffCalls.tariffMatrix])
  return useCall(clinicTariffCalls.tariffMatrix, input)
}
export const useSetCell = () => useSend(clinicTariffCalls.setClinicTariff, { refresh: priced })
export const useHandDown = () => useSend(clinicTariffCalls.handDownTariffs, { refresh: priced })
