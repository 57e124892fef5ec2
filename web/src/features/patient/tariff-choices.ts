import { useAllTariffs } from '../../domain/all-tariffs.ts'

/** The clinic's charged items as choices, for 做过的项目. */
export function useTariffChoices(enabled = true) {
  return useAllTariffs(enabled).map(({ id, name }) => ({ value: id, label: name }))
}
