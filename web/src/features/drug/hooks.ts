import type { WireInput, WireOutput } from '@dentin/contract/core/call'
import { drug } from '@dentin/contract/drug'
import { usePages } from '../../lib/pages.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type DrugRow = WireOutput<typeof drug.list>['list'][number]
export type DrugDetail = WireOutput<typeof drug.detail>

const reads = [drug.list, drug.detail]

/** The reference page by page, each after the last drug of the one before. */
export const useDrugs = (input: Omit<WireInput<typeof drug.list>, 'lastId'>) =>
  usePages(drug.list, input, (lastId) => ({ lastId }))

/** The platform's drugs for whoever has no token. */
export const useOpenDrugs = (input: Omit<WireInput<typeof drug.openList>, 'lastId'>) =>
  usePages(drug.openList, input, (lastId) => ({ lastId }))

export const useOpenDrug = (id: string) => useCall(drug.openDetail, { id }, { keep: false })
export const useDrug = (id: string) => useCall(drug.detail, { id }, { keep: false })
export const useSaveDrug = () => useSend(drug.save, { refresh: reads })
export const useSwitchDrug = () => useSend(drug.switchTo, { refresh: reads })
export const useSignDrug = () => useSend(drug.sign, { refresh: reads })

export type DrugRuleRow = WireOutput<typeof drug.rules>['list'][number]
export const useDrugRules = () => useCall(drug.rules, {})
export const useSignRule = () => useSend(drug.signRule, { refresh: [drug.rules] })
