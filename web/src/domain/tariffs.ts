import { clinic } from '@dentin/contract/clinic'
import type { WireOutput } from '@dentin/contract/core/call'
import { send } from '../lib/client.ts'

/** An item of the price list, as it is found. */
export type Tariff = WireOutput<typeof clinic.tariffs>['list'][number]

/** Price-list items by name, pinyin, initials or code. */
export const findTariffs = async (keyword: string, signal?: AbortSignal): Promise<Tariff[]> =>
  (await send(clinic.tariffs, { keyword, pageSize: 20 }, signal ? { signal } : {})).list
